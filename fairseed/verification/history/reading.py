"""Rows from a history as operators export it: CSV, JSON or JSON Lines. Every value is kept as its text."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from fairseed.verification.history.errors import HistoryError

MOST_BYTES: Final = 2**30
MOST_ROWS: Final = 5_000_000
MOST_FIELD: Final = 2**17


@dataclass(frozen=True, slots=True)
class Row:
    """One bet as it stands in the file. `line` counts from 1; of a JSON array it is the place in it."""

    line: int
    values: dict[str, str]


def read_rows(data: bytes) -> list[Row]:
    """All rows of a file. HistoryError where it has none, or is nothing of the kind."""
    if len(data) > MOST_BYTES:
        raise HistoryError("line 1", "is longer than {most} bytes", most=MOST_BYTES)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise HistoryError(f"line {line}", "is not UTF-8") from None
    rows = list(_json(text) if text.lstrip()[:1] in ("{", "[") else _csv(text))
    if not rows:
        raise HistoryError("line 1", "the file holds no bets")
    return rows


def _csv(text: str) -> Iterator[Row]:
    first = text.partition("\n")[0]
    delimiter = max(",;\t|", key=first.count)
    csv.field_size_limit(MOST_FIELD)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    names: list[str] | None = None
    try:
        for cells in reader:
            if not any(cells):
                continue
            if names is None:
                names = [cell.strip() for cell in cells]
                if len(set(names)) != len(names):
                    raise HistoryError("line 1", "two columns have one name")
                continue
            if len(cells) != len(names):
                rule = "has {count} cells, not {wanted} as the first line"
                raise HistoryError(f"line {reader.line_num}", rule, count=len(cells), wanted=len(names))
            _count(reader.line_num)
            yield Row(reader.line_num, dict(zip(names, cells, strict=True)))
    except csv.Error as error:
        raise HistoryError(f"line {reader.line_num}", "is not CSV: {reason}", reason=str(error)) from None


def _json(text: str) -> Iterator[Row]:
    try:
        whole = _parse(text)
    except json.JSONDecodeError:
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip():
                _count(number)
                try:
                    yield Row(number, _flat(_parse(line, number), number))
                except json.JSONDecodeError as error:
                    raise HistoryError(f"line {number}", "is not JSON: {reason}", reason=error.msg) from None
        return
    found = whole
    if isinstance(whole, dict):
        # An export may wrap its list: {"bets": […]}. One bet alone is a list of one.
        lists = [
            value
            for value in whole.values()
            if isinstance(value, list) and value and isinstance(value[0], dict)
        ]
        found = lists[0] if len(lists) == 1 else [whole]
    for number, each in enumerate(found, 1):
        _count(number)
        yield Row(number, _flat(each, number))


def _count(number: int) -> None:
    if number > MOST_ROWS + 1:
        raise HistoryError(f"line {number}", "more than {most} bets; split the file", most=MOST_ROWS)


def _parse(text: str, line: int = 1) -> Any:
    """JSON whose numbers stay texts. HistoryError, of `line`, for what json itself takes and we don't."""

    def constant(text: str) -> NoReturn:
        raise HistoryError(f"line {line}", "is not JSON: {reason}", reason=text)

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            raise HistoryError(f"line {line}", "a key is repeated in one object")
        return found

    try:
        return json.loads(
            text, parse_int=str, parse_float=str, parse_constant=constant, object_pairs_hook=members
        )
    except RecursionError:
        raise HistoryError(f"line {line}", "is nested deeper than 64 levels") from None


def _flat(value: Any, number: int) -> dict[str, str]:
    """Members of members as `outer.inner`; lists as their items, apart by spaces."""
    if not isinstance(value, dict):
        raise HistoryError(f"line {number}", "is not a JSON object")
    flat: dict[str, str] = {}
    waiting = [("", value)]
    while waiting:
        above, members = waiting.pop()
        for name, item in members.items():
            key = above + name
            if isinstance(item, dict):
                waiting.append((f"{key}.", item))
            elif isinstance(item, list):
                flat[key] = " ".join(map(_text, item))
            else:
                flat[key] = _text(item)
    return flat


def _text(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value)
