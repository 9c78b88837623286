"""A service whose PostgreSQL is stopped and started again under it."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.http.server import Refused, Server, free_port
from tests.support import missing


@pytest.fixture
def cluster() -> Iterator[tuple[str, Callable[..., None]]]:
    """The URL of a server of this test's own, and `pg_ctl` for it."""
    if os.environ.get("FAIRSEED_TEST_POSTGRES") is None:
        missing("no PostgreSQL is installed here; run through `make test`")
    programs = max(Path("/usr/lib/postgresql").glob("*/bin"))
    root = os.geteuid() == 0  # initdb refuses root
    prefix = ["runuser", "-u", "postgres", "--"] if root else []
    data = Path(tempfile.mkdtemp(prefix="fairseed-readiness-"))
    if root:
        shutil.chown(data, "postgres")
    port = free_port()

    def run(program: str, *arguments: str) -> None:
        command = [*prefix, str(programs / program), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/")

    def pg_ctl(action: str) -> None:
        options = f"-p {port} -k {data} -c listen_addresses=127.0.0.1"
        more = ["-o", options, "-l", str(data / "log")] if action == "start" else ["-m", "immediate"]
        run("pg_ctl", "-D", str(data / "db"), "-w", *more, action)

    run("initdb", "-D", str(data / "db"), "-A", "trust", "-U", "fairseed", "-E", "UTF8", "--locale=C")
    pg_ctl("start")
    try:
        run("createdb", "-h", "127.0.0.1", "-p", str(port), "-U", "fairseed", "fairseed")
        yield f"postgresql+psycopg://fairseed@127.0.0.1:{port}/fairseed", pg_ctl
    finally:
        subprocess.run(
            [*prefix, str(programs / "pg_ctl"), "-D", str(data / "db"), "-m", "immediate", "stop"],
            check=False,
            capture_output=True,
            cwd="/",
        )
        shutil.rmtree(data, ignore_errors=True)


def test_readiness_follows_the_database(cluster: tuple[str, Callable[..., None]], tmp_path: Path) -> None:
    url, pg_ctl = cluster
    with Server(url, tmp_path) as server:
        server.post("/v1/players/alice/seeds", {})
        pg_ctl("stop")
        for path in ("/readyz", "/v1/players/alice/seeds"):
            with pytest.raises(Refused) as refusal:
                server.get(path)
            assert refusal.value.status == 503
            assert refusal.value.body["code"] == "not_ready"
        assert server.call("GET", "/healthz").body == {"status": "ok"}
        pg_ctl("start")
        assert server.call("GET", "/readyz").body == {"status": "ok"}
        answer = server.post("/v1/players/alice/seeds/rotate", {"client_seed": "after"})
        assert answer.body["active"]["client_seed"] == "after"
