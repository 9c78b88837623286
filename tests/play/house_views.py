"""Writes `house_views.json`: what players of a public table of five-card poker saw of a round. Seeds are fresh each
time, so it is written only when views change:

    python -m tests.play.house_views
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from tests.service.people import room
from tests.service.test_house_tables import seated

TO = Path(__file__).with_name("house_views.json")


def main() -> None:
    with room("sqlite", Path(tempfile.mkdtemp()), FAIRSEED_BALANCES="ledger") as made:
        ann, bob = seated(made, "ann", "bob")
        seen = {"seated": ann.view()}
        ann.ante(10)
        seen["timer"] = ann.view()
        bob.ante(20)
        for person in (ann, bob):
            person.did("deal", {})
        made.ahead(seconds=1)
        seen["links"] = ann.view()
        for person in (ann, bob):
            person.link()
        cards = ann.view()["hand"]["outcome"]["boxes"][0]["cards"]
        ann.act("exchange", cards=cards[:2])
        seen |= {"deciding": ann.view(), "waiting": bob.view()}
        ann.act("raise")
        bob.act("fold")
        seen["end"] = ann.view()
    TO.write_text(json.dumps(seen, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
