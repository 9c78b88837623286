"""The vectors of the games against the house: `python vectors/gen_house`; what all share is in gen/."""

import json
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "gen"))

from files import write
from house import DEFAULTS, play
from stream import Stream, sha256

CHECKS = ["format", "commitment", "receipt", "log", "rules", "outcome", "settlement"]
STATUS = {True: "pass", False: "fail", None: "skip"}
CHOICES = {"russian_poker": ["boxes"], "five_card_poker": ["boxes", "table"]}


def ruleset(game: str, params: dict) -> str:
    rules = {name: value for name, value in (DEFAULTS[game] | params).items() if name not in CHOICES[game]}
    whole = {"game": game, "rules": rules, "paytables": None}
    return sha256(json.dumps(whole, sort_keys=True, separators=(",", ":")))


def verdict(record: dict) -> dict:
    """docs/spec/record.md section 2, for a record whose format is right."""
    seeds, links = record["seeds"], record["seeds"].get("chain_heads", {})
    checks, revealed = dict.fromkeys(CHECKS) | {"format": True}, "server_seed" in seeds
    told = seeds.get("client_seeds", {})
    proven = all(sha256(told[player]) == links[player] for player in links)
    if revealed or not proven:
        checks["commitment"] = proven and sha256(seeds["server_seed"]) == seeds["server_seed_hash"]
    lines = "\n".join(f"{player}:{told[player]}" for player in sorted(told, key=int))
    stream = Stream(seeds.get("server_seed", ""), seeds.get("client_seed", sha256(lines)), seeds["nonce"])
    if "void" in record:
        checks["settlement"] = record["settlement"]["staked"] == record["settlement"]["returned"]
    elif not revealed:
        checks["rules"] = True
    else:
        try:
            made = play(record["game"], record, stream)
            assert record.get("ruleset") in (None, ruleset(record["game"], record["params"]))
            checks |= {"rules": True} | {name: made[name] == record[name] for name in made}
        except AssertionError:
            checks["rules"] = False
    whole = "failed" if False in checks.values() else "verified" if revealed else "pending"
    return {"verdict": whole, "checks": {name: STATUS[found] for name, found in checks.items()}}


def expected(kind: str, given: dict) -> dict:
    """What a case must give; AssertionError where the rules refuse it."""
    if kind == "house_records":
        return verdict(json.loads(given["text"]))
    return play(kind, given, Stream(given["server_seed"], given["client_seed"], int(given["nonce"])))


write(Path(__file__).parent, expected, dict.fromkeys(CHECKS, "skip"))
