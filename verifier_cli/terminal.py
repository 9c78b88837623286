"""All printing of the program. No other file writes to stdout or stderr. The rules:

1. Answers go to stdout, everything else (notes, refusals, progress) to stderr.
2. `--json`: one document a line, UTF-8, nothing but JSON on stdout.
3. What comes from a record is escaped: no control character reaches the terminal.
4. Pictures (cards, path, board, scale) need a terminal; a pipe gets the same data as text.
5. Colour never stands alone: every state has its word. None without a terminal, with NO_COLOR
   set or with TERM=dumb. Red is for hearts, diamonds, mines and failures; bold for what decided.
6. A tally under the checks always counts what was not checked.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import click

from verifier_cli.language import fill, t, warning

if TYPE_CHECKING:
    from fairseed.verification import Check, Verdict
    from fairseed.verification.log_audit import LogReport
    from fairseed.verification.schemes import GameRule
    from verifier_cli.commands.explain import Source
    from verifier_cli.recording import Draw

SUITS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
SCALE: Final = 50  # characters of the dice scale
MOST_DRAWN: Final = 20  # cards drawn as cards; all are listed as text
_STYLES: Final = {"red": "31", "green": "32", "bold": "1", "struck": "9", "faint": "2"}


def prepare() -> None:
    """No text, however strange, makes printing fail."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def close_quietly() -> None:
    """The reader went away: nothing more is written, not even at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def on_terminal() -> bool:
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def style(text: str, name: str) -> str:
    if not on_terminal() or os.environ.get("NO_COLOR"):
        return text
    return f"\x1b[{_STYLES[name]}m{text}\x1b[0m"


def safe(value: object) -> str:
    """Text from outside, its control and other unprintable characters escaped."""
    text = str(value)
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


def say(text: str = "") -> None:
    sys.stdout.write(text + "\n")


def note(text: str) -> None:
    sys.stdout.flush()
    sys.stderr.write(safe(text) + "\n")
    sys.stderr.flush()


def refuse(error: click.ClickException) -> None:
    sys.stdout.flush()
    error.show(sys.stderr)


def print_json(document: Any) -> None:
    """One line; characters that UTF-8 can't hold (unpaired surrogates) are escaped."""
    import json

    line = json.dumps(document, ensure_ascii=False)
    try:
        data = line.encode()
    except UnicodeEncodeError:
        data = json.dumps(document).encode()
    sys.stdout.flush()
    sys.stdout.buffer.write(data + b"\n")
    sys.stdout.buffer.flush()


def row(label: str, value: object) -> None:
    say(f"{label + ':':<18} {safe(value)}")


# Derivations.


def print_seeds(document: dict[str, Any]) -> None:
    seeds = document["seeds"]
    row(t("game"), document["game"])
    row(t("server seed"), seeds["server_seed"])
    row(t("its SHA-256"), seeds["server_seed_hash"])
    if "client_seed" in seeds:
        row(t("client seed"), seeds["client_seed"])
    for seat, seed in seeds.get("client_seeds", {}).items():
        row(t("seat {seat}", seat=seat), seed)
    row("nonce", seeds["nonce"])


def print_derived(document: dict[str, Any], options: dict[str, Any]) -> None:
    print_seeds(document)
    print_outcome(document["outcome"])
    if on_terminal():
        for line in picture(document["game"], document["outcome"], options):
            say(line)


def print_outcome(outcome: dict[str, Any]) -> None:
    for name, value in outcome.items():
        if isinstance(value, list) and value and isinstance(value[0], list):
            for at, part in enumerate(value):
                row(f"{name}.{at}", " ".join(map(str, part)))
        else:
            row(name, " ".join(map(str, value)) if isinstance(value, list) else value)


