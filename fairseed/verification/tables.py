"""The verdict on a table's hand: the checks of every record, and `cards` and `bots`.

A hand's seats give their seeds after the deck is hidden; who may see which card is the table's matter. So
without a server seed much more can be known than of other rounds: the whole order of play, and what is
opened.
"""

from __future__ import annotations

import dataclasses
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from fairseed.commitments import CommitmentError
from fairseed.commitments.cards import deck_slots, permutation
from fairseed.commitments.chains import table_client_seed
from fairseed.derivation import SeedError, ServerSeed, Stream, client_seed_faults
from fairseed.records import Document, RecordError, ruleset_digest
from fairseed.records.tables import TableRecord, read_table_record
from fairseed.verification.cards import check_cards
from fairseed.verification.seats import check_seats_commitment
from fairseed.verification.trust import Trust, check_log, check_receipt, proven_keys
from fairseed.verification.verdict import ROUND_CHECKS, Check, Verdict, failed, passed, skipped
from games import IllegalActionError, RuleError
from games.poker import (
    VARIANTS,
    Deal,
    Hand,
    TableResult,
    act,
    action_dict,
    check_outcome,
    check_params,
    check_whole,
    finished,
    fold,
    is_counted,
    read_table,
    result,
    shown_seats,
    start,
)
from games.poker.bots import POLICIES, bot_action

TABLE_CHECKS: Final = (*ROUND_CHECKS, "cards", "bots")


