"""The whole page as one HTML file, for use from a disk: the same sources, put together without a tool.

Browsers load no module from `file://`. So every module becomes a function, in one classic script, that
runs when it is first used and gives its exports; its text is otherwise unchanged. The same sources give
the same bytes. A policy in the file allows this script and this style by their digests, and nothing else.

Modules keep to a few forms of `import` and `export`, at the start of a line; a form that is not known
here is an error, never a guess.
"""

from __future__ import annotations

import base64
import hashlib
import posixpath
import re
from pathlib import Path
from typing import Final

_STRING = r"(?P<quote>['\"])(?P<path>\.[^'\"\n]+\.js)(?P=quote)"
_IMPORT: Final = re.compile(rf"^import (?P<what>[^'\";]+?) from {_STRING};[ \t]*\n", re.M)
_LAZY: Final = re.compile(rf"/\*\*.*?\*/|\bimport\({_STRING}\)", re.S)  # a comment's types are no imports
_EXPORT: Final = re.compile(
    r"^export (?P<what>(?:async )?function\*? (?P<function>\w+)|(?:const|let|class) (?P<name>\w+))", re.M
)
_DEFAULT: Final = re.compile(r"^export default (?P<name>\w+);[ \t]*$", re.M)
_LIST: Final = re.compile(rf"^export \{{(?P<names>[^}}]*)\}}(?: from {_STRING})?;[ \t]*$", re.M)
_NAMES: Final = re.compile(r"\s*\w+(?: as \w+)?\s*(?:,\s*\w+(?: as \w+)?\s*)*,?\s*")
_SCRIPT: Final = re.compile(r'[ \t]*<script type="module" src="(?P<path>[^"]+)"></script>\n?')
_STYLE: Final = re.compile(r'[ \t]*<link rel="stylesheet" href="(?P<path>[^"]+)">\n?')
_ICON: Final = re.compile(r'(?<=<link rel="icon" href=")(?P<path>[^":]+\.svg)(?=")')
_POLICY: Final = re.compile(r'(?<=<meta http-equiv="Content-Security-Policy" content=")[^"]*(?=">)')

_USE: Final = """\
const $loaded = new Map();
/** The exports of a module, which runs when it is first used. */
function $use(path) {
  if (!$loaded.has(path)) $loaded.set(path, $modules[path]());
  return $loaded.get(path);
}
/** As `import()`. */
async function $load(path) {
  return $use(path);
}
"""


class InlineError(Exception):
    """A module or page in a form that can't be put together."""


def one_file(folder: Path) -> bytes:
    """The page in `folder` as one HTML file. InlineError where a source has a form that is not known
    here."""
    page = (folder / "index.html").read_text("utf-8")
    scripts = [found["path"] for found in _SCRIPT.finditer(page)]
    if len(scripts) != 1 or len(_POLICY.findall(page)) != 1:
        raise InlineError("index.html must have one module script and one policy")
    script = "\n" + _script(folder, scripts[0])
    styles = [(folder / found["path"]).read_text("utf-8") for found in _STYLE.finditer(page)]
    style = "\n" + "\n".join(styles)
    if re.search(r"<!--|</?script", script, re.I) or "</style" in style.lower() or "@import" in style:
        raise InlineError("a source holds what begins or ends an element, or imports a style")
    policy = (
        f"default-src 'none'; script-src 'sha256-{_digest(script)}'; style-src 'sha256-{_digest(style)}'; "
        "img-src data:; connect-src 'none'; base-uri 'none'; form-action 'none'; "
        "require-trusted-types-for 'script'; trusted-types 'none'"
    )
    page = _POLICY.sub(lambda _: policy, page)
    page = _ICON.sub(lambda found: _data_url(folder / found["path"]), page)
    page = _SCRIPT.sub("", _STYLE.sub("", page))
    if re.search(r"\b(?:src|href)=\"(?!data:)", page):
        raise InlineError("index.html names a file in another way")
    page = page.replace("</head>", f"<style>{style}</style>\n</head>", 1)
    return page.replace("</body>", f"<script>{script}</script>\n</body>", 1).encode("utf-8")


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")


