"""Collections to try an audit on: honest rounds, with lies planted where a manifest says.

All of it follows from one text, the collection's seed, by the derivation itself: server seed, stakes,
targets, moves and the places of the lies. Records are made by `make_record`; large files of typed columns by
the kernels.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from fairseed.audit.errors import AuditError
from fairseed.derivation import SCHEME, SeedPair, Stream
from fairseed.verification import make_record
from games import GAMES

MANIFEST: Final = "fairseed/lab/v1"
INSTANT: Final = ("dice", "limbo", "plinko")
RAW_GAMES: Final = (*INSTANT, "mines", "hilo", "blackjack", "raw", "russian_poker", "five_card_poker")
MOST_PLANTED: Final = 10_000
ROWS: Final = 2**20  # of a row group
# A lie, and the check that must find it. What `rules` finds is a stake that no bet may have.
LIES: Final = ("outcome", "settlement", "rules")

Say = Callable[[int], None]


class Collection:
    """The seeds of a collection named by a text."""

    def __init__(self, seed: str) -> None:
        def hidden(part: str) -> str:
            return hashlib.sha256(f"fairseed/lab:{part}:{seed}".encode()).hexdigest()

        self.pair = SeedPair(hidden("server"), f"lab {seed}"[:64].strip())
        self.player = SeedPair(hidden("player"), "player")
        self._lies = SeedPair(hidden("lies"), "lies")

    @property
    def seeds(self) -> dict[str, str]:
        """The revealed pair, as a record has it without its nonce."""
        return {
            "scheme": SCHEME,
            "server_seed_hash": self.pair.server_seed_hash,
            "server_seed": self.pair.server_seed.expose(),
            "client_seed": self.pair.client_seed,
        }

    def lies(self, rounds: int, count: int) -> dict[int, str]:
        """Which nonces lie, and how: `count` of them, each check of LIES in turn."""
        if not 0 <= count <= min(rounds, MOST_PLANTED):
            raise AuditError("plant", "must be from 0 to {most}", most=min(rounds, MOST_PLANTED))
        places, _ = self._lies.stream(0).sample(rounds, count)
        return {place: LIES[k % len(LIES)] for k, place in enumerate(places)}


# Records.


def write_raw(
    path: Path, seed: str, rounds: int, games: tuple[str, ...], plant: int, say: Say
) -> dict[str, Any]:
    """A bundle in JSON Lines; game after game in turn. What a manifest says of it."""
    collection = Collection(seed)
    lies = collection.lies(rounds, plant)
    with path.open("wb") as file:
        for nonce in range(rounds):
            record = _record(collection, nonce, games[nonce % len(games)])
            if nonce in lies:
                lies[nonce] = _lie(record, lies[nonce])
            file.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
            if nonce % 1000 == 0:
                say(nonce)
    return _entry(path, seed, sorted(set(games)), rounds, lies)


def _record(collection: Collection, nonce: int, game: str) -> dict[str, Any]:
    """An honest round of a player who chooses at random among what is allowed."""
    random = collection.player.stream(nonce)
    params, bet, random = _choose(game, random)
    actions = _play(collection.pair, nonce, game, params, bet, random)
    return make_record(
        collection.pair, nonce, game, params, bet, actions, round_id=f"lab-{nonce}", reveal=True
    )


def _choose(game: str, random: Stream) -> tuple[dict[str, Any], dict[str, Any] | None, Stream]:
    drawn, random = random.uniform(1000)
    stake = {"stake": 1 + drawn}
    if game == "dice":
        target, random = random.uniform(9001)
        over, random = random.uniform(2)
        text = f"{(500 + target) // 100}.{(500 + target) % 100:02d}"
        return {"target": text, "direction": "over" if over else "under"}, stake, random
    if game == "limbo":
        target, random = random.uniform(900)
        return {"target": f"{1 + (101 + target) // 100}.{(101 + target) % 100:02d}"}, stake, random
    if game == "plinko":
        rows, random = random.uniform(9)
        risk, random = random.uniform(3)
        return {"rows": 8 + rows, "risk": ("low", "medium", "high")[risk]}, stake, random
    if game == "mines":
        size, random = random.uniform(4)
        mines, random = random.uniform(10)
        return {"size": 5 + size, "mines": 1 + mines}, stake, random
    if game == "blackjack":
        return {}, stake | {"perfect_pairs": 1 + drawn % 10}, random
    if game in ("russian_poker", "five_card_poker"):
        boxes, random = random.uniform(3 if game == "russian_poker" else 2)
        return {"boxes": 1 + boxes}, {"antes": [2 + 2 * (drawn % 500)] * (1 + boxes)}, random
    if game == "raw":
        return {"integers": {"n": 1 + drawn, "count": 5}}, None, random
    return {}, stake, random


def _play(
    pair: SeedPair, nonce: int, game: str, params: dict[str, Any], bet: dict[str, Any] | None, random: Stream
) -> list[dict[str, Any]]:
    """Moves until the round has ended, each one of those that are legal."""
    rules = GAMES[game]
    if not rules.actions:
        return []
    state = rules.start(rules.read_params(params), rules.read_bet(bet), pair.stream(nonce))
    moves: list[dict[str, Any]] = []
    while not rules.finished(state):
        legal = rules.legal(state)
        choice, random = random.uniform(len(legal))
        move = dict(legal[choice])
        if cells := move.pop("cells", None):
            cell, random = random.uniform(len(cells))
            move["cell"] = cells[cell]
        if most := move.pop("most", None):
            count, random = random.uniform(most)
            places, random = random.sample(len(move["cards"]), 1 + count)
            move["cards"] = [move["cards"][place] for place in places]
        move = {name: value for name, value in move.items() if name not in ("least", "cost", "costs")}
        moves.append(move)
        state = rules.act(state, rules.read_action(move))
    return moves


def _lie(record: dict[str, Any], kind: str) -> str:
    """Changes a record; the check that finds it. A game without a settlement lies about its outcome."""
    if "settlement" not in record:
        numbers = record["outcome"]["integers"]
        numbers[0] = (numbers[0] + 1) % record["params"]["integers"]["n"]
        return "outcome" if record["params"]["integers"]["n"] > 1 else "none"
    if kind == "rules":
        bet = record["bet"]
        bet |= {"antes": [10**15 + 1, *bet["antes"][1:]]} if "antes" in bet else {"stake": 10**15 + 1}
    elif kind == "settlement":
        record["settlement"]["returned"] += 1
    else:
        _other_outcome(record["outcome"])
    return kind


def _other_outcome(outcome: dict[str, Any]) -> None:
    if "roll" in outcome:
        outcome["roll"] = "0.01" if outcome["roll"] == "0.00" else "0.00"
    elif "multiplier" in outcome:
        outcome["multiplier"] = "1.01" if outcome["multiplier"] == "1.00" else "1.00"
    elif "path" in outcome:
        first = "R" if outcome["path"][0] == "L" else "L"
        outcome["path"] = first + outcome["path"][1:]
    elif "mines" in outcome:
        outcome["mines"] = outcome["mines"][:-1]
    elif "cards" in outcome:
        outcome["cards"][0] = "As" if outcome["cards"][0] != "As" else "Ks"
    elif "boxes" in outcome:
        outcome["boxes"][0]["cards"].reverse()
    else:
        outcome["dealer"]["total"] += 1


# Typed columns.


def write_scaled(path: Path, seed: str, rounds: int, game: str, plant: int, say: Say) -> dict[str, Any]:
    """A Parquet file of typed columns, row group by row group. What a manifest says of it."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq

        from fairseed.audit import columns
    except ImportError:
        text = "Parquet needs the optional group: pip install 'fairseed[audit]'"
        raise AuditError(str(path), text) from None
    collection = Collection(seed)
    lies = collection.lies(rounds, plant)
    types = {
        name: getattr(pa, "bool_" if kind == "bool" else kind)()
        for name, kind in columns.COLUMNS[game].items()
    }
    head = {"type": columns.TYPE, "game": game, "seeds": collection.seeds, "params": {}}
    schema = pa.schema(types.items(), metadata={columns.METADATA: json.dumps(head).encode()})
    packed = {name: "DELTA_BINARY_PACKED" for name in types if name == "nonce"}
    with pq.ParquetWriter(
        path, schema, compression="zstd", use_dictionary=False, column_encoding=packed
    ) as writer:
        for first in range(0, rounds, ROWS):
            behind = min(first + ROWS, rounds)
            values = columns.honest(game, collection.pair, collection.player, first, behind)
            for place in range(len(LIES)):
                columns.plant(
                    game,
                    values,
                    LIES[place],
                    [n - first for n in lies if first <= n < behind and lies[n] == LIES[place]],
                )
            writer.write_table(
                pa.table([pa.array(values[name], types[name]) for name in types], schema=schema)
            )
            say(behind)
    return _entry(path, seed, [game], rounds, lies)


