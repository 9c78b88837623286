"""An honest session that every test compares with, and dishonest ones, each by its cheat's name."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest

from tests.adversary.honest import House, Player

Opens = Callable[..., Player]


@pytest.fixture(scope="session")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Player]:
    """A whole session with the service as it is, which runs on."""
    folder = tmp_path_factory.mktemp("honest")
    with House(f"sqlite:///{folder}/fairseed.sqlite3", folder) as house:
        player = Player(house, folder / "alice")
        player.play()
        # Nothing changes here any more: what was judged once is not judged again.
        player.judge, player.audit = cache(player.judge), cache(player.audit)  # type: ignore[method-assign]
        yield player


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `fairseed init` makes, once for all tests: each gets a copy."""
    folder = tmp_path_factory.mktemp("empty")
    House(f"sqlite:///{folder}/fairseed.sqlite3", folder).init()
    return folder


@pytest.fixture
def dishonest(empty: Path, tmp_path: Path) -> Iterator[Opens]:
    """Starts a service with a cheat and gives a player of it who has done nothing yet."""
    with ExitStack() as running:

        def open_(cheat: str) -> Player:
            folder = tmp_path / (cheat or "honest")
            shutil.copytree(empty, folder)
            house = running.enter_context(House(f"sqlite:///{folder}/fairseed.sqlite3", folder, cheat))
            return Player(house, folder / "alice")

        yield open_
