"""Receipts spelled in unusual ways, and what a player keeps of several services: both verifiers say the same."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.page_agreement.page import Page, agree
from tests.verification import test_trust as trust

TIMES = (
    "2026-02-29T00:00:00Z", "2024-02-29T00:00:00Z", "0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z",
    "2026-07-26T23:59:60Z", "2026-07-26T24:00:00Z", "2026-13-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-07-26t12:34:56Z",
    "2026-07-26T12:34:56z", "2026-07-26T12:34:56+00:00", "2026-07-26T12:34:56.0Z", "2026-07-26T12:34:56Z\n",
    "\u0662\u0660\u0662\u0666-07-26T12:34:56Z", "+02026-07-26T12:34:56Z", 7, None,
)  # fmt: skip
KEYS = (
    "a+0000000g", "+00000000", "a+b+00000000", "a+00000000 ", "ключ+00000000", "a\x00+00000000", "a+000000000", "a+0000000A", "a+0000000",
    f"{trust.RECEIPTS.label}\n", *(f"a{sign}b+00000000" for sign in "\t\n\x1c\x1f \x7f\x80\x85\xa0\u1680\u180e\u2000\u200b\u2028\u3000\ufeff"),
)  # fmt: skip
SIGNATURES = (
    *(base64.b64encode(bytes(size)).decode() for size in (0, 1, 63, 64, 65, 66, 96)),
    "A" * 86,
    "A" * 85 + "B==",
    "-" * 86 + "==",
)


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with Page() as running:
        yield running


@pytest.fixture
def ask(page: Page, tmp_path: Path) -> Callable[..., None]:
    """Asks both about a record, with and without the key of its receipts."""

    def asks(record: Any, *kept: Any, complete: bool = False) -> None:
        path, receipts = tmp_path / "record", tmp_path / "kept"
        path.write_text(json.dumps(record), "utf-8")
        receipts.write_text("".join(json.dumps(one) + "\n" for one in kept), "utf-8")
        for keys in ((), (trust.RECEIPTS.vkey,)):
            agree(
                page,
                "bundle",
                path,
                keys=keys,
                receipts=receipts if kept or complete else None,
                complete=complete,
            )

    return asks


def spelled() -> Iterator[dict[str, Any]]:
    """Records with a receipt in which one thing is another."""
    signed = trust.signed(trust.rounds("dice"))
    receipt = signed["receipt"]
    for at in TIMES:
        yield signed | {"receipt": trust.RECEIPTS.receipt(receipt["body"] | {"accepted_at": at})}
    for key in KEYS:
        yield signed | {"receipt": receipt | {"key": key}}
    for signature in SIGNATURES:
        yield signed | {"receipt": receipt | {"signature": signature}}


def test_receipts_in_records(ask: Callable[..., None]) -> None:
    for record in spelled():
        ask(record)
        ask(record | {"bet": {"stake": 101}})


def test_receipts_that_were_kept(ask: Callable[..., None]) -> None:
    for record in spelled():
        ask(trust.rounds("dice"), record["receipt"])
        ask(trust.signed(trust.rounds("dice")), record)


def test_what_was_kept_together(ask: Callable[..., None]) -> None:
    """Answers and receipts that contradict the record and one another; what is found first is told."""
    dice, mines = trust.signed(trust.rounds("dice")), trust.signed(trust.rounds("mines"))
    rival = trust.signed(trust.rounds("dice") | {"round_id": "first"})["receipt"]
    late = trust.RECEIPTS.receipt(trust.receipt_bodies(dice, "2026-07-26T12:34:57Z")[0])
    told = dice | {"state": "settled", "outcome": {"roll": "1.00"}}
    broken = dice | {"receipt": {}}
    foreign = trust.signed(trust.rounds("dice"), trust.OTHER_RECEIPTS)["receipt"]
    kept = (rival, late, told, dice, foreign, mines)
    records = (
        dice,
        trust.rounds("dice"),
        broken,
        dice | {"bet": {"stake": 5}},
        trust.void("dice"),
        trust.pending("dice"),
        mines,
    )
    for record in records:
        for one in kept:
            for other in kept:
                ask(record, one, other)
            ask(record, one, complete=True)
    for index in range(3):
        ask(
            mines,
            mines["receipt"],
            *(part for at, part in enumerate(mines["action_receipts"]) if at != index),
            complete=True,
        )
