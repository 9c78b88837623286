"""Actions changed, inserted, dropped: kept receipts; and the rules, where what is left is illegal."""

from __future__ import annotations

import pytest

from tests.adversary.conftest import Opens
from tests.adversary.honest import Player


def made(player: Player) -> list[str]:
    """The types of the actions of the round that was cashed out."""
    last = [record for record in player.records if record["game"] == "mines"][-1]
    return [action["type"] for action in last["actions"]]


@pytest.mark.parametrize(
    ("cheat", "left"),
    [
        ("changes_an_action", ["open", "open", "open"]),
        ("inserts_an_action", ["open"]),
        ("inserts_a_lawful_action", ["open", "open", "open", "cash_out"]),
        ("drops_an_action", ["open", "cash_out"]),
    ],
)
def test_other_actions_than_the_player_made(
    honest: Player, dishonest: Opens, cheat: str, left: list[str]
) -> None:
    """Outcome, settlement, receipts and close entry are made to match: only kept receipts are left."""
    assert honest.judge().statuses("receipt") == {"pass"}
    assert made(honest) == ["open", "open", "cash_out"]
    player = dishonest(cheat)
    player.play()
    assert made(player) == left
    assert player.judge(receipts=False).failed == set()
    found = player.judge()
    assert (found.code, found.failed) == (1, {"receipt"})


@pytest.mark.parametrize("cheat", ["changes_an_action_unlawfully", "plays_on_behind_the_end"])
def test_illegal_actions(honest: Player, dishonest: Opens, cheat: str) -> None:
    """A cell opened twice, a cell opened behind the end: no receipt is needed."""
    assert honest.judge(receipts=False).statuses("rules") == {"pass"}
    player = dishonest(cheat)
    player.play()
    found = player.judge(receipts=False)
    assert (found.code, found.failed) == (1, {"rules"})
