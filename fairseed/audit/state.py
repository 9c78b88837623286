"""What an audit has found so far: counts, and the failures named.

A state is of a stretch of the input; `add` takes the stretch behind it. Adding is associative, so that units,
shards and a resumed run come to the same state, byte for byte. Its size depends on the number of files, not
of rounds.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Any, Final

import msgspec

from fairseed.audit.statistics import Samples, frozen, theoretical
from fairseed.verification import Verdict

NAMED: Final = 1000  # failures named, and unusable lines
_LONGEST: Final = 2000  # characters of a value that is shown with a failure

_FRACTION: Final = r"^(0|[1-9][0-9]*)(/[1-9][0-9]*)?$"

VERDICTS: Final = ("verified", "failed", "pending", "unusable")


@dataclass(slots=True)
class FileState:
    """One file: a bundle, or a stretch of one. Places count from 0 within the stretch.

    `first` is the nonce of its first record and `nonce_break` the first place whose nonce is not `first` plus
    the place; `pair` are the seeds of its first record and `pair_break` the first place with others, and
    these.
    """

    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(VERDICTS, 0))
    lines: int = 0
    first: Any = None
    nonce_break: tuple[int, Any] | None = None
    pair: list[Any] | None = None
    pair_break: tuple[int, list[Any]] | None = None

    @property
    def records(self) -> int:
        return self.counts["verified"] + self.counts["failed"] + self.counts["pending"]

    def take(self, nonce: Any, pair: list[Any]) -> None:
        """A record behind those so far; its verdict is counted afterwards."""
        place = self.records
        if not place:
            self.first, self.pair = nonce, pair
            if not _is_nonce(nonce):
                self.nonce_break = (0, nonce)
            return
        if self.nonce_break is None and (not _is_nonce(nonce) or nonce != self.first + place):
            self.nonce_break = (place, nonce)
        if self.pair_break is None and pair != self.pair:
            self.pair_break = (place, pair)

    def add(self, other: FileState) -> None:
        """The stretch behind this one."""
        place = self.records
        if not place:
            self.first, self.nonce_break = other.first, other.nonce_break
            self.pair, self.pair_break = other.pair, other.pair_break
        elif other.records:
            if self.nonce_break is None:
                if not _is_nonce(other.first) or other.first != self.first + place:
                    self.nonce_break = (place, other.first)
                elif other.nonce_break is not None:
                    self.nonce_break = (place + other.nonce_break[0], other.nonce_break[1])
            if self.pair_break is None:
                if other.pair != self.pair:
                    self.pair_break = (place, other.pair or [])
                elif other.pair_break is not None:
                    self.pair_break = (place + other.pair_break[0], other.pair_break[1])
        for name in VERDICTS:
            self.counts[name] += other.counts[name]
        self.lines += other.lines

    def to_json(self) -> list[Any]:
        return [self.counts, self.lines, self.first, self.nonce_break, self.pair, self.pair_break]

    @classmethod
    def from_json(cls, value: list[Any]) -> FileState:
        counts, lines, first, nonce_break, pair, pair_break = value
        return cls(
            counts, lines, first, tuple(nonce_break) if nonce_break else None, pair,
            tuple(pair_break) if pair_break else None,
        )  # fmt: skip


def _is_nonce(value: Any) -> bool:
    return type(value) is int


@dataclass(slots=True)
class GameState:
    """Verified rounds of one game, and their chips. `known` are the rounds whose theoretical RTP is one
    number, `expected` the sum of stake · RTP over these."""

    rounds: int = 0
    staked: int = 0
    returned: int = 0
    known: int = 0
    known_staked: int = 0
    known_returned: int = 0
    expected: Fraction = Fraction(0)

    def add(self, other: GameState) -> None:
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def to_json(self) -> list[Any]:
        return [*(getattr(self, name) for name in self.__slots__[:-1]), str(self.expected)]

    @classmethod
    def from_json(cls, value: list[Any]) -> GameState:
        rounds, staked, returned, known, known_staked, known_returned, expected = value
        return cls(rounds, staked, returned, known, known_staked, known_returned, Fraction(expected))


@dataclass(slots=True)
class State:
    """Everything counted, by file (its place in the input) and by game."""

    files: dict[int, FileState] = field(default_factory=dict)
    games: dict[str, GameState] = field(default_factory=dict)
    checks: dict[str, dict[str, int]] = field(default_factory=dict)
    samples: Samples = field(default_factory=Samples)
    failures: list[dict[str, Any]] = field(default_factory=list)
    unusable: list[dict[str, Any]] = field(default_factory=list)

    def file(self, number: int) -> FileState:
        return self.files.setdefault(number, FileState())

    def game(self, name: str) -> GameState:
        return self.games.setdefault(name, GameState())

    def tally(self, check: str, status: str, rounds: int = 1) -> None:
        if rounds:
            found = self.checks.setdefault(check, {"pass": 0, "fail": 0, "skip": 0})
            found[status] += rounds

    def take(self, number: int, place: int, record: Any, verdict: Verdict) -> None:
        """A record's verdict. `place` is its line, or its row, from 1 within the stretch."""
        file = self._place(number, record)
        seeds = record.get("seeds")
        nonce = seeds.get("nonce") if isinstance(seeds, dict) else None
        self.judge(number, place, nonce, verdict)
        file.counts[verdict.verdict] += 1
        if verdict.verdict == "verified" and "void" not in record:
            self.count(record)

    def take_verified(self, number: int, record: dict[str, Any]) -> None:
        """A finished round that is verified; its checks are tallied by the caller."""
        self._place(number, record).counts["verified"] += 1
        self.count(record)

    def _place(self, number: int, record: dict[str, Any]) -> FileState:
        """The file that the record stands in, which takes note of its seeds."""
        seeds = record.get("seeds")
        seeds = seeds if isinstance(seeds, dict) else {}
        pair = [seeds.get(name) for name in ("scheme", "server_seed_hash", "server_seed", "client_seed")]
        file = self.file(number)
        file.take(seeds.get("nonce"), pair)
        return file

    def judge(self, number: int, place: int, nonce: Any, verdict: Verdict) -> None:
        """Tallies the checks of a verdict, and names it where it failed."""
        for check in verdict.checks:
            self.tally(check.check, check.status)
        if verdict.verdict == "failed" and len(self.failures) < NAMED:
            self.failures.append(
                {
                    "file": number,
                    "place": place,
                    "round_id": verdict.round_id,
                    "game": verdict.game,
                    "nonce": nonce if type(nonce) is int else None,
                    "checks": [_told(check) for check in verdict.checks if check.status == "fail"],
                }
            )

    def count(self, record: dict[str, Any]) -> None:
        """A verified record's outcome and chips."""
        name, params = record["game"], record["params"]
        self.samples.take(name, params, record["outcome"])
        game = self.game(name)
        game.rounds += 1
        settlement = record.get("settlement")
        if settlement is None:
            return
        staked, returned = (_chips(settlement[side]) for side in ("staked", "returned"))
        game.staked += staked
        game.returned += returned
        rtp = theoretical(name, frozen(params))
        if rtp is not None and record["outcome"].get("result") != "abandoned":
            game.known += 1
            game.known_staked += staked
            game.known_returned += returned
            game.expected += staked * rtp

    def take_unusable(self, number: int, line: int, rule: str, values: dict[str, Any]) -> None:
        self.file(number).counts["unusable"] += 1
        if len(self.unusable) < NAMED:
            self.unusable.append(
                {
                    "file": number,
                    "place": line,
                    "rule": rule,
                    "values": {k: str(v) for k, v in values.items()},
                }
            )

    def add(self, other: State) -> None:
        """The stretch behind this one; `other` is used up."""
        for name, mine, theirs in (
            ("failures", self.failures, other.failures),
            ("unusable", self.unusable, other.unusable),
        ):
            moved = [
                entry
                | {
                    "place": entry["place"]
                    + (self.files[entry["file"]].lines if entry["file"] in self.files else 0)
                }
                for entry in theirs[: NAMED - len(mine)]
            ]
            setattr(self, name, mine + moved)
        for number, file in other.files.items():
            self.file(number).add(file)
        for game, found in other.games.items():
            self.game(game).add(found)
        for check, statuses in other.checks.items():
            for status, rounds in statuses.items():
                self.tally(check, status, rounds)
        self.samples.add(other.samples)

    @property
    def counts(self) -> dict[str, int]:
        return {name: sum(file.counts[name] for file in self.files.values()) for name in VERDICTS}

    @property
    def mentioned(self) -> set[int]:
        """The files that anything is told of."""
        return {*self.files, *(entry["file"] for entry in (*self.failures, *self.unusable))}

    def to_json(self) -> dict[str, Any]:
        return {
            "files": [[number, self.files[number].to_json()] for number in sorted(self.files)],
            "games": {name: self.games[name].to_json() for name in sorted(self.games)},
            "checks": {name: self.checks[name] for name in sorted(self.checks)},
            "samples": self.samples.to_json(),
            "failures": self.failures,
            "unusable": self.unusable,
        }

    @classmethod
    def from_json(cls, value: Any) -> State:
        """What `to_json` made. ValueError where it is anything else."""
        value = msgspec.to_builtins(msgspec.convert(value, _Written))
        return cls(
            {number: FileState.from_json(file) for number, file in value["files"]},
            {name: GameState.from_json(game) for name, game in value["games"].items()},
            value["checks"],
            Samples.from_json(value["samples"]),
            value["failures"],
            value["unusable"],
        )


