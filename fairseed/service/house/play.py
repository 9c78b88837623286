"""A public table from the first ANTE to the end of its rounds: seats, the timer, links, decisions, clocks."""

from __future__ import annotations

import json
from typing import Any, Final

from fairseed.commitments.entries import Void
from fairseed.commitments.receipts import round_body, sign_receipt
from fairseed.service import journal, ledger
from fairseed.service.core import to_json
from fairseed.service.house.lobby import offer_of, round_params
from fairseed.service.house.records import antes_of, player_at, replayed, seats_of, told_action
from fairseed.service.offers import refusal
from fairseed.service.problems import Problem
from fairseed.service.tables import ends, hands, pairs, records, seating
from fairseed.service.tables.actions import store
from fairseed.service.tables.dealt import client_seeds, players_of
from fairseed.service.tables.held import Made, Row, Table, actions_of, load_hand
from games import GameError
from games.house_poker import FIVE_CARD_POKER, HouseBet

NO_LINKS: Final = "no player gave a link and had the chips"
READY: Final = "deal"

# Seats


def sit(table: Table, player: str, seat: int | None, head: str | None, invitation: str | None) -> int:
    """A player takes a free seat; its number. Raises Problem."""
    if table.row["state"] != "open":
        raise Problem("seat_taken", "table_id", "the table is closed")
    seating.check_invitation(table, player, invitation)
    seating.check_head(table, head)
    if (own := table.seat_of(player)) is not None:
        raise Problem("seat_taken", "player", "sits at this table on seat {seat}", seat=own)
    if seat is not None and not 0 <= seat < table.row["seats"]:
        raise Problem("invalid_field", "seat", "must be from 0 to {most}", most=table.row["seats"] - 1)
    free = [number for number in range(table.row["seats"]) if number not in table.seats]
    if not free or (seat is not None and seat not in free):
        raise Problem("seat_taken", "seat", "is taken")
    place = free[0] if seat is None else seat
    seating.take(table, place, {"id": table.service.new_id(), "player": player, "stack": 0, "link": head})
    return place


def leave(table: Table, seat: int) -> bool:
    """A player gets up; False where the round must end first."""
    if _plays(table, seat):
        if not table.seats[seat]["leaving"]:
            table.set_seat(seat, leaving=1)
            table.event("leaving", seat=seat)
        return False
    seating.drop(table, seat, "left")
    _timer(table)
    return True


def _plays(table: Table, seat: int) -> bool:
    row = table.running
    return row is not None and seat in seats_of(row)


# Before the deal


def put_ante(table: Table, seat: int, ante: int) -> None:
    """An ANTE lies on the box of a seat, 0: none any more. The first one starts the timer. Raises Problem."""
    _between(table)
    limits = table.params
    if ante:
        if not limits["min_ante"] <= ante <= limits["max_ante"]:
            least, most = limits["min_ante"], limits["max_ante"]
            raise Problem("limits", "ante", "must be from {least} to {most}", least=least, most=most)
        if ante % 2:
            raise Problem("invalid_field", "ante", "must be even")
        _check_covered(table, seat, ante)
    table.set_seat(seat, stack=ante, chosen=None)
    table.event("ante", seat=seat, ante=ante)
    _timer(table)


def _check_covered(table: Table, seat: int, ante: int) -> None:
    """The balance covers the ANTE, and an exchange and BET beside it. Problem."""
    need = ante + FIVE_CARD_POKER.needed(HouseBet([ante]))
    if ledger.kept(table.service):
        have = ledger.held(table.connection, table.seats[seat]["player"])
        if have < need:
            rule = "has {have} chips, {need} are needed"
            raise Problem("insufficient_chips", "player", rule, have=have, need=need)


def _between(table: Table) -> None:
    if table.running is not None:
        raise Problem("illegal_action", "table_id", "a round is being played")
    if table.row["state"] != "open":
        raise Problem("illegal_action", "table_id", "the table is closed")


def _timer(table: Table) -> None:
    """It runs from the first ANTE on, and stops where none is left."""
    if table.running is not None:
        return
    if not any(row["stack"] for row in table.seats.values()):
        table.row["clock_at"] = None
    elif table.row["clock_at"] is None:
        table.row["clock_at"] = table.after(table.params["deal_seconds"])


