"""The report of an audit as one page of HTML that loads nothing: to be read, printed and signed."""

from __future__ import annotations

import json
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Any, Final

import click

from verifier_cli import language
from verifier_cli.language import t

_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
_STYLE: Final = """
:root { color-scheme: light dark }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.6rem } h2 { font-size: 1.15rem; margin-top: 2rem }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .25rem .6rem;
vertical-align: top; border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent) } td.n {
text-align: right; font-variant-numeric: tabular-nums } code { font: 13px/1.4 ui-monospace, monospace;
overflow-wrap: anywhere } .failed { color: #b3261e; font-weight: 600 } @media (prefers-color-scheme: dark) {
.failed { color: #ff8a80 } } .sign { margin-top: 3rem } .sign td { border: 0; padding-top: 2.5rem } .sign span
{ display: block; border-top: 1px solid } @media print { body { margin: 0; max-width: none } tr {
break-inside: avoid } }
"""


def write(name: str, document: dict[str, Any]) -> None:
    """ClickException (exit 2) where the file can't be written."""
    try:
        Path(name).write_text(page(document), encoding="utf-8", errors="backslashreplace")
    except (OSError, ValueError) as error:
        reason = t(getattr(error, "strerror", None) or "no file has such a name")
        raise click.ClickException(
            t("{file}: can't be written: {reason}", file=name, reason=reason)
        ) from None


def page(document: dict[str, Any]) -> str:
    verdicts = {
        "verified": t("verified"),
        "failed": t("failed"),
        "pending": t("pending"),
        "unusable": t("unusable"),
    }
    title = t("Audit of rounds: {verdict}", verdict=verdicts[document["verdict"]])
    made = t("Made by fairseed {version}, finished {finished}.", version=_version(), **document["run"])
    what = t(
        "Every record was replayed from its seeds by the rules it names, and compared with what it says."
    )
    lines = "".join(f"<td><span>{escape(text)}</span>" for text in (t("Place, date"), t("Auditor")))
    parts = [
        f'<!doctype html><html lang="{language.current()}"><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style><h1>{escape(title)}</h1>",
        _paragraph(what, made),
        _rounds(document, verdicts),
        _checks(document),
        _bundles(document, verdicts),
        _games(document),
        _samples(document),
        _failures(document),
        _limits(document),
        f'<table class="sign"><tr>{lines}</table>',
    ]
    return "\n".join(part for part in parts if part) + "\n"


def _version() -> str:
    from fairseed import __version__

    return __version__


def _paragraph(*texts: str) -> str:
    return "<p>" + " ".join(escape(text) for text in texts) + "</p>"


