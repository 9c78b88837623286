"""Checks of hidden decks and seat chains (docs/spec/derivation.md sections 6 and 7).

What can be known before any seed is revealed needs only the record: openings against `deck_root` and
the public permutation, links against chain heads. They take any JSON and never raise: what is
malformed is a `fail` that names field and rule.
"""

from __future__ import annotations

from typing import Any

from fairseed.commitments.cards import HiddenDeck, check_openings, permutation
from fairseed.commitments.chains import previous, table_client_seed
from fairseed.commitments.errors import CommitmentError
from fairseed.derivation import MAX_RECORD_NONCE, FairseedError, SeedError
from fairseed.records import Document, RecordError
from fairseed.verification.verdict import Check, failed, passed, skipped
from games.cards import deck
from games.poker import VARIANTS


def check_cards(record: object) -> Check:
    """Check `cards` of a table's record, given as a JSON value or as a document read strictly:

    1. every opening has its form, stands where the permutation puts it and proves its card;
    2. no card was opened from two slots, no slot as two cards;
    3. with the seed revealed, `deck_root` is that of the seed's deck, and so every opened card is the
       seed's.
    """
    try:
        if isinstance(record, Document):
            if record.faults:
                raise RecordError("record", "{fault}", fault=record.faults[0])
            record = record.value
        return _cards(record)
    except FairseedError as error:
        field = f"seeds.{error.field}" if isinstance(error, SeedError) else error.field
        return failed("cards", "{field}: " + error.rule, field=field, **error.values)


def _cards(record: object) -> Check:
    if not isinstance(record, dict):
        raise RecordError("record", "must be an object")
    game = record.get("game")
    if not isinstance(game, str) or game not in VARIANTS:
        return skipped("cards", "this game has no hidden deck")
    cards, seeds, root = _deck(record), _object(record, "seeds"), _member(record, "deck_root")
    nonce = _member(seeds, "nonce", "seeds.nonce")
    if type(nonce) is not int or not 0 <= nonce <= MAX_RECORD_NONCE:
        raise RecordError(
            "seeds.nonce", "must be an integer from {least} to {most}", least=0, most=MAX_RECORD_NONCE
        )
    openings = record.get("opened", [])
    perm: list[int] = list(range(len(cards)))
    if openings:  # a hand that was void before its deal has no seats' seeds
        table = table_client_seed(_object(seeds, "client_seeds", "seeds.client_seeds"))
        server_seed_hash = _member(seeds, "server_seed_hash", "seeds.server_seed_hash")
        perm, _ = permutation(table, server_seed_hash, nonce, len(cards))
    hidden = HiddenDeck(seeds["server_seed"], nonce, cards) if "server_seed" in seeds else None
    if hidden is not None and root != hidden.root:
        return _another_deck(hidden, root, openings)
    check_openings(openings, root, perm)
    if hidden is None:
        if not openings:
            return skipped("cards", "no card was opened, and the server seed is not revealed yet")
        return passed(
            "cards",
            "the permutation puts every opened card where it is, and deck_root proves it; opened: {count}",
            count=len(openings),
        )
    return passed(
        "cards",
        "deck_root is that of the revealed seed's deck, and so is every opened card; opened: {count}",
        hidden.root,
        root,
        count=len(openings),
    )


def _another_deck(hidden: HiddenDeck, root: object, openings: object) -> Check:
    """`deck_root` is not the seed's; where an opening shows it, with a card that is not."""
    for opening in openings if isinstance(openings, list) else ():
        slot = opening.get("slot") if isinstance(opening, dict) else None
        if type(slot) is int and 0 <= slot < len(hidden.slots):
            told = (opening.get("card"), opening.get("salt"))
            if told != (hidden.slots[slot], hidden.salts[slot]):
                return failed(
                    "cards",
                    "deck_root is not that of the revealed seed's deck: in slot {slot} the seed has {card}",
                    hidden.root,
                    root,
                    slot=slot,
                    card=hidden.slots[slot],
                )
    return failed("cards", "deck_root is not that of the revealed seed's deck", hidden.root, root)


def check_chain_links(seeds: object) -> Check | None:
    """Check `commitment` of the seats' seeds: each is the link whose hash `chain_heads` holds. None
    where the seats' seeds are plain."""
    if not isinstance(seeds, dict) or "chain_heads" not in seeds:
        return None
    try:
        return _links(
            _object(seeds, "client_seeds", "seeds.client_seeds"),
            _object(seeds, "chain_heads", "seeds.chain_heads"),
        )
    except FairseedError as error:
        return failed("commitment", "{field}: " + error.rule, field=error.field, **error.values)


def _links(client_seeds: dict[str, Any], chain_heads: dict[str, Any]) -> Check:
    if not client_seeds:
        raise RecordError("seeds.client_seeds", "must hold the seed of at least one seat")
    for seat in [*client_seeds, *chain_heads]:
        for name, seats in (("client_seeds", client_seeds), ("chain_heads", chain_heads)):
            if seat not in seats:
                raise RecordError(f"seeds.{name}.{seat}", "this field is required")
    for seat, link in client_seeds.items():
        try:
            before = previous(link)
        except CommitmentError as error:
            raise CommitmentError(f"seeds.client_seeds.{seat}", error.rule) from None
        if before != chain_heads[seat]:
            return failed(
                "commitment",
                "the link of seat {seat} does not hash to the link before it",
                before,
                chain_heads[seat],
                seat=seat,
            )
    return passed("commitment", "every seat's link hashes to the link before it")


def _deck(record: dict[str, Any]) -> tuple[str, ...]:
    """The deck of a table's game, in order."""
    if record["game"] != "turkish":
        return deck("6" if record["game"] == "short_deck" else "2")
    lowest = _member(_object(record, "params"), "lowest_rank", "params.lowest_rank")
    if not isinstance(lowest, str) or len(lowest) != 1 or lowest not in "23456789":
        raise RecordError("params.lowest_rank", 'must be a rank from "2" to "9", as text')
    return deck(lowest)


def _member(value: dict[str, Any], name: str, field: str | None = None) -> Any:
    if name not in value:
        raise RecordError(field or name, "this field is required")
    return value[name]


def _object(value: dict[str, Any], name: str, field: str | None = None) -> dict[str, Any]:
    member = _member(value, name, field)
    if not isinstance(member, dict):
        raise RecordError(field or name, "must be an object")
    return member
