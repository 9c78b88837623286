"""`log keygen FILE`: a key pair for a log or a witness."""

from __future__ import annotations

import os

import click

from verifier_cli import terminal
from verifier_cli.cli import SETTINGS, json_option, lang_option
from verifier_cli.language import t
from verifier_cli.refusals import refusals


def run(file: str, name: str, witness: bool, as_json: bool) -> int:
    from fairseed.commitments import COSIGNATURE, ED25519, SigningKey

    with refusals():
        key = SigningKey.generate(name, COSIGNATURE if witness else ED25519)
    try:
        write(file, key.expose() + "\n")
    except OSError as error:
        reason = t(error.strerror or str(error))
        raise click.ClickException(f"{file}: " + t("can't be written: {reason}", reason=reason)) from None
    except ValueError:
        raise click.ClickException(t("no file has such a name")) from None
    if as_json:
        terminal.print_json({"file": file, "vkey": str(key.verifier)})
    else:
        terminal.say(str(key.verifier))
    return 0


def write(file: str, text: str) -> None:
    """A new file for its owner's eyes only, on disk when this returns. FileExistsError where there is one."""
    handle = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as opened:
        opened.write(text)
        opened.flush()
        os.fsync(handle)


def build() -> click.Command:
    return click.Command(
        "keygen",
        callback=run,
        params=[
            click.Argument(["file"], required=True, metavar="FILE"),
            click.Option(
                ["--name"],
                required=True,
                help=t("The key's name: the log's origin, or a name of the witness such as example.com/w1."),
            ),
            click.Option(["--witness"], is_flag=True, help=t("A key for cosignatures (type 4).")),
            json_option(),
            lang_option(),
        ],
        help=t(
            "Make a key: the private one goes into FILE, which must not exist yet; "
            "the verifier key (vkey) is printed."
        ),
        epilog=t("Exit codes: 0 written, 2 refused."),
        context_settings=SETTINGS,
    )
