"""HiLo (docs/rules/hilo.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar, Final, Literal

import msgspec
from msgspec import UNSET, UnsetType

from games.base import Game, RandomSource, Result, Rtp, Stake, check_range, check_rtp
from games.cards import DECK, Card
from games.errors import IllegalActionError, RuleError
from games.numbers import MAX_CHIPS, MAX_PAYOUT, Decimal, cut, fraction, paid

RANKS: Final = "A23456789TJQK"
Guess = Literal["higher_or_same", "lower_or_same", "higher", "lower", "same"]


class Params(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rtp: Decimal = "0.98"
    max_skips: int = 52
    max_payout: int = MAX_PAYOUT


class MakeGuess(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    guess: str


class Skip(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class CashOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    timeout: bool | UnsetType = UNSET


class Abandon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Made by the service for an absent player; never by a player."""

    timeout: bool | UnsetType = UNSET


Action = MakeGuess | Skip | CashOut | Abandon


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cards: list[Card]
    result: Literal["cashed_out", "lost", "abandoned"]


@dataclass(frozen=True, slots=True)
class State:
    params: Params
    bet: Stake
    random: RandomSource
    cards: tuple[str, ...]
    product: Fraction = Fraction(1)
    guesses: int = 0
    skips: int = 0
    ended: str | None = None


def value(card: str) -> int:
    """Ace 1 … king 13."""
    return RANKS.index(card[0]) + 1


def chances(card: str) -> dict[str, Fraction]:
    """The guesses offered on a card, and the chance of each."""
    rank = value(card)
    if rank == 1:
        return {"higher": Fraction(12, 13), "same": Fraction(1, 13)}
    if rank == 13:
        return {"lower": Fraction(12, 13), "same": Fraction(1, 13)}
    return {"higher_or_same": Fraction(14 - rank, 13), "lower_or_same": Fraction(rank, 13)}


def right(guess: str, before: str, after: str) -> bool:
    step = value(after) - value(before)
    return (
        (step > 0 and "higher" in guess) or (step < 0 and "lower" in guess) or (step == 0 and "same" in guess)
    )


def after_guess(state: State, guess: str) -> Fraction:
    """The product if the guess wins."""
    return state.product * fraction("params.rtp", state.params.rtp) / chances(state.cards[-1])[guess]


