"""Poker tables of an operator that cheats (`dealers.py`): the service runs with changed code, people play at it over
HTTP, and what each of them was given is judged by `fairseed-verify`, by the page's modules and by the play page."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.adversary import database
from tests.adversary.dealers import CHEATS
from tests.page_agreement.page import Page, agree, product
from tests.service.people import Person, Room, play_hand, room

LIVE = Path(__file__).with_name("live.mjs")


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with Page() as running:
        yield running


@dataclass
class Seat:
    """What one player keeps: every view of each hand, and for what it gave which link."""

    person: Person
    views: list[dict[str, Any]] = field(default_factory=list)
    asked: list[dict[str, Any]] = field(default_factory=list)
    given: dict[str, Any] | None = None
    sizes: dict[str, int] = field(default_factory=dict)

    def look(self) -> dict[str, Any]:
        hand: dict[str, Any] = self.person.view()["hand"]
        self.views.append(hand)
        if hand["state"] == "open" and str(self.person.seat) in hand["seeds"]["client_seeds"]:
            self.asked.append({"hand": hand, "seat": self.person.seat, "given": self.given})
        return hand

    def give(self) -> None:
        """The link of the hand as it is shown now, and how large the log is by then."""
        hand = self.look()
        assert self.person.link().status_code == 200
        promised = {name: hand["seeds"][name] for name in ("server_seed_hash", "nonce")}
        promised["deck_root"] = hand["deck_root"]
        self.given = {"promised": promised, "link": self.person.chain.link(self.person.given)}
        self.sizes[hand["round_id"]] = self.person.room.get("/v1/log")["size"]

    def alarms(self) -> set[str]:
        """What the play page says of all it was shown, in order."""
        assert self.asked
        told = json.dumps(self.asked)
        done = subprocess.run(["node", str(LIVE)], input=told, capture_output=True, text=True, check=True)
        return set(json.loads(done.stdout)) - {None}


@dataclass
class Evening:
    """A session that was played to its end, and what is left of it outside."""

    folder: Path
    room: Room
    seats: list[Seat]
    seed_hash: str

    @property
    def keys(self) -> list[str]:
        told = self.room.get("/v1/log")
        return [*told["log_keys"], *told["receipt_keys"]]

    def bundle(self) -> Path:
        path = self.folder / "bundle.jsonl"
        path.write_bytes(self.room.api.get(f"/v1/seeds/{self.seed_hash}/bundle").data)
        return path

    def records(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.bundle().read_text("utf-8").splitlines()]

    def failed(self, page: Page) -> set[str]:
        """The checks of the bundle that fail, as program and page say of it alike."""
        close, kept = self.folder / "close.json", self.folder / "kept.jsonl"
        close.write_text(json.dumps(self.room.get(f"/v1/seeds/{self.seed_hash}")))
        last = {hand["round_id"]: hand for seat in self.seats for hand in seat.views if "receipt" in hand}
        lines = [json.dumps(hand) for hand in last.values()]
        kept.write_text("".join(f"{line}\n" for line in lines))
        documents = agree(page, "bundle", self.bundle(), keys=self.keys, receipts=kept, close=close)
        return {name for document in documents for name, status, *_ in document["checks"] if status == "fail"}

    def cards(self) -> set[str]:
        """What fails of a seat's cards while the seed is a secret: `fairseed-verify cards`."""
        path = self.folder / "cards.jsonl"
        shown = [hand for seat in self.seats for hand in seat.views if "opened" in hand]
        path.write_text(
            "".join(f"{json.dumps(hand)}\n" for hand in shown if "server_seed" not in hand["seeds"])
        )
        _, documents = product("cards", path)
        assert documents
        return {each["check"] for one in documents for each in one["checks"] if each["status"] == "fail"}

    def audit(self) -> tuple[set[str], list[str], dict[str, Any]]:
        """Failed checks, broken rules and counts of the whole log, with the records beside it."""
        log = self.folder / "log"
        self.room.api.command("export", "log", str(log))
        keys = [word for key in self.room.get("/v1/log")["log_keys"] for word in ("--key", key)]
        _, (report,) = product("log", "audit", log, *keys, "--records", self.bundle())
        failed = {each["check"] for each in report["checks"] if each["status"] == "fail"}
        return failed, [found["rule"] for found in report.get("findings", ())], report["counts"]


