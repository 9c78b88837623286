"""Random matches of tavern dice by people and bots, as whole records, and what is wrong with some of them."""

from __future__ import annotations

import copy
import random
from typing import Any

from fairseed.commitments.chains import SeatChain, table_client_seed
from fairseed.derivation import SeedPair, hash_server_seed
from games import tavern_dice as dice
from games.tavern_dice.bots import bot_action

POLICIES = ("threshold-300/1", "threshold-1000/1", "expect/1", "win/1")


def random_action(match: dice.Match, pick: random.Random, quitting: float = 0.01) -> list[dict[str, Any]]:
    """What some player does: mostly who has the turn, now and then on time-out; rarely somebody leaves."""
    if pick.random() < quitting:
        player = pick.choice([one for one in range(match.params.players) if one not in match.gone])
        return [{"player": player, "type": "concede"} | ({"timeout": True} if pick.random() < 0.3 else {})]
    if pick.random() < 0.1:
        return [dice.action_dict(action) for action in dice.absent(match)]
    *choices, _ = dice.legal(match, match.turn)
    choice = pick.choice(choices)
    action = {"player": match.turn, "type": choice["type"]}
    if choice["type"] == "keep":
        kept = list(pick.choice(choice["sets"])["dice"])
        pick.shuffle(kept)
        action["dice"] = kept
    return [action]


def match_record(
    policies: list[str | None],
    *,
    seed: int,
    chain: bool = True,
    client_seeds: list[str] | None = None,
    server_seed: str | None = None,
    quitting: float = 0.01,
    **params: Any,
) -> dict[str, Any]:
    """The record of a whole match; None is a person who plays at random."""
    pick = random.Random(seed)
    params = {"players": len(policies), "ante": 100} | params
    seeds, stream = seeds_of(len(policies), pick, chain, client_seeds, server_seed)
    match, actions = dice.start(dice.read_params(params), stream), []
    while not dice.finished(match):
        policy = policies[match.turn]
        made = [bot_action(match, policy)] if policy else random_action(match, pick, quitting)
        if made[0]["type"] == "concede" and policies[made[0]["player"]]:
            continue  # no policy concedes
        for action in made:
            match = dice.act(match, dice.read_action(action))
            actions.append(action)
    found = dice.result(match)
    record = {
        "type": "fairseed/round/v1",
        "round_id": pick.randbytes(8).hex(),
        "game": "tavern_dice",
        "params": params,
        "seeds": seeds,
        "actions": actions,
        "outcome": found.outcome,
        "settlement": found.settlement(),
    }
    bots = {str(player): policy for player, policy in enumerate(policies) if policy}
    return record | ({"table": {"bots": bots}} if bots else {})


def seeds_of(
    players: int,
    pick: random.Random,
    chain: bool,
    client_seeds: list[str] | None = None,
    server_seed: str | None = None,
) -> tuple[dict[str, Any], Any]:
    """The record's seeds, and the stream that they give."""
    server_seed, nonce = server_seed or pick.randbytes(32).hex(), pick.choice((0, 1, 7, 2**53 - 1))
    chains = [SeatChain(pick.randbytes(32).hex(), 2) for _ in range(players)]
    texts = [pick.choice(("client", "b:c", "игрок", "🎲", "")) + str(player) for player in range(players)]
    given = client_seeds or ([one.link(1) for one in chains] if chain else texts)
    seeds: dict[str, Any] = {
        "scheme": "fairseed-v1",
        "server_seed_hash": hash_server_seed(server_seed),
        "server_seed": server_seed,
        "client_seeds": {str(player): text for player, text in enumerate(given)},
        "nonce": nonce,
    }
    if chain and client_seeds is None:
        seeds["chain_heads"] = {str(player): one.head for player, one in enumerate(chains)}
    return seeds, SeedPair(server_seed, table_client_seed(seeds["client_seeds"])).stream(nonce)


def random_record(seed: int) -> dict[str, Any]:
    """A match of random size, rules and players."""
    pick = random.Random(seed)
    players = pick.choice((2, 2, 2, 3, 4, 8))
    policies = [pick.choice((None, None, *POLICIES)) for _ in range(players)]
    target = pick.choice((1000, 1000, 1500, 2050) if None in policies else (1000, 2000, 4000, 4050))
    params: dict[str, Any] = {
        "target": target,
        "ante": pick.choice((1, 7, 100, 333, 10**15)),
        "commission": pick.choice(("0.05", "0", "0.333333", "0.5", "0.99")),
    }
    if pick.random() < 0.5:
        params |= {"decision_seconds": 7, "grace_seconds": 90}
    return match_record(
        policies, seed=seed, chain=pick.random() < 0.5, quitting=pick.choice((0, 0.01, 0.1)), **params
    )


