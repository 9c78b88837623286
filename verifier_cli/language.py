"""English and Russian: which one is wanted, and how a message is said in it.

Message ids are the English texts; `locale/ru/LC_MESSAGES/fairseed-verify.po` holds the Russian
ones. What the libraries say arrives as templates with values (docs/design.md, Errors), so that
it is translated before it is filled.
"""

from __future__ import annotations

import gettext
import os
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final

DOMAIN: Final = "fairseed-verify"
LANGUAGES: Final = ("en", "ru")

# Values that are texts of ours themselves, not data.
_TEXTS: Final = frozenset({"fault", "what", "reason", "message"})
# What a record leaves to the defaults is told behind the detail of `rules`.
_LEFT_OUT: Final = "; left out and taken from the defaults: "
_SEATS_OUT: Final = "left out of the hand, for they gave no link in time: "
# Messages of the type checker below the readers: their texts hold types and patterns.
_SHAPES: Final = (
    "Expected `{wanted}` matching regex {pattern}",
    "Expected `{wanted}`, got `{got}`",
    "Expected `{wanted}` >= {least}",
    "Expected `{wanted}` <= {most}",
    "Invalid enum value {value}",
)

_catalogue: gettext.NullTranslations | None = None


def wanted(arguments: Sequence[str]) -> str:
    """`--lang` wherever it stands; else Russian where the terminal's own locale is Russian."""
    for place, argument in enumerate(arguments):
        value = argument.removeprefix("--lang=")
        if argument == "--lang" and place + 1 < len(arguments):
            value = arguments[place + 1]
        if value in LANGUAGES and argument.startswith("--lang"):
            return value
    locale = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG", "")
    return "ru" if locale.startswith("ru") and sys.stdout.isatty() else "en"


def use(language: str) -> None:
    """All that is said from now on is said in `language`, click's own texts included."""
    global _catalogue
    os.environ["LANGUAGE"] = language
    if language == "en":
        _catalogue = None
        gettext.textdomain("messages")
        return
    folder = os.path.join(os.path.dirname(__file__), "locale")  # noqa: PTH118, PTH120 - pathlib is slow to load
    gettext.bindtextdomain(DOMAIN, folder)
    gettext.textdomain(DOMAIN)
    _catalogue = gettext.translation(DOMAIN, folder, [language])


def current() -> str:
    """The language in use."""
    return "en" if _catalogue is None else "ru"


def t(message: str, /, **values: Any) -> str:
    """A message in the language in use, its template filled."""
    said = message if _catalogue is None else _catalogue.gettext(message)
    return said.format(**values) if values else said


def fill(template: str, values: Mapping[str, Any]) -> str:
    """A template of the libraries, with the values that came with it."""
    if _catalogue is None:
        return template.format(**values)
    field, _, rule = template.partition("{field}: ")
    if not field and rule:
        return f"{values['field']}: {fill(rule, values)}"
    head, left_out, names = template.partition(_LEFT_OUT)
    if left_out:
        return fill(head, values) + t(_LEFT_OUT) + names
    said = {name: _value(name, value) for name, value in values.items()}
    return t(template).format(**said)


def _value(name: str, value: Any) -> Any:
    return shape(value) if name in _TEXTS and isinstance(value, str) else value


def shape(message: str) -> str:
    """A text that came as a value: known whole, or by its shape."""
    for known in _SHAPES:
        pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(known))
        if found := re.fullmatch(pattern, message):
            return t(known, **found.groupdict())
    return t(message)


def warning(text: str) -> str:
    """A warning of a verdict: whole, or a fault of a client seed."""
    head, left_out, seats = text.partition(_SEATS_OUT)
    if left_out and not head:
        return t(_SEATS_OUT) + seats
    name, _, fault = text.partition(" ")
    return f"{name}: {t(fault)}" if name.startswith("client_seed") else t(text)
