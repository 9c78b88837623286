"""The repository holds together: its tree, its pins, its import rules, and nothing of one machine."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.support import ROOT

BIN = Path(sys.executable).parent
PACKAGES = {"fairseed", "games", "verifier_cli", "web_verifier"}
TOP = PACKAGES | {
    ".ci",
    ".gitignore",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "Makefile",
    "README.md",
    "README.ru.md",
    "SECURITY.md",
    "docs",
    "package-lock.json",
    "package.json",
    "pyproject.toml",
    "requirements",
    "tests",
    "vectors",
}


def tracked() -> list[Path]:
    done = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True
    )
    return [ROOT / name for name in done.stdout.decode().split("\0") if name and (ROOT / name).is_file()]


def project() -> dict[str, dict[str, object]]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def test_the_top_level_is_the_one_of_the_design() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in tracked()} <= TOP
    for package in PACKAGES:
        assert (ROOT / package / "__init__.py").is_file()
        assert (ROOT / package / "py.typed").is_file()


def test_no_tracked_file_names_a_machine_or_a_package_index() -> None:
    """Paths of one machine break elsewhere; which index is used is the machine's setting."""
    machine = re.compile(r"(?<![\w.])/(?:work|root|home/\w+|Users/\w+)(?:/|\b)")
    index = re.compile(r"--(?:extra-)?index-url\b|/simple\b|files\.pythonhosted|pypi\.org")
    found = []
    for path in tracked():
        if path == Path(__file__) or path.suffix in {".mo", ".png"}:
            continue
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if machine.search(line) or index.search(line.replace("--no-emit-index-url", "")):
                found.append(f"{path.relative_to(ROOT)}:{number}")
    assert found == []


@pytest.mark.parametrize("name", ["core.txt", "service.txt", "audit.txt", "dev.txt"])
def test_every_pin_has_a_hash(name: str) -> None:
    text = (ROOT / "requirements" / name).read_text("utf-8").replace("\\\n", " ")
    pins = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    assert pins
    for pin in pins:
        assert re.match(r"[a-z0-9._-]+(\[[a-z,]+\])?==\S+", pin), pin
        assert "--hash=sha256:" in pin, pin


def test_the_pins_hold_what_the_project_asks_for() -> None:
    """`core.txt` is small: the verifier needs nothing of the service."""
    groups = project()["project"]
    extras = groups["optional-dependencies"]
    assert isinstance(extras, dict)
    wanted = {
        "core.txt": [groups["dependencies"], extras["build"]],
        "service.txt": [groups["dependencies"], extras["build"], extras["service"]],
        "audit.txt": [groups["dependencies"], extras["build"], extras["audit"], extras["cluster"]],
        "dev.txt": [groups["dependencies"], *extras.values()],
    }
    for name, lists in wanted.items():
        pinned = set(re.findall(r"^([a-z0-9._-]+)", (ROOT / "requirements" / name).read_text("utf-8"), re.M))
        for requirement in [text for texts in lists for text in texts]:
            assert re.split(r"[\[>=<~ ;]", requirement)[0].lower().replace("_", "-") in pinned, requirement
    core = (ROOT / "requirements" / "core.txt").read_text("utf-8")
    for heavy in ("flask", "sqlalchemy", "numpy", "numba", "pyarrow", "gunicorn", "psycopg"):
        assert not re.search(rf"^{heavy}", core, re.M)


def test_the_packages_are_the_four_flat_ones() -> None:
    tool = project()["tool"]
    assert set(tool["hatch"]["build"]["targets"]["wheel"]["packages"]) == PACKAGES  # type: ignore[index]


def test_packages_import_only_in_the_allowed_directions() -> None:
    done = subprocess.run([BIN / "lint-imports"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    "module", ["verifier_cli", "verifier_cli.__main__", "verifier_cli.cli", "fairseed", "games"]
)
def test_the_verifier_loads_nothing_of_the_service(module: str) -> None:
    """Every command too: what they import when they are built is loaded here."""
    code = (
        f"import json, sys, {module}\n"
        "if 'verifier_cli.cli' in sys.modules:\n"
        "    import click\n"
        "    group = sys.modules['verifier_cli.cli'].build()\n"
        "    commands = [group.get_command(click.Context(group), name) for name in group.list_commands(None)]\n"
        "print(json.dumps(sorted({name.partition('.')[0] for name in sys.modules}))); "
        "print(json.dumps(sorted(name for name in sys.modules if name.startswith('fairseed.service'))))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    roots, service = (json.loads(line) for line in done.stdout.splitlines()[-2:])
    assert not {
        "flask",
        "werkzeug",
        "sqlalchemy",
        "alembic",
        "numpy",
        "numba",
        "pyarrow",
        "gunicorn",
        "structlog",
    } & set(roots)
    assert service == []


def test_the_licence_is_whole() -> None:
    text = (ROOT / "LICENSE").read_text("utf-8")
    assert "Apache License" in text
    assert "END OF TERMS AND CONDITIONS" in text


def test_no_file_holds_a_note_to_come_back() -> None:
    """What is not there is not promised."""
    note = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
    found = [
        str(path.relative_to(ROOT))
        for path in tracked()
        if path.suffix in {".py", ".md", ".toml", ""} and path != Path(__file__)
        if note.search(path.read_text("utf-8"))
    ]
    assert found == []


def test_postgresql_has_as_many_tests_as_sqlite(request: pytest.FixtureRequest) -> None:
    """Of those that this run collected: all of them in `make test`."""
    names = [item.name for item in request.session.items]
    sqlite = [name for name in names if re.search(r"\[.*\bsqlite\b", name)]
    postgresql = [name for name in names if re.search(r"\[.*\bpostgresql\b", name)]
    assert len(postgresql) >= len(sqlite)
    assert sqlite or len(names) < 1000
