"""A player's own history of bets at a public operator, checked as a whole (docs/schemes.md, "A history")."""

from fairseed.verification.history.audit import CHECKS, Finding, Report, audit_history
from fairseed.verification.history.columns import FIELDS, guess_columns
from fairseed.verification.history.errors import HistoryError
from fairseed.verification.history.reading import Row, read_rows

__all__ = [
    "CHECKS",
    "FIELDS",
    "Finding",
    "HistoryError",
    "Report",
    "Row",
    "audit_history",
    "guess_columns",
    "read_rows",
]
