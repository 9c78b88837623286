"""`audit … --scheme`: a player's own history, as a report in words, as JSON and as a page."""

from __future__ import annotations

import html
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from verifier_cli import terminal
from verifier_cli.diagnoses import diagnosed, diagnosis_json
from verifier_cli.inputs import open_file
from verifier_cli.language import t
from verifier_cli.refusals import refusals

if TYPE_CHECKING:
    from fairseed.verification.history import Report

SHOWN: Final = 20  # findings printed in the terminal; JSON and the page have a thousand
MANY: Final = 20_000  # bets that are worth the start of the bulk kernels
EXIT: Final = {"verified": 0, "failed": 1, "pending": 3}


def run(
    files: tuple[str, ...],
    scheme: str | None,
    maps: tuple[str, ...],
    fixed: tuple[str, ...],
    page: str | None,
    as_json: bool,
) -> int:
    from fairseed.verification.history import audit_history, read_rows
    from fairseed.verification.history.reading import MOST_BYTES
    from fairseed.verification.schemes import load_scheme

    if scheme is None:
        raise click.UsageError(t("a history needs --scheme: whose bets are they?"))
    if len(files) != 1:
        raise click.UsageError(t("a history is one file"))
    (file,) = files
    with refusals():
        known = load_scheme(scheme)
        with nullcontext(sys.stdin.buffer) if file == "-" else open_file(file) as source:
            rows = read_rows(source.read(MOST_BYTES + 1))
        derive = _derive() if len(rows) >= MANY else None
        report = audit_history(rows, known, _named(maps, "--map"), _named(fixed, "--set"), derive)
    document = to_json(report, file)
    if page is not None:
        try:
            Path(page).write_text(to_html(document), "utf-8")
        except (OSError, ValueError) as error:
            raise click.ClickException(
                t("{file} can't be written: {reason}", file=page, reason=str(error))
            ) from None
    if as_json:
        terminal.print_json(document)
    else:
        terminal.print_history(document, SHOWN)
    return EXIT[report.verdict]


def _derive() -> Any:
    """The bulk kernels, where the optional group is there."""
    try:
        import fairseed.audit.kernels
        from fairseed.audit.schemes import outcomes
    except ImportError:
        return None
    return outcomes if fairseed.audit.kernels else None


def _named(given: tuple[str, ...], option: str) -> dict[str, str]:
    named: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or name in named:
            raise click.UsageError(
                t("{option} takes NAME=VALUE, each name once: {text}", option=option, text=text)
            )
        named[name] = value
    return named


def to_json(report: Report, file: str) -> dict[str, Any]:
    """The report with its sentences in the language in use (docs/schemes.md, "A history")."""
    proven, unproven = sentences(report)
    return {
        "type": "fairseed/history-report/v1",
        "file": file,
        "scheme": report.scheme,
        "verdict": report.verdict,
        "bets": report.rows,
        "columns": report.columns,
        "pairs": [
            {
                "server_seed_hash": pair.hash,
                "revealed": bool(pair.seed),
                "bets": len(pair.bets),
                "first_nonce": min(bet.nonce for bet in pair.bets),
                "last_nonce": max(bet.nonce for bet in pair.bets),
            }
            for pair in report.pairs
        ],
        "checks": [
            {
                "check": check,
                "passed": count.passed,
                "failed": count.failed,
                "not_checked": {t(reason): many for reason, many in count.skipped.items()},
            }
            for check, count in report.counts.items()
        ],
        "findings": [
            {"check": one.check, "line": one.line, "detail": t(one.text, **one.values), "values": one.values}
            for one in report.findings
        ],
        "diagnoses": [
            {"server_seed_hash": pair, "text": " ".join(diagnosed(found)), **diagnosis_json(found)}
            for pair, found in report.diagnoses
        ],
        "proven": proven,
        "not_proven": unproven,
    }


