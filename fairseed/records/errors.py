"""Errors of reading records."""

from __future__ import annotations

from fairseed.derivation import FairseedError


class UnusableError(FairseedError):
    """Not a record at all: unreadable, not one JSON object, too large or too deep.

    `field` is `line N, column M` where that is known, else what was read.
    """


class RecordError(FairseedError):
    """An object of a known type whose own shape is wrong (check `format`)."""
