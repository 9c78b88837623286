"""What several tests need: where data that isn't ours to redistribute lies."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def shared(name: str) -> Path:
    """A file below FAIRSEED_SHARED (default: `shared` beside the repository).

    Missing in CI it is a failure; elsewhere the test is skipped, saying so.
    """
    path = Path(os.environ.get("FAIRSEED_SHARED", ROOT.parent / "shared")) / name
    if not path.exists():
        message = f"{path} is missing; set FAIRSEED_SHARED to the folder that holds it"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    return path
