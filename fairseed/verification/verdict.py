"""What verification says (docs/spec/record.md section 2)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, Literal

Status = Literal["pass", "fail", "skip"]

ROUND_CHECKS: Final = ("format", "commitment", "receipt", "log", "rules", "outcome", "settlement")
BUNDLE_CHECKS: Final = ("nonces", "seed", "close_root")


@dataclass(frozen=True, slots=True)
class Check:
    """One check. `detail` is a template filled with `values`; `expected` is the re-derived
    value and `actual` the recorded one, both None where nothing was compared."""

    check: str
    status: Status
    detail: str
    values: dict[str, Any] = field(default_factory=dict)
    expected: Any = None
    actual: Any = None

    @property
    def text(self) -> str:
        return self.detail.format(**self.values)

    def to_json(self) -> dict[str, Any]:
        return {
            "check": self.check,
            "status": self.status,
            "detail": self.text,
            "expected": self.expected,
            "actual": self.actual,
        }


@dataclass(frozen=True, slots=True)
class Verdict:
    """All checks of one round; or of a bundle, whose `records` counts the verdicts of its rounds."""

    checks: tuple[Check, ...]
    round_id: str | None = None
    game: str | None = None
    pending: bool = False
    warnings: tuple[str, ...] = ()
    records: dict[str, int] | None = None

    @property
    def verdict(self) -> Literal["verified", "failed", "pending"]:
        """Failed when any check (or a bundle's record) fails; else pending when the seed is not revealed."""
        if any(check.status == "fail" for check in self.checks) or (self.records and self.records["failed"]):
            return "failed"
        return "pending" if self.pending else "verified"

    def to_json(self) -> dict[str, Any]:
        head: dict[str, Any]
        if self.records is None:
            head = {"verdict": self.verdict, "round_id": self.round_id}
        else:
            head = {"type": "bundle", "verdict": self.verdict, "records": self.records}
        head["checks"] = [check.to_json() for check in self.checks]
        return head | ({"warnings": list(self.warnings)} if self.warnings else {})


def passed(check: str, detail: str, /, expected: Any = None, actual: Any = None, **values: Any) -> Check:
    return Check(check, "pass", detail, values, expected, actual)


def failed(check: str, detail: str, /, expected: Any = None, actual: Any = None, **values: Any) -> Check:
    return Check(check, "fail", detail, values, expected, actual)


def skipped(check: str, detail: str, /, **values: Any) -> Check:
    return Check(check, "skip", detail, values)
