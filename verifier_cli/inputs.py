"""Records from files and standard input, one at a time; what is unusable is told in its place."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from fairseed.records import ROUND_TYPE, Document, UnusableError, iter_documents
from verifier_cli import terminal
from verifier_cli.language import fill, t

_LINE = re.compile(r"line ([0-9]+)")


@dataclass(frozen=True, slots=True)
class Unusable:
    """An input that no verdict can be given on. `line` is None where the file itself is."""

    file: str
    line: int | None
    detail: str

    def tell(self, as_json: bool) -> None:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        terminal.note(t("{place}: unusable: {detail}", place=place, detail=self.detail))
        if as_json:
            error = {"file": self.file, "line": self.line, "detail": self.detail}
            terminal.print_json({"error": error})


def read(name: str) -> Iterator[Document | Unusable]:
    """The records of a file (`-`: standard input). Memory stays that of the longest record."""
    try:
        with nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb") as file:
            yield from _documents(name, file)
    except OSError as error:
        yield Unusable(name, None, t("can't be read: {reason}", reason=t(error.strerror or str(error))))
    except ValueError:
        yield Unusable(name, None, t("can't be read: {reason}", reason=t("no file has such a name")))


def objects(name: str) -> Iterator[Any]:
    """The JSON objects of a file that holds no records; UnusableError at the first that is none."""
    with nullcontext(sys.stdin.buffer) if name == "-" else open_file(name) as file:
        for found in iter_documents(file):
            if isinstance(found, UnusableError):
                raise UnusableError(f"{name}: {found.field}", found.rule, **found.values)
            if found.faults:
                raise UnusableError(name, "{fault}", fault=found.faults[0])
            yield found.value


def open_file(name: str) -> BinaryIO:
    """UnusableError where it can't be read."""
    try:
        return Path(name).open("rb")
    except OSError as error:
        raise UnusableError(name, "can't be read: {reason}", reason=error.strerror) from None
    except ValueError:
        raise UnusableError(name, "can't be read: {reason}", reason="no file has such a name") from None


def _documents(name: str, file: BinaryIO) -> Iterator[Document | Unusable]:
    for found in iter_documents(file):
        if isinstance(found, UnusableError):
            yield unusable(name, found)
        elif found.value.get("type") != ROUND_TYPE:
            yield Unusable(name, found.line, t("an object of no known type"))
        else:
            yield found


def unusable(name: str, error: UnusableError) -> Unusable:
    line = error.values.get("line")
    if not isinstance(line, int):
        found = _LINE.fullmatch(error.field)
        line = int(found[1]) if found else None
    return Unusable(name, line, fill(error.rule, error.values))
