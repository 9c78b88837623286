"""Rounds dropped, inserted, reordered, replayed or voided; payouts, paytables, rules and actions changed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.adversary import database
from tests.adversary.conftest import Opens
from tests.adversary.honest import Findings, Player


def passes(honest: Player, *names: str) -> None:
    """What a cheat is to fail passes for the honest service."""
    found = honest.judge()
    assert found.code == 0
    for name in names:
        assert found.statuses(name) == {"pass"}, name


def test_a_round_dropped_from_the_database(honest: Player, dishonest: Opens) -> None:
    """After the close, from outside: the service as it is goes on serving what is left."""
    passes(honest, "nonces", "close_root")
    player = dishonest("")
    player.play()
    assert player.judge().code == 0
    database.run(player.house.url, "DELETE FROM rounds WHERE nonce = 1")
    player.download(player.promised)
    found = player.judge()
    assert (found.code, found.failed) == (1, {"nonces", "close_root"})
    assert player.judge(receipts=False).failed == {"nonces", "close_root"}


def test_the_last_round_dropped(honest: Player, dishonest: Opens) -> None:
    """Before the close, so that the close entry fits: a kept receipt shows it, to the player and in
    the audit of the log."""
    passes(honest, "nonces")
    assert honest.audit("--receipts", honest.receipts).statuses("receipts") == {"pass"}
    player = dishonest("drops_the_last_round")
    player.play()
    assert player.judge(receipts=False).failed == set()
    found = player.judge()
    assert (found.code, found.failed) == (1, {"nonces"})
    assert "for which there is a receipt" in found.told("nonces")
    assert player.audit("--receipts", player.receipts).failed == {"receipts"}


@pytest.mark.soak
def test_a_round_dropped_and_the_others_moved_up(honest: Player, dishonest: Opens) -> None:
    passes(honest, "nonces", "receipt")
    player = dishonest("drops_a_round_and_moves_up")
    player.play()
    found = player.judge()
    assert found.code == 1
    assert found.failed >= {"nonces", "receipt"}
    assert "for which there is a receipt" in found.told("nonces")


@pytest.mark.soak
def test_a_round_inserted_behind_the_close(honest: Player, dishonest: Opens) -> None:
    passes(honest, "close_root")
    player = dishonest("inserts_a_round_behind_the_close")
    player.play()
    assert player.records[-1]["bet"] == {"stake": 5000}
    found = player.judge()
    assert (found.code, found.failed) == (1, {"close_root"})


@pytest.mark.soak
def test_a_round_inserted_before_the_player_s(honest: Player, dishonest: Opens) -> None:
    """It takes the nonce of a round of the player's, whose receipt says otherwise."""
    passes(honest, "receipt")
    player = dishonest("inserts_a_round_and_moves_down")
    player.play()
    assert player.judge(receipts=False).failed == set()
    found = player.judge()
    assert (found.code, found.failed) == (1, {"receipt"})


@pytest.mark.soak
def test_a_round_inserted_before_the_close(honest: Player, dishonest: Opens) -> None:
    """In order by itself, signed and closed: the player, who kept every receipt, has none of it."""
    assert honest.judge("--all-receipts").code == 0
    player = dishonest("inserts_a_round_before_the_close")
    player.play()
    assert player.judge().failed == set()
    found = player.judge("--all-receipts")
    assert (found.code, found.failed) == (1, {"receipt"})
    assert "no receipt of this round" in found.told("receipt")


def test_rounds_reordered(honest: Player, dishonest: Opens) -> None:
    """The great bet gets the small one's draw, with everything signed and closed to match."""
    passes(honest, "receipt")
    player = dishonest("reorders_rounds")
    player.play()
    assert [record["bet"] for record in player.records[1:3]] == [{"stake": 10}, {"stake": 1000}]
    assert player.judge(receipts=False).failed == set()
    found = player.judge()
    assert (found.code, found.failed) == (1, {"receipt"})


@pytest.mark.soak
@pytest.mark.parametrize("cheat", ["reorders_the_bundle", "replays_in_the_bundle"])
def test_records_reordered_or_told_twice(honest: Player, dishonest: Opens, cheat: str) -> None:
    passes(honest, "nonces", "close_root")
    player = dishonest(cheat)
    player.play()
    found = player.judge()
    assert (found.code, found.failed) == (1, {"nonces", "close_root"})


@pytest.mark.soak
def test_a_round_taken_back_and_its_nonce_given_again(honest: Player, dishonest: Opens) -> None:
    """The records are in order without the one that was; its receipt is kept."""
    passes(honest, "nonces")
    player = dishonest("replays_a_round")
    player.play()
    assert player.judge(receipts=False).failed == set()
    found = player.judge()
    assert (found.code, found.failed) == (1, {"nonces", "receipt"})
    assert "another round under this nonce" in found.told("receipt")


