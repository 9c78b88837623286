"""A bundle: all rounds of one seed pair, nonce ascending (docs/spec/record.md section 2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from fairseed.commitments import merkle
from fairseed.commitments.receipts import ROUND_RECEIPT
from fairseed.derivation import FairseedError
from fairseed.records import Document, record_digest
from fairseed.verification.rounds import verify_record
from fairseed.verification.trust import Logged, Trust, check_close, promise_of, proven_keys
from fairseed.verification.verdict import Check, Verdict, failed, passed, skipped


def verify_bundle(
    documents: Iterable[Document],
    trust: Trust = Trust(),  # noqa: B008 (frozen)
    close: Any = None,
) -> Iterator[Verdict]:
    """One verdict a record, then the bundle's own; memory does not grow with the records.

    `nonces` passes only for 0, 1, 2, … in line order and where no kept receipt names a round that
    is not there, `seed` for one pair; `close_root` needs a close entry: `close` is the entry, or
    the entry with its proof. The bundle is failed when a record is, pending when one is.
    """
    bundle = _Bundle(trust)
    for document in documents:
        bundle.learn(document.value)
        verdict = verify_record(document, bundle.trust)
        yield verdict
        bundle.take(document.value, verdict)
    checks = (bundle.nonces(), bundle.seed(), bundle.close_root(close))
    pending = bundle.records["pending"] > 0
    yield Verdict(checks, pending=pending, warnings=bundle.warnings(), records=bundle.records)


MOST_VIEWS: Final = 1000  # checkpoints of a bundle that are compared with one another


class _Bundle:
    """What is remembered of the records that went by."""

    def __init__(self, trust: Trust) -> None:
        self.trust = trust
        self.records = {"verified": 0, "failed": 0, "pending": 0}
        self._count = 0
        self._pair: list[Any] | None = None
        self._nonces: Check | None = None
        self._seed: Check | None = None
        self._digests: merkle.Accumulator | None = merkle.Accumulator()
        self._promise: Logged | None = None
        self._views: dict[tuple[str, int], bytes] = {}
        self._unchecked: set[str] = set()
        self._kept = {
            round_id: [receipt.body for receipt in receipts if receipt.body.get("type") == ROUND_RECEIPT]
            for round_id, receipts in trust.receipts.items()
        }

    def learn(self, value: Any) -> None:
        """A receipt key that one record proves to be logged holds for the records behind it; so does
        the promise of their pair."""
        if isinstance(value, dict) and "commitment" in value:
            self.trust = self.trust.with_keys(proven_keys(value["commitment"], self.trust))
            self._compare(promise_of(value["commitment"]))

    def _compare(self, promise: Logged | None) -> None:
        """Every record of a pair has the same promise, and one log has one root at one size."""
        if promise is None:
            return
        self._promise = first = self._promise or promise
        head = promise.proof.checkpoint.checkpoint
        place = {"place": self._count + 1}
        if self._seed is None and (promise.origin, promise.proof.index, promise.entry) != (
            first.origin,
            first.proof.index,
            first.entry,
        ):
            text = "record {place} carries another promise of the pair"
            self._seed = failed("seed", text, first.proof.index, promise.proof.index, **place)
        if len(self._views) < MOST_VIEWS:
            root = self._views.setdefault((head.origin, head.size), head.root)
            if self._seed is None and root != head.root:
                text = "record {place} shows the log with another root at the same size"
                self._seed = failed("seed", text, root.hex(), head.root.hex(), **place)

    def take(self, value: Any, verdict: Verdict) -> None:
        self.records[verdict.verdict] += 1
        seeds = _seeds(value)
        nonce, place = seeds.get("nonce"), self._count + 1
        if self._nonces is None and (type(nonce) is not int or nonce != self._count):
            text = "record {place} has another nonce than its place"
            self._nonces = failed("nonces", text, self._count, nonce, place=place)
        own = [seeds.get(name) for name in ("scheme", "server_seed_hash", "server_seed", "client_seed")]
        self._pair = own if self._pair is None else self._pair
        if self._seed is None and own != self._pair:
            text = "record {place} belongs to another seed pair"
            self._seed = failed("seed", text, self._pair, own, place=place)
        if verdict.round_id is not None:
            self._kept.pop(verdict.round_id, None)
        self._unchecked |= {check.check for check in verdict.checks if check.status == "skip"}
        self._digest(value)
        self._count += 1

    def _digest(self, value: Any) -> None:
        try:
            if self._digests is not None:
                self._digests.add(merkle.leaf_hash(record_digest(value).encode("ascii")))
        except (FairseedError, KeyError, TypeError, AttributeError):
            self._digests = None  # no record in its form: it has failed `format`

    def warnings(self) -> tuple[str, ...]:
        """What a caller who brought keys or receipts may think was checked, and was not."""
        told = []
        if self.trust.log_keys and "log" in self._unchecked:
            told.append("a log key was given, but not every record's promise could be checked with it")
        if self.trust.receipt_keys and "receipt" in self._unchecked:
            told.append("a receipt key was given, but not every record's receipts could be checked with it")
        if self._kept:
            told.append("some of the kept receipts are of rounds that are not here")
        return tuple(told)

    def nonces(self) -> Check:
        if self._nonces is not None:
            return self._nonces
        if not self._count:
            return skipped("nonces", "the bundle holds no record")
        for round_id, bodies in self._kept.items():
            for body in bodies:
                if self._pair and body.get("server_seed_hash") == self._pair[1]:
                    text = "round {round_id}, for which there is a receipt, is missing"
                    return failed("nonces", text, body.get("nonce"), None, round_id=round_id)
        return passed("nonces", "0 to {last}, without gap or double", last=self._count - 1)

    def seed(self) -> Check:
        if self._seed is not None:
            return self._seed
        if not self._count:
            return skipped("seed", "the bundle holds no record")
        return passed("seed", "every record has the same seed pair")

    def close_root(self, close: Any) -> Check:
        if close is None:
            return skipped("close_root", "no close entry was given")
        found = None if self._digests is None else (self._digests.size, self._digests.root().hex())
        own = None if self._pair is None else str(self._pair[1])
        return check_close(close, own, found, self.trust, self._promise)


def _seeds(value: Any) -> dict[str, Any]:
    seeds = value.get("seeds") if isinstance(value, dict) else None
    return seeds if isinstance(seeds, dict) else {}
