"""`rtp GAME`: the theoretical return to player of a ruleset, exact."""

from __future__ import annotations

import re
from typing import Any, Final

import click

from verifier_cli import terminal
from verifier_cli.cli import SETTINGS, json_option, lang_option
from verifier_cli.language import t
from verifier_cli.refusals import refusals

GAMES: Final = (
    "dice",
    "limbo",
    "plinko",
    "mines",
    "hilo",
    "blackjack",
    "russian_poker",
    "five_card_poker",
    "tavern_dice",
)

# The player's choices where none are named; the answer says which params it is for.
CHOICES: Final[dict[str, dict[str, Any]]] = {
    "dice": {"target": "50.00", "direction": "over"},
    "limbo": {"target": "2.00"},
    "plinko": {"rows": 16, "risk": "medium"},
    "mines": {"size": 5, "mines": 3},
    "russian_poker": {"boxes": 1},
    "five_card_poker": {"boxes": 1},
    "tavern_dice": {"ante": 100, "players": 2},
}
INTEGERS: Final = frozenset(
    {
        "rows",
        "size",
        "mines",
        "max_skips",
        "max_payout",
        "ante",
        "players",
        "boxes",
        "max_win",
        "min_ante",
        "max_ante",
    }
)
TRUTHS: Final = {"true": True, "false": False}
_DECIMAL = re.compile(r"0|[1-9][0-9]{0,15}")


def read_params(game: str, given: tuple[str, ...]) -> dict[str, Any]:
    """`NAME=VALUE` as params: integers where the game has integers, `multipliers` comma-separated."""
    params: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or name in params:
            raise click.UsageError(t("--param takes NAME=VALUE, each name once: {text}", text=text))
        if name in INTEGERS or (game, name) == ("tavern_dice", "target"):
            if not _DECIMAL.fullmatch(value):
                raise click.UsageError(t("--param {name} must be a decimal integer", name=name))
            params[name] = int(value)
        elif name == "ante_pays":
            if value not in TRUTHS:
                raise click.UsageError(t("--param {name} must be true or false", name=name))
            params[name] = TRUTHS[value]
        else:
            params[name] = value.split(",") if name == "multipliers" else value
    return CHOICES.get(game, {}) | params


def run(game: str, param: tuple[str, ...], strategy: str | None, as_json: bool) -> int:
    from games import GAMES as KNOWN
    from games import tavern_dice
    from games.numbers import cut

    rules: Any = tavern_dice if game == tavern_dice.NAME else KNOWN[game]
    with refusals():
        params = rules.read_params(read_params(game, param))
        rules.check_params(params)
        rtp = rules.rtp(params, strategy)
    document: dict[str, Any] = {
        "game": game,
        "params": rules.params_dict(params),
        "method": rtp.method,
        "rtp": _ratio(rtp.value),
        "rtp_percent": cut(rtp.value * 100),
        "side_bets": {name: _ratio(value) for name, value in rtp.side_bets.items()},
    }
    if rtp.strategy:
        document["strategy"] = rtp.strategy
    if as_json:
        terminal.print_json(document)
    else:
        percents = {name: cut(value * 100) for name, value in rtp.side_bets.items()}
        terminal.print_rtp(document, percents)
    return 0


def _ratio(value: Any) -> str:
    return f"{value.numerator}/{value.denominator}"


def build() -> click.Command:
    return click.Command(
        "rtp",
        callback=run,
        params=[
            click.Argument(["game"], type=click.Choice(GAMES)),
            click.Option(["--param"], multiple=True, metavar="NAME=VALUE", help=t("A param of the ruleset.")),
            click.Option(["--strategy"], metavar="NAME", help=t("The player's strategy.")),
            json_option(),
            lang_option(),
        ],
        help=t(
            "Theoretical return to player, as an exact fraction: a mean over a long series. "
            "Choices not given are shown with the answer."
        ),
        context_settings=SETTINGS,
    )
