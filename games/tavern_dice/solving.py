"""Writes the table of chances: `python -m games.tavern_dice.solving FILE…` (docs/bots.md).

It takes half an hour. A file that ends in `.js` gets the table as a module of the page.
"""

from __future__ import annotations

import base64
import sys
from pathlib import Path

from games.tavern_dice.odds import solve

WIDTH = 100


def main(files: list[str]) -> None:
    data = b"".join(chance.to_bytes(4, "big") for chance in solve())
    text = base64.b64encode(data).decode("ascii")
    lines = [text[at : at + WIDTH] for at in range(0, len(text), WIDTH)]
    for file in files:
        whole = "".join(f"{line}\n" for line in lines)
        if file.endswith(".js"):
            told = "Made by games/tavern_dice/solving.py: the chance to win, see docs/bots.md."
            whole = f"/** {told} */\nexport const CHANCES = `\n{whole}`;\n"
        Path(file).write_text(whole, "ascii")


if __name__ == "__main__":
    main(sys.argv[1:])
