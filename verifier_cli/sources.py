"""A log as it is published: below a URL (http, https), or as a folder with the same files.

`open_source(URL|DIR).read("checkpoint")` gives the bytes, None where there is no such file. What is
read is bounded in size and time, and a path never leads out of the folder or off the URL's scheme.
"""

from __future__ import annotations

import gzip
import http.client
import os
import re
import socket
import ssl
import stat
import threading
import zlib
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Final, Protocol
from urllib.parse import urljoin, urlsplit

from fairseed import __version__
from fairseed.commitments.merkle import HASH_SIZE
from fairseed.commitments.notes import MAX_NOTE
from fairseed.commitments.tiles import HEIGHT, MAX_ENTRY, WIDTH, ReadTile, Tile, tile_path
from fairseed.derivation import FairseedError

SILENT_SECONDS: Final = 10.0  # to connect, and between two bytes
READ_SECONDS: Final = 60.0  # one file, from the request to its last byte
MAX_REDIRECTS: Final = 3
MAX_BUNDLE: Final = WIDTH * (2 + MAX_ENTRY)
_CHUNK: Final = 2**16
_ABSENT: Final = (404, 410)
_REDIRECTS: Final = (301, 302, 303, 307, 308)
_PATH = re.compile(r"(?!.*(?:^|/)\.\.?(?:/|$))[A-Za-z0-9_.-]+(?:/[A-Za-z0-9_.-]+)*")
_AUTHORITY = re.compile(r"(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::[0-9]{1,5})?")
_TARGET = re.compile(r"(?:/[A-Za-z0-9._~!$&'()*+,;=:@%-]*)*")
_GONE = (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError)


class SourceError(FairseedError):
    """A log's folder or URL that can't be read, or that gives what no log gives. `field` is `source`."""


class Source(Protocol):
    """The files of a log by their paths below its prefix."""

    def read(self, path: str) -> bytes | None:
        """A file's bytes, None where there is none of that name. SourceError where it can't be known."""

    def close(self) -> None:
        """Gives back what was held; a later read opens it again."""


def is_url(text: str) -> bool:
    return text.lower().startswith(("http://", "https://"))


def open_source(text: str) -> Source:
    """A source for a URL or a folder. SourceError where it is neither."""
    return HttpSource(text) if is_url(text) else FolderSource(text)


def limit_of(path: str) -> int:
    """The most bytes that a log's file of this path can have. SourceError where it is no such path."""
    if not _PATH.fullmatch(path):
        raise SourceError("source", "{path} is no path of a log's file", path=path)
    if path.startswith("tile/entries/"):
        return MAX_BUNDLE
    return WIDTH * HASH_SIZE if path.startswith("tile/") else MAX_NOTE


def _too_large(path: str, limit: int) -> SourceError:
    return SourceError("source", "{path} has more than {most} bytes", path=path, most=limit)


def _unreadable(path: str, error: Exception) -> SourceError:
    reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return SourceError("source", "{path} can't be read: {reason}", path=path, reason=reason)


class FolderSource:
    """A clone of a log in a folder."""

    def __init__(self, folder: str) -> None:
        try:
            self._root = Path(folder).resolve(strict=True)
        except (OSError, ValueError) as error:
            raise _unreadable(folder, error) from None
        if not self._root.is_dir():
            raise SourceError("source", "{path} is neither a folder nor a URL (http, https)", path=folder)

    def read(self, path: str) -> bytes | None:
        limit = limit_of(path)
        try:
            # A link inside the folder may stand for a file of it, never for one elsewhere.
            file = (self._root / path).resolve()
            if not file.is_relative_to(self._root):
                raise SourceError("source", "{path} leads out of the folder", path=path)
            data = _read_file(file, path, limit)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, RuntimeError) as error:  # RuntimeError: links in a circle
            raise _unreadable(path, error) from None
        if len(data) > limit:
            raise _too_large(path, limit)
        return data

    def close(self) -> None:
        """Nothing is held."""


def _read_file(file: Path, path: str, limit: int) -> bytes:
    # Not blocking: a pipe put in a file's place must not hold the reader.
    handle = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise SourceError("source", "{path} is no file", path=path)
        with os.fdopen(handle, "rb", closefd=False) as opened:
            return opened.read(limit + 1)
    finally:
        os.close(handle)


