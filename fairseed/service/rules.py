"""The rules of each game and the order of fair play, as pages for people: `static/rules/LANGUAGE/NAME.md`.

The English texts are those of docs/rules (`make docs` copies them), the Russian ones are written beside them.
A text has a heading, sections, paragraphs, clauses `- **D-1** …` or other lists; in these `code`,
**bold** and [links](dice.md).
"""

from __future__ import annotations

import re
from functools import cache
from html import escape
from pathlib import Path
from typing import Final

TEXTS: Final = Path(__file__).parent / "static" / "rules"
LANGUAGES: Final = ("en", "ru")
FAIR: Final = "fair"
# The list of all rules, which is no rules itself.
INDEX: Final = "index"
# A text of more sections than these begins with a list of them.
SECTIONS: Final = 6

_CONTENTS: Final = {"en": "Sections", "ru": "Разделы"}
_CLAUSE: Final = re.compile(r"- \*\*([A-Z]-[1-9][0-9]*)\*\* (.+)")
_MARK: Final = re.compile(r"`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)")


@cache
def games() -> tuple[str, ...]:
    """Games whose rules are there in every language, the common rules last."""
    there = [{path.stem for path in (TEXTS / language).glob("*.md")} for language in LANGUAGES]
    found = set[str].intersection(*there) - {FAIR, INDEX}
    return tuple(sorted(found, key=lambda name: (name == "common", name)))


@cache
def source(language: str, name: str) -> str:
    return (TEXTS / language / f"{name}.md").read_text("utf-8")


def title(language: str, name: str) -> str:
    return source(language, name).partition("\n")[0].removeprefix("# ")


def article(language: str, name: str) -> str:
    """The text as HTML: everything in it is escaped, and what it marks is made of our own tags. Ids of
    clauses and sections belong to the English one; in other languages they carry the language before them."""
    prefix = "" if language == "en" else f"{language}-"
    parts: list[str] = []
    sections: list[str] = []
    before = 0  # parts that stand before the first section
    for block in re.split(r"\n{2,}", source(language, name).strip()):
        lines = block.splitlines()
        if lines[0].startswith("# "):
            parts.append(f"<h1>{_inline(lines[0][2:])}</h1>")
        elif lines[0].startswith("## "):
            before = before if sections else len(parts)
            sections.append(_inline(lines[0][3:]))
            parts.append(f'<h2 id="{prefix}section-{len(sections)}">{sections[-1]}</h2>')
        elif lines[0].startswith("- "):
            parts.append(_list([_item(line, prefix) for line in _items(lines)]))
        else:
            parts.append(f"<p>{_inline(' '.join(lines))}</p>")
    if len(sections) > SECTIONS:
        parts.insert(before, _contents(sections, prefix, _CONTENTS[language]))
    return "\n".join(parts)


def _contents(sections: list[str], prefix: str, label: str) -> str:
    links = (f'<li><a href="#{prefix}section-{i}">{text}</a></li>' for i, text in enumerate(sections, 1))
    return f'<nav class="contents" aria-label="{label}"><ol>{"".join(links)}</ol></nav>'


def _list(items: list[str]) -> str:
    """Clauses have their numbers beside them; any other list has none."""
    numbered = all(item.startswith("<li id=") for item in items)
    tag = 'ol class="clauses"' if numbered else 'ul class="plain"'
    return f"<{tag}>{''.join(items)}</{tag[:2]}>"


def _items(lines: list[str]) -> list[str]:
    """List items, each with the lines that it goes on over."""
    found: list[str] = []
    for line in lines:
        if line.startswith("- "):
            found.append(line)
        else:
            found[-1] += f" {line.strip()}"
    return found


def _item(line: str, prefix: str) -> str:
    clause = _CLAUSE.fullmatch(line)
    if clause is None:
        return f"<li>{_inline(line[2:])}</li>"
    return f'<li id="{prefix}{clause[1]}"><b>{clause[1]}</b> <span>{_inline(clause[2])}</span></li>'


def _inline(text: str) -> str:
    parts, at = [], 0
    for found in _MARK.finditer(text):
        parts.append(escape(text[at : found.start()], quote=False))
        code, bold, label, target = found.groups()
        if code is not None:
            parts.append(f"<code>{escape(code, quote=False)}</code>")
        elif bold is not None:
            parts.append(f"<b>{escape(bold, quote=False)}</b>")
        else:
            parts.append(f'<a href="{escape(target.removesuffix(".md"))}">{escape(label, quote=False)}</a>')
        at = found.end()
    return "".join([*parts, escape(text[at:], quote=False)])
