"""Records of hands: whole once their seed is revealed, before that as everybody or one seat may see them.

A view is built up from what its viewer may see. A receipt names the digest of the one before it, from
which cards that were given away could be found by trying: a seat gets no receipt behind another
seat's hidden cards before the reveal.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, or_, select

from fairseed.derivation import SCHEME
from fairseed.records import ROUND_TYPE
from fairseed.service import journal, seeds
from fairseed.service.core import Service, to_json
from fairseed.service.house import records as house
from fairseed.service.matches import records as matches
from fairseed.service.problems import Problem
from fairseed.service.store import listed
from fairseed.service.store.schema import hands, pairs
from fairseed.service.tables.dealt import Dealt, client_seeds, seat_in
from fairseed.service.tables.held import HAND, Made, Row, actions_of, barred, kind_of, load_hand
from games.poker import VARIANTS, action_dict, result, shown_seats
from games.poker.views import legal, told, view
from games.tavern_dice import NAME as TAVERN_DICE

PAGE = 100


def base(row: Row) -> dict[str, Any]:
    """What everybody knows of a hand from its promise on, its deal or its end: no action, no card."""
    seeds_: dict[str, Any] = {"scheme": SCHEME, "server_seed_hash": row["server_seed_hash"]}
    if row["server_seed"] is not None:
        seeds_["server_seed"] = row["server_seed"]
    asked = json.loads(row["asked"])
    # Before the deal nobody's seed is shown.
    known = client_seeds(row) if row["placed"] is not None else {}
    seeds_["client_seeds"] = known
    params = json.loads(row["params"])
    if kind_of(row["game"]) == "house":
        seeds_ |= house.seeds(row)
    elif params["seat_seeds"] == "chain":
        seeds_["chain_heads"] = {seat: asked[seat]["link"] for seat in known}
    record: dict[str, Any] = {
        "type": ROUND_TYPE,
        "round_id": row["id"],
        "game": row["game"],
        "params": params,
        "seeds": seeds_ | {"nonce": row["nonce"]},
        "actions": [],
    }
    if kind_of(row["game"]) == "house":
        record |= house.bet(row)
    elif row["game"] != TAVERN_DICE:
        record |= {"table": {"table_id": row["table_id"], "hand": row["number"]}}
        record |= {"deck_root": row["deck_root"]}
    if row["placed"] not in (None, "{}"):  # a match without bots has no member `table`
        record["table"] = json.loads(row["placed"])
    if row["settlement"] is not None:
        record["settlement"] = json.loads(row["settlement"])
    if row["void_reason"] is not None:
        record["void"] = {"reason": row["void_reason"]}
    if row["sealed_server_seed"] is not None:
        record["sealed_server_seed"] = row["sealed_server_seed"]
    record["ruleset"] = row["ruleset"]
    if row["receipt"] is not None:
        record["receipt"] = json.loads(row["receipt"])
    return record


def digested(row: Row, made: Sequence[Made]) -> dict[str, Any]:
    """The record that the digest is taken of: what stays true for everybody who will ever read it."""
    record = base(row)
    record["actions"] = [action for action, _ in made]
    if record["params"].get("reveal") == "auditor" and row["receipt"] is not None:
        record["actions"] = _public_actions(row, made)
    return record


def _public_actions(row: Row, made: Sequence[Made]) -> list[dict[str, Any]]:
    variant = VARIANTS[row["game"]]
    return [told(variant.read_action(action), None) for action, _ in made]


def whole(row: Row, made: Sequence[Made]) -> dict[str, Any]:
    """The record of a hand that is over and whose seed is revealed."""
    record = base(row)
    if row["game"] == TAVERN_DICE:
        return record | matches.played(None, row, made, None)
    if kind_of(row["game"]) == "house":
        return record | house.whole(row, made)
    record["actions"] = [action for action, _ in made]
    if row["state"] == "settled":
        dealt = Dealt(None, row, made)
        record["outcome"] = result(dealt.hand).outcome
        record["opened"] = dealt.opened(None)
    if made:
        record["action_receipts"] = [json.loads(receipt) for _, receipt in made]
    return record


def public_outcome(dealt: Dealt) -> dict[str, Any]:
    """Of a hand that is over, what everybody saw: no hand that was not shown, no card given away."""
    outcome = result(dealt.hand).outcome
    shown = {str(seat) for seat in shown_seats(dealt.hand)}
    seen = {name: value for name, value in outcome.items() if name not in ("hole", "drawn")}
    seen["hole"] = {seat: cards for seat, cards in outcome["hole"].items() if seat in shown}
    if "drawn" in outcome:
        seen["drawn"] = {seat: len(cards) for seat, cards in outcome["drawn"].items()}
    return seen


def seen(
    service: Service, row: Row, made: Sequence[Made], viewer: int | None, dealt: Dealt | None = None
) -> dict[str, Any]:
    """A hand as seat `viewer` sees it, None: as everybody does. `dealt`: the hand behind these actions."""
    if row["server_seed"] is not None:
        return whole(row, made)
    record = base(row) | {"state": row["state"], "legal": [], "shown": {}}
    if row["receipt"] is None:  # not dealt, or void before the deal
        return record
    if row["game"] == TAVERN_DICE:
        return record | matches.played(service, row, made, viewer)
    if kind_of(row["game"]) == "house":
        return record | house.played(service, row, made, viewer)
    dealt = dealt or Dealt(service, row, made)
    hand = dealt.hand
    record["actions"] = [told(action, viewer) for action in dealt.actions]
    if row["state"] == "void":
        return record | _receipts(dealt, made, viewer)
    record["opened"] = dealt.opened(viewer)
    shown = view(hand, dealt.actions, viewer)
    kept = ("button", "seats", "pot", "board", "hole", "turn", "carousel", "destellos", "peeked", "opened_by")
    record["shown"] = {name: shown[name] for name in kept if name in shown}
    if row["state"] == "open" and viewer is not None and viewer == hand.seat:
        record["legal"] = legal(hand)
    if row["outcome"] is not None:
        record["outcome"] = json.loads(row["outcome"])
        if viewer in hand.seats:
            record["outcome"]["hole"][str(viewer)] = hand.cards(hand.seats.index(viewer))
    return record | _receipts(dealt, made, viewer)


def _receipts(dealt: Dealt, made: Sequence[Made], viewer: int | None) -> dict[str, Any]:
    """All receipts of a hand without hidden cards given away; else the viewer's own before another seat's."""
    hidden = [told(action, viewer) != action_dict(action) for action in dealt.actions]
    if made and not any(hidden):
        return {"action_receipts": [json.loads(receipt) for _, receipt in made]}
    until = hidden.index(True) if True in hidden else 0
    own = [
        json.loads(receipt)
        for action, (_, receipt) in zip(dealt.actions[:until], made[:until], strict=True)
        if action.seat == viewer
    ]
    return {"receipts": own} if own else {}


def proven(connection: Connection, row: Row, prover: journal.Prover) -> dict[str, Any] | None:
    """The record's `commitment`, once the promise is under a published checkpoint: all its parts."""
    promise = prover.by_id(row["commit_entry"], seeds.batch_place(row["batch_index"], row["batch_proof"]))
    return None if promise is None else promise | seeds.proofs(prover, subjects(connection, row))


