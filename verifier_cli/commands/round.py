"""`round FILE…`: a verdict on each record by itself."""

from __future__ import annotations

from typing import Any

import click

from verifier_cli import terminal
from verifier_cli.cli import SETTINGS, json_option, lang_option
from verifier_cli.language import fill, t, warning
from verifier_cli.trust import auditor_option, complete_option, key_option, read_trust, receipts_option


class Tally:
    """Counts what was seen, and gives the exit code of record.md section 3."""

    def __init__(self) -> None:
        self.counts = {"verified": 0, "failed": 0, "pending": 0, "unusable": 0}
        self.failures: list[tuple[str, str]] = []

    def take(self, verdict: Any) -> None:
        """Counts a round's verdict; of a failed one it keeps the id and the checks that failed."""
        self.counts[verdict.verdict] += 1
        if verdict.verdict == "failed":
            checks = ", ".join(check.check for check in verdict.checks if check.status == "fail")
            self.failures.append((verdict.round_id or "?", checks))

    def code(self, failed: bool = False) -> int:
        counts = self.counts
        if failed or counts["failed"]:
            return 1
        if counts["unusable"] or not any(counts.values()):
            return 2
        return 3 if counts["pending"] else 0


def verdict_json(verdict: Any) -> dict[str, Any]:
    """`Verdict.to_json()`, its texts in the language in use."""
    document: dict[str, Any] = verdict.to_json()
    for check, entry in zip(verdict.checks, document["checks"], strict=True):
        entry["detail"] = fill(check.detail, check.values)
    if verdict.warnings:
        document["warnings"] = [warning(text) for text in verdict.warnings]
    return document


def explained(record: dict[str, Any], verdict: Any) -> Any:
    """The usual mistake that would explain a failed record, or None."""
    from fairseed.verification.diagnosis import diagnose_record

    return diagnose_record(record, verdict)


def run(
    files: tuple[str, ...],
    keys: tuple[str, ...],
    receipts: str | None,
    complete: bool,
    auditor_key: str | None,
    as_json: bool,
) -> int:
    from fairseed.verification import verify_record
    from verifier_cli.diagnoses import diagnosed, diagnosis_json
    from verifier_cli.inputs import Unusable, read

    tally, trust = Tally(), read_trust(keys, receipts, complete, auditor_key)
    for name in files:
        for found in read(name):
            if isinstance(found, Unusable):
                found.tell(as_json)
                tally.counts["unusable"] += 1
                continue
            verdict = verify_record(found, trust)
            tally.take(verdict)
            diagnosis = explained(found.value, verdict) if verdict.verdict == "failed" else None
            if as_json:
                document = verdict_json(verdict)
                if diagnosis is not None:
                    document["diagnosis"] = diagnosis_json(diagnosis)
                terminal.print_json(document)
            else:
                terminal.print_verdict(
                    verdict, found.value, [] if diagnosis is None else diagnosed(diagnosis)
                )
    if not any(tally.counts.values()):
        terminal.note(t("no record was given"))
    elif not as_json and sum(tally.counts.values()) > 1:
        terminal.print_summary(tally.counts, tally.failures)
    return tally.code()


def build() -> click.Command:
    return click.Command(
        "round",
        callback=run,
        params=[
            click.Argument(["files"], nargs=-1, required=True, metavar="FILE..."),
            key_option(),
            receipts_option(),
            complete_option(),
            auditor_option(),
            json_option(),
            lang_option(),
        ],
        help=t(
            "Verify round records, each by itself. A FILE is one JSON object or JSON Lines; "
            "- is standard input."
        ),
        epilog=t("Exit codes: 0 verified, 1 failed, 2 unusable or none, 3 pending."),
        context_settings=SETTINGS,
    )