def print_scheme_derived(document: dict[str, Any]) -> None:
    """A round of a public operator; its seed is told as its scheme promises it."""
    seeds = document["seeds"]
    row(t("operator"), seeds["scheme"])
    row(t("game"), document["game"])
    row(t("server seed"), seeds["server_seed"])
    row(t("its hash"), seeds["server_seed_hash"])
    row(t("client seed"), seeds["client_seed"])
    row("nonce", seeds["nonce"])
    for name, value in document["params"].items():
        row(name, value)
    print_outcome(document["outcome"])
    if document.get("matches"):
        row(t("what you saw"), t("matches"))
    if on_terminal():
        drawn = document["outcome"]
        for line in (
            plinko_path(drawn["path"]) if "path" in drawn else cards(drawn.get("cards", [])[:MOST_DRAWN])
        ):
            say(line)


def print_scheme_explained(document: dict[str, Any], rule: GameRule) -> None:
    settings = rule.settings
    texts = {name: settings[name] for name in ("key", "message")} | {"hash": settings["hash"].upper()}
    say(style(t("Rule: HMAC-{hash}, key = server seed as {key}, message {message}", **texts), "bold"))
    shown = None
    for step in document["draws"]:
        if step["hmac"] != shown:
            shown = step["hmac"]
            say("  " + t("message {message}", message=safe(step["message"])))
            say(f"    HMAC  {shown}")
        for tried in step["tries"]:
            if tried["rejected"]:
                say("    " + style(t("{word} is rejected", word=tried["word"]), "struck"))
            else:
                texts = {"word": tried["word"], "n": step["n"], "value": step["result"]}
                say("    " + _arithmetic(settings["integer"], texts))
    say()
    print_scheme_derived(document)


def _arithmetic(integer: str, texts: dict[str, Any]) -> str:
    if integer == "scale":
        return "floor({word} · {n} / 2^32) = {value}".format(**texts)
    return "{word} mod {n} = {value}".format(**texts)


def print_scheme(document: dict[str, Any]) -> None:
    """A declaration with everything written out."""
    for name in ("name", "title", "commitment"):
        row(name, document[name])
    for name in ("aliases", "sources"):
        if document[name]:
            row(name, " ".join(document[name]))
    for name, game in document["games"].items():
        say()
        say(style(safe(name), "bold"))
        row("  formula", game["formula"])
        for key, value in game["settings"].items():
            if value is not None:
                row(f"  {key}", " ".join(map(str, value)) if isinstance(value, list) else value)
        for key, table in game["tables"].items():
            row(f"  {key}", " ".join(table))


# Explanations: message → HMAC → words → arithmetic → outcome; sections are of derivation.md.


def print_explained(
    document: dict[str, Any],
    options: dict[str, Any],
    sources: Sequence[Source],
    conclusions: Sequence[str],
) -> None:
    print_seeds(document)
    hand = document["game"] == "hand"
    keys = {"server_seed": t("server seed"), "table_client_seed": "table_client_seed"}
    for source in sources:
        texts = {"key": keys[source.key], "section": 7 if hand else 2}
        rejected = {tried.index for draw in source.draws for tried in draw.tries if tried.rejected}
        say()
        say(style(t("Blocks: HMAC-SHA256, key = {key} (derivation, section {section})", **texts), "bold"))
        for block in source.blocks():
            _print_block(block, rejected)
        say()
        say(style(t("Draws (derivation, section 3)"), "bold"))
        for draw in source.draws:
            _print_draw(draw)
    say()
    sections = t("Outcome (derivation, section 7)") if hand else t("Outcome (derivation, sections 4 and 5)")
    say(style(sections, "bold"))
    for text in conclusions:
        say("  " + safe(text))
    print_outcome(document["outcome"])
    if on_terminal():
        for line in picture(document["game"], document["outcome"], options):
            say(line)


def _print_block(block: dict[str, Any], rejected: set[int]) -> None:
    say("  " + t("block {cursor}: message {message}", cursor=block["cursor"], message=safe(block["message"])))
    say(f"    HMAC  {block['hmac']}")
    words = []
    for place, word in enumerate(block["words"]):
        gone = block["cursor"] * len(block["words"]) + place in rejected
        words.append(style(f"~{word}~", "struck") if gone else str(word))
    say(f"    {t('words')}  " + " ".join(words))


