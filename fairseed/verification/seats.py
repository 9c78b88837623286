"""The check `commitment` of a round whose seeds are those of several seats."""

from __future__ import annotations

from typing import Any

from fairseed.derivation import hash_server_seed
from fairseed.verification.cards import check_chain_links
from fairseed.verification.verdict import Check, failed, passed, skipped


def check_seats_commitment(seeds: dict[str, Any], *, bots: bool, void: bool) -> Check:
    """The revealed seed hashes to the promised hash, and every seat's link to the one before it. `seeds` is
    the record's member, its form checked; `bots` whether some of the seats are bots'."""
    nobody = void and seeds.get("chain_heads") == {} == seeds["client_seeds"]
    links = None if nobody else check_chain_links(seeds)
    if links is not None and links.status == "fail":
        return links
    if "server_seed" not in seeds:
        text = "needs the server seed, which is not revealed yet"
        if links is not None:
            text = "every seat's link hashes to the link before it; the server seed is not revealed yet"
        return skipped("commitment", text)
    actual = hash_server_seed(seeds["server_seed"])
    if actual != seeds["server_seed_hash"]:
        text = "the revealed seed does not hash to the promised hash"
        return failed("commitment", text, actual, seeds["server_seed_hash"])
    if links is None:
        text = "SHA-256 of the revealed seed is the promised hash; the seats' seeds were not committed"
    elif bots:
        text = "SHA-256 of the revealed seed and every seat's link fit; the seeds of bots are the service's"
    else:
        text = "SHA-256 of the revealed seed is the promised hash, and every seat's link leads to its head"
    return passed("commitment", text, actual, actual)
