"""`completion SHELL`: the script that makes a shell complete this program's words."""

from __future__ import annotations

import click

from verifier_cli import terminal
from verifier_cli.cli import SETTINGS, json_option, lang_option
from verifier_cli.cli import build as build_group
from verifier_cli.language import t

PROGRAM = "fairseed-verify"
VARIABLE = "_FAIRSEED_VERIFY_COMPLETE"


def run(shell: str, as_json: bool) -> int:
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    if kind is None:
        raise click.ClickException(t("no completion for this shell"))
    complete = kind(build_group(), {}, PROGRAM, VARIABLE)
    script = complete.source_template % complete.source_vars()
    if as_json:
        terminal.print_json({"shell": shell, "script": script})
    else:
        terminal.say(script)
    return 0


def build() -> click.Command:
    return click.Command(
        "completion",
        callback=run,
        params=[
            click.Argument(["shell"], type=click.Choice(["bash", "zsh", "fish"])),
            json_option(),
            lang_option(),
        ],
        help=t(
            "Print the completion script of a shell, to be loaded as in "
            'eval "$(fairseed-verify completion bash)". '
            "The same is printed by {variable}=bash_source fairseed-verify."
        ).format(variable=VARIABLE),
        context_settings=SETTINGS,
    )
