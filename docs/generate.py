"""Writes what is made from the code: docs/cli.md, docs/rtp.md and the return of blackjack; and puts the rules
of docs/rules where the service serves them from, and the declarations of public schemes where the page has them.

`python docs/generate.py --check` writes nothing and fails where a page is out of date.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import click

from fairseed.cli import main as operator
from fairseed.verification.history import FIELDS
from fairseed.verification.schemes import known_scheme, scheme_names
from games import GAMES, Rtp, blackjack_rtp
from games.plinko import default_paytables
from verifier_cli.cli import build

DOCS = Path(__file__).resolve().parent
SERVED = DOCS.parent / "fairseed" / "service" / "static" / "rules"
SCHEMES = DOCS.parent / "web_verifier" / "page" / "schemes" / "declared.js"
FIGURES = DOCS.parent / "games" / "blackjack_rtp.json"
MADE = "<!-- Made by `make docs`; changes here are lost. -->"


HOUSE: tuple[tuple[str, str, dict[str, object]], ...] = (
    ("russian_poker", "one or two boxes", {"boxes": 1}),
    ("russian_poker", "three boxes, one closed", {"boxes": 3}),
    ("russian_poker", "one box, `ante_pays`", {"boxes": 1, "ante_pays": True}),
    ("five_card_poker", "any", {"boxes": 1}),
)


def commands(group: click.Group, name: str, parent: click.Context | None = None) -> Iterator[tuple[str, str]]:
    """Every command with its help, the group first."""
    context = click.Context(group, info_name=name, parent=parent, terminal_width=100)
    yield context.command_path, group.get_help(context)
    for child in group.list_commands(context):
        command = group.get_command(context, child)
        if isinstance(command, click.Group):
            yield from commands(command, child, context)
        elif command is not None:
            own = click.Context(command, info_name=child, parent=context, terminal_width=100)
            yield own.command_path, command.get_help(own)


def cli_page() -> str:
    parts = ["# Commands", MADE]
    for group, name in ((build(), "fairseed-verify"), (operator, "fairseed")):
        for path, text in commands(group, name):
            parts += [f"## `{path}`", f"```text\n{text.rstrip()}\n```"]
    return "\n\n".join(parts) + "\n"


def percent(value: Fraction) -> str:
    """Cut, never rounded up, to four places."""
    scaled = value.numerator * 10**6 // value.denominator
    return f"{scaled // 10**4}.{scaled % 10**4:04d} %"


def rtp(game: str, strategy: str | None = None, **params: object) -> Rtp:
    rules = GAMES[game]
    return rules.rtp(rules.read_params(params), strategy)


def blackjack_figures() -> str:
    """What the game tells as its return, enumerated again."""
    figures = {
        "main_game": {name: str(blackjack_rtp.main_game(name)) for name in blackjack_rtp.STRATEGIES},
        "side_bets": {name: str(value) for name, value in blackjack_rtp.side_bets().items()},
    }
    return json.dumps(figures, indent=2) + "\n"


def rtp_page() -> str:
    lines = [
        "# Return to player",
        "",
        MADE,
        "",
        "Exact theoretical figures for the default rulesets. Each is a **mean over a long series** for that ruleset and",
        "those settings; it is no promise for a session and not the chance of one bet. Percentages are cut to four places.",
        "`fairseed-verify rtp GAME` gives the fraction for any ruleset.",
        "",
        "## Dice, limbo, mines, HiLo",
        "",
        "| game | settings | RTP |",
        "| --- | --- | --- |",
    ]
    for direction in ("under", "over"):
        for target in ("10.00", "50.00", "90.00"):
            value = rtp("dice", target=target, direction=direction).value
            lines.append(f"| dice | {direction} {target} | {percent(value)} |")
    for target in ("1.01", "2.00", "100.00", "10000.00"):
        lines.append(f"| limbo | target {target} | {percent(rtp('limbo', target=target).value)} |")
    lines.append(
        f"| mines | every board, every number of cells opened | {percent(rtp('mines', size=5, mines=3).value)} |"
    )
    for strategy in ("guesses-1", "guesses-3"):
        lines.append(f"| hilo | cash out after {strategy[8:]} | {percent(rtp('hilo', strategy).value)} |")
    lines += [
        "",
        "What a return rounds down to whole chips is not in these figures: a stake of one chip loses more to rounding than",
        "a stake of a thousand. Dice pays the multiplier cut to four places, and that cut is in its figure.",
        "",
        "## Blackjack",
        "",
        "RTP is 1 + the expected net result per chip of the first stake, by enumeration of a shoe dealt without",
        "replacement, for a player who follows the stated strategy. Side bets count per chip of their own stake.",
        "",
        "| bet | RTP | |",
        "| --- | --- | --- |",
    ]
    blackjack = rtp("blackjack")
    lines.append(
        f"| main game, strategy `{blackjack.strategy}` | {percent(blackjack.value)} | {blackjack.method} |"
    )
    for name, value in blackjack.side_bets.items():
        lines.append(f"| `{name}` | {percent(value)} | {value} |")
    lines += [
        "",
        "## Russian poker and five-card poker",
        "",
        "RTP is 1 + the expected net result per chip of ANTE, over all 2,598,960 · 1,533,939 pairs of a box's hand and a",
        "dealer's, for the strategy `plain`: no cards exchanged or bought, BET on ace-king or better, else fold; in Russian",
        "poker ANTE is taken where the dealer has no game, nothing is bought, and a closed box bets. It is no best play:",
        "whoever exchanges well loses less. `max_win` cuts nothing in these figures. The dealer qualifies in 205 of 364 deals.",
        "",
        "| game | settings | RTP | house edge | |",
        "| --- | --- | --- | --- | --- |",
    ]
    for game, told, params in HOUSE:
        value = rtp(game, **params).value
        lines.append(f"| {game} | {told} | {percent(value)} | {percent(1 - value)} | exact |")
    lines += ["", "## Plinko", "", "The default paytables, bin 0 first; they are symmetric.", ""]
    lines += ["| risk | rows | RTP | multipliers |", "| --- | --- | --- | --- |"]
    for risk, tables in default_paytables().items():
        for rows, multipliers in tables.items():
            value = rtp("plinko", risk=risk, rows=int(rows)).value
            lines.append(f"| {risk} | {rows} | {percent(value)} | {' '.join(multipliers)} |")
    return "\n".join(lines) + "\n"


def schemes_module() -> str:
    """The declarations as the page has them: a module, since its policy lets it load no JSON."""
    schemes = [scheme.to_json() for name in scheme_names() if (scheme := known_scheme(name))]
    text = json.dumps(schemes, ensure_ascii=False, separators=(",", ":"))
    return (
        "/** Made by `make docs` from `fairseed/verification/schemes/declarations`; changes here are lost. */\n\n"
        "/** @type {import('./round.js').Scheme[]} */\n"
        f"export const SCHEMES = JSON.parse({json.dumps(text, ensure_ascii=False)});\n\n"
        "/** Names of columns of a history, in letters and digits only, by field. @type {Record<string, string[]>} */\n"
        f"export const FIELDS = {json.dumps(FIELDS, separators=(', ', ': '))};\n"
    )


def pages() -> Iterator[tuple[Path, str]]:
    """What is made, the figures before the pages that tell them."""
    yield FIGURES, blackjack_figures()
    yield DOCS / "cli.md", cli_page()
    yield DOCS / "rtp.md", rtp_page()
    yield SCHEMES, schemes_module()
    # Of the rules those are served that have their Russian.
    for russian in sorted((SERVED / "ru").glob("*.md")):
        if (rules := DOCS / "rules" / russian.name).exists():
            yield SERVED / "en" / russian.name, rules.read_text("utf-8")


def main(arguments: list[str]) -> int:
    stale = False
    for page, text in pages():
        if "--check" not in arguments:
            page.write_text(text, "utf-8")
        elif not page.exists() or page.read_text("utf-8") != text:
            sys.stderr.write(f"{page.relative_to(DOCS.parent)} is out of date: run `make docs`\n")
            stale = True
    return int(stale)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
