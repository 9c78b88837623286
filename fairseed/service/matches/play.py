"""A match from its antes to its end: links, start, actions of people and bots, clocks, absence."""

from __future__ import annotations

import json
from typing import Any, Final

from fairseed.commitments.entries import Void
from fairseed.commitments.receipts import round_body, sign_receipt
from fairseed.service import journal, ledger
from fairseed.service.core import to_json
from fairseed.service.matches.dealt import replayed
from fairseed.service.matches.lobby import ruleset_of
from fairseed.service.offers import refusal
from fairseed.service.problems import Problem
from fairseed.service.tables import ends, hands, pairs, records, seating
from fairseed.service.tables.actions import store
from fairseed.service.tables.dealt import client_seeds, players_of
from fairseed.service.tables.held import Made, Row, Table, actions_of, load_hand
from games import GameError
from games import tavern_dice as dice
from games.tavern_dice.actions import Concede
from games.tavern_dice.bots import bot_action

NO_LINKS: Final = "not every player gave a link"


# Before the first roll


def begin(table: Table) -> None:
    """Every place is taken: the antes are taken, and the links are asked for. Who can't pay makes room.
    PoolEmptyError."""
    people = {seat: row["player"] for seat, row in table.seats.items() if row["player"] is not None}
    ante, kept = table.params["ante"], ledger.kept(table.service)
    # Balances are locked in the order of names, as nobody else holds more than one.
    have = {name: ledger.held(table.connection, name) for name in sorted(people.values())} if kept else {}
    poor = [seat for seat, name in people.items() if kept and have[name] < ante]
    if poor:
        for seat in poor:
            seating.drop(table, seat, "has too few chips")
        table.row["clock_at"] = None
        return
    hands.promise(table, sorted(table.seats), table.params, ruleset_of(table.params))
    for name in sorted(people.values()):
        _move(table, name, "stake", -ante)
    if len(json.loads(table.dealing["given"])) == len(table.seats):
        start(table)


def _move(table: Table, player: str, kind: str, amount: int) -> None:
    if ledger.kept(table.service) and amount:
        ledger.post(table.service, table.connection, player, kind, amount, round_id=table.dealing["id"])


def start(table: Table) -> None:
    """All links are there, or the time for them has come: the match starts, or the antes go back."""
    row = table.dealing
    asked, given = players_of(row), client_seeds(row)
    if len(given) < len(asked):
        void(table, NO_LINKS, closed=False)
        for seat in asked:
            if str(seat) not in given and seat in table.seats:
                seating.drop(table, seat, "gave no link")
        return
    table.set_hand(placed=to_json(_placed(row)), state="open")
    body = round_body(records.base(row), table.now)
    table.set_hand(receipt=to_json(sign_receipt(table.service.keys.receipt_key, body)))
    for seat, seated in table.seats.items():
        if seated["player"] is not None:
            table.set_seat(seat, seen_at=table.now)
    table.event("start", round_id=row["id"], client_seeds=given)
    Played(table).go_on(asked_now=True)


def _placed(row: Row) -> dict[str, Any]:
    """The record's member `table`; nothing where no bot plays."""
    bots = {str(seat): each["policy"] for seat, each in players_of(row).items() if each["policy"]}
    return {"bots": bots} if bots else {}


# Actions


class Played:
    """A match in play under the lock of its row."""

    def __init__(self, table: Table) -> None:
        row = table.dealing
        self.table = table
        self.made: list[Made] = actions_of(table.connection, [row["id"]])[row["id"]]
        self.match = replayed(table.service, row, self.made)
        self.bots = {seat: each["policy"] for seat, each in players_of(row).items() if each["policy"]}

    def add(self, action: dice.Action) -> None:
        """Stores an action with its receipt. GameError where it is not legal."""
        self.match = dice.act(self.match, action)
        raw = dice.action_dict(action)
        store(self.table, self.made, raw, raw)
        if isinstance(action, Concede) and action.player in self.table.seats:
            self.table.set_seat(action.player, leaving=1)

    def act(self, action: dice.Action) -> None:
        """An action out of turn leaves the clock of who has the turn as it is."""
        in_turn = action.player == self.match.turn
        self.add(action)
        self.go_on(asked_now=in_turn)

    def go_on(self, *, asked_now: bool) -> None:
        """Bots act until a person is asked or the match is over."""
        while not dice.finished(self.match) and self.match.turn in self.bots:
            self.add(dice.read_action(bot_action(self.match, self.bots[self.match.turn])))
            asked_now = True
        if dice.finished(self.match):
            _settle(self.table, self.match, self.made)
        elif asked_now:
            self.table.row["clock_at"] = self.table.after(self.table.params["decision_seconds"])


