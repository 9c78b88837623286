"""Rounds in Parquet (docs/audit.md, Parquet): typed columns of dice, limbo and plinko, or a column of
records.

Typed columns are checked with whole arrays. A row passes here only where its bet is allowed, the kernels give
its outcome and the rules its return. Every other row becomes a record and goes to `verify_record`, whose
verdict counts; where more than NAMED rows of a batch fail, the arrays say which check fails in the rest.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any, ClassVar, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from fairseed.audit.bulk import Bulk
from fairseed.audit.errors import AuditError
from fairseed.audit.sources import Kind, Unit
from fairseed.audit.state import NAMED, FileState, GameState, State
from fairseed.audit.statistics import LIMBO_EDGES, ROLLS_PER_CELL
from fairseed.derivation import FairseedError, SeedPair, hash_server_seed
from fairseed.records import ROUND_TYPE, UnusableError, read_object
from fairseed.verification import Trust, verify_record
from games import GAMES, GameError
from games.dice import ROLLS, multiplier
from games.limbo import LEAST, LEAST_TARGET, MOST_TARGET, chance
from games.numbers import MAX_CHIPS, fraction, two_places
from games.plinko import LEAST_ROWS, MOST_ROWS, PLINKO

Array = NDArray[Any]

TYPE: Final = "fairseed/rounds/v1"
METADATA: Final = b"fairseed"
BATCH: Final = 2**18  # rows that are worked on at once
LARGEST: Final = 2**53 - 1
RISKS: Final = ("low", "medium", "high")
# What reading a damaged file raises.
UNREADABLE: Final = (pa.ArrowException, OSError, OverflowError, MemoryError, UnicodeDecodeError)
COLUMNS: Final[dict[str, dict[str, str]]] = {
    "dice": {
        "nonce": "int64",
        "stake": "int64",
        "target": "int32",
        "over": "bool",
        "roll": "int32",
        "returned": "int64",
    },
    "limbo": {
        "nonce": "int64",
        "stake": "int64",
        "target": "int32",
        "multiplier": "int32",
        "returned": "int64",
    },
    "plinko": {
        "nonce": "int64",
        "stake": "int64",
        "rows": "int8",
        "risk": "int8",
        "path": "int32",
        "returned": "int64",
    },
}


@dataclass(frozen=True, slots=True)
class Header:
    """What all rows of a file share: its metadata."""

    game: str
    seeds: dict[str, Any]
    params: dict[str, Any]

    @property
    def pair(self) -> SeedPair | None:
        """None where the seed is not revealed, or is none."""
        try:
            return SeedPair(self.seeds["server_seed"], self.seeds["client_seed"])
        except (KeyError, FairseedError):
            return None

    @property
    def kept(self) -> bool:
        """Whether the revealed seed is the promised one."""
        promised: str = self.seeds["server_seed_hash"]
        return hash_server_seed(self.seeds["server_seed"]) == promised


def look(name: str) -> tuple[Kind, list[int]]:
    """What kind of Parquet file it is, and the bytes of each row group. AuditError where it is no file of
    rounds."""
    try:
        file = pq.ParquetFile(name)
        names = file.schema_arrow.names
        columns = set(names)
        # Of groups, not of columns: looking at these ends the process where their statistics are damaged.
        weights = [
            max(0, group.total_byte_size)
            for group in map(file.metadata.row_group, range(file.num_row_groups))
        ]
    except UNREADABLE as error:
        raise _unreadable(name, error) from None
    if len(columns) < len(names):
        double = min(column for column in columns if names.count(column) > 1)
        raise AuditError(name, "has two columns {column}", column=double)
    if "record" in columns:
        kind = file.schema_arrow.field("record").type
        if not (pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_binary(kind)):
            raise AuditError(name, "column {column} must be of type {kind}", column="record", kind="string")
        return "texts", weights
    header = read_header(name, file)
    wanted = COLUMNS[header.game]
    for column, kind in wanted.items():
        if column not in columns:
            raise AuditError(
                name, "has no column {column}, which {game} needs", column=column, game=header.game
            )
        found = file.schema_arrow.field(column).type
        if pa.types.is_boolean(found) != (kind == "bool") or not (
            pa.types.is_integer(found) or kind == "bool"
        ):
            raise AuditError(name, "column {column} must be of type {kind}", column=column, kind=kind)
    if unknown := columns - set(wanted) - {"round_id"}:
        raise AuditError(name, "column {column} is not known here", column=min(unknown))
    if "round_id" in columns and not pa.types.is_string(file.schema_arrow.field("round_id").type):
        raise AuditError(name, "column {column} must be of type {kind}", column="round_id", kind="string")
    return "columns", weights


def read_header(name: str, file: Any) -> Header:
    """The metadata member `fairseed` of a file of typed columns."""
    text = (file.schema_arrow.metadata or {}).get(METADATA)
    if text is None:
        raise AuditError(name, "has neither a column record nor the metadata fairseed")
    try:
        document = read_object(text, what="metadata")
    except UnusableError as error:
        raise AuditError(name, "metadata {rule}", rule=error.rule.format(**error.values)) from None
    value = document.value
    if document.faults:
        raise AuditError(name, "metadata: {fault}", fault=document.faults[0])
    if set(value) != {"type", "game", "seeds", "params"} or value["type"] != TYPE:
        raise AuditError(
            name, "metadata must be an object of type, game, seeds and params, type {type}", type=TYPE
        )
    seeds, game, params = value["seeds"], value["game"], value["params"]
    if not isinstance(game, str) or game not in COLUMNS:
        raise AuditError(name, "metadata names a game that has no typed columns: {game}", game=str(game))
    texts = isinstance(seeds, dict) and all(isinstance(seed, str) for seed in seeds.values())
    known = {"scheme", "server_seed_hash", "client_seed"}
    if not texts or not known <= set(seeds) <= known | {"server_seed"}:
        raise AuditError(
            name,
            "metadata: seeds must hold scheme, server_seed_hash, client_seed, and server_seed once revealed",
        )
    if not isinstance(params, dict) or set(params) & {"target", "direction", "rows", "risk"}:
        raise AuditError(name, "metadata: params must be an object without what the columns hold")
    return Header(game, seeds, params)


def row_texts(path: str, group: int) -> Iterator[bytes | None]:
    """The column `record` of a row group, row by row."""
    for batch in _batches(path, 4096, group, ["record"]):
        column = batch.column(0)
        # As bytes: a text that is not UTF-8 makes its own row unusable.
        yield from column.cast(
            pa.large_binary() if pa.types.is_large_string(column.type) else pa.binary()
        ).to_pylist()


def _batches(path: str, rows: int, group: int, names: list[str]) -> Iterator[Any]:
    """A row group in batches. AuditError where what stands between the file's ends can't be read."""
    batches = pq.ParquetFile(path).iter_batches(rows, row_groups=[group], columns=names, use_threads=False)
    while True:
        try:
            batch = next(batches, None)
        except UNREADABLE as error:
            raise _unreadable(path, error) from None
        if batch is None:
            return
        yield batch


def _unreadable(name: str, error: Exception) -> AuditError:
    return AuditError(name, "is no readable Parquet file: {reason}", reason=str(error).split("\n")[0])


def check_group(path: str, unit: Unit, trust: Trust) -> State:
    """The state of one row group of typed columns."""
    file = pq.ParquetFile(path)
    header = read_header(path, file)
    names = [*COLUMNS[header.game], *(["round_id"] if "round_id" in file.schema_arrow.names else [])]
    checker = Checker(header, trust)
    state = State()
    for batch in _batches(path, BATCH, unit.first, names):
        try:
            batch.validate(full=True)  # an id that is not UTF-8
        except UNREADABLE as error:
            raise _unreadable(path, error) from None
        part = State()
        checker.check(part, unit.source, {name: batch.column(name) for name in names})
        state.add(part)
    return state


class Checker:
    """Checks batches of one file."""

    def __init__(self, header: Header, trust: Trust) -> None:
        self._header, self._trust = header, trust
        self._rules = _rules(header.game, json.dumps(header.params))
        pair = header.pair
        self._bulk = Bulk(pair) if pair is not None else None
        self._kept = pair is None or header.kept
        probe = verify_record(self._record(self._rules.probe, None), trust)
        self._readable = probe.checks[0].status == "pass"

    def check(self, state: State, number: int, columns: dict[str, Any]) -> None:
        """`state` is empty and takes the batch; all columns have as many rows."""
        ids = columns.get("round_id")
        values, odd = _arrays(columns)
        rows = len(odd)
        missing = columns["nonce"].is_null().to_numpy(zero_copy_only=False)
        _note_order(state.file(number), values["nonce"], missing, self._header)
        alone = odd if self._readable else np.ones(rows, bool)
        clean, allowed, right, paid = self._compare(values, alone)
        failed = ~alone & ~(allowed & right & paid & self._kept)
        alone = alone | (failed & (np.cumsum(failed) <= NAMED))
        self._count(state, number, clean, ~alone, allowed, right, paid)
        for row in np.flatnonzero(alone).tolist():
            picked = {name: columns[name][row].as_py() for name in values}
            record = self._record(picked, None if ids is None else ids[row].as_py())
            verdict = verify_record(record, self._trust)
            state.judge(number, row + 1, picked["nonce"], verdict)
            state.file(number).counts[verdict.verdict] += 1
            if verdict.verdict == "verified":
                state.count(record)
        state.file(number).lines = rows

    def _compare(
        self, values: dict[str, Array], alone: Array
    ) -> tuple[dict[str, Array], Array, Array, Array]:
        """The values as they are compared, and by row: the bet is allowed, the outcome is the seeds' and the
        return is the rules'. Of rows that are judged alone, which may hold anything, the values are
        others."""
        clean = {
            name: np.where(alone, self._rules.probe[name], array) if alone.any() else array
            for name, array in values.items()
        }
        clean["key"] = self._rules.keys(clean)
        allowed, bound = self._rules.allowed(clean)
        if self._bulk is None:
            return clean, allowed, np.ones(len(alone), bool), np.ones(len(alone), bool)
        drawn = self._rules.drawn(self._bulk, clean)
        returned = self._rules.returned(clean, np.minimum(clean["stake"], bound), drawn)
        return clean, allowed, clean[self._rules.outcome] == drawn, clean["returned"] == returned

    def _count(
        self,
        state: State,
        number: int,
        values: dict[str, Array],
        here: Array,
        allowed: Array,
        right: Array,
        paid: Array,
    ) -> None:
        """The rows in `here`, without looking at each."""
        file, rows = state.file(number), int(here.sum())
        revealed = self._bulk is not None
        ruled = int((here & allowed).sum())
        state.tally("format", "pass", rows)
        state.tally("commitment", ("pass" if self._kept else "fail") if revealed else "skip", rows)
        for check in ("receipt", "log"):
            state.tally(check, "skip", rows)
        state.tally("rules", "pass", ruled)
        state.tally("rules", "fail", rows - ruled)
        for check, holds in (("outcome", right), ("settlement", paid)):
            passed = int((here & allowed & holds).sum()) if revealed else 0
            state.tally(check, "pass", passed)
            state.tally(check, "fail", ruled - passed if revealed else 0)
            state.tally(check, "skip", rows - ruled if revealed else rows)
        good = here & allowed & right & paid & self._kept
        found = int(good.sum())
        file.counts["verified" if revealed else "pending"] += found
        file.counts["failed"] += rows - found
        if revealed and found:
            self._rules.count(state, {name: array[good] for name, array in values.items()})

    def _record(self, picked: dict[str, Any], named: str | None) -> dict[str, Any]:
        """A row as the record that it stands for; what is null is left out."""
        seeds, nonce = self._header.seeds, picked["nonce"]
        named = f"{seeds['server_seed_hash']}:{nonce}" if named is None else named
        params, outcome = self._rules.texts(
            {name: value for name, value in picked.items() if value is not None}
        )
        stake, returned = picked["stake"], picked["returned"]
        return {
            "type": ROUND_TYPE,
            "round_id": named,
            "game": self._header.game,
            "params": self._header.params | params,
            "bet": _members(stake=stake),
            "seeds": seeds | _members(nonce=nonce),
            "actions": [],
            "outcome": outcome,
            "settlement": _members(staked=stake, returned=returned),
        }


def _members(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _arrays(columns: dict[str, Any]) -> tuple[dict[str, Array], Array]:
    """Each column as 64-bit integers (`over`: booleans), and the rows that hold a null or what no record
    can."""
    values: dict[str, Array] = {}
    odd = np.zeros(len(columns["nonce"]), bool)
    for name, column in columns.items():
        if column.null_count:
            odd |= column.is_null().to_numpy(zero_copy_only=False)
            column = column.fill_null("" if name == "round_id" else False if name == "over" else 0)
        if name == "round_id":
            continue
        array = column.to_numpy(zero_copy_only=False)
        if name != "over":
            odd |= (array < 0) | (array > LARGEST)
            array = array.astype(np.int64)
        values[name] = array
    return values, odd


def _note_order(file: FileState, nonces: Array, missing: Array, header: Header) -> None:
    """The batch's part of the bundle's checks `nonces` and `seed`."""
    if not len(nonces):
        return
    file.pair = [
        header.seeds.get(name) for name in ("scheme", "server_seed_hash", "server_seed", "client_seed")
    ]
    file.first = None if missing[0] else int(nonces[0])
    breaks = np.flatnonzero((nonces != nonces[0] + np.arange(len(nonces))) | missing)
    if len(breaks):
        place = int(breaks[0])
        file.nonce_break = (place, None if missing[place] else int(nonces[place]))


def _sum(values: Array) -> int:
    """Exact for 64-bit integers, however many."""
    return (int((values >> 26).sum()) << 26) + int((values & (2**26 - 1)).sum())


def _halves(keys: Array, values: Array, size: int) -> tuple[Array, Array]:
    """The sums of the low 26 bits of values, and of the bits above, for each key 0 … size−1. In a batch both
    stay under 2^45, so that a double holds them exactly."""
    low = np.bincount(keys, values & (2**26 - 1), size)
    high = np.bincount(keys, values >> 26, size)
    return low.astype(np.int64), high.astype(np.int64)


def _weighted(halves: tuple[Array, Array], weights: Array) -> int:
    """Σ sum · weight, exactly, for weights under 2^28: no product of 14 bits leaves 64."""
    low, high = (
        int(np.dot(half, weights & (2**14 - 1))) + (int(np.dot(half, weights >> 14)) << 14) for half in halves
    )
    return low + (high << 26)


def _sums(keys: Array, values: Array, size: int) -> list[int]:
    """The exact sum of values of each key."""
    low, high = _halves(keys, values, size)
    return [(h << 26) + w for h, w in zip(high.tolist(), low.tolist(), strict=True)]


class Rules(ABC):
    """A game's typed columns: from rows to what the game's own code says of them."""

    game: ClassVar[str]
    outcome: ClassVar[str]
    probe: ClassVar[dict[str, Any]]  # a row that no rule refuses for its form

    def __init__(self, params: dict[str, Any]) -> None:
        self.params = params

    @abstractmethod
    def texts(self, row: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """The player's params and the outcome as a record has them."""

    @abstractmethod
    def keys(self, values: dict[str, Array]) -> Array:
        """What a row's rules are looked up by: the other methods have it as `values["key"]`."""

    @abstractmethod
    def allowed(self, values: dict[str, Array]) -> tuple[Array, Array]:
        """Which rows' bets the rules allow, and the highest stake that they would (at least 1)."""

    @abstractmethod
    def drawn(self, bulk: Bulk, values: dict[str, Array]) -> Array:
        """The outcome that the seeds give."""

    @abstractmethod
    def returned(self, values: dict[str, Array], stake: Array, drawn: Array) -> Array:
        """What comes back for an allowed stake; else any number."""

    @abstractmethod
    def count(self, state: State, values: dict[str, Array]) -> None:
        """Verified rows: samples, chips, theoretical return."""

    def _game(self, state: State, values: dict[str, Array], expected: Fraction | None) -> None:
        found = state.game(self.game)
        staked, returned = _sum(values["stake"]), _sum(values["returned"])
        found.add(GameState(len(values["stake"]), staked, returned))
        if expected is not None:
            found.add(GameState(0, 0, 0, len(values["stake"]), staked, returned, expected))

    def _read(self, choices: dict[str, Any]) -> Any:
        """The game's params where the rules take them, else None."""
        rules = GAMES[self.game]
        try:
            params = rules.read_params(self.params | choices)
            rules.check_params(params)
        except GameError:
            return None
        return params


