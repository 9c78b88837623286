"""One unit of an audit → its state. What runs in a thread, a process or on another machine."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO, cast

from fairseed.audit.ordinary import VERDICT, ordinary
from fairseed.audit.sources import Source, Stretch, Unit, line_start
from fairseed.audit.state import State
from fairseed.commitments import VerifierKey
from fairseed.records import ROUND_TYPE, Document, UnusableError, iter_documents, iter_texts, read_line
from fairseed.verification import Trust, verify_record


def check_unit(source: Source, unit: Unit, keys: tuple[str, ...] = ()) -> State:
    """Checks every record of a unit by itself; places count from the unit's beginning."""
    trust = Trust(tuple(VerifierKey.parse(key) for key in keys))
    if source.kind == "columns":
        from fairseed.audit.columns import check_group

        return check_group(source.path, unit, trust)
    state = State()
    if source.kind == "texts":
        from fairseed.audit.columns import row_texts

        _check_texts(state, unit.source, row_texts(source.path, unit.first), trust, keys, blanks=False)
        return state
    with Path(source.path).open("rb") as file:
        if source.kind == "object":
            for found in iter_documents(file):
                _check(state, unit.source, found, trust)
            state.file(unit.source).lines = 1
        else:
            first, behind = line_start(file, unit.first), line_start(file, unit.behind)
            part = cast("BinaryIO", Stretch(file, first, behind))
            _check_texts(state, unit.source, iter_texts(part), trust, keys)
    return state


def _check_texts(
    state: State,
    number: int,
    texts: Iterable[bytes | None],
    trust: Trust,
    keys: tuple[str, ...],
    *,
    blanks: bool = True,
) -> None:
    """A record a text; None is missing altogether. `blanks`: empty ones are passed over."""
    verified = ordinary(keys).verified
    lines = known = 0
    for lines, text in enumerate(texts, 1):
        if text is None:
            _check(state, number, UnusableError(f"line {lines}", "is missing"), trust)
        elif (record := verified(text)) is not None:
            state.take_verified(number, record)
            known += 1
        elif (found := read_line(text, lines)) is not None:
            _check(state, number, found, trust)
        elif not blanks:
            _check(state, number, UnusableError(f"line {lines}", "is empty"), trust)
    for check in VERDICT.checks:
        state.tally(check.check, check.status, known)
    state.file(number).lines = lines


def _check(state: State, number: int, found: Document | UnusableError, trust: Trust) -> None:
    if isinstance(found, UnusableError):
        state.take_unusable(number, _line(found), found.rule, found.values)
    elif found.value.get("type") != ROUND_TYPE:
        state.take_unusable(number, found.line, "an object of no known type", {})
    else:
        state.take(number, found.line, found.value, verify_record(found, trust))


def _line(error: UnusableError) -> int:
    name, _, number = error.field.partition(" ")
    return int(number) if name == "line" else 1
