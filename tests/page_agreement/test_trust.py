"""Every question that tests/verification/test_trust.py asks the product, asked of the page's modules too.

The tests themselves are run once more here; what they call is replaced by functions that compare both
answers on the way. Keys, kept receipts and answers go to the page as the texts that a reader has."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from fairseed.commitments import CommitmentError
from fairseed.records import Document, UnusableError, read_object
from fairseed.verification import Trust, Verdict, kept_answers, kept_receipts, verify_bundle, verify_record
from tests.page_agreement.page import Page, comparable
from tests.verification import test_trust

NOTHING = Trust()
asked = {"records": 0, "bundles": 0, "kept": 0}


SOAK = bool(os.environ.get("FAIRSEED_SOAK"))
FIRST = 2000 if SOAK else 24  # questions of a test that are asked of the page
LONG = (  # many questions of one kind
    "test_a_flipped_bit_of_a_signature_fails",
    "test_a_flipped_bit_of_receipts_is_never_passed",
    "test_a_flipped_bit_of_a_logged_promise_fails",
    "test_a_flipped_bit_of_a_close_entry_fails",
    "test_every_json_type_in_every_place_fails_and_raises_nothing",
    "test_no_json_at_all_raises",
    "test_no_close_entry_raises",
    "test_a_nest_of_lists_raises_nothing",
    "test_every_json_type_for_a_close_entry_fails",
)


class Kept(dict[str, Any]):
    """Receipts or answers by round, and the documents that they are from."""

    documents: tuple[Any, ...] = ()


def text_of(value: Any) -> str | None:
    """JSON that a file can hold; None where the value has none, as NaN."""
    try:
        text = json.dumps(value, allow_nan=False)
        read_object(text.encode())
    except (ValueError, TypeError, RecursionError, UnusableError):
        return None
    return text


def kept_text(value: Any) -> str | None:
    """The same, without faults: what has any is refused as something kept."""
    text = text_of(value)
    return None if text is None or read_object(text.encode()).faults else text


class Both:
    """The product's functions, each of which asks the page as well."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.test, self.asked = "", 0

    def skips(self) -> bool:
        """Whether this question of the test that is running is one too many."""
        test = os.environ.get("PYTEST_CURRENT_TEST", "")
        self.asked = self.asked + 1 if test == self.test else 1
        self.test = test
        return self.asked > FIRST

    def kept_receipts(self, values: Iterable[Any]) -> Kept:
        return self._kept(kept_receipts, tuple(values))

    def kept_answers(self, values: Iterable[Any]) -> Kept:
        return self._kept(kept_answers, tuple(values))

    def _kept(self, read: Any, values: tuple[Any, ...]) -> Kept:
        texts = [kept_text(value) for value in values]
        refused: CommitmentError | None = None
        try:
            found = Kept(read(values))
            found.documents = values
        except CommitmentError as error:
            refused = error
        if read is kept_receipts and None not in texts and values and not self.skips():
            answer = self.page.judge([], kept=texts)  # type: ignore[arg-type]
            assert ("refused" in answer) is (refused is not None), (values, answer, refused)
            asked["kept"] += 1
        if refused is not None:
            raise refused
        return found

    def verify_record(self, source: Any, trust: Trust = NOTHING) -> Verdict:
        value = source.value if isinstance(source, Document) else source
        self._compare([value], trust)
        return verify_record(source, trust)

    def verify_bundle(
        self, documents: Iterable[Document], trust: Trust = NOTHING, close: Any = None
    ) -> Iterator[Verdict]:
        sources = list(documents)
        if sources and (close is None or isinstance(close, dict)):
            self._compare([source.value for source in sources], trust, bundle=True, close=close)
        return verify_bundle(sources, trust, close)

    def _compare(self, records: list[Any], trust: Trust, bundle: bool = False, close: Any = None) -> None:
        kept = [*getattr(trust.receipts, "documents", ()), *getattr(trust.settled, "documents", ())]
        texts, kept_texts = [text_of(value) for value in records], [kept_text(value) for value in kept]
        closing = None if close is None else text_of(close)
        if self.skips() or None in texts or None in kept_texts or (close is not None and closing is None):
            return
        documents = [read_object(text.encode()) for text in texts if text]
        try:
            receipts = kept_receipts(kept)
        except CommitmentError:
            return
        known = Trust(trust.keys, receipts, trust.complete, kept_answers(kept))
        keys = [str(key) for key in trust.keys]
        more = {"bundle": True, "close": closing} if bundle else {}
        answer = self.page.judge(texts, keys=keys, kept=kept_texts, complete=trust.complete, **more)  # type: ignore[arg-type]
        try:
            if bundle:
                *each, last = verify_bundle(
                    documents, known, None if closing is None else json.loads(closing)
                )
            else:
                each, last = [verify_record(document, known) for document in documents], None
        except UnusableError:
            assert any("refused" in one for one in (answer, *answer.get("records", ()))), answer
            return
        ours = [comparable(one.to_json()) for one in each]
        assert "refused" not in answer, answer
        assert [comparable(one) for one in answer["records"]] == ours, (ours, answer)
        if last is not None:
            assert comparable(answer["bundle"]) == comparable(last.to_json()), (
                last.to_json(),
                answer["bundle"],
            )
        asked["bundles" if bundle else "records"] += 1


@pytest.fixture(scope="module", autouse=True)
def both() -> Iterator[None]:
    with Page() as page, pytest.MonkeyPatch.context() as patch:
        answers = Both(page)
        for name in ("kept_receipts", "kept_answers", "verify_record", "verify_bundle"):
            patch.setattr(test_trust, name, getattr(answers, name))
        yield
        print(asked)


OUTSIDE = "test_records_without_receipts_stay_as_they_were"  # its records are not in the repository

for _name, _test in vars(test_trust).items():
    if _name.startswith("test_") and (SOAK or _name not in LONG) and _name != OUTSIDE:
        globals()[_name] = _test
