"""The same hand in pokerkit: its tables, cards and actions from ours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from pokerkit import (
    Automation,
    NoLimitShortDeckHoldem,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
    State,
)
from pokerkit.games import NoLimitPokerMixin, UnfixedLimitHoldem

from games.poker.actions import Action, AllIn, Call, Check, Fold, Raise

# All that it can do by itself but for choosing the cards.
AUTOMATIONS: Final = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


class NoLimitOmaha(NoLimitPokerMixin, UnfixedLimitHoldem):
    """Not among its games; made of its parts."""

    deck = PotLimitOmahaHoldem.deck
    hand_types = PotLimitOmahaHoldem.hand_types
    hole_dealing_count = 4


class PotLimitFiveCardOmaha(PotLimitOmahaHoldem):
    hole_dealing_count = 5


class NoLimitFiveCardOmaha(NoLimitOmaha):
    hole_dealing_count = 5


TABLES: Final[dict[tuple[str, str], type[Any]]] = {
    ("holdem", "no"): NoLimitTexasHoldem,
    ("aof", "no"): NoLimitTexasHoldem,
    ("short_deck", "no"): NoLimitShortDeckHoldem,
    ("omaha", "no"): NoLimitOmaha,
    ("omaha", "pot"): PotLimitOmahaHoldem,
    ("omaha5", "no"): NoLimitFiveCardOmaha,
    ("omaha5", "pot"): PotLimitFiveCardOmaha,
}


class Kit:
    """A hand in pokerkit. Players are our indices: from the first seat left of the button."""

    def __init__(
        self, game: str, params: dict[str, Any], stacks: Sequence[int], cards: Sequence[str], hole: int
    ) -> None:
        """`params` with every name; `cards` by place."""
        blinds = (params["small_blind"], params["big_blind"])
        table = TABLES[game, params["limit"]](AUTOMATIONS, False, params["ante"], blinds, params["big_blind"])
        self.state: State = table(tuple(stacks), len(stacks))
        count = len(stacks)
        for player in range(count):
            self.state.deal_hole("".join(cards[player : count * hole : count]))
        self._board: Iterator[str] = iter(cards[count * hole :])
        self.deal()

    @property
    def turn(self) -> int | None:
        return self.state.actor_index

    @property
    def bounds(self) -> tuple[int, int] | None:
        least = self.state.min_completion_betting_or_raising_to_amount
        most = self.state.max_completion_betting_or_raising_to_amount
        return None if least is None or most is None else (least, most)

    def act(self, action: Action) -> None:
        state = self.state
        match action:
            case Fold():
                state.fold()
            case Check() | Call():
                state.check_or_call()
            case Raise(to=to):
                state.complete_bet_or_raise_to(to)
            case AllIn():
                player = state.actor_index
                assert player is not None
                whole = state.bets[player] + state.stacks[player]
                if whole > max(state.bets):
                    state.complete_bet_or_raise_to(whole)
                else:
                    state.check_or_call()
        self.deal()

    def deal(self) -> None:
        """Goes on to the next decision. It asks a seat that nobody can answer and that owes nothing."""
        state = self.state
        while state.status:
            if state.actor_index is not None:
                if not self._alone(state.actor_index):
                    return
                state.check_or_call()
            elif state.can_burn_card():
                state.burn_card("??")
            else:
                state.deal_board("".join(next(self._board) for _ in range(state.board_dealing_count or 0)))

    def _alone(self, player: int) -> bool:
        state = self.state
        others = [i for i in state.player_indices if i != player and state.statuses[i]]
        return all(not state.stacks[i] and state.bets[i] <= state.bets[player] for i in others)
