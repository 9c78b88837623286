"""The record of a round at a public table: by players, numbered from 0 in the order of their seats."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from fairseed.commitments.chains import table_client_seed
from fairseed.derivation import SeedPair
from fairseed.service.core import Service
from fairseed.service.tables.dealt import client_seeds, players_of, seed_of
from fairseed.service.tables.held import Made, Row
from games import replay
from games.house_poker import FIVE_CARD_POKER


def seats_of(row: Row) -> list[int]:
    """The seats that were dealt in; before the deal those that were asked for their links."""
    if row["placed"] is None:
        return sorted(players_of(row))
    seats: list[int] = json.loads(row["placed"])["seats"]
    return seats


def player_at(row: Row, seat: int | None) -> int | None:
    """The player's number in the round; None for who was not dealt in."""
    seats = seats_of(row)
    return seats.index(seat) if seat in seats else None


def seeds(row: Row) -> dict[str, Any]:
    """The members of `seeds` that are by player. Before the deal nobody's seed is shown."""
    if row["placed"] is None:
        return {"client_seeds": {}}
    given, asked = client_seeds(row), players_of(row)
    numbered = {str(player): seat for player, seat in enumerate(seats_of(row)) if str(seat) in given}
    told: dict[str, Any] = {"client_seeds": {player: given[str(seat)] for player, seat in numbered.items()}}
    if any(each["link"] is not None for each in asked.values()):
        told["chain_heads"] = {player: asked[seat]["link"] for player, seat in numbered.items()}
    return told


def antes_of(row: Row) -> list[int]:
    asked = players_of(row)
    return [int(asked[seat]["stack"]) for seat in seats_of(row)]


def bet(row: Row) -> dict[str, Any]:
    return {"bet": {"antes": antes_of(row)}}


def replayed(service: Service | None, row: Row, made: Sequence[Made]) -> Any:
    """The state behind these actions; `service` is not needed where the seed is revealed."""
    game = FIVE_CARD_POKER
    pair = SeedPair(seed_of(service, row), table_client_seed(seeds(row)["client_seeds"]))
    params, placed = game.read_params(json.loads(row["params"])), game.read_bet({"antes": antes_of(row)})
    actions = [game.read_action(action) for action, _ in made]
    return replay(game, params, placed, actions, pair.stream(row["nonce"]))


def whole(row: Row, made: Sequence[Made]) -> dict[str, Any]:
    """What a round that is over and revealed adds to its record."""
    told: dict[str, Any] = {"actions": [action for action, _ in made]}
    if made:
        told["action_receipts"] = [json.loads(receipt) for _, receipt in made]
    if row["state"] == "settled":
        told["outcome"] = json.loads(row["outcome"])
    return told


def told_action(action: dict[str, Any], viewer: int | None) -> dict[str, Any]:
    """As player `viewer` may know it: of the others' exchanges the number of cards."""
    hidden = action["type"] == "exchange" and action["box"] != viewer
    return action | {"cards": len(action["cards"])} if hidden else action


def played(service: Service, row: Row, made: Sequence[Made], seat: int | None) -> dict[str, Any]:
    """What a round in play adds for who sits on `seat`. A receipt names the one before it, from which cards
    that another gave away could be found by trying: there is none behind such an action."""
    viewer = player_at(row, seat)
    shown = [told_action(action, viewer) for action, _ in made]
    told: dict[str, Any] = {"actions": shown}
    receipts = []
    for (action, receipt), each in zip(made, shown, strict=True):
        if each != action:
            break
        receipts.append(json.loads(receipt))
    if receipts:
        told["action_receipts"] = receipts
    if row["state"] != "open":
        return told
    state = replayed(service, row, made)
    told |= FIVE_CARD_POKER.view_of(state, [] if viewer is None else [viewer])
    mine = viewer is not None and state.deciding == viewer
    return told | {"legal": FIVE_CARD_POKER.legal(state) if mine else []}
