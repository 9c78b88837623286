"""The honest side: a real server over a socket, a player who keeps everything, the verifier outside."""

from __future__ import annotations

import base64
import http.client
import json
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests import programs
from tests.http.server import Refused, Server, Unreachable
from tests.support import ROOT

ORIGIN = "fair.example"
DISHONEST = Path(__file__).with_name("dishonest.py")
SOME_DICE = {"target": "50.00", "direction": "over"}
SURE_DICE = {"target": "4.00", "direction": "over"}


@dataclass(frozen=True)
class Findings:
    """What `fairseed-verify … --json` said: its exit code, and a document a line."""

    code: int
    documents: list[dict[str, Any]]
    noted: str

    @property
    def checks(self) -> list[dict[str, Any]]:
        return [check for document in self.documents for check in document.get("checks", ())]

    def statuses(self, name: str) -> set[str]:
        return {check["status"] for check in self.checks if check["check"] == name}

    @property
    def failed(self) -> set[str]:
        """The names of the checks that fail."""
        return {check["check"] for check in self.checks if check["status"] == "fail"}

    def told(self, name: str) -> str:
        """The details of a check where it fails."""
        found = [c["detail"] for c in self.checks if (c["check"], c["status"]) == (name, "fail")]
        return "\n".join(found)

    @property
    def rules(self) -> list[str]:
        """The rules that entries of an audited log break."""
        return [finding["rule"] for document in self.documents for finding in document.get("findings", ())]


def verify(*arguments: str | Path) -> Findings:
    """Runs `fairseed-verify` as a player would. Exit code 2 (unusable) is the test's own fault."""
    done = programs.verify(*arguments, "--json")
    assert done.returncode in (0, 1, 3), done.stdout + done.stderr
    assert done.stdout, done.stderr
    return Findings(
        done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr.decode()
    )


