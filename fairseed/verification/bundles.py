"""A bundle: all rounds of one seed pair, nonce ascending (docs/spec/record.md section 2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from fairseed.records import Document
from fairseed.verification.rounds import verify_record
from fairseed.verification.verdict import Check, Verdict, failed, passed, skipped


def verify_bundle(documents: Iterable[Document]) -> Iterator[Verdict]:
    """One verdict a record, then the bundle's own; memory does not grow with the records.

    `nonces` passes only for 0, 1, 2, … in line order, `seed` for one pair; `close_root` needs a
    close entry. The bundle is failed when a record is, pending when one is.
    """
    count = 0
    records = {"verified": 0, "failed": 0, "pending": 0}
    pair: Any = None
    nonces: Check | None = None
    seed: Check | None = None
    for document in documents:
        verdict = verify_record(document)
        yield verdict
        records[verdict.verdict] += 1
        seeds = _seeds(document.value)
        nonce = seeds.get("nonce")
        if nonces is None and (type(nonce) is not int or nonce != count):
            nonces = failed(
                "nonces", "record {place} has another nonce than its place", count, nonce, place=count + 1
            )
        own = [seeds.get(name) for name in ("scheme", "server_seed_hash", "server_seed", "client_seed")]
        pair = own if pair is None else pair
        if seed is None and own != pair:
            seed = failed("seed", "record {place} belongs to another seed pair", pair, own, place=count + 1)
        count += 1
    if nonces is None:
        nonces = (
            passed("nonces", "0 to {last}, without gap or double", last=count - 1)
            if count
            else skipped("nonces", "the bundle holds no record")
        )
    if seed is None:
        seed = (
            passed("seed", "every record has the same seed pair")
            if count
            else skipped("seed", "the bundle holds no record")
        )
    checks = (nonces, seed, skipped("close_root", "no close entry was given"))
    yield Verdict(checks, pending=records["pending"] > 0, records=records)


def _seeds(value: Any) -> dict[str, Any]:
    seeds = value.get("seeds") if isinstance(value, dict) else None
    return seeds if isinstance(seeds, dict) else {}
