"""Who sits at a table, and with what: buy-ins, top-ups, leaving, bots (docs/spec/poker.md, 2 and 3)."""

from __future__ import annotations

import hashlib
import hmac
import re
from typing import Any

from sqlalchemy import insert

from fairseed.commitments.chains import SeatChain
from fairseed.commitments.entries import Seat
from fairseed.derivation import ServerSeed
from fairseed.service import journal
from fairseed.service.problems import Problem
from fairseed.service.store.schema import chains
from fairseed.service.tables import chips, hands, pairs
from fairseed.service.tables.dealt import players_of
from fairseed.service.tables.held import Row, Table
from games.poker import clockwise

_HEAD = re.compile(r"[0-9a-f]{64}")


def sit(
    table: Table, player: str, seat: int | None, buy_in: int, head: str | None, invitation: str | None
) -> int:
    """A player takes a seat, a bot's where there is no empty one; its number. Raises Problem."""
    row = table.row
    if row["state"] != "open" or row["ending"] == "table":
        raise Problem("seat_taken", "table_id", "the table is closed")
    check_invitation(table, player, invitation)
    if (own := table.seat_of(player)) is not None:
        raise Problem("seat_taken", "player", "sits at this table on seat {seat}", seat=own)
    if not row["least_buy_in"] <= buy_in <= row["most_buy_in"]:
        least, most = row["least_buy_in"], row["most_buy_in"]
        raise Problem("limits", "buy_in", "must be from {least} to {most}", least=least, most=most)
    check_head(table, head)
    place = _place(table, seat)
    if place in table.seats:
        _make_room(table, place)
    chips.buy_in(table.service, table.connection, player, table.id, buy_in)
    sitting = {"id": table.service.new_id(), "player": player, "stack": buy_in, "link": head}
    take(table, place, sitting)
    return place


def check_invitation(table: Table, player: str, invitation: str | None) -> None:
    row = table.row
    if row["invitation"] is not None and player != row["host"]:
        told = hashlib.sha256((invitation or "").encode("utf-8", "surrogatepass")).hexdigest()
        if not hmac.compare_digest(told, row["invitation"]):
            raise Problem("forbidden", "invitation", "is needed at a private table")


def check_head(table: Table, head: str | None) -> None:
    """A chain's head where seeds are links, and none where they are plain."""
    chained = table.params["seat_seeds"] == "chain"
    if chained and (head is None or not _HEAD.fullmatch(head)):
        raise Problem("invalid_field", "chain_head", "must be 64 lowercase hexadecimal characters")
    if not chained and head is not None:
        raise Problem("invalid_field", "chain_head", "is not asked for: this table's seeds are plain")


def _place(table: Table, seat: int | None) -> int:
    if seat is None:
        numbers = range(1, table.row["seats"] + 1)
        free = [number for number in numbers if number not in table.seats]
        bots = [number for number, row in table.seats.items() if row["player"] is None]
        # A bot that plays no hand at the moment goes first.
        bots.sort(key=lambda number: (_plays(table, number), -number))
        if not free + bots:
            raise Problem("seat_taken", "table_id", "every seat is taken")
        return (free + bots)[0]
    if not 1 <= seat <= table.row["seats"]:
        raise Problem("invalid_field", "seat", "must be from 1 to {most}", most=table.row["seats"])
    if seat in table.seats and table.seats[seat]["player"] is not None:
        raise Problem("seat_taken", "seat", "is taken")
    return seat


def _make_room(table: Table, seat: int) -> None:
    """A bot gives its seat to a person. The hand that it plays it plays to its end, by its policy."""
    if _plays(table, seat):
        table.drop_seat(seat)
        table.event("leaving", seat=seat)
    else:
        drop(table, seat, "makes room")


def _plays(table: Table, seat: int) -> bool:
    """Whether who sits there was asked into the hand that is in play."""
    if table.running is None:
        return False
    each = players_of(table.running).get(seat)
    return each is not None and each["sitting"] == table.seats[seat]["id"]