def _table(heads: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    """Numbers stand right; what is a `Code` keeps its letters apart."""
    lines = ["<table><tr>" + "".join(f"<th>{escape(head)}" for head in heads)]
    for row in rows:
        cells = []
        for cell in row:
            if isinstance(cell, int):
                cells.append(f'<td class="n">{cell:,}'.replace(",", "\u202f"))
            elif isinstance(cell, Code):
                cells.append(f"<td><code>{escape(cell)}</code>")
            else:
                cells.append(f"<td>{escape('–' if cell is None else cell)}")
        lines.append("<tr>" + "".join(cells))
    return "".join(lines) + "</table>"


class Code(str):
    """Text from outside, or a digest."""


def _section(title: str, *parts: str) -> str:
    return f"<h2>{escape(title)}</h2>" + "".join(parts)


def _rounds(document: dict[str, Any], verdicts: dict[str, str]) -> str:
    rows = [(verdicts[name], count) for name, count in document["rounds"].items()]
    return _section(t("Rounds"), _table((t("verdict"), t("rounds")), rows))


def _checks(document: dict[str, Any]) -> str:
    rows = [
        (Code(name), found["pass"], found["fail"], found["skip"])
        for name, found in document["checks"].items()
    ]
    heads = (t("check"), t("verified"), t("failed"), t("not checked"))
    return _section(t("Checks"), _table(heads, rows))


def _bundles(document: dict[str, Any], verdicts: dict[str, str]) -> str:
    rows = []
    for bundle in document["bundles"]:
        told = "; ".join(f"{check['check']}: {check['detail']}" for check in bundle["checks"])
        count = sum(bundle["records"][name] for name in ("verified", "failed", "pending"))
        names = Code(f"{bundle['file']} SHA-256 {bundle['sha256']}")
        seed = bundle["seeds"].get("server_seed_hash")
        rows.append(
            (names, verdicts[bundle["verdict"]], count, told, Code(seed if isinstance(seed, str) else "–"))
        )
    heads = (t("file"), t("verdict"), t("rounds"), t("nonces and seed pair"), "server_seed_hash")
    return _section(t("Bundles"), _table(heads, rows))


def _games(document: dict[str, Any]) -> str:
    if not document["games"]:
        return ""
    rows = [
        (
            Code(game["game"]),
            game["rounds"],
            game["staked"],
            game["returned"],
            game["rtp"],
            game["rtp_theoretical"],
        )
        for game in document["games"]
    ]
    heads = (t("game"), t("rounds"), t("staked"), t("returned"), t("return observed"), t("return in theory"))
    note = t(
        "Of verified rounds. The theory is that of the bets made, each weighted by its stake; there is none "
        "where the return depends on how the player plays."
    )
    return _section(t("Returns"), _table(heads, rows), _paragraph(note))


def _samples(document: dict[str, Any]) -> str:
    if not document["samples"]:
        return ""
    rows = [
        (
            Code(sample["name"]),
            sum(sample["counts"]),
            len(sample["counts"]),
            sample["chi_square"],
            None if sample["degrees"] is None else str(sample["degrees"]),
            sample["p"],
        )
        for sample in document["samples"]
    ]
    heads = (t("sample"), t("values"), t("cells"), "χ²", t("degrees of freedom"), "p")
    note = t(
        "p is the chance that fair outcomes differ from their expected counts at least as much. Of many "
        "samples a few are small by chance."
    )
    return _section(t("Outcomes against chance"), _table(heads, rows), _paragraph(note))


def _failures(document: dict[str, Any]) -> str:
    if not document["failures"] and not document["unusable"]:
        return ""
    rows: list[tuple[Any, ...]] = [
        (
            Code(f"{failure['file']}:{failure['place']}"),
            Code(f"{failure['game']} {failure['round_id']}"),
            "; ".join(f"{check['check']}: {check['detail']}" for check in failure["checks"]),
            Code(_values(failure["checks"], "expected")),
            Code(_values(failure["checks"], "actual")),
        )
        for failure in document["failures"]
    ]
    rows += [
        (Code(f"{entry['file']}:{entry['place']}"), t("unusable"), entry["detail"], Code(""), Code(""))
        for entry in document["unusable"]
    ]
    heads = (t("file and place"), t("round"), t("failed"), t("expected"), t("recorded"))
    more = document["failures_not_named"] + document["unusable_not_named"]
    note = _paragraph(t("and {count} more, not named", count=more)) if more else ""
    return _section(t("What failed"), _table(heads, rows), note)


def _values(checks: list[dict[str, Any]], side: str) -> str:
    return "; ".join(
        json.dumps(check[side], ensure_ascii=False) for check in checks if check[side] is not None
    )


def _limits(document: dict[str, Any]) -> str:
    keys = document["keys"]
    texts = [
        t("Not checked here: that the rounds are all that the pair was closed with (close_root of bundle).")
    ]
    if not keys:
        texts.append(t("No key was given: no signature of a receipt or of the log was trusted."))
    trusted = _table((t("trusted keys"),), [(Code(key),) for key in keys]) if keys else ""
    return _section(t("Limits"), _paragraph(*texts), trusted)
