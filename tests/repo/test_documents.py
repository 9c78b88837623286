"""The documents name everything that a user can meet: routes, codes, settings, exit codes, clauses."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from fairseed.service.app import create_app
from fairseed.service.config import GameSettings, MatchSettings, Settings
from fairseed.service.keys import SCOPES
from fairseed.service.problems import CODES
from games import GAMES
from tests.support import ROOT

DOCS = ROOT / "docs"
RECORD = (DOCS / "spec" / "record.md").read_text("utf-8")
OPERATIONS = (DOCS / "operations.md").read_text("utf-8")
PAGES = [*ROOT.glob("*.md"), *DOCS.rglob("*.md")]


def section(text: str, number: int) -> str:
    """One numbered section of a page."""
    found = re.search(rf"^## {number}\. .*?(?=^## |\Z)", text, re.M | re.S)
    assert found, number
    return found.group()


def routes() -> list[tuple[str, str]]:
    rules = create_app(Settings()).url_map.iter_rules()
    return sorted(
        (method, rule.rule) for rule in rules for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    )


@pytest.mark.parametrize(("method", "path"), routes())
def test_every_route_is_in_the_record_page(method: str, path: str) -> None:
    names = re.escape(re.sub(r"<(?:\w+:)?(\w+)>", "{}", path)).replace(r"\{\}", r"\{\w+\}")
    text = section(RECORD, 5)
    wanted = rf"`{names}`" if path in ("/docs", "/openapi.json") else rf"`{method} {names}`"
    assert re.search(wanted, text), f"{method} {path}"


@pytest.mark.parametrize("code", CODES)
def test_every_error_code_is_described_with_its_status(code: str) -> None:
    assert re.search(rf"^\| `{code}` \| {CODES[code][0]} \| \S", OPERATIONS, re.M)


def test_no_error_code_is_described_that_does_not_exist() -> None:
    assert set(re.findall(r"^\| `(\w+)` \| [45]\d\d \|", OPERATIONS, re.M)) == set(CODES)


@pytest.mark.parametrize("field", msgspec.structs.fields(Settings), ids=lambda field: field.name)
def test_every_setting_is_described_with_its_default(field: msgspec.structs.FieldInfo) -> None:
    if field.name == "games":
        assert "`games.NAME`" in OPERATIONS
        return
    if field.name == "matches":  # a table of the TOML file only
        row = next(line for line in OPERATIONS.splitlines() if line.startswith("| `matches` |"))
        for inner in msgspec.structs.fields(MatchSettings):
            assert f"`{inner.name}`" in row
            assert str(inner.default) in row
        return
    if field.name == "rake_caps":  # a table of the TOML file only
        assert "| `rake_caps` | | `{}` |" in OPERATIONS
        return
    row = re.search(rf"^\| `{field.name}` \| `FAIRSEED_{field.name.upper()}` \| (.*?) \|", OPERATIONS, re.M)
    assert row, field.name
    assert row[1].strip("`") == str(field.default)


@pytest.mark.parametrize("field", msgspec.structs.fields(GameSettings), ids=lambda field: field.name)
def test_every_setting_of_a_game_is_described(field: msgspec.structs.FieldInfo) -> None:
    table = OPERATIONS[OPERATIONS.index("| of a game |") :]
    assert f"`{field.name}`" in table[: table.index("\n\n")]


def test_every_scope_is_described() -> None:
    for scope in SCOPES:
        assert f"`{scope}`" in OPERATIONS


def test_every_exit_code_is_described() -> None:
    text = section(RECORD, 3)
    told = text[text.index("**Exit codes**") :].split("\n\n")[0]
    for code in (
        "1 when any record failed",
        "2 when any input was unusable",
        "3 when any record is pending",
        "0 otherwise",
    ):
        assert code in " ".join(told.split())


@pytest.mark.parametrize("game", GAMES)
def test_every_param_and_action_of_a_game_is_in_the_record_page(game: str) -> None:
    text = section(RECORD, 1)
    rules = GAMES[game]
    for field in msgspec.structs.fields(rules.params_type):
        assert f"`{field.name}`" in text, field.name
    for action in rules.actions:
        assert f'"{action}"' in text or f"`{action}`" in text, action
    assert f"| `{game}` |" in section((DOCS / "spec" / "derivation.md").read_text("utf-8"), 5)


def test_generated_pages_are_up_to_date() -> None:
    done = subprocess.run([sys.executable, DOCS / "generate.py", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_inside_the_repository_lead_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.S)
    for target in re.findall(r"\]\(([^)#\s]+)", text):
        if not target.startswith("http"):
            assert (page.parent / target).exists(), target


@pytest.mark.parametrize("target", ["demo", "test", "soak", "lint", "bench", "vectors", "docs", "clean"])
def test_every_make_target_is_there_and_described(target: str) -> None:
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text("utf-8"), re.M)
    assert f"`make {target}`" in (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def test_the_readme_says_that_chips_are_virtual() -> None:
    text = " ".join((ROOT / "README.md").read_text("utf-8").split())
    assert "Chips are virtual" in text
    assert "no call that pays chips out" in text


def test_decisions_are_numbered_without_gaps_and_dated() -> None:
    pages = sorted((DOCS / "decisions").glob("*.md"))
    assert [int(page.name[:4]) for page in pages] == list(range(1, len(pages) + 1))
    for page in pages:
        title, _, rest = page.read_text("utf-8").partition("\n")
        assert title.startswith(f"# {page.name[:4]}. ")
        assert re.match(r"\n\d{4}-\d{2}-\d{2}, ", rest)


def test_every_threat_names_a_test_that_is_there() -> None:
    text = (DOCS / "threat-model.md").read_text("utf-8")
    named = set(re.findall(r"`(tests/[a-z_/]+\.py)`", text))
    assert len(named) >= 10
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []
    cheats = text[text.index("## The operator") : text.index("## Not solved")]
    rows = [
        line
        for line in cheats.splitlines()
        if line.startswith("| ") and not line.startswith(("| threat", "| ---"))
    ]
    assert all("`tests/" in row for row in rows)


def test_every_game_has_a_page_of_rules() -> None:
    """That each of their clauses has a test is for tests/rules to show."""
    pages = {page.stem for page in (DOCS / "rules").glob("*.md")}
    assert pages >= {"common", *GAMES} - {"raw"}
