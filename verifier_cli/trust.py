"""What a caller trusts: `--key`, and the receipts that a player kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from verifier_cli.language import t
from verifier_cli.refusals import refusals

if TYPE_CHECKING:
    from fairseed.commitments.sealing import AuditorKey
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


def auditor_option() -> click.Option:
    return click.Option(
        ["--auditor-key"],
        metavar="FILE",
        help=t("An auditor's private key: opens seeds that were sealed to it."),
    )


def read_auditor(name: str) -> AuditorKey:
    """ClickException (exit 2) where the file can't be read or holds no key."""
    from fairseed.commitments.sealing import AuditorKey
    from verifier_cli.inputs import open_file

    with refusals(), open_file(name) as file:
        # What is no ASCII is no Base64 either.
        return AuditorKey(file.read(100).decode("ascii", "replace"))


def read_trust(
    keys: tuple[str, ...],
    receipts: str | None = None,
    complete: bool = False,
    auditor_key: str | None = None,
) -> Trust:
    """ClickException (exit 2) where a key or a receipt is malformed."""
    from fairseed.commitments import VerifierKey
    from fairseed.verification import Trust, kept_answers, kept_receipts
    from verifier_cli.inputs import objects

    if complete and receipts is None:
        raise click.ClickException(t("--all-receipts needs --receipts"))
    auditor = read_auditor(auditor_key) if auditor_key is not None else None
    with refusals():
        kept = list(objects(receipts)) if receipts else []
        trusted = tuple(VerifierKey.parse(key) for key in keys)
        return Trust(trusted, kept_receipts(kept), complete, kept_answers(kept), auditor)
