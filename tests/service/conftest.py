"""A service on a real SQLite file."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from fairseed.service import config
from fairseed.service.app import create_app
from tests.service.api import Api
from tests.service.world import initialised


@pytest.fixture(autouse=True)
def quiet_logs() -> Iterator[None]:
    """structlog's own renderer of failures takes a second each; a test of logs configures its own."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    yield
    structlog.reset_defaults()


@pytest.fixture
def api(tmp_path: Path) -> Iterator[Api]:
    """A new database with an operator's key and no player."""
    with initialised("sqlite", tmp_path, {}) as (environ, key):
        yield Api(create_app(config.load(environ)), key, environ)


@pytest.fixture
def alice(api: Api) -> Api:
    """The same, with a player `alice` who has an active pair."""
    assert api.post("/v1/players/alice/seeds", {}).status_code == 201
    assert api.rotate("first").status_code == 200
    return api
