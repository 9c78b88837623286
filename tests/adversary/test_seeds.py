"""Another seed than was promised, and seeds ground against a client seed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.adversary import database
from tests.adversary.conftest import Opens
from tests.adversary.honest import SOME_DICE, House, Player
from tests.http.server import LONG_DATABASES, Refused, fresh_database


def test_the_honest_session_passes_every_check(honest: Player) -> None:
    """Nothing is skipped: each check that a cheat is to fail has passed here."""
    found = honest.judge()
    assert (found.code, found.failed) == (0, set())
    for name in ("format", "commitment", "receipt", "log", "rules", "outcome", "settlement"):
        assert found.statuses(name) == {"pass"}, name
    for name in ("nonces", "seed", "close_root"):
        assert found.statuses(name) == {"pass"}, name
    audit = honest.audit("--receipts", honest.receipts)
    assert (audit.code, audit.failed, audit.rules) == (0, set(), [])


def test_another_seed_revealed(honest: Player, dishonest: Opens) -> None:
    assert honest.judge().statuses("commitment") == {"pass"}
    player = dishonest("another_seed")
    answer = player.play()
    assert answer["revealed"]["server_seed_hash"] == player.promised
    found = player.judge()
    assert (found.code, found.failed) == (1, {"commitment"})
    assert found.statuses("commitment") == {"fail"}
    assert player.audit().rules == ["its seed does not hash to the promise"]


@pytest.mark.soak
def test_another_seed_revealed_with_another_promise(honest: Player, dishonest: Opens) -> None:
    """The record alone is in order then; what was logged and signed before is not."""
    assert honest.judge().statuses("receipt") == honest.judge().statuses("log") == {"pass"}
    player = dishonest("another_promise")
    player.play()
    found = player.judge()
    assert found.statuses("commitment") == {"pass"}
    assert found.failed >= {"receipt", "log", "close_root"}


@pytest.mark.soak
@pytest.mark.parametrize("cheat", ["chosen_from_pool", "ground_and_promised_late"])
def test_a_seed_exchanged_when_the_client_seed_was_known(
    honest: Player, dishonest: Opens, cheat: str
) -> None:
    """Promise and activation stand in the log in this order: only who kept the promise sees it."""
    assert honest.promise_of(honest.folder / "promise.json").code == 0
    assert honest.promise_of(honest.bundle).code == 0
    player = dishonest(cheat)
    player.join()
    assert player.promise_of(player.folder / "promise.json").code == 0
    answer = player.rotate("first")
    assert player.bet("dice", SOME_DICE)["settlement"]["returned"] == 0
    player.rotate("second")
    player.download(answer["active"]["server_seed_hash"])
    found = player.promise_of(player.bundle)
    assert (found.code, found.failed) == (1, {"promise"})


@pytest.mark.parametrize(
    ("cheat", "rule"),
    [
        ("ground_and_promised_behind", "names no promise before it"),
        ("ground_and_promise_borrowed", "is not what entry [0-9]+ promised"),
    ],
)
def test_a_seed_promised_behind_its_client_seed(
    honest: Player, dishonest: Opens, cheat: str, rule: str
) -> None:
    assert honest.audit().rules == []
    player = dishonest(cheat)
    player.join()
    active = player.rotate("first")["active"]["server_seed_hash"]
    assert player.bet("dice", SOME_DICE)["settlement"]["returned"] == 0
    player.rotate("second")
    player.download(active)
    audit = player.audit()
    assert audit.failed == {"lifecycle"}
    assert any(re.search(rule, found) for found in audit.rules)
    found = player.judge()
    assert "log" in found.failed
    assert "activate" in found.told("log")


@pytest.mark.soak
@pytest.mark.parametrize("kind", LONG_DATABASES)
def test_a_client_seed_taken_twice(honest: Player, tmp_path: Path, kind: str) -> None:
    """The service refuses; where its code is changed, the database does; where that is changed too,
    the tags in the log show it."""
    with pytest.raises(Refused) as refused:
        honest.rotate("first")
    assert (refused.value.status, refused.value.body["code"]) == (409, "client_seed_reused")
    assert honest.audit().rules == []
    with fresh_database(kind, tmp_path) as url, House(url, tmp_path, "takes_a_client_seed_twice") as house:
        player = Player(house, tmp_path / "alice")
        player.join()
        player.rotate("first")
        with pytest.raises(Refused) as refused:
            player.rotate("first")
        assert refused.value.body["code"] == "internal"
        house.stop()
        database.drop_constraint(url, "pairs", "client_seed_once_a_player")
        house.start()
        again = player.rotate("first")["active"]["server_seed_hash"]
        player.pair(again, "activate")
        audit = player.audit()
        assert audit.failed == {"lifecycle"}
        assert audit.rules == ["this player's client seed was used before, under another server seed"]


@pytest.mark.soak
@pytest.mark.parametrize("cheat", ["false_client_seed_tags", "false_player_tags"])
def test_a_client_seed_taken_twice_behind_false_tags(honest: Player, dishonest: Opens, cheat: str) -> None:
    """With the salt that it was given, a player finds a tag that is not its client seed's; and who is
    said to be another player shows by the salt in the tag."""
    assert honest.audit_records().code == 0
    player = dishonest(cheat)
    player.join()
    player.rotate("first")
    player.house.stop()
    database.drop_constraint(player.house.url, "pairs", "client_seed_once_a_player")
    player.house.start()
    player.bet("dice", SOME_DICE)
    again = player.rotate("first")["active"]["server_seed_hash"]
    player.pair(again, "activate")
    player.download(player.promised)
    assert player.judge().failed == set()
    found = player.audit_records()
    if cheat == "false_client_seed_tags":
        assert (found.code, found.failed) == (1, {"records"})
        assert "another tag" in found.told("records")
    else:
        assert (found.code, found.failed) == (1, {"lifecycle"})
        assert found.rules == ["this player's client seed was used before, under another server seed"]


@pytest.mark.soak
@pytest.mark.parametrize("kind", LONG_DATABASES)
def test_a_seed_revealed_while_a_round_is_open(honest: Player, tmp_path: Path, kind: str) -> None:
    """Refused by the service; by the database where the service's code is changed; and where a
    constraint is dropped too, the round that went on is not what the pair was closed with."""
    assert honest.judge().statuses("close_root") == {"pass"}
    with fresh_database(kind, tmp_path) as url, House(url, tmp_path, "reveals_with_a_round_open") as house:
        player = Player(house, tmp_path / "alice")
        player.join()
        player.rotate("first")
        player.bet("dice", SOME_DICE)
        view = player.bet("mines", {"size": 8, "mines": 1})
        with pytest.raises(Refused) as refused:
            player.rotate("second")
        assert refused.value.body["code"] == "internal"
        assert "closed_without_open_rounds" in house.log_path.read_text()
        assert player.house.get(f"/v1/players/{player.name}/seeds")["active"]["client_seed"] == "first"
        house.stop()
        database.drop_constraint(url, "pairs", "closed_without_open_rounds")
        house.start()
        assert player.rotate("second")["revealed"]["server_seed_hash"] == player.promised
        view = player.act(view, type="open", cell=0)
        if "settlement" not in view:  # no mine was there
            player.act(view, type="cash_out")
        player.download(player.promised)
        found = player.judge()
        assert (found.code, found.failed) == (1, {"close_root"})


@pytest.mark.soak
@pytest.mark.parametrize("kind", LONG_DATABASES)
def test_a_seed_in_the_log_before_its_pair_is_closed(honest: Player, tmp_path: Path, kind: str) -> None:
    assert honest.audit().rules == []
    with fresh_database(kind, tmp_path) as url, House(url, tmp_path, "reveals_before_the_close") as house:
        player = Player(house, tmp_path / "alice")
        player.join()
        player.rotate("first")
        player.mines(0)
        with pytest.raises(Refused) as refused:
            player.rotate("second")
        assert refused.value.body["code"] == "internal"
        assert "reveal_after_close" in house.log_path.read_text()
        house.stop()
        database.drop_constraint(url, "pairs", "reveal_after_close")
        house.start()
        player.rotate("second")
        player.download(player.promised)
        audit = player.audit()
        assert audit.failed == {"lifecycle"}
        assert audit.rules[0] == "reveals a seed before its pair is closed"
