"""`bundle FILE…`: all rounds of one seed pair, each file a bundle of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from verifier_cli import terminal
from verifier_cli.cli import SETTINGS, json_option, lang_option
from verifier_cli.commands.round import Tally, verdict_json
from verifier_cli.language import t
from verifier_cli.refusals import refusals
from verifier_cli.trust import complete_option, key_option, read_trust, receipts_option

if TYPE_CHECKING:
    from fairseed.records import Document
    from fairseed.verification import Trust


def run(
    files: tuple[str, ...],
    close: str | None,
    keys: tuple[str, ...],
    receipts: str | None,
    complete: bool,
    as_json: bool,
) -> int:
    from verifier_cli.inputs import objects

    tally, failed = Tally(), False
    if close is not None and len(files) > 1:
        raise click.ClickException(t("--close belongs to one bundle: give one FILE"))
    trust = read_trust(keys, receipts, complete)
    with refusals():
        entry: Any = next(objects(close), {}) if close is not None else None
    for name in files:
        failed |= _verify(name, tally, as_json, trust, entry)
    return tally.code(failed)


def _verify(name: str, tally: Tally, as_json: bool, trust: Trust, close: Any) -> bool:
    """Verifies one bundle; whether it failed as a whole. One without records is unusable."""
    from fairseed.verification import verify_bundle
    from verifier_cli.inputs import Unusable, read

    current: list[Document] = []
    known = len(tally.failures)

    def documents() -> Iterator[Document]:
        for found in read(name):
            if isinstance(found, Unusable):
                found.tell(as_json)
                tally.counts["unusable"] += 1
            else:
                current[:] = [found]
                yield found

    for verdict in verify_bundle(documents(), trust, close):
        if verdict.records is None:
            tally.take(verdict)
        elif not any(verdict.records.values()):
            terminal.note(t("{file}: no record was given", file=name))
            tally.counts["unusable"] += 1
            return False
        if as_json:
            terminal.print_json(verdict_json(verdict))
        else:
            terminal.print_verdict(verdict, current[0].value if verdict.records is None else None)
    if not as_json:
        terminal.print_summary({"unusable": 0} | (verdict.records or {}), tally.failures[known:])
    return verdict.verdict == "failed"


def build() -> click.Command:
    return click.Command(
        "bundle",
        callback=run,
        params=[
            click.Argument(["files"], nargs=-1, required=True, metavar="FILE..."),
            click.Option(
                ["--close"],
                metavar="FILE",
                help=t("The pair's close entry with its proof, as the service or its log gives it."),
            ),
            key_option(),
            receipts_option(),
            complete_option(),
            json_option(),
            lang_option(),
        ],
        help=t(
            "Verify bundles: all rounds of one seed pair as JSON Lines, nonces 0, 1, 2, … in order. "
            "Each FILE is one bundle; - is standard input."
        ),
        epilog=t("Exit codes: 0 verified, 1 failed, 2 unusable or none, 3 pending."),
        context_settings=SETTINGS,
    )
