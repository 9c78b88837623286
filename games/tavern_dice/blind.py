"""What can be known of a match's actions without its seed: whether some dice make them legal.

A roll may score or not, a kept set may be worth any points of so many dice, and anybody may start. A
`_World` is what all dice that led to it have in common; the actions are legal where one world is left.
What points may be is a set of multiples of 50, held as the bits of an integer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.errors import IllegalActionError, RuleError
from games.tavern_dice.actions import Action, Bank, Concede, Keep, Roll
from games.tavern_dice.params import STEP, Params
from games.tavern_dice.scoring import DICE, possible

Points = int
NOTHING: Final = 1  # only 0 points


@dataclass(frozen=True, slots=True)
class _World:
    """`points` and `scores` are all that they may be; over the target, points count as the target. `table`
    is how many dice were just rolled, 0 where nothing is on the table."""

    turn: int
    scores: tuple[Points, ...]
    gone: frozenset[int] = frozenset()
    table: int = 0
    left: int = DICE
    points: Points = NOTHING
    bank_due: bool = False
    ended: bool = False


def check_blind(params: Params, actions: Sequence[Action], *, ended: bool) -> None:
    """What no dice could make legal; with `ended` also a match that no dice could have ended. RuleError."""
    worlds = [_World(player, (NOTHING,) * params.players) for player in range(params.players)]
    for index, action in enumerate(actions):
        worlds = list(dict.fromkeys(after for world in worlds for after in _act(params, world, action)))
        if not worlds:
            raise IllegalActionError(f"actions.{index}", "is not legal now, whatever the dice were")
    if ended and not any(world.ended for world in worlds):
        raise RuleError("actions", "the match is not finished after the last action")


def _act(params: Params, world: _World, action: Action) -> Iterator[_World]:
    player = action.player
    if world.ended or player in world.gone or not 0 <= player < params.players:
        return
    due = isinstance(action, Bank) and action.timed_out and player == world.turn
    if world.bank_due and not due:
        return
    if isinstance(action, Concede):
        yield _concede(params, world, player)
    elif player != world.turn:
        return
    elif isinstance(action, Keep):
        yield from _keep(params, world, action)
    elif world.table or (action.timed_out and isinstance(action, Roll) and world.points != NOTHING):
        return
    elif isinstance(action, Roll):
        yield replace(world, table=world.left)
        yield _next_turn(params, world)
    else:
        yield from _bank(params, world)


def _keep(params: Params, world: _World, action: Keep) -> Iterator[_World]:
    count = len(action.dice)
    if not count or len(set(action.dice)) != count or not all(0 <= die < world.table for die in action.dice):
        return
    points = _sums(world.points, possible(count), params)
    left = world.table - count or DICE
    yield replace(world, table=0, left=left, points=points, bank_due=action.timed_out)


def _bank(params: Params, world: _World) -> Iterator[_World]:
    if world.points == NOTHING:
        return
    sums = _sums(world.scores[world.turn], _values(world.points), params)
    won = 1 << params.target // STEP
    if sums & won:
        yield replace(world, ended=True)
    if lower := sums & ~won:
        scores = (*world.scores[: world.turn], lower, *world.scores[world.turn + 1 :])
        yield _next_turn(params, replace(world, scores=scores))


def _concede(params: Params, world: _World, player: int) -> _World:
    world = replace(world, gone=world.gone | {player})
    if len(world.gone) == params.players - 1:
        return replace(world, ended=True)
    return _next_turn(params, world) if player == world.turn else world


def _next_turn(params: Params, world: _World) -> _World:
    order = [(world.turn + step) % params.players for step in range(1, params.players + 1)]
    turn = next(other for other in order if other not in world.gone)
    return _World(turn, world.scores, world.gone)


def _values(points: Points) -> Iterator[int]:
    return (bit * STEP for bit in range(points.bit_length()) if points >> bit & 1)


def _sums(some: Points, more: Iterable[int], params: Params) -> Points:
    """All sums of one of each; what reaches the target counts as the target."""
    bits, found = params.target // STEP, 0
    for points in more:
        found |= some << points // STEP
    over = found >> bits
    return found & ((1 << bits) - 1) | (1 << bits if over else 0)
