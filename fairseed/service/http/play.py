"""`/play/`: the page on which a person plays, the rules of each game, the order of fair play (docs/play.md).

Static files and texts of this package. The page itself asks the public calls of this service, nobody else.
"""

from __future__ import annotations

from functools import cache
from html import escape
from pathlib import Path
from string import Template
from typing import Final

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as AnyResponse

from fairseed.service import rules
from fairseed.service.http import edge
from fairseed.service.problems import Problem
from web_verifier import site

blueprint = Blueprint("play", __name__)

PAGE: Final = Path(__file__).parent.parent / "static" / "play"
HTML: Final = site.TYPES[".html"]
POLICY: Final = site.POLICY.replace("connect-src 'none'", "connect-src 'self'")
HEADERS: Final = site.HEADERS | {"Content-Security-Policy": POLICY}
_NAV: Final = {"play": ("Play", "Игра"), "rules": ("Rules", "Правила"), "fair": ("Fair play", "Честная игра")}


@blueprint.get("/play/")
def start() -> AnyResponse:
    return _answer((PAGE / "index.html").read_bytes(), HTML)


@blueprint.get("/play/fair")
def fair() -> AnyResponse:
    return _answer(_reading(rules.FAIR, "../", "fair"), HTML)


@blueprint.get("/play/rules/")
def all_rules() -> AnyResponse:
    return _answer(_reading(rules.INDEX, "../../", "rules"), HTML)


@blueprint.get("/play/rules/<game>")
def game_rules(game: str) -> AnyResponse:
    if game not in rules.games():
        raise Problem("not_found", "game", "has no page of rules here")
    return _answer(_reading(game, "../../", "rules"), HTML)


@blueprint.get("/play/<path:path>")
def file(path: str) -> AnyResponse:
    found = _files().get(path)
    if found is None:
        raise Problem("not_found", "path", "is no file of the play page")
    return _answer(found.read_bytes(), site.TYPES[found.suffix])


@cache
def _files() -> dict[str, Path]:
    """Every file of the page by its path below `/play/`; templates are none."""
    files = (file for file in sorted(PAGE.rglob("*")) if file.suffix in (".js", ".css"))
    return {file.relative_to(PAGE).as_posix(): file for file in files}


def _answer(raw: bytes, kind: str) -> AnyResponse:
    edge.query()
    answer = Response(raw, content_type=kind)
    answer.headers.update(HEADERS)
    answer.add_etag()
    return answer.make_conditional(request)


@cache
def _reading(name: str, root: str, here: str) -> bytes:
    """A text in both languages: the reader's script leaves one of them, without it both can be read. `root`
    leads from the page to where `/play/` and `/verify/` are."""
    both = list(zip(rules.LANGUAGES, (0, 1), strict=True))

    def said(texts: tuple[str, str]) -> str:
        return " ".join(
            f'<span class="in-{lang}" lang="{lang}">{escape(texts[i])}</span>' for lang, i in both
        )

    places = {"play": "play/", "rules": "play/rules/", "fair": "play/fair"}
    nav = "".join(
        f'<a href="{root}{places[key]}"{" aria-current=page" if key == here else ""}>{said(texts)}</a>'
        for key, texts in _NAV.items()
    )
    shelf = "".join(
        f'<li><a href="{root}play/rules/{game}"{" aria-current=page" if game == name else ""}>'
        f"{said((rules.title('en', game), rules.title('ru', game)))}</a></li>"
        for game in rules.games()
    )
    articles = "".join(
        f'<article class="in-{lang}" lang="{lang}">{rules.article(lang, name)}</article>' for lang, _ in both
    )
    page = Template((PAGE / "reading.html").read_text("utf-8")).substitute(
        root=root,
        title=escape(" · ".join(rules.title(lang, name) for lang, _ in both)),
        nav=nav,
        shelf=f'<ul class="shelf">{shelf}</ul>' if name in rules.games() else "",
        articles=articles,
    )
    return page.encode("utf-8")
