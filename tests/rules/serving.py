"""A service on a temporary SQLite file, with settings of the operator's."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from fairseed.cli import main
from fairseed.service import config
from fairseed.service.app import create_app
from tests.service.api import Api


def open_api(folder: Path, settings: str = "") -> Api:
    """A new database, an operator's key, and a player `alice` with an active pair."""
    environ = {
        "FAIRSEED_DATABASE_URL": f"sqlite:///{folder / 'rules.sqlite3'}",
        "FAIRSEED_KEY_FILE": str(folder / "rules.key"),
    }
    if settings:
        (folder / "settings.toml").write_text(settings, "utf-8")
        environ["FAIRSEED_CONFIG"] = str(folder / "settings.toml")
    made = CliRunner().invoke(main, ["init"], env=environ, catch_exceptions=False)
    assert made.exit_code == 0, made.output
    api = Api(create_app(config.load(environ)), made.stdout.strip(), environ)
    assert api.post("/v1/players/alice/seeds", {}).status_code == 201
    assert api.rotate("first").status_code == 200
    return api