class Dice(Rules):
    """One key for each direction and target: 10 001 · over + target, in hundredths."""

    game = "dice"
    outcome = "roll"
    probe: ClassVar = {"nonce": 0, "stake": 1, "target": 5000, "over": True, "roll": 0, "returned": 0}

    def __init__(self, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._bounds, self._pays = np.full(2 * ROLLS, -1, np.int64), np.zeros(2 * ROLLS, np.int64)
        rolls = np.arange(ROLLS)
        self._winning = np.concatenate([rolls, ROLLS - 1 - rolls])

    def texts(self, row: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        params = {"target": two_places(row["target"])} if "target" in row else {}
        if "over" in row:
            params["direction"] = "over" if row["over"] else "under"
        return params, {"roll": two_places(row["roll"])} if "roll" in row else {}

    def keys(self, values: dict[str, Array]) -> Array:
        """Of rows with a target up to 100.00; another one's key is that of a target never allowed."""
        target = np.minimum(values["target"], 10000)
        keys: Array = np.where(values["over"], ROLLS, 0) + target
        for key in np.flatnonzero(np.bincount(keys, minlength=2 * ROLLS)).tolist():
            if self._bounds[key] < 0:
                self._learn(key)
        return keys

    def _learn(self, key: int) -> None:
        """The highest stake for a target, and the multiplier in ten-thousandths, by the game's own rules.

        The bound is set last: another thread takes it as the sign that all of the key is known.
        """
        over, target = divmod(key, ROLLS)
        params = self._read({"target": two_places(target), "direction": "over" if over else "under"})
        most = 0
        if params is not None:
            pays = int(multiplier(params) * 10**4)
            most = ((params.max_payout + 1) * 10**4 - 1) // pays if pays else MAX_CHIPS
            self._pays[key] = pays
        self._bounds[key] = min(most, MAX_CHIPS)

    def allowed(self, values: dict[str, Array]) -> tuple[Array, Array]:
        bounds = self._bounds[values["key"]]
        return (values["stake"] >= 1) & (values["stake"] <= bounds), np.maximum(bounds, 1)

    def drawn(self, bulk: Bulk, values: dict[str, Array]) -> Array:
        return bulk.dice(values["nonce"]).astype(np.int64)

    def returned(self, values: dict[str, Array], stake: Array, drawn: Array) -> Array:
        pays = self._pays[values["key"]].astype(np.uint64)
        won = np.where(values["over"], drawn > values["target"], drawn < values["target"])
        # A stake that is allowed returns at most 10^15: its product stays under 2^64.
        return np.where(won, stake.astype(np.uint64) * pays // np.uint64(10**4), 0).astype(np.int64)

    def count(self, state: State, values: dict[str, Array]) -> None:
        state.samples.of("dice", 137).counts = np.bincount(
            values["roll"] // ROLLS_PER_CELL, minlength=137
        ).tolist()
        # Σ stake · multiplier · winning rolls, over one denominator; a multiplier is at most 10^8 over these
        # rolls.
        parts = _weighted(_halves(values["key"], values["stake"], 2 * ROLLS), self._pays * self._winning)
        expected = Fraction(parts, 10**4 * ROLLS)
        self._game(state, values, expected)


class Limbo(Rules):
    game = "limbo"
    outcome = "multiplier"
    probe: ClassVar = {"nonce": 0, "stake": 1, "target": 200, "multiplier": 100, "returned": 0}

    def __init__(self, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._params = self._read({"target": "2.00"})

    def texts(self, row: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        return (
            {"target": two_places(row["target"])} if "target" in row else {},
            {"multiplier": two_places(row["multiplier"])} if "multiplier" in row else {},
        )

    def keys(self, values: dict[str, Array]) -> Array:
        """The target itself, as far as it may be one."""
        return np.clip(values["target"], LEAST_TARGET, MOST_TARGET)

    def allowed(self, values: dict[str, Array]) -> tuple[Array, Array]:
        if self._params is None:
            return np.zeros(len(values["stake"]), bool), np.ones(len(values["stake"]), np.int64)
        target = values["key"]
        bounds = np.minimum(((self._params.max_payout + 1) * 100 - 1) // target, MAX_CHIPS)
        stake = values["stake"]
        return (target == values["target"]) & (stake >= 1) & (stake <= bounds), np.maximum(bounds, 1)

    def drawn(self, bulk: Bulk, values: dict[str, Array]) -> Array:
        rtp = fraction("params.rtp", self._params.rtp) if self._params is not None else Fraction(1)
        return bulk.limbo(values["nonce"], rtp).astype(np.int64)

    def returned(self, values: dict[str, Array], stake: Array, drawn: Array) -> Array:
        target = values["key"]
        return np.where(drawn >= target, stake * target // 100, 0)

    def count(self, state: State, values: dict[str, Array]) -> None:
        rtp = fraction("params.rtp", self._params.rtp)
        cells = np.searchsorted(LIMBO_EDGES, values["multiplier"], side="right")
        sample = state.samples.of("limbo", len(LIMBO_EDGES) + 1, expected=True)
        sample.counts = np.bincount(cells, minlength=len(LIMBO_EDGES) + 1).tolist()
        state.samples.expect_limbo(rtp, len(cells))
        targets, keys = np.unique(values["target"], return_inverse=True)
        staked = _sums(keys, values["stake"], len(targets))
        expected = sum(
            (
                stake * chance(target, rtp) * target / 100
                for target, stake in zip(targets.tolist(), staked, strict=True)
            ),
            Fraction(0),
        )
        self._game(state, values, expected)


class Plinko(Rules):
    """One key for each paytable: 3 · rows + risk."""

    game = "plinko"
    outcome = "path"
    probe: ClassVar = {"nonce": 0, "stake": 1, "rows": 8, "risk": 0, "path": 0, "returned": 0}
    _KEYS: ClassVar = 3 * (MOST_ROWS + 1)

    def __init__(self, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._bounds = np.full(self._KEYS, -1, np.int64)
        # Of each bin: 2 · numerator of the multiplier; of each table the common denominator.
        self._twice, self._parts = (
            np.zeros((self._KEYS, MOST_ROWS + 1), np.int64),
            np.ones(self._KEYS, np.int64),
        )
        self._rtp: dict[int, Fraction] = {}

    def texts(self, row: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        params = _members(rows=row.get("rows"))
        if "risk" in row:
            params["risk"] = RISKS[row["risk"]] if row["risk"] in range(3) else str(row["risk"])
        if "path" not in row or "rows" not in row:
            return params, {}
        path, rows = row["path"], min(max(row["rows"], 0), MOST_ROWS + 1)  # more rows are never allowed
        steps = "".join("LR"[path >> k & 1] for k in range(max(rows, path.bit_length())))
        return params, {"path": steps, "bin": steps.count("R")}

    def keys(self, values: dict[str, Array]) -> Array:
        keys = 3 * np.minimum(values["rows"], MOST_ROWS) + np.minimum(values["risk"], 2)
        for key in np.flatnonzero(np.bincount(keys, minlength=self._KEYS)).tolist():
            if self._bounds[key] < 0:
                self._learn(key)
        return keys

    def _learn(self, key: int) -> None:
        rows, risk = divmod(key, 3)
        params = self._read({"rows": rows, "risk": RISKS[risk]}) if rows >= LEAST_ROWS else None
        most = 0
        if params is not None:
            multipliers = [fraction("params.multipliers", text) for text in params.multipliers]
            parts = lcm(*(one.denominator for one in multipliers))
            numerators = [int(one * parts) for one in multipliers]
            # pays = floor((2 · stake · n + d) / 2d) ≤ max_payout
            limit = 2 * parts * (params.max_payout + 1)
            if limit >= 2**63:
                raise AuditError("params.max_payout", "is too high for typed columns: give records instead")
            most = (limit - parts - 1) // (2 * max(numerators))
            self._twice[key, : rows + 1], self._parts[key] = [2 * n for n in numerators], parts
            self._rtp[key] = PLINKO.rtp(params).value
        self._bounds[key] = min(most, MAX_CHIPS)  # last, as in dice

    def allowed(self, values: dict[str, Array]) -> tuple[Array, Array]:
        bounds = self._bounds[values["key"]]
        known = (values["rows"] <= MOST_ROWS) & (values["risk"] <= 2)
        return known & (values["stake"] >= 1) & (values["stake"] <= bounds), np.maximum(bounds, 1)

    def drawn(self, bulk: Bulk, values: dict[str, Array]) -> Array:
        path = bulk.plinko(values["nonce"], MOST_ROWS).astype(np.int64)
        return path & ((1 << np.minimum(values["rows"], MOST_ROWS)) - 1)

    def returned(self, values: dict[str, Array], stake: Array, drawn: Array) -> Array:
        keys = values["key"]
        parts = self._parts[keys]
        return (stake * self._twice[keys, np.bitwise_count(drawn)] + parts) // (2 * parts)

    def count(self, state: State, values: dict[str, Array]) -> None:
        bins, keys = np.bitwise_count(values["path"]), values["key"]
        for rows in np.unique(values["rows"]).tolist():
            counts = np.bincount(bins[values["rows"] == rows], minlength=rows + 1).tolist()
            state.samples.of(f"plinko/{rows}", rows + 1).counts = counts
        staked = _sums(keys, values["stake"], self._KEYS)
        expected = sum((staked[key] * rtp for key, rtp in list(self._rtp.items())), Fraction(0))
        self._game(state, values, expected)


RULES: Final[dict[str, type[Rules]]] = {"dice": Dice, "limbo": Limbo, "plinko": Plinko}


@lru_cache(16)
def _rules(game: str, params: str) -> Rules:
    """What is learned of a ruleset is kept for all row groups."""
    return RULES[game](json.loads(params))


# Rounds to try an audit on.


def honest(game: str, pair: SeedPair, player: SeedPair, first: int, behind: int) -> dict[str, Array]:
    """Honest rounds `first` to `behind`, whose stakes and choices are drawn from `player`'s streams."""
    nonces = np.arange(first, behind, dtype=np.int64)
    words = Bulk(player).words(nonces, 3).astype(np.int64)
    values: dict[str, Array] = {"nonce": nonces, "stake": 1 + words[:, 0] % 1000}
    if game == "dice":
        values |= {"target": 500 + words[:, 1] % 9001, "over": words[:, 2] % 2 == 1}
    elif game == "limbo":
        values |= {"target": 101 + words[:, 1] % 900}
    else:
        values |= {"rows": LEAST_ROWS + words[:, 1] % 9, "risk": words[:, 2] % 3}
    rules = _rules(game, "{}")
    values["key"] = rules.keys(values)
    allowed, bound = rules.allowed(values)
    values["stake"] = np.where(allowed, values["stake"], 1)
    drawn = rules.drawn(Bulk(pair), values)
    return values | {
        rules.outcome: drawn,
        "returned": rules.returned(values, np.minimum(values["stake"], bound), drawn),
    }


def plant(game: str, values: dict[str, Array], check: str, rows: list[int]) -> None:
    """Makes each of `rows` a lie that `check` finds, and no other check."""
    if check == "rules":
        values["stake"][rows] = MAX_CHIPS + 1
    elif check == "settlement":
        values["returned"][rows] += 1
    else:
        outcome = values[RULES[game].outcome]
        outcome[rows] = (
            np.where(outcome[rows] == LEAST, LEAST + 1, LEAST) if game == "limbo" else outcome[rows] ^ 1
        )
