"""A hand from its promise to its deal: hidden deck, links, button, receipt (docs/spec/derivation.md, 7)."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from typing import Any

from sqlalchemy import insert, select, update

from fairseed.commitments import CommitmentError
from fairseed.commitments.chains import SeatChain, check_link, previous, table_client_seed
from fairseed.commitments.entries import Deck
from fairseed.commitments.receipts import round_body, sign_receipt
from fairseed.derivation import SeedError, Stream, check_client_seed
from fairseed.records import ruleset_digest
from fairseed.service import journal
from fairseed.service.core import Service, to_json
from fairseed.service.problems import Problem
from fairseed.service.store.schema import chains, hands
from fairseed.service.tables import ends, pairs, records
from fairseed.service.tables.dealt import client_seeds, hidden_deck, players_of
from fairseed.service.tables.held import Table, load_hand
from fairseed.service.tables.play import Played
from games.poker import clockwise

BOT_LINKS = 256  # a bot's chain: where it is used up, another bot comes
NO_DECK = ""  # of a game without hidden cards
LOWEST = {2: "9", 3: "8", 4: "6", 5: "6"}  # Turkish poker: the deck by players


def hand_params(game: str, params: dict[str, Any], count: int) -> dict[str, Any]:
    """The params of a hand that is promised to so many seats."""
    return params | {"lowest_rank": LOWEST[count]} if game == "turkish" else params


def ruleset_of(game: str, params: dict[str, Any]) -> str:
    return ruleset_digest(game, params, frozenset(), None)


def begin(table: Table, dealt_in: list[int]) -> None:
    """The deck is hidden and logged; then the seats' links are asked for. PoolEmptyError."""
    params = hand_params(table.row["game"], table.params, len(dealt_in))
    promise(table, dealt_in, params, ruleset_of(table.row["game"], params))


def promise(table: Table, dealt_in: list[int], params: dict[str, Any], ruleset: str) -> None:
    """A hand, match or round under the next nonce; these seats are asked for their links. PoolEmptyError."""
    pair, number = pairs.take_nonce(table), table.row["hand"] + 1
    asked = {
        str(seat): {
            "sitting": row["id"],
            "player": row["player"],
            "policy": row["policy"],
            "stack": row["stack"],
            "link": row["link"],
            "destellos": row["destellos"],
        }
        for seat, row in table.seats.items()
        if seat in dealt_in
    }
    row: dict[str, Any] = {
        "id": table.service.new_id(),
        "table_id": table.id,
        "number": number,
        "pair_id": pair.id,
        "nonce": pair.nonce,
        "game": table.row["game"],
        "params": to_json(params),
        "ruleset": ruleset,
        "asked": to_json(asked),
        "given": "{}",
        "state": "links",
        "accepted_at": table.now,
    }
    root = NO_DECK
    if table.kind == "poker":
        root = hidden_deck(table.service, dict(pair._mapping) | row).root
        entry = Deck(server_seed_hash=pair.server_seed_hash, nonce=pair.nonce, deck_root=root)
        journal.add(table.connection, entry, table.now)
    table.connection.execute(insert(hands).values(row | {"deck_root": root}))
    table.hand = load_hand(table.connection, row["id"])
    table.row |= {"hand": number, "hand_id": row["id"]}
    table.row["clock_at"] = table.after(table.service.settings.link_seconds)
    table.event(
        "hand",
        round_id=row["id"],
        hand=number,
        server_seed_hash=pair.server_seed_hash,
        nonce=pair.nonce,
        **({"deck_root": root} if root else {}),
        seats=dealt_in,
        due_at=table.row["clock_at"],
    )
    for seat in dealt_in:
        if table.seats[seat]["player"] is None:
            _give(table, seat, _bot_seed(table, seat))


def _bot_seed(table: Table, seat: int) -> str:
    row = table.seats[seat]
    if row["chain_id"] is None:
        return secrets.token_hex(32)
    return next_link(table.service, table, row["chain_id"])


