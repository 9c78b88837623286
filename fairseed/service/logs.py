"""Structured logs: one JSON line an event, secrets redacted wherever they might stand."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import MutableMapping
from contextlib import suppress
from typing import Any, TextIO, cast

import structlog

# A seed, a data key in hex, an API key, a player token, an invitation, a bearer token.
_SECRET = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])|f[isp]_[A-Za-z0-9_-]{20,}|(?i:bearer)\s+\S+")
_PUBLIC = {"server_seed_hash", "ruleset"}


def redact(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Any text that looks like a secret; promised hashes keep their own named fields."""
    for name, value in event.items():
        if name not in _PUBLIC and not isinstance(value, int | None):
            event[name] = _SECRET.sub("<redacted>", value if isinstance(value, str) else repr(value))
    return event


class _Stderr:
    """Standard error, where a line that can't be written (a full disk) is lost and fails no call."""

    @staticmethod
    def write(text: str) -> None:
        with suppress(OSError):
            sys.stderr.write(text)

    @staticmethod
    def flush() -> None:
        with suppress(OSError):
            sys.stderr.flush()


def configure(level: str) -> None:
    chosen = getattr(logging, level.upper(), logging.INFO)
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            redact,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(chosen),
        logger_factory=structlog.WriteLoggerFactory(file=cast(TextIO, _Stderr)),
    )
