"""The group of commands. A command's module is imported when it is called, so that `derive`
loads no verification."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

import click

from verifier_cli.language import LANGUAGES, t

COMMANDS: Final = (
    "round",
    "bundle",
    "audit",
    "merge",
    "lab",
    "cards",
    "log",
    "page",
    "derive",
    "explain",
    "schemes",
    "vectors",
    "rtp",
    "completion",
)
SETTINGS: Final[dict[str, Any]] = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class Commands(click.Group):
    """Commands by name; each module of `verifier_cli.commands` builds its own."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"verifier_cli.commands.{cmd_name}").build()
        return command


def lang_option() -> click.Option:
    """`--lang` is read before click runs (language.wanted); click only checks and documents it."""
    choice = click.Choice(LANGUAGES)
    return click.Option(
        ["--lang"], type=choice, expose_value=False, help=t("Language of texts (default: en).")
    )


def json_option() -> click.Option:
    return click.Option(
        ["--json", "as_json"], is_flag=True, help=t("JSON on stdout; messages stay on stderr.")
    )


def build() -> Commands:
    from fairseed import __version__

    version = click.version_option(__version__, message="%(version)s", help=t("Show the version and exit."))
    group = Commands(
        name="fairseed-verify",
        params=[lang_option()],
        help=t("Checks rounds of games of chance without trusting whoever ran them."),
        epilog=t("Exit codes: 0 verified, 1 failed, 2 unusable or refused, 3 pending."),
        context_settings=SETTINGS,
        no_args_is_help=True,
    )
    version(group)
    return group
