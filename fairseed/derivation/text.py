"""Which client seeds a service accepts (derivation.md section 1), by Unicode 15.0 on every platform."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from functools import cache

# The 25 characters with the property White_Space.
WHITE_SPACE = frozenset(
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)


@cache
def _table() -> tuple[list[int], dict[str, int]]:
    """Edges of the ranges Cc, Cs, Co, Cn, and the combining classes that came with 15.0."""
    # Only a client seed beyond ASCII needs the table, and a cold start should not pay for it.
    import json
    from importlib.resources import files

    data = json.loads(files("fairseed.derivation").joinpath("unicode15.json").read_bytes())
    return data["refused_edges"], data["combining"]


def _refused(char: str) -> bool:
    # The edges alternate: a refused range begins, ends, begins …
    return bisect_right(_table()[0], ord(char)) % 2 == 1


def _is_nfc(text: str) -> bool:
    """NFC by Unicode 15.0. Composition of assigned characters never changes (stability
    policy); an older platform only lacks the combining classes of the newest marks."""
    if not unicodedata.is_normalized("NFC", text):
        return False
    newest = _table()[1]
    if newest.keys().isdisjoint(text):
        return True
    before = 0
    for char in text:
        combining = newest.get(char) or unicodedata.combining(char)
        if 0 < combining < before:
            return False
        before = combining
    return True


def client_seed_faults(text: str) -> list[str]:
    """Every rule of the service that this client seed breaks; empty when it is accepted."""
    faults = []
    if not 1 <= len(text) <= 64:
        faults.append("must have 1 to 64 characters (Unicode code points)")
    if not text.isascii() or not text.isprintable():
        if any(_refused(char) for char in set(text)):
            faults.append("must not have control, private-use, surrogate or unassigned characters")
        elif not _is_nfc(text):
            faults.append("must be in Unicode normalization form C")
    if text and (text[0] in WHITE_SPACE or text[-1] in WHITE_SPACE):
        faults.append("must not begin or end with white space")
    return faults
