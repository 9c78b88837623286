"""Both languages: every text of the program and of the libraries below it has a Russian one."""

from __future__ import annotations

import ast
import json
import os
import re
import string
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairseed.verification.schemes.diagnosis import TEXTS as MISTAKES
from tests.support import ROOT
from verifier_cli.history import NAMES as CHECKS
from verifier_cli.locale.__main__ import read_po, write_mo

SOURCE = ROOT / "verifier_cli/locale/ru/LC_MESSAGES/fairseed-verify.po"
CATALOGUE = read_po(SOURCE.read_text(encoding="utf-8"))
LIBRARIES = ("derivation", "records", "commitments", "verification", "audit")
PACKAGES = (*(f"fairseed/{name}" for name in LIBRARIES), "games", "verifier_cli")
VERDICTS = {"passed", "failed", "skipped"}
# Templates without words: filled by values that are translated themselves, or glued to a rule.
WORDLESS = {"{field}: ", "{message}", "{fault}"}
SEEDS = ("--server-seed", "0" * 64, "--client-seed", "client", "--nonce", "0")


def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "verifier_cli", *arguments]
    environment = os.environ | {"PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        command, input=stdin, capture_output=True, text=True, encoding="utf-8", check=False, cwd=ROOT,
        env=environment,
    )  # fmt: skip


def texts(node: ast.expr) -> Iterator[str]:
    """The constant texts that an expression can give: also of a sum and of a choice."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.BinOp):
        yield from texts(node.left)
        yield from texts(node.right)
    elif isinstance(node, ast.IfExp):
        yield from texts(node.body)
        yield from texts(node.orelse)


def templates(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if (name.endswith("Error") or name in VERDICTS) and len(node.args) > 1:
                yield from texts(node.args[1])
            elif (name == "t" and node.args) or (
                name == "append" and ast.unparse(node.func) == "faults.append"
            ):
                yield from texts(node.args[0])
            elif name in ("_find", "refuse") and len(node.args) > 1:
                yield from texts(node.args[1])
            elif name == "find" and len(node.args) > 2:
                yield from texts(node.args[2])
            elif name == "skip" and node.args:
                yield from texts(node.args[0])
            elif name == "need":
                yield from texts(node.args[2])
            elif name == "Fault":
                yield from texts(node.args[0])
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in ("text", "rule"):
            # A check's or an error's template that is given by name.
            yield from (text for text in texts(node.value) if " " in text)


def all_templates() -> set[str]:
    found = {
        text for package in PACKAGES for file in (ROOT / package).rglob("*.py") for text in templates(file)
    }
    return (found | {*MISTAKES.values(), *CHECKS.values()}) - WORDLESS


def fields(template: str) -> set[str]:
    return {name.split("!")[0] for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def test_every_text_has_a_russian_one() -> None:
    found = all_templates()
    assert len(found) > 150
    assert "the record carries no receipt" in found  # a check's detail
    assert "must be from {least} to {most}" in found  # an error's rule
    assert "Language of texts (default: en)." in found  # a help text
    missing = sorted(text for text in found if not CATALOGUE.get(text))
    assert not missing


@pytest.mark.parametrize("message", sorted(set(CATALOGUE) - {""}))
def test_a_russian_text_is_russian_and_takes_the_same_values(message: str) -> None:
    said = CATALOGUE[message]
    assert re.search("[а-яё]", said, re.IGNORECASE) or not re.search("[a-z]", message)
    for form in said.split("\0"):
        assert form
        allowed = set().union(*(fields(one) for one in message.split("\0")))
        assert fields(form) <= allowed
        if "\0" not in message:
            assert fields(form) == allowed
    assert not re.search(r"provabl|100 %|доказуем", f"{message} {said}", re.IGNORECASE)


def test_the_compiled_catalogue_is_that_of_the_source() -> None:
    assert SOURCE.with_suffix(".mo").read_bytes() == write_mo(CATALOGUE)


@pytest.mark.parametrize(
    "command",
    ["", "round", "bundle", "derive", "derive dice", "derive limbo", "derive mines", "derive raw", "explain",
     "explain plinko", "schemes show", "derive --scheme stake mines",
     "vectors", "rtp", "completion", "log", "log inclusion",
     "log consistency", "log audit", "log witness", "log keygen", "audit", "merge", "lab", "lab raw", "lab scaled",
     "lab manifest"],
)  # fmt: skip
def test_help_is_russian(command: str) -> None:
    ran = run(*command.split(), "--lang", "ru", "--help")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("Использование:")
    for line in ran.stdout.splitlines()[1:]:
        said = re.sub(r"(--?[a-z-]+|\[[^\]]*\]|[A-Z.=_]{4,})", "", line)
        assert not re.search(r"\b(the|and|of|is|with|show|exit)\b", said), line
    first = run("--lang", "ru", *command.split(), "--help")
    assert first.stdout == ran.stdout


def test_verdicts_and_refusals_are_russian() -> None:
    ran = run("round", "-", "--lang=ru", stdin='{"type": "fairseed/round/v1", "round_id": 1}\n[]\n')
    assert "Раунд не сошёлся" in ran.stdout
    assert "не проверялось" in ran.stdout
    assert "непригодно" in ran.stderr
    assert "Round" not in ran.stdout
    found = run("round", "-", "--lang", "ru", "--json", stdin='{"type": "fairseed/round/v1", "round_id": 1}')
    details = [check["detail"] for check in json.loads(found.stdout)["checks"]]
    assert all(re.search("[а-я]", detail) for detail in details)
    assert "ожидалось" in details[0]
    for arguments in (["derive", "dice"], ["derive", "mines", "--size", "4", "--mines", "1", *SEEDS]):
        ran = run(*arguments, "--lang", "ru")
        assert ran.returncode == 2
        assert ran.stdout == ""
        assert "Ошибка:" in ran.stderr
        assert "must" not in ran.stderr
    assert run("derive", "dice", *SEEDS, "--lang", "de").returncode == 2


def test_english_stays_english() -> None:
    ran = run("derive", "dice", "--help")
    assert not re.search("[а-яё]", ran.stdout + ran.stderr, re.IGNORECASE)
    command = [sys.executable, "-m", "verifier_cli", "rtp", "mines"]
    environment = os.environ | {"LANG": "ru_RU.UTF-8", "LC_ALL": "ru_RU.UTF-8", "LANGUAGE": "ru"}
    piped = subprocess.run(command, capture_output=True, check=False, cwd=ROOT, env=environment)
    assert b"return:" in piped.stdout  # a pipe gets English unless Russian is asked for


def test_explanations_are_russian() -> None:
    ran = run("explain", "limbo", *SEEDS, "--lang", "ru")
    assert "множитель = 1.00" in ran.stdout
    assert "сообщение client:0:0" in ran.stdout
