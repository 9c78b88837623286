"""The verdict on a match of tavern dice: the checks of every record, and `cards` and `bots`.

A match has no hidden cards, so `cards` is always `skip`. Without a server seed no roll is known; `rules`
then asks whether some dice make the recorded actions legal.
"""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from fairseed.commitments.chains import table_client_seed
from fairseed.derivation import SeedPair, client_seed_faults
from fairseed.records import Document, RecordError, ruleset_digest
from fairseed.records.players import read_match_record
from fairseed.verification.seats import check_seats_commitment
from fairseed.verification.trust import Trust, check_log, check_receipt, proven_keys
from fairseed.verification.verdict import Check, Verdict, failed, passed, skipped
from games import IllegalActionError, RuleError
from games import tavern_dice as dice
from games.tavern_dice.bots import bot_action, is_known
from games.tavern_dice.params import is_player


class MatchClaim:
    """A record whose format passed, and the checks on it. FairseedError, GameError where it did not."""

    def __init__(self, document: Document, trust: Trust) -> None:
        if document.faults:
            raise RecordError("record", "{fault}", fault=document.faults[0])
        self.record = record = read_match_record(document.value)
        self.raw: dict[str, Any] = document.value
        self.trust = trust.with_keys(proven_keys(self.raw.get("commitment"), trust))
        self.params = dice.read_params(record.params)
        self.bots = {} if record.table is UNSET else dice.read_bots(record.table, self.params.players)
        self.revealed = record.seeds.server_seed is not UNSET
        self.void = record.void is not UNSET
        self._check_seats()
        self._check_members()
        self.client_seed = table_client_seed(record.seeds.client_seeds) if record.seeds.client_seeds else ""
        self.refused_action: IllegalActionError | None = None
        self.actions: list[dice.Action] = []
        for index, action in enumerate(record.actions):
            try:
                read = dice.read_action(action, f"actions.{index}")
            except IllegalActionError as error:
                # What stands before it is played; what stands behind it only has its form.
                self.refused_action = self.refused_action or error
            else:
                if self.refused_action is None:
                    self.actions.append(read)
        # What a view shows beside `state` is no claim.
        if record.outcome is not UNSET and (self.revealed or "state" not in self.raw):
            dice.check_outcome(record.outcome)

    def _check_seats(self) -> None:
        seeds, players = self.record.seeds, self.params.players
        for name in ("client_seeds", "chain_heads"):
            told = getattr(seeds, name)
            if told is UNSET:
                continue
            # A match that is void for want of links has not all of them.
            whole = len(told) == players or (self.void and len(told) < players)
            if not whole or not all(is_player(player, players) for player in told):
                raise RecordError(f"seeds.{name}", "must name exactly the players of the match")
        policy = self.params.seat_seeds
        if policy is not UNSET and (policy == "chain") != (seeds.chain_heads is not UNSET):
            raise RecordError("params.seat_seeds", "chain needs seeds.chain_heads, and plain has none")

    def _check_members(self) -> None:
        """Which members a match's record has."""
        record = self.record
        if "bet" in self.raw:
            raise RecordError("bet", "{game} has no bet: every player puts in the ante", game=record.game)
        if self.void and record.outcome is not UNSET:
            raise RecordError("outcome", "a void match has no outcome")
        if (self.revealed or self.void) and record.settlement is UNSET:
            raise RecordError("settlement", "this field is required")
        if self.revealed and not self.void and record.outcome is UNSET:
            raise RecordError("outcome", "this field is required")
        if record.settlement is UNSET:
            return
        for name in ("staked", "returned"):
            told = getattr(record.settlement, name)
            players = self.params.players
            if len(told) != players or not all(is_player(player, players) for player in told):
                raise RecordError(f"settlement.{name}", "must name exactly the players of the match")

    def verdict(self) -> Verdict:
        record = self.record
        commitment = check_seats_commitment(self.raw["seeds"], bots=bool(self.bots), void=self.void)
        checks = [passed("format", "every name, type and text form is right"), commitment]
        checks += [check_receipt(self.raw, self.trust), check_log(self.raw, self.trust)]
        rules, found = self._rules()
        checks += [rules, self._outcome(rules, found), self._settlement(rules, found)]
        checks += [skipped("cards", "this game has no hidden deck"), self._bots(rules)]
        warnings = [
            f"client_seeds.{player} {fault}"
            for player, seed in record.seeds.client_seeds.items()
            if record.seeds.chain_heads is UNSET
            for fault in client_seed_faults(seed)
        ]
        return Verdict(tuple(checks), record.round_id, record.game, not self.revealed, tuple(warnings))

    def _start(self) -> dice.Match:
        seeds = self.record.seeds
        return dice.start(self.params, SeedPair(str(seeds.server_seed), self.client_seed).stream(seeds.nonce))

    def _rules(self) -> tuple[Check, dice.MatchResult | None]:
        if self.void:
            return skipped("rules", "the round is void"), None
        found = None
        try:
            dice.check_params(self.params)
            self._check_ruleset()
            if self.revealed:
                match = dice.fold(self._start(), self.actions)
                if self.refused_action is None:
                    found = dice.result(match)
            else:
                ended = self.refused_action is None and self.raw.get("state") != "open"
                dice.check_blind(self.params, self.actions, ended=ended)
            if self.refused_action is not None:
                raise self.refused_action
        except RuleError as error:
            return failed("rules", "{field}: " + error.rule, field=error.field, **error.values), None
        if found is None:
            return passed("rules", "what can be known without the seed is allowed" + self._defaults()), None
        return passed("rules", "the params and every action are allowed" + self._defaults()), found

    def _defaults(self) -> str:
        """Which params the record leaves to the defaults frozen for `v1`."""
        missing = [name for name in dice.params_dict(self.params) if name not in self.record.params]
        return f"; left out and taken from the defaults: {', '.join(missing)}" if missing else ""

    def _check_ruleset(self) -> None:
        if self.record.ruleset is UNSET:
            return
        policy = "plain" if self.record.seeds.chain_heads is UNSET else "chain"
        params = dice.params_dict(self.params) | {"seat_seeds": policy}
        expected = ruleset_digest(dice.NAME, params, dice.CHOICES, None)
        if self.record.ruleset != expected:
            text = "its digest is not that of the params, which is {digest}"
            raise RuleError("ruleset", text, digest=expected)

    def _outcome(self, rules: Check, found: dice.MatchResult | None) -> Check:
        if found is None:
            return skipped("outcome", self._why(rules))
        if found.outcome == self.record.outcome:
            return passed("outcome", "the seeds give what is recorded", found.outcome, self.record.outcome)
        return failed("outcome", "the seeds give another outcome", found.outcome, self.record.outcome)

    def _settlement(self, rules: Check, found: dice.MatchResult | None) -> Check:
        recorded: Any = self.raw.get("settlement")
        if self.void:
            antes = {str(player): self.params.ante for player in range(self.params.players)}
            expected: Any = {"staked": antes, "returned": antes}
            text = "a void round returns its stakes"
            return (passed if expected == recorded else failed)("settlement", text, expected, recorded)
        if found is None:
            return skipped("settlement", self._why(rules))
        expected = found.settlement()
        if expected == recorded:
            return passed("settlement", "the chips are those that the rules give", expected, recorded)
        return failed("settlement", "the rules give other chips", expected, recorded)

    def _bots(self, rules: Check) -> Check:
        if not self.bots:
            return skipped("bots", "no bot was dealt in")
        if rules.status != "pass" or not self.revealed:
            return skipped("bots", self._why(rules))
        match, count = self._start(), 0
        for index, action in enumerate(self.actions):
            policy = self.bots.get(action.player, "")
            if is_known(policy):
                expected = None if action.player != match.turn else bot_action(match, policy)
                made = dice.action_dict(action)
                if expected is None or expected != _ascending(made):
                    text = "action {index} is not what {policy} does"
                    return failed("bots", text, expected, made, index=index, policy=policy)
                count += 1
            match = dice.act(match, action)
        unknown = [policy for policy in self.bots.values() if not is_known(policy)]
        if unknown:
            return skipped("bots", "the policy {policy} is not known here", policy=unknown[0])
        return passed("bots", "every action of a bot is what its policy does; actions: {count}", count=count)

    def _why(self, rules: Check) -> str:
        if rules.status == "fail":
            return "not run: rules failed"
        return "the round is void" if self.void else "needs the server seed, which is not revealed yet"


def _ascending(action: dict[str, Any]) -> dict[str, Any]:
    """Kept dice are a set: their order says nothing."""
    return action | {"dice": sorted(action["dice"])} if "dice" in action else action
