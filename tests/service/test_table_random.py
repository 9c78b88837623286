"""Random play at tables, with leaving, top-ups, missed clocks and links: chips are conserved, every record
verifies, and no byte of an answer tells its receiver what it may not know."""

from __future__ import annotations

import json
import os
import random
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select, text

from fairseed import verify_record
from fairseed.commitments.chains import SeatChain
from fairseed.records import digest
from fairseed.service.http import seats as routes
from fairseed.service.store import schema
from fairseed.service.tables import chips, hands
from fairseed.service.tables.dealt import Dealt
from fairseed.service.tables.held import actions_of, load_hand
from games.poker import action_dict
from games.poker.views import told
from tests.service.people import GAMES, Person, Room, chosen, record, room
from tests.service.test_canary import Search, Secret

HANDS = 60 if os.environ.get("FAIRSEED_SOAK") else 2
CARD = re.compile(r'"([2-9TJQKA][shdc])"')
HEX = re.compile(r"[0-9a-f]{64}")


@pytest.fixture
def bank(monkeypatch: pytest.MonkeyPatch) -> None:
    """Notes in the database what each player brings to tables and takes away, with all that is rolled back."""

    def count(sign: int) -> Any:
        def run(_service: Any, connection: Connection, player: str, _table_id: str, amount: int) -> None:
            assert amount >= 0
            values = {"player": player, "amount": sign * amount}
            connection.execute(text("INSERT INTO bank VALUES (:player, :amount)"), values)

        return run

    for name, sign in (("buy_in", 1), ("top_up", 1), ("leave", -1), ("share", -1)):
        monkeypatch.setattr(chips, name, count(sign))


@dataclass
class Crowd:
    """People who come and go at one table."""

    room: Room
    table_id: str
    pick: random.Random
    people: list[Person] = field(default_factory=list)
    names: int = 0

    def come(self) -> None:
        self.names += 1
        person = self.room.person(f"p{self.names}")
        view = self.room.get(f"/v1/tables/{self.table_id}")
        buy_in = self.pick.randint(view["buy_in"]["least"], view["buy_in"]["most"])
        if sum("player" in each for each in view["taken"].values()) < view["seats"]:
            person.sit(self.table_id, buy_in)
            self.people.append(person)

    def between(self) -> None:
        """Somebody comes, goes, or brings chips, as often as not while a hand is in play."""
        kind = self.pick.choice(("come", "go", "chips", "look"))
        if kind == "come" and len(self.people) < 4:
            self.come()
        elif kind == "go" and len(self.people) > 2:
            person = self.people.pop(self.pick.randrange(len(self.people)))
            assert person.leave().status_code == 200
        elif kind == "chips":
            person = self.pick.choice(self.people)
            answer = person.post(
                self.table_id, f"seats/{person.seat}/top_up", {"amount": self.pick.randint(1, 500)}
            )
            assert answer.status_code in (200, 422), answer.text
        else:
            self.look()

    def look(self) -> None:
        """Every other call that a player or somebody who watches may make; and what is to be refused."""
        table = f"/v1/tables/{self.table_id}"
        hand = self.room.get(table, "observer")["hand"]
        paths = ["/v1/tables", f"{table}/events?after=-1", f"{table}/hands?limit=2&order=newest", "/v1/log"]
        paths += ["/checkpoint", "/tile/0/000.p/3", "/tile/entries/000.p/3", "/metrics"]
        paths += ["/openapi.json"] if self.pick.random() < 0.1 else []
        if hand is not None:
            seed = hand["seeds"]["server_seed_hash"]
            paths += [f"/v1/rounds/{hand['round_id']}", f"/v1/seeds/{seed}", f"/v1/seeds/{seed}/bundle"]
        watcher = self.room.person("watcher")
        for person in [watcher, *self.people]:
            own = [f"/v1/players/{person.name}/{what}" for what in ("seeds", "balance", "ledger")]
            for path in [*paths, *own]:
                self._asks(person, path)
            self._asks(person, f"{table}/events", Accept="text/event-stream")
            person.post(self.table_id, "links", {"link": person.chain.link(0)})
            person.post(self.table_id, "actions", {"type": "shield", "expected_actions": 0})
            person.post(self.table_id, "actions", {"type": "check", "expected_actions": 999})
        check_seeds(self.room)

    def _asks(self, person: Person, path: str, **more: str) -> None:
        headers = {"Authorization": f"Bearer {person.token}"} | more
        answer = self.room.api.app.test_client().get(path, headers=headers)
        assert answer.status_code in (200, 404), (path, answer.text)
        self.room.answers.append((person.name, str(answer.headers).encode() + b"\n\n" + answer.data))
        answer.close()

    def go_on(self) -> None:
        """One step of whoever is asked; now and then nobody moves until the clock has run out."""
        if self.pick.random() < 0.04:
            self.room.ahead(seconds=self.pick.choice((3, 6, 32)))
            return
        self.pick.shuffle(self.people)
        for person in self.people:
            view = person.view()
            if str(person.seat) not in view["taken"] or view["seat"] is None:
                self.people.remove(person)  # was away too long
                return
            if not view["taken"][str(person.seat)]["stack"] and not view["own"]["adding"]:
                amount = {"amount": view["buy_in"]["least"]}
                person.post(self.table_id, f"seats/{person.seat}/top_up", amount)
            if person.asked_for_link(view) and self.pick.random() < 0.9:
                assert person.link().status_code == 200
                return
            if view["hand"] and view["hand"]["legal"]:
                action = chosen(self.pick, view, view["hand"])
                assert person.act(action, len(view["hand"]["actions"])).status_code == 200
                return
        self.room.ahead(seconds=4)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.usefixtures("bank")
