"""The vectors of derivation, commitments, one-player games and their records: `python vectors/gen`."""

import json
from bisect import bisect
from itertools import accumulate

from files import write
from rules import DIGESTED, HERE, canonical, canonical_ruleset, play
from stream import DECK, Stream, hand, sha256

STATUS = {True: "pass", False: "fail"}
CHECKS = dict.fromkeys(("format", "commitment", "receipt", "log", "rules", "outcome", "settlement"), "skip")
DECKS = {"52": DECK, "36": DECK[16:], "32": DECK[20:], "six_decks": DECK * 6}


def draws(kind: str, given: dict, stream: Stream) -> dict:
    """What a draw of derivation.md sections 2 to 4 gives."""
    if kind == "stream":
        words = [stream.word() for _ in range(16)]
        text = "".join(f"{word:08x}" for word in words)
        return {"blocks": [text[:64], text[64:]], "words": words}
    if kind == "uniform":
        drawn = {"values": [stream.uniform(given["n"]) for _ in range(given["count"])]}
    elif kind == "cards":
        deck = stream.sample(list(DECKS[given["deck"]]), len(DECKS[given["deck"]]))
        drawn = {"first": deck[:10], "sha256": sha256(" ".join(deck))}
    elif kind == "choice":
        drawn = {"index": bisect([*accumulate(given["weights"])], stream.uniform(sum(given["weights"])))}
    else:
        drawn = {"places": stream.sample(list(range(given["n"])), given.get("k", given["n"]))}
    return drawn | {"drawn": stream.drawn, "rejected": stream.rejected}


def commitment(given: dict) -> dict:
    """Seed hash, record digest or ruleset digest, whichever the case asks for."""
    for name, hashed in (("link", "before"), ("server_seed", "server_seed_hash")):
        if name in given:
            return {hashed: sha256(given[name])}
    if "record" in given:
        kept = {name: given["record"][name] for name in DIGESTED if name in given["record"]}
        kept["seeds"] = {name: seed for name, seed in kept["seeds"].items() if name != "server_seed"}
    text = canonical(kept) if "record" in given else canonical_ruleset(given["game"], given["params"])
    return {"canonical": text, "digest": sha256(text)}


def verdict(record: dict) -> dict:
    """docs/spec/record.md section 2, for a record whose format is right."""
    seeds, game, params, chips = (record.get(name, {}) for name in ("seeds", "game", "params", "settlement"))
    checks = CHECKS | {"format": "pass"}
    if revealed := "server_seed" in seeds:
        checks["commitment"] = STATUS[sha256(seeds["server_seed"]) == seeds["server_seed_hash"]]
    if "void" in record:
        checks["settlement"] = STATUS[chips["staked"] == chips["returned"]]
    else:
        stream = Stream(seeds.get("server_seed", ""), seeds["client_seed"], seeds["nonce"])
        try:
            outcome, due = play(game, params, record.get("bet", {}), record["actions"], stream)
            assert record.get("ruleset") in (None, sha256(canonical_ruleset(game, params)))
            checks["rules"] = "pass"
            checks["outcome"] = STATUS[outcome == record["outcome"]] if revealed else "skip"
            due = {name: due[name] for name in due if name in chips or name != "multiplier"}
            checks["settlement"] = STATUS[due == chips] if revealed and due else "skip"
        except AssertionError:
            checks["rules"] = "fail"
    return {"verdict": worst([*checks.values(), "" if revealed else "pending"]), "checks": checks}


def worst(found: list) -> str:
    return "failed" if {"fail", "failed"} & set(found) else "pending" if "pending" in found else "verified"


def bundle(records: list) -> dict:
    each, seeds = [verdict(record) for record in records], [record["seeds"] for record in records]
    nonces = [one.pop("nonce") for one in seeds] == list(range(len(seeds)))
    checks = {"nonces": STATUS[nonces], "seed": STATUS[seeds == seeds[:1] * len(seeds)], "close_root": "skip"}
    whole = worst([one["verdict"] for one in each] + list(checks.values()))
    return {"records": each, "bundle": {"verdict": whole, "checks": checks}}


def expected(kind: str, given: dict) -> dict:
    """What a case must give; AssertionError where the rules refuse it."""
    if kind == "client_seeds":
        return {"utf8": given["client_seed"].encode().hex()}
    if kind in ("hands", "commitments"):
        return hand(given) if kind == "hands" else commitment(given)
    if kind in ("records", "bundles"):
        records = [json.loads(line) for line in given["text"].splitlines()]
        return verdict(records[0]) if kind == "records" else bundle(records)
    stream = Stream(given["server_seed"], given["client_seed"], int(given["nonce"]))
    if "params" not in given:
        return draws(kind, given, stream)
    outcome, chips = play(kind, given["params"], given.get("bet", {}), given["actions"], stream)
    return {"outcome": outcome} | ({"settlement": chips} if chips else {})


write(HERE, expected, CHECKS)
