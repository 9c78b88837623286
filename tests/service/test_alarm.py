"""A database that is put back under a running service, or exported from a copy: nothing of it is shown."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from fairseed.cli import main
from fairseed.commitments import SignedCheckpoint
from fairseed.service import sequencer, worker
from fairseed.service.core import Service, open_service
from tests.service.api import Api, refused
from tests.service.world import service

DICE = {"target": "50.00", "direction": "under"}


def backup(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)


@pytest.fixture
def api(tmp_path: Path) -> Iterator[Api]:
    with service("sqlite", tmp_path) as ready:
        ready.post("/v1/players/alice/seeds", {})
        ready.rotate("first")
        worker.tick(opened(ready))
        yield ready


def opened(api: Api) -> Service:
    return api.app.extensions["fairseed"]()  # type: ignore[no-any-return]


def database(api: Api) -> Path:
    return Path(api.environ["FAIRSEED_DATABASE_URL"].removeprefix("sqlite:///"))


def published(api: Api) -> int:
    return SignedCheckpoint.parse(api.app.test_client().get("/checkpoint").data).checkpoint.size


def test_a_database_put_back_under_a_running_service_stops_it(api: Api, tmp_path: Path) -> None:
    yesterday, today = tmp_path / "yesterday", tmp_path / "today"
    backup(database(api), yesterday)
    nonce = api.play("dice", DICE).json["seeds"]["nonce"]
    assert api.rotate("second").json["revealed"]["rounds"] == nonce + 1
    worker.tick(opened(api))
    backup(database(api), today)
    backup(yesterday, database(api))  # the player holds the seed of the pair that is active again
    with pytest.raises(sequencer.LogError, match="rolled back"):
        worker.tick(opened(api))
    refused(api.play("dice", DICE), 503, "not_ready")
    for path in ("/checkpoint", "/v1/seeds/" + "0" * 64, "/readyz", "/v1/games"):
        refused(api.get(path), 503, "not_ready")
    assert api.get("/healthz").status_code == 200
    backup(today, database(api))
    worker.tick(opened(api))
    assert api.play("dice", DICE).status_code == 201


def test_what_is_published_is_remembered_on_every_host(api: Api, tmp_path: Path) -> None:
    """A host that never published itself knows what was shown all the same."""
    yesterday = tmp_path / "yesterday"
    backup(database(api), yesterday)
    api.rotate("second")
    worker.tick(opened(api))
    other = msgspec.structs.replace(opened(api).settings, head_file=str(tmp_path / "other.head"))
    host = open_service(other)
    worker.start(host)
    known = sequencer.remembered(tmp_path / "other.head")
    assert known is not None
    assert known["size"] == published(api)
    backup(yesterday, database(api))
    with pytest.raises(sequencer.LogError, match="rolled back"):
        sequencer.check(host)
    with pytest.raises(sequencer.LogError, match="rolled back"):
        worker.tick(host)
    host.store.close()


def test_no_copy_of_the_database_is_exported(api: Api, tmp_path: Path) -> None:
    yesterday, folder = tmp_path / "yesterday", tmp_path / "log"
    backup(database(api), yesterday)
    api.rotate("second")
    worker.tick(opened(api))
    run = CliRunner()
    done = run.invoke(main, ["export", "log", str(folder)], env=api.environ)
    assert done.exit_code == 0, done.output
    shown = (folder / "checkpoint").read_bytes()
    copy = {"FAIRSEED_DATABASE_URL": f"sqlite:///{yesterday}"}
    done = run.invoke(main, ["export", "log", str(folder)], env=api.environ | copy)
    assert done.exit_code == 1
    assert "rolled back" in done.output
    # Where the head file is missing too, the folder itself tells.
    without = copy | {"FAIRSEED_HEAD_FILE": str(tmp_path / "none.head")}
    done = run.invoke(main, ["export", "log", str(folder)], env=api.environ | without)
    assert done.exit_code == 1
    assert "more of this one" in done.output
    assert (folder / "checkpoint").read_bytes() == shown


def test_made_up_methods_share_one_metric(api: Api) -> None:
    client = api.app.test_client()
    for number in range(30):
        client.open("/v1/games", method=f"METHOD{number}")
    metrics = client.get("/metrics").text
    assert "METHOD" not in metrics
    assert 'method="other"' in metrics