def test_random_play(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "STREAM_SECONDS", 0)
    pick = random.Random(f"random {game}")
    with room("sqlite", tmp_path) as made:
        made.service.store.write(
            lambda connection: connection.execute(text("CREATE TABLE bank (player TEXT, amount INTEGER)"))
        )
        seats = min(5, 6 if game == "aof" else 9)
        table_id = made.table(game, seats=seats, fill_with_bots=2, bot_policy="odds/1")
        crowd = Crowd(made, table_id, pick)
        for _ in range(3):
            crowd.come()
        for _ in range(300 * HANDS):
            if made.get(f"/v1/tables/{table_id}")["hands"] > HANDS:
                break
            if pick.random() < 0.1:
                crowd.between()
            if len(crowd.people) < 2:
                crowd.come()
            crowd.go_on()
            if pick.random() < 0.2:
                check_chips(made, table_id)
            if pick.random() < 0.02:
                crowd.look()
        else:
            raise AssertionError("the hands do not end")
        crowd.look()
        closed = made.delete(f"/v1/tables/{table_id}")
        while closed.json["state"] == "open":
            crowd.go_on()
            closed = made.delete(f"/v1/tables/{table_id}")
        assert closed.json["taken"] == {}
        check_chips(made, table_id)
        made.tick()
        rows = finished(made, table_id)
        assert len(rows) >= HANDS
        trust = made.trust()
        for row in rows:
            whole = record(made, row["id"])
            verdict = verify_record(whole, trust)
            assert verdict.verdict == "verified", verdict
            assert {
                check.status for check in verdict.checks if check.check in ("receipt", "log", "cards")
            } <= ({"pass"} if "receipt" in whole else {"pass", "skip"})
        check_secrets(made, rows)


def finished(made: Room, table_id: str) -> list[dict[str, Any]]:
    with made.service.store.read() as connection:
        ids = select(schema.hands.c.id).where(schema.hands.c.table_id == table_id).order_by(schema.hands.c.id)
        return [load_hand(connection, each) or {} for each in connection.execute(ids).scalars()]


