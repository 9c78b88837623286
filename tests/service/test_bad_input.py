"""What is refused: raw bodies, fields, paths and callers → status, code and field, on both databases.

After every refusal the whole database is as it was, and the answer is the one envelope, as described
in `/openapi.json`.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import pytest
from werkzeug.test import TestResponse

from fairseed.service import keys
from tests.http.server import DATABASES
from tests.service.api import Api, refused
from tests.service.world import Description, everything, service, store

ROTATE: Final = "/v1/players/alice/seeds/rotate"
DICE: Final = {
    "player": "alice",
    "game": "dice",
    "params": {"target": "50.00", "direction": "under"},
    "bet": {"stake": 10},
}
STORED: Final = "stored-key"


@dataclass
class World:
    """alice: active pair, an open mines round and settled ones; bob: a promise only; carol: a
    revealed pair and an active one without open rounds. One stored idempotency key."""

    api: Api
    auditor: str
    description: Description
    names: dict[str, str]

    def send(
        self, method: str, path: str, body: Any = None, headers: dict[str, str | None] | None = None
    ) -> TestResponse:
        sent: dict[str, str | None] = {
            "Authorization": f"Bearer {self.api.key}",
            "Idempotency-Key": uuid.uuid4().hex,
            "Content-Type": "application/json" if method == "POST" else None,
        } | (headers or {})
        if sent["Authorization"] == "AUDITOR":
            sent["Authorization"] = f"Bearer {self.auditor}"
        raw = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        used = {name: value for name, value in sent.items() if value is not None}
        return self.api.app.test_client().open(
            path.format(**self.names), method=method, data=raw, headers=used
        )


@pytest.fixture(scope="module", params=DATABASES)
def world(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with service(request.param, tmp_path_factory.mktemp("bad-input")) as api:
        for player in ("alice", "bob", "carol"):
            assert api.post(f"/v1/players/{player}/seeds", {}).status_code == 201
        assert api.rotate("first").status_code == 200
        assert api.rotate("one", "carol").status_code == 200
        revealed = api.rotate("two", "carol").json["revealed"]["server_seed_hash"]
        settled = api.play("dice", DICE["params"]).json  # type: ignore[arg-type]
        opened = api.play("mines", {"size": 5, "mines": 3}).json
        last = api.play("mines", {"size": 5, "mines": 24}).json  # ends with its first cell, either way
        ended = api.post(f"/v1/rounds/{last['round_id']}/actions", opening())
        assert (ended.status_code, ended.json["state"]) == (200, "settled")
        assert api.post("/v1/rounds", DICE, idempotency=STORED).status_code == 201
        names = {
            "open": opened["round_id"],
            "settled": settled["round_id"],
            "ended": last["round_id"],
            "active": opened["seeds"]["server_seed_hash"],
            "revealed": revealed,
        }
        auditor = store(api).write(
            lambda connection: keys.create(connection, "auditor", "", "2030-01-01T00:00:00Z")
        )
        yield World(api, auditor, Description.of(api.app), names)


def refuses(
    world: World,
    method: str,
    path: str,
    body: Any,
    status: int,
    code: str,
    field: str | None = None,
    headers: dict[str, str | None] | None = None,
) -> None:
    before = everything(world.api)
    answer = world.send(method, path, body, headers)
    document = refused(answer, status, code, field)
    assert document["type"] == f"urn:fairseed:problem:{code}"
    assert all(isinstance(document[name], str) and document[name] for name in ("title", "detail", "field"))
    assert 'File "' not in answer.text
    world.description.check(method, path.format(**world.names), answer)
    assert everything(world.api) == before


# Bodies whose text is no strict JSON (record.md section 5: 400 `bad_json`), on every POST.
BAD_JSON: Final[dict[str, bytes]] = {
    "nothing": b"",
    "white space": b" \n",
    "cut off": b'{"player":"alice"',
    "two values": b"{} {}",
    "comma at the end": b'{"a":1,}',
    "single quotes": b"{'a':1}",
    "comment": b"{} // no",
    "a fraction of zero": b'{"expected_actions":1.0}',
    "an exponent": b'{"expected_actions":1e2}',
    "leading zero": b'{"expected_actions":01}',
    "NaN": b'{"expected_actions":NaN}',
    "Infinity": b'{"expected_actions":Infinity}',
    "5000 digits": b'{"expected_actions":' + b"9" * 5000 + b"}",
    "beyond 2^53 - 1": b'{"expected_actions":9007199254740992}',
    "key twice": b'{"expected_actions":1,"expected_actions":1}',
    "key twice, once escaped": b'{"type":"a","t\\u0079pe":"a"}',
    "inner key twice": b'{"a":{"b":1,"b":2}}',
    "nested lists": b"[" * 100_000,
    "nested lists, closed": b"[" * 100_000 + b"]" * 100_000,
    "nested objects, closed": b'{"a":' * 20_000 + b"1" + b"}" * 20_000,
    "byte order mark": b"\xef\xbb\xbf{}",
    "UTF-16": '{"player":"alice"}'.encode("utf-16"),
    "bad UTF-8": b'{"player":"\xff"}',
    "overlong UTF-8": b'{"player":"\xc0\xaf"}',
    "surrogate in UTF-8": b'{"player":"\xed\xa0\x80"}',
    "lone high surrogate": b'{"player":"\\ud800"}',
    "lone low surrogate": b'{"player":"\\udc00x"}',
    "lone surrogate as a key": b'{"\\udfff":1}',
    "raw control character": b'{"player":"a\x01b"}',
    "raw line end in a text": b'{"player":"a\nb"}',
}
POSTS: Final = [
    "/v1/players/dora/seeds",
    ROTATE,
    "/v1/rounds",
    "/v1/rounds/{open}/actions",
    "/v1/draws",
    "/v1/quotes",
]


@pytest.mark.parametrize("raw", BAD_JSON.values(), ids=BAD_JSON.keys())
def test_a_body_that_is_no_strict_json(world: World, raw: bytes) -> None:
    for path in POSTS:
        refuses(world, "POST", path, raw, 400, "bad_json")


@pytest.mark.parametrize("raw", [b"[]", b"null", b"7", b"true", b'"text"', b"[{}]"])
def test_a_body_that_is_no_object(world: World, raw: bytes) -> None:
    for path in POSTS:
        refuses(world, "POST", path, raw, 422, "invalid_field", "body")


@pytest.mark.parametrize("path", POSTS)
def test_what_every_post_asks_for(world: World, path: str) -> None:
    """Content type, size, key, caller, query: told before any member is looked at."""
    for media in ("text/plain", "application/x-www-form-urlencoded", "application/problem+json", "", None):
        refuses(world, "POST", path, b"{}", 415, "unsupported_media_type", headers={"Content-Type": media})
    refuses(world, "POST", path, b"{" + b" " * 2**20, 413, "body_too_large")
    for wrong in (None, "", "Bearer", "Bearer ", "Bearer no", f"Basic {world.api.key}", world.api.key):
        refuses(world, "POST", path, b"{}", 401, "unauthorized", headers={"Authorization": wrong})
    refuses(world, "POST", path, b"{}", 403, "forbidden", headers={"Authorization": "AUDITOR"})
    for query in ("?colour=red", "?player=alice", "?limit=1"):
        refuses(world, "POST", path + query, b"{}", 400, "bad_query")


GOOD: Final = {
    "/v1/players/dora/seeds": {},
    "/v1/players/carol/seeds/rotate": {"client_seed": "three"},
    "/v1/rounds": DICE,
    "/v1/rounds/{open}/actions": {"type": "open", "cell": 0, "expected_actions": 0},
    "/v1/draws": {"player": "alice", "params": {"words": 1}},
    "/v1/quotes": DICE,
}


@pytest.mark.parametrize(("path", "body"), GOOD.items())
def test_idempotency_keys(world: World, path: str, body: dict[str, Any]) -> None:
    def with_key(key: str | None) -> dict[str, str | None]:
        return {"Idempotency-Key": key}

    refuses(world, "POST", path, body, 400, "idempotency_key_missing", "Idempotency-Key", with_key(None))
    for key in ("", "k" * 65, "tab\there", "caf\xe9"):
        refuses(world, "POST", path, body, 422, "invalid_field", "Idempotency-Key", with_key(key))
    if path == "/v1/quotes":  # plays nothing, so it stores no key and meets none
        return
    body = body | {"bet": {"stake": 11}} if path == "/v1/rounds" else body
    refuses(world, "POST", path, body, 422, "idempotency_key_reused", "Idempotency-Key", with_key(STORED))


def test_the_body_of_a_key_is_compared_by_its_bytes(world: World) -> None:
    spaced = json.dumps(DICE, indent=1).encode()
    headers: dict[str, str | None] = {"Idempotency-Key": STORED}
    refuses(world, "POST", "/v1/rounds", spaced, 422, "idempotency_key_reused", headers=headers)


def test_a_body_of_one_mebibyte_is_read(world: World) -> None:
    raw = json.dumps(DICE).encode()
    answer = world.send("POST", "/v1/quotes", raw + b" " * (2**20 - len(raw)))
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "seed",
    [
        "",
        " seed",
        "seed ",
        "\u00a0seed",
        "seed\u2003",
        "tab\tinside",
        "line\nend",
        "nul\x00",
        "delete\x7f",
        "c1\x85",
        "e\u0301",
        "\u1100\u1161",
        "x" * 65,
        "я" * 65,
        7,
        True,
        None,
        [],
        {},
        ["seed"],
    ],
    ids=ascii,
)
def test_client_seeds(world: World, seed: object) -> None:
    for path in (ROTATE, "/v1/players/bob/seeds/rotate", "/v1/players/carol/seeds/rotate"):
        refuses(world, "POST", path, {"client_seed": seed}, 422, "invalid_field", "client_seed")


NAMES: Final = [
    ".",
    "..",
    "a b",
    "x" * 65,
    "%D0%B0",
    "a%00",
    "a%0A",
    "%ED%A0%80",
    "a%25",
    "a@b",
    "%20",
    "a:b",
]


@pytest.mark.parametrize("name", NAMES)
def test_player_names(world: World, name: str) -> None:
    refuses(world, "POST", f"/v1/players/{name}/seeds", {}, 422, "invalid_field", "player")
    refuses(
        world,
        "POST",
        f"/v1/players/{name}/seeds/rotate",
        {"client_seed": "s"},
        422,
        "invalid_field",
        "player",
    )
    refuses(world, "GET", f"/v1/players/{name}/seeds", None, 422, "invalid_field", "player")
    refuses(world, "GET", f"/v1/rounds?player={name}", None, 422, "invalid_field", "player")


@pytest.mark.parametrize("name", [".", "..", "", "a b", "x" * 65, "а", "a\x00", "a\n", 7, None, ["alice"]])
def test_player_names_in_a_body(world: World, name: object) -> None:
    for path in ("/v1/rounds", "/v1/draws", "/v1/quotes"):
        body = GOOD[path] | {"player": name}
        refuses(world, "POST", path, body, 422, "invalid_field", "player")


def bet(**change: Any) -> dict[str, Any]:
    return DICE | change


def dice(**change: Any) -> dict[str, Any]:
    return DICE | {"params": {"target": "50.00", "direction": "under"} | change}


def game(name: str, params: Any, **stakes: Any) -> dict[str, Any]:
    return DICE | {"game": name, "params": params, "bet": stakes or {"stake": 10}}


# body of POST /v1/rounds → code, field; all 422
BETS: Final[list[tuple[dict[str, Any], str, str]]] = [
    ({}, "invalid_field", "player"),
    (bet(extra=1), "unknown_field", "extra"),
    (bet(timeout=True), "unknown_field", "timeout"),
    (bet(nonce=7), "unknown_field", "nonce"),
    (bet(seeds={}), "unknown_field", "seeds"),
    ({name: DICE[name] for name in ("player", "params", "bet")}, "invalid_field", "game"),
    ({name: DICE[name] for name in ("player", "game", "params")}, "invalid_field", "bet"),
    (bet(game="roulette"), "invalid_field", "game"),
    (bet(game="DICE"), "invalid_field", "game"),
    (bet(game="raw", params={"words": 1}), "invalid_field", "game"),
    (bet(game=1), "invalid_field", "game"),
    (bet(game=None), "invalid_field", "game"),
    (bet(game="dice\x00"), "invalid_field", "game"),
    (bet(params=[]), "invalid_field", "params"),
    (bet(params=None), "invalid_field", "params"),
    (bet(bet=[]), "invalid_field", "bet"),
    (bet(bet=None), "invalid_field", "bet"),
    (bet(bet={}), "invalid_field", "bet.stake"),
    (bet(bet={"stake": "10"}), "invalid_field", "bet.stake"),
    (bet(bet={"stake": None}), "invalid_field", "bet.stake"),
    (bet(bet={"stake": True}), "invalid_field", "bet.stake"),
    (bet(bet={"stake": [10]}), "invalid_field", "bet.stake"),
    (bet(bet={"stake": 10, "tip": 1}), "unknown_field", "bet.tip"),
    (bet(bet={"stake": 10, "perfect_pairs": 1}), "unknown_field", "bet.perfect_pairs"),
    (bet(bet={"stake": 0}), "limits", "bet.stake"),
    (bet(bet={"stake": -1}), "limits", "bet.stake"),
    (bet(bet={"stake": 10**15 + 1}), "limits", "bet.stake"),
    (bet(bet={"stake": 10**9}), "max_payout", "bet"),
    (bet(params={}), "invalid_field", "params.target"),
    (dice(target=50), "invalid_field", "params.target"),
    (dice(target="50"), "invalid_field", "params.target"),
    (dice(target="50.000"), "invalid_field", "params.target"),
    (dice(target="050.00"), "invalid_field", "params.target"),
    (dice(target="+50.00"), "invalid_field", "params.target"),
    (dice(target="٥٠.٠٠"), "invalid_field", "params.target"),
    (dice(target="50.00\n"), "invalid_field", "params.target"),
    (dice(target="0.00"), "invalid_field", "params.target"),
    (dice(target="100.00"), "invalid_field", "params.target"),
    (dice(direction="up"), "invalid_field", "params.direction"),
    (dice(direction=None), "invalid_field", "params.direction"),
    (dice(rtp="0.99"), "unknown_field", "params.rtp"),
    (dice(max_payout=1), "unknown_field", "params.max_payout"),
    (dice(rows=8), "unknown_field", "params.rows"),
    (game("limbo", {"target": "1.00"}), "invalid_field", "params.target"),
    (game("limbo", {"target": 2}), "invalid_field", "params.target"),
    (game("limbo", {"target": "9" * 400}), "invalid_field", "params.target"),
    (game("plinko", {"rows": 7, "risk": "low"}), "limits", "params.rows"),
    (game("plinko", {"rows": True, "risk": "low"}), "invalid_field", "params.rows"),
    (game("plinko", {"rows": 8, "risk": "none"}), "invalid_field", "params.risk"),
    (game("plinko", {"rows": 8, "risk": []}), "invalid_field", "params.risk"),
    (game("plinko", {"rows": [], "risk": "low"}), "invalid_field", "params.rows"),
    (
        game("plinko", {"rows": 8, "risk": "low", "multipliers": ["1"] * 9}),
        "unknown_field",
        "params.multipliers",
    ),
    (game("mines", {"size": 4, "mines": 3}), "limits", "params.size"),
    (game("mines", {"size": 5, "mines": 25}), "invalid_field", "params.mines"),
    (game("mines", {"size": 5, "mines": 0}), "limits", "params.mines"),
    (game("mines", {"size": 5}), "invalid_field", "params.mines"),
    (game("hilo", {"start": 1}), "unknown_field", "params.start"),
    (game("blackjack", {"decks": 1}), "unknown_field", "params.decks"),
    (game("blackjack", {}, stake=10, perfect_pairs="1"), "invalid_field", "bet.perfect_pairs"),
    (game("blackjack", {}, stake=10, perfect_pairs=-1), "limits", "bet.perfect_pairs"),
]


@pytest.mark.parametrize(("body", "code", "field"), BETS, ids=range(len(BETS)))
def test_bets_and_quotes(world: World, body: dict[str, Any], code: str, field: str) -> None:
    """A quote refuses what the bet would be refused for."""
    for path in ("/v1/rounds", "/v1/quotes"):
        refuses(world, "POST", path, body, 422, code, field)


def draw(**params: Any) -> dict[str, Any]:
    return {"player": "alice", "params": params}


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({"player": "alice"}, "invalid_field", "params"),
        ({"params": {"words": 1}}, "invalid_field", "player"),
        (draw(words=1) | {"bet": {"stake": 1}}, "unknown_field", "bet"),
        (draw(words=1) | {"game": "raw"}, "unknown_field", "game"),
        (draw(), "invalid_field", "params"),
        (draw(words=1, bytes=1), "invalid_field", "params"),
        (draw(coins=1), "unknown_field", "params.coins"),
        (draw(words=0), "invalid_field", "params.words"),
        (draw(words=-1), "invalid_field", "params.words"),
        (draw(words="1"), "invalid_field", "params.words"),
        (draw(words=2**53 - 1), "invalid_field", "params.words"),
        (draw(sample={"n": 5, "k": 6}), "invalid_field", "params.sample.k"),
        (draw(sample={"n": 5}), "invalid_field", "params.sample.k"),
        (draw(sample={"n": 5, "k": 5, "m": 1}), "unknown_field", "params.sample.m"),
        (draw(sample=5), "invalid_field", "params.sample"),
    ],
)
def test_draws(world: World, body: dict[str, Any], code: str, field: str) -> None:
    refuses(world, "POST", "/v1/draws", body, 422, code, field)


def opening(**change: Any) -> dict[str, Any]:
    return {"type": "open", "cell": 0, "expected_actions": 0} | change


@pytest.mark.parametrize(
    ("body", "status", "code", "field"),
    [
        ({}, 422, "invalid_field", "expected_actions"),
        ({"type": "open", "cell": 0}, 422, "invalid_field", "expected_actions"),
        (opening(expected_actions="0"), 422, "invalid_field", "expected_actions"),
        (opening(expected_actions=True), 422, "invalid_field", "expected_actions"),
        (opening(expected_actions=None), 422, "invalid_field", "expected_actions"),
        (opening(expected_actions=-1), 422, "invalid_field", "expected_actions"),
        (opening(expected_actions=1), 409, "stale_action", "expected_actions"),
        (opening(expected_actions=2**53 - 1), 409, "stale_action", "expected_actions"),
        ({"expected_actions": 0}, 422, "invalid_field", "action"),
        (opening(type=1), 422, "invalid_field", "action"),
        (opening(type=None), 422, "invalid_field", "action"),
        ({"type": "open", "expected_actions": 0}, 422, "invalid_field", "action.cell"),
        (opening(cell="0"), 422, "invalid_field", "action.cell"),
        (opening(cell=True), 422, "invalid_field", "action.cell"),
        (opening(cell=None), 422, "invalid_field", "action.cell"),
        (opening(more=1), 422, "unknown_field", "action.more"),
        (opening(timeout=True), 422, "unknown_field", "timeout"),
        (opening(timeout=False), 422, "unknown_field", "timeout"),
        (opening(timeout=None), 422, "unknown_field", "timeout"),
        ({"type": "abandon", "timeout": True, "expected_actions": 0}, 422, "unknown_field", "timeout"),
        (opening(cell=25), 409, "illegal_action", None),
        (opening(cell=-1), 409, "illegal_action", None),
        (opening(cell=2**53 - 1), 409, "illegal_action", None),
        ({"type": "cash_out", "expected_actions": 0}, 409, "illegal_action", None),
        ({"type": "hit", "expected_actions": 0}, 409, "illegal_action", None),
    ],
)
def test_actions(world: World, body: dict[str, Any], status: int, code: str, field: str | None) -> None:
    refuses(world, "POST", "/v1/rounds/{open}/actions", body, status, code, field)


ACTIONS: Final = [opening(), opening(expected_actions=1), {"type": "cash_out", "expected_actions": 1}]


@pytest.mark.parametrize("body", ACTIONS)
def test_actions_after_the_end(world: World, body: dict[str, Any]) -> None:
    for name in ("{settled}", "{ended}"):
        refuses(world, "POST", f"/v1/rounds/{name}/actions", body, 409, "illegal_action")


def test_states_that_refuse(world: World) -> None:
    """What is well formed, and is not possible now."""
    for path, body, code in [
        ("/v1/players/alice/seeds", {}, "seeds_exist"),
        ("/v1/players/bob/seeds", {}, "seeds_exist"),
        (ROTATE, {"client_seed": "second"}, "round_open"),
        (ROTATE, {"client_seed": "first"}, "client_seed_reused"),
        ("/v1/players/carol/seeds/rotate", {"client_seed": "one"}, "client_seed_reused"),
        ("/v1/players/carol/seeds/rotate", {"client_seed": "two"}, "client_seed_reused"),
        ("/v1/rounds", DICE | {"player": "bob"}, "no_active_pair"),
        ("/v1/draws", draw(words=1) | {"player": "bob"}, "no_active_pair"),
    ]:
        refuses(world, "POST", path, body, 409, code)
    refuses(
        world, "POST", "/v1/players/dora/seeds", {"client_seed": "x"}, 422, "unknown_field", "client_seed"
    )
    refuses(world, "POST", ROTATE, {}, 422, "invalid_field", "client_seed")
    refuses(world, "POST", ROTATE, {"client_seed": "s", "nonce": 0}, 422, "unknown_field", "nonce")


NO_ROUND: Final = ["0" * 32, "1", "x" * 5000, "%00", "a%00b", "%ED%A0%80", "%F0%9F%8E%B2", "..", "{open}0"]
NO_SEED: Final = ["0" * 64, "0" * 63, "A" * 64, "%00", "0" * 64 + "%0A", "{open}"]


@pytest.mark.parametrize("name", NO_ROUND, ids=lambda name: name[:12])
def test_rounds_that_are_not(world: World, name: str) -> None:
    refuses(world, "GET", f"/v1/rounds/{name}", None, 404, "not_found")
    refuses(world, "POST", f"/v1/rounds/{name}/actions", opening(), 404, "not_found")


@pytest.mark.parametrize("name", NO_SEED, ids=lambda name: name[:12])
def test_seeds_that_were_not_promised(world: World, name: str) -> None:
    refuses(world, "GET", f"/v1/seeds/{name}", None, 404, "not_found", "server_seed_hash")
    refuses(world, "GET", f"/v1/seeds/{name}/bundle", None, 404, "not_found", "server_seed_hash")


def test_players_games_and_bundles_that_are_not(world: World) -> None:
    refuses(world, "GET", "/v1/seeds/{active}/bundle", None, 404, "not_revealed", "server_seed_hash")
    refuses(world, "GET", "/v1/players/nobody/seeds", None, 404, "not_found", "player")
    for path, body in [
        ("/v1/players/nobody/seeds/rotate", {"client_seed": "s"}),
        ("/v1/rounds", DICE | {"player": "nobody"}),
        ("/v1/draws", draw(words=1) | {"player": "nobody"}),
    ]:
        refuses(world, "POST", path, body, 404, "not_found", "player")
    refuses(world, "GET", "/v1/rounds?player=nobody", None, 404, "not_found", "player")
    refuses(
        world, "GET", f"/v1/rounds?server_seed_hash={'0' * 64}", None, 404, "not_found", "server_seed_hash"
    )
    for name in ("roulette", "DICE", "%00", ".."):
        refuses(world, "GET", f"/v1/games/{name}", None, 404, "not_found")


@pytest.mark.parametrize(
    "query",
    [
        "limit=0",
        "limit=201",
        "limit=-1",
        "limit=1.0",
        "limit=01",
        "limit=%D9%A1",
        "limit=",
        "limit=" + "9" * 5000,
        "limit=1&limit=1",
        "cursor=",
        "cursor=x",
        "cursor=%00",
        "cursor=" + "0" * 33,
        "colour=red",
        "Player=alice",
        "offset=1",
    ],
    ids=lambda query: query[:24],
)
def test_queries_of_a_list(world: World, query: str) -> None:
    refuses(world, "GET", f"/v1/rounds?{query}", None, 400, "bad_query")


@pytest.mark.parametrize("text", ["", "%00", "x", "A" * 64, "0" * 65])
def test_hashes_asked_for_in_a_list(world: World, text: str) -> None:
    query = f"/v1/rounds?server_seed_hash={text}"
    refuses(world, "GET", query, None, 422, "invalid_field", "server_seed_hash")


@pytest.mark.parametrize(
    "path",
    [
        "/v1/players/alice/seeds",
        "/v1/rounds/{open}",
        "/v1/seeds/{revealed}",
        "/v1/seeds/{revealed}/bundle",
        "/v1/games",
        "/v1/games/dice",
    ],
)
def test_queries_where_there_are_none(world: World, path: str) -> None:
    assert world.send("GET", path).status_code == 200
    for query in ("limit=1", "player=alice", "x"):
        refuses(world, "GET", f"{path}?{query}", None, 400, "bad_query")


def test_readers(world: World) -> None:
    """Reading players and rounds takes a key, of either scope."""
    for path in ("/v1/players/alice/seeds", "/v1/rounds/{open}", "/v1/rounds"):
        for wrong in (
            None,
            "",
            "Bearer",
            "Bearer fs_wrong",
            f"Bearer {world.api.key}x",
            f"Token {world.api.key}",
        ):
            refuses(world, "GET", path, None, 401, "unauthorized", "Authorization", {"Authorization": wrong})
        assert world.send("GET", path, headers={"Authorization": "AUDITOR"}).status_code == 200


@pytest.mark.parametrize(
    "path", ["/", "/v1", "/v1/", "/v1/nothing", "/v1/rounds/", "/v1//rounds", "/V1/rounds"]
)
def test_paths_that_lead_nowhere(world: World, path: str) -> None:
    for method in ("GET", "POST"):
        refuses(world, method, path, None, 404, "not_found", "path")


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/v1/quotes"),
        ("GET", "/v1/draws"),
        ("GET", ROTATE),
        ("GET", "/v1/rounds/{open}/actions"),
        ("POST", "/v1/games"),
        ("POST", "/v1/seeds/{active}"),
        ("POST", "/v1/seeds/{active}/bundle"),
        ("PUT", "/v1/rounds"),
        ("PATCH", "/v1/rounds/{open}"),
        ("DELETE", "/v1/rounds/{open}"),
        ("DELETE", "/v1/players/alice/seeds"),
        ("TRACE", "/v1/rounds"),
        ("POST", "/healthz"),
    ],
)
def test_methods_that_a_path_does_not_take(world: World, method: str, path: str) -> None:
    refuses(world, method, path, {} if method == "POST" else None, 405, "method_not_allowed", "method")


def test_a_good_call_is_seen_in_the_database(world: World) -> None:
    """The comparison of this module can tell a change."""
    before = everything(world.api)
    assert world.send("POST", "/v1/rounds", DICE).status_code == 201
    after = everything(world.api)
    assert {name for name in after if after[name] != before[name]} == {"pairs", "rounds", "idempotency"}
