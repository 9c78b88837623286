"""The log as somebody outside sees it, and what must hold of it whatever failed before.

A `Logbook` notes every checkpoint, entry and place that it was ever shown; `check` holds the
service to all of them, to what its answers promised, and to its own database.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import select

from fairseed.commitments import BatchProof, LogProof, SignedCheckpoint, VerifierKey, merkle
from fairseed.commitments.entries import Commit, parse_entry
from fairseed.commitments.tiles import bundles_of, decode_bundle, tile_path, tiles_of
from fairseed.service import sequencer
from fairseed.service.core import Service
from fairseed.service.store import schema

# A path → the body that a GET of it is answered with; None for 404.
Get = Callable[[str], bytes | None]


@dataclass
class Logbook:
    """`get` reads the service's routes; `answered` are the things its answers said to be so: pairs
    of (`promise`, `activate`, `close` or `reveal`; server seed hash)."""

    get: Get
    keys: list[VerifierKey] = field(default_factory=list)
    answered: set[tuple[str, str]] = field(default_factory=set)
    roots: dict[int, bytes] = field(default_factory=dict)
    places: dict[int, bytes] = field(default_factory=dict)
    numbers: dict[int, int] = field(default_factory=dict)
    proven: set[str] = field(default_factory=set)

    def hear(self, answer: dict[str, Any]) -> dict[str, Any]:
        """Notes what an answer of `POST …/seeds` or `…/rotate` says to be so."""
        self.answered.add(("promise", answer["next"]["server_seed_hash"]))
        if answer.get("active"):
            self.answered.add(("activate", answer["active"]["server_seed_hash"]))
        if answer.get("revealed"):
            name = answer["revealed"]["server_seed_hash"]
            assert hashlib.sha256(answer["revealed"]["server_seed"].encode()).hexdigest() == name
            self.answered |= {("close", name), ("reveal", name)}
        return answer

    def look(self) -> int:
        """Notes the checkpoint that is shown now, and every entry under it; its size."""
        note = self.get("/checkpoint")
        if note is None:
            assert not self.roots, "the log is not shown any more"
            return 0
        signed = SignedCheckpoint.parse(note)
        head = signed.checkpoint
        self.keys = self.keys or [
            VerifierKey.parse(key) for key in json.loads(self.get("/v1/log") or b"")["log_keys"]
        ]
        assert signed.signed_by_log(self.keys), "no key that was told signed it"
        assert head.size >= max(self.roots, default=0), "the log grew shorter"
        assert self.roots.setdefault(head.size, head.root) == head.root, "two roots of one size"
        for index, width in bundles_of(head.size):
            data = self.get(f"/tile/{tile_path(None, index, width)}")
            assert data is not None, "a tile under the checkpoint is not served"
            for place, entry in enumerate(decode_bundle(data, width), 256 * index):
                assert self.places.setdefault(place, entry) == entry, f"entry {place} is another now"
        return head.size

    def note_numbers(self, service: Service) -> None:
        """Places that rows have in the database: once given they stay, shown or not. What is shown
        is known to the head file, and what may be promised is shown."""
        with service.store.read() as connection:
            rows = connection.execute(select(schema.log_entries.c.id, schema.log_entries.c.log_index)).all()
            size = connection.execute(select(schema.log_head.c.published_size)).scalar_one()
            usable = select(schema.pool.c.commit_entry).where(schema.pool.c.usable == 1)
            promised = set(connection.execute(usable).scalars())
        now = {row.id: row.log_index for row in rows if row.log_index is not None}
        assert self.numbers.items() <= now.items(), "a place that was given is taken back or given again"
        assert len(set(now.values())) == len(now)
        self.numbers = now
        known = sequencer.remembered(Path(service.settings.log_head_file))
        shown = max(size, *self.roots, 0)
        assert (known["size"] if known else 0) >= shown, "the head file knows less than was shown"
        assert all(now.get(entry, size) < size for entry in promised), "a promise is usable too early"

    def check(self, service: Service) -> list[bytes]:
        """Everything, of a service that has nothing left to do; the log's entries."""
        self.note_numbers(service)
        size = self.look()
        entries = [self.places[index] for index in range(size)]
        leaves = [merkle.leaf_hash(entry) for entry in entries]
        for old, root in self.roots.items():  # which is more than that consistency can be proven
            assert merkle.root(leaves[:old]) == root, f"the checkpoint of {old} is of another log"
        node = merkle.nodes_of(leaves)
        for level, index, width in tiles_of(size):
            first = index * 256
            made = b"".join(node(8 * level, first + place) for place in range(width))
            assert self.get(f"/tile/{tile_path(level, index, width)}") == made
        told = Counter(_name(entry) for entry in entries)
        assert set(told.values()) <= {1}, "an entry stands twice"
        for kind, name in self.answered:
            if kind == "promise":
                if name not in self.proven:  # what was proven once stands where it stood
                    self._check_promise(name, entries)
            else:
                assert told[(kind, name)] == 1, f"{kind} of {name} was answered and is not in the log"
        self._check_database(service, entries)
        sequencer.check(service)
        return entries

    def _check_promise(self, name: str, entries: list[bytes]) -> None:
        told = json.loads(self.get(f"/v1/seeds/{name}") or b"{}").get("commitment")
        assert told is not None, f"{name} was promised and nothing proves it"
        proof = LogProof.parse(told["tlog_proof"])
        assert proof.holds(told["entry"].encode())
        assert proof.checkpoint.signed_by_log(self.keys)
        assert entries[proof.index] == told["entry"].encode()
        commit = parse_entry(entries[proof.index])
        assert isinstance(commit, Commit)
        assert BatchProof.parse(proof.extra or b"").holds(name, commit.count, commit.root)
        self.proven.add(name)

    def _check_database(self, service: Service, entries: list[bytes]) -> None:
        with service.store.read() as connection:
            head = connection.execute(select(schema.log_head)).one()
            rows = connection.execute(select(schema.log_entries)).all()
            promises = connection.execute(select(schema.pool)).all()
            given = set(connection.execute(select(schema.pairs.c.server_seed_hash)).scalars())
        assert (head.size, head.published_size, head.checkpoint) == (len(rows), len(rows), head.published)
        assert {row.log_index: row.entry for row in rows} == dict(enumerate(entries))
        assert sequencer.remembered(Path(service.settings.log_head_file)) == {
            "origin": head.origin,
            "size": head.size,
            "root": head.root,
        }
        places = {row.id: row.log_index for row in rows}
        assert not given & {promise.server_seed_hash for promise in promises}
        for promise in promises:
            assert promise.usable == 1, "the log is quiet, and a promise of it is not usable"
            commit = parse_entry(entries[places[promise.commit_entry]])
            assert isinstance(commit, Commit)
            batch = BatchProof(promise.batch_index, json.loads(promise.batch_proof))
            assert batch.holds(promise.server_seed_hash, commit.count, commit.root)
            where = (promise.id, promise.server_seed_hash, promise.key_version, promise.sealed)
            assert service.keys.open(*where).hash == promise.server_seed_hash


def _name(entry: bytes) -> tuple[str, str]:
    """What may stand in a log once."""
    parsed = parse_entry(entry)
    return str(json.loads(entry)["type"]), parsed.subject or entry.decode()