Plays = Callable[..., Evening]


@pytest.fixture
def plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Plays]:
    """So many hands of two people and a bot at the table of an operator with this cheat."""
    with ExitStack() as running:

        def evening(cheat: str, count: int = 1, *, late: bool = False) -> Evening:
            made = running.enter_context(room("sqlite", tmp_path / cheat))
            if cheat == "deals_from_a_second_deck":  # the database would not take the second promise
                database.drop_constraint(
                    made.api.environ["FAIRSEED_DATABASE_URL"], "log_entries", "log_entry_once"
                )
            CHEATS[cheat](monkeypatch)
            return session(made, tmp_path / cheat, count, late=late)

        yield evening


def session(made: Room, folder: Path, count: int, *, late: bool) -> Evening:
    table_id = made.table("holdem", fill_with_bots=1, seats=3, bot_policy="count/1")
    seats = [Seat(made.person(name)) for name in ("alice", "bob")]
    for seat in seats:
        seat.person.sit(table_id, 1000)
    for number in range(count):
        hand = one_hand(made, seats, random.Random(number), late=late and number == 0)
    for seat in seats:
        assert seat.person.leave().json["state"] == "left"  # type: ignore[index]
    made.tick()
    made.tick()
    return Evening(folder, made, seats, hand["seeds"]["server_seed_hash"])


def one_hand(made: Room, seats: list[Seat], pick: random.Random, *, late: bool) -> dict[str, Any]:
    """Each player looks whenever something has happened. `late`: the first one's link comes behind the deal."""
    people = [seat.person for seat in seats]
    play_hand(people, pick, until="links")
    made.tick()  # the deck is under a checkpoint before anybody gives a link
    first, *others = seats
    for seat in others if late else seats:
        if seat.person.asked_for_link(seat.person.view()):
            seat.give()
    if late:
        made.ahead(seconds=6)
        first.give()
    for _ in range(60):
        hands = [seat.look() for seat in seats]
        if hands[0]["state"] != "open":
            return hands[0]
        for seat, hand in zip(seats, hands, strict=True):
            if hand["legal"]:
                kind = next(each for each in hand["legal"] if each["type"] in ("check", "call"))
                assert seat.person.act({"type": kind["type"]}, len(hand["actions"])).status_code == 200
                break
    raise AssertionError("the hand does not end")


@pytest.fixture(scope="module")
def fair(tmp_path_factory: pytest.TempPathFactory, page: Page) -> None:
    """Whatever a cheat is to fail passes at an honest table."""
    folder = tmp_path_factory.mktemp("honest")
    with room("sqlite", folder) as made:
        evening = session(made, folder, 2, late=True)
        assert evening.failed(page) == evening.cards() == set()
        failed, rules, counts = evening.audit()
        assert (failed, rules, counts["decks"]["omitted"]) == (set(), [], 0)
        assert len(evening.records()) == 2
        assert all(seat.alarms() == set() for seat in evening.seats)
        for record in evening.records():
            place = logged(record)
            assert all(place < seat.sizes[record["round_id"]] for seat in evening.seats)


def logged(record: dict[str, Any]) -> int:
    """The place of a hand's deck in the log, by the proof in its record."""
    text: str = record["commitment"]["deck"]["tlog_proof"]
    return int(text.split("index ", 1)[1].split("\n", 1)[0])


pytestmark = pytest.mark.usefixtures("fair")


