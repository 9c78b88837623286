"""`schemes`: the public operators whose rounds can be derived, and declarations of one's own."""

from __future__ import annotations

from typing import Any

import click

from verifier_cli import terminal
from verifier_cli.cli import SETTINGS, json_option, lang_option
from verifier_cli.language import t
from verifier_cli.refusals import place, refusals


def run_list(as_json: bool) -> int:
    from fairseed.verification.schemes import known_scheme, scheme_names

    schemes = [scheme for name in scheme_names() if (scheme := known_scheme(name)) is not None]
    if as_json:
        terminal.print_json(
            [
                {"name": one.name, "title": one.title, "aliases": list(one.aliases), "games": list(one.games)}
                for one in schemes
            ]
        )
    else:
        for one in schemes:
            terminal.row(one.name, " ".join(one.games))
    return 0


def run_show(scheme: str, as_json: bool) -> int:
    from fairseed.verification.schemes import load_scheme

    with refusals():
        found = load_scheme(scheme)
    if as_json:
        terminal.print_json(found.to_json())
    else:
        terminal.print_scheme(found.to_json())
    return 0


def run_check(file: str, as_json: bool) -> int:
    from fairseed.verification.schemes import SchemeError, read_declaration, read_scheme
    from verifier_cli.language import fill

    try:
        found = read_scheme(read_declaration(file))
    except SchemeError as error:
        if as_json:
            document = {"file": file, "place": error.field, "detail": error.rule.format(**error.values)}
            terminal.print_json({"error": document})
        raise click.ClickException(
            f"{file}: {place(error.field)}: {fill(error.rule, error.values)}"
        ) from None
    if as_json:
        terminal.print_json({"file": file, "name": found.name, "games": list(found.games)})
    else:
        games = ", ".join(found.games)
        terminal.say(
            terminal.safe(t("{file}: the scheme {name}: {games}", file=file, name=found.name, games=games))
        )
    return 0


def _command(name: str, run: Any, help: str, argument: str | None = None) -> click.Command:
    params: list[click.Parameter] = [json_option(), lang_option()]
    if argument is not None:
        params.insert(0, click.Argument([argument]))
    return click.Command(name, callback=run, params=params, help=help, context_settings=SETTINGS)


def build() -> click.Command:
    group = click.Group(
        "schemes",
        params=[lang_option()],
        help=t("Schemes of public operators: how their outcomes follow from their seeds."),
        context_settings=SETTINGS,
        no_args_is_help=True,
    )
    group.add_command(_command("list", run_list, t("The operators that are known, with their games.")))
    group.add_command(
        _command("show", run_show, t("A scheme with all its settings; SCHEME is a name or a file."), "scheme")
    )
    group.add_command(
        _command(
            "check", run_check, t("Check a declaration of yours; a fault is told with its line."), "file"
        )
    )
    return group
