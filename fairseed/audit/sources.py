"""The input of an audit, cut into units that are checked one by one, anywhere.

A JSON Lines file is cut by bytes: a unit has the lines that begin in its stretch. A Parquet file is cut by
row groups. The plan is the same wherever it is made of the same files.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, BinaryIO, Final, Literal

from fairseed.audit.errors import AuditError
from fairseed.records import UnusableError, read_object
from fairseed.records.reader import MAX_BYTES

UNIT_BYTES: Final = 4 * 2**20
PARQUET: Final = b"PAR1"
PACKED: Final = (
    b"\x1f\x8b",
    b"\x28\xb5\x2f\xfd",
    b"PK\x03\x04",
    b"BZh",
    b"\xfd7zXZ",
)  # gzip, zstd, zip, bzip2, xz

Kind = Literal["object", "lines", "columns", "texts"]


@dataclass(frozen=True, slots=True)
class Source:
    """One file. `kind`: one JSON object, JSON Lines, typed columns, or a column of records' texts."""

    path: str
    kind: Kind
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Unit:
    """A stretch of a source: bytes `first` to `behind`, or that row group alone. `weight` in bytes."""

    source: int
    first: int
    behind: int
    weight: int


@dataclass(frozen=True, slots=True)
class Plan:
    """All sources, the units of one shard of them, and what else the report depends on."""

    sources: tuple[Source, ...]
    units: tuple[Unit, ...]
    shard: tuple[int, int]
    keys: tuple[str, ...]

    @property
    def digest(self) -> str:
        """Of what is checked and how, without where the files lie and without the shard."""
        files = [asdict(source) | {"path": Path(source.path).name} for source in self.sources]
        text = json.dumps([files, self.keys], ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()


def make_plan(
    files: Iterable[str],
    *,
    shard: tuple[int, int] = (1, 1),
    keys: tuple[str, ...] = (),
    unit_bytes: int = UNIT_BYTES,
) -> Plan:
    """AuditError where a file can't be read or is no bundle's."""
    sources: list[Source] = []
    units: list[Unit] = []
    given: dict[str, str] = {}  # paths by digest
    for number, name in enumerate(files):
        try:
            source, cut = _source(name, number, unit_bytes)
        except OSError as error:
            raise AuditError(name, "can't be read: {reason}", reason=error.strerror or str(error)) from None
        except ValueError:
            raise AuditError(name, "can't be read: {reason}", reason="no file has such a name") from None
        if source.size and source.sha256 in given:
            text = "holds the same bytes as {file}: give each file once"
            raise AuditError(name, text, file=given[source.sha256])
        given[source.sha256] = source.path
        sources.append(source)
        units += cut
    part, parts = shard
    first, behind = len(units) * (part - 1) // parts, len(units) * part // parts
    return Plan(tuple(sources), tuple(units[first:behind]), shard, keys)


def _source(name: str, number: int, unit_bytes: int) -> tuple[Source, list[Unit]]:
    path = Path(name).resolve()
    with path.open("rb") as file:
        size = path.stat().st_size
        head = file.read(5)
        if head.startswith(PACKED):
            raise AuditError(name, "is compressed: unpack it first")
        if head.startswith(PARQUET):
            kind, weights = _parquet(name)
            units = [Unit(number, group, group + 1, weight) for group, weight in enumerate(weights)]
        elif _is_object(file, size):
            kind, units = "object", [Unit(number, 0, size, size)]
        else:
            kind = "lines"
            edges = [*range(0, size, unit_bytes), size] if size else [0, 0]
            units = [Unit(number, a, b, b - a) for a, b in pairwise(edges)]
        file.seek(0)
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return Source(str(path), kind, size, digest), units


def _parquet(name: str) -> tuple[Kind, list[int]]:
    try:
        from fairseed.audit import columns
    except ImportError:
        text = "Parquet needs the optional group: pip install 'fairseed[audit]'"
        raise AuditError(name, text) from None
    return columns.look(name)


def _is_object(file: BinaryIO, size: int) -> bool:
    """Whether the file is one JSON object over several lines (docs/spec/record.md section 3)."""
    file.seek(0)
    if size > MAX_BYTES:
        return False
    data = file.read(MAX_BYTES + 1)
    first = next((line for line in data.split(b"\n", 64)[:64] if line.strip()), b"")
    for text, answer in ((first, False), (data.rstrip(b"\r\n \t"), True)):
        try:
            read_object(text)
        except UnusableError:
            continue
        return answer
    return False


def line_start(file: BinaryIO, at: int) -> int:
    """The place of the first line that begins at `at` or behind it; the file's end where none does."""
    if at == 0:
        return 0
    file.seek(at - 1)
    found = at - 1
    while block := file.read(2**16):
        place = block.find(b"\n")
        if place >= 0:
            return found + place + 1
        found += len(block)
    return found


class Stretch:
    """Part of a file, as a file to be read: what `iter_texts` needs."""

    def __init__(self, file: BinaryIO, first: int, behind: int) -> None:
        file.seek(first)
        self._file, self._left = file, behind - first

    def read(self, size: int) -> bytes:
        data = self._file.read(min(size, self._left))
        self._left -= len(data)
        return data


def describe(plan: Plan) -> list[dict[str, Any]]:
    """The sources for a report: names without folders."""
    return [
        {"file": Path(source.path).name, "bytes": source.size, "sha256": source.sha256}
        for source in plan.sources
    ]
