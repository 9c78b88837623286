"""The rules: each game a pure fold over actions, given a source of random integers.

`GAMES` holds the games by name; they are imported on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.base import Game, RandomSource, Result, Rtp, replay
from games.errors import (
    FormatError,
    GameError,
    IllegalActionError,
    MaxPayoutError,
    RuleError,
    UnknownFieldError,
)

if TYPE_CHECKING:
    GAMES: dict[str, Game[Any, Any, Any, Any]]

__all__ = [
    "GAMES",
    "FormatError",
    "Game",
    "GameError",
    "IllegalActionError",
    "MaxPayoutError",
    "RandomSource",
    "Result",
    "Rtp",
    "RuleError",
    "UnknownFieldError",
    "replay",
]


def __getattr__(name: str) -> Any:
    if name != "GAMES":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from games.blackjack import BLACKJACK
    from games.dice import DICE
    from games.hilo import HILO
    from games.house_poker import FIVE_CARD_POKER, RUSSIAN_POKER
    from games.limbo import LIMBO
    from games.mines import MINES
    from games.plinko import PLINKO
    from games.raw import RAW

    every = (DICE, LIMBO, PLINKO, MINES, HILO, BLACKJACK, RUSSIAN_POKER, FIVE_CARD_POKER, RAW)
    games = {game.name: game for game in every}
    globals()["GAMES"] = games
    return games
