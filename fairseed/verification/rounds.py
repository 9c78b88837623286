"""Record → verdict: a pure function, no clock, no network, no configuration.

1. `format`: JSON, types, names, text forms; if it fails nothing else can be known.
2. `commitment`: the revealed seed hashes to the promised hash.
3. `receipt`, 4. `log`: what was signed and logged says the same; `skip` where the record has none.
5. `rules`: ranges, refused bets, every action legal when it was made, the round finished.
6. `outcome`: the same fold as the service ran, on the record, equals what is recorded.
7. `settlement`: the same, of chips.
Without a server seed 2, 6 and 7 are `skip` and 5 covers what can be known.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from msgspec import UNSET

from fairseed.commitments.chains import table_client_seed
from fairseed.derivation import (
    MAX_RECORD_NONCE,
    FairseedError,
    SeedPair,
    client_seed_faults,
    encode_client_seed,
    hash_server_seed,
)
from fairseed.records import Document, Record, RecordError, read_record, ruleset_digest
from fairseed.records.players import PlayersRecord, read_players_record
from fairseed.verification.matches import MatchClaim
from fairseed.verification.seats import check_seats_commitment
from fairseed.verification.tables import TABLE_CHECKS, TableClaim
from fairseed.verification.trust import Trust, check_log, check_receipt, proven_keys
from fairseed.verification.verdict import ROUND_CHECKS, Check, Verdict, failed, passed, skipped
from games import GAMES, Game, GameError, IllegalActionError, Result, RuleError, replay
from games.house_poker import HouseBet
from games.poker import VARIANTS
from games.tavern_dice import NAME as TAVERN_DICE

AnyGame = Game[Any, Any, Any, Any]
MOST_BOXES = 64


def verify_record(source: Document | dict[str, Any], trust: Trust = Trust()) -> Verdict:  # noqa: B008 (frozen)
    """The verdict on one record, given as a JSON object or as a document read strictly. `trust`
    holds the keys that are trusted for receipts and log, and receipts that a player kept."""
    document = source if isinstance(source, Document) else Document(source)
    value = document.value
    named = value.get("round_id") if isinstance(value, dict) else None
    game = value.get("game") if isinstance(value, dict) else None
    round_id = named if isinstance(named, str) else None
    name = game if isinstance(game, str) else None
    claimed = TableClaim if name in VARIANTS else MatchClaim if name == TAVERN_DICE else _claim
    try:
        claim: _Claim | TableClaim | MatchClaim = claimed(document, trust)
    except (FairseedError, GameError) as error:
        checks = [failed("format", "{field}: " + error.rule, field=error.field, **error.values)]
        checks += [
            skipped(check, "not run: format failed")
            for check in (ROUND_CHECKS if claimed is _claim else TABLE_CHECKS)[1:]
        ]
        revealed = (
            isinstance(value, dict)
            and isinstance(value.get("seeds"), dict)
            and "server_seed" in value["seeds"]
        )
        return Verdict(tuple(checks), round_id, name, pending=not revealed)
    return claim.verdict()


def _claim(document: Document, trust: Trust) -> _Claim:
    """A public table of a house game has the seeds and chips of several players."""
    params = document.value.get("params") if isinstance(document.value, dict) else None
    public = isinstance(params, dict) and params.get("table") == "public"
    return _PublicClaim(document, trust) if public else _Claim(document, trust)


class _Claim:
    """A record whose format passed, and the checks on it."""

    def __init__(self, document: Document, trust: Trust) -> None:
        if document.faults:
            raise RecordError("record", "{fault}", fault=document.faults[0])
        self.record = record = self._read(document.value)
        self.raw: dict[str, Any] = document.value
        self.trust = trust.with_keys(proven_keys(self.raw.get("commitment"), trust))
        if record.game not in GAMES:
            raise RecordError("game", "{game} is not a game known here", game=record.game)
        self.game: AnyGame = GAMES[record.game]
        self.client_seed = self._client_seed()
        self.revealed = record.seeds.server_seed is not UNSET
        self._check_members(record)
        self.params = self.game.read_params(record.params)
        self.bet = self.game.read_bet(record.bet) if self.game.bet_type else None
        self.refused_action: IllegalActionError | None = None
        self.actions = self._read_actions(record.actions)
        if record.outcome is not UNSET and (self.revealed or "state" not in self.raw):
            self.game.check_outcome(record.outcome)

    def _read(self, value: object) -> Any:
        return read_record(value)

    def _client_seed(self) -> str:
        """The client seed of the stream. FairseedError where it is none."""
        seed: str = self.record.seeds.client_seed
        encode_client_seed(seed)
        return seed

    def _check_members(self, record: Record) -> None:
        """Which members a record of this game has."""
        has_stakes = self.game.bet_type is not None
        settles = has_stakes and (self.revealed or record.void is not UNSET)
        for name, wanted in (("bet", has_stakes), ("settlement", settles)):
            if wanted and getattr(record, name) is UNSET:
                raise RecordError(name, "this field is required")
        for name in ("bet", "settlement"):
            if not has_stakes and getattr(record, name) is not UNSET:
                raise RecordError(name, "{game} has no bet and no settlement", game=record.game)
        if record.void is not UNSET and record.outcome is not UNSET:
            raise RecordError("outcome", "a void round has no outcome")
        if self.revealed and record.void is UNSET and record.outcome is UNSET:
            raise RecordError("outcome", "this field is required")
        settlement = record.settlement
        if settlement is not UNSET and settlement.multiplier is not UNSET and not self.game.shows_multiplier:
            raise RecordError("settlement.multiplier", "{game} shows no multiplier", game=record.game)

    def _read_actions(self, raw: list[Any]) -> list[Any]:
        """An unknown action type is for `rules` to refuse; every other fault is `format`."""
        actions = []
        for index, action in enumerate(raw):
            try:
                actions.append(self.game.read_action(action, f"actions.{index}"))
            except IllegalActionError as error:
                self.refused_action = self.refused_action or error
        return actions

    def verdict(self) -> Verdict:
        record = self.record
        checks = [passed("format", "every name, type and text form is right")]
        checks.append(self._commitment())
        checks += [check_receipt(self.raw, self.trust), check_log(self.raw, self.trust)]
        rules, result = self._rules()
        checks.append(rules)
        checks += [self._outcome(rules, result), self._settlement(rules, result)]
        warnings = tuple(self._seed_faults() + self._unknown_tables())
        return Verdict(tuple(checks), record.round_id, record.game, not self.revealed, warnings)

    def _seed_faults(self) -> list[str]:
        return [f"client_seed {fault}" for fault in client_seed_faults(self.record.seeds.client_seed)]

    def _commitment(self) -> Check:
        seeds = self.record.seeds
        if seeds.server_seed is UNSET:
            return skipped("commitment", "needs the server seed, which is not revealed yet")
        actual = hash_server_seed(str(seeds.server_seed))
        if actual != seeds.server_seed_hash:
            return failed(
                "commitment",
                "the revealed seed does not hash to the promised hash",
                actual,
                seeds.server_seed_hash,
            )
        return passed("commitment", "SHA-256 of the revealed seed is the promised hash", actual, actual)

    def _rules(self) -> tuple[Check, Result | None]:
        record = self.record
        if record.void is not UNSET:
            return skipped("rules", "the round is void"), None
        try:
            self.game.check(self.params, self.bet)
            self._check_ruleset()
            if not self.revealed:
                if self.refused_action:
                    raise self.refused_action
                self.game.check_blind(self.params, self.bet, self.actions)
                return passed(
                    "rules", "what can be known without the seed is allowed" + self._defaults()
                ), None
            pair = SeedPair(str(record.seeds.server_seed), self.client_seed)
            state = replay(self.game, self.params, self.bet, self.actions, pair.stream(record.seeds.nonce))
            if self.refused_action:
                raise self.refused_action
            if not self.game.finished(state):
                raise RuleError("actions", "the round is not finished after the last action")
        except RuleError as error:
            return failed("rules", "{field}: " + error.rule, field=error.field, **error.values), None
        return passed(
            "rules", "bet, limits and every action are allowed" + self._defaults()
        ), self.game.result(state)

    def _check_ruleset(self) -> None:
        if self.record.ruleset is UNSET or self._unknown_tables():
            return
        expected = self._known_ruleset()
        if self.record.ruleset != expected:
            raise RuleError(
                "ruleset", "its digest is not that of the params, which is {digest}", digest=expected
            )
        if self._own_table():
            raise RuleError("params.multipliers", "are not those of the ruleset that the record names")

    def _known_ruleset(self) -> str:
        """Its digest, with the default paytables where the game has some."""
        params = self.game.params_dict(self.params)
        return ruleset_digest(self.game.name, params, self.game.choices, self.game.paytables(self.params))

    def _own_table(self) -> bool:
        """Whether it is played by a paytable that is not the default one."""
        tables = self.game.paytables(self.params)
        return (
            tables is not None
            and tables[self.params.risk].get(str(self.params.rows)) != self.params.multipliers
        )

    def _unknown_tables(self) -> list[str]:
        """A ruleset holds every paytable; one record of an operator's own holds only its bins'."""
        ruleset = self.record.ruleset
        if ruleset is UNSET or not self._own_table() or ruleset == self._known_ruleset():
            return []
        return ["ruleset not checked: it holds the operator's other paytables, which the record does not"]

    def _defaults(self) -> str:
        """Which params the record leaves to the defaults frozen for `v1`."""
        written = self.game.params_dict(self.params)
        missing = [name for name in written if name not in self.record.params]
        return f"; left out and taken from the defaults: {', '.join(missing)}" if missing else ""

    def _outcome(self, rules: Check, result: Result | None) -> Check:
        if result is None:
            return skipped("outcome", self._why(rules))
        expected = _written(result.outcome)
        if expected == self.record.outcome:
            return passed("outcome", "the seeds give what is recorded", expected, self.record.outcome)
        return failed("outcome", "the seeds give another outcome", expected, self.record.outcome)

    def _settlement(self, rules: Check, result: Result | None) -> Check:
        recorded: dict[str, Any] | None = self.raw.get("settlement")
        if self.game.bet_type is None:
            return skipped("settlement", "{game} has no settlement", game=self.game.name)
        if self.record.void is not UNSET and recorded is not None:
            return self._void_settlement(recorded)
        if result is None or recorded is None:
            return skipped("settlement", self._why(rules))
        full = _written(result.settlement())
        expected = {name: full[name] for name in full if name in recorded or name != "multiplier"}
        if expected == recorded:
            return passed("settlement", "the chips are those that the rules give", expected, recorded)
        return failed("settlement", "the rules give other chips", expected, recorded)

    def _void_settlement(self, recorded: dict[str, Any]) -> Check:
        """What was staked goes back: the bet, and what its actions added, which only the seed tells."""
        least = sum(self.game.stakes(self.bet).values())
        staked = max(least, recorded["staked"])
        if self.revealed:
            # Decision 0001: where the actions don't replay, what they added is not known.
            with suppress(RuleError):
                staked = self._staked()
        expected = _written({"staked": staked, "returned": staked})
        if expected == recorded:
            return passed("settlement", "a void round returns its stakes", expected, recorded)
        text = "a void round returns its stakes and shows no multiplier"
        return failed("settlement", text, expected, recorded)

    def _staked(self) -> int:
        """What was put in by the bet and the recorded actions; RuleError where they don't replay."""
        if self.refused_action:
            raise self.refused_action
        self.game.check(self.params, self.bet)
        return self.game.staked(self.bet, self._replayed())

    def _replayed(self) -> Any:
        pair = SeedPair(str(self.record.seeds.server_seed), self.client_seed)
        stream = pair.stream(self.record.seeds.nonce)
        return replay(self.game, self.params, self.bet, self.actions, stream)

    def _why(self, rules: Check) -> str:
        if rules.status == "fail":
            return "not run: rules failed"
        if self.record.void is not UNSET:
            return "the round is void"
        return "needs the server seed, which is not revealed yet"


