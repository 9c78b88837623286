"""A service for the clauses that speak of one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.serving import open_api
from tests.service.api import Api


@pytest.fixture
def ready(tmp_path: Path) -> Api:
    return open_api(tmp_path)
