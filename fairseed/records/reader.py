"""The one strict reader for everything that comes from outside, files and HTTP bodies alike.

JSON by RFC 8259, UTF-8, and the narrower rules of docs/spec/record.md: every number is an integer
within ±(2^53−1), no repeated key, no unpaired surrogate. What breaks only the narrower rules is a
fault of a document that can still be named; what is no JSON is unusable.
"""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, BinaryIO, Final, NoReturn

from fairseed.records.errors import UnusableError

MAX_BYTES: Final = 16 * 2**20
MAX_DEPTH: Final = 64
MAX_INTEGER: Final = 2**53 - 1

# A string left open takes the rest of the text, so that no byte is looked at twice.
_STRINGS = re.compile(rb'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)', re.DOTALL)
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_STEPS = bytes.maketrans(b"[{]}", b"\x01\x01\xff\xff")  # as signed bytes: one level up, one down
_SURROGATE = re.compile(r"[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Document:
    """A JSON value from outside, and the rules of record.md that its text breaks."""

    value: Any
    faults: list[str] = field(default_factory=list)
    line: int = 1


def read_json(data: bytes, *, what: str = "text", line: int = 1) -> Document:
    """One JSON value. Raises UnusableError; `line` is where the text begins in its file."""
    if len(data) > MAX_BYTES:
        raise UnusableError(what, "has more than 16 MiB")
    if data.startswith(b"\xef\xbb\xbf"):
        raise UnusableError(what, "begins with a byte order mark")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UnusableError(what, "has invalid UTF-8 at byte {byte}", byte=error.start) from None
    _check_depth(data, what)
    faults: list[str] = []
    try:
        value = _decoder(faults).decode(text)
    except json.JSONDecodeError as error:
        raise UnusableError(
            what,
            "is not JSON: {reason}, line {line}, column {column}",
            reason=error.msg,
            line=line + error.lineno - 1,
            column=error.colno,
        ) from None
    if "\\u" in text and _has_surrogate(value):
        faults.append("unpaired surrogate escape")
    return Document(value, faults, line)


def read_object(data: bytes, *, what: str = "text", line: int = 1) -> Document:
    """The same, and the value must be an object."""
    document = read_json(data, what=what, line=line)
    if not isinstance(document.value, dict):
        raise UnusableError(what, "is not a JSON object")
    return document


def iter_documents(file: BinaryIO) -> Iterator[Document | UnusableError]:
    """The documents of a file: one JSON object if it parses as one, else JSON Lines.

    Memory stays that of the longest record (16 MiB at most). What is unusable is yielded in its
    place, `field` its line; blank lines are skipped.
    """
    head = file.read(MAX_BYTES + 1)
    if len(head) <= MAX_BYTES:
        try:
            yield read_object(head.rstrip(b"\r\n \t"), what="line 1")
        except UnusableError:
            pass  # then it is JSON Lines, each told by itself
        else:
            return
    for _, found in _read_lines(head, file):
        if found is not None:
            yield found


def iter_texts(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a JSON Lines file, or of a stretch of one, unread; of an overlong one its beginning."""
    return _lines(b"", file)


def read_line(data: bytes, line: int) -> Document | UnusableError | None:
    """The document of one line, or what is wrong with it; None where it is blank."""
    if not data.strip(b" \t\r\n"):
        return None
    try:
        return read_object(data, what=f"line {line}", line=line)
    except UnusableError as error:
        return error


def _read_lines(head: bytes, file: BinaryIO) -> Iterator[tuple[int, Document | UnusableError | None]]:
    for line, data in enumerate(_lines(head, file), 1):
        yield line, read_line(data, line)


def _lines(head: bytes, file: BinaryIO) -> Iterator[bytes]:
    """Lines of `head` and then of the file; of an overlong one a part too long to be accepted."""
    pending, over = head, False
    while True:
        *whole, pending = pending.split(b"\n")
        for data in whole:
            if not over:
                yield data
            over = False
        if len(pending) > MAX_BYTES and not over:
            yield pending
            over = True
        if over:
            pending = b""
        more = file.read(2**20)
        if not more:
            if pending and not over:
                yield pending
            return
        pending += more


def _check_depth(data: bytes, what: str) -> None:
    if data.count(b"[") + data.count(b"{") <= MAX_DEPTH:
        return
    brackets = _STRINGS.sub(b"", data).translate(_STEPS, _NO_BRACKETS)
    if max(accumulate(array("b", brackets)), default=0) > MAX_DEPTH:
        raise UnusableError(what, "is nested deeper than 64 levels")


def _decoder(faults: list[str]) -> json.JSONDecoder:
    def integer(text: str) -> int:
        if len(text) > 17 or abs(int(text)) > MAX_INTEGER:
            faults.append("number outside ±(2^53−1)")
            return 0
        return int(text)

    def number(_text: str) -> int:
        faults.append("number with a fraction or exponent")
        return 0

    def constant(text: str) -> NoReturn:
        raise json.JSONDecodeError(f"{text} is no JSON", text, 0)

    def pairs(members: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(members)
        if len(value) != len(members):
            faults.append("repeated key")
        return value

    return json.JSONDecoder(
        object_pairs_hook=pairs, parse_int=integer, parse_float=number, parse_constant=constant
    )


def _has_surrogate(value: Any) -> bool:
    if isinstance(value, str):
        return _SURROGATE.search(value) is not None
    if isinstance(value, dict):
        return any(_has_surrogate(key) or _has_surrogate(member) for key, member in value.items())
    return isinstance(value, list) and any(_has_surrogate(member) for member in value)
