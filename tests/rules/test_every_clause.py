"""Every numbered clause of docs/rules has a test named after it, and no test names another."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.support import ROOT

CLAUSE = re.compile(r"^- \*\*([A-Z]-[1-9][0-9]*)\*\* \S.*\.$")


def clauses() -> list[str]:
    """The ids in the order of the pages; any other list line is no clause."""
    found = []
    for page in sorted((ROOT / "docs" / "rules").glob("*.md")):
        for line in page.read_text("utf-8").splitlines():
            if line.startswith("- "):
                match = CLAUSE.match(line)
                assert match, f"{page.name}: {line}"
                found.append(match[1])
    return found


def by_clause() -> dict[str, list[str]]:
    """Id → names of the tests that carry it."""
    found: dict[str, list[str]] = {}
    for path in sorted(Path(__file__).parent.glob("test_*_rules.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                match = re.match(r"test_([a-z])([1-9][0-9]*)_[a-z]", node.name)
                assert match, f"{path.name}: {node.name} names no clause"
                found.setdefault(f"{match[1].upper()}-{match[2]}", []).append(node.name)
    return found


def test_ids_are_unique_and_without_gaps() -> None:
    ids = clauses()
    assert len(ids) == len(set(ids))
    assert len(ids) > 100
    for letter in {name[0] for name in ids}:
        numbers = [int(name[2:]) for name in ids if name[0] == letter]
        assert numbers == list(range(1, len(numbers) + 1)), letter


def test_every_clause_has_a_test() -> None:
    assert sorted(set(clauses()) - set(by_clause())) == []


def test_no_test_names_a_clause_that_does_not_exist() -> None:
    assert sorted(set(by_clause()) - set(clauses())) == []
