"""`fairseed demo`: promise, play, reveal, verify against a real service, over a socket.

A plain client: it imports nothing of the service, keeps what it was promised, and leaves the
judgement to `fairseed-verify`, which runs as a program of its own on the downloaded file.
"""

from __future__ import annotations

import http.client
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import click

PLAYER: Final = "demo"
START_SECONDS: Final = 30
FILES: Final = (
    "fairseed.sqlite3",
    "fairseed.sqlite3-wal",
    "fairseed.sqlite3-shm",
    "fairseed.key",
    "fairseed.head",
    "fairseed.head.lock",
    "service.log",
    "bundle.jsonl",
    "close.json",
    "receipts.jsonl",
    "tampered.jsonl",
    "dropped.jsonl",
)
# A blackjack natural or a mine at once ends a round without a choice; then another is played.
MOST_TRIES: Final = 30


class Client:
    """JSON calls with an operator's key."""

    def __init__(self, address: tuple[str, int], key: str) -> None:
        self._address = address
        self._key = key

    def raw(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """Status and bytes of one call. A POST carries a fresh Idempotency-Key."""
        headers = {"Authorization": f"Bearer {self._key}"}
        data = None
        if method == "POST":
            headers |= {"Content-Type": "application/json", "Idempotency-Key": secrets.token_hex(16)}
            data = json.dumps(body).encode()
        connection = http.client.HTTPConnection(*self._address, timeout=30)
        try:
            connection.request(method, path, data, headers)
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()

    def call(self, method: str, path: str, body: Any = None) -> Any:
        status, data = self.raw(method, path, body)
        if status >= 300:
            raise click.ClickException(f"{method} {path} answered {status}: {data.decode(errors='replace')}")
        return json.loads(data)


def say(text: str = "") -> None:
    click.echo(text)
    sys.stdout.flush()


def step(title: str) -> None:
    say()
    say(click.style(title, bold=True))


def free_port() -> int:
    """8080 where nobody uses it, else whichever the system gives."""
    for port in (8080, 0):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    raise click.ClickException("no free port")


@contextmanager
def service(folder: Path) -> Iterator[tuple[Client, str]]:
    """A service of its own in `folder`, as a process group that ends with the block."""
    address = ("127.0.0.1", free_port())
    environ = {name: value for name, value in os.environ.items() if not name.startswith("FAIRSEED_")} | {
        "FAIRSEED_DATABASE_URL": f"sqlite:///{folder / 'fairseed.sqlite3'}",
        "FAIRSEED_KEY_FILE": str(folder / "fairseed.key"),
        "FAIRSEED_BIND": f"{address[0]}:{address[1]}",
    }
    fairseed = [sys.executable, "-m", "fairseed.cli"]
    made = subprocess.run([*fairseed, "init"], env=environ, capture_output=True, text=True, check=False)
    if made.returncode:
        raise click.ClickException(f"fairseed init: {made.stderr.strip()}")
    with (folder / "service.log").open("wb") as log:
        server = subprocess.Popen(
            [*fairseed, "serve"], env=environ, stdout=log, stderr=log, start_new_session=True
        )
    client = Client(address, made.stdout.strip().splitlines()[-1])
    try:
        wait_until_ready(client, server, folder / "service.log")
        yield client, f"http://{address[0]}:{address[1]}"
    finally:
        server.send_signal(signal.SIGTERM)
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(server.pid, signal.SIGKILL)
            server.wait()


def wait_until_ready(client: Client, server: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and server.poll() is None:
        try:
            if client.raw("GET", "/readyz")[0] == 200:
                return
        except OSError:
            pass
        time.sleep(0.1)
    raise click.ClickException(f"the service did not start; its log is {log}")


# How the demo plays: a choice among the legal actions that the view offers, None to play on.
Choice = Callable[[dict[str, Any]], dict[str, Any]]


def play_mines(view: dict[str, Any]) -> dict[str, Any]:
    """Opens the first closed cell twice, then takes what there is."""
    if len(view["actions"]) >= 2:
        return {"type": "cash_out"}
    return {"type": "open", "cell": view["legal"][0]["cells"][0]}


def play_hilo(view: dict[str, Any]) -> dict[str, Any]:
    """Skips once, guesses what is likeliest twice, then takes what there is."""
    made = len(view["actions"])
    if made == 0:
        return {"type": "skip"}
    if made >= 3:
        return {"type": "cash_out"}
    best = max(
        (guess for guess in view["shown"]["guesses"] if guess["open"]), key=lambda guess: guess["chance"]
    )
    return {"type": "guess", "guess": best["guess"]}


def play_blackjack(view: dict[str, Any]) -> dict[str, Any]:
    """Splits where it may, hits below 17, stands otherwise."""
    kinds = [action["type"] for action in view["legal"]]
    if "split" in kinds:
        return {"type": "split"}
    hand = view["outcome"]["player_hands"][view["shown"]["hand"]]
    return {"type": "hit" if hand["total"] < 17 else "stand"}


def play_house(view: dict[str, Any]) -> dict[str, Any]:
    """Exchanges the first card of each box, bets on every box, takes ANTE."""
    kinds = {action["type"]: action for action in view["legal"]}
    if "exchange" in kinds:
        cards = view["legal"][0]["cards"][:1]
        return {"box": view["legal"][0]["box"], "type": "exchange", "cards": cards}
    chosen = next(kinds[kind] for kind in ("bet", "raise", "take_ante") if kind in kinds)
    return {"box": chosen["box"], "type": chosen["type"]}


GAMES: Final[list[tuple[str, dict[str, Any], dict[str, Any], Choice | None]]] = [
    ("dice", {"target": "50.00", "direction": "over"}, {"stake": 100}, None),
    ("limbo", {"target": "2.00"}, {"stake": 100}, None),
    ("plinko", {"rows": 16, "risk": "high"}, {"stake": 100}, None),
    ("mines", {"size": 5, "mines": 3}, {"stake": 100}, play_mines),
    ("hilo", {}, {"stake": 100}, play_hilo),
    ("blackjack", {}, {"stake": 100, "perfect_pairs": 10, "twenty_one_plus_three": 10}, play_blackjack),
    ("russian_poker", {"boxes": 3}, {"antes": [100, 50, 10]}, play_house),
    ("five_card_poker", {"boxes": 2}, {"antes": [100, 50]}, play_house),
]


def play(
    client: Client, game: str, params: dict[str, Any], bet: dict[str, Any], choose: Choice | None
) -> Iterator[dict[str, Any]]:
    """Rounds of one game until one of them needed two actions (instant games: one round). Yields
    each round's last view, which carries its receipts."""
    for _ in range(MOST_TRIES):
        body = {"player": PLAYER, "game": game, "params": params, "bet": bet}
        view = client.call("POST", "/v1/rounds", body)
        while view["state"] == "open":
            if choose is None:
                raise click.ClickException(f"{game} left its round open")
            action = choose(view) | {"expected_actions": len(view["actions"])}
            view = client.call("POST", f"/v1/rounds/{view['round_id']}/actions", action)
        settlement = view["settlement"]
        told = ", ".join(describe(action) for action in view["actions"]) or "at once"
        chips = f"staked {settlement['staked']}, returned {settlement['returned']}"
        say(f"  nonce {view['seeds']['nonce']:>2}  {game:<15}  {told}: {chips}")
        yield view
        if choose is None or len(view["actions"]) >= 2:
            return


def describe(action: dict[str, Any]) -> str:
    parts = [" ".join(value) if isinstance(value, list) else str(value) for value in action.values()]
    return " ".join(parts)


def verify(verifier: str, *arguments: str) -> tuple[int, list[dict[str, Any]]]:
    """Exit code and answers of `fairseed-verify`, run as a program of its own."""
    done = subprocess.run([verifier, *arguments, "--json"], capture_output=True, text=True, check=False)
    if done.stderr and done.returncode == 2:
        say(done.stderr.rstrip())
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def tamper(bundle: Path, copy: Path) -> None:
    """A copy in which the first round pays one chip more than the rules give."""
    records = [json.loads(line) for line in bundle.read_bytes().splitlines()]
    settled = next(record for record in records if "settlement" in record)
    settled["settlement"]["returned"] += 1
    copy.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")


def drop(bundle: Path, copy: Path) -> None:
    """A copy without its last round, as if it had never been played."""
    copy.write_bytes(b"".join(bundle.read_bytes().splitlines(keepends=True)[:-1]))


def published(client: Client, promised: str) -> dict[str, Any]:
    """What is public of a pair, once its reveal is under a checkpoint: a second or so."""
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        told: dict[str, Any] = client.call("GET", f"/v1/seeds/{promised}")
        if "reveal" in told:
            return told
        time.sleep(0.2)
    raise click.ClickException("the log did not publish the reveal")


def failures(verdicts: list[dict[str, Any]]) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    return [
        (verdict, check) for verdict in verdicts for check in verdict["checks"] if check["status"] == "fail"
    ]


def show(client: Client, url: str, folder: Path, verifier: str) -> None:
    step("1. Promise")
    log = client.call("GET", "/v1/log")
    keys = [word for key in (*log["log_keys"], *log["receipt_keys"]) for word in ("--key", key)]
    say(f"  the operator logs promises under the name {log['origin']} and signs with two keys")
    promised = client.call("POST", f"/v1/players/{PLAYER}/seeds", {})["next"]["server_seed_hash"]
    say(f"  the service promises a server seed by its hash: {promised}")
    client_seed = secrets.token_hex(8)
    client.call("POST", f"/v1/players/{PLAYER}/seeds/rotate", {"client_seed": client_seed})
    say(f"  only now the player chooses a client seed: {client_seed}")

    step("2. Play")
    views = [view for game in GAMES for view in play(client, *game)]
    views.append(client.call("POST", "/v1/draws", {"player": PLAYER, "params": {"shuffle": 10}}))
    say("  and a draw for a game of one's own: a shuffle of ten")
    receipts = folder / "receipts.jsonl"
    receipts.write_text("".join(json.dumps(view) + "\n" for view in views), "utf-8")
    say("  the player kept what was signed: a receipt of every round and of every action")

    step("3. Reveal")
    body = {"client_seed": secrets.token_hex(8)}
    revealed = client.call("POST", f"/v1/players/{PLAYER}/seeds/rotate", body)["revealed"]
    say(f"  rotated: {revealed['rounds']} rounds, server seed {revealed['server_seed']}")
    if revealed["server_seed_hash"] != promised:
        raise click.ClickException("the service revealed another seed than it promised")
    path = f"/v1/seeds/{promised}/bundle"
    bundle = folder / "bundle.jsonl"
    status, data = client.raw("GET", path)
    if status != 200:
        raise click.ClickException(f"GET {path} answered {status}")
    bundle.write_bytes(data)
    say(f"  downloaded {url}{path}")

    close = folder / "close.json"
    close.write_text(json.dumps(published(client, promised)["close"]), "utf-8")
    trusted = ["--close", str(close), "--receipts", str(receipts), *keys]

    step("4. Verify, by a program that does not trust the service")
    say(f"  {verifier} bundle {bundle} --close {close} --receipts {receipts} --key … --key …")
    code, verdicts = verify(verifier, "bundle", str(bundle), *trusted)
    for verdict in verdicts:
        say(f"  {verdict['verdict']:<9} {verdict.get('round_id') or 'the bundle'}")
    skipped = [
        check["check"] for verdict in verdicts for check in verdict["checks"] if check["status"] == "skip"
    ]
    if code or len(verdicts) != revealed["rounds"] + 1 or set(skipped) - {"settlement"}:
        raise click.ClickException(f"the bundle does not verify (exit code {code})")

    step("5. Two tampered copies: one chip more in one round; the last round dropped")
    tampered, dropped = folder / "tampered.jsonl", folder / "dropped.jsonl"
    tamper(bundle, tampered)
    drop(bundle, dropped)
    for copy in (tampered, dropped):
        code, verdicts = verify(verifier, "bundle", str(copy), *trusted)
        for verdict, check in failures(verdicts):
            say(f"  failed    {verdict.get('round_id') or 'the bundle'}: {check['check']}, {check['detail']}")
            say(f"            expected {json.dumps(check['expected'])}, found {json.dumps(check['actual'])}")
        if code != 1 or not failures(verdicts):
            raise click.ClickException(f"the copy {copy} was not refused (exit code {code})")

    step("6. Audit the whole log")
    say(f"  {verifier} log audit {url} --key …")
    code, (report,) = verify(verifier, "log", "audit", url, *keys)
    for check in report["checks"]:
        say(f"  {check['status']:<9} {check['check']}: {check['detail']}")
    if code:
        raise click.ClickException(f"the log does not verify (exit code {code})")


def run(verifier: str | None, folder: Path, *, leave_running: bool) -> None:
    """The whole demo in `folder`, whose database it makes anew. ClickException says which step went wrong."""
    program = shutil.which(verifier or "fairseed-verify")
    if program is None:
        raise click.ClickException(f"{verifier or 'fairseed-verify'} is not there; give --verifier")
    folder.mkdir(parents=True, exist_ok=True)
    for name in FILES:  # of an earlier demo; whatever else lies there stays
        (folder / name).unlink(missing_ok=True)
    with service(folder) as (client, url):
        show(client, url, folder, program)
        step("Done: promised, played, revealed, verified.")
        say(f"  files           {folder}")
        if not leave_running:
            return
        say(f"  API             {url}/v1/games")
        say(f"  in a browser    {url}/verify/: drop {folder}/bundle.jsonl there")
        say(f"  documentation   {url}/docs, {url}/openapi.json")
        say(f"  health          {url}/healthz, {url}/readyz, {url}/metrics")
        say(f"  the bundle      {url}/v1/seeds/HASH/bundle, with the hash promised above")
        say(f"  the log         {url}/checkpoint, {url}/tile/0/000.p/1, {url}/v1/log")
        say("  The service runs until Ctrl-C.")
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            signal.pause()
        except KeyboardInterrupt:
            say()


@click.command()
@click.option("--verifier", help="The fairseed-verify to run, best from an environment of its own.")
@click.option(
    "--folder", default="var/demo", show_default=True, type=click.Path(path_type=Path, file_okay=False)
)
@click.option(
    "--exit", "ends", is_flag=True, envvar="DEMO_EXIT", help="End instead of leaving the service running."
)
def demo(verifier: str | None, folder: Path, ends: bool) -> None:
    """Promise, play, reveal, verify and audit a round of every game, then leave the service running."""
    run(verifier, folder.resolve(), leave_running=not ends)
