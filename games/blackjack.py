"""Blackjack with a six-deck shoe and two side bets (docs/rules/blackjack.md)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any, ClassVar, Final, Literal

import msgspec
from msgspec import UNSET, UnsetType

from games.base import Game, RandomSource, Result, Rtp, check_range, no_strategy
from games.blackjack_side_bets import PAYS, perfect_pairs, twenty_one_plus_three
from games.cards import SHOE, Card
from games.errors import IllegalActionError
from games.numbers import MAX_CHIPS, MAX_PAYOUT


class Params(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    max_payout: int = MAX_PAYOUT


class Bet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    stake: int
    perfect_pairs: int | UnsetType = UNSET
    twenty_one_plus_three: int | UnsetType = UNSET


class Hit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Stand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    timeout: bool | UnsetType = UNSET


class Double(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Split(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


Action = Hit | Stand | Double | Split


class HandOutcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cards: list[Card]
    total: int
    result: Literal["natural", "win", "push", "lose", "bust"]
    returned: int


class DealerOutcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cards: list[Card]
    total: int


class PairsOutcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    result: Literal["perfect", "colored", "mixed"] | None
    returned: int


class TripleOutcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    result: Literal["suited_trips", "straight_flush", "three_of_a_kind", "straight", "flush"] | None
    returned: int


class SideBetsOutcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    perfect_pairs: PairsOutcome | UnsetType = UNSET
    twenty_one_plus_three: TripleOutcome | UnsetType = UNSET


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    player_hands: list[HandOutcome]
    dealer: DealerOutcome
    side_bets: SideBetsOutcome


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand of the player; `done` once it stands, doubled, bust or reached 21."""

    cards: tuple[str, ...]
    stake: int
    done: bool = False
    from_split: bool = False


@dataclass(frozen=True, slots=True)
class State:
    params: Params
    bet: Bet
    shoe: tuple[str, ...]
    hands: tuple[Hand, ...]
    dealer: tuple[str, ...]
    place: int = 4  # the next card of the shoe


def value(card: str) -> int:
    """Ace 11, J Q K 10, else the face."""
    return 11 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0])


def total(cards: Sequence[str]) -> tuple[int, bool]:
    """The best total and whether it is soft (an ace counts 11); of a bust hand all aces 1."""
    points = sum(value(card) for card in cards)
    high = sum(card[0] == "A" for card in cards)
    while points > 21 and high:
        points -= 10
        high -= 1
    return points, high > 0


def natural(cards: Sequence[str]) -> bool:
    return len(cards) == 2 and total(cards)[0] == 21


