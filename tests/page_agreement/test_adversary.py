"""What players of honest and dishonest services hold, judged by both verifiers.

The tests of tests/adversary are run once more here: whenever one of them asks `fairseed-verify` about a bundle, the page's
modules are asked the same, and both are asked again with fewer keys and receipts than the player has."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tests.adversary import honest as players
from tests.adversary import test_rounds, test_seeds
from tests.adversary.conftest import dishonest, empty, honest  # noqa: F401
from tests.adversary.honest import Findings
from tests.page_agreement.page import Page, agree

SOAK = bool(os.environ.get("FAIRSEED_SOAK"))
SOME = (
    "test_the_honest_session_passes_every_check",
    "test_a_round_taken_back_and_its_nonce_given_again",
    "test_rounds_voided_when_they_would_pay",
)


class Both:
    """`verify` of the tests, which asks the page as well."""

    def __init__(self, page: Page, verify: Callable[..., Findings]) -> None:
        self.page, self.verify = page, verify
        self.asked = self.records = 0
        self.seen: set[bytes] = set()

    def __call__(self, *arguments: str | Path) -> Findings:
        found = self.verify(*arguments)
        if arguments[0] == "bundle":
            self.compare(found, [*map(str, arguments[1:])])
        return found

    def compare(self, found: Findings, words: list[str]) -> None:
        """The bundle as the player holds it; then with other keys, without receipts, each record by itself."""
        path, *options = words
        keys = [after for word, after in pairwise(options) if word == "--key"]
        logs = [key for key in keys if not key.partition("+")[0].endswith("/receipts")]
        given = {
            name: Path(options[options.index(f"--{name}") + 1])
            for name in ("close", "receipts")
            if f"--{name}" in options
        }
        close, receipts = given["close"], given.get("receipts")
        complete = "--all-receipts" in options
        told = self.ask("bundle", path, keys=keys, close=close, receipts=receipts, complete=complete)
        assert [line["verdict"] for line in told] == [line["verdict"] for line in found.documents]
        bundle = Path(path).read_bytes()
        if bundle in self.seen:
            return
        self.seen.add(bundle)
        for some in (keys, logs, [key for key in keys if key not in logs], []):
            self.ask("bundle", path, keys=some, close=close)
            self.ask("bundle", path, keys=some, receipts=receipts)
            self.ask("round", path, keys=some, receipts=receipts)
        if receipts:
            self.ask("bundle", path, keys=keys, receipts=receipts, complete=True)
            self.ask("round", path, receipts=receipts, complete=True)

    def ask(self, command: str, path: str, **given: object) -> list[dict[str, object]]:
        told = agree(self.page, command, Path(path), **given)  # type: ignore[arg-type]
        self.asked += 1
        self.records += len(told)
        return told


@pytest.fixture(scope="module", autouse=True)
def both() -> Iterator[None]:
    with Page() as page, pytest.MonkeyPatch.context() as patch:
        verify = Both(page, players.verify)
        patch.setattr(players, "verify", verify)
        yield
        print(f"judged by both: {verify.asked} files, {verify.records} verdicts")


for _tests in (test_rounds, test_seeds):
    for _name, _test in vars(_tests).items():
        if _name.startswith("test_") and (SOAK or _name in SOME):
            globals()[_name] = _test
