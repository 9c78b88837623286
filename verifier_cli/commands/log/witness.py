"""`log witness`: runs a witness that any log can ask for cosignatures."""

from __future__ import annotations

import re
import signal
import threading
from pathlib import Path
from typing import Final

import click

from verifier_cli import terminal
from verifier_cli.cli import SETTINGS, json_option, lang_option
from verifier_cli.commands.log.judging import policy_option, read_file, read_policy
from verifier_cli.language import t
from verifier_cli.refusals import refusals

_ADDRESS: Final = re.compile(
    r"(?:\[(?P<six>[0-9a-fA-F:.]+)\]|(?P<host>[A-Za-z0-9._-]+)):(?P<port>[0-9]{1,5})"
)
_MAX_KEY: Final = 4096


def run(
    key_file: str, logs: tuple[str, ...], policy: str | None, state: str, bind: str, as_json: bool
) -> int:
    from fairseed.commitments import SigningKey, VerifierKey
    from verifier_cli.witness import State, Witness
    from verifier_cli.witness_server import WitnessServer

    host, port = address(bind)
    with refusals():
        # Whatever is no UTF-8 becomes a character that no key has.
        key = SigningKey.parse(read_file(key_file, _MAX_KEY).decode("utf-8", "replace").strip())
        known = [VerifierKey.parse(log) for log in logs]
        rules = read_policy(policy)
        known += list(rules.logs if rules else ())
        store = State(state)
        witness = Witness(key, known, store)
    if key_file != "-" and Path(key_file).stat().st_mode & 0o077:
        terminal.note(t("note: {file} can be read by others than its owner", file=key_file))
    try:
        server = WitnessServer(witness, host, port)
    except OSError as error:
        reason = t(error.strerror or str(error))
        raise click.ClickException(t("can't listen at {bind}: {reason}", bind=bind, reason=reason)) from None
    stopper = threading.Thread(target=server.stop, daemon=True)

    def stop(*_: object) -> None:
        if not server.stopping and stopper.ident is None:
            stopper.start()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    bound = server.server_address
    url = f"http://[{bound[0]!s}]:{bound[1]}" if ":" in str(bound[0]) else f"http://{bound[0]!s}:{bound[1]}"
    terminal.print_witness({"vkey": str(key.verifier), "url": url, "logs": witness.origins}, as_json)
    server.serve_forever()
    stopper.join()
    server.server_close()
    store.close()
    return 0


def address(text: str) -> tuple[str, int]:
    """Host and port of `HOST:PORT` or `[IPv6]:PORT`."""
    found = _ADDRESS.fullmatch(text)
    if found is None or int(found["port"]) > 65535:
        raise click.ClickException(t("--bind must be HOST:PORT"))
    return found["six"] or found["host"], int(found["port"])


def build() -> click.Command:
    return click.Command(
        "witness",
        callback=run,
        params=[
            click.Option(
                ["--key-file"],
                required=True,
                metavar="FILE",
                help=t("The witness's private key, made by log keygen --witness."),
            ),
            click.Option(
                ["--log", "logs"], multiple=True, metavar="VKEY", help=t("A log to witness; may be repeated.")
            ),
            policy_option(),
            click.Option(
                ["--state"],
                required=True,
                metavar="FILE",
                help=t("What was cosigned last (SQLite); processes on one machine may share it."),
            ),
            click.Option(
                ["--bind"],
                default="127.0.0.1:8081",
                show_default=True,
                metavar="HOST:PORT",
                help=t("Where to listen; port 0 takes a free one."),
            ),
            json_option(),
            lang_option(),
        ],
        help=t(
            "Run a witness (C2SP tlog-witness): POST /add-checkpoint gives a cosignature for a checkpoint "
            "of a known log that extends what was cosigned before, and for no other."
        ),
        epilog=t("Ends at SIGTERM or SIGINT. Exit codes: 0 ended, 2 refused to start."),
        context_settings=SETTINGS,
    )
