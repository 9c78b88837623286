"""`/play/`: what is served there, under which policy, and that the rules stand there in both languages."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import pytest

from fairseed.service import rules
from fairseed.service.core import Service
from fairseed.service.http import play
from fairseed.service.problems import Problem
from tests.service.api import Api
from tests.service.world import service
from tests.support import ROOT
from web_verifier import site

CLAUSE = re.compile(r"^- \*\*([A-Z]-[1-9][0-9]*)\*\* (.+)$", re.M)
CYRILLIC = re.compile("[а-яё]", re.I)
GAMES = ("dice", "limbo", "plinko", "mines", "hilo", "blackjack", "russian_poker", "five_card_poker")
RULES = (*GAMES, "poker", "common")
READING = [f"rules/{name}" for name in RULES] + ["rules/", "fair"]


@pytest.fixture
def api(tmp_path: Path) -> Iterator[Api]:
    with service("sqlite", tmp_path) as api:
        yield api


def get(api: Api, path: str) -> str:
    answer = api.app.test_client().get(f"/play/{path}")
    assert answer.status_code == 200, path
    return answer.text


def clauses(text: str) -> dict[str, str]:
    found = CLAUSE.findall(text)
    assert len(found) == len(dict(found))
    return dict(found)


def plain(text: str) -> str:
    """A clause as it is read: without the marks of its text."""
    return re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", text.replace("`", "").replace("**", ""))


def test_every_file_is_served_as_it_is_under_its_policy(api: Api) -> None:
    files = [path for path in play.PAGE.rglob("*") if path.is_file()]
    assert len(files) > 10
    client = api.app.test_client()
    for path in files:
        name = path.relative_to(play.PAGE).as_posix()
        if path.suffix == ".html":
            continue
        answer = client.get(f"/play/{name}")
        assert (answer.status_code, answer.data) == (200, path.read_bytes()), name
        assert answer.content_type == site.TYPES[path.suffix]
    for name in ("", "main.js", *READING):
        answer = client.get(f"/play/{name}")
        policy = dict(part.split(" ", 1) for part in answer.headers["Content-Security-Policy"].split("; "))
        assert policy == {
            "default-src": "'none'",
            "script-src": "'self'",
            "style-src": "'self'",
            "img-src": "'self' data:",
            "connect-src": "'self'",
            "base-uri": "'none'",
            "form-action": "'none'",
            "frame-ancestors": "'none'",
            "require-trusted-types-for": "'script'",
            "trusted-types": "'none'",
        }
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["Cache-Control"] == "no-cache"
        again = client.get(f"/play/{name}", headers={"If-None-Match": answer.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize(
    "path",
    [
        "nothing.js",
        "reading.html",
        "../rules.py",
        "%2e%2e/play.py",
        "rules/fair",
        "rules/index",
        "rules/raw",
        "fair/",
        "%00",
    ],
)
def test_nothing_else_is_served(api: Api, path: str) -> None:
    answer = api.app.test_client().get(f"/play/{path}")
    assert (answer.status_code, answer.json["code"]) == (404, "not_found")  # type: ignore[index]


def test_it_takes_no_query_and_no_other_method(api: Api) -> None:
    for path in ("", "fair", "rules/dice", "main.js"):
        assert api.app.test_client().get(f"/play/{path}?token=x").json["code"] == "bad_query"  # type: ignore[index]
        assert api.app.test_client().post(f"/play/{path}").status_code == 405


def test_without_its_slash_it_leads_to_the_page(api: Api) -> None:
    answer = api.app.test_client().get("/play")
    assert answer.status_code == 308
    assert (
        urljoin("https://casino.example/fair/play", answer.headers["Location"])
        == "https://casino.example/fair/play/"
    )


def test_rules_can_be_read_while_the_service_refuses(api: Api) -> None:
    opened: Service = api.app.extensions["fairseed"]()
    opened.alarm.append(Problem("not_ready", "log", "is another"))
    for path in READING:
        get(api, path)


@pytest.mark.parametrize("game", RULES)
def test_every_clause_of_the_rules_is_served_in_both_languages(api: Api, game: str) -> None:
    english = clauses((ROOT / "docs" / "rules" / f"{game}.md").read_text("utf-8"))
    russian = clauses(rules.source("ru", game))
    assert clauses(rules.source("en", game)) == english, "run `make docs`"
    assert list(russian) == list(english)
    page = html.unescape(re.sub(r"<[^>]+>", "", get(api, f"rules/{game}")))
    for name, text in english.items():
        assert CYRILLIC.search(russian[name]), name
        assert not CYRILLIC.search(text)
        assert f"{name} {plain(text)}" in page
        assert f"{name} {plain(russian[name])}" in page


@pytest.mark.parametrize("name", [*RULES, "fair"])
def test_both_languages_say_the_same_figures(name: str) -> None:
    """Digits, names of records and formulas are not translated."""
    english, russian = (clauses(rules.source(language, name)) for language in rules.LANGUAGES)
    assert list(english) == list(russian)
    for clause, text in english.items():
        code = re.compile(r"`[^`]+`")
        assert sorted(code.findall(text)) <= sorted(code.findall(russian[clause])) or name == "dice", clause
        for number in re.findall(r"\d+(?:\.\d+)?", text.replace("10 000.00", "")):
            assert number in russian[clause] or number.replace(".", ",") in russian[clause], (clause, number)


def test_fair_play_tells_the_order_and_what_is_forbidden(api: Api) -> None:
    page = get(api, "fair")
    for words in (
        "Promise: ",
        "Обещание: ",
        "Play: ",
        "Игра: ",
        "Reveal: ",
        "Раскрытие: ",
        "Check: ",
        "Проверка: ",
    ):
        assert words in page, words
    # docs/spec/trust.md, the end of section 5.
    for words in ("Collusion", "Сговор", "Use of errors", "Использование ошибок"):
        assert words in page, words
    for words in ("Altered clients", "Изменённые клиенты", "Outside automation", "Посторонняя автоматизация"):
        assert words in page, words


def test_pages_to_read_link_only_to_what_is_there(api: Api) -> None:
    client = api.app.test_client()
    for path in READING:
        page = get(api, path)
        assert page.count("<h1>") == 2
        for target in re.findall(r'(?:href|src)="([^"#]+)"', page):
            where = urljoin(f"/play/{path}", target)
            assert client.get(where).status_code == 200, (path, target)


def test_the_index_leads_to_every_page_of_rules_in_both_languages(api: Api) -> None:
    page = get(api, "rules/")
    articles = re.findall(r"<article .*?</article>", page, re.S)
    assert len(articles) == len(rules.LANGUAGES)
    for language, article in zip(rules.LANGUAGES, articles, strict=True):
        links = dict(re.findall(r'<li><a href="(\w+)">([^<]+)</a>', article))
        assert sorted(links) == sorted(rules.games())
        assert all(CYRILLIC.search(text) for text in links.values()) == (language == "ru")
    for name in READING:
        assert re.search(r'<nav aria-label="fairseed">.*href="(\.\./)+play/rules/"', get(api, name)), name
    answer = api.app.test_client().get("/play/rules")
    assert urljoin("https://casino.example/fair/play/rules", answer.headers["Location"]).endswith(
        "/fair/play/rules/"
    )


@pytest.mark.parametrize("name", [*RULES, "fair"])
def test_a_long_text_begins_with_links_to_its_sections(api: Api, name: str) -> None:
    page = get(api, f"rules/{name}" if name != "fair" else name)
    articles = re.findall(r"<article .*?</article>", page, re.S)
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(articles) == len(rules.LANGUAGES)
    assert len(ids) == len(set(ids))
    for language, article in zip(rules.LANGUAGES, articles, strict=True):
        sections = re.findall(r"^## (.+)$", rules.source(language, name), re.M)
        heads = re.findall(r'<h2 id="([^"]+)">([^<]+)</h2>', article)
        assert [html.unescape(text) for _, text in heads] == sections
        links = re.findall(r'<a href="#([^"]+)">([^<]+)</a>', article)
        assert links == (heads if len(sections) > 6 else [])
        if links:
            first_clause = article.index("<li id=")
            assert article.index("</h1>") < article.index("<nav") < article.index("</nav>") < first_clause
    assert ("<nav class" in page) == (name in ("poker", "russian_poker"))


def test_a_text_is_never_markup(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        rules, "source", lambda *_: '# <b>\n\n- **X-1** `<i>` & **<u>** [<a>](a"b)\n\n<script>'
    )
    made = rules.article("en", "any")
    assert "<script>" not in made
    assert re.sub(r"</?(?:h1|ol|li|b|span|code|a|p)\b[^<>]*>", "", made).count("<") == 0
    assert 'href="a&quot;b"' in made


def test_which_games_have_pages() -> None:
    assert set(rules.games()) >= set(RULES)
    assert rules.games()[-1] == "common"
