"""Russian poker: one to three boxes against the dealer (docs/rules/russian_poker.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar, Final, Literal

import msgspec
from msgspec import UNSET, UnsetType

from games.base import Game, RandomSource, Result, Rtp, check_range
from games.cards import DECK, RANKS, Card
from games.errors import IllegalActionError, RuleError
from games.house_poker.combinations import DoubleStraight, paid
from games.house_poker.table import (
    BET,
    Bet,
    DealerOutcome,
    Exchange,
    Fold,
    Names,
    against,
    check_antes,
    check_exchange,
    check_limits,
    deal,
    dealer_dict,
    drawn,
    pays,
    qualifies,
)
from games.numbers import MAX_CHIPS, MAX_PAYOUT, Decimal, fraction

BOXES: Final = 3
CLOSED: Final = 2  # the box of three that is not seen
MOST_EXCHANGED: Final = 5


class Params(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    boxes: int
    exchange_price: Decimal = "1"
    ante_pays: bool = False
    double_straight: DoubleStraight = "pair"
    max_win: int = MAX_PAYOUT
    min_ante: int = 1
    max_ante: int = MAX_CHIPS


class BuySixth(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    box: int


class Confirm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`bet`: BET, two antes."""

    box: int


class TakeAnte(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    box: int
    timeout: bool | UnsetType = UNSET


class BuyDealer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    box: int


Action = Exchange | BuySixth | Fold | Confirm | TakeAnte | BuyDealer


class BoxOutcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cards: list[Card]
    combination: Names | None
    second: Names | None
    result: Literal["win", "lose", "push", "fold", "no_game"]
    returned: int


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    boxes: list[BoxOutcome]
    dealer: DealerOutcome


@dataclass(frozen=True, slots=True)
class Box:
    """One box. `changed` once it exchanged or bought its sixth card, `decided` once it folded or bet,
    `ending` once it took ANTE or bought the dealer a game. `staked` counts chips, fees too."""

    cards: tuple[str, ...]
    ante: int
    staked: int
    closed: bool = False
    changed: bool = False
    decided: Literal["fold", "bet"] | None = None
    ending: Literal["take_ante", "buy_dealer"] | None = None


@dataclass(frozen=True, slots=True)
class State:
    """`place` is that of the next card of the deck; `replaced` the dealer's cards that were put aside."""

    params: Params
    bet: Bet
    deck: tuple[str, ...]
    boxes: tuple[Box, ...]
    dealer: tuple[str, ...]
    place: int
    replaced: tuple[str, ...] = ()

    @property
    def deciding(self) -> int | None:
        """The box whose fold or bet is due; None once all have decided."""
        return next((at for at, box in enumerate(self.boxes) if box.decided is None), None)

    @property
    def ending(self) -> int | None:
        """After no game, the box that takes ANTE or buys; None where there is nothing to choose."""
        if self.deciding is not None or qualifies(self.dealer):
            return None
        return next((at for at, box in enumerate(self.boxes) if chooses(box) and box.ending is None), None)


def chooses(box: Box) -> bool:
    """Whether the box has a choice where the dealer has no game."""
    return box.decided == "bet" and not box.closed


def is_closed(box: int, boxes: int) -> bool:
    return boxes == BOXES and box == CLOSED


def exchange_fee(params: Params, ante: int) -> Fraction:
    return fraction("params.exchange_price", params.exchange_price) * ante


class RussianPoker(Game[Params, Bet, Action, State]):
    name: ClassVar[str] = "russian_poker"
    params_type = Params
    bet_type = Bet
    outcome_type = Outcome
    actions: ClassVar = {
        "exchange": Exchange,
        "buy_sixth": BuySixth,
        "fold": Fold,
        "bet": Confirm,
        "take_ante": TakeAnte,
        "buy_dealer": BuyDealer,
    }
    choices: ClassVar[frozenset[str]] = frozenset({"boxes"})
    shows_multiplier: ClassVar[bool] = False

    # Bets.

    def check(self, params: Params, bet: Bet) -> None:
        self.check_params(params)
        self.check_bet(params, bet)

    def check_params(self, params: Params) -> None:
        check_range("params.boxes", params.boxes, 1, BOXES)
        check_range("params.max_win", params.max_win, 1, MAX_CHIPS)
        check_limits(params.min_ante, params.max_ante)
        fraction("params.exchange_price", params.exchange_price)

    def check_bet(self, params: Params, bet: Bet) -> None:
        check_antes(bet.antes, params.boxes, params.min_ante, params.max_ante)
        for box, ante in enumerate(bet.antes):
            if exchange_fee(params, ante).denominator != 1:
                raise RuleError(f"bet.antes.{box}", "the fee of an exchange would be no whole chip")

    def greatest_return(self, params: Params, bet: Bet) -> int:
        """Every box with the best that its cards can be: a royal flush, with a sixth card also a straight
        flush beside it."""
        total = 0
        for box, ante in enumerate(bet.antes):
            multiple = pays("royal_flush")
            if not is_closed(box, params.boxes):
                multiple += pays("straight_flush")
            won = BET * ante * multiple + (ante if params.ante_pays else 0)
            total += (1 + BET) * ante + min(won, params.max_win)
        return total

    def stakes(self, bet: Bet) -> dict[str, int]:
        return {"stake": sum(bet.antes)}

    def staked(self, bet: Bet, state: State) -> int:
        return sum(box.staked for box in state.boxes)

    # The round.

    def start(self, params: Params, bet: Bet, random: RandomSource) -> State:
        deck, _ = random.shuffle(DECK)
        hands, dealer, place = deal(deck, params.boxes)
        boxes = tuple(
            Box(cards, ante, ante, is_closed(at, params.boxes))
            for at, (cards, ante) in enumerate(zip(hands, bet.antes, strict=True))
        )
        return State(params, bet, tuple(deck), boxes, dealer, place)

    def finished(self, state: State) -> bool:
        return state.deciding is None and state.ending is None

    def act(self, state: State, action: Action) -> State:
        if self.finished(state):
            raise IllegalActionError("action", "the round has ended")
        if not 0 <= action.box < len(state.boxes):
            raise IllegalActionError("action.box", "there is no box {box}", box=action.box)
        if isinstance(action, Exchange | BuySixth):
            return self._change(state, action)
        box = state.boxes[action.box]
        if isinstance(action, Fold | Confirm):
            self._in_turn(state.deciding, action.box)
            if isinstance(action, Fold):
                return self._put(state, action.box, replace(box, decided="fold"))
            staked = box.staked + BET * box.ante
            return self._put(state, action.box, replace(box, decided="bet", staked=staked))
        self._in_turn(state.ending, action.box)
        if isinstance(action, TakeAnte):
            return self._end(self._put(state, action.box, replace(box, ending="take_ante")))
        bought = replace(box, ending="buy_dealer", staked=box.staked + box.ante)
        return self._end(self._put(state, action.box, bought))

    def _in_turn(self, due: int | None, box: int) -> None:
        if due is None:
            raise IllegalActionError("action", "is for another step of the round")
        if due != box:
            raise IllegalActionError("action.box", "it is box {due}'s turn", due=due)

    def _put(self, state: State, at: int, box: Box) -> State:
        return replace(state, boxes=(*state.boxes[:at], box, *state.boxes[at + 1 :]))

    def _change(self, state: State, action: Exchange | BuySixth) -> State:
        """Step 1: cards for other ones, or a sixth; over all boxes, from box 0 up."""
        box = state.boxes[action.box]
        if state.deciding != 0 or any(later.changed for later in state.boxes[action.box + 1 :]):
            raise IllegalActionError("action", "comes too late for this box")
        if box.closed:
            raise IllegalActionError("action.box", "a closed box takes no cards")
        if box.changed:
            raise IllegalActionError("action", "exchange or sixth card, once a box")
        if isinstance(action, BuySixth):
            cards, fee, count = (*box.cards, state.deck[state.place]), box.ante, 1
        else:
            count = len(action.cards)
            check_exchange(action.cards, MOST_EXCHANGED)
            if missing := next((card for card in action.cards if card not in box.cards), None):
                raise IllegalActionError("action.cards", "the box does not hold {card}", card=missing)
            new = state.deck[state.place : state.place + count]
            cards, fee = drawn(box.cards, action.cards, new), int(exchange_fee(state.params, box.ante))
        made = replace(box, cards=cards, changed=True, staked=box.staked + fee)
        return replace(self._put(state, action.box, made), place=state.place + count)

    def _end(self, state: State) -> State:
        """Once every box has chosen, one replacement serves all that bought."""
        if state.ending is not None or not any(box.ending == "buy_dealer" for box in state.boxes):
            return state
        highest = max(state.dealer, key=lambda card: RANKS.index(card[0]))
        aside, place = [highest], state.place
        while state.deck[place][0] == highest[0]:
            aside.append(state.deck[place])
            place += 1
        dealer = drawn(state.dealer, [highest], [state.deck[place]])
        return replace(state, dealer=dealer, replaced=tuple(aside), place=place + 1)

    def absent(self, state: State) -> dict[str, Any]:
        kind = "fold" if state.deciding is not None else "take_ante"
        box = state.ending if state.deciding is None else state.deciding
        return {"type": kind, "box": box, "timeout": True}

    def legal(self, state: State) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        last = max((at for at, box in enumerate(state.boxes) if box.changed), default=-1)
        if state.deciding == 0:
            for at, box in enumerate(state.boxes[last + 1 :], last + 1):
                if not box.closed:
                    fee = int(exchange_fee(state.params, box.ante))
                    exchange = {"type": "exchange", "box": at, "cards": list(box.cards)}
                    found.append(
                        exchange | {"least": 1, "most": MOST_EXCHANGED, "costs": [fee] * MOST_EXCHANGED}
                    )
                    found.append({"type": "buy_sixth", "box": at, "cost": box.ante})
        if (due := state.deciding) is not None:
            found.append({"type": "fold", "box": due})
            found.append({"type": "bet", "box": due, "cost": BET * state.boxes[due].ante})
        elif (choosing := state.ending) is not None:
            found.append({"type": "take_ante", "box": choosing})
            found.append({"type": "buy_dealer", "box": choosing, "cost": state.boxes[choosing].ante})
        return found

    # What is seen, and how it ends.

    def view(self, state: State) -> dict[str, Any]:
        """Open boxes and the dealer's last card; everything once all boxes have decided, since the dealer
        shows then."""
        if self.finished(state):
            return {"outcome": self.result(state).outcome, "shown": {}}
        shows = state.deciding is None
        boxes: list[dict[str, Any]] = []
        for box in state.boxes:
            if shows or not box.closed:
                found = paid(box.cards, state.params.double_straight)
                boxes.append({"cards": list(box.cards), "combination": found.main, "second": found.second})
            else:
                boxes.append({})
        dealer = dealer_dict(state.dealer, ()) if shows else {"cards": [state.dealer[-1]]}
        return {
            "outcome": {"boxes": boxes, "dealer": dealer},
            "shown": {
                "box": state.ending if shows else state.deciding,
                "stakes": [box.staked for box in state.boxes],
            },
        }

    def result(self, state: State) -> Result:
        boxes = [self._settle(state, box) for box in state.boxes]
        outcome = {"boxes": boxes, "dealer": dealer_dict(state.dealer, state.replaced)}
        return Result(outcome, self.staked(state.bet, state), sum(box["returned"] for box in boxes))

    def _settle(self, state: State, box: Box) -> dict[str, Any]:
        found = paid(box.cards, state.params.double_straight)
        back = (1 + BET) * box.ante
        # A box that took ANTE settled before the dealer's card was replaced.
        no_game = not qualifies(state.dealer) or (bool(state.replaced) and box.ending != "buy_dealer")
        higher = against(box.cards, state.dealer)
        won = 0
        if box.decided == "fold":
            result, back = "fold", 0
        elif no_game:
            result, won = "no_game", 0 if box.ending == "buy_dealer" else box.ante
        elif higher < 0:
            result, back = "lose", 0
        elif higher == 0:
            result = "push"
        else:
            result = "win"
            won = BET * box.ante * (pays(found.main) + pays(found.second))
            won += box.ante if state.params.ante_pays else 0
        returned = back + min(won, state.params.max_win)
        return {
            "cards": list(box.cards),
            "combination": found.main,
            "second": found.second,
            "result": result,
            "returned": returned,
        }

    def check_blind(self, params: Params, bet: Bet, actions: Sequence[Action]) -> None:
        """Without the cards: boxes, steps and turns. Whether the dealer has a game is not known, so the
        last step may be missing."""
        blind = _Blind(params.boxes)
        for index, action in enumerate(actions):
            try:
                blind.act(action)
            except IllegalActionError as error:
                field = error.field.replace("action", f"actions.{index}", 1)
                raise IllegalActionError(field, error.rule, **error.values) from None

    def quote(self, params: Params, bet: Bet) -> dict[str, Any]:
        costs = [
            {
                "exchange": [int(exchange_fee(params, ante))],
                "buy_sixth": ante,
                "bet": BET * ante,
                "buy_dealer": ante,
            }
            for ante in bet.antes
        ]
        for box in costs[CLOSED:]:
            del box["exchange"], box["buy_sixth"], box["buy_dealer"]
        return {
            "greatest_return": self.greatest_return(params, bet),
            "max_win": params.max_win,
            "costs": costs,
        }

    def rtp(self, params: Params, strategy: str | None = None) -> Rtp:
        # A table that nobody needs who only replays.
        from games.house_poker.rtp import russian

        return russian(params, strategy)


class _Blind:
    """The order of play without cards."""

    def __init__(self, boxes: int) -> None:
        self.boxes = boxes
        self.last = -1  # the highest box that took cards
        self.decided: list[str] = []
        self.ended = 0  # boxes that took ANTE or bought
        self.given: set[str] = set()

    def act(self, action: Action) -> None:
        if not 0 <= action.box < self.boxes:
            raise IllegalActionError("action.box", "there is no box {box}", box=action.box)
        if isinstance(action, Exchange | BuySixth):
            self._change(action)
        elif isinstance(action, Fold | Confirm):
            self._in_turn(len(self.decided) if len(self.decided) < self.boxes else None, action.box)
            self.decided.append("fold" if isinstance(action, Fold) else "bet")
        else:
            choosing = [
                at for at, kind in enumerate(self.decided) if kind == "bet" and not is_closed(at, self.boxes)
            ]
            open_ = len(self.decided) == self.boxes and self.ended < len(choosing)
            self._in_turn(choosing[self.ended] if open_ else None, action.box)
            self.ended += 1

    def _in_turn(self, due: int | None, box: int) -> None:
        if due is None:
            raise IllegalActionError("action", "is for another step of the round")
        if due != box:
            raise IllegalActionError("action.box", "it is box {due}'s turn", due=due)

    def _change(self, action: Exchange | BuySixth) -> None:
        if is_closed(action.box, self.boxes):
            raise IllegalActionError("action.box", "a closed box takes no cards")
        if self.decided or action.box <= self.last:
            raise IllegalActionError("action", "comes too late for this box")
        self.last = action.box
        if isinstance(action, Exchange):
            check_exchange(action.cards, MOST_EXCHANGED)
            if again := self.given.intersection(action.cards):
                raise IllegalActionError("action.cards", "{card} was given away before", card=min(again))
            self.given.update(action.cards)


RUSSIAN_POKER: Final = RussianPoker()
