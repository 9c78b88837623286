"""Test vectors of matches: tavern dice played to their end.

What a case gives and expects stands in vectors/README.md (`matches`). A refusal is told by its layer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fairseed.derivation import FairseedError, SeedPair, parse_nonce

Case = dict[str, Any]
Refuse = Callable[[str], Exception]


def play(given: Case, refused: Refuse) -> Case:
    """A match played to its end: its outcome and settlement in the form of a record."""
    from fairseed.commitments.chains import table_client_seed
    from games import FormatError, RuleError
    from games import tavern_dice as dice

    try:
        pair = SeedPair(given["server_seed"], table_client_seed(given["client_seeds"]))
        stream = pair.stream(parse_nonce(given["nonce"]))
    except FairseedError:
        raise refused("seed") from None
    try:
        params = dice.read_params(given["params"])
        actions = [dice.read_action(one, f"actions.{index}") for index, one in enumerate(given["actions"])]
        dice.check_params(params)
        found = dice.result(dice.fold(dice.start(params, stream), actions))
    except FormatError:
        raise refused("format") from None
    except RuleError:
        raise refused("rules") from None
    return {"outcome": found.outcome, "settlement": found.settlement()}
