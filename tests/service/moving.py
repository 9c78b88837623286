"""A clock that only a test moves."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


class MovingClock:
    """Stands still until `ahead`."""

    def __init__(self) -> None:
        self.now = datetime(2031, 5, 6, 7, 8, 9, 500_000, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def ahead(self, **span: int) -> None:
        """Moves on (days=…, seconds=…)."""
        self.now += timedelta(**span)
