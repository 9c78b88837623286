"""The vectors of the poker tables: `python vectors/gen_tables`, with what both generators share in gen/."""

import json
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "gen"))

from bots import decide
from files import write
from ranking import lowest, rankings
from stream import hand, sha256
from table import Hand

CHECKS = ["format", "commitment", "receipt", "log", "rules", "outcome", "settlement", "cards", "bots"]
STATUS = {True: "pass", False: "fail", None: "skip"}


def play(record: dict, seeds: dict) -> tuple[Hand, bool | None]:
    """The hand at its end, and whether each bot did what its policy does; None where no bot was dealt in."""
    table, right = record["table"], []
    dealt, bots = Hand(record["game"], record["params"], table, seeds), table.get("bots", {})
    for action in record["actions"]:
        if policy := bots.get(str(action["seat"]), "") if "server_seed" in seeds else "":
            right.append(action == decide(dealt, action["seat"], policy))
        dealt.act(action)
    assert dealt.over
    return dealt, all(right) if bots.keys() & table["stacks"].keys() else None


def verdict(record: dict) -> dict:
    """docs/spec/record.md section 2, for a record whose format is right."""
    seeds, links, opened = record["seeds"], record["seeds"].get("chain_heads", {}), record.get("opened", [])
    checks, revealed = dict.fromkeys(CHECKS) | {"format": True}, "server_seed" in seeds
    if revealed:
        proven = all(sha256(seeds["client_seeds"][seat]) == links[seat] for seat in links)
        checks["commitment"] = sha256(seeds["server_seed"]) == seeds["server_seed_hash"] and proven
        places, low = [one["place"] for one in opened], lowest(record["game"], record["params"])
        made = hand(seeds | {"lowest": low, "places": places})
        checks["cards"] = made["deck_root"] == record["deck_root"] and made["opened"] == opened
    if "void" in record:
        checks["settlement"] = record["settlement"]["staked"] == record["settlement"]["returned"]
    else:
        try:
            dealt, bots = play(record, seeds)
            checks["rules"] = True
            if revealed:
                checks |= {name: made == record[name] for name, made in dealt.told().items()} | {"bots": bots}
        except AssertionError:
            checks["rules"] = False
    whole = "failed" if False in checks.values() else "verified" if revealed else "pending"
    return {"verdict": whole, "checks": {name: STATUS[found] for name, found in checks.items()}}


def expected(kind: str, given: dict) -> dict:
    """What a case must give; AssertionError where the rules refuse it."""
    if kind == "rankings":
        return rankings(given)
    if kind == "table_records":
        return verdict(json.loads(given["text"]))
    hashed = {"server_seed_hash": sha256(given["server_seed"]), "nonce": int(given["nonce"])}
    return play(given, given | hashed)[0].told()


write(Path(__file__).parent, expected, dict.fromkeys(CHECKS, "skip"))