# Manifests.


def _entry(path: Path, seed: str, games: list[str], rounds: int, lies: dict[int, str]) -> dict[str, Any]:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return {
        "type": MANIFEST,
        "file": path.name,
        "bytes": path.stat().st_size,
        "sha256": digest,
        "seed": seed,
        "games": games,
        "rounds": rounds,
        "planted": [
            {"nonce": nonce, "place": nonce + 1, "check": lies[nonce]}
            for nonce in sorted(lies)
            if lies[nonce] != "none"
        ],
    }


def manifest_path(path: Path) -> Path:
    """Where the manifest of a file lies: beside it."""
    return path.with_name(path.name + ".manifest.json")


def read_manifests(folder: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The manifests of a folder, by name. AuditError where one is none."""
    for path in sorted(folder.glob("*.manifest.json")):
        try:
            value = json.loads(path.read_bytes())
        except (OSError, ValueError):
            raise AuditError(str(path), "is no manifest") from None
        if not isinstance(value, dict) or value.get("type") != MANIFEST:
            raise AuditError(str(path), "is no manifest")
        yield path, value


def differences(manifests: list[dict[str, Any]], report: dict[str, Any]) -> Iterator[str]:
    """Where a report's named failures are not what was planted: `file:place check`, one a difference."""
    named = {(f["file"], f["place"], c["check"]) for f in report["failures"] for c in f["checks"]}
    planted = {(m["file"], p["place"], p["check"]) for m in manifests for p in m["planted"]}
    for file, place, check in sorted(named ^ planted):
        yield f"{file}:{place} {check}"
