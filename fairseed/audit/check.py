"""One unit of an audit → its state. What runs in a thread, a process or on another machine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, cast

from fairseed.audit.sources import Source, Stretch, Unit, line_start
from fairseed.audit.state import State
from fairseed.commitments import VerifierKey
from fairseed.records import ROUND_TYPE, Document, UnusableError, iter_documents, iter_lines
from fairseed.verification import Trust, verify_record


def check_unit(source: Source, unit: Unit, keys: tuple[str, ...] = ()) -> State:
    """Checks every record of a unit by itself; places count from the unit's beginning."""
    trust = Trust(tuple(VerifierKey.parse(key) for key in keys))
    if source.kind == "columns":
        from fairseed.audit.columns import check_group

        return check_group(source.path, unit, trust)
    if source.kind == "texts":
        from fairseed.audit.columns import RowTexts

        rows = RowTexts(source.path, unit.first)
        state = State()
        _check(state, unit.source, rows, trust)
        state.file(unit.source).lines = rows.count
        return state
    state = State()
    with Path(source.path).open("rb") as file:
        if source.kind == "object":
            _check(state, unit.source, iter_documents(file), trust)
            state.file(unit.source).lines = 1
        else:
            first, behind = line_start(file, unit.first), line_start(file, unit.behind)
            lines = _Lines(cast("BinaryIO", Stretch(file, first, behind)))
            _check(state, unit.source, lines, trust)
            state.file(unit.source).lines = lines.count
    return state


class _Lines:
    """The documents of a stretch; counts its lines, blank ones too."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.count = 0

    def __iter__(self) -> Iterator[Document | UnusableError]:
        for line, found in iter_lines(self._file):
            self.count = line
            if found is not None:
                yield found


def _check(state: State, number: int, documents: Iterable[Document | UnusableError], trust: Trust) -> None:
    for found in documents:
        if isinstance(found, UnusableError):
            state.take_unusable(number, _line(found), found.rule, found.values)
        elif found.value.get("type") != ROUND_TYPE:
            state.take_unusable(number, found.line, "an object of no known type", {})
        else:
            state.take(number, found.line, found.value, verify_record(found, trust))


def _line(error: UnusableError) -> int:
    name, _, number = error.field.partition(" ")
    return int(number) if name == "line" else 1
