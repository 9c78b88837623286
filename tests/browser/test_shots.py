"""The pictures of the README, made by driving the page: `FAIRSEED_SHOTS=1 pytest tests/browser/test_shots.py`
writes them into docs/pictures. Otherwise each is made and must have the size of the committed one."""

from __future__ import annotations

import base64
import json
import os
import struct
import zlib
from collections.abc import Callable
from typing import Final, NamedTuple

import pytest
from playwright.sync_api import FilePayload, Page, expect

from fairseed.derivation import SeedPair
from fairseed.verification import make_record
from tests.browser.conftest import Open
from tests.support import ROOT

WRITE = bool(os.environ.get("FAIRSEED_SHOTS"))
FOLDER = ROOT / "docs" / "pictures"
LARGEST = 200_000  # bytes


class Shot(NamedTuple):
    """`size` of the window in CSS pixels; a picture has twice as many each way."""

    name: str
    drive: Callable[[Page], None]
    size: tuple[int, int]
    language: str = "en-GB"
    theme: str = "light"


def example(page: Page, game: str) -> None:
    page.locator("#f-game").select_option(game)
    page.locator(".slip .or button").last.click()
    page.locator(f".frame .pic-of-{game} .textline").wait_for()
    page.locator(".why .step").first.wait_for()
    page.locator("footer .ok").first.wait_for()


def verified(game: str) -> Callable[[Page], None]:
    return lambda page: example(page, game)


def failed(page: Page) -> None:
    """The example of mines with another nonce: the mines are others, and one board is too little to tell why."""
    example(page, "mines")
    page.locator("#f-nonce").fill("5")
    page.locator(".diag").wait_for()
    page.locator("h1").click()


def table(page: Page) -> None:
    page.locator("#f-game").select_option("table")
    page.locator(".frame .pic-of-holdem .textline").wait_for()
    page.locator(".pt-streets").wait_for()
    page.locator(".why .step").first.wait_for()


def bundle(page: Page) -> None:
    """A history of dice of one seed pair; one round is another than its seeds give, and one is missing."""
    seed = "6fba7a1d83562f084dee6d9f64c2747f88f02d35c24fdd461e464700759c1bba"
    params, bet = {"target": "50.00", "direction": "over"}, {"stake": 50}
    records = [
        make_record(SeedPair(seed, "client"), nonce, "dice", params, bet, round_id=f"d{nonce}", reveal=True)
        for nonce in range(500)
    ]
    records[127]["outcome"] = {"roll": "61.37"}
    text = "".join(json.dumps(record) + "\n" for record in records if record is not records[342])
    page.locator("#v-many").click()
    with page.expect_file_chooser() as chooser:
        page.locator(".bundle .stage .btn").click()
    file = FilePayload(name="history.jsonl", mimeType="application/jsonl", buffer=text.encode())
    chooser.value.set_files(file)
    expect(page.locator(".tally")).to_contain_text("498", timeout=60_000)
    page.locator(".tw tbody tr.badrow").first.wait_for()
    expect(page.locator(".prog")).to_contain_text("All checked", timeout=60_000)


SHOTS: Final = [
    Shot("blackjack", verified("blackjack"), (1280, 1086)),
    Shot("mines-failed", failed, (1280, 1096)),
    Shot("plinko", verified("plinko"), (1280, 934)),
    Shot("poker", table, (1280, 964)),
    Shot("many-rounds", bundle, (1280, 860)),
    Shot("limbo-dark", verified("limbo"), (1280, 872), theme="dark"),
    Shot("hilo-phone-ru", verified("hilo"), (390, 1156), language="ru-RU"),
]


def taken(shot: Shot, address: str, open_page: Open) -> bytes:
    width, height = shot.size
    page = open_page(
        address,
        viewport={"width": width, "height": height},
        device_scale_factor=2,
        color_scheme=shot.theme,
        reduced_motion="reduce",
        locale=shot.language,
    )
    page.locator("footer .ok").first.wait_for()
    shot.drive(page)
    page.evaluate("() => { document.activeElement.blur(); scrollTo(0, 0) }")
    page.mouse.move(0, 0)
    return page.screenshot(animations="disabled", caret="hide")


# The 128 commonest colours, and for every pixel the nearest of them: [red, green, blue, …], indices as base64.
_REDUCE = """async (base64) => {
  const image = new Image();
  image.src = `data:image/png;base64,${base64}`;
  await image.decode();
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const words = new Uint32Array(data.buffer);
  const counts = new Map();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const split = (word) => [word & 255, (word >> 8) & 255, (word >> 16) & 255];
  const palette = [...counts].sort(([a, n], [b, m]) => m - n || a - b).slice(0, 128).map(([word]) => split(word));
  const distance = (a, b) => a.reduce((sum, part, i) => sum + (part - b[i]) ** 2, 0);
  const nearest = new Map();
  for (const word of counts.keys()) {
    const colour = split(word);
    let best = 0;
    for (let i = 1; i < palette.length; i += 1) if (distance(palette[i], colour) < distance(palette[best], colour)) best = i;
    nearest.set(word, best);
  }
  let indices = '';
  for (const word of words) indices += String.fromCharCode(nearest.get(word));
  return [palette.flat(), btoa(indices)];
}"""


def smaller(png: bytes, reader: Page) -> bytes:
    """The picture as a PNG of at most 128 colours: half of the size, and no eye tells them apart."""
    palette, indices = reader.evaluate(_REDUCE, base64.b64encode(png).decode("ascii"))
    width, height = pixels(png)
    rows = base64.b64decode(indices)
    body = b"".join(b"\0" + rows[place : place + width] for place in range(0, width * height, width))
    parts = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", bytes(palette)),
        (b"IDAT", zlib.compress(body, 9)),
        (b"IEND", b""),
    ]
    chunks = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def pixels(png: bytes) -> tuple[int, int]:
    """Width and height, from the head of a PNG."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert png[12:16] == b"IHDR"
    return struct.unpack(">II", png[16:24])


@pytest.mark.parametrize("shot", SHOTS, ids=lambda shot: shot.name)
def test_the_picture_can_be_made(shot: Shot, address: str, open_page: Open) -> None:
    png = taken(shot, address, open_page)
    file = FOLDER / f"{shot.name}.png"
    if WRITE:
        FOLDER.mkdir(exist_ok=True)
        file.write_bytes(smaller(png, open_page("about:blank")))
    committed = file.read_bytes()
    assert pixels(png) == pixels(committed) == (2 * shot.size[0], 2 * shot.size[1])
    assert len(committed) < LARGEST


def test_there_are_no_other_pictures() -> None:
    assert {file.name for file in FOLDER.iterdir()} == {f"{shot.name}.png" for shot in SHOTS}
