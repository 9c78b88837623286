"""How the operator's commands tell an error: one line, exit 1."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click
from sqlalchemy.exc import SQLAlchemyError

from fairseed.derivation import FairseedError


class Fault(click.ClickException):
    """An error for a person; exit 1."""


@contextmanager
def faults() -> Iterator[None]:
    """Errors of ours and of the database as one line, never a traceback."""
    try:
        yield
    except FairseedError as error:
        raise Fault(str(error)) from error
    except (SQLAlchemyError, OSError) as error:
        raise Fault(f"{type(error).__name__}: {str(error).splitlines()[0]}") from error
