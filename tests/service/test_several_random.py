"""Matches and house tables under callers who do anything at any time: no call fails but by a named refusal, no chip is made or lost,
nobody sees what is not theirs, and every record that is left verifies."""

from __future__ import annotations

import json
import os
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from werkzeug.test import TestResponse

from fairseed import verify_bundle, verify_record
from fairseed.commitments.chains import SeatChain
from fairseed.records import read_object
from fairseed.service.ledger_audit import audit
from fairseed.service.problems import Problem
from fairseed.service.store import schema
from fairseed.service.tables import clocks
from tests.service.people import Room, record, room

SOAK = bool(os.environ.get("FAIRSEED_SOAK"))
STEPS = 1000 if SOAK else 40
SEEDS = range(20 if SOAK else 1)
NAMES = ("ann", "ben", "cem", "dora")
CARD = re.compile(r"[2-9TJQKA][cdhs]")
JUNK: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    2,
    10**15,
    2**53 - 1,
    "",
    "0",
    "ann",
    "x" * 70,
    [],
    [0],
    {},
    {"a": 1},
)
HOUSE, MATCH = "house-tables", "matches"


@dataclass
class Guest:
    """A person with a token and a chain."""

    name: str
    token: str
    chain: SeatChain = field(default_factory=lambda: SeatChain.generate(400))
    given: int = 0


