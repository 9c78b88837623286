"""`log audit URL|DIR`: clones a whole log and checks every rule that its entries can show."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from fairseed.commitments.notes import MAX_NOTE
from verifier_cli import terminal
from verifier_cli.cli import SETTINGS, json_option, lang_option
from verifier_cli.commands.log.consistency import read_checkpoint
from verifier_cli.commands.log.judging import Trusted, policy_option, read_file
from verifier_cli.commands.round import Tally
from verifier_cli.inputs import Unusable, read
from verifier_cli.language import fill, t
from verifier_cli.refusals import refusals
from verifier_cli.sources import open_source
from verifier_cli.trust import key_option, read_trust, receipts_option

if TYPE_CHECKING:
    from fairseed.commitments import Policy, SignedCheckpoint
    from fairseed.records import Document
    from fairseed.verification import Trust
    from fairseed.verification.log_audit import LogReport


def run(
    source: str,
    keys: tuple[str, ...],
    policy: str | None,
    since: str | None,
    receipts: str | None,
    records: str | None,
    salt: str | None,
    as_json: bool,
) -> int:
    from fairseed.verification.log_audit import audit_log

    if salt is not None and records is None:
        raise click.ClickException(t("--salt needs --records"))
    trusted, trust = Trusted.read(keys, policy), read_trust(keys, receipts)
    with refusals():
        older = None if since is None else _older(since, trusted)
        _check_receipts(trust)
        with closing(open_source(source)) as log, terminal.progress() as tell:
            report = audit_log(
                log.read,
                keys=trusted.log_keys,
                policy=_policy(trusted),
                since=older,
                receipts=[receipt for kept in trust.receipts.values() for receipt in kept],
                records=None if records is None else _records(records),
                salt=salt,
                progress=tell,
            )
        if older is not None and older.checkpoint.origin != report.origin:
            raise click.ClickException(f"{since}: " + t("is the checkpoint of another log"))
    if as_json:
        terminal.print_json(report_json(report))
    else:
        terminal.print_log_report(report, source)
    tally = Tally()
    tally.counts[report.verdict] += 1
    return tally.code()


def _policy(trusted: Trusted) -> Policy | None:
    """The policy, the keys of `--key` among its logs. None where neither names a log: a quorum alone
    says nothing of the log's own signature."""
    if trusted.policy is None or not trusted.log_keys:
        return None
    return replace(trusted.policy, logs=dict.fromkeys(trusted.log_keys))


def _older(name: str, trusted: Trusted) -> SignedCheckpoint:
    """The older checkpoint. Where keys are known it must be signed: else it could accuse anybody."""
    signed = read_checkpoint(read_file(name, MAX_NOTE), name)
    check = trusted.signature(signed)
    if check.status == "fail":
        raise click.ClickException(f"{name}: {fill(check.detail, check.values)}")
    return signed


def _records(name: str) -> Iterator[Document]:
    """The records of a file. ClickException (exit 2) at the first thing that is none."""
    for found in read(name):
        if isinstance(found, Unusable):
            place = found.file if found.line is None else f"{found.file}:{found.line}"
            raise click.ClickException(t("{place}: unusable: {detail}", place=place, detail=found.detail))
        yield found


def _check_receipts(trust: Trust) -> None:
    """A signature that is not right refuses the file; what no known key can judge is told."""
    kept = [receipt for receipts in trust.receipts.values() for receipt in receipts]
    unknown = sum(receipt.signer(trust.receipt_keys) is None for receipt in kept)
    if unknown:
        terminal.note(t("note: receipts whose signature was not checked (--key): {count}", count=unknown))


def report_json(report: LogReport) -> dict[str, Any]:
    """`LogReport.to_json()`, its texts in the language in use."""
    document = report.to_json()
    for check, entry in zip(report.checks, document["checks"], strict=True):
        entry["detail"] = fill(check.detail, check.values)
    for finding, entry in zip(report.findings, document["findings"], strict=True):
        entry["rule"] = fill(finding.rule, finding.values)
    return document


def build() -> click.Command:
    return click.Command(
        "audit",
        callback=run,
        params=[
            click.Argument(["source"], required=True, metavar="URL|DIR"),
            key_option(),
            policy_option(),
            click.Option(
                ["--since"],
                metavar="OLD",
                help=t("A checkpoint file that you kept: the log must begin with what it was then."),
            ),
            receipts_option(),
            click.Option(
                ["--records"],
                metavar="FILE",
                help=t("Round records or a bundle: their rulesets, voids and decks must be in the log."),
            ),
            click.Option(
                ["--salt"],
                metavar="SALT",
                help=t(
                    "The player's salt: the client seeds of the records must have the tags that it gives."
                ),
            ),
            json_option(),
            lang_option(),
        ],
        help=t(
            "Read a whole log, rebuild its root from the entries, compare its tiles, and check every rule "
            "of a pair's life that entries show: promised, activated, closed and revealed, each once and in "
            "this order."
        ),
        epilog=t("Exit codes: 0 verified, 1 failed, 2 unusable or none, 3 something was not checked."),
        context_settings=SETTINGS,
    )