class HttpSource:
    """A log below a URL. One connection a server is kept; for use by one thread."""

    def __init__(self, url: str, seconds: float = READ_SECONDS) -> None:
        self._seconds = seconds
        self._connections: dict[tuple[str, str], http.client.HTTPConnection] = {}
        self._scheme = _split(url)[0]
        self._url = url.rstrip("/") + "/"

    def read(self, path: str) -> bytes | None:
        limit, url, deadline = limit_of(path), self._url + path, monotonic() + self._seconds
        for _ in range(MAX_REDIRECTS + 1):
            status, location, data = self._get(url, path, limit, deadline)
            if status == 200:
                return data
            if status in _ABSENT:
                return None
            if status not in _REDIRECTS or location is None:
                text = "{path} was answered with status {status}"
                raise SourceError("source", text, path=path, status=status)
            url = _join(url, location)
            if _split(url, path)[0] != self._scheme:
                raise SourceError("source", "{path} was redirected to another scheme", path=path)
        raise SourceError(
            "source", "{path} was redirected more than {most} times", path=path, most=MAX_REDIRECTS
        )

    def close(self) -> None:
        for connection in self._connections.values():
            connection.close()
        self._connections.clear()

    def _get(self, url: str, path: str, limit: int, deadline: float) -> tuple[int, str | None, bytes]:
        """Status, Location and body of a GET. A kept connection that the server has closed
        meanwhile is opened once more."""
        scheme, authority, target = _split(url)
        key = (scheme, authority)
        while True:
            kept = self._connections.pop(key, None)
            connection = kept or _connection(scheme, authority)
            try:
                if connection.sock is None:
                    connection.connect()
                with _Watchdog(connection.sock, deadline):
                    answer = self._ask(connection, target, path, limit)
                if monotonic() > deadline:
                    raise TimeoutError
            except _GONE as error:
                connection.close()
                if kept is None or monotonic() > deadline:
                    raise self._fault(path, error, deadline) from None
            except (OSError, http.client.HTTPException, ValueError, zlib.error, EOFError) as error:
                connection.close()
                raise self._fault(path, error, deadline) from None
            except FairseedError:
                connection.close()
                raise
            else:
                if connection.sock is not None:
                    self._connections[key] = connection
                return answer

    def _fault(self, path: str, error: Exception, deadline: float) -> SourceError:
        if isinstance(error, TimeoutError) or monotonic() > deadline:
            return SourceError("source", "{path} was not answered in time", path=path)
        return _unreadable(path, error)

    @staticmethod
    def _ask(
        connection: http.client.HTTPConnection, target: str, path: str, limit: int
    ) -> tuple[int, str | None, bytes]:
        headers = {"Accept-Encoding": "gzip, identity", "User-Agent": f"fairseed-verify/{__version__}"}
        connection.request("GET", target, headers=headers)
        with connection.getresponse() as answer:
            location = answer.getheader("Location")
            if answer.status != 200:
                # A short explanation is read, so that the connection can be used again.
                if len(answer.read(_CHUNK)) == _CHUNK:
                    connection.close()
                return answer.status, location, b""
            encoding = (answer.getheader("Content-Encoding") or "identity").strip().lower()
            if encoding in ("gzip", "x-gzip"):
                # What is packed tight is given up as soon as more than the limit comes out.
                data = gzip.GzipFile(fileobj=answer).read(limit + 1)
            elif encoding == "identity":
                data = answer.read(limit + 1)
                if answer.length and len(data) <= limit:
                    raise http.client.IncompleteRead(data)
            else:
                raise SourceError("source", "{path} comes in the encoding {name}", path=path, name=encoding)
            if len(data) > limit:
                raise _too_large(path, limit)
            return 200, location, data


class _Watchdog:
    """Cuts a connection off at the deadline: a server that sends a byte now and then is not waited for."""

    def __init__(self, connected: socket.socket, deadline: float) -> None:
        self._socket = connected
        self._timer = threading.Timer(max(0.0, deadline - monotonic()), self._cut)
        self._timer.daemon = True

    def _cut(self) -> None:
        with suppress(OSError):
            # Of the socket itself: TLS would first change what the reading thread still uses.
            socket.socket.shutdown(self._socket, socket.SHUT_RDWR)

    def __enter__(self) -> None:
        self._timer.start()

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()


def _join(url: str, location: str) -> str:
    """Where a redirect leads; nowhere if it is no URL."""
    try:
        return urljoin(url, location)
    except ValueError:
        return ""


def _split(url: str, path: str | None = None) -> tuple[str, str, str]:
    """Scheme, host with port, and path of a URL; of one without user name, query and fragment."""
    try:
        # urlsplit drops line breaks, and white space around.
        parts = urlsplit(url if url.isprintable() and url == url.strip() else "")
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), 0
    right = parts.scheme in ("http", "https") and _AUTHORITY.fullmatch(parts.netloc) and port != 0
    if not right or parts.query or parts.fragment or not _TARGET.fullmatch(parts.path):
        if path is not None:
            raise SourceError("source", "{path} was redirected to what is no plain URL", path=path)
        text = "must be a plain URL: http or https, host, port and path"
        raise SourceError("source", text)
    return parts.scheme, parts.netloc, parts.path or "/"


def _connection(scheme: str, authority: str) -> http.client.HTTPConnection:
    if scheme == "https":
        context = ssl.create_default_context()
        return http.client.HTTPSConnection(authority, timeout=SILENT_SECONDS, context=context)
    return http.client.HTTPConnection(authority, timeout=SILENT_SECONDS)


def tile_reader(source: Source, size: int) -> ReadTile:
    """Reads the tiles that a log of this size has, for TileTree. A partial tile may have given way to
    the full one (tlog-tiles, Partial Tiles). SourceError where one is missing or of another length."""

    def read(tile: Tile) -> bytes:
        level, index = tile
        width = min(WIDTH, (size >> (HEIGHT * level)) - index * WIDTH)
        path = f"tile/{tile_path(level, index, width)}"
        data = source.read(path)
        if data is None and width < WIDTH:
            data = source.read(f"tile/{tile_path(level, index)}")
            data = None if data is None else data[: width * HASH_SIZE]
        if data is None:
            raise SourceError("source", "{path} is missing", path=path)
        if len(data) != width * HASH_SIZE:
            raise SourceError("source", "{path} has not the length of its tile", path=path)
        return data

    return read