def check_chips(made: Room, table_id: str) -> None:
    """What lies at the table between hands is what was brought, less what was taken and raked."""
    with made.service.store.read() as connection:
        events = connection.execute(
            select(schema.table_events.c.type, schema.table_events.c.data)
            .where(schema.table_events.c.table_id == table_id)
            .order_by(schema.table_events.c.index)
        ).all()
        table = connection.execute(select(schema.tables).where(schema.tables.c.id == table_id)).one()
        sitting = connection.execute(select(schema.seats).where(schema.seats.c.table_id == table_id)).all()
        brought = connection.execute(text("SELECT coalesce(sum(amount), 0) FROM bank")).scalar_one()
        hand = None if table.hand_id is None else load_hand(connection, table.hand_id)
    if hand is not None and hand["state"] in ("links", "open"):
        return
    bots = rake = 0
    for kind, told_ in events:
        data = json.loads(told_)
        sign = {"seat": 1, "left": -1}.get(kind, 0)
        if data.get("bot"):
            bots += sign * data["stack"]
        if kind == "stack" and data.get("bot"):
            bots += data["brought"] - data["back"]
        if kind == "end":
            rake += data["outcome"]["rake"]
    there = sum(row.stack + row.adding for row in sitting) + table.pot_carried
    assert there == brought + bots - rake
    assert all(row.stack >= 0 and row.adding >= 0 for row in sitting)


class Truth:
    """A hand as it really was: what each seat could know after how many actions."""

    def __init__(self, made: Room, row: dict[str, Any]) -> None:
        with made.service.store.read() as connection:
            self.made = actions_of(connection, [row["id"]])[row["id"]]
        self.row = row
        self.players = {each["player"]: int(seat) for seat, each in json.loads(row["asked"]).items()}
        self.dealt = row["receipt"] is not None
        if self.dealt:
            whole = Dealt(None, row, self.made)
            self.salts = {salt: slot for slot, salt in enumerate(whole.hidden.salts)}
            self.cards = whole.hidden.slots
            self.perm = whole.perm
            self.bodies = [digest(json.loads(receipt)["body"]) for _, receipt in self.made]
            self.hidden = [
                (action.seat, told(action, None) != action_dict(action)) for action in whole.actions
            ]
            self._states = [Dealt(None, row, self.made[:count]) for count in range(len(self.made) + 1)]

    def slots(self, who: str, count: int) -> set[int]:
        """Slots whose cards a viewer may know once so many actions were made."""
        seat, found = self.players.get(who), set[int]()
        for state in self._states[: count + 1]:
            hand = state.hand
            places = [*hand.board]
            live = [index for index, player in enumerate(hand.betting.players) if not player.folded]
            over = hand.turn is None and len(live) > 1
            carried = over and "pot_carried" in (json.loads(self.row["outcome"] or "{}"))
            for index, number in enumerate(hand.seats):
                if number == seat or (over and not carried and index in live):
                    places += [place for place in hand.holes[index] if place is not None]
            if hand.powers is not None:
                places += [place for index, place in hand.powers.peeked if hand.seats[index] == seat]
            found |= {self.perm[place] for place in places}
        return found


def check_seeds(made: Room) -> None:
    """What is a secret now was in no answer so far, in whatever form: seeds of pairs and of promises that wait, the
    secrets of bots' chains and their next links."""
    service = made.service
    with service.store.read() as connection:
        waiting = connection.execute(select(schema.pool)).all()
        pairs = connection.execute(select(schema.pairs).where(schema.pairs.c.server_seed.is_(None))).all()
        chains = connection.execute(select(schema.chains)).all()
    secrets = []
    for row in [*waiting, *pairs, *chains]:
        opened = service.keys.open(row.id, row.server_seed_hash, row.key_version, row.sealed)
        secrets.append(Secret("seed", opened.expose()))
    for row, chain in zip(chains, secrets[len(secrets) - len(chains) :], strict=True):
        links = SeatChain(chain.text, hands.BOT_LINKS)
        secrets += [Secret("link", links.link(number)) for number in range(row.given + 1, row.given + 4)]
    assert len(secrets) > 8
    assert Search(secrets).leaks(made.answers) == []
    planted = secrets[len(made.answers) % len(secrets)]
    form = planted.forms[len(made.answers) % len(planted.forms)]
    assert Search([planted]).leaks([("planted", made.answers[-1][1] + form)]) == [("planted", planted.kind)]


