"""A match as the rules know it: never stored, always the fold of its actions over its dice."""

from __future__ import annotations

import json
from collections.abc import Sequence

from fairseed.commitments.chains import table_client_seed
from fairseed.derivation import SeedPair
from fairseed.service.core import Service
from fairseed.service.tables.dealt import client_seeds, seed_of
from fairseed.service.tables.held import Made, Row
from games import tavern_dice as dice


def replayed(service: Service | None, row: Row, made: Sequence[Made]) -> dice.Match:
    """The state of a match after the actions made; `service` is not needed where the seed is revealed."""
    params = dice.read_params(json.loads(row["params"]))
    pair = SeedPair(seed_of(service, row), table_client_seed(client_seeds(row)))
    actions = [dice.read_action(action) for action, _ in made]
    return dice.fold(dice.start(params, pair.stream(row["nonce"])), actions)
