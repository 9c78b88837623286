"""`cards FILE…`: the opened cards of table records, before any seed is revealed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from verifier_cli import terminal
from verifier_cli.cli import SETTINGS, json_option, lang_option
from verifier_cli.language import fill, t

if TYPE_CHECKING:
    from fairseed.records import Document
    from fairseed.verification import Check


def checks(document: Document) -> list[Check]:
    """`commitment` of the seats' links where there are chain heads, then `cards`."""
    from fairseed.verification.cards import check_cards, check_chain_links

    links = check_chain_links(document.value.get("seeds"))
    return [*([links] if links else []), check_cards(document)]


def status(made: list[Check]) -> str:
    """Passed only where cards were checked: right links alone say nothing of them."""
    if any(check.status == "fail" for check in made):
        return "failed"
    return "passed" if made[-1].status == "pass" else "skipped"


def run(files: tuple[str, ...], as_json: bool) -> int:
    from verifier_cli.inputs import Unusable, read

    counts = {"passed": 0, "failed": 0, "skipped": 0, "unusable": 0}
    for name in files:
        for found in read(name):
            if isinstance(found, Unusable):
                found.tell(as_json)
                counts["unusable"] += 1
                continue
            made = checks(found)
            counts[status(made)] += 1
            tell(found.value, made, as_json)
    if not any(counts.values()):
        terminal.note(t("no record was given"))
    elif not as_json and sum(counts.values()) > 1:
        terminal.print_cards_summary(counts)
    if counts["failed"]:
        return 1
    return 0 if counts["passed"] and not counts["unusable"] else 2


def tell(record: dict[str, Any], made: list[Check], as_json: bool) -> None:
    named = record.get("round_id")
    round_id = named if isinstance(named, str) else None
    if not as_json:
        terminal.print_cards(status(made), round_id, made, record.get("opened", []))
        return
    entries = [check.to_json() | {"detail": fill(check.detail, check.values)} for check in made]
    terminal.print_json({"round_id": round_id, "checks": entries})


def build() -> click.Command:
    return click.Command(
        "cards",
        callback=run,
        params=[
            click.Argument(["files"], nargs=-1, required=True, metavar="FILE..."),
            json_option(),
            lang_option(),
        ],
        help=t(
            "Check the opened cards of table records against deck_root and the permutation that the "
            "seats' seeds give. No server seed is needed; where it is there, the whole deck is checked."
        ),
        epilog=t("Exit codes: 0 passed, 1 failed, 2 unusable, none, or nothing to check."),
        context_settings=SETTINGS,
    )