def take(table: Table, seat: int, row: dict[str, Any]) -> None:
    table.add_seat(row | {"seat": seat})
    if row["link"] is not None:
        entry = Seat(table_id=table.id, seat=seat, chain_head=row["link"])
        journal.add(table.connection, entry, table.now)
    table.event("seat", seat=seat, stack=row["stack"], **_who(table.seats[seat]))


def _who(row: Row) -> dict[str, str]:
    return {"bot": row["policy"]} if row["player"] is None else {"player": row["player"]}


def leave(table: Table, seat: int) -> int | None:
    """A player gets up; the chips that go along, None where the hand must end first."""
    if seat not in table.seats or table.seats[seat]["player"] is None:
        raise Problem("not_found", "seat", "is not taken by a player")
    if _plays(table, seat):
        if not table.seats[seat]["leaving"]:
            table.set_seat(seat, leaving=1)
            table.event("leaving", seat=seat)
        return None
    return _pay_out(table, seat, "left")


def _pay_out(table: Table, seat: int, why: str) -> int:
    row = table.seats[seat]
    amount = int(row["stack"] + row["adding"])
    if row["player"] is not None:
        chips.leave(table.service, table.connection, row["player"], table.id, amount)
    drop(table, seat, why)
    return amount


def drop(table: Table, seat: int, why: str) -> None:
    row = table.seats[seat]
    table.drop_seat(seat)
    table.event("left", seat=seat, stack=row["stack"] + row["adding"], why=why, **_who(row))


def top_up(table: Table, seat: int, amount: int) -> None:
    """Chips are brought now and added between hands. Raises Problem."""
    if seat not in table.seats or table.seats[seat]["player"] is None:
        raise Problem("not_found", "seat", "is not taken by a player")
    row, most = table.seats[seat], table.row["most_buy_in"]
    if row["leaving"]:
        raise Problem("illegal_action", "seat", "is leaving")
    least, room = 1, most - row["adding"]
    if not _plays(table, seat):
        room -= row["stack"]
        if row["stack"] == 0:
            least = max(1, table.row["least_buy_in"] - row["adding"])
    if not least <= amount <= room:
        rule = "must be from {least} to {most} now"
        raise Problem("limits", "amount", rule, least=least, most=max(room, 0))
    chips.top_up(table.service, table.connection, row["player"], table.id, amount)
    table.set_seat(seat, adding=row["adding"] + amount)
    table.event("top_up", seat=seat, amount=amount)
    if not _plays(table, seat):
        _add(table, seat)


def _add(table: Table, seat: int) -> None:
    """Adds what may be added; what is too much goes back, and all of it where it is too little."""
    row = table.seats[seat]
    added = min(row["adding"], max(0, table.row["most_buy_in"] - row["stack"]))
    if row["stack"] + added < table.row["least_buy_in"] and row["stack"] == 0:
        added = 0
    back = row["adding"] - added
    if back:
        chips.leave(table.service, table.connection, row["player"], table.id, back)
    if row["adding"]:
        stack = row["stack"] + added
        table.set_seat(seat, adding=0, stack=stack, empty_at=None if stack else row["empty_at"])
        table.event("stack", seat=seat, stack=stack, brought=0, back=back, **_who(row))


def between(table: Table) -> None:
    """What is done between two hands: who leaves is paid out, chips are added, bots come and go."""
    closing = table.row["ending"] == "table"
    if closing:
        _share_carried(table)
    for seat in list(table.seats):
        gone = table.gone_at(seat)
        if table.seats[seat]["player"] is None:
            _tidy_bot(table, seat)
        elif closing or table.seats[seat]["leaving"]:
            _pay_out(table, seat, "the table closes" if closing else "left")
        elif gone is not None and gone <= table.now:
            _pay_out(table, seat, "stayed away")
        else:
            _add(table, seat)
    _bots(table, closing)
    people = [seat for seat, row in table.seats.items() if row["player"] is not None]
    if table.row["pair_id"] is not None and (not people or table.row["ending"]):
        pairs.end(table)
    table.row["ending"] = ""
    if closing:
        table.row["state"] = "closed"
        table.event("table_closed")


