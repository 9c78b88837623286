"""The error of this package."""

from __future__ import annotations

from fairseed.derivation import FairseedError


class AuditError(FairseedError):
    """What can't be audited: `field` is the input or option, `rule` says why."""
