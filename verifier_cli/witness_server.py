"""The HTTP side of a witness: a thread a connection, bounded in number, bytes and time.

HTTP/1.1 with keep-alive, `Content-Length` bodies only. It speaks no TLS: a proxy before it does.
"""

from __future__ import annotations

import io
import re
import socket
import threading
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any, Final

from verifier_cli import terminal
from verifier_cli.language import t
from verifier_cli.witness import MAX_BODY, PATH, TEXT_TYPE, Answer, Witness

MAX_CONNECTIONS: Final = 64
IDLE_SECONDS: Final = 60.0  # until the first byte of a request
REQUEST_SECONDS: Final = 10.0  # from there to its last
LINGER_SECONDS: Final = 1.0
STOP_SECONDS: Final = 10.0

_LENGTH = re.compile(r"0|[1-9][0-9]{0,18}")


class _Reader(io.RawIOBase):
    """A socket's bytes until a deadline, which a client that sends a byte now and then can't move."""

    def __init__(self, connection: socket.socket) -> None:
        self._socket = connection
        self._deadline = 0.0

    def allow(self, seconds: float) -> None:
        self._deadline = time.monotonic() + seconds

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._socket.settimeout(left)
        return self._socket.recv_into(buffer)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "fairseed-witness"
    sys_version = ""
    disable_nagle_algorithm = True
    server: WitnessServer

    def setup(self) -> None:
        super().setup()
        self._reader = _Reader(self.connection)
        self.rfile.close()
        self.rfile = self._stream = io.BufferedReader(self._reader)

    def handle(self) -> None:
        try:
            super().handle()
        except (OSError, ValueError):
            self.close_connection = True  # too slow, or gone

    def handle_one_request(self) -> None:
        self._reader.allow(IDLE_SECONDS)
        if not self.server.wait(self.connection, self._stream):
            self.close_connection = True
            return
        self._reader.allow(REQUEST_SECONDS)
        super().handle_one_request()
        if self.server.stopping:
            self.close_connection = True

    def do_POST(self) -> None:
        if self._refused():
            return
        length = int(self.headers["Content-Length"])
        try:
            body = self._stream.read(length)
        except TimeoutError:
            self.send_error(408, "the body did not come in time")
            return
        if len(body) < length:
            self.send_error(400, "the body is cut short")
        else:
            self._answer(self.server.witness.add_checkpoint(body))

    def handle_expect_100(self) -> bool:
        return not self._refused() and super().handle_expect_100()

    def _refused(self) -> bool:
        """What is refused by its head alone. The body is not read then, so the connection ends."""
        lengths = self.headers.get_all("Content-Length", [])
        if self.path.partition("?")[0] != PATH:
            self.send_error(404, f"only {PATH} is here")
        elif "Transfer-Encoding" in self.headers or not lengths:
            self.send_error(411, "a body needs a Content-Length")
        elif len(lengths) > 1 or not _LENGTH.fullmatch(lengths[0].strip()):
            self.send_error(400, "Content-Length is no length")
        elif int(lengths[0]) > MAX_BODY:
            self.send_error(413, f"a body has at most {MAX_BODY} bytes")
        else:
            return False
        return True

    def _answer(self, answer: Answer, allow: str | None = None) -> None:
        if answer.note:
            terminal.note(answer.note)
        data = answer.body.encode()
        self.connection.settimeout(REQUEST_SECONDS)
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.type)
        self.send_header("Content-Length", str(len(data)))
        if allow:
            self.send_header("Allow", allow)
        if self.close_connection or self.server.stopping:
            self.close_connection = True
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """A refusal of the request's form, as plain text; also what the base class refuses."""
        self.close_connection = True
        self.request_version = self.protocol_version  # what has no version gets a status all the same
        if code == 501:
            known = self.path.partition("?")[0] == PATH
            code, message = (405, "only POST is taken") if known else (404, f"only {PATH} is here")
        text = (message or explain or "refused").encode("ascii", "backslashreplace").decode()
        self._answer(Answer(code, f"{text}\n", TEXT_TYPE), "POST" if code == 405 else None)

    def finish(self) -> None:
        """The answer is sent whole: a connection closed over unread bytes would be reset, and the
        client might never see it."""
        with suppress(OSError, ValueError):
            self.connection.shutdown(socket.SHUT_WR)
            self._reader.allow(LINGER_SECONDS)
            while self._stream.read1(2**16):
                pass
        with suppress(OSError, ValueError):
            super().finish()

    def log_message(self, *_: object) -> None:
        """Notes are written of what the operator must know only."""


class WitnessServer(HTTPServer):
    """Serves until `stop()`. `server_address` is what it is bound to."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, witness: Witness, host: str, port: int) -> None:
        """OSError where it can't listen there."""
        if ":" in host:
            self.address_family = socket.AF_INET6
        self.witness = witness
        self.stopping = False
        self._lock = threading.Lock()
        self._waiting: dict[socket.socket, None] = {}  # longest waiting first
        self._threads: set[threading.Thread] = set()
        super().__init__((host, port), _Handler)

    def server_bind(self) -> None:
        # Not HTTPServer's own, which asks for the host's name.
        super(HTTPServer, self).server_bind()

    def process_request(self, request: Any, client_address: Any) -> None:
        with self._lock:
            full = len(self._threads) >= MAX_CONNECTIONS
            if full and self._waiting:
                # Room is made by whoever has asked for nothing the longest.
                idle = next(iter(self._waiting))
                del self._waiting[idle]
                with suppress(OSError):
                    idle.shutdown(socket.SHUT_RDWR)
                full = False
            if not full:
                thread = threading.Thread(target=self._serve, args=(request, client_address), daemon=True)
                self._threads.add(thread)
        if full:
            self.shutdown_request(request)
        else:
            thread.start()

    def _serve(self, request: Any, client_address: Any) -> None:
        try:
            self.finish_request(request, client_address)
        except Exception:
            self.handle_error(request, client_address)
        finally:
            self.shutdown_request(request)
            with self._lock:
                self._threads.discard(threading.current_thread())

    def handle_error(self, _request: Any, _client_address: Any) -> None:
        import sys

        error = sys.exc_info()[1]
        terminal.note(t("a request ended with {name}", name=type(error).__name__))

    def wait(self, connection: socket.socket, stream: io.BufferedReader[_Reader]) -> bool:
        """Waits for the first byte of a request; False where none comes, or the server stops."""
        with self._lock:
            if self.stopping:
                return False
            self._waiting[connection] = None
        try:
            return bool(stream.peek(1))
        except TimeoutError:
            return False
        finally:
            with self._lock:
                self._waiting.pop(connection, None)

    def stop(self) -> None:
        """Takes no further connection, ends those that wait, and lets the others finish. To be
        called from another thread than the one that serves."""
        with self._lock:
            self.stopping = True
            for connection in self._waiting:
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RD)
        self.shutdown()
        deadline = time.monotonic() + STOP_SECONDS
        for thread in list(self._threads):
            thread.join(max(0.0, deadline - time.monotonic()))
