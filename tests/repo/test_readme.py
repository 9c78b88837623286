"""The README's blocks are run as they stand: in a fresh clone, by a shell that stops at the first error."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import ROOT

BLOCK = re.compile(r"<!-- run: (\w+) -->\n```(\w+)\n(.*?)```", re.S)


def blocks(*kinds: str) -> list[str]:
    return [text for kind, _, text in BLOCK.findall((ROOT / "README.md").read_text("utf-8")) if kind in kinds]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """What is committed, and nothing else of this checkout."""
    subprocess.run(["git", "clone", "--quiet", ROOT, tmp_path / "clone"], check=True)
    return tmp_path / "clone"


@pytest.fixture
def ready(clone: Path) -> Path:
    """A clone that borrows this environment, so that nothing is installed anew."""
    for name in (".venv", ".venv-verify"):
        (clone / name).symlink_to(sys.prefix)
    return clone


def run(script: str, folder: Path, **environ: str) -> str:
    clean = {
        name: value for name, value in os.environ.items() if not name.startswith(("FAIRSEED_", "PYTEST_"))
    }
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=folder,
        env=clean | environ,
        capture_output=True,
        text=True,
        timeout=1200,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_block_says_how_it_is_run() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert len(re.findall(r"^```(?:sh|python)$", text, re.M)) == len(BLOCK.findall(text))
    assert {kind for kind, _, _ in BLOCK.findall(text)} == {"heavy", "light", "python", "service"}


def test_the_russian_readme_has_the_same_parts() -> None:
    """Blocks word for word, so that what runs for one runs for the other; headings, lists, rows and links."""
    english, russian = ((ROOT / name).read_text("utf-8") for name in ("README.md", "README.ru.md"))
    fenced = re.compile(r"(?:<!-- run: \w+ -->\n)?```.*?```", re.S)
    assert fenced.findall(english) == fenced.findall(russian)
    for part in (r"^#+ ", r"^- ", r"^\| "):
        assert len(re.findall(part, english, re.M)) == len(re.findall(part, russian, re.M)), part
    links = [
        {
            each
            for each in re.findall(r"\]\(([^)]+)\)", text)
            if not each.startswith(("docs/pictures/", "README"))
        }
        for text in (english, russian)
    ]
    assert links[0] == links[1]
    prose = fenced.sub("", russian)
    for paragraph in prose.split("\n\n"):
        if re.search(r"[A-Za-z]{4}", paragraph) and not paragraph.startswith(("# fairseed", "[English]")):
            assert re.search(r"[а-яё]", paragraph), paragraph


def test_every_link_of_a_readme_leads_somewhere() -> None:
    for name in ("README.md", "README.ru.md"):
        for target in re.findall(r"\]\(([^)#]+)\)", (ROOT / name).read_text("utf-8")):
            assert (ROOT / target).exists(), f"{name}: {target}"


def test_players_quick_start(ready: Path) -> None:
    out = run(blocks("light")[0], ready)
    assert "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55" in out
    assert "99.41" in out


def test_rounds_of_other_operators(ready: Path) -> None:
    out = run(blocks("light")[1], ready)
    assert "stake:" in out
    assert "matches" in out


def test_auditors_quick_start(ready: Path) -> None:
    out = run(blocks("light")[2], ready)
    assert '"game"' in out


def test_operators_own_game(ready: Path) -> None:
    (script,) = blocks("python")
    (ready / "own_game.py").write_text(script, "utf-8")
    out = run(".venv/bin/python own_game.py", ready)
    assert out.startswith("promised: ")
    assert out.rstrip().endswith(" verified")


@pytest.mark.skipif(shutil.which("curl") is None and not os.environ.get("CI"), reason="curl is not installed")
def test_operators_service(ready: Path) -> None:
    (script,) = blocks("service")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    script = "trap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n" + script.replace("127.0.0.1:8080", address)
    out = run(script, ready, FAIRSEED_BIND=address)
    assert '"revealed":{"server_seed_hash"' in out.replace(" ", "")


@pytest.mark.soak
def test_three_commands_in_a_fresh_clone(clone: Path) -> None:
    (script,) = blocks("heavy")
    out = run(script, clone)
    assert "Done: promised, played, revealed, verified." in out
    assert "refused, exit code 1" in out
