"""Writes `table_views.json`: what a seat saw of hands at tables, at moments of hands that were played at random
against the service. Seeds are fresh each time, so it is written only when views change:

    python -m tests.play.table_views
"""

from __future__ import annotations

import json
import random
import tempfile
from pathlib import Path
from typing import Any

from tests.service.people import GAMES, Person, Room, chosen, room

TO = Path(__file__).with_name("table_views.json")
MOMENTS = 5  # of a hand, beside its links and its end


def hand(made: Room, people: list[Person], pick: random.Random) -> list[dict[str, Any]]:
    """What the first of them saw: links asked for, decisions, the end."""
    before = people[0].view()["hands"]
    links: list[dict[str, Any]] = []
    seen: list[dict[str, Any]] = []
    while True:
        view = people[0].view()
        if view["hands"] == before:
            made.ahead(seconds=4)
            for person in people:
                person.view()
            continue
        state = view["hand"]["state"]
        if state == "links" and not links:
            links.append(view)
        if state == "open":
            seen.append(view)
        if state in ("settled", "void"):
            kept = (
                seen if len(seen) <= MOMENTS else [seen[0], *pick.sample(seen[1:-1], MOMENTS - 2), seen[-1]]
            )
            return links + sorted(kept, key=lambda one: len(one["hand"]["actions"])) + [view]
        for person in people:
            now = person.view()
            if person.asked_for_link(now):
                person.link()
            elif now["hand"]["legal"]:
                action = chosen(pick, now, now["hand"])
                if action["type"] == "fold" and pick.random() < 0.8:
                    continue
                person.act(action, len(now["hand"]["actions"]))
                break


def main() -> None:
    pick = random.Random(5)
    written = []
    for game in GAMES:
        with room("sqlite", Path(tempfile.mkdtemp()), FAIRSEED_BALANCES="ledger") as made:
            people = [made.person(name) for name in ("ann", "bob")]
            for person in people:
                made.post(f"/v1/players/{person.name}/chips", {"amount": 100_000, "reason": "views"})
            bots = {"fill_with_bots": 2, "seats": 4}
            table = made.table(game, params={"reveal": "hand" if game == "aof" else "session"}, **bots)
            least = people[0].room.get(f"/v1/tables/{table}")["buy_in"]["least"]
            for person in people:
                person.sit(table, least)
            views = hand(made, people, pick)
            for view in views:  # of receipts only that of the hand is looked at
                view["hand"].pop("receipts", None)
                view["hand"].pop("action_receipts", None)
            written.append({"game": game, "views": views})
    TO.write_text("[\n" + ",\n".join(json.dumps(each, separators=(",", ":")) for each in written) + "\n]\n")


if __name__ == "__main__":
    main()
