"""Writes what is made from the code: docs/cli.md, docs/rtp.md, the chances in docs/schemes.md and the return of
blackjack; and puts the rules of docs/rules where the service serves them from, and the declarations of public schemes where the page has them.

`python docs/generate.py --check` writes nothing and fails where a page is out of date.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import click

from fairseed.cli import main as operator
from fairseed.verification.diagnosis import Inputs, explain
from fairseed.verification.diagnosis import chance as our_chance
from fairseed.verification.history import FIELDS
from fairseed.verification.schemes import (
    Attempt,
    Round,
    chance,
    diagnose,
    known_scheme,
    options_of,
    read_options,
    scheme_names,
)
from fairseed.verification.schemes.diagnosis import needed
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


SEED = "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55"
START, END = "<!-- chances -->\n", "<!-- /chances -->"
# What a player sees of a round; without it the members of the outcome that tell the most.
SEEN = ("roll", "multiplier", "path", "mines", "numbers", "initial", "cards", "number", "symbols", "hmac")
SIZES = {"rows": ("8", "16"), "mines": ("3", "12")}


def scheme_page() -> str:
    """docs/schemes.md with its table of chances: of one round of every game, and of our own games."""
    lines = [
        "| scheme | game | outcome told | chance of it | mistakes tried | one fits by accident | rounds needed |"
    ]
    lines += ["| --- | --- | --- | --- | --- | --- | --- |"]
    for name in scheme_names():
        scheme = known_scheme(name)
        for game in scheme.games if scheme else ():
            lines += scheme_chances(name, game)
    lines += our_chances()
    page = (DOCS / "schemes.md").read_text("utf-8")
    head, _, rest = page.partition(START)
    return head + START + "\n".join(lines) + "\n" + END + rest.partition(END)[2]


def scheme_chances(name: str, game: str) -> Iterator[str]:
    scheme = known_scheme(name)
    if scheme is None:
        return
    rule = scheme.game(game)
    required = [option.name for option in options_of(rule) if option.required]
    for given in zip(*(SIZES[option] for option in required), strict=True) if required else [()]:
        asked = dict(zip(required, given, strict=True))
        round_ = Round(scheme, rule, SEED, "quiet harbour", 6, read_options(rule, asked))
        outcome = round_.outcome()
        member = next(each for each in SEEN if each in outcome)
        wrong = Attempt(replace(round_, client_seed="quiet harbours"), {member: outcome[member]})
        found = diagnose([wrong])
        one = chance(rule, round_.options, wrong.claim)
        told = "".join(f", {option} {value}" for option, value in asked.items())
        if found is not None:
            yield chance_row(name, game + told, member_text(member, outcome[member]), one, found.tried)


def our_chances() -> Iterator[str]:
    """Of `fairseed-v1`."""
    cases: tuple[tuple[str, dict[str, object], dict[str, object]], ...] = (
        ("dice", {}, {"roll": "50.00"}),
        ("limbo", {}, {"multiplier": "2.00"}),
        ("plinko", {"rows": 8}, {"path": "LRLRLRLR"}),
        ("plinko", {"rows": 16}, {"path": "LRLRLRLRLRLRLRLR"}),
        ("mines", {"size": 5, "mines": 3}, {"mines": [1, 2, 3]}),
        ("mines", {"size": 8, "mines": 24}, {"mines": list(range(24))}),
        ("hilo", {}, {"cards": ["As", "Ks", "Qs"]}),
        ("blackjack", {}, {"shoe": ["As", "Ks", "Qs", "Js"]}),
        ("raw", {"words": 2}, {"words": [1, 2]}),
    )
    for game, params, claim in cases:
        found = explain(Inputs(game, SEED, "quiet harbour", 6, params, claim), lambda _: False)
        told = "".join(f", {name} {value}" for name, value in params.items())
        member, value = next(iter(claim.items()))
        row_chance = our_chance(game, params, claim)
        yield chance_row("fairseed-v1", game + told, member_text(member, value), row_chance, found.tried)


def member_text(member: str, value: object) -> str:
    if isinstance(value, list):
        return f"{len(value)} {member}"
    return f"{member} {value}" if member in ("roll", "multiplier", "number") else member


def chance_row(scheme: str, game: str, told: str, one: Fraction, tried: int) -> str:
    rounds = needed(one, tried)
    by_chance = min(Fraction(1), tried * one)
    cells = (
        scheme,
        game,
        told,
        f"{float(one):.2g}",
        tried,
        f"{float(by_chance):.2g}",
        rounds or "more than 20",
    )
    return "| " + " | ".join(map(str, cells)) + " |"


def pages() -> Iterator[tuple[Path, str]]:
    """What is made, the figures before the pages that tell them."""
    yield FIGURES, blackjack_figures()
    yield DOCS / "cli.md", cli_page()
    yield DOCS / "rtp.md", rtp_page()
    yield SCHEMES, schemes_module()
    yield DOCS / "schemes.md", scheme_page()
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
