"""A page with a picture on it, drawn from a record as the page does, and what the picture says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.browser.rounds import Record, State

_AUDIT = (
    f"() => ({Path(__file__).with_name('audit.js').read_text('utf-8')})"
    "(document.querySelector('.frame > .stage'))"
)

_PASTE = """(text) => {
  for (const stage of document.querySelectorAll('.stage')) stage.dataset.old = '';
  const data = new DataTransfer();
  data.setData('text/plain', text);
  document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}"""
# Into the frame of the round that the page shows: its texts and styles are there, and the width is the same.
_DRAW = """async ({ views, then }) => {
  const part = (path) => import(new URL(path, document.baseURI).href);
  const pictures = await part('ui/pictures/index.js');
  const tables = views.some((view) => view.record) ? await part('ui/tables/index.js') : null;
  if (tables) await (await part('ui/language.js')).loadTexts('tables');
  const found = [];
  for (const view of views) {
    const { draw } = view.record ? tables : pictures;
    const frame = document.querySelector('.frame');
    frame.classList.toggle('frame-table', view.record !== undefined);
    frame.querySelector('.stage').replaceWith(draw(view).figure);
    found.push(then());
  }
  return found;
}"""
_READ = """() => {
  const stage = document.querySelector('.frame > .stage');
  const text = (node) => node.textContent.replace(/[ \\n]+/g, ' ').trim();
  const all = (selector, from = stage) => [...from.querySelectorAll(selector)];
  return {
    results: all('.pic-result').map((one) => ({
      whose: one.querySelector('.pic-from') === null ? null : text(one.querySelector('.pic-from')),
      label: text(one.querySelector('.k')),
      value: text(one.querySelector('.big')),
      note: one.querySelector('.pic-note') === null ? null : text(one.querySelector('.pic-note')),
    })),
    chips: all('.pic-pays dd').map(text),
    paragraphs: all('.textline > p').map(text),
    hidden: stage.querySelector('.pic-art').getAttribute('aria-hidden') === 'true',
    items: all('.pic-drawn').map(text),
    chipCards: all('.pic-chip[role=img]').map((one) => one.getAttribute('aria-label')),
  };
}"""
_WIDE = """async () => {
  const face = new FontFace('Wide', 'local("DejaVu Sans Bold"), local("Verdana Bold"), local("Arial Black")');
  document.fonts.add(await face.load());
  document.documentElement.style.setProperty('--sans', 'Wide');
}"""


class Drawn:
    """The page with a verified round on it."""

    def __init__(self, page: Page, record: Record) -> None:
        self.page = page
        page.locator("footer .ok").first.wait_for()
        self.paste(record)

    def paste(self, record: Record) -> None:
        """A record comes to the page from the clipboard; returns when its picture is drawn."""
        self.page.evaluate(_PASTE, json.dumps(record))
        self.page.locator(f".frame > .stage.pic-of-{record['game']}:not([data-old])").wait_for()

    def draw(self, state: State) -> None:
        """Its picture in the frame."""
        self._each([state], "() => null")

    def read(self) -> dict[str, Any]:
        """What the picture says in texts."""
        found: dict[str, Any] = self.page.evaluate(_READ)
        return found

    def read_each(self, states: list[State]) -> list[dict[str, Any]]:
        """Draws each, and reads it."""
        return self._each(states, _READ)

    def audit(self, width: int) -> list[str]:
        """What is wrong with the picture in a window of this width."""
        self.page.set_viewport_size({"width": width, "height": 900})
        faults: list[str] = self.page.evaluate(_AUDIT)
        return faults

    def audit_each(self, states: list[State], width: int) -> list[str]:
        """Draws each in a window of this width, and says what is wrong with it."""
        self.page.set_viewport_size({"width": width, "height": 900})
        found = zip(states, self._each(states, _AUDIT), strict=True)
        return [f"{state.name}, {width}: {fault}" for state, faults in found for fault in faults]

    def _each(self, states: list[State], then: str) -> list[Any]:
        script = f"({{ views }}) => ({_DRAW})({{ views, then: {then} }})"
        found: list[Any] = self.page.evaluate(script, {"views": [state.view() for state in states]})
        return found

    def use_wide_font(self) -> None:
        """The widest face there is in place of the system's."""
        self.page.evaluate(_WIDE)
