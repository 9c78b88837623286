"""A service on a real SQLite file."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
from click.testing import CliRunner

from fairseed.cli import main
from fairseed.service import config
from fairseed.service.app import create_app
from tests.service.api import Api


@pytest.fixture(autouse=True)
def quiet_logs() -> Iterator[None]:
    """structlog's own renderer of failures takes a second each; a test of logs configures its own."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    yield
    structlog.reset_defaults()


@pytest.fixture
def api(tmp_path: Path) -> Api:
    """A new database with an operator's key and no player."""
    environ = {
        "FAIRSEED_DATABASE_URL": f"sqlite:///{tmp_path / 'service.sqlite3'}",
        "FAIRSEED_KEY_FILE": str(tmp_path / "service.key"),
    }
    made = CliRunner().invoke(main, ["init"], env=environ, catch_exceptions=False)
    assert made.exit_code == 0, made.output
    return Api(create_app(config.load(environ)), made.stdout.strip(), environ)


@pytest.fixture
def alice(api: Api) -> Api:
    """The same, with a player `alice` who has an active pair."""
    assert api.post("/v1/players/alice/seeds", {}).status_code == 201
    assert api.rotate("first").status_code == 200
    return api
