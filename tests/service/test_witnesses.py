"""A real service, real witnesses and a policy of both: cosignatures reach whoever asks for the checkpoint."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest

from fairseed.commitments import COSIGNATURE, Policy, SignedCheckpoint, SigningKey
from fairseed.service import sequencer, witnesses
from fairseed.service.core import Service
from tests.http.server import DATABASES, Refused, Server, free_port, fresh_database
from tests.programs import verify
from tests.service.api import Api
from tests.service.world import service
from tests.verifier_cli.logs import LOG
from tests.verifier_cli.test_witness import Running

NAMES = ("w1", "w2")


class Own(Running):
    """A witness with a key of its own, for a log that is named later."""

    def __init__(self, folder: Path, key: SigningKey, log: str) -> None:
        folder.mkdir(exist_ok=True)
        path = folder / "key"
        path.write_text(key.expose() + "\n")
        path.chmod(0o600)
        super().__init__(folder, "--log", log)


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Callable[[SigningKey, str], Running]]:
    started: list[Running] = []

    def start(key: SigningKey, log: str) -> Running:
        started.append(Own(tmp_path / key.verifier.name, key, log))
        return started[-1]

    yield start
    for running in started:
        if running.process.poll() is None:
            running.stop()


def opened(api: Api) -> Service:
    return api.app.extensions["fairseed"]()  # type: ignore[no-any-return]


def with_policy(api: Api, path: Path) -> Service:
    own = opened(api)
    settings = msgspec.structs.replace(own.settings, witness_policy=str(path))
    return Service(settings, own.store, own.keys, own.offers, own.clock)


def policy_text(log: str, places: dict[str, str], keys: dict[str, SigningKey], quorum: int) -> str:
    lines = [f"log {log}"]
    lines += [f"witness {name} {keys[name].verifier} {places[name]}" for name in keys]
    return "\n".join([*lines, f"group all {quorum} {' '.join(keys)}", "quorum all", ""])


@pytest.mark.parametrize("kind", DATABASES)
def test_cosignatures_are_published_and_satisfy_a_policy(
    kind: str, tmp_path: Path, begin: Callable[[SigningKey, str], Running]
) -> None:
    with service(kind, tmp_path) as api:
        log = api.app.test_client().get("/v1/log").json["log_keys"][0]
        keys = {name: SigningKey.generate(f"{name}.example", COSIGNATURE) for name in NAMES}
        running = {name: begin(keys[name], log) for name in NAMES}
        places = {name: running[name].said["url"] for name in NAMES}
        path = tmp_path / "policy"
        path.write_text(policy_text(log, places, keys, quorum=2))
        asked, policy = with_policy(api, path), Policy.parse(path.read_bytes())
        cosigner = witnesses.Cosigner()

        def published() -> SignedCheckpoint:
            return SignedCheckpoint.parse(api.app.test_client().get("/checkpoint").data)

        for turn in range(3):
            api.post(f"/v1/players/player{turn}/seeds", {})
            api.post(f"/v1/players/player{turn}/seeds/rotate", {"client_seed": "mine"})
            sequencer.step(asked)
            alone = published()
            assert not alone.verify(key.verifier for key in keys.values()).keys
            assert cosigner.cosign(asked) == 2
            assert cosigner.cosign(asked) == 0  # once is enough
            signed = published()
            assert signed.checkpoint == alone.checkpoint
            assert set(policy.check(signed)) == set(NAMES)
        # A proof of a record carries the cosignatures, and holds by the policy alone, offline.
        player = api.get("/v1/players/player0/seeds").json["active"]["server_seed_hash"]
        proof = api.app.test_client().get(f"/v1/seeds/{player}").json["activate"]
        file = tmp_path / "proof.json"
        file.write_text(json.dumps(proof))
        judged = verify("log", "inclusion", file, "--policy", path)
        assert judged.returncode == 0, judged.stdout + judged.stderr


def test_a_new_cosigner_learns_the_size_that_the_witness_knows(
    tmp_path: Path, begin: Callable[[SigningKey, str], Running]
) -> None:
    with service("sqlite", tmp_path) as api:
        log = api.app.test_client().get("/v1/log").json["log_keys"][0]
        keys = {"w1": SigningKey.generate("w1.example", COSIGNATURE)}
        path = tmp_path / "policy"
        path.write_text(policy_text(log, {"w1": begin(keys["w1"], log).said["url"]}, keys, quorum=1))
        asked = with_policy(api, path)
        for turn in range(2):
            api.post(f"/v1/players/player{turn}/seeds", {})
            api.post(f"/v1/players/player{turn}/seeds/rotate", {"client_seed": "mine"})
            sequencer.step(asked)
            assert witnesses.Cosigner().cosign(asked) == 1  # of a process that has just begun


def test_a_witness_that_is_away_or_lies_adds_nothing(
    tmp_path: Path, begin: Callable[[SigningKey, str], Running]
) -> None:
    with service("sqlite", tmp_path) as api:
        log = api.app.test_client().get("/v1/log").json["log_keys"][0]
        keys = {
            name: SigningKey.generate(f"{name}.example", COSIGNATURE) for name in ("good", "away", "other")
        }
        good = begin(keys["good"], log)
        stranger = begin(SigningKey.generate("other.example", COSIGNATURE), log)  # another key, the same name
        watches_another = begin(SigningKey.generate("foreign.example", COSIGNATURE), str(LOG.verifier))
        keys["foreign"] = SigningKey.parse((tmp_path / "foreign.example" / "key").read_text().strip())
        places = {
            "good": good.said["url"],
            "away": f"http://127.0.0.1:{free_port()}",
            "other": stranger.said["url"],
            "foreign": watches_another.said["url"],
        }
        path = tmp_path / "policy"
        path.write_text(policy_text(log, places, keys, quorum=1))
        asked = with_policy(api, path)
        api.post("/v1/players/alice/seeds", {})
        sequencer.step(asked)
        assert witnesses.Cosigner().cosign(asked) == 1
        signed = SignedCheckpoint.parse(api.app.test_client().get("/checkpoint").data)
        assert signed.verify(key.verifier for key in keys.values()).keys == (keys["good"].verifier,)
        assert len(signed.note.signatures) == 2


def test_a_running_service_asks_by_itself(
    tmp_path: Path, begin: Callable[[SigningKey, str], Running]
) -> None:
    with fresh_database("sqlite", tmp_path) as url:
        path = tmp_path / "policy"
        server = Server(url, tmp_path, FAIRSEED_WITNESS_POLICY=str(path))
        server.command("init")
        log = next(
            line.split("\t")[1]
            for line in server.command("log", "status").splitlines()
            if line.startswith("log key")
        )
        keys = {"w1": SigningKey.generate("w1.example", COSIGNATURE)}
        path.write_text(policy_text(log, {"w1": begin(keys["w1"], log).said["url"]}, keys, quorum=1))
        policy = Policy.parse(path.read_bytes())
        with server:
            end = time.monotonic() + 30
            signed = None
            while time.monotonic() < end:
                with suppress(Refused):  # nothing is published in the first moment
                    signed = SignedCheckpoint.parse(server.call("GET", "/checkpoint").raw)
                if signed and signed.verify([keys["w1"].verifier]).keys:
                    break
                time.sleep(0.2)
            assert signed is not None
            assert policy.check(signed)
