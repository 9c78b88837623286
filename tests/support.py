"""What several tests need: where data that isn't ours to redistribute lies, and what is said where something
is missing."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NoReturn

import pytest

ROOT = Path(__file__).resolve().parent.parent


def missing(message: str) -> NoReturn:
    """Without something that it needs a test fails in CI; elsewhere it is skipped, saying so."""
    if os.environ.get("CI"):
        pytest.fail(message)
    pytest.skip(message)


def shared(name: str) -> Path:
    """A file below FAIRSEED_SHARED (default: `shared` beside the repository)."""
    path = Path(os.environ.get("FAIRSEED_SHARED", ROOT.parent / "shared")) / name
    if not path.exists():
        missing(f"{path} is missing; set FAIRSEED_SHARED to the folder that holds it")
    return path