# The form of a written state: it comes back from a file that may be damaged, or another's.
_Count = Annotated[int, msgspec.Meta(ge=0)]
_Place = tuple[_Count, Any]
_Game = tuple[_Count, _Count, _Count, _Count, _Count, _Count, Annotated[str, msgspec.Meta(pattern=_FRACTION)]]


class _Counts(msgspec.Struct, forbid_unknown_fields=True):
    verified: _Count
    failed: _Count
    pending: _Count
    unusable: _Count


class _Statuses(msgspec.Struct, forbid_unknown_fields=True, rename={"passed": "pass"}):
    passed: _Count
    fail: _Count
    skip: _Count


class _Sample(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    counts: list[_Count]
    expected: list[int] | None = None


class _Told(msgspec.Struct, forbid_unknown_fields=True):
    check: str
    detail: str
    values: dict[str, Any]
    expected: Any
    actual: Any


class _Failure(msgspec.Struct, forbid_unknown_fields=True):
    file: _Count
    place: _Count
    round_id: str | None
    game: str | None
    nonce: int | None
    checks: list[_Told]


class _Unusable(msgspec.Struct, forbid_unknown_fields=True):
    file: _Count
    place: _Count
    rule: str
    values: dict[str, str]


class _Written(msgspec.Struct, forbid_unknown_fields=True):
    files: list[
        tuple[
            _Count,
            tuple[_Counts, _Count, Any, _Place | None, list[Any] | None, tuple[_Count, list[Any]] | None],
        ]
    ]
    games: dict[str, _Game]
    checks: dict[str, _Statuses]
    samples: dict[str, _Sample]
    failures: list[_Failure]
    unusable: list[_Unusable]


def digest_of(value: Any) -> str:
    """SHA-256 of a written state: what was damaged on a disk or on its way is told from what was written."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def _chips(value: Any) -> int:
    """Of one player, or of all seats together."""
    return sum(value.values()) if isinstance(value, dict) else value


def _told(check: Any) -> dict[str, Any]:
    """A failed check, its text as template and values (docs/design.md, Errors); long values are left out."""
    values = {name: value if isinstance(value, int) else str(value) for name, value in check.values.items()}
    told = {"check": check.check, "detail": check.detail, "values": values}
    for name, value in (("expected", check.expected), ("actual", check.actual)):
        told[name] = value if len(json.dumps(value, default=str)) <= _LONGEST else None
    return told