class HiLo(Game[Params, Stake, Action, State]):
    name: ClassVar[str] = "hilo"
    params_type = Params
    bet_type = Stake
    outcome_type = Outcome
    actions: ClassVar = {"guess": MakeGuess, "skip": Skip, "cash_out": CashOut, "abandon": Abandon}

    def check_params(self, params: Params) -> None:
        check_range("params.max_payout", params.max_payout, 1, MAX_CHIPS)
        check_range("params.max_skips", params.max_skips, 0, 1000)
        check_rtp(fraction("params.rtp", params.rtp))

    def greatest_return(self, params: Params, bet: Stake) -> int:
        """Of the guess that every card leaves open: 7/13 on an eight's neighbour, the seven."""
        return paid(bet.stake, fraction("params.rtp", params.rtp) * Fraction(13, 7))

    def start(self, params: Params, bet: Stake, random: RandomSource) -> State:
        card, random = random.uniform(52)
        return State(params, bet, random, (DECK[card],))

    def finished(self, state: State) -> bool:
        return state.ended is not None

    def act(self, state: State, action: Action) -> State:
        if state.ended:
            raise IllegalActionError("action", "the round has ended")
        if isinstance(action, CashOut):
            if not state.guesses:
                raise IllegalActionError("action", "cash_out needs at least one right guess")
            return replace(state, ended="cashed_out")
        if isinstance(action, Abandon):
            if action.timeout is not True:
                raise IllegalActionError("action", "a player can't abandon a round")
            if state.guesses:
                raise IllegalActionError("action", "a round with a right guess is cashed out, not abandoned")
            return replace(state, ended="abandoned")
        if isinstance(action, Skip):
            if state.skips >= state.params.max_skips:
                raise IllegalActionError(
                    "action", "at most {most} skips a round", most=state.params.max_skips
                )
            return replace(self._next(state), skips=state.skips + 1)
        if action.guess not in chances(state.cards[-1]):
            raise IllegalActionError("action", "this guess is not offered on {card}", card=state.cards[-1])
        product = after_guess(state, action.guess)
        if paid(state.bet.stake, product) > state.params.max_payout:
            raise IllegalActionError("action", "its return would exceed max_payout: cash out or skip")
        after = self._next(state)
        if right(action.guess, state.cards[-1], after.cards[-1]):
            return replace(after, product=product, guesses=state.guesses + 1)
        return replace(after, ended="lost")

    def _next(self, state: State) -> State:
        card, random = state.random.uniform(52)
        return replace(state, random=random, cards=(*state.cards, DECK[card]))

    def _offers(self, state: State) -> list[dict[str, Any]]:
        offers = []
        for guess, chance in chances(state.cards[-1]).items():
            product = after_guess(state, guess)
            returned = paid(state.bet.stake, product)
            offers.append(
                {
                    "guess": guess,
                    "chance": cut(chance),
                    "multiplier": cut(product / state.product),
                    "returned": returned,
                    "open": returned <= state.params.max_payout,
                }
            )
        return offers

    def legal(self, state: State) -> list[dict[str, Any]]:
        if state.ended:
            return []
        legal: list[dict[str, Any]] = [
            {"type": "guess", "guess": offer["guess"]} for offer in self._offers(state) if offer["open"]
        ]
        if state.skips < state.params.max_skips:
            legal.append({"type": "skip"})
        return [*legal, {"type": "cash_out"}] if state.guesses else legal

    def view(self, state: State) -> dict[str, Any]:
        if state.ended:
            return {"outcome": self.result(state).outcome, "shown": {}}
        return {
            "outcome": {"cards": list(state.cards)},
            "shown": {
                "multiplier": cut(state.product),
                "returned": paid(state.bet.stake, state.product) if state.guesses else 0,
                "guesses": self._offers(state),
                "skips_left": state.params.max_skips - state.skips,
            },
        }

    def result(self, state: State) -> Result:
        pays = state.product if state.ended == "cashed_out" else Fraction(0)
        outcome = {"cards": list(state.cards), "result": state.ended}
        return Result(outcome, state.bet.stake, paid(state.bet.stake, pays), pays)

    def check_blind(self, params: Params, bet: Stake, actions: Sequence[Action]) -> None:
        """Without the cards: the number of skips, and what may come before or after the end."""
        guesses = skips = 0
        ended = False
        for index, action in enumerate(actions):
            where = f"actions.{index}"
            if ended:
                raise IllegalActionError(where, "the round has ended")
            if isinstance(action, Skip):
                skips += 1
                if skips > params.max_skips:
                    raise IllegalActionError(where, "at most {most} skips a round", most=params.max_skips)
            elif isinstance(action, MakeGuess):
                guesses += 1
                if action.guess not in Guess.__args__:  # type: ignore[attr-defined]
                    raise IllegalActionError(where, "this guess is offered on no card")
            elif isinstance(action, CashOut):
                ended = True
                if not guesses:
                    raise IllegalActionError(where, "cash_out needs at least one right guess")
            else:
                ended = True
                if action.timeout is not True or guesses:
                    raise IllegalActionError(where, "a player can't abandon a round")

    def quote(self, params: Params, bet: Stake) -> dict[str, Any]:
        return {"greatest_return": self.greatest_return(params, bet)}

    def rtp(self, params: Params, strategy: str | None = None) -> Rtp:
        """`guesses-N`: cash out after N right guesses (default 1); whichever guess is made, rtp^N."""
        name, _, count = (strategy or "guesses-1").partition("-")
        if (
            name != "guesses"
            or not count.isascii()
            or not count.isdigit()
            or not 1 <= len(count) <= 3
            or int(count) < 1
        ):
            raise RuleError("strategy", "is not known; known: {known}", known="guesses-1 … guesses-999")
        return Rtp(fraction("params.rtp", params.rtp) ** int(count), strategy=f"guesses-{int(count)}")


HILO: Final = HiLo()
