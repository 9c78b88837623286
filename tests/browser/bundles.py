"""Bundles of rounds of all games, made with the library: `make_record` plays them, a few lines here act for the player."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from fairseed import SeedPair, make_record
from games import GAMES

PAIR = SeedPair("6fba7a1d83562f084dee6d9f64c2747f88f02d35c24fdd461e464700759c1bba", "client")
STAKE = {"stake": 100}
# What is bet again and again, with what a player wants to do; a round ends earlier where the rules end it.
ROUNDS: list[tuple[str, dict[str, Any], dict[str, Any] | None, list[dict[str, Any]]]] = [
    ("dice", {"target": "50.00", "direction": "over"}, STAKE, []),
    ("limbo", {"target": "2.00"}, STAKE, []),
    ("plinko", {"rows": 16, "risk": "high"}, STAKE, []),
    ("dice", {"target": "20.00", "direction": "under"}, STAKE, []),
    ("mines", {"size": 5, "mines": 3}, STAKE, [{"type": "open", "cell": 7}, {"type": "cash_out"}]),
    ("limbo", {"target": "1.50"}, STAKE, []),
    ("raw", {"integers": {"n": 6, "count": 5}}, None, []),
    ("hilo", {}, STAKE, [{"type": "skip"}, {"type": "abandon", "timeout": True}]),
    ("dice", {"target": "90.00", "direction": "over"}, STAKE, []),
    ("blackjack", {}, STAKE, [{"type": "stand"}]),
]


def rounds(count: int) -> Iterator[dict[str, Any]]:
    """The first records of the pair, by nonce."""
    for nonce, (name, params, bet, wanted) in enumerate(islice(cycle(ROUNDS), count)):
        yield make_record(
            PAIR,
            nonce,
            name,
            params,
            bet,
            legal(name, params, bet, wanted, nonce),
            round_id=f"r-{nonce:08}",
            reveal=True,
        )


def legal(
    name: str, params: dict[str, Any], bet: dict[str, Any] | None, wanted: list[dict[str, Any]], nonce: int
) -> list[dict[str, Any]]:
    """As many of the wanted actions as the round lasts for."""
    if not wanted:
        return []
    game = GAMES[name]
    state = game.start(game.read_params(params), game.read_bet(bet) if bet else None, PAIR.stream(nonce))
    made = []
    for action in wanted:
        if game.finished(state):
            break
        state = game.act(state, game.read_action(action, "action"))
        made.append(action)
    return made


def write(path: Path, records: Iterator[dict[str, Any]] | list[dict[str, Any]]) -> Path:
    """As JSON Lines."""
    with path.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    return path
