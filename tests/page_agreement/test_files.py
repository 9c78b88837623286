"""Whole files: `fairseed-verify` and the page's modules say the same of the vectors' records and bundles."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.page_agreement.page import Page, agree
from tests.support import ROOT


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with Page() as running:
        yield running


def cases(name: str) -> list[dict[str, Any]]:
    groups = json.loads((ROOT / "vectors" / f"{name}.json").read_text("utf-8"))["groups"]
    return [case for group in groups for case in group["cases"]]


def test_records(page: Page, tmp_path: Path) -> None:
    """Each by itself, since what is no record may hold line feeds."""
    one = tmp_path / "record.json"
    for case in cases("records"):
        given = case["given"]
        one.write_bytes(bytes.fromhex(given["hex"]) if "hex" in given else given["text"].encode())
        if one.read_bytes().count(b"\n") < 1:
            agree(page, "round", one)
            agree(page, "bundle", one)


def test_bundles(page: Page, tmp_path: Path) -> None:
    one = tmp_path / "bundle.jsonl"
    for case in cases("bundles"):
        one.write_text(case["given"]["text"], "utf-8")
        agree(page, "bundle", one)
        agree(page, "round", one)
