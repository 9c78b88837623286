"""The random part of each game, given a source of random integers (derivation.md section 5).

Each function takes the options of `derive GAME` and a source, and returns the JSON outcome of
docs/spec/record.md section 3. The games themselves draw; what they refuse they say (GameError).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from fairseed.derivation import SeedError

if TYPE_CHECKING:
    from games import RandomSource

Options = dict[str, Any]
MOST_CARDS: Final = 100_000


def dice(_options: Options, random: RandomSource) -> dict[str, Any]:
    # Drawn here: loading the games would take longer than everything else (a test compares).
    roll, _ = random.uniform(10001)
    return {"roll": f"{roll // 100}.{roll % 100:02d}"}


def limbo(options: Options, random: RandomSource) -> dict[str, Any]:
    from games.limbo import LIMBO
    from games.numbers import two_places

    params = LIMBO.read_params({"target": "2.00", "rtp": options["rtp"]})  # no draw depends on the target
    LIMBO.check_params(params)
    return {"multiplier": two_places(LIMBO.start(params, _bet(), random).multiplier)}


def plinko(options: Options, random: RandomSource) -> dict[str, Any]:
    from games.plinko import PLINKO

    params = PLINKO.read_params({"rows": options["rows"], "risk": "low"})  # nor on the risk
    PLINKO.check_params(params)
    path = PLINKO.start(params, _bet(), random).path
    return {"path": path, "bin": path.count("R")}


def mines(options: Options, random: RandomSource) -> dict[str, Any]:
    from games.mines import MINES

    params = MINES.read_params({"size": options["size"], "mines": options["mines"]})
    MINES.check_params(params)
    return {"mines": sorted(MINES.start(params, _bet(), random).mines)}


def hilo(options: Options, random: RandomSource) -> dict[str, Any]:
    from games.cards import DECK

    if not 1 <= options["cards"] <= MOST_CARDS:
        raise SeedError("cards", "must be from {least} to {most}", least=1, most=MOST_CARDS)
    cards = []
    for _ in range(options["cards"]):
        card, random = random.uniform(len(DECK))
        cards.append(DECK[card])
    return {"cards": cards}


def blackjack(_options: Options, random: RandomSource) -> dict[str, Any]:
    from games.blackjack import BLACKJACK

    bet = BLACKJACK.read_bet({"stake": 1})
    return {"shoe": list(BLACKJACK.start(BLACKJACK.read_params({}), bet, random).shoe)}


def tavern_dice(options: Options, random: RandomSource) -> dict[str, Any]:
    """Who starts, then so many dice in the order of the stream, whatever the rolls they belong to."""
    for name, least, most in (("players", 2, 8), ("count", 1, MOST_CARDS)):
        if not least <= options[name] <= most:
            raise SeedError(name, "must be from {least} to {most}", least=least, most=most)
    starter, random = random.uniform(options["players"])
    dice = []
    for _ in range(options["count"]):
        drawn, random = random.uniform(6)
        dice.append(drawn + 1)
    return {"starter": starter, "dice": dice}


def house_poker(options: Options, random: RandomSource) -> dict[str, Any]:
    """The deck as it is dealt; `drawn` are cards behind the deal, in the order in which they are needed."""
    from games.cards import DECK
    from games.house_poker.table import deal

    cards, _ = random.shuffle(DECK)
    boxes, dealer, place = deal(cards, options["boxes"])
    most = len(cards) - place
    count = most if options["drawn"] is None else options["drawn"]
    if not 0 <= count <= most:
        raise SeedError("drawn", "must be from {least} to {most}", least=0, most=most)
    return {
        "deck": cards,
        "boxes": [list(box) for box in boxes],
        "dealer": list(dealer),
        "drawn": cards[place : place + count],
    }


def russian_poker(options: Options, random: RandomSource) -> dict[str, Any]:
    return house_poker(_boxes(options, 3), random)


def five_card_poker(options: Options, random: RandomSource) -> dict[str, Any]:
    return house_poker(_boxes(options, 2), random)


def _boxes(options: Options, most: int) -> Options:
    if not 1 <= options["boxes"] <= most:
        raise SeedError("boxes", "must be from {least} to {most}", least=1, most=most)
    return options


def deck(options: Options, random: RandomSource) -> dict[str, Any]:
    from games import cards

    return {"deck": random.shuffle(cards.deck(options["lowest"]))[0]}


def raw(options: Options, random: RandomSource) -> dict[str, Any]:
    from games.raw import RAW

    params = RAW.read_params(raw_params(options))
    RAW.check_params(params)
    return RAW.start(params, None, random).outcome


def raw_params(options: Options) -> dict[str, Any]:
    """`--integers N --count K` and `--sample N --count K` as the params of `raw`."""
    asked = {name: value for name, value in options.items() if value is not None and name != "count"}
    count = options["count"]
    if len(asked) != 1:
        raise SeedError("raw", "needs exactly one of --words, --bytes, --integers, --shuffle, --sample")
    name, number = next(iter(asked.items()))
    if (name in ("integers", "sample")) != (count is not None):
        raise SeedError("count", "is required with --integers and --sample, and refused elsewhere")
    forms = {"integers": {"n": number, "count": count}, "sample": {"n": number, "k": count}}
    return {name: forms.get(name, number)}


def _bet() -> Any:
    from games.base import Stake

    return Stake(1)


DRAWS: Final[dict[str, Callable[[Options, RandomSource], dict[str, Any]]]] = {
    "dice": dice,
    "limbo": limbo,
    "plinko": plinko,
    "mines": mines,
    "hilo": hilo,
    "blackjack": blackjack,
    "russian_poker": russian_poker,
    "five_card_poker": five_card_poker,
    "tavern_dice": tavern_dice,
    "deck": deck,
    "raw": raw,
}
