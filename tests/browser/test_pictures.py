"""Pictures hold at every width, in both languages, in a wide font and enlarged to 200 %: nothing is wider than
the page, nothing cut off, no text on another, under a line or under 12 pixels."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import chain

import pytest

from tests.browser.conftest import Open
from tests.browser.drawn import Drawn
from tests.browser.rounds import State, random_states, states, vector
from tests.browser.tables import random_tables, table_states

SOAK = bool(os.environ.get("FAIRSEED_SOAK"))
WIDTHS = [360, 768, 1440]
if SOAK:
    WIDTHS += [320, 384, 400, 439, 440, 479, 480, 540, 640, 720, 839, 840, 1024, 1199, 1200, 1280, 1359, 1360]
LOCALES = {"en": "en-GB", "ru": "ru-RU"}

Draw = Callable[..., Drawn]


@pytest.fixture
def drawn(open_page: Open, address: str) -> Draw:
    """`drawn(language, **context options)`: a page with a round on it."""

    def opened(language: str, **options: object) -> Drawn:
        page = open_page(address, locale=LOCALES[language], reduced_motion="reduce", **options)
        return Drawn(page, vector("dice", 1))

    return opened


def every() -> Iterator[State]:
    return chain(states(), table_states())


def audited(drawn: Drawn, shown: Iterator[State], widths: list[int]) -> list[str]:
    given = list(shown)
    return [fault for width in widths for fault in drawn.audit_each(given, width)]


@pytest.mark.parametrize("language", LOCALES if SOAK else ["ru"])
def test_every_state_fits(language: str, drawn: Draw) -> None:
    assert audited(drawn(language), every(), WIDTHS) == []


@pytest.mark.soak
@pytest.mark.parametrize("language", LOCALES if SOAK else ["ru"])
def test_every_state_fits_in_a_wide_font(language: str, drawn: Draw) -> None:
    shown = drawn(language)
    shown.use_wide_font()
    assert audited(shown, every(), WIDTHS if SOAK else [360, 1440]) == []


@pytest.mark.soak
@pytest.mark.parametrize("language", LOCALES if SOAK else ["ru"])
def test_every_state_fits_at_200_per_cent(language: str, drawn: Draw) -> None:
    """The page of a window enlarged twice is one of half its width, with twice the pixels."""
    shown = drawn(language, device_scale_factor=2)
    assert audited(shown, every(), [640 // 2, 768 // 2, 1440 // 2]) == []


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(8 if SOAK else 1))
def test_random_rounds_fit(seed: int, drawn: Draw) -> None:
    """Multipliers of many digits, great chips, many rows of cards, many pots."""
    shown = drawn(["en", "ru"][seed % 2])
    rounds = chain(random_states(seed, 400 if SOAK else 40), random_tables(seed, 200 if SOAK else 30))
    assert audited(shown, rounds, [360, 1440]) == []


@pytest.mark.soak
@pytest.mark.parametrize("language", LOCALES if SOAK else ["en"])
def test_the_page_shows_them_so(language: str, drawn: Draw) -> None:
    """Not drawn into the page, but come to it as a record: one that is verified and one that is not."""
    shown = drawn(language)
    seen = set()
    for state in every():
        kind = (state.record["game"], state.outcome is None)
        if kind in seen or kind[0] == "deck":
            continue
        seen.add(kind)
        shown.paste(state.record)
        read = shown.read()
        for width in (360, 768, 1440):
            assert shown.audit(width) == [], f"{state.name}, {width}"
        shown.draw(state)
        assert shown.read() == read, state.name
    assert len(seen) == 28
