"""`log …`: what an operator's transparency log shows. A command's module is imported when it is called."""

from __future__ import annotations

from importlib import import_module
from typing import Final

import click

from verifier_cli.cli import SETTINGS, lang_option
from verifier_cli.language import t

COMMANDS: Final = ("inclusion", "consistency", "audit", "witness", "keygen")


class LogCommands(click.Group):
    """Commands by name; each module of this package builds its own."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"verifier_cli.commands.log.{cmd_name}").build()
        return command


def build() -> click.Group:
    return LogCommands(
        "log",
        params=[lang_option()],
        help=t("Check an operator's transparency log, and witness logs for others."),
        context_settings=SETTINGS,
        no_args_is_help=True,
    )
