"""A match: turns of rolls and keeps, banks, concessions, as a pure fold over actions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from games.base import RandomSource
from games.errors import IllegalActionError
from games.tavern_dice.actions import Action, Bank, Concede, Keep, Roll
from games.tavern_dice.params import Params
from games.tavern_dice.scoring import DICE, keeps, most_valuable, score, scores


@dataclass(frozen=True, slots=True, repr=False)
class Match:
    """`table` holds the dice just rolled, of which a set must be kept; `left` is how many dice the next roll
    has; `points` are those of the turn. `bank_due`: a keep made on time-out is banked before anything
    else. `winner` is None until the end. `rolled` is the last roll and what was rolled before it, so that
    one more costs no copy of all."""

    params: Params
    random: RandomSource
    starter: int
    turn: int
    scores: tuple[int, ...]
    gone: frozenset[int] = frozenset()
    rolled: tuple[Any, tuple[int, ...]] | None = None
    table: tuple[int, ...] = ()
    left: int = DICE
    points: int = 0
    bank_due: bool = False
    winner: int | None = None

    @property
    def rolls(self) -> list[list[int]]:
        """Every roll in order."""
        found, rolled = [], self.rolled
        while rolled is not None:
            rolled, dice = rolled
            found.append(list(dice))
        return found[::-1]


def start(params: Params, random: RandomSource) -> Match:
    """Who starts is drawn; nothing is rolled yet."""
    starter, random = random.uniform(params.players)
    return Match(params, random, starter, starter, (0,) * params.players)


def finished(match: Match) -> bool:
    return match.winner is not None


def act(match: Match, action: Action) -> Match:
    """The match after one action. IllegalActionError where it is not legal now."""
    player = action.player
    if match.winner is not None:
        raise IllegalActionError("action", "the match has ended")
    if not 0 <= player < match.params.players:
        raise IllegalActionError("action.player", "must be a player of the match")
    if player in match.gone:
        raise IllegalActionError("action.player", "player {player} has left the match", player=player)
    if match.bank_due and not (isinstance(action, Bank) and action.timed_out and player == match.turn):
        raise IllegalActionError("action", "dice kept on time-out are banked at once, on time-out")
    if isinstance(action, Concede):
        return _concede(match, player)
    if player != match.turn:
        raise IllegalActionError("action.player", "it is the turn of player {player}", player=match.turn)
    if action.timed_out:
        _check_timeout(match, action)
    if isinstance(action, Roll):
        return _roll(match)
    if isinstance(action, Keep):
        return _keep(match, action)
    return _bank(match)


def fold(match: Match, actions: Iterable[Action]) -> Match:
    """Acts one after another. IllegalActionError names the action's index."""
    for index, action in enumerate(actions):
        try:
            match = act(match, action)
        except IllegalActionError as error:
            name = error.field.replace("action", f"actions.{index}", 1)
            raise IllegalActionError(name, error.rule, **error.values) from None
    return match


def absent(match: Match) -> tuple[Action, ...]:
    """What is done for the player whose turn it is when the decision's time has run out."""
    player = match.turn
    if match.table:
        dice = list(most_valuable(match.table))
        return Keep(player=player, dice=dice, timeout=True), Bank(player=player, timeout=True)
    if match.points:
        return (Bank(player=player, timeout=True),)
    return (Roll(player=player, timeout=True),)


def legal(match: Match, player: int) -> list[dict[str, Any]]:
    """The legal actions of a player; of `keep` every set with its points."""
    if match.winner is not None or player in match.gone:
        return []
    concede = {"type": "concede"}
    if player != match.turn:
        return [concede]
    if match.table:
        sets = [{"dice": list(dice), "points": points} for dice, points in keeps(match.table)]
        return [{"type": "keep", "sets": sets}, concede]
    roll = {"type": "roll", "dice": match.left}
    return [roll, {"type": "bank", "points": match.points}, concede] if match.points else [roll, concede]


def next_player(match: Match, player: int) -> int:
    """The next higher number still in, then from 0."""
    players = match.params.players
    order = [(player + step) % players for step in range(1, players + 1)]
    return next(other for other in order if other not in match.gone)


def _check_timeout(match: Match, action: Action) -> None:
    due = absent(match)[0]
    same = type(action) is type(due)
    if isinstance(action, Keep) and isinstance(due, Keep):
        same = sorted(action.dice) == due.dice
    if not same:
        raise IllegalActionError("action.timeout", "is not what is done for a player whose time ran out")


def _roll(match: Match) -> Match:
    if match.table:
        raise IllegalActionError("action", "dice of the roll on the table must be kept first")
    dice, random = [], match.random
    for _ in range(match.left):
        drawn, random = random.uniform(DICE)
        dice.append(drawn + 1)
    table = tuple(dice)
    match = replace(match, random=random, rolled=(match.rolled, table))
    return replace(match, table=table) if scores(table) else _next_turn(match, match.turn)


def _keep(match: Match, action: Keep) -> Match:
    if not match.table:
        raise IllegalActionError("action", "there is no roll on the table")
    if not action.dice or len(set(action.dice)) != len(action.dice):
        raise IllegalActionError("action.dice", "must name different dice, and at least one")
    for place in action.dice:
        if not 0 <= place < len(match.table):
            most = len(match.table) - 1
            raise IllegalActionError("action.dice", "must be indexes from 0 to {most}", most=most)
    points = score([match.table[place] for place in action.dice])
    if points is None:
        raise IllegalActionError("action.dice", "these dice can't be partitioned wholly into groups")
    left = len(match.table) - len(action.dice) or DICE  # none left: hot dice
    due = action.timed_out
    return replace(match, table=(), left=left, points=match.points + points, bank_due=due)


def _bank(match: Match) -> Match:
    if match.table:
        raise IllegalActionError("action", "dice of the roll on the table must be kept first")
    if not match.points:
        raise IllegalActionError("action", "there are no points to bank")
    player = match.turn
    total = match.scores[player] + match.points
    banked = (*match.scores[:player], total, *match.scores[player + 1 :])
    match = replace(match, scores=banked, bank_due=False)
    if total >= match.params.target:
        return replace(match, points=0, left=DICE, winner=player)
    return _next_turn(match, player)


def _concede(match: Match, player: int) -> Match:
    match = replace(match, gone=match.gone | {player})
    if len(match.gone) == match.params.players - 1:
        last = next_player(match, player)
        return replace(match, table=(), points=0, left=DICE, winner=last)
    return _next_turn(match, player) if player == match.turn else match


def _next_turn(match: Match, player: int) -> Match:
    return replace(match, turn=next_player(match, player), table=(), points=0, left=DICE)
