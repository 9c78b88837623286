"""Actions at a table: people's, also those chosen before the turn, bots', and those that the service makes
when a clock has run out."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from typing import Any

from fairseed.service.offers import refusal
from fairseed.service.problems import Problem
from fairseed.service.tables import chosen, ends
from fairseed.service.tables.actions import store
from fairseed.service.tables.dealt import Dealt, seat_in
from fairseed.service.tables.held import Made, Table, actions_of
from games import GameError
from games.poker import absent, action_dict, check_whole, finished
from games.poker.actions import Action, Anchor, Decline, Peek, Shield, Swap
from games.poker.bots import bot_action
from games.poker.views import told


class Played:
    """A hand in play under the table's lock."""

    def __init__(self, table: Table) -> None:
        row = table.dealing
        self.table = table
        self.row = row
        self.made: list[Made] = actions_of(table.connection, [row["id"]])[row["id"]]
        self.dealt = Dealt(table.service, row, self.made)
        table.folded = (self.dealt, self.made)

    def add(self, action: Action) -> None:
        """Stores an action with its receipt. GameError where it is not legal."""
        table = self.table
        self.dealt.play(action)
        store(table, self.made, action_dict(action), told(action, None))
        chosen.drop_changed(table, self.dealt.hand)

    def go_on(self, last: Action | None = None) -> None:
        """Bots act, and people by what they chose before, until a person is asked or the hand is over.
        `last`: the action made just now."""
        while (made := self._unasked()) is not None:
            last = made
            self._clock(last)
        if finished(self.dealt.hand):
            ends.settle(self.table, self.dealt, self.made)
        elif last is None:
            self._ask(self.table.params["decision_seconds"])

    def _unasked(self) -> Action | None:
        """Makes the action of a seat that need not be asked; None where it must be, or at the end."""
        hand = self.dealt.hand
        if finished(hand):
            return None
        policy = hand.table.bots.get(hand.seat or 0)
        if policy is not None:
            return self._make(self.dealt.variant.read_action(bot_action(hand, self.dealt.actions, policy)))
        for raw in chosen.due(self.table, hand):
            with suppress(GameError):
                return self._make(self.dealt.variant.read_action(raw))
        return None

    def _make(self, action: Action) -> Action:
        self._pause(action)
        self.add(action)
        return action

    def act(self, action: Action) -> None:
        self._make(action)
        self._clock(action)
        self.go_on(action)

    def act_or_else(self, action: Action, otherwise: str | None) -> None:
        """The other action in the place of one that is not legal. GameError."""
        try:
            self.act(action)
        except GameError:
            if otherwise is None:
                raise
            self.act(self.dealt.variant.read_action({"seat": action.seat, "type": otherwise}))

    def _pause(self, action: Action) -> None:
        """What is left of the clock of a seat that anchors: it stands still while the target answers."""
        clock = self.table.row["clock_at"]
        if isinstance(action, Anchor) and clock is not None:
            self.table.row["paused"] = max(0, _seconds(clock) - _seconds(self.table.now))

    def _clock(self, action: Action) -> None:
        """A turn lasts from being asked to the poker action: a power does not begin it anew."""
        hand, table = self.dealt.hand, self.table
        if finished(hand):
            return
        if hand.powers is not None and hand.powers.window is not None:
            self._ask(table.params["shield_seconds"])
        elif table.row["paused"] is not None and not isinstance(action, Anchor):
            self._ask(table.row["paused"])
            table.row["paused"] = None
        elif isinstance(action, Peek | Swap | Anchor):
            table.row["paused"] = None
        else:
            self._ask(table.params["decision_seconds"])

    def _ask(self, seconds: int) -> None:
        self.table.row["clock_at"] = self.table.after(seconds)


def _seconds(moment: str) -> int:
    return int(datetime.fromisoformat(moment).timestamp())


def seat_of(table: Table, player: str) -> int:
    """The seat that a player has in the hand in play. Raises Problem."""
    row = table.running
    seat = None if row is None else seat_in(row, player)
    if row is None or row["state"] != "open":
        raise Problem("illegal_action", "action", "no hand is being played")
    if seat is None:
        raise Problem("illegal_action", "player", "is not in this hand")
    return seat


def act(
    table: Table,
    seat: int,
    action: dict[str, Any],
    expected: int,
    round_id: str | None,
    *,
    on_turn: bool = False,
    otherwise: str | None = None,
) -> None:
    """One action of a person's; with `on_turn` it may come before the turn. Raises Problem."""
    row = table.running
    if row is None or row["state"] != "open":
        raise Problem("illegal_action", "action", "no hand is being played")
    if "timeout" in action:
        raise Problem("unknown_field", "timeout", "is not an action of the player's")
    played = Played(table)
    if round_id not in (None, row["id"]):
        raise Problem("stale_action", "round_id", "another hand is being played")
    if expected != len(played.made):
        rule = "the hand has {count} actions"
        raise Problem("stale_action", "expected_actions", rule, count=len(played.made))
    try:
        read = played.dealt.variant.read_action({"seat": seat} | action)
        check_whole(read, "action")
        if on_turn:
            chosen.check(read, otherwise)
        if on_turn and seat != played.dealt.hand.seat:
            chosen.keep(table, played.dealt.hand, read, otherwise)
        else:
            if not isinstance(read, Shield | Decline):  # an answer is no turn
                chosen.take_back(table, seat)
            played.act_or_else(read, otherwise)
    except GameError as error:
        raise refusal(error) from error


def time_out(table: Table) -> None:
    """The clock of the seat that is asked has run out."""
    played = Played(table)
    index = played.dealt.hand.turn
    if index is not None:
        played.act(absent(played.dealt.hand, index))