def act(table: Table, seat: int, action: dict[str, Any], expected: int, round_id: str | None) -> None:
    """One action of a person's. Raises Problem."""
    row = _open(table)
    if "timeout" in action:
        raise Problem("unknown_field", "timeout", "is not an action of the player's")
    if round_id not in (None, row["id"]):
        raise Problem("stale_action", "round_id", "another match is being played")
    played = Played(table)
    if expected != len(played.made):
        rule = "the match has {count} actions"
        raise Problem("stale_action", "expected_actions", rule, count=len(played.made))
    try:
        played.act(dice.read_action({"player": seat} | action))
    except GameError as error:
        raise refusal(error) from error


def concede(table: Table, seat: int, *, away: bool = False) -> None:
    """A player leaves; `away`: was gone for too long. Raises Problem."""
    _open(table)
    action = {"player": seat, "type": "concede"} | ({"timeout": True} if away else {})
    try:
        Played(table).act(dice.read_action(action))
    except GameError as error:
        raise refusal(error) from error


def _open(table: Table) -> Row:
    row = table.running
    if row is None or row["state"] != "open":
        raise Problem("illegal_action", "action", "no match is being played")
    return row


def time_out(table: Table) -> None:
    """The time of who has the turn has run out."""
    played = Played(table)
    *first, last = dice.absent(played.match)
    for action in first:
        played.add(action)
    played.act(last)


# The end


def _settle(table: Table, match: dice.Match, made: list[Made]) -> None:
    found, row = dice.result(match), table.dealing
    settlement = found.settlement()
    ends.close(table, made, state="settled", outcome=found.outcome, settlement=settlement)
    winner = players_of(row)[match.winner or 0]["player"]
    if winner is not None:
        _move(table, winner, "payout", found.returned[match.winner or 0])
    table.event("end", round_id=row["id"], outcome=found.outcome, settlement=settlement)
    _over(table, closed=True)


def void(table: Table, reason: str, *, closed: bool = True) -> None:
    """The match does not count: every ante goes back, the nonce stays used, the log tells why. Unless it is
    `closed`, who is still there may play another."""
    row = table.running
    if row is None:
        raise Problem("illegal_action", "round_id", "the match has ended")
    made = actions_of(table.connection, [row["id"]])[row["id"]]
    place = {"server_seed_hash": row["server_seed_hash"], "nonce": row["nonce"]}
    entry = Void(**place, reason=reason, round_id=row["id"])
    journal.add(table.connection, entry, table.now)
    antes = {str(seat): table.params["ante"] for seat in sorted(players_of(row))}
    settlement = {"staked": antes, "returned": antes}
    ends.close(
        table, made, state="void", void_reason=reason, settlement=settlement, placed=to_json(_placed(row))
    )
    for name in sorted(each["player"] for each in players_of(row).values() if each["player"]):
        _move(table, name, "refund", table.params["ante"])
    table.event("void", round_id=row["id"], reason=reason)
    _over(table, closed=closed)


def _over(table: Table, *, closed: bool) -> None:
    """The seed is revealed at once; a match that was played is closed."""
    pairs.hand_is_over(table)
    table.row["clock_at"] = None
    table.hand = load_hand(table.connection, table.dealing["id"])
    if closed:
        close(table)


def close(table: Table) -> None:
    table.row |= {"state": "closed", "clock_at": None}
    table.event("match_closed")


# Clocks


def due(table: Table) -> None:
    """One thing that is due. PoolEmptyError."""
    clock, running = table.row["clock_at"], table.running
    rings = clock is not None and clock <= table.now
    away = [seat for seat in table.seats if (gone := table.conceded_at(seat)) and gone <= table.now]
    if running is not None and running["state"] == "links":
        start(table)
    elif away and running is None:
        for seat in away:
            seating.drop(table, seat, "is away")
        table.row["clock_at"] = None
    elif away:
        concede(table, away[0], away=True)
    elif rings and running is not None:
        time_out(table)
    elif rings:
        begin(table)
