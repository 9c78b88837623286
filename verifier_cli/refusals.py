"""Errors of the libraries become click's: exit code 2, the field and the rule on stderr."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from fairseed.derivation import FairseedError
from verifier_cli.language import fill


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
    return click.ClickException(f"{error.field}: {fill(error.rule, error.values)}")
