"""Guests: a player, chips and a token for whoever asks, where the operator wants that."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from fairseed.service import config
from fairseed.service.app import create_app
from fairseed.service.config import ConfigError
from tests.http.server import DATABASES
from tests.service.api import Api, refused
from tests.service.moving import MovingClock
from tests.service.world import everything, service, store

House = tuple[Api, MovingClock]
SETTINGS = {"FAIRSEED_BALANCES": "ledger", "FAIRSEED_GUEST_CHIPS": "5000"}


@pytest.fixture(params=DATABASES)
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[House]:
    """Takes five guests an hour."""
    with service(request.param, tmp_path, FAIRSEED_GUESTS_PER_HOUR="5", **SETTINGS) as first:
        clock = MovingClock()
        api = Api(create_app(config.load(first.environ), clock), first.key, first.environ)
        try:
            store(api)  # opened once, before callers come at the same moment
            yield api, clock
        finally:
            store(api).close()


def come(api: Api, body: Any = None) -> TestResponse:
    """A call without a key and without an Idempotency-Key."""
    return api.app.test_client().post("/v1/guests", json={} if body is None else body)


def test_a_guest_plays_with_its_token(house: House) -> None:
    api, clock = house
    answer = come(api)
    assert answer.status_code == 201
    guest: Any = answer.json
    assert set(guest) == {"player", "token", "expires_at", "chips"}
    assert re.fullmatch(r"guest-[0-9a-f]{16}", guest["player"])
    assert guest["chips"] == 5000
    player, token = f"/v1/players/{guest['player']}", guest["token"]
    assert api.get(f"{player}/balance", key=token).json["balance"] == 5000
    assert api.post(f"{player}/seeds", {}, key=token).status_code == 201
    assert api.post(f"{player}/seeds/rotate", {"client_seed": "mine"}, key=token).status_code == 200
    bet = {"player": guest["player"], "game": "plinko", "params": {"rows": 8, "risk": "low"}}
    round_ = api.post("/v1/rounds", bet | {"bet": {"stake": 100}}, key=token).json
    returned = round_["settlement"]["returned"]
    items = api.get(f"{player}/ledger", key=token).json["items"]
    assert [(entry["kind"], entry["amount"], entry["detail"]) for entry in items] == [
        ("credit", 5000, "guest"),
        ("stake", -100, ""),
        ("payout", returned, ""),
    ]
    clock.ahead(hours=23, minutes=59, seconds=59)
    assert api.get(f"{player}/balance", key=token).status_code == 200
    clock.ahead(seconds=1)
    refused(api.get(f"{player}/balance", key=token), 401, "unauthorized")


def test_only_so_many_come_within_an_hour(house: House) -> None:
    api, clock = house
    # A token that an operator makes is no guest.
    api.post("/v1/players/alice/tokens", {})
    for _ in range(5):
        assert come(api).status_code == 201
        clock.ahead(minutes=10)
    before = everything(api)
    refused(come(api), 429, "rate_limited")
    assert everything(api) == before
    clock.ahead(minutes=9, seconds=59)
    refused(come(api), 429, "rate_limited")
    clock.ahead(seconds=1)
    assert come(api).status_code == 201, "the first came an hour ago"
    refused(come(api), 429, "rate_limited")


def test_guests_at_the_same_moment_are_counted(house: House) -> None:
    api, _ = house
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: come(api), range(12)))
    codes = sorted(answer.status_code for answer in answers)
    assert codes == [201] * 5 + [429] * 7
    players = {answer.json["player"] for answer in answers if answer.status_code == 201}  # type: ignore[index]
    assert len(players) == 5


def test_what_is_asked_for_wrongly_makes_no_guest(house: House) -> None:
    api, _ = house
    before = everything(api)
    refused(come(api, {"player": "alice"}), 422, "unknown_field")
    refused(come(api, []), 422, "invalid_field")
    client = api.app.test_client()
    refused(client.post("/v1/guests", data=b"{", content_type="application/json"), 400, "bad_json")
    refused(client.post("/v1/guests", data=b"{}"), 415, "unsupported_media_type")
    refused(client.post("/v1/guests?chips=9", json={}), 400, "bad_query")
    refused(client.get("/v1/guests"), 405, "method_not_allowed")
    assert everything(api) == before


def test_the_token_is_stored_nowhere(house: House) -> None:
    api, _ = house
    token = str(come(api).json["token"])  # type: ignore[index]
    assert token.removeprefix("fp_") not in repr(everything(api))


@pytest.mark.parametrize("balances", ["ledger", "external"])
def test_without_the_setting_there_are_no_guests(balances: str, tmp_path: Path) -> None:
    with service("sqlite", tmp_path, FAIRSEED_BALANCES=balances) as api:
        refused(come(api), 404, "not_found")


def test_guests_need_a_ledger() -> None:
    with pytest.raises(ConfigError, match="guest_chips"):
        config.load({"FAIRSEED_GUEST_CHIPS": "1"})
    for wrong in ("-1", "1.5", "much", str(10**15 + 1)):
        with pytest.raises(ConfigError):
            config.load({"FAIRSEED_GUEST_CHIPS": wrong, "FAIRSEED_BALANCES": "ledger"})
    with pytest.raises(ConfigError, match="guests_per_hour"):
        config.load(SETTINGS | {"FAIRSEED_GUESTS_PER_HOUR": "0"})
    assert config.load(SETTINGS).guest_chips == 5000
