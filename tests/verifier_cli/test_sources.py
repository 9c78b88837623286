"""Logs by URL or folder: what is read, what is refused, and what a hostile server can't do."""

from __future__ import annotations

import gzip
import os
import socket
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from fairseed.commitments.tiles import TileTree
from tests.verifier_cli.logs import Log, numbered
from verifier_cli import sources
from verifier_cli.sources import FolderSource, HttpSource, SourceError, open_source, tile_reader

Reply = Callable[[BaseHTTPRequestHandler], None]


class Site(ThreadingHTTPServer):
    """Files of a folder, and replies of a test's own by path; counts connections."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.replies: dict[str, Reply] = {}
        self.connections = 0
        self.seen: list[BaseHTTPRequestHandler] = []
        super().__init__(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, *_: object) -> None:
        """Clients that go away are what these tests are about."""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: Site

    def setup(self) -> None:
        super().setup()
        self.server.connections += 1

    def do_GET(self) -> None:
        self.server.seen.append(self)
        if self.path in self.server.replies:
            self.server.replies[self.path](self)
            return
        file = self.server.folder / self.path.removeprefix("/")
        if file.is_file():
            reply(200, file.read_bytes())(self)
        else:
            reply(404, b"no")(self)

    def log_message(self, *_: object) -> None:
        pass


def reply(status: int, data: bytes = b"", /, **headers: str) -> Reply:
    def send(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in ({"Content-Length": str(len(data))} | headers).items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(data)

    return send


def raw(*parts: bytes, pause: float = 0) -> Reply:
    def send(handler: BaseHTTPRequestHandler) -> None:
        handler.close_connection = True
        for part in parts:
            handler.wfile.write(part)
            time.sleep(pause)

    return send


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    folder = tmp_path / "site"
    folder.mkdir()
    server = Site(folder)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def log() -> Log:
    return Log(numbered(300))


def refusal(read: Callable[[], Any]) -> str:
    with pytest.raises(SourceError) as caught:
        read()
    assert caught.value.field == "source"
    return str(caught.value)


def read_all(source: sources.Source) -> None:
    with closing(source):
        assert source.read("checkpoint") is not None
        tree = TileTree(tile_reader(source, 300), 300)
        assert tree.root() == Log(numbered(300)).tree.root()
        assert source.read("tile/entries/001.p/44") is not None
        for absent in ("tile/0/002", "tile/entries/000.p/3", "tile/7/000", "nothing"):
            assert source.read(absent) is None


def test_a_folder_and_a_url_give_the_same(site: Site, log: Log, tmp_path: Path) -> None:
    log.write(site.folder)
    read_all(open_source(str(site.folder)))
    read_all(open_source(site.url))
    read_all(open_source(site.url + "/"))
    log.write(site.folder / "deep/er")
    read_all(open_source(site.url + "/deep/er"))
    assert isinstance(open_source(site.url.upper()), HttpSource)


def test_a_connection_is_kept_and_opened_again(site: Site, log: Log) -> None:
    log.write(site.folder)
    with closing(HttpSource(site.url)) as source:
        for _ in range(50):
            assert source.read("checkpoint") is not None
            assert source.read("nothing") is None
        assert site.connections == 1

        def gone(handler: BaseHTTPRequestHandler) -> None:
            reply(200, b"x")(handler)
            handler.close_connection = True  # without a word

        site.replies["/gone"] = gone
        for turn in range(3):
            assert source.read("gone") == b"x"
            assert site.connections == 1 + turn
        source.close()
        assert source.read("checkpoint") is not None


def test_a_partial_tile_may_have_become_a_whole_one(site: Site, log: Log) -> None:
    log.write(site.folder)
    root = log.tree.root(300)
    log.add(numbered(300, 300))
    log.write(site.folder)
    for name in ("tile/0/001.p/44", "tile/1/000.p/1"):
        (site.folder / name).unlink()
    for source in (open_source(site.url), open_source(str(site.folder))):
        with closing(source):
            text = refusal(lambda source=source: TileTree(tile_reader(source, 300), 300).root())
            assert text == "source: tile/1/000.p/1 is missing"
    (site.folder / "tile/1/000.p/1").write_bytes(log.tiles[1, 0][:32])
    for source in (open_source(site.url), open_source(str(site.folder))):
        assert TileTree(tile_reader(source, 300), 300).root() == root
        source.close()


def test_a_tile_of_another_length_is_refused(site: Site, log: Log) -> None:
    log.write(site.folder)
    tile = site.folder / "tile/0/000"
    for data in (b"", tile.read_bytes()[:-1], tile.read_bytes()[:-32]):
        tile.write_bytes(data)
        text = refusal(lambda: tile_reader(open_source(str(site.folder)), 300)((0, 0)))
        assert text == "source: tile/0/000 has not the length of its tile"
    tile.write_bytes(bytes(8193))
    assert "more than 8192" in refusal(lambda: tile_reader(open_source(str(site.folder)), 300)((0, 0)))


# Paths and folders.


@pytest.mark.parametrize(
    "path",
    ["", "/", "..", ".", "../x", "a/../b", "a/..", "./a", "a/./b", "/etc/passwd", "a//b", "a/", "a\\b", "a%2e%2e/b", "a b",
     "a\n", "a\x00", "é", "a?b", "a#b", "C:/x", "~/x:", "http://example.com/x"],
)  # fmt: skip
def test_no_path_leads_elsewhere(path: str, tmp_path: Path) -> None:
    for source in (FolderSource(str(tmp_path)), HttpSource("http://127.0.0.1:9")):
        assert "is no path of a log's file" in refusal(lambda source=source: source.read(path))


def test_a_folder_gives_plain_files_of_its_own(tmp_path: Path) -> None:
    folder, secret = tmp_path / "log", tmp_path / "secret"
    (folder / "tile").mkdir(parents=True)
    secret.write_text("s")
    (tmp_path / "log-2").mkdir()
    (tmp_path / "log-2/x").write_text("s")
    (folder / "checkpoint").write_bytes(b"c")
    for name, target in (
        ("out", "../secret"),
        ("abs", str(secret)),
        ("near", "../log-2/x"),
        ("inside", "checkpoint"),
    ):
        (folder / name).symlink_to(target)
    (folder / "tile/up").symlink_to("..")
    (folder / "elsewhere").symlink_to(tmp_path)
    (folder / "circle").symlink_to("circle")
    (folder / "dangling").symlink_to("nothing")
    os.mkfifo(folder / "pipe")
    source = FolderSource(str(folder))
    for name in ("out", "abs", "near", "elsewhere/secret", "tile/up/elsewhere/secret"):
        assert "leads out of the folder" in refusal(lambda name=name: source.read(name))
    assert source.read("inside") == source.read("tile/up/checkpoint") == b"c"
    assert "can't be read" in refusal(lambda: source.read("circle"))
    for name in ("tile", "pipe"):
        assert "is no file" in refusal(lambda name=name: source.read(name))
    for name in ("dangling", "checkpoint/below", "a" * 200):
        assert source.read(name) is None
    assert "can't be read" in refusal(lambda: source.read("a" * 300))
    (folder / "checkpoint").write_bytes(bytes(1_000_001))
    assert refusal(lambda: source.read("checkpoint")) == "source: checkpoint has more than 1000000 bytes"
    for name in ("nothing", "checkpoint", "a\x00b", "", "ftp://example.com"):
        if name:
            refusal(lambda name=name: open_source(str(folder / name) if "/" not in name else name))


@pytest.mark.parametrize(
    "url",
    ["http://", "https://", "http:///x", "http://a:b@example.com", "http://example.com:0", "http://example.com:99999",
     "http://example.com:x", "http://example.com/?q", "http://example.com/#f", "http://exa mple.com", "http://example.com/a b",
     "http://example.com/\n", "http://example.com/é", "http://[::1", "http://ex%41mple.com", "http://[x]/", "http://a\\b"],
)  # fmt: skip
def test_urls_that_are_refused(url: str) -> None:
    assert "must be a plain URL" in refusal(lambda: open_source(url))


# What servers answer.


def test_gzip_is_taken(site: Site) -> None:
    packed = gzip.compress(b"hello" * 1000)
    site.replies["/packed"] = reply(200, packed, Content_Encoding="gzip")
    site.replies["/twice"] = reply(200, packed + packed, Content_Encoding="x-gzip")
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (packed[:7], packed[7:])) + b"0\r\n\r\n"
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"
    site.replies["/chunked"] = raw(head + b"Content-Encoding: gzip\r\n\r\n" + chunks)
    with closing(HttpSource(site.url)) as source:
        assert source.read("packed") == source.read("chunked") == b"hello" * 1000
        assert source.read("twice") == b"hello" * 2000
        assert site.seen[0].headers["Accept-Encoding"] == "gzip, identity"
        assert site.seen[0].headers["User-Agent"].startswith("fairseed-verify/")


def test_a_bomb_is_given_up(site: Site) -> None:
    pack = zlib.compressobj(9, wbits=31)
    bomb = b"".join(pack.compress(bytes(2**20)) for _ in range(512)) + pack.flush()
    site.replies["/checkpoint"] = reply(200, bomb, Content_Encoding="gzip")
    with closing(HttpSource(site.url)) as source:
        begun = time.monotonic()
        assert refusal(lambda: source.read("checkpoint")) == "source: checkpoint has more than 1000000 bytes"
        assert time.monotonic() - begun < 1


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (reply(500), "was answered with status 500"), (reply(403, b"x" * 200_000), "was answered with status 403"),
        (reply(206, b"x"), "was answered with status 206"), (reply(204), "was answered with status 204"),
        (reply(301), "was answered with status 301"), (reply(304), "was answered with status 304"),
        (reply(200, b"x", Content_Encoding="br"), "comes in the encoding br"),
        (reply(200, b"x", Content_Encoding="gzip"), "can't be read"),
        (reply(200, gzip.compress(b"x")[:-3], Content_Encoding="gzip"), "can't be read"),
        (reply(200, bytes(1_000_001)), "has more than 1000000 bytes"),
        (raw(b"HTTP/1.1 200 OK\r\n\r\n" + bytes(1_000_001)), "has more than 1000000 bytes"),
        (raw(b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n", bytes(1_000_001)), "has more than 1000000 bytes"),
        (raw(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"), "can't be read"),
        (raw(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc"), "can't be read"),
        (raw(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc"), "can't be read"),
        (raw(b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 1000 + b"\r\n"), "can't be read"),
        (raw(b"nonsense\r\n\r\n"), "can't be read"), (raw(b"\x00\xff" * 50), "can't be read"), (raw(b""), "can't be read"),
        (raw(b"HTTP/1.1 200 " + b"x" * 70_000), "can't be read"),
        (reply(302, Location="ftp://127.0.0.1/x"), "redirected to"), (reply(302, Location="file:///etc/passwd"), "redirected to"),
        (reply(302, Location="https://127.0.0.1/x"), "was redirected to another scheme"),
        (reply(302, Location="http://u:p@127.0.0.1/"), "was redirected to what is no plain URL"),
        (reply(302, Location="http://[::1"), "was redirected to what is no plain URL"), (reply(302, Location="/x?y"), "was redirected to what is no plain URL"),
        (reply(302, Location="/checkpoint"), "was redirected more than 3 times"),
    ],
)  # fmt: skip
def test_answers_that_are_refused(answer: Reply, text: str, site: Site, log: Log) -> None:
    log.write(site.folder)
    site.replies["/checkpoint"] = answer
    with closing(HttpSource(site.url)) as source:
        for _ in range(2):
            assert text in refusal(lambda: source.read("checkpoint"))
            assert source.read("tile/0/000") == log.tiles[0, 0]  # the connection says nothing left over


def test_a_redirect_of_one_scheme_is_followed(site: Site, log: Log) -> None:
    log.write(site.folder / "new")
    for path in ("checkpoint", "tile/0/000"):
        site.replies[f"/{path}"] = reply(301, b"moved", Location=f"{site.url}/new/{path}")
    site.replies["/far"] = reply(307, Location=f"http://localhost:{site.server_address[1]}/new/checkpoint")
    with closing(HttpSource(site.url)) as source:
        assert source.read("checkpoint") == log.checkpoint().encode() == source.read("far")
        assert source.read("tile/0/000") == log.tiles[0, 0]


def test_410_is_absent_too(site: Site) -> None:
    site.replies["/x"] = reply(410, b"gone")
    with closing(HttpSource(site.url)) as source:
        assert source.read("x") is None


@pytest.mark.parametrize("where", ["head", "body", "gzip", "close", "silent"])
def test_a_slow_server_is_not_waited_for(where: str, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "SILENT_SECONDS", 0.5 if where == "silent" else 10)
    head = b"HTTP/1.1 200 OK\r\n"
    replies = {
        "head": raw(*[b"H"] + [b"T"] * 100, pause=0.1),
        "body": raw(head + b"Content-Length: 1000\r\n\r\n", *[b"x"] * 100, pause=0.1),
        "gzip": raw(
            head + b"Content-Encoding: gzip\r\n\r\n" + gzip.compress(b"")[:10], *[b"\x00"] * 100, pause=0.1
        ),
        # Without a length its end is the connection's: cut off by us it must not pass for whole.
        "close": raw(head + b"\r\n", *[b"x"] * 100, pause=0.1),
        "silent": raw(b"", pause=2),
    }
    site.replies["/checkpoint"] = replies[where]
    with closing(HttpSource(site.url, seconds=5 if where == "silent" else 1)) as source:
        begun = time.monotonic()
        assert refusal(lambda: source.read("checkpoint")) == "source: checkpoint was not answered in time"
        assert time.monotonic() - begun < 3


def test_nobody_there() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
        with closing(HttpSource(url)) as source:
            assert "Connection refused" in refusal(lambda: source.read("checkpoint"))
    with closing(HttpSource("http://name.invalid")) as source:
        assert "can't be read" in refusal(lambda: source.read("checkpoint"))


def test_https_needs_a_certificate_that_is_trusted(site: Site) -> None:
    with closing(HttpSource(site.url.replace("http:", "https:"))) as source:
        assert "can't be read" in refusal(lambda: source.read("checkpoint"))  # it speaks no TLS