def _print_draw(draw: Draw) -> None:
    if draw.n is None:
        words = " ".join(map(str, draw.words))
        say("  " + t("{primitive}: words {words}", primitive=draw.primitive, words=words))
        if draw.primitive == "uint64":
            high, low = draw.words
            say(f"    {high} · 2^32 + {low} = {draw.result}")
        return
    head = f"uniform({draw.n}) = {draw.result}"
    if draw.swap is not None:
        head += ", " + t("places {i} and {j} exchanged", i=draw.swap[0], j=draw.swap[1])
    say(f"  {head}")
    if not draw.tries:
        say("    " + t("one value only: no word is drawn"))
    for tried in draw.tries:
        half = f"{tried.low} {'<' if tried.rejected else '≥'} {draw.threshold}"
        texts = {"index": tried.index, "word": tried.word, "n": draw.n, "product": tried.product, "low": half}
        line = t("word {index}: {word} · {n} = {product}, low half {low} = 2^32 mod n", **texts)
        if tried.rejected:
            say("    " + style(line, "struck") + ": " + style(t("rejected"), "red"))
        else:
            say("    " + line + ": " + t("taken, high half {value}", value=draw.result))


# Pictures: lines of text for an outcome.


def picture(game: str, outcome: dict[str, Any], params: dict[str, Any]) -> list[str]:
    """The picture of an outcome, of a record or of `derive`; no lines where there is none."""
    if game == "dice":
        return dice_scale(outcome["roll"], params.get("target"), params.get("direction"))
    if game == "plinko":
        return plinko_path(outcome["path"])
    if game == "mines":
        return mines_board(params["size"], outcome["mines"], outcome.get("opened", []))
    if game == "blackjack" and "player_hands" in outcome:
        lines = [t("dealer: {total}", total=outcome["dealer"]["total"]), *cards(outcome["dealer"]["cards"])]
        for hand in outcome["player_hands"]:
            lines += [f"{t('player: {total}', total=hand['total'])}, {hand['result']}", *cards(hand["cards"])]
        return lines
    if game in ("russian_poker", "five_card_poker"):
        return house_table(outcome)
    drawn: list[str] = next((outcome[name] for name in ("cards", "shoe", "deck") if name in outcome), [])
    return cards(drawn[:MOST_DRAWN])


def house_table(outcome: dict[str, Any]) -> list[str]:
    """Dealer and boxes of a record, with what they came to, or of `derive`, where nobody has acted."""
    hands = [(t("dealer"), outcome["dealer"])]
    hands += [(t("box {box}", box=at), box) for at, box in enumerate(outcome["boxes"])]
    lines: list[str] = []
    for name, hand in hands:
        told = hand if isinstance(hand, dict) else {"cards": hand}
        facts = [told[fact] for fact in ("combination", "result") if told.get(fact)]
        lines += [", ".join([name, *facts]), *cards(told["cards"])]
    return lines


