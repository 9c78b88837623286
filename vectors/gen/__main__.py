"""Writes the vector files from scenarios/: `python vectors/gen`; `--check` compares, 1 on a difference."""

import json
import sys
from pathlib import Path

from rules import RefusedError, canonical, canonical_ruleset, full_params, need, play
from stream import DECK, Stream, sha256

HERE = Path(__file__).parent
STATUS = {True: "pass", False: "fail"}
CHECKS = ("format", "commitment", "receipt", "log", "rules", "outcome", "settlement")
DIGESTED = ("type", "round_id", "game", "params", "bet", "seeds", "actions", "settlement", "void")
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
        drawn = {"index": stream.choice(given["weights"])}
    else:
        drawn = {"places": stream.sample(list(range(given["n"])), given.get("k", given["n"]))}
    return drawn | {"drawn": stream.drawn, "rejected": stream.rejected}


def commitment(given: dict) -> dict:
    """Seed hash, record digest or ruleset digest, whichever the case asks for."""
    if "record" in given:
        kept = {name: given["record"][name] for name in DIGESTED if name in given["record"]}
        kept["seeds"] = {name: seed for name, seed in kept["seeds"].items() if name != "server_seed"}
        return {"canonical": canonical(kept), "digest": sha256(canonical(kept))}
    if "game" in given:
        text = canonical_ruleset(given["game"], full_params(given["game"], given["params"]))
        return {"canonical": text, "digest": sha256(text)}
    return {"server_seed_hash": sha256(given["server_seed"])}


def text_of(given: dict) -> str:
    """A whole record as text, and the edits of the scenario made on it."""
    game, params = given["game"], full_params(given["game"], given["params"])
    seeds = {"scheme": "fairseed-v1", "server_seed_hash": sha256(given["server_seed"])}
    seeds |= {name: given[name] for name in ("server_seed", "client_seed")} | {"nonce": int(given["nonce"])}
    record = {
        "type": "fairseed/round/v1",
        "round_id": f"{game}-{given['nonce']}",
        "game": game,
        "params": params,
    }
    record |= {"bet": given["bet"]} if "bet" in given else {}
    record |= {"seeds": seeds, "actions": given["actions"]} | expected(game, given)
    if given.get("ruleset"):
        record["ruleset"] = sha256(canonical_ruleset(game, params))
    text = json.dumps(record, ensure_ascii=False)
    for old, new in given.get("replace", []):
        assert old in text, (old, text)
        text = text.replace(old, new, 1)
    return text


def verdict(record: dict) -> dict:
    """docs/spec/record.md section 2, for a record whose format is right."""
    seeds, game, params, chips = (record.get(name, {}) for name in ("seeds", "game", "params", "settlement"))
    checks = dict.fromkeys(CHECKS, "skip") | {"format": "pass"}
    revealed = "server_seed" in seeds
    if revealed:
        checks["commitment"] = STATUS[sha256(seeds["server_seed"]) == seeds["server_seed_hash"]]
    if "void" in record:
        checks["settlement"] = STATUS[chips["staked"] == chips["returned"]]
    else:
        stream = Stream(seeds.get("server_seed", ""), seeds["client_seed"], seeds["nonce"])
        try:
            outcome, due = play(game, params, record.get("bet", {}), record["actions"], stream)
            digest = sha256(canonical_ruleset(game, full_params(game, params)))
            need(record.get("ruleset", digest) == digest)
            checks["rules"] = "pass"
            checks["outcome"] = STATUS[outcome == record["outcome"]] if revealed else "skip"
            due = {name: due[name] for name in due if name in chips or name != "multiplier"}
            checks["settlement"] = STATUS[due == chips] if revealed and due else "skip"
        except RefusedError:
            checks["rules"] = "fail"
    return {"verdict": worst([*checks.values(), "" if revealed else "pending"]), "checks": checks}


def worst(found: list) -> str:
    return "failed" if {"fail", "failed"} & set(found) else "pending" if "pending" in found else "verified"


def bundle(records: list) -> dict:
    each = [verdict(record) for record in records]
    seeds = [record["seeds"] for record in records]
    nonces = [one.pop("nonce") for one in seeds] == list(range(len(seeds)))
    checks = {"nonces": STATUS[nonces], "seed": STATUS[seeds == seeds[:1] * len(seeds)], "close_root": "skip"}
    found = [one["verdict"] for one in each] + list(checks.values())
    return {"records": each, "bundle": {"verdict": worst(found), "checks": checks}}


def expected(kind: str, given: dict) -> dict:
    """What an accepted case must give."""
    if kind == "commitments":
        return commitment(given)
    if kind == "client_seeds":
        return {"utf8": given["client_seed"].encode().hex()}
    stream = Stream(given["server_seed"], given["client_seed"], int(given["nonce"]))
    if "params" not in given:
        return draws(kind, given, stream)
    outcome, chips = play(kind, given["params"], given.get("bet", {}), given["actions"], stream)
    return {"outcome": outcome} | ({"settlement": chips} if chips else {})


def vector(kind: str, shared: dict, case: dict) -> dict:
    """One scenario made a case."""
    given, layer = shared | case["given"], case.get("layer")
    made = {name: case[name] for name in ("comment", "flags", "given") if name in case}
    made |= {"result": "refused", "layer": layer} if layer else {"result": "accepted"}
    if kind in ("records", "bundles"):
        lines = [shared | line for line in given.get("lines", [given])]
        text = "".join(text_of(line) + "\n" * (kind == "bundles") for line in lines)
        made["given"] = case["given"] if "hex" in given else {"text": given.get("text", text)}
        if layer == "unusable":
            return made
        if layer == "format":
            checks = dict.fromkeys(CHECKS, "skip") | {"format": "fail"}
            return made | {"expect": {"verdict": "failed", "checks": checks}}
        records = [json.loads(line) for line in text.splitlines()]
        expect = bundle(records) if kind == "bundles" else verdict(records[0])
        failing = expect.get("bundle", expect)["checks"]
        assert layer is None or "records" in expect or failing[layer] == "fail", made
        return made | {"expect": expect}
    if layer == "rules":
        try:
            raise AssertionError(("not refused", expected(kind, given), made))
        except RefusedError:
            return made
    return made if layer else made | {"expect": expected(kind, given)}


def vectors(name: str, scenario: dict) -> str:
    """The text of one vector file, one case a line."""
    made = []
    for group in scenario["groups"]:
        group["cases"] = [vector(name, group["given"], case) for case in group["cases"]]
        if name in ("records", "bundles"):
            del group["given"]
        for case in group["cases"]:
            made.append(case["result"])
            case["id"] = len(made)
    head = {"schema": "schema.json", "scheme": "fairseed-v1", "kind": name, "count": len(made)}
    text = json.dumps(head | {"refused": made.count("refused")} | scenario)
    return text.replace('{"about": ', '\n{"about": ').replace('{"comment": ', '\n{"comment": ') + "\n"


def main() -> int:
    stale = [path.stem for path in sorted((HERE / "scenarios").glob("*.json")) if not written(path)]
    for name in stale:
        print(f"vectors/{name}.json is not what the generator makes")
    return 1 if stale else 0


def written(path: Path) -> bool:
    """Writes one vector file; with --check, whether it is as it would be written."""
    text, target = vectors(path.stem, json.loads(path.read_text())), HERE.parent / path.name
    if "--check" in sys.argv:
        return target.exists() and target.read_text() == text
    return bool(target.write_text(text))


if __name__ == "__main__":
    sys.exit(main())