def sentences(report: Report) -> tuple[list[str], list[str]]:
    """What the file proves, and what it doesn't, in plain words."""
    counts = report.counts
    texts = {
        "commitment": t("Pairs whose server seed is the one promised by its hash: {count}."),
        "chain": t("Pairs whose hash was announced by the pair before: {count}."),
        "nonces": t("Nonces, each used once: {count}."),
        "client_seed": t("Bets under the one client seed of their pair: {count}."),
        "outcome": t("Outcomes that follow from their seeds and nothing else: {count}."),
        "payout": t("Payouts that are what stake and multiplier give: {count}."),
    }
    proven = [
        text.format(count=counts[check].passed) for check, text in texts.items() if counts[check].passed
    ]
    unproven = [
        t(
            "{check}: {count} not checked, since {reason}.",
            check=t(NAMES[check]),
            count=many,
            reason=t(reason),
        )
        for check, count in counts.items()
        for reason, many in count.skipped.items()
    ]
    always = [
        t("Whether you saw the hash before you bet: the file can't show when it was told."),
        t("Whether bets before the first and after the last of each pair are missing."),
        t("Whether the games pay well: an outcome that follows from the seeds may still be a bad bet."),
    ]
    return proven, [*unproven, *always]


NAMES: Final = {
    "commitment": "commitment",
    "chain": "next hashes",
    "nonces": "nonces",
    "client_seed": "client seeds",
    "outcome": "outcomes",
    "payout": "payouts",
}


def to_html(document: dict[str, Any]) -> str:
    """The report as one page that loads nothing, in the design of the verifier."""
    from verifier_cli.language import current
    from web_verifier import site

    tokens = (site.PAGE / "css" / "tokens.css").read_text("utf-8")
    title = t("Audit of a history")
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        f'<!doctype html>\n<html lang="{current()}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{_(title)}</title>\n'
        f"<style>{tokens}\n{STYLE}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(_body(document, title))
        + "\n</main>\n</body>\n</html>\n"
    )


STYLE: Final = """\
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/24px var(--sans) }
main { max-width: 960px; margin: 0 auto; padding: 32px 24px 64px }
h1 { font-size: 29px; line-height: 36px; margin: 0 0 8px }
h2 { font-size: 19px; line-height: 28px; margin: 32px 0 8px }
p { margin: 0 0 8px; overflow-wrap: anywhere }
.soft, th { color: var(--soft) }
table { border-collapse: collapse; width: 100%; font-size: 13px; line-height: 20px }
th, td { padding: 6px 16px 6px 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top }
th { font-weight: 400 }
td { overflow-wrap: anywhere }
.failed { color: var(--bad) }
.verified { color: var(--ok) }
.pending { color: var(--wait) }
"""


def _body(document: dict[str, Any], title: str) -> Iterator[str]:
    verdict = document["verdict"]
    yield f'<h1 class="{verdict}">{_(heading(verdict))}</h1>'
    told = t(
        "{title}: {file}, {bets} bets, scheme {scheme}",
        title=title,
        file=document["file"],
        bets=document["bets"],
        scheme=document["scheme"],
    )
    yield f'<p class="soft">{_(told)}</p>'
    yield f"<h2>{_(t('What does not fit'))}</h2>"
    if document["findings"]:
        yield _table(
            (t("line"), t("check"), t("finding")),
            ((one["line"], t(NAMES[one["check"]]), one["detail"]) for one in document["findings"]),
        )
    else:
        yield f"<p>{_(t('Nothing.'))}</p>"
    yield from (f"<p><b>{_(one['text'])}</b></p>" for one in document["diagnoses"])
    for name, texts in (
        (t("What is proven"), document["proven"]),
        (t("What is not proven"), document["not_proven"]),
    ):
        yield f"<h2>{_(name)}</h2>"
        yield from (f"<p>{_(text)}</p>" for text in texts)
    yield f"<h2>{_(t('Pairs of seeds'))}</h2>"
    yield _table(
        (t("hash"), t("bets"), "nonce", t("server seed")),
        (
            (
                one["server_seed_hash"],
                one["bets"],
                f"{one['first_nonce']}–{one['last_nonce']}",
                t("revealed") if one["revealed"] else t("not revealed"),
            )
            for one in document["pairs"]
        ),
    )
    yield f"<h2>{_(t('Columns'))}</h2>"
    yield _table((t("field"), t("column")), document["columns"].items())


def heading(verdict: str) -> str:
    texts = {
        "verified": t("All that could be checked fits"),
        "failed": t("Something does not fit"),
        "pending": t("Nothing wrong so far; a seed is not revealed yet"),
    }
    return texts[verdict]


def _table(names: Any, rows: Any) -> str:
    head = "".join(f"<th>{_(name)}</th>" for name in names)
    body = "".join("<tr>" + "".join(f"<td>{_(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


def _(value: object) -> str:
    return html.escape(terminal.safe(value))