def ready(table: Table, seat: int) -> None:
    """ "Play": once everybody seated has pressed it, the cards are dealt at once. Raises Problem."""
    _between(table)
    if not table.seats[seat]["stack"]:
        raise Problem("illegal_action", "ante", "an ante comes before play")
    table.set_seat(seat, chosen=READY)
    table.event("ready", seat=seat)
    if all(row["chosen"] is not None for row in table.seats.values()):
        table.row["clock_at"] = table.after(0)


def _begin(table: Table) -> None:
    """The timer has run out, or everybody pressed "play": links are asked of the seats with an ANTE.
    PoolEmptyError."""
    dealt_in = [seat for seat, row in table.seats.items() if row["stack"]]
    table.row["clock_at"] = None
    if not dealt_in:
        return
    offer = offer_of(table.service, table.params["room"])
    hands.promise(table, dealt_in, round_params(table.params, len(dealt_in)), str(offer.digest))


def start(table: Table) -> None:
    """All links are there, or the time for them has come. Who gave none, or can't pay, sits the round out."""
    row = table.dealing
    asked, given = players_of(row), client_seeds(row)
    seats = sorted(int(seat) for seat in given)
    if ledger.kept(table.service):
        # Balances are locked in the order of names, as nobody else holds more than one.
        have = {
            seat: ledger.held(table.connection, asked[seat]["player"])
            for seat in sorted(seats, key=lambda seat: str(asked[seat]["player"]))
        }
        needed = {seat: FIVE_CARD_POKER.needed(HouseBet([asked[seat]["stack"]])) for seat in seats}
        seats = [seat for seat in seats if have[seat] >= asked[seat]["stack"] + needed[seat]]
    if not seats:
        void(table, NO_LINKS)
        return
    table.set_hand(
        placed=to_json(_placed(row, seats)),
        params=to_json(round_params(table.params, len(seats))),
        state="open",
    )
    for seat in sorted(seats, key=lambda seat: str(asked[seat]["player"])):
        _move(table, asked[seat]["player"], "stake", -asked[seat]["stack"])
    for seat in table.seats:
        table.set_seat(seat, stack=0, chosen=None)
    body = round_body(records.base(row), table.now)
    table.set_hand(receipt=to_json(sign_receipt(table.service.keys.receipt_key, body)))
    seeds_by_seat = {str(seat): given[str(seat)] for seat in seats}
    table.event("deal", round_id=row["id"], seats=seats, client_seeds=seeds_by_seat)
    table.row["clock_at"] = table.after(table.params["decision_seconds"])


def _placed(row: Row, seats: list[int]) -> dict[str, Any]:
    """The record's member `table`: player i sits on the i-th of `seats`."""
    return {"table_id": row["table_id"], "hand": row["number"], "seats": seats}


def _move(table: Table, player: str, kind: str, amount: int, detail: str = "") -> None:
    if ledger.kept(table.service) and amount:
        round_id = table.dealing["id"]
        ledger.post(table.service, table.connection, player, kind, amount, detail, round_id=round_id)


# Decisions


def act(table: Table, seat: int, action: dict[str, Any], expected: int, round_id: str | None) -> None:
    """One action of a player's. Raises Problem."""
    row = table.running
    if row is None or row["state"] != "open":
        raise Problem("illegal_action", "action", "no round is being played")
    if "timeout" in action:
        raise Problem("unknown_field", "timeout", "is not an action of the player's")
    if round_id not in (None, row["id"]):
        raise Problem("stale_action", "round_id", "another round is being played")
    made = actions_of(table.connection, [row["id"]])[row["id"]]
    if expected != len(made):
        raise Problem("stale_action", "expected_actions", "the round has {count} actions", count=len(made))
    player = player_at(row, seat)
    if player is None:
        raise Problem("illegal_action", "action", "this seat sits the round out")
    box = action.get("box", player)
    if type(box) is not int or box != player:  # true is no 1
        raise Problem("invalid_field", "box", "is not the player's, which is {box}", box=player)
    _add(table, made, action | {"box": player})


