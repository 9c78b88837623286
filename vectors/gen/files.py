"""Makes scenarios vector files, for all generators; `--check` compares instead, 1 on a difference."""

import json
import sys
from pathlib import Path


def vector(kind: str, given: dict, case: dict, expected: object, checks: dict) -> dict:
    """One scenario made a case; what is refused before anything can be expected has no `expect`."""
    layer, verdicts = case.get("layer"), kind == "bundles" or kind.endswith("records")
    made = case | {"result": "refused" if layer else "accepted"}
    if layer == "format" and verdicts:
        return made | {"expect": {"verdict": "failed", "checks": checks | {"format": "fail"}}}
    if layer == "unusable" or (layer not in (None, "rules") and not verdicts):
        return made
    try:
        made["expect"] = expected(kind, given | case["given"])
        assert not layer or made["expect"].get("checks", {layer: verdicts and "fail"})[layer] == "fail", made
    except AssertionError:
        assert layer == "rules", ("refused", made)
    return made


def write(folder: Path, expected: object, checks: dict) -> None:
    """Every file of a generator's `scenarios/`, beside the generator, one case a line."""
    stale = False
    for path in sorted(folder.glob("scenarios/*.json")):
        kind, scenario, target, made = path.stem, json.loads(path.read_text()), folder.parent / path.name, []
        for group in scenario["groups"]:
            group["cases"] = [vector(kind, group["given"], one, expected, checks) for one in group["cases"]]
            made += group["cases"]
        for number, case in enumerate(made, 1):
            case["id"] = number
        head = {"schema": "schema.json", "scheme": "fairseed-v1", "kind": kind, "count": len(made)}
        head["refused"] = sum(case["result"] == "refused" for case in made)
        text = json.dumps(head | scenario).replace('{"about": ', '\n{"about": ') + "\n"
        text = text.replace('{"comment": ', '\n{"comment": ')
        if "--check" not in sys.argv:
            target.write_text(text)
        elif not target.exists() or target.read_text() != text:
            stale = not print(f"vectors/{target.name} is not what the generator makes")
    sys.exit(stale)
