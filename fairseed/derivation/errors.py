"""The root error of the package, and the error of derivation."""

from __future__ import annotations


class FairseedError(Exception):
    """Root of every error that `fairseed` raises on purpose.

    `field` names what was wrong and `rule` the rule it broke, a template whose
    `values` are filled in by `str()`. Neither ever holds a secret.
    """

    def __init__(self, field: str, rule: str, /, **values: object) -> None:
        super().__init__(field, rule)
        self.field = field
        self.rule = rule
        self.values = values

    def __str__(self) -> str:
        return f"{self.field}: {self.rule.format(**self.values)}"


class SeedError(FairseedError):
    """A seed, nonce or draw outside what derivation.md sections 1 and 3 allow."""
