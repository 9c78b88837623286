"""`page`: serves the web verifier, and nothing else, to browsers of this machine, or writes it as a file."""

from __future__ import annotations

import signal
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import click

from verifier_cli import terminal
from verifier_cli.cli import SETTINGS, json_option, lang_option
from verifier_cli.language import t
from web_verifier import site

HOST: Final = "127.0.0.1"
SECONDS: Final = 10  # for one request to arrive


class _Handler(BaseHTTPRequestHandler):
    """GET and HEAD of the page's files. It logs nothing and reads no file but those of the package."""

    timeout = SECONDS
    server_version = "fairseed-verify"
    sys_version = ""
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        path = urlsplit(self.path).path.removeprefix("/")
        found = site.read(path)
        body, kind = found or (b"not found\n", "text/plain; charset=utf-8")
        self.send_response(200 if found else 404)
        for name, value in site.headers(path).items():
            self.send_header(name, value)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    do_HEAD = do_GET

    def handle(self) -> None:
        try:
            super().handle()
        except (OSError, ValueError):
            self.close_connection = True  # the browser went away, or sent what is no request

    def log_message(self, *_: Any) -> None:
        pass


def run(port: int, save: str | None, as_json: bool) -> int:
    if save is not None:
        return write(save, as_json)
    try:
        server = ThreadingHTTPServer((HOST, port), _Handler)
    except OSError as error:
        reason = t(error.strerror or str(error))
        bind = f"{HOST}:{port}"
        raise click.ClickException(t("can't listen at {bind}: {reason}", bind=bind, reason=reason)) from None
    for number in (signal.SIGINT, signal.SIGTERM):
        # Not in the handler itself: it would wait for the loop that it interrupts.
        signal.signal(number, lambda *_: threading.Thread(target=server.shutdown, daemon=True).start())
    url = f"http://{HOST}:{server.server_address[1]}/"
    if as_json:
        terminal.print_json({"url": url, "sha256": site.offline_digest()})
    else:
        terminal.note(t("the verifier is at {url}; Ctrl-C ends it", url=url))
    with server:
        server.serve_forever()
    return 0


def write(path: str, as_json: bool) -> int:
    try:
        Path(path).write_bytes(site.offline())
    except OSError as error:
        reason = t(error.strerror or str(error))
        raise click.ClickException(t("can't write {file}: {reason}", file=path, reason=reason)) from None
    if as_json:
        terminal.print_json({"file": path, "sha256": site.offline_digest()})
    else:
        terminal.say(f"{site.offline_digest()}  {path}")
    return 0


def build() -> click.Command:
    return click.Command(
        "page",
        callback=run,
        params=[
            click.Option(
                ["--port"],
                type=click.IntRange(0, 65535),
                default=8088,
                show_default=True,
                help=t("Port on this machine; 0 takes a free one."),
            ),
            click.Option(
                ["--save"],
                metavar="FILE",
                help=t("Write the verifier as one HTML file, and its SHA-256 to stdout, instead."),
            ),
            json_option(),
            lang_option(),
        ],
        help=t("Serve the web verifier on this machine. It loads nothing from elsewhere."),
        context_settings=SETTINGS,
    )
