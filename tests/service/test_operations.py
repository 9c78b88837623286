"""Games offered, health, metrics, the description of the API, configuration."""

from __future__ import annotations

import os
import re
import socket
import stat
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner
from openapi_spec_validator import validate

from fairseed.cli import main
from fairseed.records import digest
from fairseed.service import config
from fairseed.service.app import create_app
from tests.service.api import Api, refused

GAMES = {
    "dice",
    "limbo",
    "plinko",
    "mines",
    "hilo",
    "blackjack",
    "russian_poker",
    "five_card_poker",
    "tavern_dice",
}


def answers_as_described(description: dict[str, Any], method: str, route: str, answer: Any) -> None:
    operation = description["paths"][route][method]
    content = operation["responses"][str(answer.status_code)]["content"]
    schema = content[answer.mimetype]["schema"] | {"components": description["components"]}
    jsonschema.Draft202012Validator(schema).validate(answer.json)


def test_the_games_offered(api: Api) -> None:
    client = api.app.test_client()
    games = {item["game"]: item for item in client.get("/v1/games").json["items"]}
    assert set(games) >= GAMES
    for name in GAMES:
        assert games[name]["ruleset_digest"] == digest(games[name]["ruleset"])
        assert client.get(f"/v1/games/{name}").json == games[name]
    assert games["blackjack"]["rtp"]["perfect_pairs"] == "292/311"
    assert games["russian_poker"]["limits"] == {"min_ante": 1, "max_ante": 1_000_000, "max_win": 10_000_000}
    dice = games["tavern_dice"]
    assert dice["settings"] == {"commission": "0.05", "decision_seconds": 30, "grace_seconds": 60}
    assert dice["choices"] == ["ante", "players", "target"]
    assert dice["rtp"] == {"two players, ante 100, of all antes together": "19/20"}
    match = api.post("/v1/matches", {"params": {"ante": 100, "players": 2}}).json["match_id"]
    assert api.get(f"/v1/matches/{match}").json["ruleset"] == dice["ruleset_digest"]
    rooms = games["five_card_poker"]["settings"]["rooms"]
    assert {name: (room["min_ante"], room["max_ante"]) for name, room in rooms.items()} == {
        "standard": (2, 1000),
        "vip": (1000, 100_000),
    }
    for room in rooms.values():
        assert room["ruleset_digest"] == digest(room["ruleset"])
    assert games["plinko"]["ruleset"]["paytables"]["low"]["8"]
    refused(client.get("/v1/games/roulette"), 404, "not_found")


def test_a_round_carries_the_digest_of_the_offered_ruleset(alice: Api) -> None:
    for game, params in (
        ("dice", {"target": "50.00", "direction": "over"}),
        ("plinko", {"rows": 8, "risk": "low"}),
    ):
        offered = alice.get(f"/v1/games/{game}").json["ruleset_digest"]
        assert alice.play(game, params).json["ruleset"] == offered


def test_health_readiness_and_metrics(alice: Api) -> None:
    client = alice.app.test_client()
    assert client.get("/healthz").status_code == 200
    assert client.get("/readyz").status_code == 200
    assert "fairseed_requests_total" in client.get("/metrics").text
    assert "first" not in client.get("/metrics").text


def test_not_ready_without_tables_or_with_old_ones(tmp_path: Path, api: Api) -> None:
    empty = api.environ | {"FAIRSEED_DATABASE_URL": f"sqlite:///{tmp_path / 'empty.sqlite3'}"}
    client = create_app(config.load(empty)).test_client()
    assert client.get("/readyz").status_code == 503
    assert client.get("/readyz").mimetype == "application/problem+json"
    assert client.get("/healthz").status_code == 200
    service = api.app.extensions["fairseed"]()
    service.store.write(lambda c: c.exec_driver_sql("UPDATE alembic_version SET version_num = 'old'"))
    refused(api.app.test_client().get("/readyz"), 503, "not_ready")