class TableClaim:
    """A record whose format passed, and the checks on it. FairseedError, GameError where it did not."""

    def __init__(self, document: Document, trust: Trust) -> None:
        if document.faults:
            raise RecordError("record", "{fault}", fault=document.faults[0])
        self.record = record = read_table_record(document.value)
        self.raw: dict[str, Any] = document.value
        self.trust = trust.with_keys(proven_keys(self.raw.get("commitment"), trust))
        self.variant = VARIANTS[record.game]
        self.params = self.variant.read_params(record.params)
        self.table = read_table(record.table, record.game)
        self.variant.check_table(self.params, self.table)
        self.revealed = record.seeds.server_seed is not UNSET
        self.void = record.void is not UNSET
        self.sealed: ServerSeed | Check | None = None if self.revealed else _unsealed(record, self.trust)
        self._check_seats()
        self._check_members()
        self.client_seed = table_client_seed(record.seeds.client_seeds) if record.seeds.client_seeds else ""
        self.refused_action: IllegalActionError | None = None
        self.actions = []
        for index, action in enumerate(record.actions):
            try:
                self.actions.append(self.variant.read_action(action, f"actions.{index}"))
            except IllegalActionError as error:
                # What stands before it is played; what stands behind it only has its form.
                self.refused_action = self.refused_action or error
            else:
                if self.revealed:
                    check_whole(self.actions[-1], f"actions.{index}")
        # What a view shows beside `state` is no claim.
        if record.outcome is not UNSET and (self.revealed or "state" not in self.raw):
            check_outcome(record.game, record.outcome, self.revealed)
        # Of a hand whose seed only an auditor opens, cards given away are told to nobody.
        self.counted = any(is_counted(action) for action in self.actions)
        self.known = self.revealed
        if isinstance(self.sealed, ServerSeed):
            seeds = replace(record.seeds, server_seed=self.sealed.expose())
            self.record = replace(record, seeds=seeds)
            self.raw = self.raw | {"seeds": self.raw["seeds"] | {"server_seed": self.sealed.expose()}}
            self.known = not self.counted

    def _check_seats(self) -> None:
        seeds, seats = self.record.seeds, {str(seat) for seat in self.table.stacks}
        for name in ("client_seeds", "chain_heads"):
            told = getattr(seeds, name)
            # A hand that is void for want of links has not all of them.
            if told is not UNSET and (told.keys() - seats or (not self.void and seats - told.keys())):
                raise RecordError(f"seeds.{name}", "must name exactly the seats of table.stacks")
        policy = self.params.seat_seeds
        if policy is not UNSET and (policy == "chain") != (seeds.chain_heads is not UNSET):
            raise RecordError("params.seat_seeds", "chain needs seeds.chain_heads, and plain has none")

    def _check_members(self) -> None:
        """Which members a hand's record has."""
        record, void = self.record, self.void
        if "bet" in self.raw:
            raise RecordError("bet", "{game} has no bet: chips are put in by actions", game=record.game)
        if void and record.outcome is not UNSET:
            raise RecordError("outcome", "a void hand has no outcome")
        if (self.revealed or void) and record.settlement is UNSET:
            raise RecordError("settlement", "this field is required")
        if self.revealed and not void and record.outcome is UNSET:
            raise RecordError("outcome", "this field is required")
        settlement, seats = record.settlement, {str(seat) for seat in self.table.stacks}
        if settlement is not UNSET and not (settlement.staked.keys() == settlement.returned.keys() == seats):
            raise RecordError("settlement", "must name exactly the seats of table.stacks")

    def verdict(self) -> Verdict:
        checks = [passed("format", "every name, type and text form is right"), self._commitment()]
        checks += [check_receipt(self.raw, self.trust), check_log(self.raw, self.trust)]
        rules, hand = self._rules()
        found = None if hand is None or not (self.known and finished(hand)) else self._result(hand)
        checks += [rules, self._outcome(rules, found), self._settlement(rules, found)]
        checks += [self._cards(hand), self._bots(rules)]
        warnings = [
            f"client_seeds.{seat} {fault}"
            for seat, seed in self.record.seeds.client_seeds.items()
            if self.record.seeds.chain_heads is UNSET
            for fault in client_seed_faults(seed)
        ]
        if self.table.omitted:
            seats = ", ".join(map(str, self.table.omitted))
            warnings.append(f"left out of the hand, for they gave no link in time: {seats}")
        return Verdict(
            tuple(checks), self.record.round_id, self.record.game, self._pending(found), tuple(warnings)
        )

    def _pending(self, found: TableResult | None) -> bool:
        """Of a hand that an auditor opened, what is claimed must be known too."""
        if self.revealed:
            return False
        claims = (self.record.outcome, self.record.settlement)
        return not isinstance(self.sealed, ServerSeed) or UNSET in claims or not (found or self.void)

    def _result(self, hand: Hand) -> TableResult:
        """Without the hands that were never shown, where the seed is an auditor's only."""
        found = result(hand)
        if self.revealed or self.record.outcome is UNSET:
            return found
        told = self.record.outcome.get("hole", {}).keys() | {str(seat) for seat in shown_seats(hand)}
        hole = {seat: cards for seat, cards in found.outcome["hole"].items() if seat in told}
        return dataclasses.replace(found, outcome=found.outcome | {"hole": hole})

    def _commitment(self) -> Check:
        found = check_seats_commitment(self.raw["seeds"], bots=bool(self.table.bots), void=self.void)
        return self.sealed if isinstance(self.sealed, Check) and found.status != "fail" else found

    def deal(self) -> Deal:
        """The dealt deck as far as it is known: the seed's, or what was opened."""
        record, deck = self.record, self.variant.deck(self.params)
        seeds = record.seeds
        perm, public = permutation(self.client_seed, seeds.server_seed_hash, seeds.nonce, len(deck))
        if self.known:
            slots = deck_slots(str(seeds.server_seed), seeds.nonce, deck)
            return Deal(tuple(slots[slot] for slot in perm), public)
        cards: list[str | None] = [None] * len(deck)
        if check_cards(self.raw).status == "pass":
            for opening in self.raw["opened"]:
                cards[opening["place"]] = opening["card"]
        return Deal(tuple(cards), public)

    def _rules(self) -> tuple[Check, Hand | None]:
        if self.void:
            return skipped("rules", "the round is void"), None
        try:
            check_params(self.params)
            self._check_ruleset()
            self._check_button()
            hand = fold(start(self.variant, self.params, self.table, self.deal()), self._played())
            if self.refused_action is not None:
                raise self.refused_action
            if not finished(hand) and (self.revealed or self.raw.get("state") != "open"):
                raise RuleError("actions", "the hand is not finished after the last action")
        except RuleError as error:
            return failed("rules", "{field}: " + error.rule, field=error.field, **error.values), None
        if self.known:
            return passed(
                "rules", "the table, every bet and every action are allowed" + self._defaults()
            ), hand
        return passed("rules", "what can be known without the seed is allowed" + self._defaults()), hand

    def _defaults(self) -> str:
        """Which params the record leaves to the defaults frozen for `v1`."""
        missing = [name for name in self.variant.params_dict(self.params) if name not in self.record.params]
        return f"; left out and taken from the defaults: {', '.join(missing)}" if missing else ""

    def _played(self) -> list[Any]:
        """The actions before one that the game does not have."""
        if self.refused_action is None:
            return self.actions
        return self.actions[: int(self.refused_action.field.split(".")[1])]

    def _check_ruleset(self) -> None:
        if self.record.ruleset is UNSET:
            return
        policy = "plain" if self.record.seeds.chain_heads is UNSET else "chain"
        params = self.variant.params_dict(self.params) | {"seat_seeds": policy}
        expected = ruleset_digest(self.record.game, params, frozenset(), None)
        if self.record.ruleset != expected:
            text = "its digest is not that of the params, which is {digest}"
            raise RuleError("ruleset", text, digest=expected)

    def _check_button(self) -> None:
        """The button of a table's first hand is drawn before anything is posted (poker.md section 2)."""
        if not self.table.first:
            return
        seeds = self.record.seeds
        label = f"button:{seeds.server_seed_hash}:{seeds.nonce}".encode("ascii")
        seats = sorted(self.table.stacks)
        place, _ = Stream.of_label(self.client_seed.encode("ascii"), label).uniform(len(seats))
        if self.table.button != seats[place]:
            raise RuleError(
                "table.button", "the seeds draw seat {seat} for the first hand", seat=seats[place]
            )

    def _outcome(self, rules: Check, found: TableResult | None) -> Check:
        if found is None or self.record.outcome is UNSET:
            return skipped("outcome", self._why(rules))
        if found.outcome == self.record.outcome:
            return passed("outcome", "the seeds give what is recorded", found.outcome, self.record.outcome)
        return failed("outcome", "the seeds give another outcome", found.outcome, self.record.outcome)

    def _settlement(self, rules: Check, found: TableResult | None) -> Check:
        recorded: Any = self.raw.get("settlement")
        if self.void:
            expected, stacks = (
                {"staked": recorded["staked"], "returned": recorded["staked"]},
                self.table.stacks,
            )
            covered = all(0 <= chips <= stacks[int(seat)] for seat, chips in recorded["staked"].items())
            if expected == recorded and covered:
                return passed("settlement", "a void round returns its stakes", expected, recorded)
            return failed("settlement", "a void round returns its stakes", expected, recorded)
        if found is None or recorded is None:
            return skipped("settlement", self._why(rules))
        expected = found.settlement()
        if expected == recorded:
            return passed("settlement", "the chips are those that the rules give", expected, recorded)
        return failed("settlement", "the rules give other chips", expected, recorded)

    def _cards(self, hand: Hand | None) -> Check:
        """What was opened; before the reveal also that the recorded outcome shows the same cards."""
        found = check_cards(self.raw)
        if self.known or found.status != "pass" or hand is None or self.record.outcome is UNSET:
            return found
        opened = {opening["place"]: opening["card"] for opening in self.raw["opened"]}
        outcome = self.record.outcome
        hole = outcome.get("hole")
        shown = [("outcome.board", tuple[int | None, ...](hand.board), outcome.get("board"))]
        for seat, places in zip(hand.seats, hand.holes, strict=True):
            told = hole.get(str(seat)) if isinstance(hole, dict) else None
            shown.append((f"outcome.hole.{seat}", places, told))
        for field, places, cards in shown:
            for place, card in zip(places, cards if isinstance(cards, list) else [], strict=False):
                if place in opened and opened[place] != card:
                    text = "{field} shows another card than was opened of place {place}, which is {card}"
                    return failed("cards", text, field=field, place=place, card=opened[place])
        return found

    def _bots(self, rules: Check) -> Check:
        if not self.table.bots:
            return skipped("bots", "no bot was dealt in")
        if rules.status != "pass" or not self.known:
            return skipped("bots", self._why(rules))
        hand = start(self.variant, self.params, self.table, self.deal())
        unknown = [policy for policy in self.table.bots.values() if policy not in POLICIES]
        count = 0
        for index, action in enumerate(self.actions):
            policy = self.table.bots.get(action.seat, "")
            if policy in POLICIES:
                expected = bot_action(hand, self.actions[:index], policy)
                if expected != action_dict(action):
                    text = "action {index} is not what {policy} does"
                    return failed("bots", text, expected, action_dict(action), index=index, policy=policy)
                count += 1
            hand = act(hand, action)
        if unknown:
            return skipped("bots", "the policy {policy} is not known here", policy=unknown[0])
        return passed("bots", "every action of a bot is what its policy does; actions: {count}", count=count)

    def _why(self, rules: Check) -> str:
        if rules.status == "fail":
            return "not run: rules failed"
        if self.void:
            return "the round is void"
        if not isinstance(self.sealed, ServerSeed):
            return "needs the server seed, which is not revealed yet"
        if self.counted:
            return "needs the cards that were given away; where only an auditor has the seed they are counted"
        return "the record does not tell it"


def _unsealed(record: TableRecord, trust: Trust) -> ServerSeed | Check | None:
    """The seed that was sealed to the auditor who verifies, or the check on what can't be opened. None
    where there is nothing to open."""
    if trust.auditor is None or record.sealed_server_seed is UNSET:
        return None
    try:
        return trust.auditor.open(record.sealed_server_seed, record.seeds.server_seed_hash)
    except CommitmentError:
        return skipped("commitment", "sealed_server_seed can't be opened with this auditor's key")
    except SeedError:
        return failed("commitment", "what is sealed is no server seed")