def subjects(connection: Connection, row: Row) -> dict[str, str]:
    """The entries that a hand's record shows beside the promise: what the log knows them by."""
    place = f"{row['server_seed_hash']}:{row['nonce']}"
    found = {
        "activate": row["server_seed_hash"],
        "ruleset": f"{row['game']}:{row['ruleset']}",
    }
    if row["deck_root"]:
        found["deck"] = place
    if row["receipt"] is not None:
        found["receipt_key"] = str(seeds.receipt_vkey(connection, row["receipt"]))
    if row["void_reason"] is not None:
        found["void"] = place
    return found


def one(service: Service, connection: Connection, row: Row, player: str | None) -> dict[str, Any]:
    """A hand for a player who was in it, for others as everybody may see it; with its proofs once over."""
    made = actions_of(connection, [row["id"]])[row["id"]]
    record = seen(service, row, made, seat_in(row, player))
    if row["digest"] is None:
        return record
    commitment = proven(connection, row, journal.Prover(connection))
    return record if commitment is None else record | {"commitment": commitment}


def revealed(connection: Connection, hand_id: str) -> bool:
    row = load_hand(connection, hand_id)
    return row is not None and row["server_seed"] is not None


def page(
    service: Service,
    connection: Connection,
    table_id: str,
    player: str | None,
    limit: int,
    cursor: str | None,
    *,
    newest: bool = False,
) -> dict[str, Any]:
    """Hands of a table that are over, in their order or the newest first, `limit` of them behind `cursor`.
    Of a private table others than its host and who sits there get those that are public, and their own."""
    query = HAND.where(hands.c.table_id == table_id, hands.c.digest.is_not(None))
    if player is not None and barred(connection, table_id, player):
        # By letters as they are: LIKE would take capitals for small ones on SQLite.
        own = hands.c.asked.regexp_match(re.escape(to_json({"player": player})[1:-1]))
        query = query.where(or_(pairs.c.server_seed.is_not(None), own))
    query = listed(query, hands.c.id, cursor, newest=newest).limit(limit + 1)
    rows = [dict(row._mapping) for row in connection.execute(query)]
    made = actions_of(connection, [row["id"] for row in rows[:limit]])
    items = [seen(service, row, made[row["id"]], seat_in(row, player)) for row in rows[:limit]]
    return {"items": items, "next_cursor": rows[limit - 1]["id"] if len(rows) > limit else None}


def bundle(connection: Connection, seed_hash: str) -> Iterator[bytes] | None:
    """The records of a table's revealed pair, nonce ascending, a line each, each proof once where it is
    the same for many; None where the pair is a player's."""
    pair = connection.execute(select(pairs).where(pairs.c.server_seed_hash == seed_hash)).first()
    if pair is None or pair.table_id is None:
        return None
    if pair.state != "revealed":
        raise Problem("not_revealed", "server_seed_hash", "has no revealed seed yet")
    return _lines(connection, pair.id)


def _lines(connection: Connection, pair_id: str) -> Iterator[bytes]:
    after, prover, known = -1, journal.Prover(connection), set[tuple[str, str]]()
    while True:
        query = HAND.where(hands.c.pair_id == pair_id, hands.c.nonce > after).order_by(hands.c.nonce)
        rows = [dict(row._mapping) for row in connection.execute(query.limit(PAGE))]
        if not rows:
            return
        made = actions_of(connection, [row["id"] for row in rows])
        for row in rows:
            record = whole(row, made[row["id"]])
            place = seeds.batch_place(row["batch_index"], row["batch_proof"])
            promise = prover.by_id(row["commit_entry"], place)
            if promise is not None:
                new = {name: to for name, to in subjects(connection, row).items() if (name, to) not in known}
                known.update(new.items())
                record["commitment"] = promise | seeds.proofs(prover, new)
            yield to_json(record).encode("utf-8") + b"\n"
        after = rows[-1]["nonce"]