class Crowd:
    """People at one table or match after another, and what was seen."""

    def __init__(self, made: Room, kind: str, pick: random.Random) -> None:
        self.made, self.kind, self.pick = made, kind, pick
        self.hand = {HOUSE: "hand", MATCH: "round"}[kind]
        self.brought = 0
        self.codes: Counter[str] = Counter()
        self.rounds: dict[str, int] = {}  # by id: answers before its end
        self.guests = []
        for name in NAMES:
            self.chips(name, pick.choice((400, 3000)))
            token = made.post(f"/v1/players/{name}/tokens", {}).json["token"]  # type: ignore[index]
            self.guests.append(Guest(name, token))
        self.open()

    # Calls

    def told(self, answer: TestResponse) -> Any:
        """A success, or a refusal by name."""
        body = answer.json
        if answer.status_code >= 400:
            assert answer.status_code < 500, answer.text
            assert body is not None
            self.codes[body["code"]] += 1
        else:
            self.codes["ok"] += 1
        return body

    def post(self, who: Guest, what: str, body: dict[str, Any]) -> Any:
        path = f"/v1/{self.kind}/{self.table}" + (f"/{what}" if what else "")
        key = f"{what}-{self.pick.getrandbits(64)}"
        answer = self.made.api.post(path, body, key=who.token, idempotency=key)
        self.made.note(who.name, "POST", path, answer)
        if self.pick.random() < 0.1:
            again = self.made.api.post(path, body, key=who.token, idempotency=key)
            if answer.status_code < 400:
                assert (again.status_code, again.data) == (answer.status_code, answer.data)
                other = self.made.api.post(
                    path, json.dumps(body).encode() + b" ", key=who.token, idempotency=key
                )
                assert other.json["code"] == "idempotency_key_reused"
        return self.told(answer)

    def delete(self, who: Guest, what: str) -> Any:
        path = f"/v1/{self.kind}/{self.table}{what}"
        return self.told(self.made.delete(path, who.name, who.token))

    def view(self, who: Guest | None = None) -> Any:
        if who is None:
            return self.made.get(f"/v1/{self.kind}/{self.table}")
        return self.made.get(f"/v1/{self.kind}/{self.table}", who.name, who.token)

    def chips(self, name: str, amount: int) -> None:
        answer = self.made.post(f"/v1/players/{name}/chips", {"amount": amount, "reason": "test"})
        if answer.status_code == 200:
            self.brought += amount

    # Steps

    def open(self) -> None:
        body: dict[str, Any] = {"room": "standard"}
        if self.kind == MATCH:
            players = self.pick.randint(2, 4)
            body = {"params": {"ante": self.pick.choice((1, 7, 100)), "players": players, "target": 1000}}
            bots = self.pick.sample(range(players), self.pick.randint(0, players - 1))
            body["bots"] = {str(bot): self.pick.choice(("threshold-300/1", "expect/1")) for bot in bots}
        self.host = self.pick.choice(self.guests)
        if self.pick.random() < 0.3:
            body["private"] = True
        told = self.made.post(f"/v1/{self.kind}", body, self.host.name, self.host.token).json
        assert told is not None
        self.table = told[{HOUSE: "table_id", MATCH: "match_id"}[self.kind]]
        self.invitation = told.get("invitation")
        self.made.tick()

    def sit(self, who: Guest) -> None:
        body: dict[str, Any] = {"chain_head": who.chain.link(who.given)}
        if self.invitation is not None and self.pick.random() < 0.9:
            body["invitation"] = self.invitation
        if self.pick.random() < 0.3:
            body[self.pick.choice(("seat", "chain_head", "invitation", "player"))] = self.pick.choice(JUNK)
        self.post(who, "seats", body)

    def link(self, who: Guest) -> None:
        view = self.view(who)
        head = (view.get("own") or {}).get("link")
        if head is None:
            return
        # The link before the head that the table knows: a try that was refused uses nothing up.
        at = next(i for i in range(who.given, 401) if who.chain.link(i) == head)
        who.given = at
        body: dict[str, Any] = {"link": who.chain.link(at + 1)}
        if view[self.hand] is not None and self.pick.random() < 0.3:
            body["round_id"] = view[self.hand]["round_id"]
        if self.pick.random() < 0.15:
            name = self.pick.choice(("link", "round_id", "client_seed"))
            body[name] = self.pick.choice((*JUNK, who.chain.link(at), who.chain.link(at + 2)))
        told = self.post(who, "links", body)
        if "counts" in told:
            who.given = at + 1

    def act(self, who: Guest) -> None:
        hand = self.view(who)[self.hand]
        made = len(hand["actions"]) if hand else 0
        legal = list(hand.get("legal", [])) if hand else []
        if legal and self.pick.random() < 0.85:
            lively = [each for each in legal if each["type"] != "concede"]
            choice = self.pick.choice(lively if lively and self.pick.random() < 0.97 else legal)
            body = {"type": choice["type"]}
            if choice["type"] == "keep":
                body["dice"] = self.pick.choice(choice["sets"])["dice"]
            elif choice["type"] == "exchange":
                count = self.pick.randint(choice["least"], choice["most"])
                body["cards"] = self.pick.sample(choice["cards"], count)
        else:
            body = {
                "type": self.pick.choice(
                    ("roll", "keep", "bank", "concede", "exchange", "fold", "raise", *JUNK)
                )
            }
            if self.pick.random() < 0.5:
                body[self.pick.choice(("dice", "cards", "box", "player", "timeout", "seat"))] = (
                    self.pick.choice(JUNK)
                )
        expected: Any = made if self.pick.random() < 0.95 else self.pick.choice(JUNK)
        self.post(who, "actions", body | {"expected_actions": expected})

    def step(self) -> None:
        if self.pick.random() < 0.7:
            self.play_on()
        else:
            self.anything()
        self.look()
        if self.view()["state"] == "closed":
            self.open()

    def play_on(self) -> None:
        """What people do who want to play."""
        view = self.view()
        hand = view[self.hand]
        if hand is not None and hand["state"] == "links":
            for each in self.guests:
                if self.view(each)["seat"] in set(hand["shown"]["asked"]) - set(hand["shown"]["given"]):
                    self.link(each)
        elif hand is not None and hand["state"] == "open":
            for each in self.guests:
                own = self.view(each)[self.hand]  # of a private one only for those who are in it
                if own is not None and {action["type"] for action in own["legal"]} - {"concede"}:
                    self.act(each)
        else:
            for each in self.pick.sample(self.guests, len(self.guests)):
                if self.view(each)["seat"] is None:
                    self.sit(each)
                elif self.kind == HOUSE:
                    self.post(each, "antes", {"ante": self.pick.choice((10, 10, 100, 2))})
                    self.post(each, "deal", {})
            self.made.ahead(seconds=1)

    def anything(self) -> None:
        who, kind = self.pick.choice(self.guests), self.pick.random()
        if kind < 0.1:
            self.sit(who)
        elif kind < 0.13:
            self.delete(who, f"/seats/{self.pick.choice((0, 1, 2, 3, 9, 'x'))}")
        elif kind < 0.135:
            self.delete(who, "")
        elif kind < 0.25 and self.kind == HOUSE:
            ante: Any = (
                self.pick.choice((10, 10, 100, 2)) if self.pick.random() < 0.8 else self.pick.choice(JUNK)
            )
            self.post(who, "antes", {"ante": ante})
        elif kind < 0.35 and self.kind == HOUSE:
            self.post(who, "deal", {})
        elif kind < 0.37:
            self.chips(who.name, self.pick.choice((-1000, -50, 500)))
        elif kind < 0.4:
            self.made.ahead(seconds=self.pick.choice((1, 6, 16, 31, 61, 700)))
        elif kind < 0.45:
            self.made.ahead(seconds=1)
        elif kind < 0.46:
            hand = self.view()[self.hand]
            try:
                clocks.void(self.made.service, hand["round_id"] if hand else "0" * 32, "a test")
            except Problem:
                pass
        elif kind < 0.65:
            for each in self.guests:
                self.link(each)
        else:
            for each in self.guests:
                self.act(each)

    # What holds after every step

    def look(self) -> None:
        hand = self.view()[self.hand]
        if hand is not None and hand["round_id"] not in self.rounds:
            self.rounds[hand["round_id"]] = len(self.made.answers)
        if hand is None or hand["state"] != "open":
            return
        assert "server_seed" not in hand["seeds"]
        if self.kind == MATCH:
            return
        up = {hand["outcome"]["dealer"]["cards"][-1]}
        events = self.made.get(f"/v1/{self.kind}/{self.table}/events")["items"]
        mine = [each["data"] for each in events if each["data"].get("round_id") == hand["round_id"]]
        assert cards_in([hand, mine]) <= up
        for guest in self.guests:
            seen = self.view(guest)
            own: set[str] = set()
            if seen["seat"] is not None and (box := own_box(seen)) is not None:
                own = cards_in([seen["hand"]["outcome"]["boxes"][box]])
                own |= {
                    card
                    for each in seen["hand"]["actions"]
                    if each["box"] == box
                    for card in each.get("cards", [])
                }
                assert cards_in([each["outcome"] for each in [seen["hand"]]]) <= own | up
            assert cards_in([seen["hand"]]) <= own | up

    def sums(self) -> None:
        """Whoever's it is, a chip is in a balance or was staked in what is not over."""
        assert audit(self.made.service.store).faults == []

    def ended(self) -> Iterator[dict[str, Any]]:
        with self.made.service.store.read() as connection:
            rows = connection.execute(select(schema.hands.c.id, schema.hands.c.state)).all()
        for row in rows:
            assert row.state in ("settled", "void"), row
            yield record(self.made, row.id)


