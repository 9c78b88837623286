"""`/openapi.json` says all that the service does, and nothing else: routes, closed schemas, codes, and
every answer of a scripted session, authorised."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import jsonschema
import pytest
from openapi_spec_validator import validate
from werkzeug.test import TestResponse

from fairseed.service import config
from fairseed.service.app import create_app
from fairseed.service.openapi import ROUTES
from fairseed.service.problems import CODES
from tests.service.api import Api
from tests.service.world import Description, route_of

DICE: Final = {"target": "50.00", "direction": "under"}
# What belongs to a game, by schema and member: its members differ from game to game.
OPEN: Final = {
    ("RoundBody", "params"),
    ("RoundBody", "bet"),
    ("Round", "params"),
    ("Round", "bet"),
    ("Round", "actions"),
    ("Round", "outcome"),
    ("Round", "legal"),
    ("Round", "shown"),
    ("Ruleset", "rules"),
    ("Ruleset", "paytables"),
    ("OfferedGame", "rtp"),
    ("Receipt", "body"),
    ("Round", "table"),
    ("RoundSeeds", "client_seeds"),
    ("RoundSeeds", "chain_heads"),
    ("RoundSettlement", "staked"),
    ("RoundSettlement", "returned"),
    ("TableBody", "params"),
    ("LobbyTable", "params"),
    ("LobbyTable", "taken"),
    ("LobbyTable", "bots"),
    ("TableView", "params"),
    ("TableView", "taken"),
    ("TableView", "bots"),
    ("TableEvent", "data"),
    ("MatchBody", "bots"),
    ("LobbyMatch", "params"),
    ("LobbyMatch", "taken"),
    ("MatchView", "params"),
    ("MatchView", "taken"),
    ("LobbyHouse", "taken"),
    ("HouseView", "taken"),
}


@pytest.fixture
def bank(api: Api) -> Api:
    """The same service, keeping balances and taking guests."""
    environ = api.environ | {"FAIRSEED_BALANCES": "ledger", "FAIRSEED_GUEST_CHIPS": "100"}
    return Api(create_app(config.load(environ)), api.key, environ)


@pytest.fixture
def described(api: Api) -> Description:
    return Description.of(api.app)


def open_objects(schema: Any) -> Iterator[dict[str, Any]]:
    """Object schemas below this one that take members which they do not name."""
    if isinstance(schema, list):
        for each in schema:
            yield from open_objects(each)
    elif isinstance(schema, dict):
        if schema.get("type") == "object" and schema.get("additionalProperties") is not False:
            yield schema
        for each in schema.values():
            yield from open_objects(each)


def test_the_description_is_valid(described: Description) -> None:
    validate(described.document)
    assert re.fullmatch(r"3\.1\.\d", described.document["openapi"])
    for schema in described.document["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)


def test_every_schema_is_closed_but_for_what_belongs_to_a_game(described: Description) -> None:
    found = set()
    for name, schema in described.document["components"]["schemas"].items():
        if schema.get("type") == "object":
            assert schema["additionalProperties"] is False, name
        for member, inner in schema.get("properties", {}).items():
            if list(open_objects(inner)):
                found.add((name, member))
    assert found <= OPEN, found - OPEN
    documents = {
        ("post", "/v1/rounds/{round_id}/actions", "requestBody"),
        ("post", "/v1/tables/{table_id}/actions", "requestBody"),
        ("post", "/v1/matches/{match_id}/actions", "requestBody"),
        ("post", "/v1/house-tables/{table_id}/actions", "requestBody"),
        ("get", "/openapi.json", "responses"),
    }
    for path, operations in described.document["paths"].items():
        for method, operation in operations.items():
            for part in ("requestBody", "responses"):
                if list(open_objects(operation.get(part, {}))):
                    assert (method, path, part) in documents


def test_every_answer_has_a_schema(described: Description) -> None:
    for path, operations in described.document["paths"].items():
        for method, operation in operations.items():
            assert any(status.startswith("2") for status in operation["responses"]), (method, path)
            for status, answer in operation["responses"].items():
                (content,) = answer["content"].values()
                assert content["schema"], (method, path, status)
                if not status.startswith("2"):
                    assert list(answer["content"]) == ["application/problem+json"]


def test_every_route_of_the_application_is_described_and_no_other(api: Api) -> None:
    served = {
        (method.lower(), route_of(rule.rule))
        for rule in api.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert {(route[0], route[1]) for route in ROUTES} == served
    assert len(ROUTES) == len(served)


def test_every_code_is_documented_with_its_status(described: Description) -> None:
    found: dict[str, set[str]] = {}
    for operations in described.document["paths"].values():
        for operation in operations.values():
            for status, answer in operation["responses"].items():
                if not status.startswith("2"):
                    for code in re.findall(r"`(\w+)`", answer["description"]):
                        found.setdefault(code, set()).add(status)
    # No route answers for a method that it does not take.
    assert found == {
        code: {str(status)} for code, (status, _) in CODES.items() if code != "method_not_allowed"
    }


def test_who_needs_a_key_is_described(api: Api, described: Description) -> None:
    for path, operations in described.document["paths"].items():
        for method, operation in operations.items():
            url = re.sub(r"\{\w+\}", "0" * 32, path)
            answer = api.app.test_client().open(url, method=method.upper())
            assert (answer.status_code == 401) == bool(operation.get("security")), (method, path)
            names = {each["name"] for each in operation["parameters"]}
            # A guest has no key yet, under which a call could be told from another.
            assert ("Idempotency-Key" in names) == (method in ("post", "delete") and path != "/v1/guests")


def test_every_answer_of_a_session_is_as_described(bank: Api, described: Description) -> None:
    api, seen = bank, set[tuple[str, str, int]]()

    def note(method: str, path: str, answer: TestResponse) -> Any:
        described.check(method, path, answer)
        rule, _ = api.app.url_map.bind("localhost").match(path.partition("?")[0], method, return_rule=True)
        seen.add((method.lower(), route_of(rule.rule), answer.status_code))
        return answer.json if answer.is_json else None

    def get(path: str) -> Any:
        return note("GET", path, api.get(path))

    def post(path: str, body: Any, **more: Any) -> Any:
        return note("POST", path, api.post(path, body, **more))

    def rotate(seed: str) -> Any:
        return post("/v1/players/alice/seeds/rotate", {"client_seed": seed})

    def bet(game: str, params: dict[str, Any], **stakes: int) -> dict[str, Any]:
        return {"player": "alice", "game": game, "params": params, "bet": {"stake": 10} | stakes}

    post("/v1/players/alice/seeds", {})
    post("/v1/players/alice/seeds", {})
    get("/v1/players/alice/seeds")
    get("/v1/players/nobody/seeds")
    post("/v1/rounds", bet("hilo", {}))
    post("/v1/draws", {"player": "alice", "params": {"words": 1}})
    for seed in ("first", "first", " "):
        rotate(seed)
    get("/v1/players/alice/seeds")
    get("/v1/players/alice/balance")
    post("/v1/rounds", bet("dice", DICE))
    for amount in (1000, -1, -5000, 0, 10**15):
        post("/v1/players/alice/chips", {"amount": amount, "reason": "test"})
    get("/v1/players/alice/balance")
    bets = [
        bet("dice", DICE),
        bet("limbo", {"target": "2.00"}),
        bet("plinko", {"rows": 8, "risk": "high"}),
        bet("mines", {"size": 5, "mines": 1}),
        bet("hilo", {}),
        *[bet("blackjack", {}, perfect_pairs=5)] * 6,
        {"player": "alice", "game": "russian_poker", "params": {"boxes": 3}, "bet": {"antes": [2, 2, 2]}},
        {"player": "alice", "game": "five_card_poker", "params": {"boxes": 2}, "bet": {"antes": [2, 2]}},
    ]
    for body in bets:
        note("POST", "/v1/quotes", api.post("/v1/quotes", body))
        view = post("/v1/rounds", body)
        assert "round_id" in view, view
        while view["state"] == "open":
            action = dict(view["legal"][-1 if len(view["actions"]) > 2 else 0])
            if "cells" in action:
                action = {"type": "open", "cell": action["cells"][0]}
            if "cards" in action:
                action["cards"] = action["cards"][:1]
            for bound in ("least", "most", "cost", "costs"):
                action.pop(bound, None)
            made = len(view["actions"])
            rotate("while a round is open")
            get(f"/v1/rounds/{view['round_id']}")
            path = f"/v1/rounds/{view['round_id']}/actions"
            post(path, action | {"expected_actions": made + 1})
            post(path, {"type": "nothing", "expected_actions": made})
            view = post(path, action | {"expected_actions": made})
        get(f"/v1/rounds/{view['round_id']}")
    for params in ({"words": 3}, {"bytes": 3}, {"shuffle": 5}, {"sample": {"n": 5, "k": 2}}, {"coins": 1}):
        post("/v1/draws", {"player": "alice", "params": params})
    for body in (bet("dice", {}), bet("dice", DICE, stake=0), bet("dice", DICE, stake=10**12), b"{", b"[]"):
        post("/v1/quotes", body)
        post("/v1/rounds", body)
    post("/v1/rounds", bet("dice", DICE), idempotency="k")
    post("/v1/rounds", bet("dice", DICE, stake=11), idempotency="k")
    post("/v1/rounds", bet("dice", DICE), key="fs_wrong")
    post("/v1/rounds", b"{}", **{"Content-Type": "text/plain"})
    post("/v1/rounds", b" " * (2**20 + 1))
    revealed = rotate("second")["revealed"]["server_seed_hash"]
    active = get("/v1/players/alice/seeds")["active"]["server_seed_hash"]
    get("/v1/players/alice/ledger?limit=200")
    get("/v1/players/alice/ledger?limit=0")
    for seed in (revealed, active, "0" * 64):
        get(f"/v1/seeds/{seed}")
        get(f"/v1/seeds/{seed}/bundle")
    get("/v1/rounds?limit=3")
    get("/v1/rounds?limit=0")
    get("/v1/rounds?player=..")
    for item in get("/v1/rounds?limit=200")["items"]:
        get(f"/v1/rounds/{item['round_id']}")
    get("/v1/rounds/" + "0" * 32)
    for item in get("/v1/games")["items"]:
        get(f"/v1/games/{item['game']}")
    get("/v1/games/roulette")
    post("/v1/players/alice/tokens", {})
    post("/v1/guests", {})
    post("/v1/guests", {"name": "me"})
    for path in ("/checkpoint", "/tile/0/000.p/1", "/tile/9/000", "/v1/log"):
        get(path)
    for path in (
        "/verify/",
        "/verify/ui/main.js",
        "/verify/css/base.css",
        "/verify/nothing",
        "/verify/?query=1",
        "/play/",
        "/play/fair",
        "/play/rules/",
        "/play/rules/dice",
        "/play/rules/roulette",
        "/play/main.js",
        "/play/nothing",
    ):
        get(path)
    for path in ("/healthz", "/readyz", "/metrics", "/openapi.json", "/docs"):
        get(path)
    # Every answer of a table or match is looked at where it is played: tests/service/people.py.
    played = ("/v1/tables", "/v1/matches", "/v1/house-tables")
    wanted = {(route[0], route[1], route[4]) for route in ROUTES if not route[1].startswith(played)}
    assert wanted <= seen, wanted - seen
