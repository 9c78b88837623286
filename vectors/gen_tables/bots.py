"""The policies `tight/1` and `odds/1` of docs/bots.md, a second time: what a bot does in a hand."""

from copy import deepcopy
from itertools import combinations

from ranking import CONSTANTS, RANKS, best


def two(first: str, second: str) -> int:
    high, low = sorted((RANKS.index(card[0]) + 2 for card in (first, second)), reverse=True)
    return (
        40 + 4 * high
        if high == low
        else 2 * (high + low) + 6 * (first[1] == second[1]) + 4 * (high - low == 1)
    )


def strength(hand: object, seat: int) -> int:
    ranks = [card[0] for card in hand.board]
    if not hand.turkish and not ranks:
        return max(two(*pair) for pair in combinations(hand.hole[seat], 2))
    (_, rank, *_), name = best(hand.game, hand.params, hand.hole[seat], hand.board)
    kings = hand.turkish and name == "pair" and rank >= 11
    return CONSTANTS["points"][name] + 10 * kings - 15 * (len(set(ranks)) < len(ranks))


def discards(hand: object, mine: list) -> list:
    ranks, name = [card[0] for card in mine], best("turkish", hand.params, mine, [])[1]
    low = sorted(mine, key=lambda card: -RANKS.index(card[0]))[2:] if name == "high_card" else []
    some = name in ("pair", "two_pair", "three", "four")
    return [card for card in mine if card in low or (some and ranks.count(card[0]) == 1)]


def decide(hand: object, seat: int, policy: str) -> dict:
    def can(kind: str, **more: object) -> dict | None:
        try:
            deepcopy(hand).act({"seat": seat, "type": kind} | more)
        except AssertionError:
            return None
        return {"seat": seat, "type": kind} | more

    mine, (from_raise, from_call, margin, size) = hand.hole[seat], CONSTANTS["policies"][policy]
    if hand.window or (hand.turkish and hand.street == 1):
        return can("shield") if hand.window else can("draw", discard=discards(hand, mine))
    force, power = strength(hand, seat), None
    if hand.game == "naiko":
        worse = min(reversed(mine), key=lambda card: RANKS.index(card[0]))
        power = can("swap", card=worse) if force < 30 else None
        for target in sorted(hand.live, key=lambda to: (to < seat, to)) if force >= 75 else ():
            power = power or can("anchor", target=target)
        power = power or (can("peek") if hand.destellos[seat] == 3 else None)
    if power or hand.game == "aof":
        return power or can("all_in" if force >= from_raise else "fold")
    cost, (least, most) = min(hand.stacks[seat], hand.bet - hand.round[seat]), hand.bounds(seat)
    pot = sum(hand.total.values()) + hand.table.get("pot_carried", 0) + cost
    if force >= from_raise and least <= most:
        return can("raise", to=min(max(hand.round[seat] + cost + pot * size // 100, least), most))
    calls = force >= from_call or (force - margin) * pot >= 100 * cost
    return can("check") or can("call" if calls else "fold")