def spoiled(record: dict[str, Any], pick: random.Random) -> dict[str, Any]:
    """The record with one thing in it changed: what it says then may be anything but unnoticed."""
    record = copy.deepcopy(record)
    actions, outcome, settlement = record["actions"], record["outcome"], record["settlement"]
    place = pick.randrange(len(actions))
    action, other = actions[place], pick.randrange(record["params"]["players"] + 1)
    player = str(pick.randrange(record["params"]["players"]))

    def keep() -> dict[str, Any]:
        kept = [one for one in actions if one["type"] == "keep"]
        return pick.choice(kept) if kept else {"dice": [0]}

    changes = (
        lambda: actions.pop(place),
        lambda: actions.insert(place, dict(action)),
        lambda: action.update(player=other),
        lambda: action.update(type=pick.choice(("roll", "keep", "bank", "concede", "steal"))),
        lambda: action.update(timeout=pick.choice((True, False))),
        lambda: action.update(dice=pick.choice(([0], [], [0, 0], [6], [-1], "0"))),
        lambda: keep().update(dice=pick.choice(([0], [5], [0, 1], [0, 1, 2], [1, 0], [2, 2]))),
        lambda: keep().update(timeout=True),
        lambda: actions.append({"player": 0, "type": pick.choice(("roll", "bank", "concede"))}),
        lambda: actions.reverse(),
        lambda: outcome.update(winner=other),
        lambda: outcome.update(starter=other),
        lambda: outcome["rolls"].append([1]),
        lambda: outcome["rolls"] and outcome["rolls"].pop(),
        lambda: outcome["scores"].reverse() or outcome["scores"].append(0),
        lambda: outcome.update(bonus=1),
        lambda: outcome.pop("scores"),
        lambda: settlement["returned"].update({player: 1}),
        lambda: settlement["staked"].update({player: 0}),
        lambda: settlement["returned"].pop(player),
        lambda: settlement.update(multiplier="1.9000"),
        lambda: record["params"].update(commission=pick.choice(("0.06", "1", "2", ".5", 0))),
        lambda: record["params"].update(target=pick.choice((950, 1025, 100_050, "1000", 3000))),
        lambda: record["params"].update(players=pick.choice((1, 9, other, "2"))),
        lambda: record["params"].update(ante=pick.choice((0, -1, 10**15 + 1, 101))),
        lambda: record["params"].update(decision_seconds=0),
        lambda: record["params"].update(seat_seeds=pick.choice(("chain", "plain", "none"))),
        lambda: record["params"].update(bonus=1),
        lambda: record["params"].pop("ante"),
        lambda: record["seeds"].update(nonce=record["seeds"]["nonce"] ^ 1),
        lambda: record["seeds"].update(server_seed=pick.randbytes(32).hex()),
        lambda: record["seeds"]["client_seeds"].update({player: pick.choice(("x", "a\nb", "\ud800"))}),
        lambda: record["seeds"]["client_seeds"].pop(player),
        lambda: record["seeds"]["client_seeds"].update({"8": "x"}),
        lambda: record["seeds"].update(chain_heads=dict.fromkeys(record["seeds"]["client_seeds"], "0" * 64)),
        lambda: record.update(bet={"stake": 1}),
        lambda: record.update(table={"bots": {player: pick.choice((*POLICIES, "mind/1"))}}),
        lambda: record.update(table={"bots": {"8": "threshold-300/1"}}),
        lambda: record.update(ruleset="0" * 64),
        lambda: record.update(void={"reason": "a storm"}),
        lambda: (record.update(void={"reason": "a storm"}), record.pop("outcome")),
        lambda: record["seeds"].pop("server_seed"),
        lambda: (record["seeds"].pop("server_seed"), actions.pop(place)),
        lambda: (record["seeds"].pop("server_seed"), record.update(state="open"), actions.pop()),
        lambda: (record["seeds"].pop("server_seed"), action.update(player=other)),
        lambda: record.pop(pick.choice(("settlement", "outcome", "actions", "params", "seeds", "round_id"))),
    )
    pick.choice(changes)()
    return record
