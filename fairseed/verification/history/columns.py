"""Which column of a history is which field: guessed by its name, or told by the player."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from fairseed.verification.history.errors import HistoryError

# Names that exports use, in letters and digits only. The first that fits wins.
FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "id": ("betid", "id", "roundid", "iid", "bet"),
    "time": ("time", "createdat", "date", "timestamp", "datetime", "created"),
    "game": ("game", "gamename", "gametype"),
    "server_seed": ("serverseed", "revealedserverseed", "seed", "serverseedrevealed", "seedsserverseed"),
    "server_seed_hash": (
        "serverseedhash",
        "hashedserverseed",
        "serverseedhashed",
        "serverhash",
        "serverseedsha256",
        "seedsserverseedhash",
    ),
    "next_hash": ("nextserverseedhash", "nexthash", "nextserverseed", "nextserverseedhashed"),
    "client_seed": ("clientseed", "seedsclientseed"),
    "nonce": ("nonce", "seedsnonce", "betnumber"),
    "stake": ("stake", "amount", "betamount", "wager", "bet"),
    "payout": ("payout", "win", "returned", "profitgross", "payoutamount", "winamount"),
    "multiplier": ("multiplier", "payoutmultiplier", "odds"),
    "outcome": ("outcome", "result", "roll", "expected", "drawn", "resultvalue", "crashpoint"),
    "target": ("target", "targetmultiplier", "resulttarget", "cashoutat"),
    "direction": ("direction", "condition", "bettype", "overunder"),
    "lower": ("lower",),
    "upper": ("upper",),
    "inverted": ("inverted",),
    "rows": ("rows", "plinkorows"),
    "risk": ("risk", "difficulty"),
    "mines": ("mines", "minescount", "minecount"),
    "base": ("base",),
    "order": ("order",),
    "version": ("version",),
    "cards": ("cardcount",),
    "count": ("count",),
    "held": ("held",),
}
NEEDED: Final = ("client_seed", "nonce")


def check_field(name: str) -> None:
    """HistoryError where no history has such a field."""
    if name not in FIELDS:
        raise HistoryError(name, "is no field; the fields are {fields}", fields=", ".join(FIELDS))


def guess_columns(names: Sequence[str], told: Mapping[str, str]) -> dict[str, str]:
    """Column by field. What is told goes before what is guessed. HistoryError where a name is not known."""
    found: dict[str, str] = {}
    for field, column in told.items():
        check_field(field)
        if column not in names:
            raise HistoryError(
                column, "is no column of the file; its columns are {columns}", columns=", ".join(names)
            )
        found[field] = column
    plain = {re.sub(r"[^a-z0-9]", "", name.lower()): name for name in reversed(names)}
    for field, known in FIELDS.items():
        if field in found:
            continue
        for name in known:
            if name in plain and plain[name] not in found.values():
                found[field] = plain[name]
                break
    return found
