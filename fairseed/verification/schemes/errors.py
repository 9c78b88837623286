"""Errors of public schemes."""

from __future__ import annotations

from fairseed.derivation import FairseedError


class SchemeError(FairseedError):
    """A declaration, or a round of a declared scheme, that docs/schemes.md does not allow.

    In a declaration `field` is `line N, dotted.name`.
    """
