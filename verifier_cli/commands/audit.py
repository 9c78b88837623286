"""`audit FILE…`: bundles in bulk, JSON Lines or Parquet, with progress, statistics and a report; with
`--scheme` a player's history at a public operator (verifier_cli.history)."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click

from verifier_cli import terminal
from verifier_cli.cli import SETTINGS, json_option, lang_option
from verifier_cli.language import fill, t
from verifier_cli.refusals import refusals
from verifier_cli.trust import key_option, read_trust

if TYPE_CHECKING:
    from fairseed.audit.engine import Progress


class Shard(click.ParamType[tuple[int, int]]):
    """`i/n`, 1 ≤ i ≤ n."""

    name = "shard"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        if isinstance(value, tuple):
            return value
        part, slash, parts = str(value).partition("/")
        numbers = [
            int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 0 for text in (part, parts)
        ]
        if not slash or not 1 <= numbers[0] <= numbers[1]:
            self.fail(t("must be I/N, from 1/N to N/N"), param, ctx)
        return numbers[0], numbers[1]


def html_option() -> click.Option:
    return click.Option(["--html"], metavar="FILE", help=t("Write the report as a page too."))


def history_options() -> list[click.Parameter]:
    """What belongs to a history of a public operator."""
    scheme = t("A player's history at this operator: a name of `schemes list`, or a file of yours.")
    column = t("Which column is which field, where it isn't guessed.")
    same = t("A field that is the same in every bet and has no column.")
    return [
        click.Option(["--scheme"], help=scheme),
        click.Option(["--map", "maps"], multiple=True, metavar="FIELD=COLUMN", help=column),
        click.Option(["--set", "fixed"], multiple=True, metavar="FIELD=VALUE", help=same),
    ]


def run(
    files: tuple[str, ...],
    keys: tuple[str, ...],
    jobs: int,
    shard: tuple[int, int],
    checkpoint: str | None,
    cluster: str | None,
    html: str | None,
    scheme: str | None,
    maps: tuple[str, ...],
    fixed: tuple[str, ...],
    as_json: bool,
) -> int:
    if scheme is not None or maps or fixed or any(name.lower().endswith(".csv") for name in files):
        from verifier_cli import history

        return history.run(files, scheme, maps, fixed, html, as_json)

    from fairseed.audit import engine
    from fairseed.audit.report import make_report, make_shard
    from fairseed.audit.sources import describe, make_plan

    if "-" in files:
        raise click.ClickException(t("audit reads its files more than once: standard input can't be audited"))
    if shard != (1, 1) and html is not None:
        raise click.ClickException(t("--html is for a whole audit: give it to merge"))
    read_trust(keys)
    begin = time.monotonic()
    with refusals():
        plan = make_plan(files, shard=shard, keys=keys)
        with terminal.audit_progress() as tell:
            state = engine.run(
                plan, jobs=jobs, cluster=cluster, checkpoint=checkpoint, tell=_timed(tell, begin)
            )
    seconds = time.monotonic() - begin
    spent = {"seconds": round(seconds), "finished": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")}
    if shard != (1, 1):
        document = make_shard(plan, state, spent)
        if as_json:
            terminal.print_json(document)
        else:
            terminal.print_shard(shard, state.counts)
        return code(state.counts, failed=False)
    document = make_report(describe(plan), keys, state, spent, fill)
    return tell_report(document, html, as_json)


def tell_report(document: dict[str, Any], html: str | None, as_json: bool) -> int:
    """Prints a report, writes it as a page where that is asked for; the exit code."""
    if html is not None:
        from verifier_cli.report_page import write

        write(html, document)
    if as_json:
        terminal.print_json(document)
    else:
        terminal.print_report(document)
    return code(document["rounds"], document["verdict"] == "failed")


def code(counts: dict[str, int], failed: bool) -> int:
    """As of `bundle` (record.md section 3)."""
    if failed or counts["failed"]:
        return 1
    if counts["unusable"] or not any(counts.values()):
        return 2
    return 3 if counts["pending"] else 0


def _timed(tell: Any, begin: float) -> Any:
    if tell is None:
        return None

    def timed(progress: Progress) -> None:
        seconds = time.monotonic() - begin
        left = seconds * (1 - progress.part) / progress.part if progress.part else 0.0
        tell(
            progress.rounds,
            progress.failed,
            progress.rounds / seconds if seconds else 0.0,
            left,
            progress.part,
        )

    return timed


def build() -> click.Command:
    return click.Command(
        "audit",
        callback=run,
        params=[
            click.Argument(["files"], nargs=-1, required=True, metavar="FILE..."),
            click.Option(
                ["--jobs"],
                type=click.IntRange(0, 1024),
                default=0,
                help=t("How many units are checked side by side (default: one for each processor)."),
            ),
            click.Option(
                ["--shard"],
                type=Shard(),
                default="1/1",
                metavar="I/N",
                help=t("Check only part I of N; with --json the answer is for merge."),
            ),
            click.Option(
                ["--checkpoint"],
                metavar="FILE",
                help=t("Keep what is done in FILE, and go on from there after an interruption."),
            ),
            click.Option(
                ["--cluster"],
                metavar="ADDRESS",
                help=t("Check on the workers of a Dask scheduler; they read the files at the same paths."),
            ),
            html_option(),
            *history_options(),
            key_option(),
            json_option(),
            lang_option(),
        ],
        help=t(
            "Audit bundles in bulk: every check of bundle but close_root, with counts, statistics, and "
            "returns beside their theory. Each FILE is one bundle, JSON Lines or Parquet (docs/audit.md). "
            "With --scheme FILE is a player's history of bets at a public operator, CSV, JSON or JSON Lines "
            "(docs/schemes.md)."
        ),
        epilog=t("Exit codes: 0 verified, 1 failed, 2 unusable or none, 3 pending."),
        context_settings=SETTINGS,
    )