def documents(raw: bytes) -> list[Any]:
    """What an answer says: its JSON, that of each event of a stream, or of anything else the cards and hashes in it."""
    body = raw.partition(b"\n\n")[2] if raw.startswith(b"Content-Type: ") else raw
    if body.startswith(b"retry: "):
        return [json.loads(line[6:]) for line in body.split(b"\n") if line.startswith(b"data: ")]
    try:
        return [json.loads(body)]
    except ValueError:
        said = body.decode("utf-8", "replace")
        return [CARD.findall(said) + HEX.findall(said)]


def check_secrets(made: Room, rows: list[dict[str, Any]]) -> None:
    """Every answer that was given before the reveal, against the truth."""
    truths = {row["id"]: Truth(made, row) for row in rows}
    all_salts = {salt: truth for truth in truths.values() if truth.dealt for salt in truth.salts}
    seeds = {row["server_seed"] for row in rows}
    with made.service.store.read() as connection:
        chains = connection.execute(select(schema.chains)).all()
    future = set()
    for chain in chains:
        secret = made.service.keys.open(chain.id, chain.server_seed_hash, chain.key_version, chain.sealed)
        links = SeatChain(secret.expose(), hands.BOT_LINKS)
        future |= {links.link(index) for index in range(chain.given + 1, hands.BOT_LINKS + 1)}
    checked = Counter[str]()
    for who, raw in made.answers:
        said = raw.decode("utf-8", "replace")
        told = documents(raw)
        if any(seed in said for seed in seeds):
            assert '"server_seed":' in said or '"revealed"' in said or '"type":"reveal"' in said
            continue  # behind the reveal
        words = set(HEX.findall(said))
        assert not words & future, "a link of a bot before its time"
        for view in views_in(told):
            truth = truths[view["round_id"]]
            if not truth.dealt or view["state"] == "links":
                assert not CARD.search(json.dumps(view))
                continue
            allowed = truth.slots(who, len(view["actions"]))
            cards = set(CARD.findall(json.dumps(view)))
            assert cards <= {truth.cards[slot] for slot in allowed}, (who, view)
            salts = {truth.salts[word] for word in HEX.findall(json.dumps(view)) if word in truth.salts}
            assert salts <= allowed, (who, view)
            seat = truth.players.get(who)
            first = next(
                (index for index, (actor, hides) in enumerate(truth.hidden) if hides and actor != seat), None
            )
            if first is not None:
                assert not set(truth.bodies[first:]) & set(HEX.findall(json.dumps(view))), (
                    "a card to be tried"
                )
            checked["views"] += 1
        # Beside views of hands an answer names no salt at all, and only cards that everybody saw.
        rest = without_views(told)
        assert not set(HEX.findall(json.dumps(rest))) & all_salts.keys()
        seen = {card for truth in truths.values() if truth.dealt for card in public(truth)}
        assert set(CARD.findall(json.dumps(rest))) <= seen
        checked["answers"] += 1
    assert checked["views"] > 4 * len(rows)


def public(truth: Truth) -> set[str]:
    return {truth.cards[slot] for slot in truth.slots("nobody", len(truth.made))}


def views_in(value: Any) -> list[dict[str, Any]]:
    if isinstance(value, list):
        return [view for each in value for view in views_in(each)]
    if not isinstance(value, dict):
        return []
    if value.get("type") == "fairseed/round/v1":
        return [value]
    return [view for each in value.values() for view in views_in(each)]


def without_views(value: Any) -> Any:
    if isinstance(value, list):
        return [without_views(each) for each in value]
    if not isinstance(value, dict):
        return value
    if value.get("type") == "fairseed/round/v1":
        return None
    return {name: without_views(each) for name, each in value.items()}
