"""`page`: serves the web verifier, and nothing else, to browsers of this machine."""

from __future__ import annotations

import signal
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
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


def run(port: int, as_json: bool) -> int:
    try:
        server = ThreadingHTTPServer((HOST, port), _Handler)
    except OSError as error:
        reason = error.strerror or str(error)
        bind = f"{HOST}:{port}"
        raise click.ClickException(t("can't listen at {bind}: {reason}", bind=bind, reason=reason)) from None
    url = f"http://{HOST}:{server.server_address[1]}/"
    if as_json:
        terminal.print_json({"url": url, "sha256": site.offline_digest()})
    else:
        terminal.note(t("the verifier is at {url}; Ctrl-C ends it", url=url))
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    with server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        stop.wait()
        server.shutdown()
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
            json_option(),
            lang_option(),
        ],
        help=t("Serve the web verifier on this machine. It loads nothing from elsewhere."),
        context_settings=SETTINGS,
    )
