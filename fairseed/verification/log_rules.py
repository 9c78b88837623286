"""What the entries of a log show of the rules of docs/spec/trust.md section 1, entry by entry."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from fairseed.commitments import CommitmentError, Receipt, VerifierKey, merkle
from fairseed.commitments.entries import (
    Activate,
    Close,
    Commit,
    Deck,
    Entry,
    Key,
    Reveal,
    Ruleset,
    Seat,
    Unknown,
    Void,
    client_seed_tag,
    parse_entry,
)
from fairseed.commitments.notes import ED25519
from fairseed.commitments.proofs import BatchProof
from fairseed.commitments.receipts import KEY_SUFFIX, ROUND_RECEIPT
from fairseed.derivation import FairseedError
from fairseed.records import Document, RecordError, read_record
from fairseed.records.tables import TableRecord, read_table_record
from fairseed.verification.verdict import Check, failed, passed, skipped
from games.poker import VARIANTS


@dataclass(frozen=True, slots=True)
class Finding:
    """An entry that breaks a rule: its index, and the rule as a template with its values."""

    index: int
    rule: str
    values: dict[str, Any] = field(default_factory=dict)

    @property
    def text(self) -> str:
        return self.rule.format(**self.values)

    def to_json(self) -> dict[str, Any]:
        return {"index": self.index, "rule": self.text}


@dataclass(slots=True)
class Pair:
    """What the log says of one server seed."""

    activated: int
    table: bool
    client_seed_tag: str | None = None
    closed: int | None = None
    rounds: int = 0
    revealed: bool = False
    void: bool = False
    voids: set[int] = field(default_factory=set)
    decks: list[int] = field(default_factory=list)


class Rules:
    """The rules of a pair's life, entry by entry."""

    def __init__(self, origin: str) -> None:
        self._origin = origin
        self.findings: list[Finding] = []
        self._malformed = 0
        self._commits: dict[int, Commit] = {}
        self._promises: dict[str, int] = {}  # a single hash, or a batch's root → where it was committed
        self._pairs: dict[str, Pair] = {}
        self._voids: dict[str, int] = {}  # pairs declared void before they were ever used
        self._client_seeds: dict[str, str] = {}  # tags: the salt in them tells players apart
        self._rulesets: dict[tuple[str, str], int] = {}
        self._void_rounds: dict[tuple[str, int], Void] = {}
        self._void_ids: dict[str, int] = {}
        self._last_of: dict[str, str] = {}  # a player's tag → the pair that was activated last
        self._roles: dict[bytes, str] = {}  # public keys
        self._deck_roots: dict[tuple[str, int], str] = {}
        self._hashes = 0
        self._seats = 0

    def take(self, index: int, data: bytes) -> str:
        """Judges one entry; returns its type for the count."""
        try:
            entry = parse_entry(data)
        except CommitmentError as error:
            self._malformed += 1
            self._find(index, "{field}: " + error.rule, field=error.field, **error.values)
            return "malformed"
        if isinstance(entry, Unknown):
            return "unknown"
        judge: dict[type[Entry], Callable[[int, Any], None]] = {
            Commit: self._commit,
            Activate: self._activate,
            Close: self._close,
            Reveal: self._reveal,
            Void: self._void,
            Deck: self._deck,
            Seat: self._seat,
            Ruleset: self._ruleset,
            Key: self._key,
        }
        if type(entry) in judge:
            judge[type(entry)](index, entry)
        return str(entry.__struct_config__.tag)

    def _find(self, index: int, rule: str, **values: Any) -> None:
        self.findings.append(Finding(index, rule, values))

    def _commit(self, index: int, entry: Commit) -> None:
        subject = str(entry.subject)
        if subject in self._promises:
            self._find(index, "promises what entry {before} promised", before=self._promises[subject])
        elif subject in self._pairs:
            self._find(index, "promises a seed that was in use before")
        self._promises.setdefault(subject, index)
        self._commits[index] = entry
        self._hashes += entry.count if isinstance(entry.count, int) else 1

    def _activate(self, index: int, entry: Activate) -> None:
        commit = self._commits.get(entry.commit_index)
        if entry.server_seed_hash in self._pairs:
            self._find(index, "activates a pair that was active before")
            return
        if entry.commit_index >= index or commit is None:
            self._find(index, "names no promise before it: entry {commit}", commit=entry.commit_index)
        elif not self._promised(commit, entry):
            self._find(index, "is not what entry {commit} promised", commit=entry.commit_index)
        elif entry.server_seed_hash in self._promises and isinstance(commit.count, int):
            self._find(
                index,
                "was promised twice, also in entry {other}",
                other=self._promises[entry.server_seed_hash],
            )
        if entry.server_seed_hash in self._voids:
            self._find(index, "activates a pair that was void")
        self._pairs[entry.server_seed_hash] = Pair(index, table=isinstance(entry.table_id, str))
        if isinstance(entry.client_seed_tag, str):
            self._pairs[entry.server_seed_hash].client_seed_tag = tag = entry.client_seed_tag
            if self._client_seeds.setdefault(tag, entry.server_seed_hash) != entry.server_seed_hash:
                self._find(index, "this player's client seed was used before, under another server seed")
            player = str(entry.player_tag)
            last = self._pairs.get(self._last_of.get(player, ""))
            if last is not None and last.closed is None and not last.revealed and not last.void:
                text = "this player's pair of entry {before} is still active"
                self._find(index, text, before=last.activated)
            self._last_of[player] = entry.server_seed_hash

    @staticmethod
    def _promised(commit: Commit, entry: Activate) -> bool:
        if isinstance(commit.server_seed_hash, str):
            return commit.server_seed_hash == entry.server_seed_hash and not isinstance(
                entry.batch_index, int
            )
        if not isinstance(entry.batch_index, int) or not isinstance(entry.batch_proof, list):
            return False
        batch = BatchProof(entry.batch_index, entry.batch_proof)
        return batch.holds(entry.server_seed_hash, int(commit.count), str(commit.root))  # type: ignore[arg-type]

    def _active(self, index: int, server_seed_hash: str, what: str) -> Pair | None:
        """The pair, if it is active: activated, not closed, not void."""
        pair = self._pairs.get(server_seed_hash)
        if pair is None:
            self._find(index, "{what} of a pair that was never activated", what=what)
        elif pair.revealed or pair.closed is not None:
            self._find(index, "{what} of a pair that is closed", what=what)
        elif pair.void:
            self._find(index, "{what} of a pair that is void", what=what)
        else:
            return pair
        return None

    def _close(self, index: int, entry: Close) -> None:
        pair = self._active(index, entry.server_seed_hash, "close")
        if (entry.rounds == 0) != (entry.root == merkle.EMPTY_ROOT.hex()):
            self._find(index, "its root is not that of {rounds} rounds", rounds=entry.rounds)
        if pair is None:
            return
        pair.closed, pair.rounds = index, entry.rounds
        beyond = [nonce for nonce in (*pair.voids, *pair.decks) if nonce >= entry.rounds]
        if beyond:
            text = "closes with {rounds} rounds, but nonce {nonce} stands in the log"
            self._find(index, text, rounds=entry.rounds, nonce=max(beyond))
        if pair.decks:
            # A hand may be void before its deck is made.
            without = set(range(entry.rounds)).difference(pair.decks, pair.voids)
            if without:
                text = "closes with {rounds} rounds, but nonce {nonce} has no deck in the log"
                self._find(index, text, rounds=entry.rounds, nonce=min(without))

    def _reveal(self, index: int, entry: Reveal) -> None:
        if hashlib.sha256(entry.server_seed.encode("ascii")).hexdigest() != entry.server_seed_hash:
            self._find(index, "its seed does not hash to the promise")
        pair = self._pairs.get(entry.server_seed_hash)
        if pair is None:
            self._find(index, "{what} of a pair that was never activated", what="reveal")
            return
        if pair.closed is None:
            self._find(index, "reveals a seed before its pair is closed")
        if pair.revealed:
            self._find(index, "reveals a seed twice")
        pair.revealed = True

    def _void(self, index: int, entry: Void) -> None:
        if isinstance(entry.nonce, int):
            self._void_rounds.setdefault((entry.server_seed_hash, entry.nonce), entry)
            pair = self._active(index, entry.server_seed_hash, "void round")
            first = self._void_ids.setdefault(str(entry.round_id), index)
            if pair is not None and entry.nonce in pair.voids:
                self._find(index, "nonce {nonce} is void twice", nonce=entry.nonce)
            elif first != index:
                self._find(index, "round {round} is void twice", round=entry.round_id)
            if pair is not None:
                pair.voids.add(entry.nonce)
            return
        if entry.server_seed_hash not in self._pairs:
            if entry.server_seed_hash in self._voids:
                self._find(index, "{what} of a pair that is void", what="void")
            self._voids[entry.server_seed_hash] = index
            return
        pair = self._active(index, entry.server_seed_hash, "void")
        if pair is not None:
            pair.void = True

    def _deck(self, index: int, entry: Deck) -> None:
        pair = self._active(index, entry.server_seed_hash, "deck")
        if pair is None:
            return
        if not pair.table:
            self._find(index, "a deck under a player's own pair")
        if pair.decks and entry.nonce <= pair.decks[-1]:
            text = "the deck of nonce {nonce} comes behind that of {last}"
            self._find(index, text, nonce=entry.nonce, last=pair.decks[-1])
        pair.decks.append(entry.nonce)
        self._deck_roots.setdefault((entry.server_seed_hash, entry.nonce), entry.deck_root)

    def _seat(self, _index: int, _entry: Seat) -> None:
        self._seats += 1

    def _ruleset(self, index: int, entry: Ruleset) -> None:
        self._rulesets.setdefault((entry.game, entry.digest), index)

    def _key(self, index: int, entry: Key) -> None:
        wanted = self._origin if entry.role == "log" else self._origin + KEY_SUFFIX
        try:
            key = VerifierKey.parse(entry.vkey)
        except CommitmentError as error:
            self._find(index, "{field}: " + error.rule, field=error.field, **error.values)
            return
        if key.name != wanted or key.kind != ED25519:
            self._find(index, "its key must be an Ed25519 key named {name}", name=wanted)
        elif self._roles.setdefault(key.public, entry.role) != entry.role:
            self._find(index, "the keys of log and receipts must differ")

    def form(self) -> Check:
        if self._malformed:
            text = "entries that are not canonical JSON of their types: {count}"
            return failed("entries", text, count=self._malformed)
        return passed("entries", "every entry is canonical JSON of its type")

    def lifecycle(self) -> Check:
        count = len(self.findings) - self._malformed
        if count:
            return failed("lifecycle", "entries that break a rule of a pair's life: {count}", count=count)
        return passed("lifecycle", "commit, activate, close, reveal: each once, in this order")

    def receipts(self, kept: Sequence[Receipt]) -> Check:
        """Round receipts against the pairs they name. Those of actions name none, and are not judged."""
        judged: dict[tuple[str, int], Receipt] = {}
        for receipt in kept:
            if receipt.body.get("type") != ROUND_RECEIPT:
                continue
            failure = self._receipt(receipt, judged)
            if failure is not None:
                return failure
        if not judged:
            return skipped("receipts", "no receipts of rounds were given")
        return passed("receipts", "every receipt fits the log (receipts: {count})", count=len(judged))

    def _receipt(self, receipt: Receipt, judged: dict[tuple[str, int], Receipt]) -> Check | None:
        seed_hash, nonce = str(receipt.body.get("server_seed_hash")), receipt.body.get("nonce")
        round_id = receipt.body.get("round_id")
        pair = self._pairs.get(seed_hash)
        if pair is None:
            text = "round {round} was accepted under a pair that was never activated"
            return failed("receipts", text, round=round_id)
        if type(nonce) is not int:
            return failed("receipts", "the receipt of round {round} has no nonce", round=round_id)
        first = judged.setdefault((seed_hash, nonce), receipt)
        if first.digest() != receipt.digest():
            text = "nonce {nonce} of one pair has two receipts that differ"
            return failed("receipts", text, first.body, receipt.body, nonce=nonce)
        if pair.void:
            text = "round {round} was accepted under a pair that was declared void"
            return failed("receipts", text, round=round_id)
        if pair.closed is not None and nonce >= pair.rounds:
            text = "round {round} was accepted, but its pair was closed with fewer rounds"
            return failed("receipts", text, nonce, pair.rounds, round=round_id)
        return None

    def records(self, documents: Iterable[Document], salt: str | None) -> Check:
        """What records say that the log must say too: their rulesets, their voids, the decks of tables,
        and with a player's salt the tags of the client seeds."""
        count = 0
        for document in documents:
            count += 1
            try:
                failure = self._record(document, salt)
            except FairseedError as error:
                failure = failed("records", "{field}: " + error.rule, field=error.field, **error.values)
            if failure is not None:
                return failure
        if not count:
            return skipped("records", "no record was given")
        text = "the log says the same of rulesets and voids as the records (records: {count})"
        return passed("records", text, count=count)

    def _record(self, document: Document, salt: str | None) -> Check | None:
        if document.faults:
            raise RecordError("record", "{fault}", fault=document.faults[0])
        table = isinstance(document.value, dict) and document.value.get("game") in VARIANTS
        record = read_table_record(document.value) if table else read_record(document.value)
        seeds, place = record.seeds, {"round": record.round_id}
        pair = self._pairs.get(seeds.server_seed_hash)
        if pair is None:
            return failed("records", "round {round} is of a pair that was never activated", **place)
        if isinstance(record, TableRecord):
            logged_root = self._deck_roots.get((seeds.server_seed_hash, seeds.nonce))
            if logged_root != record.deck_root:
                text = "the deck of round {round} is not the one that the log has"
                return failed("records", text, logged_root, record.deck_root, **place)
            tag = None
        else:
            tag = None if salt is None else client_seed_tag(salt, record.seeds.client_seed)
        if tag not in (None, pair.client_seed_tag):
            text = "the client seed of round {round} has another tag in the log"
            return failed("records", text, tag, pair.client_seed_tag, **place)
        if isinstance(record.ruleset, str):
            logged = self._rulesets.get((record.game, record.ruleset))
            if logged is None or (pair.closed is not None and logged > pair.closed):
                text = "the ruleset of round {round} was not in the log before its pair was closed"
                return failed("records", text, record.ruleset, None, **place)
        entry = self._void_rounds.get((seeds.server_seed_hash, seeds.nonce))
        told = None if entry is None else {"round_id": entry.round_id, "reason": entry.reason}
        void = document.value.get("void")
        found = None if void is None else {"round_id": record.round_id, "reason": void["reason"]}
        if told != found:
            text = "of round {round}, record and log do not say the same about its being void"
            return failed("records", text, told, found, **place)
        return None

    def counts(self) -> dict[str, Any]:
        """Figures that an auditor looks at: what is promised and not used, void, never revealed."""
        pairs = self._pairs.values()
        closed = [pair for pair in pairs if pair.closed is not None]
        rounds = sum(pair.rounds for pair in closed)
        voids = sum(len(pair.voids) for pair in pairs)
        # Of a pair that was never closed the log tells the void rounds only.
        known = rounds + sum(len(pair.voids) for pair in pairs if pair.closed is None)
        decks = sum(len(pair.decks) for pair in closed)
        omitted = sum(max(0, len(pair.decks) - pair.rounds) for pair in closed)
        return {
            "promised": self._hashes,
            "pairs": {
                "activated": len(self._pairs),
                "closed": len(closed),
                "revealed": sum(pair.revealed for pair in pairs),
                "void": sum(pair.void for pair in pairs) + len(self._voids),
                "closed_not_revealed": sum(not pair.revealed for pair in closed),
            },
            "rounds": {"closed": rounds, "void": voids, "void_rate": f"{voids}/{known}"},
            "decks": {"promised": decks, "omitted": omitted, "seats": self._seats},
        }
