"""`python -m verifier_cli.locale`: compiles every `.po` of this folder into the `.mo` beside it."""

from __future__ import annotations

import ast
import re
import struct
from pathlib import Path

_ENTRY = re.compile(r"(msgid|msgid_plural|msgstr|msgstr\[[0-9]\]) (\".*\")")


def read_po(text: str) -> dict[str, str]:
    """Message id → translation, as a `.mo` holds them: plural forms joined by NUL."""
    catalogue: dict[str, str] = {}
    for block in re.split(r"\n\s*\n", text):
        parts: dict[str, str] = {}
        name = ""
        for line in block.splitlines():
            if found := _ENTRY.fullmatch(line.strip()):
                name = found[1]
                parts[name] = ast.literal_eval(found[2])
            elif line.startswith('"'):
                parts[name] += ast.literal_eval(line)
        if "msgid" in parts:
            key = "\0".join(parts[name] for name in ("msgid", "msgid_plural") if name in parts)
            if key in catalogue:
                raise SystemExit(f"repeated message: {key}")
            catalogue[key] = "\0".join(value for name, value in parts.items() if name.startswith("msgstr"))
    return catalogue


def write_mo(catalogue: dict[str, str]) -> bytes:
    """The GNU `.mo` form, little-endian, without a hash table."""
    entries = sorted((key.encode(), value.encode()) for key, value in catalogue.items())
    count = len(entries)
    place = 28 + 16 * count
    tables, texts = b"", b""
    for column in (0, 1):
        for entry in entries:
            tables += struct.pack("<2I", len(entry[column]), place + len(texts))
            texts += entry[column] + b"\0"
    return struct.pack("<7I", 0x950412DE, 0, count, 28, 28 + 8 * count, 0, 0) + tables + texts


def main() -> None:
    for source in sorted(Path(__file__).parent.glob("*/LC_MESSAGES/*.po")):
        source.with_suffix(".mo").write_bytes(write_mo(read_po(source.read_text(encoding="utf-8"))))


if __name__ == "__main__":
    main()