class House(Server):
    """`fairseed serve` of one worker; with a cheat's name, of a service whose code is changed so."""

    def __init__(self, url: str, folder: Path, cheat: str = "", **settings: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        super().__init__(url, folder, 1, **{"FAIRSEED_PUBLIC_URL": f"http://{ORIGIN}"} | settings)
        self.url = url
        self.cheat = cheat

    def _serve(self) -> list[str]:
        honest = super()._serve()
        return [str(DISHONEST), self.cheat, *honest[2:]] if self.cheat else honest

    def init(self) -> None:
        self.key_path.write_text(self.command("init"))

    def start(self) -> House:
        if not self.key_path.exists():
            self.init()
        self.process = programs.Program(self._serve(), self.environment, self.log_path)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                self.call("GET", "/readyz")
            except (Unreachable, Refused):
                time.sleep(0.05)
            else:
                return self
        self.kill()
        raise AssertionError(f"the server did not start: {self.log_path.read_text()}")

    def __enter__(self) -> House:
        return self.start()

    def refuses_to_start(self) -> str:
        """Runs `fairseed serve`, which must end by itself with exit code 1; what it says."""
        done = programs.run(self._serve(), self.environment)
        said = done.stderr.decode()
        assert done.returncode == 1, (done.returncode, said)
        assert "Traceback" not in said
        return said

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"


class Player:
    """Plays, and keeps what the service gave: promise, salt, receipts, checkpoints, bundle, keys."""

    def __init__(self, house: House, folder: Path, name: str = "alice") -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.house, self.folder, self.name = house, folder, name
        self.receipts = folder / "receipts.jsonl"
        self.receipts.touch()
        self.promised = ""
        self.salt = ""
        keys = house.get("/v1/log")
        self.log_keys: list[str] = keys["log_keys"]
        self.keys: list[str] = keys["log_keys"] + keys["receipt_keys"]

    def keep(self, name: str, value: Any) -> Path:
        path = self.folder / name
        path.write_text(value if isinstance(value, str) else json.dumps(value), "utf-8")
        return path

    # What a player does.

    def join(self) -> str:
        """The first promise; returns its hash. Its proof is kept before a client seed is chosen."""
        answer = self.house.post(f"/v1/players/{self.name}/seeds", {}).body
        self.promised, self.salt = answer["next"]["server_seed_hash"], answer["salt"]
        self.keep("promise.json", self.pair(self.promised, "commitment")["commitment"])
        return self.promised

    def rotate(self, client_seed: str) -> dict[str, Any]:
        body = {"client_seed": client_seed}
        return self.house.post(f"/v1/players/{self.name}/seeds/rotate", body).body

    def bet(self, game: str, params: dict[str, Any], stake: int = 10) -> dict[str, Any]:
        body = {"player": self.name, "game": game, "params": params, "bet": {"stake": stake}}
        return self._received(self.house.post("/v1/rounds", body).body)

    def act(self, view: dict[str, Any], **action: Any) -> dict[str, Any]:
        body = action | {"expected_actions": len(view["actions"])}
        return self._received(self.house.post(f"/v1/rounds/{view['round_id']}/actions", body).body)

    def _received(self, view: dict[str, Any]) -> dict[str, Any]:
        with self.receipts.open("a", encoding="utf-8") as file:
            file.write(json.dumps(view) + "\n")
        return view

    def mines(self, *cells: int) -> dict[str, Any]:
        """A round of mines in which each cell was opened and the rest cashed out; a round that a mine
        ended is followed by another."""
        for _ in range(40):
            view = self.bet("mines", {"size": 8, "mines": 1})
            for cell in cells:
                if view["state"] == "open":
                    view = self.act(view, type="open", cell=cell)
            if view["state"] == "open":
                return self.act(view, type="cash_out")
        raise AssertionError("every round hit the mine")

    def play(self) -> dict[str, Any]:
        """A whole session: promise, rounds, reveal. Returns what the last rotation answered."""
        self.join()
        self.rotate("first")
        self.bet("dice", SOME_DICE)
        self.bet("dice", SURE_DICE, 1000)
        self.bet("dice", SURE_DICE, 10)
        self.bet("plinko", {"rows": 8, "risk": "low"}, 100)
        self.mines(0, 1)
        self.bet("dice", SURE_DICE, 20)
        answer = self.rotate("second")
        self.download(self.promised)
        return answer

    def pair(self, server_seed_hash: str, *proofs: str) -> dict[str, Any]:
        """What the service tells of a pair, once these of its entries are under a checkpoint."""
        return self.house_says(
            f"/v1/seeds/{server_seed_hash}", lambda answer: all(name in answer for name in proofs)
        )

    def house_says(self, path: str, right: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            answer = self.house.get(path)
            if right(answer):
                return answer
            time.sleep(0.05)
        raise AssertionError(f"{path} still answers {answer}")

    def download(self, server_seed_hash: str) -> None:
        """Close entry and bundle of a revealed pair."""
        self.keep("close.json", self.pair(server_seed_hash, "activate", "close", "reveal"))
        data = self.house.bundle(server_seed_hash)
        assert data is not None
        self.bundle.write_bytes(data)

    @property
    def bundle(self) -> Path:
        return self.folder / "bundle.jsonl"

    @property
    def records(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.bundle.read_text("utf-8").splitlines()]

    def checkpoint(self, name: str) -> Path:
        """Keeps the checkpoint that is published now."""
        return self.keep(name, self.house.call("GET", "/checkpoint").raw.decode("utf-8"))

    def size(self) -> int:
        return int(self.house.get("/v1/log")["size"])

    def published(self, size: int) -> int:
        """Waits until the published log has so many entries; returns how many it has."""
        return int(self.house_says("/v1/log", lambda answer: answer["size"] >= size)["size"])

    def grow(self, client_seed: str) -> None:
        """Rotates, and waits until the log shows it."""
        player = self.rotate(client_seed)
        self.pair(player["active"]["server_seed_hash"], "activate")

    # What a player asks the verifier.

    def trusted(self) -> list[str]:
        return [word for key in self.keys for word in ("--key", key)]

    def judge(self, *options: str, receipts: bool = True) -> Findings:
        """The bundle, with what was kept beside it."""
        kept = ["--receipts", str(self.receipts)] if receipts else []
        close = ["--close", str(self.folder / "close.json")]
        return verify("bundle", self.bundle, *self.trusted(), *close, *kept, *options)

    def promise_of(self, path: Path) -> Findings:
        """Whether a record, or a proof, is of the hash that was promised before the client seed."""
        key = [word for key in self.log_keys for word in ("--key", key)]
        return verify("log", "inclusion", path, "--hash", self.promised, *key)

    def audit_records(self) -> Findings:
        """The log beside the bundle, with the salt that the player was given."""
        return self.audit("--records", self.bundle, "--salt", self.salt)

    def audit(self, *options: str | Path) -> Findings:
        key = [word for key in self.log_keys for word in ("--key", key)]
        return verify("log", "audit", self.house.address, *key, *options)

    def consistency(self, old: Path, new: str | Path, *options: str | Path) -> Findings:
        key = [word for key in self.log_keys for word in ("--key", key)]
        return verify("log", "consistency", old, new, *key, *options)


class Witness:
    """`fairseed-verify log witness`, a process of a third party, for one log."""

    def __init__(self, folder: Path, log_key: str) -> None:
        folder.mkdir(parents=True)
        key = folder / "key"
        verify("log", "keygen", key, "--name", "witness.example/w1", "--witness")
        command = [sys.executable, "-m", "verifier_cli", "log", "witness", "--json", "--key-file", str(key)]
        command += ["--state", str(folder / "state"), "--bind", "127.0.0.1:0", "--log", log_key]
        with (folder / "noted").open("wb") as noted:
            self.process = subprocess.Popen(
                command, cwd=ROOT, stdout=subprocess.PIPE, stderr=noted, text=True, start_new_session=True
            )
        assert self.process.stdout is not None
        said = json.loads(self.process.stdout.readline())
        self.url = said["url"]
        self.policy = folder / "policy"
        self.policy.write_text(f"log {log_key}\nwitness w1 {said['vkey']} {self.url}\nquorum w1\n")

    def __enter__(self) -> Witness:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.communicate(timeout=30)

    def add_checkpoint(self, old: int, note: str, proof: list[bytes]) -> int:
        """The status of the answer."""
        lines = [f"old {old}", *(base64.b64encode(value).decode() for value in proof)]
        connection = http.client.HTTPConnection(self.url.partition("//")[2], timeout=30)
        try:
            connection.request("POST", "/add-checkpoint", ("\n".join(lines) + f"\n\n{note}").encode())
            return connection.getresponse().status
        finally:
            connection.close()