def test_the_description_is_valid_and_names_every_route(api: Api) -> None:
    description = api.app.test_client().get("/openapi.json").json
    validate(description)
    assert description["openapi"].startswith("3.1")
    routes = {
        (method.lower(), re.sub(r"<[^>]+>", "{}", rule.rule))
        for rule in api.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    described = {
        (method, re.sub(r"\{[^}]+\}", "{}", path))
        for path, ways in description["paths"].items()
        for method in ways
    }
    assert described == routes


def test_answers_are_as_described(alice: Api) -> None:
    description = alice.get("/openapi.json").json
    dice = {"target": "50.00", "direction": "over"}
    body = {"player": "alice", "game": "dice", "params": dice, "bet": {"stake": 1}}
    mines = alice.play("mines", {"size": 5, "mines": 1})
    opened = mines.json["round_id"]
    pair = mines.json["seeds"]["server_seed_hash"]
    act = {"type": "open", "cell": 0, "expected_actions": 0}
    done: list[tuple[str, str, Any]] = [
        ("post", "/v1/rounds", mines),
        ("post", "/v1/rounds", alice.play("dice", dice)),
        ("post", "/v1/rounds", alice.play("dice", {})),
        ("post", "/v1/quotes", alice.post("/v1/quotes", body)),
        ("post", "/v1/players/{player}/seeds/rotate", alice.rotate("second")),
        ("post", "/v1/rounds/{round_id}/actions", alice.post(f"/v1/rounds/{opened}/actions", act)),
        ("get", "/v1/rounds/{round_id}", alice.get(f"/v1/rounds/{opened}")),
        ("get", "/v1/rounds", alice.get("/v1/rounds?limit=1")),
        ("get", "/v1/players/{player}/seeds", alice.get("/v1/players/alice/seeds")),
        ("get", "/v1/seeds/{server_seed_hash}", alice.get(f"/v1/seeds/{pair}")),
        ("get", "/v1/games/{game}", alice.get("/v1/games/plinko")),
        ("get", "/healthz", alice.get("/healthz")),
    ]
    for method, route, answer in done:
        answers_as_described(description, method, route, answer)


def test_the_docs_page_loads_nothing_from_elsewhere(api: Api) -> None:
    page = api.app.test_client().get("/docs")
    assert page.mimetype == "text/html"
    assert "/v1/rounds" in page.text
    assert not re.search(r"""(?:src|href)\s*=\s*["']?(?:https?:)?//""", page.text)
    assert "<script" not in page.text


def test_the_operators_rules_and_limits(api: Api, tmp_path: Path) -> None:
    toml = tmp_path / "fairseed.toml"
    toml.write_text(
        "[games.dice]\nmin_stake = 5\nmax_stake = 50\nrules = {rtp = '0.95', max_payout = 60}\n"
        "[games.mines]\nsizes = [5]\nmax_mines = 3\n[games.hilo]\noffered = false\n"
    )
    settings = config.load(api.environ | {"FAIRSEED_CONFIG": str(toml)})
    own = Api(create_app(settings), api.key, api.environ)
    own.post("/v1/players/alice/seeds", {})
    own.rotate("first")
    dice = {"target": "50.00", "direction": "under"}
    record = own.play("dice", dice, 10).json
    assert (record["params"]["rtp"], record["params"]["max_payout"]) == ("0.95", 60)
    refused(own.play("dice", dice, 4), 422, "limits", "bet.stake")
    refused(own.play("dice", dice, 51), 422, "limits", "bet.stake")
    refused(own.play("dice", dice, 50), 422, "max_payout", "bet")
    refused(own.play("mines", {"size": 6, "mines": 1}), 422, "limits", "params.size")
    refused(own.play("mines", {"size": 5, "mines": 4}), 422, "limits", "params.mines")
    assert own.play("hilo", {}).status_code == 422
    assert own.nonce() == 1


@pytest.mark.parametrize(
    "text",
    [
        "colour = 1",
        "[games.roulette]",
        "[games.dice]\nrules = {target = '1.00'}",
        "[games.dice]\nmin_stake = 0",
        "=",
    ],
)
def test_bad_settings_are_told(tmp_path: Path, text: str) -> None:
    path = tmp_path / "fairseed.toml"
    path.write_text(text)
    with pytest.raises(config.ConfigError):
        config.load({"FAIRSEED_CONFIG": str(path)})


def test_init_twice_keeps_the_keys(api: Api) -> None:
    key_file = Path(api.environ["FAIRSEED_KEY_FILE"])
    assert stat.S_IMODE(key_file.stat().st_mode) == 0o600
    before = key_file.read_bytes()
    assert api.command("init") == ""
    assert key_file.read_bytes() == before


def test_another_key_does_not_open_the_database(api: Api) -> None:
    key_file = Path(api.environ["FAIRSEED_KEY_FILE"])
    key_file.unlink()
    result = CliRunner().invoke(main, ["init"], env=api.environ)
    assert result.exit_code == 1
    assert "Traceback" not in result.output


def test_serve_over_a_socket(api: Api) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "fairseed.cli", "serve", "--bind", f"127.0.0.1:{port}", "--workers", "1"]
    process = subprocess.Popen(command, env=os.environ | api.environ, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        assert f"http://127.0.0.1:{port}" in process.stderr.readline()
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        for _ in range(400):
            assert process.poll() is None
            try:
                answer = opener.open(f"http://127.0.0.1:{port}/readyz", timeout=10)
                break
            except urllib.error.URLError as error:  # the port is not open yet
                assert isinstance(error.reason, ConnectionRefusedError)
                time.sleep(0.05)
        assert answer.status == 200
    finally:
        process.terminate()
        process.communicate(timeout=30)


@pytest.mark.parametrize("url", ["mysql://a@b/c", "sqlite://", "postgresql://a@b/c", ""])
def test_another_database_is_refused_by_name(url: str) -> None:
    with pytest.raises(config.ConfigError, match="database_url: must begin with sqlite:/// or postgresql"):
        config.load({"FAIRSEED_DATABASE_URL": url})