def test_a_payout_changed(honest: Player, dishonest: Opens) -> None:
    passes(honest, "settlement")
    player = dishonest("pays_less")
    player.play()
    found = player.judge()
    assert (found.code, found.failed) == (1, {"settlement"})


def test_a_rule_changed(honest: Player, dishonest: Opens) -> None:
    """Less is paid than by the ruleset whose digest the record names."""
    passes(honest, "rules")
    player = dishonest("changes_a_rule")
    player.play()
    found = player.judge()
    assert (found.code, found.failed) == (1, {"rules"})
    assert "ruleset" in found.told("rules")


@pytest.mark.soak
def test_a_rule_changed_with_its_ruleset(honest: Player, dishonest: Opens) -> None:
    """The record names the digest of what it was played by, and that is nowhere in the log."""
    assert honest.audit_records().statuses("records") == {"pass"}
    player = dishonest("changes_a_rule_unlogged")
    player.play()
    assert player.judge().failed == set()
    found = player.audit_records()
    assert (found.code, found.failed) == (1, {"records"})
    assert "was not in the log" in found.told("records")


def test_a_paytable_changed(honest: Player, dishonest: Opens) -> None:
    """The record names the ruleset that was offered, and was played by another table."""
    passes(honest, "rules")
    player = dishonest("changes_a_paytable")
    player.play()
    found = player.judge()
    assert (found.code, found.failed) == (1, {"rules"})
    assert "ruleset" in found.told("rules")


def made(player: Player) -> list[str]:
    """The types of the actions of the round that was cashed out."""
    last = [record for record in player.records if record["game"] == "mines"][-1]
    return [action["type"] for action in last["actions"]]


@pytest.mark.soak
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


def away(player: Player) -> Player:
    """Leaves a round open. The honest service ends it when its time has come, with a marked action."""
    player.join()
    player.rotate("first")
    view = player.bet("mines", {"size": 8, "mines": 1})
    if not player.house.cheat:
        database.run(player.house.url, "UPDATE rounds SET due_at = '2026-01-01T00:00:00Z'")
        player.house_says(f"/v1/rounds/{view['round_id']}", lambda answer: answer["state"] == "settled")
    player.rotate("second")
    player.download(player.promised)
    return player


@pytest.mark.soak
def test_an_action_in_the_name_of_who_is_away(dishonest: Opens) -> None:
    """What was accepted is all there; behind it stands what the player has no receipt of."""
    assert away(dishonest("")).judge("--all-receipts").code == 0
    player = away(dishonest("plays_for_the_absent"))
    assert made(player) == ["open"]
    assert player.judge().failed == set()
    found = player.judge("--all-receipts")
    assert (found.code, found.failed) == (1, {"receipt"})
    assert "no receipt of action 0" in found.told("receipt")


@pytest.mark.parametrize("cheat", ["changes_an_action_unlawfully", "plays_on_behind_the_end"])
def test_illegal_actions(honest: Player, dishonest: Opens, cheat: str) -> None:
    """A cell opened twice, a cell opened behind the end: no receipt is needed."""
    assert honest.judge(receipts=False).statuses("rules") == {"pass"}
    player = dishonest(cheat)
    player.play()
    found = player.judge(receipts=False)
    assert (found.code, found.failed) == (1, {"rules"})


def counted(audit: Findings) -> dict[str, Any]:
    (report,) = audit.documents
    return report["counts"]["rounds"]


def plays_for_voids(player: Player) -> Player:
    player.join()
    player.rotate("first")
    views = [player.mines(0) for _ in range(3)]
    assert [view["state"] for view in views] == ["void"] * 3
    player.rotate("second")
    player.download(player.promised)
    return player


@pytest.mark.soak
def test_rounds_voided_when_they_would_pay(honest: Player, dishonest: Opens) -> None:
    """Each void stands in the log, under its nonce; the audit tells how many of how many."""
    assert counted(honest.audit())["void"] == 0
    player = plays_for_voids(dishonest("voids_what_would_pay"))
    audit = player.audit_records()
    assert audit.statuses("records") == {"pass"}
    (report,) = audit.documents
    rounds = len(player.records)
    assert (audit.code, report["counts"]["entries"]["void"]) == (0, 3)
    assert counted(audit) == {"closed": rounds, "void": 3, "void_rate": f"3/{rounds}"}
    found = player.judge()
    assert found.code == 0
    voids = [record for record in player.records if "void" in record]
    assert all(record["settlement"]["returned"] == record["bet"]["stake"] for record in voids)


@pytest.mark.soak
def test_rounds_voided_in_silence(honest: Player, dishonest: Opens) -> None:
    """A void that the log does not tell: the rate of the audit is false, and the records show it."""
    assert honest.audit_records().statuses("records") == {"pass"}
    player = plays_for_voids(dishonest("voids_in_silence"))
    assert counted(player.audit())["void"] == 0
    found = player.audit_records()
    assert (found.code, found.failed) == (1, {"records"})
    assert "being void" in found.told("records")
