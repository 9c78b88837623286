"""Errors of reading a history."""

from __future__ import annotations

from fairseed.derivation import FairseedError


class HistoryError(FairseedError):
    """A file that is no history, or whose columns are not known. `field` is `line N` or a column."""
