"""`lab scaled FILE`: a large bundle of one instant game, Parquet."""

from __future__ import annotations

from typing import Any

import click

from verifier_cli.cli import SETTINGS, json_option, lang_option
from verifier_cli.commands.lab import collection_options, write_collection
from verifier_cli.language import t


def run(file: str, rounds: int, seed: str, plant: int, game: str, as_json: bool) -> int:
    from fairseed.audit.lab import write_scaled

    def make(path: Any, say: Any) -> dict[str, Any]:
        return write_scaled(path, seed, rounds, game, plant, say)

    return write_collection(file, as_json, make)


def build() -> click.Command:
    return click.Command(
        "scaled",
        callback=run,
        params=[
            *collection_options(10**11),
            click.Option(
                ["--game"],
                type=click.Choice(["dice", "limbo", "plinko"]),
                default="dice",
                show_default=True,
                help=t("The game."),
            ),
            json_option(),
            lang_option(),
        ],
        help=t(
            "Write a large bundle of one game as Parquet, made by the bulk kernels, and its manifest "
            "beside it."
        ),
        context_settings=SETTINGS,
    )
