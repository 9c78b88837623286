"""The generators are a second, plain implementation: small, alone, and what they make is what is committed."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
VECTORS = ROOT / "vectors"
GENERATORS = ("gen", "gen_tables", "gen_tavern", "gen_house", "gen_schemes")
SOURCES = {name: sorted((VECTORS / name).glob("*.py")) for name in GENERATORS}
OWN = {path.stem for paths in SOURCES.values() for path in paths}


def imported(path: Path) -> set[str]:
    """The top-level names of everything that a file imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add((node.module or ".").split(".")[0])
    return names


@pytest.mark.parametrize("name", GENERATORS)
def test_imports_the_standard_library_only(name: str) -> None:
    for path in SOURCES[name]:
        assert imported(path) <= set(sys.stdlib_module_names) | OWN, path.name
        assert "random" not in imported(path)
        assert not re.search(r"__import__|importlib|exec\(|eval\(", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", GENERATORS)
def test_is_under_400_lines(name: str) -> None:
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in SOURCES[name]) < 400


@pytest.mark.parametrize("name", GENERATORS[1:])
def test_generators_share_only_streams_and_files(name: str) -> None:
    """They share what no rule is in; each module's name is one's only."""
    shared = {used for path in SOURCES[name] for used in imported(path)}
    assert shared & {path.stem for path in SOURCES["gen"]} == {"files", "stream"}
    assert len(OWN) == sum(map(len, SOURCES.values())) - len(GENERATORS) + 1  # each has a __main__


def generate(folder: Path, name: str, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", str(folder / name), *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, cwd=folder)


def test_regenerated_equals_committed(tmp_path: Path) -> None:
    for name in GENERATORS:
        shutil.copytree(VECTORS / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in GENERATORS:
        assert generate(tmp_path, name).returncode == 0
    made = {path.name: path.read_bytes() for path in tmp_path.glob("*.json")}
    kept = {path.name: path.read_bytes() for path in VECTORS.glob("*.json") if path.name != "schema.json"}
    assert made == kept


@pytest.mark.soak
@pytest.mark.parametrize(
    ("name", "file", "right", "wrong"),
    [
        ("gen", "dice.json", '"99.41"', '"99.42"'),
        ("gen_tables", "tables.json", '"rake": 39', '"rake": 38'),
        ("gen_tables", "table_records.json", '"bots": "fail"', '"bots": "pass"'),
        ("gen_house", "russian_poker.json", '"second": "straight"', '"second": null'),
        ("gen_house", "house_records.json", '"outcome": "fail"', '"outcome": "pass"'),
        ("gen_tavern", "matches.json", '"scores": [', '"scores": [50, '),
        ("gen_schemes", "schemes.json", '"roll": "100.00"', '"roll": "99.99"'),
    ],
)
def test_check_tells_a_difference(name: str, file: str, right: str, wrong: str, tmp_path: Path) -> None:
    shutil.copytree(VECTORS, tmp_path / "vectors", ignore=shutil.ignore_patterns("__pycache__"))
    copy = tmp_path / "vectors"
    assert generate(copy, name, "--check").returncode == 0
    changed = copy / file
    text = changed.read_text(encoding="utf-8")
    assert right in text
    changed.write_text(text.replace(right, wrong), encoding="utf-8")
    before = changed.read_bytes()
    done = generate(copy, name, "--check")
    assert (done.returncode, changed.read_bytes()) == (1, before)
    assert file in done.stdout


def test_each_flag_is_explained_once() -> None:
    used = {
        flag
        for path in VECTORS.glob("*.json")
        for group in json.loads(path.read_text(encoding="utf-8")).get("groups", [])
        for case in group["cases"]
        for flag in case["flags"]
    }
    section = (VECTORS / "README.md").read_text(encoding="utf-8").split("## Flags")[1]
    explained = re.findall(r"^\| `([A-Z]\w+)` \|", section, re.MULTILINE)
    assert sorted(explained) == sorted(used)


def test_paytables_are_those_of_the_product() -> None:
    product = json.loads((ROOT / "games" / "plinko_paytables.json").read_text(encoding="utf-8"))
    own = json.loads((VECTORS / "gen" / "paytables.json").read_text(encoding="utf-8"))
    assert own == product


def expected(kind: str, flag: str = "SpecValue") -> list[Any]:
    groups = json.loads((VECTORS / f"{kind}.json").read_text(encoding="utf-8"))["groups"]
    return [case["expect"] for group in groups for case in group["cases"] if flag in case["flags"]]


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("dice", ["99.41", "0.00", "100.00"]),
        ("limbo", ["1.00", "1000000.00"]),
        ("plinko", ["RLLRRLRLLRLRLRLR", "L" * 16, "R" * 16]),
        ("mines", [[1, 8, 24]]),
        ("hilo", ["As 6c 5s", "As 6c 5s Jh 8s"]),
        ("cards", ["As 6d 2d Js 9d 4h Ks 5c 8d Qd", "As 9c 6d Qs Jd", "Ah Ah Qs 8c 5d Js 8c Ks 8h 9h"]),
    ],
)
def test_check_values_of_derivation_section_8(kind: str, values: list[Any]) -> None:
    found = expected(kind)[: len(values)]
    shown = {
        "dice": lambda one: one["outcome"]["roll"],
        "limbo": lambda one: one["outcome"]["multiplier"],
        "plinko": lambda one: one["outcome"]["path"],
        "mines": lambda one: one["outcome"]["mines"],
        "hilo": lambda one: " ".join(one["outcome"]["cards"]),
        "cards": lambda one: " ".join(one["first"]),
    }[kind]
    assert all(
        shown(one)[: len(value)] == value if isinstance(value, str) else shown(one) == value
        for one, value in zip(found, values, strict=True)
    )


def test_dice_words_are_really_rejected() -> None:
    rejected = [one["rejected"] for one in expected("uniform")]
    assert len(rejected) == 3
    assert min(rejected) >= 1
    assert expected("cards")[-1]["rejected"] >= 1


def test_seed_hash_of_64_zeros_and_the_link_before() -> None:
    found, link = expected("commitments")
    hashed = "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55"
    assert found["server_seed_hash"] == hashed
    assert link["before"] == "3d91b58504a6cc3a159005ee7b16c7ae503ca6ac2a6a3c893837083c236b864a"


def test_hand_of_the_check_values() -> None:
    (found,) = expected("hands")
    assert found["table_client_seed"] == "941ad3ed55ed7816480e146d43e732c994232e3dd78d1a57b0ab8a124d356a05"
    assert found["deck_root"] == "6c3cc0fed98fae68e502ceb15b3f289dd8af382b239a8ec358456ebb3b9b54c7"
    assert found["perm"][:5] == [42, 0, 32, 18, 4]
    assert " ".join(found["deck"][:10]) == "Js Kh Jc Qd Qh Ah Jh Jd 7s 9c"
    assert found["carousel"] == 0
