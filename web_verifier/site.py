"""The page's files, as the service and `fairseed-verify page` serve them: read only, from the package."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

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
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
OFFLINE: Final = "verifier.html"  # the whole page in one file


@cache
def _paths() -> dict[str, Path]:
    """Every file below `page/` by its path there."""
    files = (file for file in sorted(PAGE.rglob("*")) if file.suffix in TYPES)
    return {file.relative_to(PAGE).as_posix(): file for file in files}


def names() -> list[str]:
    """The paths of all files."""
    return list(_paths())


def read(path: str) -> tuple[bytes, str] | None:
    """A file's bytes and content type; "" is the page itself. None where there is no such file."""
    if path == OFFLINE:
        from web_verifier.inline import offline

        return offline(), TYPES[".html"]
    file = _paths().get(path or "index.html")
    return None if file is None else (file.read_bytes(), TYPES[file.suffix])


def headers(path: str) -> dict[str, str]:
    """The headers of a file's answer. The one file carries its own policy, by the digests of its parts."""
    if path != OFFLINE:
        return HEADERS
    return {name: value for name, value in HEADERS.items() if name != "Content-Security-Policy"}
