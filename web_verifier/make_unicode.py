"""Writes page/core/unicode15.js, the page's copy of fairseed/derivation/unicode15.json.

`python web_verifier/make_unicode.py --check` writes nothing and fails where the copy is out of date.
"""

from __future__ import annotations

import json
import sys
import textwrap
from pathlib import Path

HERE = Path(__file__).resolve().parent
TABLE = HERE.parent / "fairseed" / "derivation" / "unicode15.json"
MODULE = HERE / "page" / "core" / "unicode15.js"

TEMPLATE = """\
/** Unicode {version}: made by `web_verifier/make_unicode.py` from `fairseed/derivation/unicode15.json`. */

/**
 * Where code points of general category Cc, Cs, Co or Cn begin, where they end, where the next begin, and so
 * on: a code point is of these categories when an odd number of edges stands at or below it.
 */
export const REFUSED_EDGES = [
{edges}
];

/** Combining classes that Unicode 14.0 did not have yet, by code point: platforms may be as old as that. */
export const COMBINING = new Map([
{combining}
]);
"""


def module() -> str:
    table = json.loads(TABLE.read_text("utf-8"))
    edges = textwrap.fill(
        ", ".join(map(str, table["refused_edges"])) + ",",
        width=110,
        initial_indent="  ",
        subsequent_indent="  ",
    )
    combining = "\n".join(
        f"  [{ord(character):#x}, {number}]," for character, number in table["combining"].items()
    )
    return TEMPLATE.format(version=table["unicode"], edges=edges, combining=combining)


def main(arguments: list[str]) -> int:
    made = module()
    if "--check" in arguments:
        if MODULE.is_file() and MODULE.read_text("utf-8") == made:
            return 0
        sys.stderr.write(f"{MODULE.name} is out of date: run python web_verifier/make_unicode.py\n")
        return 1
    MODULE.write_text(made, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
