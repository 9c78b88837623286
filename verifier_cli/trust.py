"""What a caller trusts: `--key`, and the receipts that a player kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from verifier_cli.language import t
from verifier_cli.refusals import refusals

if TYPE_CHECKING:
    from fairseed.verification import Trust


def key_option() -> click.Option:
    return click.Option(
        ["--key", "keys"],
        multiple=True,
        metavar="VKEY",
        help=t("A trusted verifier key, of the log or of its receipts; may be repeated."),
    )


def receipts_option() -> click.Option:
    return click.Option(
        ["--receipts"],
        metavar="FILE",
        help=t("Receipts that a player kept: receipts, or views that carry them, JSON or JSON Lines."),
    )


def complete_option() -> click.Option:
    return click.Option(
        ["--all-receipts", "complete"],
        is_flag=True,
        help=t("The receipts are all that there were: a round or an action without one fails."),
    )


def read_trust(keys: tuple[str, ...], receipts: str | None = None, complete: bool = False) -> Trust:
    """ClickException (exit 2) where a key or a receipt is malformed."""
    from fairseed.commitments import VerifierKey
    from fairseed.verification import Trust, kept_answers, kept_receipts
    from verifier_cli.inputs import objects

    if complete and receipts is None:
        raise click.ClickException(t("--all-receipts needs --receipts"))
    with refusals():
        kept = list(objects(receipts)) if receipts else []
        trusted = tuple(VerifierKey.parse(key) for key in keys)
        return Trust(trusted, kept_receipts(kept), complete, kept_answers(kept))
