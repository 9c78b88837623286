"""`lab …`: collections to try an audit on. A command's module is imported when it is called."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any, Final

import click

from verifier_cli import terminal
from verifier_cli.cli import SETTINGS, json_option, lang_option
from verifier_cli.language import t
from verifier_cli.refusals import refusals

COMMANDS: Final = ("raw", "scaled", "manifest")


class LabCommands(click.Group):
    """Commands by name; each module of this package builds its own."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"verifier_cli.commands.lab.{cmd_name}").build()
        return command


def collection_options(most: int) -> list[click.Parameter]:
    return [
        click.Argument(["file"], metavar="FILE"),
        click.Option(["--rounds"], type=click.IntRange(1, most), required=True, help=t("How many rounds.")),
        click.Option(
            ["--seed"], default="lab", show_default=True, help=t("A text that everything follows from.")
        ),
        click.Option(
            ["--plant"], type=click.IntRange(0), default=0, show_default=True, help=t("How many rounds lie.")
        ),
    ]


def write_collection(file: str, as_json: bool, make: Any) -> int:
    """Makes the file by `make(path, say)`, and its manifest beside it."""
    import json

    from fairseed.audit.lab import manifest_path

    path = Path(file)
    with refusals(), terminal.making() as say:
        try:
            manifest = make(path, say)
            text = json.dumps(manifest, ensure_ascii=False, indent=1) + "\n"
            manifest_path(path).write_text(text, encoding="utf-8")
        except OSError as error:
            reason = t(error.strerror or str(error))
            raise click.ClickException(
                t("{file}: can't be written: {reason}", file=file, reason=reason)
            ) from None
    if as_json:
        terminal.print_json(manifest)
    else:
        terminal.print_manifest(manifest)
    return 0


def build() -> click.Group:
    return LabCommands(
        "lab",
        params=[lang_option()],
        help=t("Make collections of rounds to try an audit on, honest or with lies planted."),
        context_settings=SETTINGS,
        no_args_is_help=True,
    )


__all__ = ["build", "collection_options", "json_option", "lang_option", "write_collection"]
