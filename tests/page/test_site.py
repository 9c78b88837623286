"""The page's files and the one file made of them."""

from __future__ import annotations

import base64
import hashlib
import re
import subprocess
import sys
import zipfile
from html.parser import HTMLParser
from pathlib import Path

import pytest

from web_verifier import site
from web_verifier.inline import InlineError, one_file

PAGE = """<!doctype html>
<html lang="en"><head>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<link rel="icon" href="icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="style.css">
<script type="module" src="ui/main.js"></script>
</head>
<body></body>
</html>
"""


def folder(root: Path, page: str = PAGE, **modules: str) -> Path:
    """A page whose modules lie in `ui/`."""
    (root / "ui").mkdir()
    (root / "index.html").write_text(page)
    (root / "style.css").write_text("body { color: red }")
    (root / "icon.svg").write_text("<svg/>")
    for name, text in modules.items():
        (root / "ui" / f"{name}.js").write_text(text)
    return root


def run(page: bytes) -> str:
    """What the one file's script prints, in Node."""
    (script,) = re.findall(r"<script>(.*)</script>", page.decode("utf-8"), re.S)
    done = subprocess.run(["node", "-e", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


class Elements(HTMLParser):
    """Start tags with their attributes, and the texts of scripts and styles."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts = {"script": "", "style": ""}
        self._inside = ""
        self.feed(page.decode("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._inside = tag

    def handle_endtag(self, _: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside in self.texts:
            self.texts[self._inside] += data

    def policy(self) -> str:
        return next(
            str(attributes["content"])
            for tag, attributes in self.tags
            if attributes.get("http-equiv") == "Content-Security-Policy"
        )


def test_the_one_file_needs_nothing_else_and_allows_only_its_own_script_and_style() -> None:
    elements = Elements(site.offline())
    policy = elements.policy()
    for tag, kind in (("script", "script-src"), ("style", "style-src")):
        digest = base64.b64encode(hashlib.sha256(elements.texts[tag].encode()).digest()).decode()
        assert f"{kind} 'sha256-{digest}';" in policy
    assert "unsafe" not in policy
    assert "connect-src 'none'" in policy
    assert "require-trusted-types-for 'script'; trusted-types 'none'" in policy
    named = [
        value
        for _, attributes in elements.tags
        for name, value in attributes.items()
        if name in ("src", "href", "srcset", "action", "data")
    ]
    assert named
    assert all(str(value).startswith("data:") for value in named)
    assert [tag for tag, _ in elements.tags].count("script") == 1


def test_every_module_stands_in_the_one_file_and_nothing_else_does() -> None:
    script = Elements(site.offline()).texts["script"]
    there = {
        path.relative_to(site.PAGE).as_posix()
        for path in site.PAGE.rglob("*.js")
        # A module of types alone has nothing to run.
        if re.sub(r"/\*.*?\*/|export \{\};", "", path.read_text("utf-8"), flags=re.S).strip()
    }
    # Weighted choices are derived by the vectors; no game of the page draws one.
    assert set(re.findall(r'^"([^"]+)": \(\) => \{$', script, re.M)) == there - {"core/choice.js"}


def test_the_same_sources_give_the_same_bytes() -> None:
    command = [sys.executable, "-c", "from web_verifier import site; print(site.offline_digest())"]
    told = {
        subprocess.run(command, capture_output=True, text=True, env={"PYTHONHASHSEED": seed}).stdout.strip()
        for seed in ("1", "2")
    }
    assert told == {site.offline_digest()}
    assert hashlib.sha256(site.offline()).hexdigest() == site.offline_digest()


def test_forms_of_import_and_export(tmp_path: Path) -> None:
    main = """import { first, second as two } from './a.js';
import {
  Thing,
  later,
} from './b.js';
import * as all from "./a.js";
/** @type {import('./types.js').Nothing} */
const { default: texts } = { default: 1 };
import('./c.js').then((c) => console.log(first, two(), new Thing().name(), later, all.first, c.default.x, texts));
"""
    a = """export const first = 'one';
function inner() {
  return 'two';
}
export { inner as second, again } from './d.js';
""".replace("export { inner as second, again } from './d.js';", "export { inner as second };\n")
    b = "export class Thing {\n  name() {\n    return 'thing';\n  }\n}\nexport { moved as later } from './d.js';\n"
    c = "const texts = { x: 'late' };\n\nexport default texts;\n"
    d = "export const moved = await_();\nexport function await_() {\n  return 'moved';\n}\n"
    made = one_file(folder(tmp_path, main=main, a=a, b=b, c=c, d=d))
    assert run(made).split() == ["one", "two", "thing", "moved", "one", "late", "1"]


def test_a_module_runs_once_and_only_when_it_is_used(tmp_path: Path) -> None:
    main = "import { a } from './a.js';\nimport { b } from './b.js';\nconsole.log('main', a, b);\n"
    a = "console.log('a');\nexport const a = 1;\nexport const more = () => import('./late.js');\n"
    b = "import { a } from './a.js';\nconsole.log('b');\nexport const b = a + 1;\n"
    late = "console.log('never');\nexport const late = 1;\n"
    assert run(one_file(folder(tmp_path, main=main, a=a, b=b, late=late))).split("\n") == [
        "a",
        "b",
        "main 1 2",
        "",
    ]


@pytest.mark.parametrize(
    ("main", "told"),
    [
        ("import a from './a.js';\n", "import of another form: a"),
        ("import './a.js';\n", "import or export of another form"),
        ("import { a } from 'elsewhere';\n", "import or export of another form"),
        ("import { a } from './a.js'; a();\n", "import or export of another form"),
        ("const path = './a.js';\nimport(path);\n", "import or export of another form"),
        ("console.log(import.meta.url);\n", "import or export of another form"),
        ("export let [a] = [1];\n", "import or export of another form"),
        ("export * from './a.js';\n", "import or export of another form"),
        ("export default function () {}\n", "import or export of another form"),
        ("await 1;\n", "import or export of another form"),
        ("const $use = 1;\n", "a name that is kept for the one file"),
        ("import { a } from './cycle.js';\nexport const main = a;\n", "imports"),
        ("export const text = '</script>';\n", "begins or ends an element"),
        ("export const text = '<!--';\n", "begins or ends an element"),
    ],
)
def test_what_is_not_known_is_refused(tmp_path: Path, main: str, told: str) -> None:
    made = folder(tmp_path, main=main, a="export const a = 1;\n", cycle="import { main } from './main.js';\n")
    with pytest.raises(InlineError, match=re.escape(told)):
        one_file(made)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('<script type="module" src="ui/main.js"></script>', ""),
        ("</head>", '<script type="module" src="ui/main.js"></script></head>'),
        ("</head>", '<script src="other.js"></script></head>'),
        ("<body>", '<body><img src="picture.png">'),
        ("<meta http-equiv", "<meta name"),
    ],
)
def test_a_page_of_another_form_is_refused(tmp_path: Path, old: str, new: str) -> None:
    with pytest.raises(InlineError, match=r"index\.html"):
        one_file(folder(tmp_path, PAGE.replace(old, new, 1), main="console.log(1);\n"))


def test_the_copy_of_the_unicode_table_is_up_to_date() -> None:
    program = site.PAGE.parent / "make_unicode.py"
    done = subprocess.run([sys.executable, program, "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_page_says_the_digest_of_its_one_file() -> None:
    found = site.read("")
    assert found is not None
    (told,) = (
        attributes["content"]
        for tag, attributes in Elements(found[0]).tags
        if attributes.get("name") == "offline-copy"
    )
    assert told == f"{site.OFFLINE} {len(site.offline())} {hashlib.sha256(site.offline()).hexdigest()}"
    digest = site.read(site.DIGEST)
    assert digest is not None
    assert digest[0].decode() == f"{hashlib.sha256(site.offline()).hexdigest()}  {site.OFFLINE}\n"


def test_a_wheel_holds_the_page(tmp_path: Path) -> None:
    """What is installed without a checkout serves the same page."""
    root = site.PAGE.parent.parent
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    done = subprocess.run(build, cwd=root, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    command = [
        sys.executable,
        "-I",
        "-c",
        "import sys; sys.path.insert(0, sys.argv[1]); from web_verifier import site;"
        "print(site.PAGE, site.offline_digest())",
    ]
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
    told = subprocess.run(
        [*command, str(tmp_path / "installed")], capture_output=True, text=True
    ).stdout.split()
    assert told == [str(tmp_path / "installed" / "web_verifier" / "page"), site.offline_digest()]


def test_the_policy_of_the_page_is_that_of_the_answer() -> None:
    """Also where a page lies on a server that sends no such header."""
    found = site.read("index.html")
    assert found is not None
    assert Elements(found[0]).policy() == site.POLICY.replace("frame-ancestors 'none'; ", "")


@pytest.mark.parametrize(
    "path",
    ["../site.py", "ui/../../site.py", "/etc/passwd", "ui", "ui/", "ui/main.js/", "x", "ui//main.js", "\x00"],
)
def test_only_files_of_the_page_are_read(path: str) -> None:
    assert site.read(path) is None