class Blackjack(Game[Params, Bet, Action, State]):
    name: ClassVar[str] = "blackjack"
    params_type = Params
    bet_type = Bet
    outcome_type = Outcome
    actions: ClassVar = {"hit": Hit, "stand": Stand, "double": Double, "split": Split}
    shows_multiplier: ClassVar[bool] = False

    def check_params(self, params: Params) -> None:
        check_range("params.max_payout", params.max_payout, 1, MAX_CHIPS)

    def check_bet(self, params: Params, bet: Bet) -> None:
        for name, chips in self.bet_dict(bet).items():
            check_range(f"bet.{name}", chips, 1, MAX_CHIPS)

    def greatest_return(self, params: Params, bet: Bet) -> int:
        """Split and both hands doubled, with both side bets won at their best."""
        side: dict[str, int] = self.bet_dict(bet)
        return 8 * bet.stake + 26 * side.get("perfect_pairs", 0) + 101 * side.get("twenty_one_plus_three", 0)

    def start(self, params: Params, bet: Bet, random: RandomSource) -> State:
        cards, _ = random.shuffle(SHOE)
        shoe = tuple(cards)
        player, dealer = (shoe[0], shoe[2]), (shoe[1], shoe[3])
        # A natural of either side ends the round: the dealer peeks under an ace or a ten-value.
        done = natural(player) or natural(dealer)
        return State(params, bet, shoe, (Hand(player, bet.stake, done),), dealer)

    def finished(self, state: State) -> bool:
        return all(hand.done for hand in state.hands)

    def act(self, state: State, action: Action) -> State:
        at = next((i for i, hand in enumerate(state.hands) if not hand.done), None)
        if at is None:
            raise IllegalActionError("action", "the round has ended")
        hand = state.hands[at]
        if isinstance(action, Split):
            return self._finish(self._split(state, hand))
        if isinstance(action, Stand):
            return self._finish(self._put(state, at, replace(hand, done=True)))
        if isinstance(action, Double) and len(hand.cards) != 2:
            raise IllegalActionError("action", "double needs the first two cards of a hand")
        cards = (*hand.cards, state.shoe[state.place])
        done = isinstance(action, Double) or total(cards)[0] >= 21
        stake = hand.stake * 2 if isinstance(action, Double) else hand.stake
        drawn = replace(hand, cards=cards, stake=stake, done=done)
        return self._finish(replace(self._put(state, at, drawn), place=state.place + 1))

    def _put(self, state: State, at: int, hand: Hand) -> State:
        return replace(state, hands=(*state.hands[:at], hand, *state.hands[at + 1 :]))

    def _split(self, state: State, hand: Hand) -> State:
        if not can_split(state, hand):
            raise IllegalActionError("action", "split needs two first cards of equal value, once a round")
        aces = hand.cards[0][0] == "A"
        hands = []
        for i, card in enumerate(hand.cards):
            cards = (card, state.shoe[state.place + i])
            hands.append(Hand(cards, hand.stake, aces or total(cards)[0] == 21, from_split=True))
        return replace(state, hands=tuple(hands), place=state.place + 2)

    def _finish(self, state: State) -> State:
        """The dealer draws once every hand is done and one is live; stands on every 17."""
        if not self.finished(state) or all(total(hand.cards)[0] > 21 for hand in state.hands):
            return state
        dealer, place = state.dealer, state.place
        while total(dealer)[0] < 17:
            dealer, place = (*dealer, state.shoe[place]), place + 1
        return replace(state, dealer=dealer, place=place)

    def staked(self, bet: Bet, state: State) -> int:
        side_bets: int = sum(chips for name, chips in self.bet_dict(bet).items() if name != "stake")
        return sum(hand.stake for hand in state.hands) + side_bets

    def absent(self, state: State) -> dict[str, Any]:
        return {"type": "stand", "timeout": True}

    def legal(self, state: State) -> list[dict[str, Any]]:
        hand = next((hand for hand in state.hands if not hand.done), None)
        if hand is None:
            return []
        legal = [{"type": "hit"}, {"type": "stand"}]
        if len(hand.cards) == 2:
            legal.append({"type": "double"})
        if can_split(state, hand):
            legal.append({"type": "split"})
        return legal

    def view(self, state: State) -> dict[str, Any]:
        if self.finished(state):
            return {"outcome": self.result(state).outcome, "shown": {}}
        hands = [{"cards": list(hand.cards), "total": total(hand.cards)[0]} for hand in state.hands]
        playing = next(i for i, hand in enumerate(state.hands) if not hand.done)
        return {
            "outcome": {"player_hands": hands, "dealer": {"cards": [state.dealer[0]]}},
            "shown": {"hand": playing, "stakes": [hand.stake for hand in state.hands]},
        }

    def result(self, state: State) -> Result:
        hands = [self._settle(hand, state.dealer) for hand in state.hands]
        side_bets = self._side_bets(state)
        outcome = {
            "player_hands": hands,
            "dealer": {"cards": list(state.dealer), "total": total(state.dealer)[0]},
            "side_bets": side_bets,
        }
        staked = self.staked(state.bet, state)
        returned = sum(hand["returned"] for hand in hands)
        return Result(outcome, staked, returned + sum(bet["returned"] for bet in side_bets.values()))

    def _settle(self, hand: Hand, dealer: Sequence[str]) -> dict[str, Any]:
        points, against = total(hand.cards)[0], total(dealer)[0]
        own, theirs = natural(hand.cards) and not hand.from_split, natural(dealer)
        if points > 21:
            result, returned = "bust", 0
        elif own and not theirs:
            result, returned = "natural", hand.stake + 3 * hand.stake // 2
        elif (theirs and not own) or points < against <= 21:
            result, returned = "lose", 0
        elif points == against:
            result, returned = "push", hand.stake
        else:
            result, returned = "win", 2 * hand.stake
        return {"cards": list(hand.cards), "total": points, "result": result, "returned": returned}

    def _side_bets(self, state: State) -> dict[str, Any]:
        first, second = state.shoe[0], state.shoe[2]
        results = {
            "perfect_pairs": perfect_pairs(first, second),
            "twenty_one_plus_three": twenty_one_plus_three(first, second, state.shoe[1]),
        }
        settled = {}
        for name, result in results.items():
            chips = self.bet_dict(state.bet).get(name)
            if chips is not None:
                won = 0 if result is None else chips * (PAYS[name][result] + 1)
                settled[name] = {"result": result, "returned": won}
        return settled

    def check_blind(self, params: Params, bet: Bet, actions: Sequence[Action]) -> None:
        """Without the shoe: one split a round, only as the first action."""
        for index, action in enumerate(actions):
            if isinstance(action, Split) and index:
                raise IllegalActionError(
                    f"actions.{index}", "split needs two first cards of equal value, once a round"
                )

    def quote(self, params: Params, bet: Bet) -> dict[str, Any]:
        return {"greatest_return": self.greatest_return(params, bet)}

    def rtp(self, params: Params, strategy: str | None = None) -> Rtp:
        figures = published_rtp()
        name = strategy or "total-dependent"
        no_strategy(name, *figures["main_game"])
        side_bets = {bet: Fraction(value) for bet, value in figures["side_bets"].items()}
        return Rtp(Fraction(figures["main_game"][name]), strategy=name, side_bets=side_bets)


@cache
def published_rtp() -> dict[str, dict[str, str]]:
    """The fractions that `games.blackjack_rtp` enumerates in seconds, written down by `make docs`."""
    return json.loads(files("games").joinpath("blackjack_rtp.json").read_bytes())  # type: ignore[no-any-return]


def can_split(state: State, hand: Hand) -> bool:
    first, *rest = hand.cards
    return len(state.hands) == 1 and len(rest) == 1 and value(first) == value(rest[0])


BLACKJACK: Final = Blackjack()
