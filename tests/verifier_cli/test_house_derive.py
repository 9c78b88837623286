"""`derive` and `explain` of the games against the house: deck, boxes, dealer and drawn cards from the seeds."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fairseed.commitments.chains import table_client_seed
from fairseed.derivation import SeedPair
from games.cards import DECK
from tests.support import ROOT
from tests.verifier_cli.test_commands import HASH, SEEDS, ZEROS, answer, refused, verify
from tests.verifier_cli.test_terminal import on_terminal
from verifier_cli.draws import DRAWS

GAMES = ("russian_poker", "five_card_poker")
SERVER = ("--server-seed", ZEROS, "--nonce", "0")
PUBLIC = ("--seat", "0:alice", "--seat", "1:b:o:b")


def vectors(game: str) -> list[dict[str, Any]]:
    """Rounds of the third implementation, each with what was given."""
    groups = json.loads((ROOT / "vectors" / f"{game}.json").read_bytes())["groups"]
    return [
        case | {"given": group.get("given", {}) | case["given"]}
        for group in groups
        for case in group["cases"]
        if case["result"] == "accepted"
    ]


def played(outcome: dict[str, Any], actions: list[dict[str, Any]]) -> list[list[str]]:
    """The boxes behind the actions, by nothing but what `derive` told."""
    boxes, drawn = [list(box) for box in outcome["boxes"]], iter(outcome["drawn"])
    for action in actions:
        box = boxes[action["box"]]
        if action["type"] == "buy_sixth":
            box.append(next(drawn))
        for card in action.get("cards", []):
            box[box.index(card)] = next(drawn)
    return boxes


@pytest.mark.parametrize("game", GAMES)
def test_the_cards_of_every_vector_come_out(game: str) -> None:
    found = vectors(game)
    for case in found:
        given, wanted = case["given"], case["expect"]["outcome"]
        stream = SeedPair(given["server_seed"], given["client_seed"]).stream(int(given["nonce"]))
        outcome = DRAWS[game]({"boxes": len(wanted["boxes"]), "drawn": None}, stream)
        assert played(outcome, given["actions"]) == [box["cards"] for box in wanted["boxes"]], case["id"]
        if not wanted["dealer"]["replaced"]:
            assert outcome["dealer"] == wanted["dealer"]["cards"], case["id"]
        dealt = [card for hand in (*outcome["boxes"], outcome["dealer"], outcome["drawn"]) for card in hand]
        assert sorted(dealt) == sorted(outcome["deck"]) == sorted(DECK)
    assert len(found) > 10


@pytest.mark.parametrize(
    ("game", "boxes"), [("russian_poker", 3), ("russian_poker", 1), ("five_card_poker", 2)]
)
def test_derive_gives_deck_boxes_dealer_and_drawn_cards(game: str, boxes: int) -> None:
    found = answer("derive", game, "--boxes", str(boxes), "--drawn", "4", *SEEDS)
    deck, _ = SeedPair(ZEROS, "client").stream(0).shuffle(DECK)
    hands = boxes + 1
    seeds = {"scheme": "fairseed-v1", "server_seed_hash": HASH, "server_seed": ZEROS}
    outcome = {
        "deck": deck,
        "boxes": [deck[box : 5 * hands : hands] for box in range(boxes)],
        "dealer": deck[boxes : 5 * hands : hands],
        "drawn": deck[5 * hands : 5 * hands + 4],
    }
    assert found == {"game": game, "seeds": seeds | {"client_seed": "client", "nonce": 0}, "outcome": outcome}
    assert list(found["outcome"]) == list(outcome)
    assert answer("derive", game, "--boxes", str(boxes), *SEEDS)["outcome"]["drawn"] == deck[5 * hands :]


def test_a_public_table_takes_the_seeds_of_its_players_or_their_hash() -> None:
    whole = table_client_seed({"0": "alice", "1": "b:o:b"})
    found = answer("derive", "five_card_poker", "--boxes", "2", *PUBLIC, *SERVER)
    assert found["seeds"]["client_seeds"] == {"0": "alice", "1": "b:o:b"}
    assert "client_seed" not in found["seeds"]
    hashed = answer("derive", "five_card_poker", "--boxes", "2", "--client-seed", whole, *SERVER)
    assert hashed["outcome"] == found["outcome"]
    assert hashed["seeds"]["client_seed"] == whole


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (("russian_poker", *SEEDS), "--boxes"),
        (("russian_poker", "--boxes", "4", *SEEDS), "boxes: must be from 1 to 3"),
        (("russian_poker", "--boxes", "0", *SEEDS), "boxes: must be from 1 to 3"),
        (("russian_poker", "--boxes", "3", "--drawn", "33", *SEEDS), "drawn: must be from 0 to 32"),
        (("russian_poker", "--boxes", "1", *PUBLIC, *SERVER), "--seat"),
        (("five_card_poker", "--boxes", "3", *SEEDS), "boxes: must be from 1 to 2"),
        (("five_card_poker", "--boxes", "03", *SEEDS), "--boxes"),
        (("five_card_poker", "--boxes", "2", *SERVER), "--client-seed"),
        (("five_card_poker", "--boxes", "2", *PUBLIC, *SEEDS), "--client-seed"),
        (("five_card_poker", "--boxes", "1", *PUBLIC, *SERVER), "exactly the players 0 to 0"),
        (("five_card_poker", "--boxes", "2", *PUBLIC[:2], *SERVER), "exactly the players 0 to 1"),
    ],
)
def test_wrong_options_are_refused(call: tuple[str, ...], named: str) -> None:
    assert named in refused("derive", *call)


@pytest.mark.parametrize("game", GAMES)
def test_explain_shows_all_exchanges_and_where_the_cards_go(game: str) -> None:
    derived = answer("derive", game, "--boxes", "2", *SEEDS)
    found = answer("explain", game, "--boxes", "2", *SEEDS)
    assert found["outcome"] == derived["outcome"]
    assert len(found["draws"]) == len(DECK) - 1
    assert found["conclusion"] == [
        "below place 15 the card of place i goes to box i mod 3; 2 is the dealer",
        "further cards are those from place 15 on, in the order in which they are drawn",
    ]


def test_in_words_and_in_russian_and_as_cards() -> None:
    call = ("derive", "russian_poker", "--boxes", "2", "--drawn", "2", *SEEDS)
    found = answer(*call)["outcome"]
    told = verify(*call).stdout.decode()
    assert f"boxes.1:           {' '.join(found['boxes'][1])}\n" in told
    assert f"dealer:            {' '.join(found['dealer'])}\n" in told
    assert f"drawn:             {' '.join(found['drawn'])}\n" in told
    shown = on_terminal(*call, "--lang", "ru")
    assert shown.count("┌───┐") == 15
    assert "дилер\n" in shown
    assert "бокс 1\n" in shown
    assert verify(*call, "--server-seed-hash", "1" * 64).returncode == 1
