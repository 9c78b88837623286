"""`lab raw FILE`: a bundle of records of every one-player game, JSON Lines."""

from __future__ import annotations

from typing import Any

import click

from verifier_cli.cli import SETTINGS, json_option, lang_option
from verifier_cli.commands.lab import collection_options, write_collection
from verifier_cli.language import t


def run(file: str, rounds: int, seed: str, plant: int, games: tuple[str, ...], as_json: bool) -> int:
    from fairseed.audit.lab import RAW_GAMES, write_raw

    def make(path: Any, say: Any) -> dict[str, Any]:
        return write_raw(path, seed, rounds, games or RAW_GAMES, plant, say)

    return write_collection(file, as_json, make)


def build() -> click.Command:
    from fairseed.audit.lab import RAW_GAMES

    return click.Command(
        "raw",
        callback=run,
        params=[
            *collection_options(10**9),
            click.Option(
                ["--game", "games"],
                multiple=True,
                type=click.Choice(RAW_GAMES),
                help=t("Only this game; may be repeated (default: all, in turn)."),
            ),
            json_option(),
            lang_option(),
        ],
        help=t(
            "Write a bundle of records as JSON Lines, made by the rules themselves, and its manifest "
            "beside it."
        ),
        context_settings=SETTINGS,
    )
