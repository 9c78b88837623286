"""Texts of pictures have a contrast of 4.5 to what is really behind them, and marks that mean something 3, in
both themes: read from the pixels of the screen."""

from __future__ import annotations

import base64
import os
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Open
from tests.browser.drawn import Drawn
from tests.browser.rounds import State, states, vector
from tests.browser.tables import table_states

SOAK = bool(os.environ.get("FAIRSEED_SOAK"))
CONTRAST = Path(__file__).with_name("contrast.js").read_text("utf-8")

# Selector, the property that holds its colour, and what takes it away. Surfaces lie behind marks.
MARKS: Final = {
    ".pic-peg": "fill",
    ".pic-route": "stroke",
    ".pic-ring": "stroke",
    ".pic-ball:not(.pic-dashed)": "fill",
    ".pic-ball.pic-dashed": "stroke",
    ".pic-bin-record": "stroke",
    ".pic-target": "stroke",
    ".pic-curve": "stroke",
    ".pic-lead": "stroke",
    ".pic-pointer:not(.pic-dashed)": "fill",
    ".pic-pointer.pic-dashed": "stroke",
    ".pic-drawn-at": "stroke",
    ".pic-mine": "fill",
    ".pic-spikes": "stroke",
    ".pic-sign path": "stroke",
    ".pic-edge-won .pic-edge": "stroke",
    ".pic-card:not(.pic-back) > path": "fill",
    ".pic-order": "border-top-color",
    ".pic-differs": "outline-color",
    ".pic-edge-differs": "outline-color",
    ".pic-sign-dashed": "border-top-color",
    ".pt .pic-back .pic-face": "stroke",
    ".pt-disc": "fill",
    ".pt-step path": "stroke",
}
SURFACES: Final = {
    ".pic-win": "fill",
    ".pic-bin.pic-hit": "fill",
    ".pic-card:not(.pic-back) .pic-face:first-child": "fill",
}
_TAKE_AWAY = """(css) => {
  window.sheets ??= [];
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}"""
_NO_TEXT = """.stage *:not(svg, svg *) { -webkit-text-fill-color: transparent !important }
.stage svg text { fill: transparent !important }"""
# Rectangles are on the stage; of a mark's own, a little more, for its stroke.
_PARTS = """({ marks, surfaces }) => {
  const stage = document.querySelector('.frame > .stage');
  const { left, top } = stage.getBoundingClientRect();
  const on = (rect, more = 0) => [rect.left - left - more, rect.top - top - more, rect.right - left + more, rect.bottom - top + more];
  const rgb = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map(Number);
  const parts = [];
  for (const node of stage.querySelectorAll('*')) {
    const texts = [...node.childNodes].filter((child) => child.nodeType === 3 && child.textContent.trim());
    if (texts.length === 0) continue;
    const range = document.createRange();
    const rects = texts.flatMap((child) => (range.selectNodeContents(child), [...range.getClientRects()].map((rect) => on(rect))));
    if (rects.every(([l, t, r, b]) => r - l < 1 || b - t < 1)) continue;
    const style = getComputedStyle(node);
    const colour = rgb(node instanceof SVGElement ? style.fill : style.color);
    parts.push({ what: `"${node.textContent.trim().slice(0, 40)}"`, rects, colour, layer: 0, least: 4.5, share: 0.98 });
  }
  for (const [layer, kinds] of [[1, marks], [2, surfaces]]) {
    for (const [selector, property] of Object.entries(kinds)) {
      const nodes = [...stage.querySelectorAll(selector)].filter((node) => node.getBoundingClientRect().height + node.getBoundingClientRect().width > 0);
      const groups = Map.groupBy(nodes, (node) => getComputedStyle(node).getPropertyValue(property));
      for (const [colour, alike] of groups) {
        const rects = alike.map((node) => on(node.getBoundingClientRect(), 4));
        parts.push({ what: selector, rects, colour: rgb(colour), layer, least: 3, share: 0.9 });
      }
    }
  }
  return parts;
}"""


def without(kinds: dict[str, str]) -> str:
    hide = {"fill": "visibility: hidden", "stroke": "visibility: hidden"}
    return "\n".join(
        f".stage {selector} {{ {hide.get(name, f'{name}: transparent')} !important }}"
        if name != "border-top-color"
        else f".stage {selector} {{ border-color: transparent !important }}"
        for selector, name in kinds.items()
    )


def shots(page: Page) -> list[str]:
    """The picture whole, without texts, without marks, without surfaces."""
    stage = page.locator(".frame > .stage")
    taken = [stage.screenshot()]
    for css in (_NO_TEXT, without(MARKS), without(SURFACES)):
        page.evaluate(_TAKE_AWAY, css)
        taken.append(stage.screenshot())
    page.evaluate("() => { document.adoptedStyleSheets = [] }")
    return [base64.b64encode(png).decode("ascii") for png in taken]


def every() -> Iterator[State]:
    return chain(states(), table_states())


def few(theme: str) -> Iterator[State]:
    """The first state of each picture that is verified, in the light theme, and that is not, in the dark one."""
    seen: set[Any] = set()
    for state in every():
        picture = "table" if "stacks" in state.record.get("table", {}) else state.record["game"]
        verified = state.outcome is None
        if verified is (theme == "light") and picture not in seen:
            seen.add(picture)
            yield state


@pytest.mark.parametrize("width", [360, 768, 1440] if SOAK else [360])
@pytest.mark.parametrize("theme", ["light", "dark"] if SOAK else ["dark"])
def test_contrast(theme: str, width: int, address: str, open_page: Open) -> None:
    page = open_page(
        f"{address}#theme={theme}", viewport={"width": width, "height": 900}, reduced_motion="reduce"
    )
    drawn = Drawn(page, vector("dice", 1))
    reader = page.context.new_page()
    faults: list[str] = []
    for state in every() if SOAK else few(theme):
        drawn.draw(state)
        parts = page.evaluate(_PARTS, {"marks": MARKS, "surfaces": SURFACES})
        assert len(parts) > 4
        given = {"shots": shots(page), "scale": 1, "parts": parts}
        faults += [f"{state.name}: {fault}" for fault in reader.evaluate(CONTRAST, given)]
    assert faults == [], "\n".join(faults)
