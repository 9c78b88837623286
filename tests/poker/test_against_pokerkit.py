"""Random hands played beside pokerkit: whose turn it is, what is to call, bounds of raises, final stacks.

pokerkit follows other rules in these points, and there alone the two are not compared:

- T-50: its bet before the flop is what the big blind could post; a big blind that covers it is dealt.
- T-46: antes are covered by every stack.
- T-72: it lets nobody fold who may check.
- T-94: it asks a seat that nobody can answer and that owes nothing; that seat checks.
- T-83, T-87: before the first full bet or raise of a round it takes the size of a short all-in for the
  size that opens the betting again; whether seats that have acted may raise is not compared there.
- T-93: it lets nobody raise whom no other seat can match beyond the current bet.
- T-117: all odd chips of a pot go to its first winner, and hands that win nothing make no pots of their own; stacks are
  compared with the odd chips dealt out its way.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from games.poker import VARIANTS, Deal, Hand, act, action_dict, finished, read_table, result, start
from games.poker.actions import Action
from games.poker.pots import levels, uncalled
from games.poker.views import legal
from tests.poker.kit import TABLES, Kit
from tests.rules.scripted import Scripted

SOAK = bool(os.environ.get("FAIRSEED_SOAK"))
# It takes a fifth of a second for a hand of Omaha.
HANDS = {2: 5000 if SOAK else 100, 4: 500 if SOAK else 25, 5: 500 if SOAK else 25}


def random_hand(game: str, limit: str, pick: random.Random) -> tuple[Hand, dict[str, Any]]:
    """The start of a hand, and its params."""
    variant = VARIANTS[game]
    small = pick.choice((1, 5, 25))
    big, ante = 2 * small, pick.choice((0, 0, 3))
    params = {"small_blind": small, "big_blind": big, "ante": ante, "limit": limit}
    seats = sorted(pick.sample(range(1, 10), pick.randint(2, min(6, variant.most_seats))))
    stacks = {seat: pick.choice((1, 2, 3, 5, 20, 100)) * big + pick.randint(-small, small) for seat in seats}
    if game == "aof":
        stacks = dict.fromkeys(seats, 10 * big)
    button = pick.choice(seats)
    order = sorted(seats, key=lambda seat: (seat - button - 1) % 9)
    for seat in seats:
        stacks[seat] = max(stacks[seat], ante + (big if seat == order[len(seats) > 2] else 1))
    table = {"table_id": "t", "hand": 0, "button": button, "stacks": {str(s): c for s, c in stacks.items()}}
    rules = variant.read_params(params)
    cards = list(variant.deck(rules))
    pick.shuffle(cards)
    deal = Deal(tuple(cards), Scripted(()))
    return start(variant, rules, read_table(table, game), deal), params


def random_action(hand: Hand, pick: random.Random, may_raise: bool) -> Action:
    """No fold where a check is legal, and no raise where `may_raise` is false."""
    choices = {choice["type"]: choice for choice in legal(hand)}
    if "check" in choices:
        del choices["fold"]
    if not may_raise:
        choices.pop("raise", None)
    kinds = sorted(choices)
    weights = {"fold": 1, "check": 2, "call": 3, "raise": 2, "all_in": 2}
    kind = pick.choices(kinds, [weights[name] for name in kinds])[0]
    raw: dict[str, Any] = {"seat": hand.seat, "type": kind}
    if kind == "raise":
        least, most = choices["raise"]["least"], choices["raise"]["most"]
        raw["to"] = pick.choice((least, most, pick.randint(least, most), min(most, least + least // 2)))
    return hand.variant.read_action(raw)


def is_unlike(hand: Hand, index: int) -> str | None:
    """The clause by which raises of the seat that is asked differ."""
    betting, player = hand.betting, hand.betting.players[index]
    opened = betting.current > (0 if hand.street else hand.params.least_bet)
    if player.acted and opened and not betting.raises:
        return "reopen"
    others = (betting.players[i] for i in betting.live() if i != index)
    if all(other.bet + other.stack <= betting.current for other in others):
        return "unmatched"
    return None


def with_odd_chips_its_way(hand: Hand) -> list[int]:
    """Chips by index at the end, odd ones as pokerkit deals them out: hands that win nothing are out first,
    so that pots for which the same hands are left are one; then the first winner of each gets all its odd chips."""
    players = hand.betting.players
    pots = result(hand).outcome["pots"]
    winning = [
        index for index, seat in enumerate(hand.seats) if any(str(seat) in pot["winners"] for pot in pots)
    ]
    stacks = [player.stack for player in players]
    matched = [player.total for player in players]
    over = uncalled(matched)
    if over is not None:
        stacks[over[0]] += over[1]
        matched[over[0]] -= over[1]
    board = hand.deal.known(hand.board) or []
    for amount, contenders in levels(matched, winning, 0):
        values = dict.fromkeys(contenders, 0)
        if len(contenders) > 1:
            values = {i: hand.variant.value(hand.params, hand.cards(i) or [], board) for i in contenders}
        winners = [index for index in contenders if values[index] == max(values.values())]
        each, odd = divmod(amount, len(winners))
        for index in winners:
            stacks[index] += each
        stacks[winners[0]] += odd
    return stacks


def stacks_at_the_end(hand: Hand) -> list[int]:
    outcome = result(hand).outcome
    if any(pot["amount"] % len(pot["winners"]) for pot in outcome["pots"]):
        return with_odd_chips_its_way(hand)
    return [outcome["stacks"][str(seat)] for seat in hand.seats]


def play_both(game: str, limit: str, pick: random.Random, seen: Counter[str]) -> Iterator[str]:
    """Plays a hand to its end in both; what is told is the story for a failure's message."""
    hand, params = random_hand(game, limit, pick)
    stacks = [hand.table.stacks[seat] for seat in hand.seats]
    kit = Kit(game, params, stacks, hand.deal.cards, hand.variant.hole)
    yield f"{game} {limit} {params} {dict(zip(hand.seats, stacks, strict=True))} button {hand.table.button}"
    while (index := hand.turn) is not None:
        assert kit.turn == index
        player = hand.betting.players[index]
        assert kit.state.bets[index] == player.bet
        assert kit.state.stacks[index] == player.stack
        assert kit.state.checking_or_calling_amount == hand.betting.to_call(index)
        unlike = is_unlike(hand, index)
        if unlike is None:
            assert kit.bounds == hand.betting.raise_bounds(index)
            seen["raise" if kit.bounds else "no raise"] += 1
        else:
            seen[unlike] += 1
            assert unlike == "reopen" or kit.bounds is None
        action = random_action(hand, pick, may_raise=unlike is None)
        yield f"{action_dict(action)}"
        hand = act(hand, action)
        kit.act(action)
    assert kit.turn is None
    assert not kit.state.status
    assert finished(hand)
    assert kit.state.stacks == stacks_at_the_end(hand)
    seen["showdown" if len(hand.betting.live()) > 1 else "unseen"] += 1
    pots = result(hand).outcome["pots"]
    seen["side pots"] += len(pots) > 1
    seen["split"] += any(len(pot["winners"]) > 1 for pot in pots)


@pytest.mark.parametrize(("game", "limit"), TABLES)
def test_hands_beside_pokerkit(game: str, limit: str) -> None:
    seen: Counter[str] = Counter()
    hands = HANDS[VARIANTS[game].hole]
    for number in range(hands):
        story = [str(number)]
        try:
            for line in play_both(game, limit, random.Random(f"{game} {limit} {number}"), seen):
                story.append(line)
        except (AssertionError, ValueError) as error:
            raise AssertionError("\n".join([*story, repr(error)])) from error
    # What was compared is there.
    assert min(seen["showdown"], seen["unseen"]) > hands // 20, seen
    if game != "aof":
        assert min(seen["raise"], seen["no raise"]) > hands // 2, seen
    if game in ("holdem", "short_deck"):
        assert min(seen["side pots"], seen["reopen"], seen["unmatched"]) > 0, seen
