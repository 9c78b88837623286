"""The errors of the rules package."""

from __future__ import annotations


class GameError(Exception):
    """Root of this package's errors: `field` was wrong, by `rule` (a template filled with `values`)."""

    code = "invalid_field"

    def __init__(self, field: str, rule: str, /, **values: object) -> None:
        super().__init__(field, rule)
        self.field = field
        self.rule = rule
        self.values = values

    def __str__(self) -> str:
        return f"{self.field}: {self.rule.format(**self.values)}"


class FormatError(GameError):
    """A wrong type, an unknown or missing name, or a wrong text form."""


class UnknownFieldError(FormatError):
    """A name that the rules don't list."""

    code = "unknown_field"


class RuleError(GameError):
    """Well formed, but refused by the rules."""


class IllegalActionError(RuleError):
    """An action that is not legal now."""

    code = "illegal_action"


class MaxPayoutError(RuleError):
    """A bet whose greatest return exceeds `max_payout`."""

    code = "max_payout"
