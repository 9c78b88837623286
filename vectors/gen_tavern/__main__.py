"""The vectors of tavern dice: `python vectors/gen_tavern`, with what all generators share in gen/."""

import json
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "gen"))

from files import write
from match import Match, decide
from stream import sha256

CHECKS = ["format", "commitment", "receipt", "log", "rules", "outcome", "settlement", "cards", "bots"]
STATUS = {True: "pass", False: "fail", None: "skip"}


def play(params: dict, seeds: dict, actions: list, bots: dict) -> tuple[Match, bool | None]:
    """The match at its end, and whether each bot did what its policy does; None where there is no bot."""
    match, right = Match(params, seeds), []
    for action in actions:
        if policy := bots.get(str(action["player"]), ""):
            told = action | ({"dice": sorted(action["dice"])} if "dice" in action else {})
            right.append(action["player"] == match.turn and told == decide(match, policy))
        match.act(action)
    assert match.winner is not None
    return match, all(right) if bots else None


def verdict(record: dict) -> dict:
    """docs/spec/record.md section 2, for a record whose format is right; blind ones are legal here."""
    seeds, params = record["seeds"], record["params"]
    links, client = seeds.get("chain_heads", {}), seeds["client_seeds"]
    checks, revealed = dict.fromkeys(CHECKS) | {"format": True}, "server_seed" in seeds
    proven = all(sha256(client[player]) == links[player] for player in links)
    if revealed:
        checks["commitment"] = sha256(seeds["server_seed"]) == seeds["server_seed_hash"] and proven
    if "void" in record:
        antes = {str(player): params["ante"] for player in range(params["players"])}
        checks["settlement"] = record["settlement"] == {"staked": antes, "returned": antes}
    elif not revealed:
        checks["rules"] = True
    else:
        try:
            match, bots = play(params, seeds, record["actions"], record.get("table", {}).get("bots", {}))
            told = match.told()
            checks |= {"rules": True, "bots": bots} | {name: told[name] == record[name] for name in told}
        except AssertionError:
            checks["rules"] = False
    whole = "failed" if False in checks.values() else "verified" if revealed else "pending"
    return {"verdict": whole, "checks": {name: STATUS[found] for name, found in checks.items()}}


def expected(kind: str, given: dict) -> dict:
    """What a case must give; AssertionError where the rules refuse it."""
    if kind == "match_records":
        return verdict(json.loads(given["text"]))
    return play(given["params"], given | {"nonce": int(given["nonce"])}, given["actions"], {})[0].told()


write(Path(__file__).parent, expected, dict.fromkeys(CHECKS, "skip"))