def cards(names: Sequence[str]) -> list[str]:
    """Cards side by side, as many a row as the terminal holds."""
    per_row = max(1, _width() // 6)
    lines: list[str] = []
    for start in range(0, len(names), per_row):
        group = [_card(name) for name in names[start : start + per_row]]
        lines += [" ".join(parts) for parts in zip(*group, strict=True)]
    return lines


def _card(name: str) -> tuple[str, str, str, str]:
    rank, suit = ("10" if name[0] == "T" else name[0]), name[1]
    face = (f"{rank:<3}", f"{SUITS[suit]:>3}")
    top, bottom = (style(text, "red") if suit in "dh" else text for text in face)
    return ("┌───┐", f"│{top}│", f"│{bottom}│", "└───┘")


def _width() -> int:
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or 80
    except (OSError, ValueError):
        return 80


def plinko_path(path: str) -> list[str]:
    """Row r has r+1 pegs; the peg that was hit shows which way the ball went."""
    lines, rights = [], 0
    for taken, step in enumerate(path):
        pegs = ["·"] * (taken + 1)
        pegs[rights] = style("╲" if step == "R" else "╱", "bold")
        lines.append("  " * (len(path) - taken) + "   ".join(pegs))
        rights += step == "R"
    lines.append(" " * (4 * rights) + style("●", "bold"))
    lines.append("".join(f"{bin:<4}" for bin in range(len(path) + 1)).rstrip())
    return lines


def mines_board(size: int, mines: Sequence[int], opened: Sequence[int]) -> list[str]:
    """Each row begins with the number of its first cell; an opened cell shows its place in the order."""
    rule = ["───"] * size
    lines = ["    ┌" + "┬".join(rule) + "┐"]
    for first in range(0, size * size, size):
        if first:
            lines.append("    ├" + "┼".join(rule) + "┤")
        cells = [_cell(cell, mines, opened) for cell in range(first, first + size)]
        lines.append(f"{first:>3} │" + "│".join(cells) + "│")
    lines.append("    └" + "┴".join(rule) + "┘")
    return [*lines, t("* is a mine, a number is an opened cell's place in the order")]


def _cell(cell: int, mines: Sequence[int], opened: Sequence[int]) -> str:
    order = str(opened.index(cell) + 1) if cell in opened else ""
    if cell in mines:
        return style(f"{'*' + order:^3}", "red")
    return style(f"{order:^3}", "bold") if order else " · "


def dice_scale(roll: str, target: str | None, direction: str | None) -> list[str]:
    """0.00 to 100.00; the winning part is thick, ● is the roll, ┃ the target."""
    track = ["─"] * (SCALE + 1)
    if target is not None:
        edge = _place(target)
        winning = range(edge) if direction == "under" else range(edge + 1, SCALE + 1)
        for place in winning:
            track[place] = "━"
        track[edge] = "┃"
    track[_place(roll)] = style("●", "bold")
    return ["0.00 " + "".join(track) + " 100.00"]


def _place(hundredths: str) -> int:
    return int(hundredths.replace(".", "")) * SCALE // 10000


# Verdicts.


def print_verdict(verdict: Verdict, record: dict[str, Any] | None = None, advice: Sequence[str] = ()) -> None:
    """Heading, a row for every check, advice, tally; with the record also its pictures."""
    say(_heading(verdict))
    for check in verdict.checks:
        _print_check(check)
    for text in verdict.warnings:
        say("  " + t("note: {text}", text=safe(warning(text))))
    for text in advice:
        say("  " + safe(text))
    _print_tally(verdict.checks)
    if record is not None and on_terminal():
        _print_pictures(verdict, record)
    say()


def _heading(verdict: Verdict) -> str:
    if verdict.records is not None:
        texts = {
            "verified": t("Bundle verified"),
            "failed": t("Bundle failed"),
            "pending": t("Bundle pending"),
        }
    else:
        texts = {"verified": t("Round verified"), "failed": t("Round failed"), "pending": t("Round pending")}
    colour = {"verified": "green", "failed": "red", "pending": "bold"}[verdict.verdict]
    named = [safe(name) for name in (verdict.game, verdict.round_id) if name is not None]
    return style(texts[verdict.verdict], colour) + "".join(f"  {name}" for name in named)


def _print_check(check: Check) -> None:
    words = {"pass": t("verified"), "fail": t("failed"), "skip": t("not checked")}
    word = f"{words[check.status]:<14}"
    if check.status == "fail":
        word = style(word, "red")
    say(f"  {word} {check.check:<11} {safe(fill(check.detail, check.values))}")
    if check.status == "fail" and (check.expected is not None or check.actual is not None):
        import json

        for label, value in ((t("expected"), check.expected), (t("recorded"), check.actual)):
            say(f"{'':<17} {label + ':':<11} {safe(json.dumps(value, ensure_ascii=False))}")


def _print_tally(checks: Iterable[Check]) -> None:
    count = {"pass": 0, "fail": 0, "skip": 0}
    for check in checks:
        count[check.status] += 1
    say("  " + t("verified: {passed}, failed: {failed}, not checked: {skipped}", passed=count["pass"],
                 failed=count["fail"], skipped=count["skip"]))  # fmt: skip


def _print_pictures(verdict: Verdict, record: dict[str, Any]) -> None:
    """One picture, or two where the seeds give another outcome than the record says."""
    outcome = next((check for check in verdict.checks if check.check == "outcome"), None)
    if outcome is None or outcome.actual is None or verdict.game is None:
        return
    shown: list[tuple[str | None, Any]] = [(None, outcome.actual)]
    if outcome.status == "fail":
        shown = [(t("The record says"), outcome.actual), (t("The seeds give"), outcome.expected)]
    for heading, value in shown:
        if heading:
            say(heading)
        for line in picture(verdict.game, value, record["params"]):
            say(line)


def print_cards(
    status: str, round_id: str | None, checks: Sequence[Check], opened: Sequence[dict[str, Any]]
) -> None:
    """The checks of a hand's opened cards; on a terminal the cards too, if they were proven."""
    texts = {"passed": t("Cards verified"), "failed": t("Cards failed"), "skipped": t("Cards not checked")}
    heading = style(texts[status], {"passed": "green", "failed": "red", "skipped": "bold"}[status])
    say(heading + ("" if round_id is None else f"  {safe(round_id)}"))
    for check in checks:
        _print_check(check)
    _print_tally(checks)
    if status == "passed" and on_terminal():
        for line in cards([opening["card"] for opening in opened]):
            say(line)
    say()


def print_cards_summary(counts: dict[str, int]) -> None:
    say(t("Records: {passed} passed, {failed} failed, {skipped} not checked, {unusable} unusable", **counts))


MOST_NAMED: Final = 20  # failed rounds named again under a summary


def print_summary(counts: dict[str, int], failures: Sequence[tuple[str, str]] = ()) -> None:
    """How many of each verdict, and again which rounds failed at which check: theirs may have
    scrolled away."""
    say(t("Records: {verified} verified, {failed} failed, {pending} pending, {unusable} unusable", **counts))
    for round_id, checks in failures[:MOST_NAMED]:
        say(f"  {style(t('Failed'), 'red')}  {safe(round_id)}: {checks}")
    if len(failures) > MOST_NAMED:
        say(t("  and {count} more", count=len(failures) - MOST_NAMED))


# Histories.


def print_history(document: dict[str, Any], most: int) -> None:
    """What does not fit, what is proven, and what isn't; first which column was taken for what."""
    from verifier_cli.history import NAMES, heading

    columns = ", ".join(f"{name} = {column}" for name, column in document["columns"].items())
    row(t("columns"), columns)
    row(t("bets"), document["bets"])
    row(t("pairs of seeds"), len(document["pairs"]))
    colour = {"verified": "green", "failed": "red", "pending": "bold"}[document["verdict"]]
    say(style(heading(document["verdict"]), colour))
    for one in document["findings"][:most]:
        place = t("line {line}", line=one["line"])
        say(f"  {style(t('Failed'), 'red')}  {t(NAMES[one['check']])}, {place}: {safe(one['detail'])}")
    left = sum(check["failed"] for check in document["checks"]) - len(document["findings"][:most])
    if left > 0:
        say(t("  and {count} more", count=left))
    for one in document["diagnoses"]:
        say("  " + safe(one["text"]))
    for name, texts in (
        (t("What is proven"), document["proven"]),
        (t("What is not proven"), document["not_proven"]),
    ):
        say(style(name, "bold"))
        for text in texts:
            say("  " + safe(text))


# Logs.


def print_judgement(verdict: str, name: str, facts: dict[str, Any], checks: Sequence[Check]) -> None:
    """The checks of one proof, or of two checkpoints, under what they are about."""
    texts = {"verified": t("Verified"), "failed": t("Failed"), "pending": t("Not all checked")}
    colour = {"verified": "green", "failed": "red", "pending": "bold"}[verdict]
    say(f"{style(texts[verdict], colour)}  {safe(name)}")
    for label, value in facts.items():
        say(f"  {label + ':':<18} {safe(value)}")
    for check in checks:
        _print_check(check)
    _print_tally(checks)
    say()


def print_log_report(report: LogReport, source: str) -> None:
    """The checks of an audit, what it counted, and every entry that breaks a rule."""
    facts = {"origin": report.origin, "size": report.size, "root": report.root}
    for name, value in report.counts.items():
        parts = value if isinstance(value, dict) else {"": value}
        facts[name] = ", ".join(f"{part} {count}".strip() for part, count in parts.items())
    print_judgement(report.verdict, source, facts, report.checks)
    for finding in report.findings:
        rule = safe(fill(finding.rule, finding.values))
        say("  " + t("entry {index}: {text}", index=finding.index, text=rule))


@contextmanager
def progress() -> Iterator[Callable[[int, int], None] | None]:
    """Tells on a terminal how far a long reading is; None where nobody looks."""

    def tell(done: int, size: int) -> None:
        sys.stderr.write("\r" + t("entries read: {done} of {size}", done=done, size=size))
        sys.stderr.flush()

    watched = sys.stderr.isatty()
    yield tell if watched else None
    if watched:
        sys.stderr.write("\r\x1b[K")


# Audits.


@contextmanager
def audit_progress() -> Iterator[Callable[[int, int, float, float, float], None] | None]:
    """How far an audit is: rewritten in place on a terminal, else a line every PROGRESS_SECONDS."""
    import time

    watched, last = sys.stderr.isatty(), time.monotonic()

    def tell(rounds: int, failed: int, rate: float, left: float, part: float) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last < (0.2 if watched else PROGRESS_SECONDS):
            return
        last = now
        text = t(
            "{percent} %: {rounds} rounds, {failed} failed, {rate} a second, {left} s left",
            percent=int(100 * part),
            rounds=rounds,
            failed=failed,
            rate=int(rate),
            left=int(left),
        )
        sys.stderr.write(f"\r{text}\x1b[K" if watched else text + "\n")
        sys.stderr.flush()

    yield tell
    if watched:
        sys.stderr.write("\r\x1b[K")


PROGRESS_SECONDS: Final = 10.0


def print_shard(shard: tuple[int, int], counts: dict[str, int]) -> None:
    say(t("Part {part} of {parts}", part=shard[0], parts=shard[1]))
    print_summary(counts)


def print_report(document: dict[str, Any]) -> None:
    """An audit: bundles that are not verified, chips, samples, failures, counts."""
    texts = {
        "verified": t("Audit verified"),
        "failed": t("Audit failed"),
        "pending": t("Audit pending"),
        "unusable": t("Audit unusable"),
    }
    verdict = document["verdict"]
    colour = {"verified": "green", "failed": "red"}.get(verdict, "bold")
    say(style(texts[verdict], colour))
    for bundle in document["bundles"]:
        records = bundle["records"]
        named = {name: count for name, count in records.items() if count}
        say(f"  {safe(bundle['file'])}  SHA-256 {bundle['sha256']}")
        say("    " + ", ".join(f"{name} {count}" for name, count in named.items()))
        for check in bundle["checks"]:
            if check["status"] != "pass":
                say(f"    {style(check['check'], 'bold')}: {safe(check['detail'])}")
    for game in document["games"]:
        say("  " + t("{game}: {rounds} rounds, staked {staked}, returned {returned}", **game))
        if game["rtp_theoretical"] is not None:
            say("    " + t("return {rtp}, in theory {rtp_theoretical}", **game))
        elif game["rtp"] is not None:
            say("    " + t("return {rtp}", rtp=game["rtp"]))
    for sample in document["samples"]:
        if sample["p"] is None:
            say("  " + t("{name}: too few values for a statistic", name=sample["name"]))
        else:
            say("  " + t("{name}: chi-square {chi_square}, degrees of freedom {degrees}, p = {p}", **sample))
    _print_audit_failures(document)
    for name, found in document["checks"].items():
        counted = t("verified: {passed}, failed: {failed}, not checked: {skipped}", passed=found["pass"],
                    failed=found["fail"], skipped=found["skip"])  # fmt: skip
        say(f"  {name:<11} {counted}")
    print_summary(document["rounds"])


def _print_audit_failures(document: dict[str, Any]) -> None:
    import json

    for failure in document["failures"][:MOST_NAMED]:
        place = f"{safe(failure['file'])}:{failure['place']}"
        say(f"  {style(t('Failed'), 'red')}  {place}  {safe(failure['game'])} {safe(failure['round_id'])}")
        for check in failure["checks"]:
            say(f"    {check['check']}: {safe(check['detail'])}")
            for label, side in ((t("expected"), "expected"), (t("recorded"), "actual")):
                if check[side] is not None:
                    say(f"      {label + ':':<11} {safe(json.dumps(check[side], ensure_ascii=False))}")
    for entry in document["unusable"][:MOST_NAMED]:
        place = f"{safe(entry['file'])}:{entry['place']}"
        say("  " + t("{place}: unusable: {detail}", place=place, detail=safe(entry["detail"])))
    named = min(MOST_NAMED, len(document["failures"])) + min(MOST_NAMED, len(document["unusable"]))
    more = document["rounds"]["failed"] + document["rounds"]["unusable"] - named
    if more:
        say(t("  and {count} more", count=more))


@contextmanager
def making() -> Iterator[Callable[[int], None]]:
    """How many rounds of a collection are made, on a terminal."""
    watched = sys.stderr.isatty()

    def say_made(rounds: int) -> None:
        if watched:
            sys.stderr.write("\r" + t("rounds made: {rounds}", rounds=rounds))
            sys.stderr.flush()

    yield say_made
    if watched:
        sys.stderr.write("\r\x1b[K")


def print_manifest(manifest: dict[str, Any]) -> None:
    row(t("file"), manifest["file"])
    row("SHA-256", manifest["sha256"])
    row(t("games"), " ".join(manifest["games"]))
    row(t("rounds"), manifest["rounds"])
    row(t("planted"), len(manifest["planted"]))
    for lie in manifest["planted"][:MOST_NAMED]:
        say("  " + t("nonce {nonce}: {check} must fail", **lie))


def print_differences(changed: Sequence[str], differing: Sequence[str], compared: bool) -> None:
    for name in changed:
        say(t("{file} is not the file of its manifest", file=safe(name)))
    for text in differing:
        say(t("planted or named, not both: {text}", text=safe(text)))
    if compared and not differing:
        say(t("the audit names exactly what was planted"))


def print_witness(document: dict[str, Any], as_json: bool) -> None:
    """What a witness is and where it listens, said before it serves."""
    if as_json:
        print_json(document)
        return
    row(t("witness"), document["vkey"])
    row(t("listens at"), document["url"])
    row(t("logs"), " ".join(document["logs"]))
    sys.stdout.flush()


def print_rtp(document: dict[str, Any], percents: dict[str, str]) -> None:
    row(t("game"), document["game"])
    for name, value in document["params"].items():
        row(name, " ".join(value) if isinstance(value, list) else value)
    if "strategy" in document:
        row(t("strategy"), document["strategy"])
    row(t("method"), t("exact") if document["method"] == "exact" else t("bounds"))
    row(t("return"), f"{document['rtp_percent']} %  ({document['rtp']})")
    for name, ratio in document["side_bets"].items():
        row(name, f"{percents[name]} %  ({ratio})")
    say(t("A mean over a long series; no promise for a session and not the chance of one bet."))


def print_vectors(result: dict[str, Any]) -> None:
    texts = {"file": safe(result["file"]), "passed": result["passed"], "failed": result["failed"]}
    say(t("{file}: {passed} passed, {failed} failed", **texts))
    for case in result["failures"]:
        say("  " + style(t("case {case} failed", case=safe(case)), "red"))
