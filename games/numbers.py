"""Decimals as text, exact fractions, and how both are cut for people (docs/spec/record.md)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Final

from msgspec import Meta

from games.errors import RuleError

# `$(?!\n)` is the end of the text in Python and in ECMAScript alike.
Decimal = Annotated[str, Meta(pattern=r"^(0|[1-9][0-9]*)(\.[0-9]{1,6})?$(?!\n)")]
TwoPlaces = Annotated[str, Meta(pattern=r"^(0|[1-9][0-9]*)\.[0-9]{2}$(?!\n)")]
FourPlaces = Annotated[str, Meta(pattern=r"^(0|[1-9][0-9]*)\.[0-9]{4}$(?!\n)")]

MAX_CHIPS: Final = 10**15
MAX_PAYOUT: Final = 10_000_000
_LONGEST: Final = 40


def fraction(field: str, text: str) -> Fraction:
    """The exact value of a decimal text; refuses absurd lengths before they cost anything."""
    if len(text) > _LONGEST:
        raise RuleError(field, "must have at most {digits} characters", digits=_LONGEST)
    return _fraction(text)


@lru_cache(4096)
def _fraction(text: str) -> Fraction:
    """Rounds share their params: each text is read once."""
    return Fraction(text)


def hundredths(field: str, text: str) -> int:
    """A text with two places in hundredths."""
    if len(text) > _LONGEST:
        raise RuleError(field, "must have at most {digits} characters", digits=_LONGEST)
    return int(text.replace(".", ""))


def cut(value: Fraction, places: int = 4) -> str:
    """A non-negative fraction as text, cut (never rounded up) to `places` decimals."""
    scaled = value.numerator * 10**places // value.denominator
    return f"{scaled // 10**places}.{scaled % 10**places:0{places}d}"


def two_places(value: int) -> str:
    """Hundredths as text: 9941 → `99.41`."""
    return f"{value // 100}.{value % 100:02d}"


def paid(stake: int, multiplier: Fraction) -> int:
    """`floor(stake · multiplier)`."""
    return stake * multiplier.numerator // multiplier.denominator
