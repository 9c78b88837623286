"""Errors of the libraries become click's: exit code 2, the field and the rule on stderr."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from fairseed.derivation import FairseedError
from verifier_cli.language import fill, t


@contextmanager
def refusals() -> Iterator[None]:
    try:
        yield
    except FairseedError as error:
        raise refused(error) from None
    except Exception as error:
        # Only now: importing the games costs more than deriving a roll.
        from games.errors import GameError

        if not isinstance(error, GameError):
            raise
        raise refused(error) from None


def refused(error: Any) -> click.ClickException:
    return click.ClickException(f"{place(error.field)}: {fill(error.rule, error.values)}")


def place(field: str) -> str:
    """A field as it is told: that of a file begins with its line."""
    found = re.match(r"line ([0-9]+)", field)
    return t("line {line}", line=found[1]) + field[found.end() :] if found else field
