"""`derive GAME`: re-derives the random part of a round from its seeds."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

import click

from fairseed.derivation import (
    MAX_RECORD_NONCE,
    SCHEME,
    SeedError,
    SeedPair,
    client_seed_faults,
    parse_nonce,
)
from verifier_cli import terminal
from verifier_cli.cli import SETTINGS, json_option, lang_option
from verifier_cli.draws import DRAWS, Options
from verifier_cli.language import t
from verifier_cli.refusals import refusals

_HASH = re.compile(r"[0-9a-f]{64}")
_DECIMAL = re.compile(r"0|[1-9][0-9]{0,18}")


class Number(click.ParamType[int]):
    """A decimal as a record writes it: no sign, no leading zero, no underscore."""

    name = "integer"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if not isinstance(value, str) or not _DECIMAL.fullmatch(value):
            self.fail(t("must be a decimal integer, without sign or leading zeros"), param, ctx)
        return int(value)


def number(name: str, help: str, required: bool = True) -> click.Option:
    return click.Option([f"--{name}"], type=Number(), required=required, help=help)


def game_options(game: str) -> list[click.Parameter]:
    """The options of one game; every one is required but `--rtp` and `--lowest`."""
    if game == "limbo":
        return [click.Option(["--rtp"], default="0.98", show_default=True, help=t("Return to player."))]
    if game == "plinko":
        return [number("rows", t("Rows of pegs, 8 to 16."))]
    if game == "mines":
        return [number("size", t("Cells a side, 5 to 8.")), number("mines", t("Number of mines."))]
    if game == "hilo":
        return [number("cards", t("How many cards."))]
    if game == "deck":
        ranks = click.Choice(list("23456789TJQKA"))
        text = t("Lowest rank of the deck.")
        return [click.Option(["--lowest"], type=ranks, default="2", show_default=True, help=text)]
    if game == "raw":
        return [
            number("words", t("This many words of 32 bits."), required=False),
            number("bytes", t("This many bytes."), required=False),
            number("integers", t("Integers from 0 to N-1; with --count."), required=False),
            number("shuffle", t("The numbers 0 to N-1, shuffled."), required=False),
            number("sample", t("Different numbers from 0 to N-1; with --count."), required=False),
            number("count", t("How many integers, or how many of the sample."), required=False),
        ]
    return []


def seed_options() -> list[click.Parameter]:
    return [
        click.Option(["--server-seed"], required=True, help=t("The revealed seed, 64 hex characters.")),
        click.Option(["--client-seed"], required=True, help=t("The player's text, as it was.")),
        click.Option(["--nonce"], required=True, help=t("The round's number, from 0.")),
        click.Option(["--server-seed-hash"], help=t("The promised hash; exit 1 where it doesn't match.")),
    ]


class Seeds:
    """The seeds of a call, checked: SeedError names the one that is refused."""

    def __init__(self, server_seed: str, client_seed: str, nonce: str, server_seed_hash: str | None) -> None:
        self.nonce = parse_nonce(nonce)
        self.pair = SeedPair(server_seed, client_seed)
        self.stream = self.pair.stream(self.nonce)
        if server_seed_hash is not None and not _HASH.fullmatch(server_seed_hash):
            raise SeedError("server_seed_hash", "must be 64 lowercase hexadecimal characters")
        self.promised = server_seed_hash

    def to_json(self) -> dict[str, Any]:
        return {
            "scheme": SCHEME,
            "server_seed_hash": self.pair.server_seed_hash,
            "server_seed": self.pair.server_seed.expose(),
            "client_seed": self.pair.client_seed,
            "nonce": self.nonce if self.nonce <= MAX_RECORD_NONCE else str(self.nonce),
        }

    def conclude(self) -> int:
        """Advice and the answer about the promised hash, on stderr; the exit code."""
        for fault in client_seed_faults(self.pair.client_seed):
            terminal.note(t("note: a service would not accept this client seed: {fault}", fault=t(fault)))
        if self.promised in (None, self.pair.server_seed_hash):
            return 0
        terminal.note(t("failed: the server seed does not hash to {promised}", promised=self.promised))
        return 1


def game_group(name: str, help: str, game_help: str, run: Callable[..., int]) -> click.Group:
    """A group with a command for every game, each built when it is asked for."""

    class Games(click.Group):
        def list_commands(self, _ctx: click.Context) -> list[str]:
            return list(DRAWS)

        def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
            if cmd_name not in DRAWS:
                return None

            def callback(as_json: bool, **values: Any) -> int:
                seeds = {key: values.pop(key) for key in _SEED_NAMES}
                return run(cmd_name, seeds, values, as_json)

            params = [*game_options(cmd_name), *seed_options(), json_option(), lang_option()]
            return click.Command(
                cmd_name,
                callback=callback,
                params=params,
                help=game_help.format(game=cmd_name),
                context_settings=SETTINGS,
            )

    return Games(name, params=[lang_option()], help=help, context_settings=SETTINGS, no_args_is_help=True)


_SEED_NAMES: Final = ("server_seed", "client_seed", "nonce", "server_seed_hash")


def run(game: str, given: dict[str, Any], options: Options, as_json: bool) -> int:
    with refusals():
        seeds = Seeds(**given)
        outcome = DRAWS[game](options, seeds.stream)
    document = {"game": game, "seeds": seeds.to_json(), "outcome": outcome}
    if as_json:
        terminal.print_json(document)
    else:
        terminal.print_derived(document, options)
    return seeds.conclude()


def build() -> click.Command:
    return game_group(
        "derive",
        t("Re-derive the random part of a round from its seeds."),
        t("Re-derive the random part of one round of {game}."),
        run,
    )
