"""The vectors of public operators' schemes: `python vectors/gen_schemes`; what all share is in gen/."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "gen"))

from files import write
from public import derive


def expected(_kind: str, given: dict) -> dict:
    return derive(given)


write(Path(__file__).parent, expected, {})
