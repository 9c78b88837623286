"""`merge SHARD…`: the report of a whole audit from the answers of its shards."""

from __future__ import annotations

from typing import Any

import click

from verifier_cli.cli import SETTINGS, json_option, lang_option
from verifier_cli.commands.audit import html_option, tell_report
from verifier_cli.language import fill, t
from verifier_cli.refusals import refusals


def run(files: tuple[str, ...], html: str | None, as_json: bool) -> int:
    from fairseed.audit.report import merge_shards

    with refusals():
        document = merge_shards([_read(name) for name in files], list(files), fill)
    return tell_report(document, html, as_json)


def _read(name: str) -> Any:
    """Our own output: plain JSON, whose floats (seconds) the strict reader of records refuses."""
    import json

    from fairseed.records import UnusableError
    from verifier_cli.inputs import open_file

    with open_file(name) as file:
        try:
            return json.load(file)
        except (ValueError, RecursionError):
            raise UnusableError(name, "is no shard of an audit") from None


def build() -> click.Command:
    return click.Command(
        "merge",
        callback=run,
        params=[
            click.Argument(["files"], nargs=-1, required=True, metavar="SHARD..."),
            html_option(),
            json_option(),
            lang_option(),
        ],
        help=t(
            "Join the answers of audit --shard I/N --json, all N of them, to the report of the whole audit."
        ),
        epilog=t("Exit codes: 0 verified, 1 failed, 2 unusable or none, 3 pending."),
        context_settings=SETTINGS,
    )