def _data_url(file: Path) -> str:
    return "data:image/svg+xml;base64," + base64.b64encode(file.read_bytes()).decode("ascii")


def _script(folder: Path, start: str) -> str:
    """All modules that `start` needs now or later, by their paths, and a call of it."""
    texts: dict[str, str] = {}
    needs: dict[str, list[str]] = {}
    wanted = [start]
    while wanted:
        path = wanted.pop()
        if path not in texts:
            texts[path], needs[path], later = _module(path, (folder / path).read_text("utf-8"))
            wanted += needs[path] + later
    _refuse_cycles(needs)
    parts = [f'"{path}": () => {{\n{texts[path]}\n}},\n' for path in sorted(texts)]
    return f'"use strict";\n{_USE}const $modules = {{\n{"".join(parts)}}};\n$use("{start}");\n'


def _module(path: str, source: str) -> tuple[str, list[str], list[str]]:
    """The module as a function's body, what it imports at its start, and what it imports later."""
    needs: list[str] = []
    later: list[str] = []

    def near(other: str) -> str:
        return posixpath.normpath(posixpath.join(posixpath.dirname(path), other))

    def now(found: re.Match[str]) -> str:
        needs.append(near(found["path"]))
        what = " ".join(found["what"].split())
        if whole := re.fullmatch(r"\* as (\w+)", what):
            return f'const {whole[1]} = $use("{needs[-1]}");\n'
        if what[0] != "{" or what[-1] != "}" or not _NAMES.fullmatch(what[1:-1]):
            raise InlineError(f"{path} has an import of another form: {what}")
        return f'const {what.replace(" as ", ": ")} = $use("{needs[-1]}");\n'

    def lazily(found: re.Match[str]) -> str:
        if found["path"] is None:
            return found[0]
        later.append(near(found["path"]))
        return f'$load("{later[-1]}")'

    body = _LAZY.sub(lazily, _IMPORT.sub(now, source))
    given = [found["function"] or found["name"] for found in _EXPORT.finditer(body)]
    body = _EXPORT.sub(lambda found: found["what"], body)
    given += [f"default: {found['name']}" for found in _DEFAULT.finditer(body)]
    for found in _LIST.finditer(body):
        if not _NAMES.fullmatch(found["names"]):
            raise InlineError(f"{path} has a list of exports of another form")
        source_of = ""
        if found["path"] is not None:
            needs.append(near(found["path"]))
            source_of = f'$use("{needs[-1]}").'
        given += [_member(name, source_of) for name in found["names"].split(",") if name.strip()]
    body = _LIST.sub("", _DEFAULT.sub("", body))
    code = re.sub(r"/\*\*.*?\*/", "", body, flags=re.S)
    if re.search(r"^(?:import|export)\b|\bimport\s*\(|\bimport\.meta|^await\b", code, re.M):
        raise InlineError(f"{path} has an import or export of another form")
    if re.search(r"\$(?:use|load|loaded|modules)\b", source):
        raise InlineError(f"{path} has a name that is kept for the one file")
    return f"{body.strip()}\nreturn {{ {', '.join(given)} }};", needs, later


def _member(name: str, source: str) -> str:
    """What an item of a list of exports, `a` or `a as b`, is in the object of exports."""
    inner, _, outer = name.strip().partition(" as ")
    return f"{outer or inner}: {source}{inner}"


def _refuse_cycles(needs: dict[str, list[str]]) -> None:
    done: set[str] = set()

    def visit(path: str, above: tuple[str, ...]) -> None:
        if path in above:
            raise InlineError(f"{' imports '.join((*above[above.index(path) :], path))}")
        if path not in done:
            for other in needs[path]:
                visit(other, (*above, path))
            done.add(path)

    for path in needs:
        visit(path, ())
