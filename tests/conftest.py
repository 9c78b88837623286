"""What holds for every test."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

# No test asserts a time, and a busy machine is no failure.
settings.register_profile("fairseed", deadline=None)
settings.load_profile("fairseed")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is marked `soak` is a test of `make soak` alone."""
    if "FAIRSEED_SOAK" in os.environ:
        return
    long = [item for item in items if item.get_closest_marker("soak")]
    config.hook.pytest_deselected(items=long)
    items[:] = [item for item in items if item not in set(long)]
