"""A witness of transparency logs: C2SP tlog-witness over HTTP, cosignatures of tlog-cosignature.

`POST /add-checkpoint` is judged by `Witness`, whose record of what it cosigned is a SQLite file. Of
each log it holds one size and root, and moves them only forward, in one transaction with the check,
on disk before it answers. Several processes may share the file.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from fairseed.commitments import merkle
from fairseed.commitments.checkpoints import SignedCheckpoint, parse_size
from fairseed.commitments.errors import CommitmentError
from fairseed.commitments.notes import COSIGNATURE, ED25519, SigningKey, VerifierKey, decode_base64
from fairseed.commitments.proofs import MAX_HASHES
from fairseed.derivation import FairseedError
from verifier_cli.language import t

PATH: Final = "/add-checkpoint"
# 16 signatures of nearly 5 kB (signed-note, Format), a proof and the rest.
MAX_BODY: Final = 128 * 1024
MAX_FORKS: Final = 100  # kept of each log
LOCK_SECONDS: Final = 5.0
SIZE_TYPE: Final = "text/x.tlog.size"
TEXT_TYPE: Final = "text/plain; charset=utf-8"

_SCHEMA: Final = 1
_TABLES: Final = """
create table if not exists checkpoints (
    origin text primary key, size integer not null, root blob not null, note text not null
) without rowid;
create table if not exists forks (
    origin text not null, size integer not null, root blob not null, note text not null, held text not null,
    primary key (origin, size, root)
) without rowid;
"""


class WitnessError(FairseedError):
    """A state file or a key that no witness can run with."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What is answered: an HTTP status, the body and its type. `note` is for the operator's eyes."""

    status: int
    body: str
    type: str = TEXT_TYPE
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Submission:
    """The body of an add-checkpoint request, taken apart; nothing of it is believed yet."""

    old: int
    proof: tuple[bytes, ...]
    signed: SignedCheckpoint

    @classmethod
    def parse(cls, body: bytes) -> Submission:
        """CommitmentError where the body is not of the form of tlog-witness."""
        try:
            text = body.decode("utf-8")
        except UnicodeDecodeError:
            raise CommitmentError("body", "is not UTF-8") from None
        head, _, note = text.partition("\n\n")
        first, *lines = head.split("\n")
        if not first.startswith("old "):
            raise CommitmentError("body", "must begin with old and a size")
        if len(lines) > MAX_HASHES:
            raise CommitmentError("proof", "has more than {most} hashes", most=MAX_HASHES)
        proof = tuple(decode_base64(line, "proof") for line in lines)
        if any(len(value) != merkle.HASH_SIZE for value in proof):
            raise CommitmentError("proof", "must be hashes of 32 bytes")
        return cls(parse_size(first[4:], "old"), proof, SignedCheckpoint.parse(note))


class State:
    """What was cosigned last of each log, in a SQLite file that several processes may share."""

    def __init__(self, file: str) -> None:
        """WitnessError where the file can't be used."""
        self._lock = threading.Lock()
        try:
            self._database = sqlite3.connect(
                file, timeout=LOCK_SECONDS, isolation_level=None, check_same_thread=False
            )
            # A commit is on disk when it returns, the end of the journal included (TRUNCATE is
            # synced, the removal of a journal would not be).
            self._database.execute("pragma journal_mode = truncate")
            self._database.execute("pragma synchronous = full")
            with self._transaction():
                (version,) = self._database.execute("pragma user_version").fetchone()
                (tables,) = self._database.execute("select count(*) from sqlite_schema").fetchone()
                if version != _SCHEMA and (version or tables):
                    raise WitnessError("state", "is a database of something else")
                for statement in _TABLES.split(";"):
                    self._database.execute(statement)
                self._database.execute(f"pragma user_version = {_SCHEMA}")
        except sqlite3.Error as error:
            raise WitnessError("state", "can't be used: {reason}", reason=str(error)) from None

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """Alone among threads and processes; kept only when the block ends well."""
        with self._lock:
            self._database.execute("begin immediate")
            try:
                yield self._database
                self._database.execute("commit")
            finally:
                if self._database.in_transaction:
                    self._database.execute("rollback")

    def latest(self, origin: str) -> tuple[int, bytes]:
        """Size and root of what was cosigned last; of nothing yet, the empty tree's."""
        with self._lock:
            held = self._held(origin)
        return held[:2] if held else (0, merkle.EMPTY_ROOT)

    def forks(self) -> list[tuple[str, str]]:
        """Pairs of notes: what was cosigned, and another view of the same size that the log signed."""
        with self._lock:
            return self._database.execute("select held, note from forks order by origin, size").fetchall()

    def _held(self, origin: str) -> tuple[int, bytes, str] | None:
        found: tuple[int, bytes, str] | None = self._database.execute(
            "select size, root, note from checkpoints where origin = ?", (origin,)
        ).fetchone()
        return found

    def advance(self, submission: Submission, now: Callable[[], int]) -> int | Answer:
        """Judges a submission against what is held and, where it extends that, holds it from now on:
        one transaction. Returns the time of the cosignature, taken while nobody can go further."""
        checkpoint = submission.signed.checkpoint
        refusal = None
        with self._transaction() as database:
            held = self._held(checkpoint.origin)
            size, root = held[:2] if held else (0, merkle.EMPTY_ROOT)
            if held and size == checkpoint.size and root != checkpoint.root:
                self._keep_fork(submission.signed, held[2])
                note = t("{origin} signed two roots of size {size}", origin=checkpoint.origin, size=size)
                refusal = Answer(409, f"{size}\n", SIZE_TYPE, note)
            elif submission.old != size:
                refusal = Answer(409, f"{size}\n", SIZE_TYPE)
            elif (refused := _judge(submission, root)) is not None:
                refusal = refused
            else:
                timestamp = now()
                database.execute(
                    "insert into checkpoints values (:origin, :size, :root, :note) on conflict (origin)"
                    " do update set size = :size, root = :root, note = :note where size = :old",
                    {"origin": checkpoint.origin, "size": checkpoint.size, "root": checkpoint.root,
                     "note": str(submission.signed.note), "old": size},
                )  # fmt: skip
        return timestamp if refusal is None else refusal

    def _keep_fork(self, signed: SignedCheckpoint, held: str) -> None:
        """Proof that the log lies, for the operator to show."""
        origin = signed.checkpoint.origin
        (count,) = self._database.execute("select count(*) from forks where origin = ?", (origin,)).fetchone()
        if count < MAX_FORKS:
            row = (origin, signed.checkpoint.size, signed.checkpoint.root, str(signed.note), held)
            self._database.execute("insert or ignore into forks values (?, ?, ?, ?, ?)", row)

    def close(self) -> None:
        with self._lock:
            self._database.close()