def _add(table: Table, made: list[Made], raw: dict[str, Any]) -> None:
    """Stores an action with what it stakes, and settles the round that it ends. Raises Problem."""
    row = table.dealing
    before = replayed(table.service, row, made)
    try:
        read = FIVE_CARD_POKER.read_action(raw)
        after = FIVE_CARD_POKER.act(before, read)
    except GameError as error:
        raise refusal(error) from error
    written = FIVE_CARD_POKER.action_dict(read)
    box = written["box"]
    name = players_of(row)[seats_of(row)[box]]["player"]
    _move(table, name, "stake", before.boxes[box].staked - after.boxes[box].staked, written["type"])
    store(table, made, written, told_action(written, None))
    if FIVE_CARD_POKER.finished(after):
        _settle(table, after, made)
    else:
        table.row["clock_at"] = table.after(table.params["decision_seconds"])


def _time_out(table: Table) -> None:
    """The time of the box whose turn it is has run out: it folds."""
    row = table.dealing
    made = actions_of(table.connection, [row["id"]])[row["id"]]
    _add(table, made, FIVE_CARD_POKER.absent(replayed(table.service, row, made)))


# The end


def _settle(table: Table, state: Any, made: list[Made]) -> None:
    found, row = FIVE_CARD_POKER.result(state), table.dealing
    settlement = found.settlement()
    ends.close(table, made, state="settled", outcome=found.outcome, settlement=settlement)
    asked, seats = players_of(row), seats_of(row)
    winners = {asked[seat]["player"]: settlement["returned"][str(i)] for i, seat in enumerate(seats)}
    for name in sorted(winners):
        _move(table, name, "payout", winners[name])
    table.event("end", round_id=row["id"], outcome=found.outcome, settlement=settlement)
    _over(table)


def void(table: Table, reason: str) -> None:
    """The round does not count: what was staked goes back, the nonce stays used, the log tells why."""
    row = table.running
    if row is None:
        raise Problem("illegal_action", "round_id", "the round has ended")
    made = actions_of(table.connection, [row["id"]])[row["id"]]
    seats, told = seats_of(row), {}
    staked = dict(enumerate(antes_of(row)))
    if row["state"] == "open":
        staked = {i: box.staked for i, box in enumerate(replayed(table.service, row, made).boxes)}
        for name, chips in sorted(
            (players_of(row)[seat]["player"], staked[i]) for i, seat in enumerate(seats)
        ):
            _move(table, name, "refund", chips)
    else:
        told = {"placed": to_json(_placed(row, seats))}
    place = {"server_seed_hash": row["server_seed_hash"], "nonce": row["nonce"]}
    journal.add(table.connection, Void(**place, reason=reason, round_id=row["id"]), table.now)
    chips_ = {str(player): chips for player, chips in staked.items()}
    settlement = {"staked": chips_, "returned": chips_}
    ends.close(table, made, state="void", void_reason=reason, settlement=settlement, **told)
    for seat in table.seats:
        table.set_seat(seat, stack=0, chosen=None)
    table.event("void", round_id=row["id"], reason=reason)
    _over(table)


def _over(table: Table) -> None:
    """The seed is revealed at once; who wanted to get up does."""
    pairs.hand_is_over(table)
    table.hand = load_hand(table.connection, table.dealing["id"])
    table.row["clock_at"] = None
    for seat in [seat for seat, row in table.seats.items() if row["leaving"]]:
        seating.drop(table, seat, "left")


def close(table: Table) -> None:
    """No round is played here any more. Raises Problem."""
    _between(table)
    for seat in list(table.seats):
        seating.drop(table, seat, "closed")
    table.row |= {"state": "closed", "clock_at": None}
    table.event("table_closed")


# Clocks


def due(table: Table) -> None:
    """One thing that is due. PoolEmptyError."""
    running, clock = table.running, table.row["clock_at"]
    if running is not None and running["state"] == "links":
        start(table)
    elif running is not None:
        _time_out(table)
    elif clock is not None and clock <= table.now:
        _begin(table)
    else:
        for seat in [seat for seat in table.seats if (gone := table.gone_at(seat)) and gone <= table.now]:
            seating.drop(table, seat, "is away")
        _timer(table)


def asked_for_links(table: Table) -> list[int]:
    """Seats whose link is still missing."""
    row = table.running
    if row is None or row["state"] != "links":
        return []
    return sorted(set(players_of(row)) - {int(seat) for seat in json.loads(row["given"])})