def own_box(view: dict[str, Any]) -> int | None:
    seats = view["hand"]["table"]["seats"]
    return seats.index(view["seat"]) if view["seat"] in seats else None


def cards_in(value: Any) -> set[str]:
    if isinstance(value, str):
        return {value} if CARD.fullmatch(value) else set()
    if isinstance(value, dict):
        value = list(value.values())
    return set().union(*map(cards_in, value)) if isinstance(value, list) else set()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", [HOUSE, MATCH])
def test_anybody_does_anything(kind: str, seed: int, tmp_path: Path) -> None:
    pick = random.Random(f"{kind} {seed}")
    more = {
        "FAIRSEED_TOKEN_SECONDS": "86400",
        "FAIRSEED_BALANCES": "ledger",
        "FAIRSEED_TABLES_PER_PLAYER": "1000",
    }
    with room("sqlite", tmp_path, **more) as made:
        crowd = Crowd(made, kind, pick)
        for step in range(STEPS):
            crowd.step()
            if step % 20 == 0:
                crowd.sums()
        for _ in range(60):
            made.ahead(seconds=61)
        crowd.sums()
        records = list(crowd.ended())
        assert sum("void" not in each for each in records) > 1
        trust, gained = made.trust(), Counter[str]()
        for each in records:
            verdict = verify_record(read_object(json.dumps(each).encode()), trust)
            assert verdict.verdict == "verified", verdict.to_json()
            secret = each["seeds"]["server_seed"].encode()
            before = made.answers[: crowd.rounds.get(each["round_id"], 0)]
            assert not any(secret in answer for _, answer in before)
        pairs = {each["seeds"]["server_seed_hash"] for each in records}
        for pair in pairs:
            lines = made.api.app.test_client().get(f"/v1/seeds/{pair}/bundle").data.splitlines()
            *_, bundle = verify_bundle([read_object(line) for line in lines], trust)
            assert bundle.verdict == "verified", bundle
        # What was brought, less what the rounds kept, is what there is.
        for each in records:
            settled = each["settlement"]
            for place, chips in settled["returned"].items():
                gained[place] += chips - settled["staked"][place]
        balances = sum(made.get(f"/v1/players/{name}/balance")["balance"] for name in NAMES)
        if kind == HOUSE:
            assert balances == crowd.brought + sum(gained.values())