def _share_carried(table: Table) -> None:
    """Nobody will play for the carried pot any more: people share it, odd chips from the left."""
    people = [seat for seat, row in table.seats.items() if row["player"] is not None]
    if not people:
        return
    order = clockwise(people, table.row["button"] or 9)
    for place, seat in enumerate(order):
        whole, odd = divmod(table.row["pot_carried"], len(order))
        amount, player = whole + (place < odd), table.seats[seat]["player"]
        if amount:
            chips.share(table.service, table.connection, player, table.id, amount)
            table.event("share", seat=seat, player=player, chips=amount)
    table.row["pot_carried"] = 0


def _tidy_bot(table: Table, seat: int) -> None:
    """A bot without chips, or without links for another hand, makes room for another one."""
    row = table.seats[seat]
    used_up = row["chain_id"] is not None and not hands.links_left(table, row["chain_id"])
    if used_up or not row["stack"]:
        drop(table, seat, "is out")


def _bots(table: Table, closing: bool) -> None:
    bots = [seat for seat, row in table.seats.items() if row["player"] is None]
    people = len(table.seats) - len(bots)
    wanted = min(table.row["fill_with_bots"], table.row["seats"] - people)
    wanted = 0 if closing or not people else wanted
    for seat in bots[wanted:]:
        drop(table, seat, "makes room")
    free = [seat for seat in range(1, table.row["seats"] + 1) if seat not in table.seats]
    for seat in free[: max(0, wanted - len(bots))]:
        row = {"id": table.service.new_id(), "policy": table.row["bot_policy"], "link": None}
        row["stack"] = table.row["most_buy_in"] if table.row["game"] == "aof" else _bot_stack(table)
        if table.params["seat_seeds"] == "chain":
            row |= bot_chain(table)
        take(table, seat, row)


def _bot_stack(table: Table) -> int:
    """A hundred big blinds (Turkish: antes), within the table's range."""
    params = table.params
    unit = params.get("big_blind", params["ante"])
    return int(min(max(100 * unit, table.row["least_buy_in"]), table.row["most_buy_in"]))


def bot_chain(table: Table) -> dict[str, Any]:
    """A new chain, sealed under the hash of its secret as seeds are."""
    secret, chain_id = ServerSeed.generate(), table.service.new_id()
    version, sealed = table.service.keys.seal(chain_id, secret)
    row = {"id": chain_id, "server_seed_hash": secret.hash, "sealed": sealed, "key_version": version}
    table.connection.execute(insert(chains).values(row | {"given": 0}))
    return {"chain_id": chain_id, "link": SeatChain(secret.expose(), hands.BOT_LINKS).head}


def dealt_in(table: Table) -> list[int]:
    """Seats for the next hand: with chips, a player who is there, and a link to give. At all-in or fold
    stacks are made exactly ten big blinds first."""
    found = [
        seat
        for seat in table.seats
        if able(table, seat) and (table.row["game"] != "aof" or _exact(table, seat))
    ]
    people = [seat for seat in found if table.seats[seat]["player"] is not None]
    return found if len(found) >= 2 and people else []


def able(table: Table, seat: int) -> bool:
    """Whether a seat can be dealt in: it has chips, and its player is there and gave a link when last asked,
    or was heard of since."""
    row = table.seats[seat]
    away = row["player"] is not None and table.away_at(seat) <= table.now
    missed = row["missed_at"] is not None and row["seen_at"] <= row["missed_at"]
    return bool(row["stack"]) and not (away or missed or row["leaving"])


def _exact(table: Table, seat: int) -> bool:
    row, exact = table.seats[seat], table.row["most_buy_in"]
    change, player = exact - row["stack"], row["player"]
    if change and player is not None:
        try:
            if change > 0:
                chips.top_up(table.service, table.connection, player, table.id, change)
            else:
                chips.leave(table.service, table.connection, player, table.id, -change)
        except Problem:
            return False  # its balance does not cover it
    if change:
        table.set_seat(seat, stack=exact)
        moved = {"brought": max(0, change), "back": max(0, -change)}
        table.event("stack", seat=seat, stack=exact, **moved, **_who(row))
    return True
