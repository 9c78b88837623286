"""How a hand ends: settled or void, and what it leaves behind for the next one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fairseed.commitments.entries import Void
from fairseed.commitments.sealing import seal
from fairseed.records import record_digest
from fairseed.service import journal
from fairseed.service.config import ConfigError
from fairseed.service.core import to_json
from fairseed.service.problems import Problem
from fairseed.service.tables import pairs, records
from fairseed.service.tables.dealt import Dealt, players_of, seed_of
from fairseed.service.tables.held import Made, Table, actions_of, load_hand
from games.poker import clockwise, result

NO_LINKS = "fewer than two seats gave their links"


def settle(table: Table, dealt: Dealt, made: Sequence[Made]) -> None:
    """The hand is finished: chips go to the seats' stacks."""
    found = result(dealt.hand)
    outcome = records.public_outcome(dealt)
    button = dealt.hand.table.button
    close(table, made, state="settled", outcome=outcome, settlement=found.settlement())
    row = table.dealing
    _pay(table, outcome["stacks"], outcome.get("destellos", {}))
    table.row["button"] = button
    table.row["pot_carried"] = outcome.get("pot_carried", 0)
    table.event("end", round_id=row["id"], outcome=outcome, settlement=found.settlement())
    _over(table)


def _pay(table: Table, stacks: dict[str, int], destellos: dict[str, int]) -> None:
    """Stacks after the hand. A bot that gave its seat away meanwhile takes its chips along."""
    for seat, each in players_of(table.dealing).items():
        stack = stacks.get(str(seat), each["stack"])
        if seat not in table.seats or table.seats[seat]["id"] != each["sitting"]:
            table.event("left", seat=seat, stack=stack, why="made room", bot=each["policy"])
        elif str(seat) in stacks:
            table.set_seat(seat, stack=stack, empty_at=None if stack else table.now)
            if str(seat) in destellos:
                table.set_seat(seat, destellos=destellos[str(seat)])


def void(table: Table, reason: str) -> None:
    """The hand does not count: stakes go back, the nonce stays used, the log tells why."""
    row = table.running
    if row is None:
        raise Problem("illegal_action", "round_id", "the hand has ended")
    made = actions_of(table.connection, [row["id"]])[row["id"]]
    if row["state"] == "links":
        staked = dict.fromkeys(players_of(row), 0)
        told = {"placed": _unplaced(table)}
    else:
        told = {}
        hand = Dealt(table.service, row, made).hand
        totals = {player.seat: player.total for player in hand.betting.players}
        staked = dict(sorted(totals.items()))
        table.row["button"] = hand.table.button
    entry = Void(
        server_seed_hash=row["server_seed_hash"], reason=reason, nonce=row["nonce"], round_id=row["id"]
    )
    journal.add(table.connection, entry, table.now)
    chips = {str(seat): count for seat, count in staked.items()}
    settlement = {"staked": chips, "returned": chips}
    close(table, made, state="void", void_reason=reason, settlement=settlement, **told)
    _pay(table, {}, {})
    table.event("void", round_id=row["id"], reason=reason)
    _over(table)


def _unplaced(table: Table) -> dict[str, Any]:
    """The record's `table` of a hand that was void before its deal: all who were asked for a link."""
    row = table.dealing
    asked = players_of(row)
    stacks = {str(seat): each["stack"] for seat, each in asked.items()}
    last = table.row["button"]
    button = min(asked) if last is None else clockwise(asked, last)[0]
    return placed(table, row, button, stacks)


def placed(table: Table, row: dict[str, Any], button: int, stacks: dict[str, int]) -> dict[str, Any]:
    """The record's member `table` for these dealt-in seats."""
    asked = players_of(row)
    told: dict[str, Any] = {
        "table_id": table.id,
        "hand": row["number"],
        "button": button,
        "stacks": stacks,
    }
    bots = {seat: asked[int(seat)]["policy"] for seat in stacks if asked[int(seat)]["policy"] is not None}
    if bots:
        told["bots"] = bots
    if row["game"] == "naiko":
        told["destellos"] = {seat: asked[int(seat)]["destellos"] for seat in stacks}
    if row["game"] == "turkish":
        told["pot_carried"] = table.row["pot_carried"]
    return told


def close(table: Table, made: Sequence[Made], **changes: Any) -> None:
    """The hand's row is written for good, with the digest of its record."""
    row = table.dealing
    texts = {name: to_json(value) if isinstance(value, dict) else value for name, value in changes.items()}
    if table.reveal == "auditor":
        key = table.service.auditor_key
        if key is None:
            raise ConfigError("auditor_key", "is not set, and a table needs it")
        texts["sealed_server_seed"] = seal(seed_of(table.service, row), key)
    texts["digest"] = record_digest(records.digested(row | texts, made))
    table.set_hand(**texts)


def _over(table: Table) -> None:
    pairs.hand_is_over(table)
    table.row["paused"] = None
    table.row["clock_at"] = table.after(table.service.settings.between_seconds)
    table.hand = load_hand(table.connection, table.dealing["id"])