def _written(value: Any) -> Any:
    """What was derived as a record writes it; chips beyond any number of a record are a text, which no
    record holds in that place."""
    if isinstance(value, dict):
        return {name: _written(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_written(inner) for inner in value]
    return str(value) if type(value) is int and value > MAX_RECORD_NONCE else value


class _PublicClaim(_Claim):
    """A round in which player p plays box p: client seeds and chips are by player. Seats' seeds are links
    of their chains where the record has `chain_heads`."""

    bet: HouseBet

    def _read(self, value: object) -> PlayersRecord:
        return read_players_record(value)

    def _client_seed(self) -> str:
        seeds = self.record.seeds
        for name in ("client_seeds", "chain_heads"):
            # A round that is void for want of links has not all of them.
            self._check_players(f"seeds.{name}", getattr(seeds, name), some=self.record.void is not UNSET)
        return table_client_seed(seeds.client_seeds) if seeds.client_seeds else ""

    def _check_players(self, field: str, told: Any, *, some: bool = False) -> None:
        """Names exactly the players, one a box, from "0" up; `some`: some of them."""
        boxes = self.record.params.get("boxes")
        if told is UNSET:
            return
        fits = type(boxes) is int and (len(told) == boxes or (some and len(told) < boxes))
        # With fewer than all any numbers below that of the boxes, of which no game has so many.
        named = {str(player) for player in range(min(boxes, MOST_BOXES))} if fits else set()
        if not fits or told.keys() - named:
            raise RecordError(field, "must name exactly the players, one a box")

    def _check_members(self, record: Any) -> None:
        super()._check_members(record)
        if record.settlement is not UNSET:
            for name in ("staked", "returned"):
                self._check_players(f"settlement.{name}", getattr(record.settlement, name))

    def _seed_faults(self) -> list[str]:
        seeds = self.record.seeds
        return [
            f"client_seeds.{player} {fault}"
            for player, seed in seeds.client_seeds.items()
            if seeds.chain_heads is UNSET
            for fault in client_seed_faults(seed)
        ]

    def _commitment(self) -> Check:
        void = self.record.void is not UNSET
        return check_seats_commitment(self.raw["seeds"], bots=False, void=void)

    def _void_settlement(self, recorded: dict[str, Any]) -> Check:
        staked = {
            str(player): max(ante, recorded["staked"].get(str(player), 0))
            for player, ante in enumerate(self.bet.antes)
        }
        if self.revealed:
            # Decision 0001: where the actions don't replay, what they added is not known.
            with suppress(RuleError):
                self._staked()
                staked = {str(player): box.staked for player, box in enumerate(self._replayed().boxes)}
        expected = _written({"staked": staked, "returned": staked})
        if expected == recorded:
            return passed("settlement", "a void round returns its stakes", expected, recorded)
        text = "a void round returns its stakes and shows no multiplier"
        return failed("settlement", text, expected, recorded)
