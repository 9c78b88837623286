"""The page's files, as the service and `fairseed-verify page` serve them: read only, from the package."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

from web_verifier.inline import one_file

PAGE: Final = Path(__file__).parent / "page"
TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}
# The page asks nobody for anything: no script, style or request but its own files, no markup from text.
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'none'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
HEADERS: Final = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
OFFLINE: Final = "verifier.html"  # the whole page in one file
DIGEST: Final = f"{OFFLINE}.sha256"  # its digest, as `sha256sum -c` reads it


@cache
def _paths() -> dict[str, Path]:
    """Every file below `page/` by its path there."""
    files = (file for file in sorted(PAGE.rglob("*")) if file.suffix in TYPES)
    return {file.relative_to(PAGE).as_posix(): file for file in files}


@cache
def offline() -> bytes:
    """The page as one HTML file that needs no server."""
    return one_file(PAGE)


def offline_digest() -> str:
    """Lowercase hex SHA-256 of the one file."""
    return hashlib.sha256(offline()).hexdigest()


def _index() -> bytes:
    """The page itself, which says beside its download what the one file's digest is: it can't ask."""
    told = f'<meta name="offline-copy" content="{OFFLINE} {len(offline())} {offline_digest()}">'
    page = (PAGE / "index.html").read_text("utf-8")
    return page.replace("</head>", f"{told}\n</head>", 1).encode("utf-8")


def read(path: str) -> tuple[bytes, str] | None:
    """A file's bytes and content type; "" is the page itself. None where there is no such file."""
    if path in ("", "index.html"):
        return _index(), TYPES[".html"]
    if path == OFFLINE:
        return offline(), TYPES[".html"]
    if path == DIGEST:
        return f"{offline_digest()}  {OFFLINE}\n".encode("ascii"), "text/plain; charset=utf-8"
    file = _paths().get(path)
    return None if file is None else (file.read_bytes(), TYPES[file.suffix])


def headers(path: str) -> dict[str, str]:
    """The headers of a file's answer. The one file carries its own policy, by the digests of its parts;
    the answer says only what a file can't say of itself."""
    if path != OFFLINE:
        return HEADERS
    return HEADERS | {"Content-Security-Policy": "frame-ancestors 'none'"}
