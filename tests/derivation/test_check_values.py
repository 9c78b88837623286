"""The check values of docs/spec/derivation.md section 8, through the production games."""

import pytest

from fairseed.derivation import SeedPair
from games import GAMES
from games.cards import DECK, SHOE, deck

PAIR = SeedPair("0" * 64, "client")


def outcome(game: str, nonce: int, **params: object) -> dict:
    rules = GAMES[game]
    read = rules.read_params(params)
    return rules.result(rules.start(read, rules.read_bet({"stake": 1}), PAIR.stream(nonce))).outcome


def test_hash_of_the_server_seed() -> None:
    assert PAIR.server_seed_hash == "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55"


@pytest.mark.parametrize(("nonce", "roll"), [(0, "99.41"), (11840, "0.00"), (257, "100.00")])
def test_dice(nonce: int, roll: str) -> None:
    assert outcome("dice", nonce, target="50.00", direction="over") == {"roll": roll}


@pytest.mark.parametrize(("nonce", "multiplier"), [(0, "1.00"), (560636, "1000000.00")])
def test_limbo(nonce: int, multiplier: str) -> None:
    assert outcome("limbo", nonce, target="2.00") == {"multiplier": multiplier}


@pytest.mark.parametrize(
    ("nonce", "path", "bin"), [(0, "RLLRRLRLLRLRLRLR", 8), (70267, "L" * 16, 0), (21187, "R" * 16, 16)]
)
def test_plinko(nonce: int, path: str, bin: int) -> None:
    assert outcome("plinko", nonce, rows=16, risk="low") == {"path": path, "bin": bin}


def test_mines() -> None:
    assert PAIR.stream(0).sample(25, 3)[0] == [24, 8, 1]


def test_hilo() -> None:
    cards, stream = [], PAIR.stream(0)
    for _ in range(5):
        index, stream = stream.uniform(52)
        cards.append(DECK[index])
    assert cards == ["As", "6c", "5s", "Jh", "8s"]


@pytest.mark.parametrize(
    ("cards", "first"),
    [
        (SHOE, "Ah Ah Qs 8c 5d Js 8c Ks 8h 9h"),
        (deck(), "As 6d 2d Js 9d 4h Ks 5c 8d Qd"),
        (deck("6"), "As 9c 6d Qs Jd"),
    ],
)
def test_shuffled_cards(cards: tuple[str, ...], first: str) -> None:
    places = first.split()
    assert PAIR.stream(0).shuffle(cards)[0][: len(places)] == places


@pytest.mark.parametrize("nonce", [267212, 517549, 828405])
def test_a_dice_word_is_rejected(nonce: int) -> None:
    first = PAIR.stream(nonce).words(1)[0][0]
    assert first * 10001 % 2**32 < 2**32 % 10001
    drawn, after = PAIR.stream(nonce).uniform(10001)
    assert after.index == 2
    assert drawn == PAIR.stream(nonce).words(2)[0][1] * 10001 >> 32


def test_a_shoe_word_is_rejected() -> None:
    assert PAIR.stream(259694).shuffle(SHOE)[1].index == 312
    assert PAIR.stream(0).shuffle(SHOE)[1].index == 311
