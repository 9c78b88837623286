"""Random hands of every variant: tables, seeds and legal play, as whole records."""

from __future__ import annotations

import random
from typing import Any

from fairseed.commitments.cards import HiddenDeck, permutation
from fairseed.commitments.chains import SeatChain, table_client_seed
from fairseed.derivation import ServerSeed, hash_server_seed
from games.poker import VARIANTS, Deal, Hand, absent, act, action_dict, finished, read_table, result, start
from games.poker.actions import Action
from games.poker.bots import POLICIES, bot_action
from games.poker.views import legal


def random_params(game: str, pick: random.Random) -> dict[str, Any]:
    """Params of a table, the ranges wide enough for short stacks, odd chips and caps to matter."""
    params: dict[str, Any] = {"strict_reopen": pick.random() < 0.3, "rake": random_rake(pick)}
    if game == "turkish":
        return params | {
            "ante": pick.choice((1, 7, 50)),
            "flush_ties": pick.choice(("top_card", "all_ranks")),
        }
    small = pick.choice((1, 5, 25, 50))
    params |= {"small_blind": small, "big_blind": small * 2, "ante": pick.choice((0, 0, 3, small))}
    if game in ("omaha", "omaha5"):
        params["limit"] = pick.choice(("no", "pot"))
    return params


def random_rake(pick: random.Random) -> dict[str, Any]:
    rake: dict[str, Any] = {"preset": pick.choice(("none", "six_percent", "heads_up_three"))}
    if pick.random() < 0.5:
        rake["cap"] = pick.choice((0, 1, 17, 300))
    return rake


def random_table(game: str, params: dict[str, Any], pick: random.Random) -> dict[str, Any]:
    most = VARIANTS[game].most_seats
    seats = sorted(pick.sample(range(1, 10), pick.randint(2, most)))
    unit = params.get("big_blind", params.get("ante", 1))
    stacks = {
        str(seat): max(1, pick.choice((1, 2, 5, 20, 100)) * unit - pick.randint(0, unit)) for seat in seats
    }
    if game == "aof":
        stacks = dict.fromkeys(stacks, 10 * params["big_blind"])
    table: dict[str, Any] = {"table_id": "t", "hand": 0, "button": pick.choice(seats), "stacks": stacks}
    if pick.random() < 0.3:
        bots = pick.sample(seats, pick.randint(1, len(seats)))
        table["bots"] = {str(seat): pick.choice(list(POLICIES)) for seat in bots}
    if game == "naiko":
        table["destellos"] = {str(seat): pick.randint(0, 3) for seat in seats}
    if game == "turkish":
        table["pot_carried"] = pick.choice((0, 0, 13, 150))
        # Of the decks that are large enough, any.
        params["lowest_rank"] = pick.choice(
            [rank for rank in "23456789" if 4 * (15 - int(rank)) >= 5 * len(seats) + 4]
        )
    return table


def random_action(hand: Hand, pick: random.Random) -> Action:
    """A legal action of the seat that is asked; sometimes what is done when its clock ran out."""
    index, choice = hand.turn, pick.choice(legal(hand))
    assert index is not None
    if pick.random() < 0.05:
        return absent(hand, index)
    if pick.random() < 0.5:  # to see more than folds
        choice = next((each for each in legal(hand) if each["type"] in ("call", "check")), choice)
    raw: dict[str, Any] = {"seat": hand.seat, "type": choice["type"]}
    if choice["type"] == "raise":
        least, most = choice["least"], choice["most"]
        raw["to"] = pick.choice((least, most, pick.randint(least, most), min(most, 2 * least)))
    if choice["type"] == "swap":
        raw["card"] = pick.choice(hand.cards(index) or [])
    if choice["type"] == "anchor":
        raw["target"] = pick.choice(choice["targets"])
    if choice["type"] == "draw":
        raw["discard"] = pick.sample(hand.cards(index) or [], pick.randint(0, choice["most"]))
    return hand.variant.read_action(raw)


def seeds_of(table: dict[str, Any], pick: random.Random, nonce: int) -> dict[str, Any]:
    server_seed = pick.randbytes(32).hex()
    chains = {seat: SeatChain(pick.randbytes(32).hex(), 2) for seat in table["stacks"]}
    return {
        "scheme": "fairseed-v1",
        "server_seed_hash": hash_server_seed(server_seed),
        "server_seed": server_seed,
        "client_seeds": {seat: chain.link(1) for seat, chain in chains.items()},
        "chain_heads": {seat: chain.head for seat, chain in chains.items()},
        "nonce": nonce,
    }


def deal_of(game: str, params: dict[str, Any], seeds: dict[str, Any]) -> tuple[HiddenDeck, list[int], Deal]:
    variant = VARIANTS[game]
    deck = variant.deck(variant.read_params(params))
    hidden = HiddenDeck(ServerSeed(seeds["server_seed"]), seeds["nonce"], deck)
    client_seed = table_client_seed(seeds["client_seeds"])
    perm, public = permutation(client_seed, seeds["server_seed_hash"], seeds["nonce"], len(deck))
    return hidden, perm, Deal(tuple(hidden.slots[slot] for slot in perm), public)


def play(game: str, pick: random.Random) -> tuple[dict[str, Any], list[Hand]]:
    """A random hand: its record, and the states it went through."""
    params = random_params(game, pick)
    table = random_table(game, params, pick)
    seeds = seeds_of(table, pick, pick.choice((0, 1, 7, 2**53 - 1)))
    hidden, perm, deal = deal_of(game, params, seeds)
    variant = VARIANTS[game]
    hand = start(variant, variant.read_params(params), read_table(table, game), deal)
    states, actions = [hand], []
    bots = table.get("bots", {})
    while not finished(hand):
        policy = bots.get(str(hand.seat))
        if policy is None:
            actions.append(random_action(hand, pick))
        else:
            actions.append(variant.read_action(bot_action(hand, actions, policy)))
        hand = act(hand, actions[-1])
        states.append(hand)
    found = result(hand)
    record = {
        "type": "fairseed/round/v1",
        "round_id": pick.randbytes(8).hex(),
        "game": game,
        "params": params,
        "table": table,
        "seeds": seeds,
        "deck_root": hidden.root,
        "actions": [action_dict(action) for action in actions],
        "outcome": found.outcome,
        "settlement": found.settlement(),
        "opened": [hidden.opening(place, perm) for place in hand.board],
    }
    return record, states
