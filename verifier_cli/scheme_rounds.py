"""`derive` and `explain` under `--scheme`: one round of a public operator, by its declaration."""

from __future__ import annotations

from typing import Any

import click

from fairseed.derivation import MAX_RECORD_NONCE, parse_nonce
from fairseed.verification.schemes import (
    Attempt,
    GameRule,
    Option,
    Round,
    Scheme,
    SchemeError,
    Step,
    agrees,
    diagnose,
    load_scheme,
    options_of,
    read_claim,
    read_options,
    uses_nonce,
)
from verifier_cli import terminal
from verifier_cli.cli import SETTINGS, json_option, lang_option
from verifier_cli.diagnoses import diagnosed, diagnosis_json
from verifier_cli.language import t
from verifier_cli.refusals import refusals


def games(scheme: str) -> list[str]:
    with refusals():
        return list(load_scheme(scheme).games)


def command(scheme: str, game: str, help: str, *, explained: bool) -> click.Command | None:
    """The command of one game, None where the operator has no such game."""
    with refusals():
        found = load_scheme(scheme)
    if game not in found.games:
        return None
    rule = found.games[game]

    def callback(as_json: bool, **given: Any) -> int:
        return run(found, rule, given, explained=explained, as_json=as_json)

    params = [*map(_option, options_of(rule)), *_seed_options(rule), json_option(), lang_option()]
    return click.Command(
        game, callback=callback, params=params, help=help.format(game=game), context_settings=SETTINGS
    )


def _option(option: Option) -> click.Option:
    """Read as text: the scheme itself says what it allows."""
    texts = {"least": option.least, "most": option.most, "words": ", ".join(option.words)}
    most = f"{option.most // 100}.{option.most % 100:02d}"
    help = {
        "whole": t("A whole number from {least} to {most}.", **texts),
        "word": t("One of {words}.", **texts),
        "hundredths": t("With two places, from 0.00 to {most}.", most=most),
        "flag": t("One of {words}.", words="true, false"),
        "places": t("Places of cards that are kept, such as 0,2."),
    }[option.kind]
    if option.default is not None:
        default = str(option.default).lower() if option.kind == "flag" else option.default
        help += " " + t("Default: {value}.", value=default)
    return click.Option([f"--{option.name}"], required=option.required, metavar="VALUE", help=help)


def _seed_options(rule: GameRule) -> list[click.Parameter]:
    nonce = uses_nonce(rule)
    return [
        click.Option(
            ["--server-seed"], required=True, help=t("The revealed seed, as the operator shows it.")
        ),
        click.Option(["--client-seed"], required=True, help=t("The player's text, as it was.")),
        click.Option(
            ["--nonce"], required=nonce, default=None if nonce else "0", help=t("The bet's number.")
        ),
        click.Option(["--server-seed-hash"], help=t("The promised hash; exit 1 where it doesn't match.")),
        click.Option(["--expected"], help=t("What came out when you played; exit 1 where it isn't that.")),
        click.Option(
            ["--pair"],
            nargs=2,
            multiple=True,
            metavar="SERVER CLIENT",
            help=t("Seeds of a pair before or after, to try where this one doesn't match."),
        ),
    ]


def run(scheme: Scheme, rule: GameRule, given: dict[str, Any], *, explained: bool, as_json: bool) -> int:
    promised, expected, pairs = (given.pop(name) for name in ("server_seed_hash", "expected", "pair"))
    steps: list[Step] = []
    with refusals():
        seeds = (given.pop("server_seed"), given.pop("client_seed"), parse_nonce(given.pop("nonce")))
        round_ = Round(scheme, rule, *seeds, read_options(rule, given))
        claim = None if expected is None else read_claim(rule, round_.options, expected)
        attempt = Attempt(round_, claim or {}, promised)
        try:
            document = round_json(round_, round_.outcome(steps if explained else None))
        except SchemeError:
            # A seed with a space in it, or in the place of another, gives no outcome at all.
            told = None if claim is None and promised is None else diagnose([attempt], pairs)
            for line in () if told is None else diagnosed(told):
                terminal.note(line)
            raise
    kept = promised in (None, round_.server_seed_hash)
    came_out = claim is None or agrees(document["outcome"], claim)
    if claim is not None:
        document |= {"expected": claim, "matches": came_out}
    found = None
    if not (kept and came_out):
        found = diagnose([attempt], pairs)
        document |= {} if found is None else {"diagnosis": diagnosis_json(found)}
    if explained:
        document["draws"] = [step_json(step) for step in steps]
    if as_json:
        terminal.print_json(document)
    elif explained:
        terminal.print_scheme_explained(document, rule)
    else:
        terminal.print_scheme_derived(document)
    if not kept:
        terminal.note(t("failed: the server seed does not hash to {promised}", promised=promised))
    if not came_out:
        terminal.note(t("failed: the seeds do not give {expected}", expected=expected))
    if found is not None:
        for line in diagnosed(found):
            terminal.note(line)
    return 0 if kept and came_out else 1


def round_json(round_: Round, outcome: dict[str, Any]) -> dict[str, Any]:
    """What `derive --json` gives (docs/spec/record.md section 3), with the options as they were used."""
    nonce = round_.nonce
    return {
        "game": round_.rule.name,
        "seeds": {
            "scheme": round_.scheme.name,
            "server_seed_hash": round_.server_seed_hash,
            "server_seed": round_.server_seed,
            "client_seed": round_.client_seed,
            "nonce": nonce if nonce <= MAX_RECORD_NONCE else str(nonce),
        },
        "params": {name: value for name, value in round_.options.items() if value is not None},
        "outcome": outcome,
    }


def step_json(step: Step) -> dict[str, Any]:
    tried = [{"word": word, "rejected": not taken} for word, taken in step.tried]
    return {
        "message": step.message,
        "hmac": step.hmac,
        "place": step.place,
        "n": step.n,
        "tries": tried,
        "result": step.value,
    }
