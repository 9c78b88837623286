"""Rounds against the house, docs/rules/russian_poker.md and five_card_poker.md, a second time;
AssertionError where a rule refuses."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import floor

from stream import DECK, Stream

DEFAULTS = {
    "russian_poker": {"exchange_price": "1", "ante_pays": False, "double_straight": "pair", "max_win": 10**7}
    | {"min_ante": 1, "max_ante": 10**15},
    "five_card_poker": {"room": "standard", "table": "private", "min_ante": 2, "max_ante": 10**15},
}
PAYS = {"ace_king": 1, "pair": 1, "two_pair": 2, "three": 3, "straight": 4, "flush": 5}
PAYS |= {"full_house": 7, "four": 20, "straight_flush": 50, "royal_flush": 100}
ORDER = [None, *PAYS]
SHAPES = {"5": "four", "41": "four", "32": "full_house", "311": "three", "221": "two_pair", "2111": "pair"}


def ranks(cards: tuple) -> list:
    """The ranks, those of which there are most first, then the higher ones."""
    held = Counter("23456789TJQKA".index(card[0]) for card in cards)
    return sorted(held.elements(), key=lambda rank: (-held[rank], -rank))


def five(cards: tuple) -> tuple:
    """What five cards are, and what breaks ties; R-32 and R-33."""
    held, flush = ranks(cards), len({card[1] for card in cards}) == 1
    name = SHAPES.get("".join(str(held.count(rank)) for rank in dict.fromkeys(held)))
    if name:
        return ORDER.index(name), held
    if held == [12, 3, 2, 1, 0]:
        held = [3, 2, 1, 0, -1]
    if held[0] - held[4] == 4:
        name = ("royal_flush" if held[0] == 12 else "straight_flush") if flush else "straight"
    elif flush:
        name = "flush"
    elif held[:2] == [12, 11]:
        name = "ace_king"
    return ORDER.index(name), held


def best(cards: list) -> tuple:
    return max(five(chosen) for chosen in combinations(cards, 5))


def own(cards: tuple) -> list:
    """Every combination in five cards that has its own cards: level, ranks, cards; R-42."""
    level, held = five(cards)
    found = (
        [(level, held, set(cards))]
        if ORDER[level] in ("straight", "flush", "full_house") or level > 8
        else []
    )
    for size in (2, 3, 4):
        for some in combinations(cards, size):
            few = ranks(some)
            kind = {"0": "pair", "00": "three", "000": "four"}.get(
                "0" * (size - 1) if len(set(few)) == 1 else ""
            )
            kind = "two_pair" if size == 4 and few[0] == few[1] > few[2] == few[3] else kind
            kind = "ace_king" if few == [12, 11] else kind
            found += [(ORDER.index(kind), few, set(some))] if kind else []
    return found


def both(cards: list, classic: bool) -> tuple:
    """Main and second combination; R-41 to R-46."""
    found = [one for chosen in combinations(cards, 5) for one in own(chosen)]
    if not found:
        return None, None
    main = max(found, key=lambda one: one[:2])
    straights = {ORDER.index(name) for name in ("straight", "straight_flush", "royal_flush")}
    same = [sorted(card[0] for card in one[2]) == sorted(card[0] for card in main[2]) for one in found]
    barred = [
        not classic and again and {one[0], main[0]} <= straights
        for one, again in zip(found, same, strict=True)
    ]
    others = [one for one, no in zip(found, barred, strict=True) if one[2] - main[2] and not no]
    return ORDER[main[0]], ORDER[max([one[0] for one in others], default=0)]


class Round:
    """The boxes and the dealer; `out` counts the cards dealt."""

    def __init__(self, game: str, params: dict, bet: dict, stream: Stream) -> None:
        self.russian, self.params = game == "russian_poker", DEFAULTS[game] | params
        count, self.antes = self.params["boxes"], bet["antes"]
        least, most, price = (
            self.params["min_ante"],
            self.params["max_ante"],
            Fraction(self.params.get("exchange_price", 1)),
        )
        assert 1 <= count <= (3 if self.russian else 2) and len(self.antes) == count
        assert 1 <= least <= most <= 10**15 and all(least <= ante <= most for ante in self.antes)
        assert 1 <= self.params.get("max_win", 1) <= 10**15
        assert all((ante * price).denominator == 1 if self.russian else ante % 2 == 0 for ante in self.antes)
        self.fees = [
            {
                n: ante * price if self.russian else (ante, 3 * ante // 2)[n - 1]
                for n in range(1, 6 if self.russian else 3)
            }
            for ante in self.antes
        ]
        self.deck, hands = stream.sample(list(DECK), 52), count + 1
        self.boxes = [self.deck[box : 5 * hands : hands] for box in range(count)]
        self.dealer, self.deck = self.deck[count : 5 * hands : hands], self.deck[5 * hands :]
        self.staked, self.aside, self.changed = list(self.antes), [], set()
        self.decided, self.ended, self.closed = {}, {}, 2 if count == 3 else None

    def act(self, box: int, type: str, cards: list = (), timeout: bool = True) -> None:
        assert 0 <= box < len(self.boxes) and timeout
        undecided = [at for at in range(len(self.boxes)) if at not in self.decided]
        if type in ("exchange", "buy_sixth"):
            assert undecided and (undecided[0] == (0 if self.russian else box)) and box != self.closed
            assert box not in self.changed and (not self.russian or box > max(self.changed, default=-1))
            assert self.russian or type == "exchange"
            self.changed.add(box)
            self.give(box, cards) if type == "exchange" else self.boxes[box].append(self.deck.pop(0))
            self.staked[box] += int(self.fees[box][len(cards)]) if type == "exchange" else self.antes[box]
        elif undecided:
            assert box == undecided[0] and type in ("fold", "bet" if self.russian else "raise")
            self.decided[box] = type
            self.staked[box] += 0 if type == "fold" else 2 * self.antes[box]
        else:
            assert type in ("take_ante", "buy_dealer") and self.chooses()[:1] == [box]
            self.ended[box] = type
            self.staked[box] += self.antes[box] if type == "buy_dealer" else 0
            if "buy_dealer" in self.ended.values() and not self.chooses():
                self.replace()

    def give(self, box: int, cards: list) -> None:
        """R-13."""
        assert (
            len(cards) in self.fees[box]
            and len(set(cards)) == len(cards)
            and set(cards) <= set(self.boxes[box])
        )
        for card in cards:
            self.boxes[box][self.boxes[box].index(card)] = self.deck.pop(0)

    def chooses(self) -> list:
        """R-21: boxes that still have to choose where there is no game."""
        if not self.russian or self.aside or best(self.dealer)[0]:
            return []
        in_play = [box for box, kind in self.decided.items() if kind == "bet" and box != self.closed]
        return [box for box in in_play if box not in self.ended]

    def replace(self) -> None:
        """R-27."""
        at = max(range(5), key=lambda place: "23456789TJQKA".index(self.dealer[place][0]))
        self.aside = [self.dealer[at]]
        while self.deck[0][0] == self.aside[0][0]:
            self.aside.append(self.deck.pop(0))
        self.dealer[at] = self.deck.pop(0)

    def settle(self, box: int) -> dict:
        cards, ante, pays = self.boxes[box], self.antes[box], self.params.get("ante_pays", True)
        main, second = both(cards, self.params.get("double_straight") == "classic")
        second = second if self.russian else None
        mine, theirs, bought = best(cards), best(self.dealer), self.ended.get(box) == "buy_dealer"
        result, won = "push", 0
        if self.decided[box] == "fold":
            result, won = "fold", -3 * ante
        elif not theirs[0] or (self.aside and not bought):
            result, won = "no_game", 0 if bought else ante
        elif mine != theirs:
            gain = 2 * ante * (PAYS.get(main, 0) + PAYS.get(second, 0)) + (ante if pays else 0)
            result, won = ("win", gain) if mine > theirs else ("lose", -3 * ante)
        returned = 3 * ante + min(won, self.params.get("max_win", won))
        return {
            "cards": cards,
            "combination": main,
            "second": second,
            "result": result,
            "returned": floor(returned),
        }

    def told(self) -> dict:
        assert len(self.decided) == len(self.boxes) and not self.chooses()
        boxes = [self.settle(box) for box in range(len(self.boxes))]
        dealer = {"cards": self.dealer, "replaced": self.aside, "combination": ORDER[best(self.dealer)[0]]}
        staked, returned = self.staked, [box["returned"] for box in boxes]
        chips = {"staked": sum(staked), "returned": sum(returned)}
        if self.params.get("table") == "public":
            by = [{str(player): count for player, count in enumerate(all)} for all in (staked, returned)]
            chips = dict(zip(("staked", "returned"), by, strict=True))
        return {"outcome": {"boxes": boxes, "dealer": dealer}, "settlement": chips}


def play(game: str, given: dict, stream: Stream) -> dict:
    dealt = Round(game, given["params"], given["bet"], stream)
    for action in given["actions"]:
        dealt.act(**action)
    return dealt.told()