def _judge(submission: Submission, root: bytes) -> Answer | None:
    """Whether the checkpoint extends the tree of size `old` with this root; None where it does."""
    old, proof, checkpoint = submission.old, submission.proof, submission.signed.checkpoint
    if old == checkpoint.size and checkpoint.root != root:
        return Answer(409, f"{old}\n", SIZE_TYPE)
    if old == 0:
        # First sight: from nothing a proof proves nothing, so there must be none (decision 0011).
        right = not proof
    else:
        right = merkle.verify_consistency(old, checkpoint.size, root, checkpoint.root, proof)
    if right:
        return None
    places = {"origin": checkpoint.origin, "old": old, "size": checkpoint.size}
    note = t("{origin}: no consistency was shown from size {old} to {size}", **places)
    return Answer(
        422, "the consistency proof does not lead from the old size to this checkpoint\n", note=note
    )


class Witness:
    """Cosigns checkpoints of known logs that extend what it cosigned before. For several threads."""

    def __init__(
        self,
        key: SigningKey,
        logs: Iterable[VerifierKey],
        state: State,
        clock: Callable[[], int] = lambda: int(time.time()),
    ) -> None:
        """`clock` gives the seconds since 1970 that stand in cosignatures."""
        if key.verifier.kind != COSIGNATURE:
            raise WitnessError("key", "a witness needs a cosignature key (type 4)")
        self.key, self.state, self._clock = key, state, clock
        self._logs: dict[str, list[VerifierKey]] = {}
        for log in logs:
            if log.kind != ED25519:
                raise WitnessError("log", "{name} needs a key of type 1", name=log.name)
            self._logs.setdefault(log.name, []).append(log)
        if not self._logs:
            raise WitnessError("log", "no log is named")

    @property
    def origins(self) -> list[str]:
        return sorted(self._logs)

    def add_checkpoint(self, body: bytes) -> Answer:
        """The answer to the body of a request, after tlog-witness, add-checkpoint."""
        try:
            submission = Submission.parse(body)
        except CommitmentError as error:
            return Answer(400, f"{error}\n")
        signed = submission.signed
        keys = self._logs.get(signed.checkpoint.origin)
        if keys is None:
            return Answer(404, "the log is not known here\n")
        try:
            known = signed.signed_by_log(keys)
        except CommitmentError:
            known = False
        if not known:
            return Answer(403, "no signature by a known key of the log\n")
        if submission.old > signed.checkpoint.size:
            return Answer(400, "old is greater than the checkpoint's size\n")
        try:
            found = self.state.advance(submission, self._clock)
        except sqlite3.Error as error:
            # Locked by another process for too long, or the disk is full: nothing was cosigned.
            return Answer(
                503, "the state can't be written now\n", note=t("state: {reason}", reason=str(error))
            )
        if isinstance(found, Answer):
            return found
        return Answer(200, self.key.line(signed.note.text, found))
