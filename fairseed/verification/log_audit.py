"""The audit of a whole log: nothing of it is trusted but the keys that the auditor brings.

1. `checkpoint`: signed by a trusted log key, or as a policy asks.
2. `root`: every entry is read, and the tree over them has the checkpoint's root.
3. `tiles`: every tile that the log serves holds the hashes of that tree.
4. `consistency`: the tree had the root of an older checkpoint when it was as large as that one.
5. `entries`: canonical JSON of their types; unknown types are counted and skipped.
6. `lifecycle`: every rule of docs/spec/trust.md section 1 that entries alone can show.
7. `receipts`: no round that a receipt names is missing from the number its pair was closed with.
8. `records`, where some are given: their rulesets and voids are in the log, and the tags that a salt gives.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from fairseed.commitments import CommitmentError, Policy, Receipt, SignedCheckpoint, VerifierKey, merkle
from fairseed.commitments.merkle import HASH_SIZE
from fairseed.commitments.tiles import WIDTH, bundles_of, decode_bundle, tile_path
from fairseed.records import Document
from fairseed.verification.log_rules import Finding, Rules
from fairseed.verification.verdict import Check, failed, passed, skipped

MOST_FINDINGS: Final = 1000  # listed; all are counted

# A path below the log's address ("checkpoint", "tile/…") → its bytes, None where there is nothing.
Read = Callable[[str], bytes | None]


@dataclass(frozen=True, slots=True)
class LogReport:
    """What an audit found. `counts` are of entries by type, of pairs, of rounds and of decks."""

    origin: str
    size: int
    root: str
    checks: tuple[Check, ...]
    findings: tuple[Finding, ...]
    counts: dict[str, Any]

    @property
    def verdict(self) -> str:
        """`failed` when a check fails, `pending` when the signature could not be checked."""
        if any(check.status == "fail" for check in self.checks):
            return "failed"
        return "pending" if self.checks[0].status == "skip" else "verified"

    def to_json(self) -> dict[str, Any]:
        return {
            "type": "log",
            "verdict": self.verdict,
            "origin": self.origin,
            "size": self.size,
            "root": self.root,
            "checks": [check.to_json() for check in self.checks],
            "findings": [finding.to_json() for finding in self.findings],
            "counts": self.counts,
        }


def audit_log(
    read: Read,
    *,
    keys: Sequence[VerifierKey] = (),
    policy: Policy | None = None,
    since: SignedCheckpoint | None = None,
    receipts: Iterable[Receipt] = (),
    records: Iterable[Document] | None = None,
    salt: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> LogReport:
    """Clones and judges a log. CommitmentError where it has no checkpoint that can be read;
    `progress` is told how many entries of how many were read."""
    data = read("checkpoint")
    if data is None:
        raise CommitmentError("checkpoint", "is not there")
    signed = SignedCheckpoint.parse(data)
    head = signed.checkpoint
    rules, tree, entries = Rules(head.origin), _Rebuilt(), Counter[str]()
    old, broken = _Older(since), None
    old.look(tree)
    try:
        for index, entry in enumerate(_entries(read, head.size)):
            tree.add(merkle.leaf_hash(entry))
            old.look(tree)
            entries[rules.take(index, entry)] += 1
            if progress and not index % 4096:
                progress(index, head.size)
    except CommitmentError as error:
        broken = error
    whole = broken is None
    checks = [
        _signature(signed, keys, policy),
        _root(tree, head.size, head.root, broken),
        _tiles(read, tree, head.size) if whole else _not_run("tiles"),
        old.check(head.size, whole),
        # What was read of a log that is not whole can break a rule, but not keep it.
        _not_run("entries") if not whole and rules.form().status == "pass" else rules.form(),
        _not_run("lifecycle") if not whole and rules.lifecycle().status == "pass" else rules.lifecycle(),
        rules.receipts(list(receipts)) if whole else _not_run("receipts"),
    ]
    if records is not None:
        checks.append(rules.records(records, salt) if whole else _not_run("records"))
    counts = {"entries": dict(sorted(entries.items()))} | rules.counts()
    findings = tuple(rules.findings[:MOST_FINDINGS])
    return LogReport(head.origin, head.size, head.root.hex(), tuple(checks), findings, counts)


def _entries(read: Read, size: int) -> Iterator[bytes]:
    for index, width in bundles_of(size):
        path = f"tile/{tile_path(None, index, width)}"
        data = read(path)
        if data is None and width < WIDTH:
            # A partial tile may be gone once the whole one is there (tlog-tiles, partial tiles).
            data = read(f"tile/{tile_path(None, index)}")
            if data is not None:
                yield from decode_bundle(data, WIDTH)[:width]
                continue
        if data is None:
            raise CommitmentError("log", "{path} is not there", path=path)
        yield from decode_bundle(data, width)


def _not_run(check: str) -> Check:
    return skipped(check, "not run: the log is not whole")


class _Rebuilt:
    """The tree over the entries read so far, with the hashes of its tiles."""

    def __init__(self) -> None:
        self.size = 0
        self._levels: list[list[bytes]] = [[]]  # whole subtrees of 256^level leaves

    def add(self, leaf: bytes) -> None:
        self.size += 1
        level, value = 0, leaf
        while True:
            if level == len(self._levels):
                self._levels.append([])
            hashes = self._levels[level]
            hashes.append(value)
            if len(hashes) % WIDTH:
                return
            value = merkle.root(hashes[-WIDTH:])
            level += 1

    def root(self) -> bytes:
        """The root over all leaves so far."""
        result: bytes | None = None
        for hashes in self._levels:
            rest = hashes[len(hashes) - len(hashes) % WIDTH :]
            # Each level's last, unfinished tile, and to its right what the levels below left over.
            if result is not None:
                result = _join(rest, result)
            elif rest:
                result = merkle.root(rest)
        return merkle.EMPTY_ROOT if result is None else result

    def tiles(self) -> Iterator[tuple[str, bytes]]:
        for level, hashes in enumerate(self._levels):
            for first in range(0, len(hashes), WIDTH):
                part = hashes[first : first + WIDTH]
                yield tile_path(level, first // WIDTH, len(part)), b"".join(part)


def _join(whole: list[bytes], rest: bytes) -> bytes:
    """The root over perfect subtrees of one size and a smaller tree to their right."""
    return merkle.root([*whole, rest])


class _Older:
    """An older checkpoint, compared when the tree is as large as it was."""

    def __init__(self, since: SignedCheckpoint | None) -> None:
        self._since = since
        self._root: bytes | None = None

    def look(self, tree: _Rebuilt) -> None:
        if self._since is not None and tree.size == self._since.checkpoint.size:
            self._root = tree.root()

    def check(self, size: int, whole: bool) -> Check:
        if self._since is None:
            return skipped("consistency", "no older checkpoint was given")
        old = self._since.checkpoint
        if old.size > size:
            text = "the log had {old} entries and has {size}: it was rolled back"
            return failed("consistency", text, old.size, size, old=old.size, size=size)
        if self._root is None and not whole:
            return _not_run("consistency")
        found = None if self._root is None else self._root.hex()
        if found != old.root.hex():
            text = "the first {old} entries are not those that were shown before"
            return failed("consistency", text, old.root.hex(), found, old=old.size)
        text = "the first {old} entries are those that were shown before"
        return passed("consistency", text, old.root.hex(), found, old=old.size)


def _signature(signed: SignedCheckpoint, keys: Sequence[VerifierKey], policy: Policy | None) -> Check:
    try:
        if signed.checkpoint.extensions:
            return failed("checkpoint", "has extension lines, which no log of this kind has")
        if policy is not None and (policy.logs or policy.quorum != "none"):
            seen = policy.check(signed)
            return passed(
                "checkpoint",
                "signed by the log and cosigned as the policy asks (witnesses: {count})",
                count=len(seen),
            )
        if not keys:
            return skipped("checkpoint", "no trusted key was given (--key), so that anybody may have made it")
        if signed.signed_by_log(keys):
            return passed(
                "checkpoint", "signed by a trusted key of {origin}", origin=signed.checkpoint.origin
            )
        return failed("checkpoint", "is not signed by a trusted key of its origin")
    except CommitmentError as error:
        return failed("checkpoint", "{field}: " + error.rule, field=error.field, **error.values)


def _root(tree: _Rebuilt, size: int, root: bytes, broken: CommitmentError | None) -> Check:
    if broken is not None:
        return failed("root", "{field}: " + broken.rule, size, tree.size, field=broken.field, **broken.values)
    found = tree.root()
    if found != root:
        return failed("root", "the entries do not have the checkpoint's root", found.hex(), root.hex())
    return passed(
        "root", "the entries have the checkpoint's root (entries: {size})", found.hex(), root.hex(), size=size
    )


def _tiles(read: Read, tree: _Rebuilt, size: int) -> Check:
    count = 0
    for path, expected in tree.tiles():
        data = read(f"tile/{path}")
        if data is None and ".p/" in path:
            whole = read(f"tile/{path.partition('.p/')[0]}")
            data = whole if whole is None else whole[: len(expected)]
        if data != expected:
            text = "the tile {path} does not hold the hashes of the entries"
            found = None if data is None else len(data) // HASH_SIZE
            return failed("tiles", text, len(expected) // HASH_SIZE, found, path=path)
        count += 1
    return passed(
        "tiles",
        "the tiles hold the hashes of the entries (tiles: {count}, entries: {size})",
        count=count,
        size=size,
    )
