"""Two views of one log, a log rolled back, a database that is another one."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from fairseed.commitments.tiles import Tile, TileTree, tile_path
from tests.adversary import database
from tests.adversary.honest import ORIGIN, House, Player, Witness
from tests.http.server import LONG_DATABASES, fresh_database


def head(checkpoint: Path) -> tuple[int, str]:
    """Size and root of a checkpoint file."""
    _, size, root, *_ = checkpoint.read_text("utf-8").split("\n")
    return int(size), root


def proof(house: House, old: int, size: int) -> list[bytes]:
    """What the house offers as proof that its log of this size begins with the `old` entries of before."""

    def read(tile: Tile) -> bytes:
        level, index = tile
        width = min(256, (size >> (8 * level)) - index * 256)
        return house.call("GET", f"/tile/{tile_path(level, index, width)}").raw

    return TileTree(read, size).prove_consistency(old)


@dataclass
class Forked:
    """Two services that sign with one key, and the checkpoint that both logs begin with."""

    one: Player
    other: Player
    common: Path


@contextmanager
def forked(url: str, folder: Path, **settings: str) -> Iterator[Forked]:
    """The database is copied, with the keys and what was remembered of the log; then both run."""
    with House(url, folder / "one") as house:
        player = Player(house, folder / "before")
        player.join()
        player.grow("first")
        common = player.checkpoint("common")
    with database.copy(url, folder / "other") as other_url:
        (folder / "other").mkdir(exist_ok=True)
        for name in ("key", "key.head", "api-key"):
            shutil.copy(folder / "one" / name, folder / "other" / name)
        with (
            House(url, folder / "one", **settings) as one,
            House(other_url, folder / "other", **settings) as other,
        ):
            yield Forked(Player(one, folder / "a"), Player(other, folder / "b"), common)


@pytest.mark.parametrize("kind", LONG_DATABASES)
def test_two_views_of_one_log(tmp_path: Path, kind: str) -> None:
    """Each view is in order by itself; beside a checkpoint of the other it is not."""
    with fresh_database(kind, tmp_path) as url, forked(url, tmp_path) as views:
        one, other = views.one, views.other
        one.grow("one")
        other.grow("other")
        first, second = one.checkpoint("first"), other.checkpoint("second")
        for player in (one, other):
            assert player.consistency(views.common, player.house.address).code == 0
            assert player.audit("--since", views.common).code == 0
        assert head(first)[0] == head(second)[0]
        assert head(first)[1] != head(second)[1]
        found = one.consistency(first, second)
        assert (found.code, found.failed) == (1, {"consistency"})
        assert "two roots of one size" in found.told("consistency")
        other.grow("further")
        found = one.consistency(first, other.house.address)
        assert (found.code, found.failed) == (1, {"consistency"})
        assert "do not begin with" in found.told("consistency")
        assert other.audit("--since", first).failed == {"consistency"}

        with Witness(tmp_path / "witness", one.log_keys[0]) as witness:
            size, note = head(first)[0], first.read_text("utf-8")
            assert witness.add_checkpoint(0, note, []) == 200
            assert witness.add_checkpoint(size, second.read_text("utf-8"), []) == 409
            third = other.checkpoint("third")
            offered = proof(other.house, size, head(third)[0])
            assert witness.add_checkpoint(size, third.read_text("utf-8"), offered) == 422
            one.grow("further")
            third = one.checkpoint("third")
            offered = proof(one.house, size, head(third)[0])
            assert witness.add_checkpoint(size, third.read_text("utf-8"), offered) == 200


@pytest.mark.soak
def test_the_second_view_gets_no_cosignature(tmp_path: Path) -> None:
    """A player who asks for the quorum of a policy trusts no checkpoint of the second view."""
    with fresh_database("sqlite", tmp_path) as url:
        with House(url, tmp_path / "one") as house:
            log_key = Player(house, tmp_path / "before").log_keys[0]
        with (
            Witness(tmp_path / "witness", log_key) as witness,
            forked(url, tmp_path, FAIRSEED_WITNESS_POLICY=str(witness.policy)) as views,
        ):
            one, other = views.one, views.other
            policy = ("--policy", witness.policy)
            one.grow("one")
            cosigned(one, views.common, policy)
            other.grow("other")
            other.grow("further")
            log = other.house.log_path
            one.house_says("/healthz", lambda _: "answered 422" in log.read_text())
            found = other.consistency(views.common, other.house.address, *policy)
            assert (found.code, found.failed) == (1, {"witnesses"})
            assert other.audit(*policy).failed == {"checkpoint"}


def cosigned(player: Player, common: Path, policy: tuple[str, Path]) -> None:
    """The honest view passes with the policy, as soon as the witness has answered."""
    address = player.house.address
    player.house_says("/healthz", lambda _: player.consistency(common, address, *policy).code == 0)
    assert player.audit(*policy).code == 0


@pytest.mark.soak
@pytest.mark.parametrize("kind", LONG_DATABASES)
def test_a_log_rolled_back(tmp_path: Path, kind: str) -> None:
    """The service refuses to start; where its code is changed, whoever kept a checkpoint sees it."""
    with fresh_database(kind, tmp_path) as url:
        folder = tmp_path / "house"
        with House(url, folder) as house:
            player = Player(house, tmp_path / "alice")
            player.join()
            player.grow("first")
            old = player.checkpoint("old")
        with database.copy(url, tmp_path / "backup") as backup:
            with House(url, folder) as house:
                player = Player(house, tmp_path / "alice")
                player.grow("second")
                player.grow("third")
                kept = player.checkpoint("kept")
                assert player.consistency(old, kept, "--source", house.address).code == 0
                assert player.audit("--since", old).code == 0
            restored = House(backup, folder)
            told = restored.refuses_to_start()
            assert "the database was rolled back" in told
            assert f"but {head(kept)[0]} were shown" in told
            with (
                House(backup, folder, "starts_on_any_database") as again,
                Witness(tmp_path / "witness", player.log_keys[0]) as witness,
            ):
                player = Player(again, tmp_path / "alice")
                assert witness.add_checkpoint(0, kept.read_text("utf-8"), []) == 200
                found = player.consistency(kept, again.address)
                assert (found.code, found.failed) == (1, {"consistency"})
                assert "rolled back" in found.told("consistency")
                assert player.audit("--since", kept).failed == {"consistency"}
                note = player.checkpoint("shorter").read_text("utf-8")
                assert witness.add_checkpoint(head(old)[0], note, []) == 409
                for number in range(3):
                    player.grow(f"anew {number}")
                found = player.consistency(kept, again.address)
                assert (found.code, found.failed) == (1, {"consistency"})
                assert "do not begin with" in found.told("consistency")
                longer = player.checkpoint("longer")
                offered = proof(again, head(kept)[0], head(longer)[0])
                note = longer.read_text("utf-8")
                assert witness.add_checkpoint(head(kept)[0], note, offered) == 422


@pytest.mark.soak
@pytest.mark.parametrize("kind", LONG_DATABASES)
def test_a_foreign_database(tmp_path: Path, kind: str) -> None:
    """Another database under the same keys: of the same name and longer, or of another name."""
    with fresh_database(kind, tmp_path) as url, fresh_database(kind, tmp_path / "other") as other_url:
        folder, other = tmp_path / "house", tmp_path / "other"
        with House(url, folder) as house:
            player = Player(house, tmp_path / "alice")
            player.join()
            shown = player.size()
        other.mkdir(exist_ok=True)
        shutil.copy(folder / "key", other / "key")
        with House(other_url, other) as house:
            player = Player(house, tmp_path / "bob")
            player.join()
            while (size := player.size()) <= shown:
                player.grow(f"longer than {size}")
        assert "another database" in House(other_url, folder).refuses_to_start()
        with House(url, folder):
            pass
        with fresh_database(kind, tmp_path / "third") as third_url:
            third = tmp_path / "third"
            third.mkdir(exist_ok=True)
            shutil.copy(folder / "key", third / "key")
            named = {"FAIRSEED_PUBLIC_URL": "http://elsewhere.example"}
            with House(third_url, third, **named) as house:
                Player(house, tmp_path / "carol").join()
            told = House(third_url, folder, **named).refuses_to_start()
            assert f"remembers that of {ORIGIN}: another database" in told
            assert "is that of elsewhere.example" in House(third_url, folder).refuses_to_start()
