"""People at a poker table: each with a token and a chain, driven over HTTP, and a clock that a test moves."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from werkzeug.test import TestResponse

from fairseed import Trust
from fairseed.commitments import VerifierKey
from fairseed.commitments.chains import SeatChain
from fairseed.service import config, worker
from fairseed.service.app import create_app
from fairseed.service.core import Service
from tests.service.api import Api
from tests.service.moving import MovingClock
from tests.service.world import Description, initialised, store

PARAMS: dict[str, dict[str, Any]] = {
    "turkish": {"ante": 10},
    **{
        game: {"small_blind": 5, "big_blind": 10}
        for game in ("holdem", "short_deck", "aof", "omaha", "omaha5", "naiko")
    },
}
GAMES = list(PARAMS)
Choose = Callable[[random.Random, dict[str, Any], dict[str, Any]], dict[str, Any] | None]


@dataclass
class Room:
    """A service and its clock. `answers` gets every answer as (who, bytes)."""

    api: Api
    clock: MovingClock
    described: Description
    answers: list[tuple[str, bytes]] = field(default_factory=list)
    checked: Counter[Any] = field(default_factory=Counter)

    @property
    def service(self) -> Service:
        return self.api.app.extensions["fairseed"]()  # type: ignore[no-any-return]

    def note(self, who: str, method: str, path: str, answer: TestResponse) -> TestResponse:
        kind = (
            method,
            len(path.split("/")),
            path.partition("?")[0].rpartition("/")[2][:7],
            answer.status_code,
        )
        self.checked[kind] += 1
        if self.checked[kind] < 8 or self.checked[kind] % 20 == 0:  # each takes as long as some calls
            self.described.check(method, path, answer)
        self.answers.append((who, answer.data))
        return answer

    def get(self, path: str, who: str = "operator", key: str | None = None) -> Any:
        answer = self.note(who, "GET", path, self.api.get(path, key=key))
        assert answer.status_code == 200, answer.text
        return answer.json

    def post(self, path: str, body: Any, who: str = "operator", key: str | None = None) -> TestResponse:
        return self.note(who, "POST", path, self.api.post(path, body, key=key))

    def delete(
        self, path: str, who: str = "operator", key: str | None = None, **headers: str
    ) -> TestResponse:
        sent = {"Authorization": f"Bearer {key or self.api.key}"} | headers
        return self.note(who, "DELETE", path, self.api.app.test_client().delete(path, headers=sent))

    def table(self, game: str, **more: Any) -> str:
        params = PARAMS[game] | more.pop("params", {})
        answer = self.post("/v1/tables", {"game": game, "params": params} | more)
        assert answer.status_code == 201, answer.text
        return str(answer.json["table_id"])  # type: ignore[index]

    def person(self, name: str) -> Person:
        token = self.post(f"/v1/players/{name}/tokens", {}).json["token"]  # type: ignore[index]
        return Person(self, name, token)

    def tick(self) -> None:
        worker.tick(self.service)

    def ahead(self, **span: int) -> None:
        self.clock.ahead(**span)
        self.tick()

    def trust(self) -> Trust:
        told = self.get("/v1/log")
        return Trust(keys=tuple(VerifierKey.parse(key) for key in told["log_keys"]))


@dataclass
class Person:
    """Gives its links, and acts as it is told to."""

    room: Room
    name: str
    token: str
    table_id: str = ""
    seat: int = 0
    chain: SeatChain = field(default_factory=lambda: SeatChain.generate(300))
    given: int = 0
    secrets: list[str] = field(default_factory=list)

    def sit(self, table_id: str, buy_in: int, **more: Any) -> dict[str, Any]:
        body = {"buy_in": buy_in, "chain_head": self.chain.link(self.given)} | more
        answer = self.post(table_id, "seats", body)
        assert answer.status_code == 201, answer.text
        view: dict[str, Any] = answer.json  # type: ignore[assignment]
        self.table_id, self.seat = table_id, view["seat"]
        return view

    def post(self, table_id: str, what: str, body: Any) -> TestResponse:
        return self.room.post(f"/v1/tables/{table_id}/{what}", body, self.name, self.token)

    def view(self) -> dict[str, Any]:
        return self.room.get(f"/v1/tables/{self.table_id}", self.name, self.token)  # type: ignore[no-any-return]

    def link(self) -> TestResponse:
        self.given += 1
        return self.post(self.table_id, "links", {"link": self.chain.link(self.given)})

    def act(self, action: dict[str, Any], expected: int) -> TestResponse:
        return self.post(self.table_id, "actions", action | {"expected_actions": expected})

    def leave(self) -> TestResponse:
        return self.room.delete(f"/v1/tables/{self.table_id}/seats/{self.seat}", self.name, self.token)

    def rebuy(self) -> None:
        """Looks at the table, and brings chips where there are none left."""
        view = self.view()
        if not view["taken"][str(self.seat)]["stack"] and not view["own"]["adding"]:
            amount = {"amount": view["buy_in"]["least"]}
            assert self.post(self.table_id, f"seats/{self.seat}/top_up", amount).status_code == 200

    def asked_for_link(self, view: dict[str, Any]) -> bool:
        hand = view["hand"]
        return (
            hand is not None
            and hand["state"] == "links"
            and self.seat in hand["shown"]["asked"]
            and self.seat not in hand["shown"]["given"]
        )


def chosen(pick: random.Random, view: dict[str, Any], hand: dict[str, Any]) -> dict[str, Any]:
    """A legal action; more often one that keeps the hand going."""
    legal = hand["legal"]
    choice = pick.choice(legal)
    if pick.random() < 0.6:
        choice = next((each for each in legal if each["type"] in ("call", "check", "all_in")), choice)
    action = {"type": choice["type"]}
    cards = hand["shown"]["hole"][str(view["seat"])]
    if choice["type"] == "raise":
        action["to"] = pick.choice(
            (choice["least"], choice["most"], min(choice["most"], 2 * choice["least"]))
        )
    elif choice["type"] == "swap":
        action["card"] = pick.choice(cards)
    elif choice["type"] == "anchor":
        action["target"] = pick.choice(choice["targets"])
    elif choice["type"] == "draw":
        action["discard"] = pick.sample(cards, pick.randint(0, choice["most"]))
    return action


def play_hand(people: list[Person], pick: random.Random, *, until: str = "over") -> dict[str, Any]:
    """Plays from the pause between hands to the end of the next hand; that hand as everybody sees it.
    `until` `links`: only to the moment when links are asked for; `open`: to the first decision."""
    room, table_id = people[0].room, people[0].table_id
    before = room.get(f"/v1/tables/{table_id}")["hands"]
    for _ in range(600):
        public = room.get(f"/v1/tables/{table_id}")
        hand = public["hand"]
        if public["hands"] == before:
            room.ahead(seconds=4)
            for person in people:
                person.rebuy()
            continue
        if hand["state"] in ("settled", "void"):
            return hand  # type: ignore[no-any-return]
        if hand["state"] == until:
            return hand  # type: ignore[no-any-return]
        for person in people:
            view = person.view()
            if person.asked_for_link(view):
                assert person.link().status_code == 200
                break
            if view["hand"]["legal"]:
                action = chosen(pick, view, view["hand"])
                answer = person.act(action, len(view["hand"]["actions"]))
                assert answer.status_code == 200, (answer.text, action, view["hand"]["legal"])
                break
        else:
            room.ahead(seconds=6)
    raise AssertionError(f"the hand does not end: {public}")


@contextmanager
def room(kind: str, folder: Path, **settings: str) -> Iterator[Room]:
    with initialised(kind, folder, {"FAIRSEED_POOL_SIZE": "8"} | settings) as (environ, key):
        clock = MovingClock()
        api = Api(create_app(config.load(environ), clock), key, environ)
        try:
            made = Room(api, clock, Description.of(api.app))
            made.tick()
            yield made
        finally:
            store(api).close()


def record(room: Room, round_id: str) -> dict[str, Any]:
    """A hand's record as anybody gets it."""
    answer = room.api.app.test_client().get(f"/v1/rounds/{round_id}")
    assert answer.status_code == 200, answer.text
    room.described.check("GET", f"/v1/rounds/{round_id}", answer)
    return dict(json.loads(answer.data))
