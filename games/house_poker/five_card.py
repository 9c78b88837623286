"""Five-card poker: one or two boxes against the dealer (docs/rules/five_card_poker.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, Literal

import msgspec

from games.base import Game, RandomSource, Result, Rtp, check_range
from games.cards import DECK, Card
from games.errors import IllegalActionError, RuleError
from games.house_poker.combinations import name_of
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
from games.numbers import MAX_CHIPS

BOXES: Final = 2
MOST_EXCHANGED: Final = 2


class Params(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    boxes: int
    room: Literal["standard", "vip"] = "standard"
    table: Literal["private", "public"] = "private"
    min_ante: int = 2
    max_ante: int = MAX_CHIPS


class Raise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """BET, two antes."""

    box: int


Action = Exchange | Fold | Raise


class BoxOutcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cards: list[Card]
    combination: Names | None
    second: None
    result: Literal["win", "lose", "push", "fold", "no_game"]
    returned: int


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    boxes: list[BoxOutcome]
    dealer: DealerOutcome


@dataclass(frozen=True, slots=True)
class Box:
    """One box. `decided` once it folded or raised. `staked` counts chips, fees too."""

    cards: tuple[str, ...]
    ante: int
    staked: int
    changed: bool = False
    decided: Literal["fold", "raise"] | None = None


@dataclass(frozen=True, slots=True)
class State:
    """`place` is that of the next card of the deck."""

    params: Params
    bet: Bet
    deck: tuple[str, ...]
    boxes: tuple[Box, ...]
    dealer: tuple[str, ...]
    place: int

    @property
    def deciding(self) -> int | None:
        """The box that is played now; None once all have decided."""
        return next((at for at, box in enumerate(self.boxes) if box.decided is None), None)


@dataclass(frozen=True, slots=True)
class PublicResult(Result):
    """Of a public table, where player p plays box p: `chips` are staked and returned by player."""

    chips: tuple[tuple[int, int], ...] = ()

    def settlement(self) -> dict[str, Any]:
        staked = {str(player): chips[0] for player, chips in enumerate(self.chips)}
        return {
            "staked": staked,
            "returned": {str(player): chips[1] for player, chips in enumerate(self.chips)},
        }


def exchange_fee(ante: int, cards: int) -> int:
    """One card for one ante, two for one and a half; an ante is even."""
    return ante if cards == 1 else ante + ante // 2


def exchange_costs(ante: int) -> list[int]:
    """The fee by how many cards are exchanged, from one up."""
    return [exchange_fee(ante, count) for count in range(1, MOST_EXCHANGED + 1)]


class FiveCardPoker(Game[Params, Bet, Action, State]):
    name: ClassVar[str] = "five_card_poker"
    params_type = Params
    bet_type = Bet
    outcome_type = Outcome
    actions: ClassVar = {"exchange": Exchange, "fold": Fold, "raise": Raise}
    choices: ClassVar[frozenset[str]] = frozenset({"boxes", "table"})
    shows_multiplier: ClassVar[bool] = False

    # Bets.

    def check(self, params: Params, bet: Bet) -> None:
        self.check_params(params)
        self.check_bet(params, bet)

    def check_params(self, params: Params) -> None:
        check_range("params.boxes", params.boxes, 1, BOXES)
        check_limits(params.min_ante, params.max_ante)

    def check_bet(self, params: Params, bet: Bet) -> None:
        check_antes(bet.antes, params.boxes, params.min_ante, params.max_ante)
        for box, ante in enumerate(bet.antes):
            if ante % 2:
                raise RuleError(f"bet.antes.{box}", "must be even")

    def greatest_return(self, params: Params, bet: Bet) -> int:
        """A royal flush in every box."""
        return sum((2 + BET + BET * pays("royal_flush")) * ante for ante in bet.antes)

    def needed(self, bet: Bet) -> int:
        """What a player must have beside the antes: for each box an exchange of two cards and BET."""
        return sum(exchange_fee(ante, MOST_EXCHANGED) + BET * ante for ante in bet.antes)

    def stakes(self, bet: Bet) -> dict[str, int]:
        return {"stake": sum(bet.antes)}

    def staked(self, bet: Bet, state: State) -> int:
        return sum(box.staked for box in state.boxes)

    # The round.

    def start(self, params: Params, bet: Bet, random: RandomSource) -> State:
        deck, _ = random.shuffle(DECK)
        hands, dealer, place = deal(deck, params.boxes)
        boxes = tuple(Box(cards, ante, ante) for cards, ante in zip(hands, bet.antes, strict=True))
        return State(params, bet, tuple(deck), boxes, dealer, place)

    def finished(self, state: State) -> bool:
        return state.deciding is None

    def act(self, state: State, action: Action) -> State:
        at = state.deciding
        if at is None:
            raise IllegalActionError("action", "the round has ended")
        check_turn(action.box, at, len(state.boxes))
        box = state.boxes[at]
        if isinstance(action, Fold):
            return self._put(state, at, replace(box, decided="fold"))
        if isinstance(action, Raise):
            return self._put(state, at, replace(box, decided="raise", staked=box.staked + BET * box.ante))
        if box.changed:
            raise IllegalActionError("action", "one exchange a box")
        check_exchange(action.cards, MOST_EXCHANGED)
        if missing := next((card for card in action.cards if card not in box.cards), None):
            raise IllegalActionError("action.cards", "the box does not hold {card}", card=missing)
        count = len(action.cards)
        cards = drawn(box.cards, action.cards, state.deck[state.place : state.place + count])
        staked = box.staked + exchange_fee(box.ante, count)
        made = replace(box, cards=cards, changed=True, staked=staked)
        return replace(self._put(state, at, made), place=state.place + count)

    def _put(self, state: State, at: int, box: Box) -> State:
        return replace(state, boxes=(*state.boxes[:at], box, *state.boxes[at + 1 :]))

    def absent(self, state: State) -> dict[str, Any]:
        return {"type": "fold", "box": state.deciding, "timeout": True}

    def legal(self, state: State) -> list[dict[str, Any]]:
        if (at := state.deciding) is None:
            return []
        box = state.boxes[at]
        found: list[dict[str, Any]] = []
        if not box.changed:
            exchange = {"type": "exchange", "box": at, "cards": list(box.cards)}
            found.append(exchange | {"least": 1, "most": MOST_EXCHANGED, "costs": exchange_costs(box.ante)})
        found.append({"type": "fold", "box": at})
        found.append({"type": "raise", "box": at, "cost": BET * box.ante})
        return found

    # What is seen, and how it ends.

    def view(self, state: State) -> dict[str, Any]:
        """At a private table the boxes up to the one that is played."""
        seen = range(len(state.boxes) if state.deciding is None else state.deciding + 1)
        return self.view_of(state, seen)

    def view_of(self, state: State, seen: Sequence[int]) -> dict[str, Any]:
        """What is on the table for whoever may see these boxes: the dealer's last card beside them."""
        if self.finished(state):
            return {"outcome": self.result(state).outcome, "shown": {}}
        boxes: list[dict[str, Any]] = []
        for at, box in enumerate(state.boxes):
            shown = {"cards": list(box.cards), "combination": name_of(box.cards), "second": None}
            boxes.append(shown if at in seen else {})
        return {
            "outcome": {"boxes": boxes, "dealer": {"cards": [state.dealer[-1]]}},
            "shown": {"box": state.deciding, "stakes": [box.staked for box in state.boxes]},
        }

    def result(self, state: State) -> Result:
        boxes = [self._settle(state, box) for box in state.boxes]
        outcome = {"boxes": boxes, "dealer": dealer_dict(state.dealer, ())}
        staked, returned = self.staked(state.bet, state), sum(box["returned"] for box in boxes)
        if state.params.table == "private":
            return Result(outcome, staked, returned)
        chips = tuple(
            (box.staked, settled["returned"]) for box, settled in zip(state.boxes, boxes, strict=True)
        )
        return PublicResult(outcome, staked, returned, chips=chips)

    def _settle(self, state: State, box: Box) -> dict[str, Any]:
        name = name_of(box.cards)
        ante, bet = box.ante, BET * box.ante
        higher = against(box.cards, state.dealer)
        if box.decided == "fold":
            result, returned = "fold", 0
        elif not qualifies(state.dealer):
            result, returned = "no_game", 2 * ante + bet
        elif higher > 0:
            result, returned = "win", 2 * ante + bet + bet * pays(name)
        elif higher == 0:
            result, returned = "push", ante + bet
        else:
            result, returned = "lose", 0
        return {
            "cards": list(box.cards),
            "combination": name,
            "second": None,
            "result": result,
            "returned": returned,
        }

    def check_blind(self, params: Params, bet: Bet, actions: Sequence[Action]) -> None:
        """Without the cards: box by box, one exchange each, of cards that were not given away before."""
        box, changed = 0, False
        given: set[str] = set()
        for index, action in enumerate(actions):
            try:
                if box == params.boxes:
                    raise IllegalActionError("action", "the round has ended")
                check_turn(action.box, box, params.boxes)
                if not isinstance(action, Exchange):
                    box, changed = box + 1, False
                    continue
                if changed:
                    raise IllegalActionError("action", "one exchange a box")
                check_exchange(action.cards, MOST_EXCHANGED)
                if again := given.intersection(action.cards):
                    raise IllegalActionError("action.cards", "{card} was given away before", card=min(again))
                given.update(action.cards)
                changed = True
            except IllegalActionError as error:
                field = error.field.replace("action", f"actions.{index}", 1)
                raise IllegalActionError(field, error.rule, **error.values) from None

    def quote(self, params: Params, bet: Bet) -> dict[str, Any]:
        costs = [{"exchange": exchange_costs(ante), "raise": BET * ante} for ante in bet.antes]
        return {
            "greatest_return": self.greatest_return(params, bet),
            "needed": self.needed(bet),
            "costs": costs,
        }

    def rtp(self, params: Params, strategy: str | None = None) -> Rtp:
        # A table that nobody needs who only replays.
        from games.house_poker.rtp import five_card

        return five_card(strategy)


def check_turn(box: int, due: int, boxes: int) -> None:
    """Box by box. IllegalActionError."""
    if not 0 <= box < boxes:
        raise IllegalActionError("action.box", "there is no box {box}", box=box)
    if box != due:
        raise IllegalActionError("action.box", "it is box {due}'s turn", due=due)


FIVE_CARD_POKER: Final = FiveCardPoker()
