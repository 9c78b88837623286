"""Ordinary records, fast: finished rounds of one player with nothing signed or logged, of which every check
passes (docs/audit.md, What is checked).

`Ordinary.verified` only ever says yes: of the texts that it takes, `verify_record` would pass every check but
`receipt` and `log`, which it would skip. Whatever is unusual or wrong gets no answer, and goes to the strict
reader and `verify_record`. The rules are the games' own code; what it says of params, seeds and commitments
is kept, since the rounds of a bundle share them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import msgspec

from fairseed.commitments import VerifierKey
from fairseed.derivation import FairseedError, SeedPair, encode_client_seed, hash_server_seed
from fairseed.records import ROUND_TYPE, ruleset_digest
from fairseed.verification import Trust, Verdict
from fairseed.verification.verdict import passed, skipped
from games import GAMES, Game, GameError, replay

AnyGame = Game[Any, Any, Any, Any]

GAMES_TAKEN: Final = frozenset({"dice", "limbo", "plinko", "mines", "hilo"})
LONGEST: Final = 2**16  # bytes of a record
KEPT: Final = 2**14  # params, and seed pairs, that are remembered

_MEMBERS: Final = frozenset(
    {"type", "round_id", "game", "params", "bet", "seeds", "actions", "outcome", "settlement"}
)
_SEEDS: Final = frozenset({"scheme", "server_seed_hash", "server_seed", "client_seed", "nonce"})
# What begins a value outside strings that is no small whole number, no text, no list and no object. Inside a
# string it may stand too: then the record is taken for unusual.
_ODD: Final = re.compile(rb"[:,\[][ \t\r\n]*(?:[-tfn]|[0-9]{16}|[0-9]+[.eE])")


@dataclass(slots=True)
class _Rules:
    """What is known of one game's params: read, and allowed for stakes up to `most`."""

    game: AnyGame
    params: Any
    most: int = 0


class Ordinary:
    """Remembers what the records so far shared."""

    def __init__(self, trust: Trust) -> None:
        self._taken = not trust.receipts and not trust.complete
        self._rules: dict[bytes, _Rules | None] = {}
        self._pairs: dict[tuple[str, ...], SeedPair | None] = {}

    def verified(self, text: bytes) -> dict[str, Any] | None:
        """The record, where every check passes; None where `verify_record` has to say."""
        if not self._taken or len(text) > LONGEST or not text.isascii() or b"\\" in text or _ODD.search(text):
            return None
        try:
            value = msgspec.json.decode(text)
            # Neither a number nor a literal can be anything else now, and no string has an escape.
            # A repeated key is left: it is in the text but not in the value.
            if type(value) is not dict or msgspec.json.encode(value).count(b'"') != text.count(b'"'):
                return None
            return value if self._passes(value) else None
        except (msgspec.MsgspecError, RecursionError, FairseedError, GameError, ArithmeticError):
            return None

    def _passes(self, record: dict[str, Any]) -> bool:
        extra = record.keys() - _MEMBERS
        if len(record) - len(extra) != len(_MEMBERS) or extra - {"ruleset"}:
            return False
        if record["type"] != ROUND_TYPE:
            return False
        if type(record["round_id"]) is not str or type(record["game"]) is not str:
            return False
        rules, pair = self._known_rules(record), self._known_pair(record["seeds"])
        if rules is None or pair is None:
            return False
        game, bet, settlement = rules.game, record["bet"], record["settlement"]
        if type(bet) is not dict or bet.keys() != {"stake"} or type(bet["stake"]) is not int:
            return False
        placed = game.read_bet(bet)
        if not 1 <= placed.stake <= rules.most:
            # What a bet may return grows with its stake: a lower one is allowed as well.
            game.check(rules.params, placed)
            rules.most = placed.stake
        actions = record["actions"]
        if type(actions) is not list:
            return False
        made = [game.read_action(action) for action in actions]
        state = replay(game, rules.params, placed, made, pair.stream(record["seeds"]["nonce"]))
        if not game.finished(state):
            return False
        result = game.result(state)
        if result.outcome != record["outcome"] or type(settlement) is not dict:
            return False
        expected = result.settlement()
        if "multiplier" not in settlement:
            expected.pop("multiplier", None)
        return expected == settlement

    def _known_rules(self, record: dict[str, Any]) -> _Rules | None:
        """By game, params and ruleset: their form, and that the ruleset's digest is the params'."""
        key = msgspec.json.encode([record["game"], record["params"], record.get("ruleset")])
        if key not in self._rules:
            if len(self._rules) >= KEPT:
                self._rules.clear()
            self._rules[key] = _learn(record)
        return self._rules[key]

    def _known_pair(self, seeds: Any) -> SeedPair | None:
        if type(seeds) is not dict or seeds.keys() != _SEEDS or type(seeds["nonce"]) is not int:
            return None
        key = (seeds["scheme"], seeds["server_seed_hash"], seeds["server_seed"], seeds["client_seed"])
        if any(type(part) is not str for part in key):
            return None
        if key not in self._pairs:
            if len(self._pairs) >= KEPT:
                self._pairs.clear()
            self._pairs[key] = None
            encode_client_seed(key[3])
            pair = SeedPair(key[2], key[3])
            if key[0] == "fairseed-v1" and hash_server_seed(key[2]) == key[1]:
                self._pairs[key] = pair
        return self._pairs[key]


def _learn(record: dict[str, Any]) -> _Rules | None:
    """The rules of the record's params; None where they, or their ruleset, are for `verify_record`."""
    if record["game"] not in GAMES_TAKEN:
        return None
    game: AnyGame = GAMES[record["game"]]
    params = game.read_params(record["params"])
    tables = game.paytables(params)
    if tables is not None and tables[params.risk].get(str(params.rows)) != params.multipliers:
        return None  # an operator's own paytable
    if "ruleset" in record:
        digest = ruleset_digest(game.name, game.params_dict(params), game.choices, tables)
        if record["ruleset"] != digest:
            return None
    return _Rules(game, params)


@lru_cache(4)
def ordinary(keys: tuple[str, ...]) -> Ordinary:
    """One for all units of an audit: what is known of rules and seeds stays known."""
    return Ordinary(Trust(tuple(VerifierKey.parse(key) for key in keys)))


# What `verify_record` says of each record that is taken here, without its texts.
VERDICT: Final = Verdict(
    (
        *(passed(check, "") for check in ("format", "commitment")),
        *(skipped(check, "") for check in ("receipt", "log")),
        *(passed(check, "") for check in ("rules", "outcome", "settlement")),
    ),
    None,
    None,
    pending=False,
)