def next_link(service: Service, table: Table, chain_id: str) -> str:
    """The next link of a bot's chain, which is used up by this."""
    counted = update(chains).where(chains.c.id == chain_id).values(given=chains.c.given + 1)
    chain = table.connection.execute(counted.returning(chains)).one()
    where = (chain.id, chain.server_seed_hash, chain.key_version, chain.sealed)
    secret = service.keys.open(*where)
    return SeatChain(secret.expose(), BOT_LINKS).link(chain.given)


def links_left(table: Table, chain_id: str) -> int:
    given = select(chains.c.given).where(chains.c.id == chain_id)
    return BOT_LINKS - int(table.connection.execute(given).scalar_one())


def link(table: Table, seat: int, seed: str, then: Callable[[Table], None] | None = None) -> bool:
    """A seat gives its link, or where seeds are plain its client seed. Whether it counts: one that comes
    behind the deal is used up all the same. `then` is done once all are there, a deal where it is not told.
    Raises Problem."""
    row = table.hand
    if row is None or str(seat) not in json.loads(row["asked"]):
        raise Problem("illegal_action", "link", "no link is asked of this seat")
    if table.seats[seat]["id"] != json.loads(row["asked"])[str(seat)]["sitting"]:
        raise Problem("illegal_action", "link", "no link is asked of this seat")
    if str(seat) in json.loads(row["given"]):
        raise Problem("illegal_action", "link", "this seat gave its link for this hand")
    _check(table, seat, seed)
    _give(table, seat, seed)
    if row["state"] == "links":
        if len(json.loads(row["given"])) == len(json.loads(row["asked"])):
            (then or deal)(table)
        return True
    return False


def _check(table: Table, seat: int, seed: str) -> None:
    try:
        if table.params["seat_seeds"] == "chain":
            previous(seed)
            check_link(seed, table.seats[seat]["link"])
        else:
            check_client_seed(seed)
            table_client_seed({seat: seed})
    except CommitmentError as error:
        raise Problem("invalid_field", "link", error.rule, **error.values) from None
    except SeedError as error:
        raise Problem("invalid_field", "client_seed", error.rule, **error.values) from None


def _give(table: Table, seat: int, seed: str) -> None:
    row = table.dealing
    late = row["state"] != "links"
    given = json.loads(row["given"]) | {str(seat): {"seed": seed, "late": late}}
    table.set_hand(given=to_json(given))
    if table.params["seat_seeds"] == "chain":
        table.set_seat(seat, link=seed)
    table.set_seat(seat, missed_at=None)
    table.event(
        "late_link" if late else "link", round_id=row["id"], seat=seat, **({"link": seed} if late else {})
    )


def deal(table: Table) -> None:
    """Who gave a link is dealt in, and the receipt is signed before a card is known. With fewer than two
    the hand is void."""
    row = table.dealing
    asked, given = players_of(row), client_seeds(row)
    for seat, each in asked.items():
        missed = str(seat) not in given and seat in table.seats
        if missed and table.seats[seat]["id"] == each["sitting"]:
            table.set_seat(seat, missed_at=table.now)
    if len(given) < 2:
        ends.void(table, ends.NO_LINKS)
        return
    stacks = {str(seat): each["stack"] for seat, each in asked.items() if str(seat) in given}
    first = table.row["button"] is None
    button = _drawn_button(row, given) if first else clockwise(map(int, stacks), table.row["button"])[0]
    told = ends.placed(table, row, button, stacks)
    if first:
        told["first"] = True
    omitted = {str(seat): None for seat in asked if str(seat) not in given}
    if omitted:
        told["omitted"] = omitted
    table.set_hand(placed=to_json(told), state="open")
    body = round_body(records.base(row), table.now)
    table.set_hand(receipt=to_json(sign_receipt(table.service.keys.receipt_key, body)))
    table.event("deal", round_id=row["id"], table=told, client_seeds=given)
    Played(table).go_on()


def _drawn_button(row: dict[str, Any], given: dict[str, str]) -> int:
    """The first hand's button: a place among the dealt-in seats (docs/spec/poker.md section 2)."""
    label = f"button:{row['server_seed_hash']}:{row['nonce']}".encode("ascii")
    seats = sorted(map(int, given))
    place, _ = Stream.of_label(table_client_seed(given).encode("ascii"), label).uniform(len(seats))
    return seats[place]
