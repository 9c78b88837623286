"""Random matches of tavern dice: what the product plays, the page verifies; of spoiled ones both say the same."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from random import Random

import pytest

from fairseed import record_digest, verify_record
from tests.page_agreement.page import Page, comparable
from tests.tavern.matches import random_record, spoiled

SOAK = bool(os.environ.get("FAIRSEED_SOAK"))
MATCHES = 3000 if SOAK else 60


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with Page() as running:
        yield running


@pytest.mark.parametrize("shard", range(10 if SOAK else 1))
def test_matches(page: Page, shard: int) -> None:
    pick = Random(f"{shard} {os.urandom(8).hex() if SOAK else ''}")
    for _ in range(MATCHES // (300 if SOAK else 60)):
        right = [random_record(pick.randrange(2**63)) for _ in range(30 if SOAK else 60)]
        answers = page.ask(rounds=[json.dumps(record) for record in right])["rounds"]
        for record, answer in zip(right, answers, strict=True):
            assert answer == ["verified", record_digest(record)], (record, answer)
        wrong = [spoiled(record, pick) for record in right for _ in range(4)]
        said = page.judge([json.dumps(record) for record in wrong])["records"]
        for record, answer in zip(wrong, said, strict=True):
            ours = verify_record(json.loads(json.dumps(record))).to_json()
            assert comparable(ours) == comparable(answer), json.dumps(record)