def test_cards_swapped_when_the_links_are_known(plays: Plays, page: Page) -> None:
    """Shown to each seat by its own cards, before it acts; and by the revealed seed."""
    evening = plays("swaps_cards")
    assert evening.cards() == {"cards"}
    assert all(seat.alarms() == {"proof"} for seat in evening.seats)
    assert "cards" in evening.failed(page)


def test_a_second_deck(plays: Plays, page: Page) -> None:
    """Each seat gave its link for another deck; both are in the log; the seed gives only the first."""
    evening = plays("deals_from_a_second_deck")
    assert evening.cards() == set()
    assert all(seat.alarms() == {"promise"} for seat in evening.seats)
    assert "cards" in evening.failed(page)
    failed, rules, _ = evening.audit()
    assert {"lifecycle", "records"} <= failed
    assert rules[0] == "the deck of nonce 0 comes behind that of 0"


def test_a_deck_promised_when_the_links_are_known(plays: Plays, page: Page) -> None:
    """All that is left later is in order; a seat knows what it was shown, and how large the log was."""
    evening = plays("promises_the_deck_behind_the_links")
    assert evening.failed(page) == set()
    assert all(seat.alarms() == {"promise"} for seat in evening.seats)
    for record in evening.records():
        assert all(logged(record) >= seat.sizes[record["round_id"]] for seat in evening.seats)


def test_a_seed_of_a_seat_replaced(plays: Plays, page: Page) -> None:
    """No link is behind its head: everybody sees it, at once and in the record."""
    evening = plays("replaces_a_seed")
    assert evening.cards() == {"commitment"}
    first = min(evening.seats, key=lambda seat: seat.person.seat)
    assert first.alarms() == {"own_link"}
    assert all(seat.alarms() == {"proof"} for seat in evening.seats if seat is not first)
    assert "commitment" in evening.failed(page)


def test_a_late_link_used_again(plays: Plays, page: Page) -> None:
    """The records are in order: the link fits. Its seat gave it for another hand, and everybody was told so."""
    evening = plays("replays_a_late_link", 2, late=True)
    first, other = evening.seats
    assert evening.failed(page) == set()
    assert other.alarms() == set()
    assert first.alarms() == {"promise"}
    table_id = first.person.table_id
    events = evening.room.get(f"/v1/tables/{table_id}/events?after=-1")["items"]
    (late,) = [event["data"] for event in events if event["type"] == "late_link"]
    seat = str(late["seat"])
    used = [record["seeds"]["client_seeds"].get(seat) for record in evening.records()]
    assert used == [None, late["link"]], "a link that was used up counts in the next hand"


def test_a_bot_that_sees_every_card(plays: Plays, page: Page) -> None:
    """In a hand that its policy gives up too it does nothing wrong; it doesn't in so many."""
    evening = plays("tells_bots_all_cards", 12)
    assert evening.failed(page) == {"bots"}


def test_a_hand_dropped(plays: Plays, page: Page) -> None:
    """Its nonce is missing, and its players have receipts of it; the log promised a deck too many."""
    evening = plays("drops_a_hand", 3)
    assert len(evening.records()) == 2
    assert evening.failed(page) == {"nonces"}
    failed, rules, _ = evening.audit()
    assert "lifecycle" in failed
    assert rules == ["closes with 2 rounds, but nonce 2 stands in the log"]


def test_the_last_hand_dropped(plays: Plays, page: Page) -> None:
    """No nonce is missing: receipts are left, and the deck in the log."""
    evening = plays("drops_the_last_hand", 2)
    assert evening.failed(page) == {"nonces"}
    _, rules, counts = evening.audit()
    assert rules == ["closes with 1 rounds, but nonce 1 stands in the log"]
    assert counts["decks"]["omitted"] == 1


def test_every_cheat_is_performed() -> None:
    tests = Path(__file__).read_text("utf-8")
    assert [name for name in CHEATS if f'plays("{name}"' not in tests] == []
