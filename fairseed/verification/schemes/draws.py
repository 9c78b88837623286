"""The integers of a declared scheme, drawn from its HMACs (docs/schemes.md, "Draws")."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from fairseed.verification.schemes.errors import SchemeError

WORDS: Final = 2**32
MOST_RETRIES: Final = 1000

_HEX = re.compile(r"(?:[0-9a-fA-F]{2})+")


@dataclass(slots=True)
class Step:
    """One draw for an explanation: the words tried (`words` of 32 bits, or numbers of hex digits), the last
    one taken. `place` is the word's place in its HMAC."""

    message: str
    hmac: str
    place: int
    n: int
    tried: list[tuple[int, bool]] = field(default_factory=list)
    value: int = 0


def commitment_of(form: str, server_seed: str) -> str:
    """Lowercase hex SHA-256 of the seed's text or of the bytes that it spells in hex."""
    data = hex_bytes(server_seed) if form == "bytes" else utf8("server_seed", server_seed)
    return hashlib.sha256(data).hexdigest()


def hex_bytes(text: str) -> bytes:
    if not _HEX.fullmatch(text):
        raise SchemeError("server_seed", "must be hexadecimal, two characters a byte, for this scheme")
    return bytes.fromhex(text)


def utf8(name: str, text: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        raise SchemeError(name, "must be valid Unicode (it has an unpaired surrogate)") from None


class Draws:
    """Draws of one round, in order. `steps` is a list to write an explanation to, or None."""

    __slots__ = (
        "_after",
        "_before",
        "_block",
        "_cursor",
        "_digest",
        "_hash",
        "_key",
        "_rule",
        "count",
        "steps",
    )

    def __init__(
        self,
        rule: Mapping[str, Any],
        server_seed: str,
        client_seed: str,
        nonce: int,
        steps: list[Step] | None = None,
    ) -> None:
        self._rule = rule
        self._hash = rule["hash"]
        self._key = hex_bytes(server_seed) if rule["key"] == "hex" else utf8("server_seed", server_seed)
        # The text before and after the cursor; where there is none, all stands before it.
        before, _, after = rule["message"].partition("{cursor}")
        client, number = utf8("client_seed", client_seed), b"%d" % nonce
        self._before = _filled(before, client, number)
        self._after = _filled(after, client, number) if after else b""
        self._cursor = rule["cursor"] != "none"
        self._block = -1
        self._digest = b""
        self.count = 0
        self.steps = steps

    def message(self, cursor: int) -> bytes:
        return self._before + b"%d" % cursor + self._after if self._cursor else self._before

    def digest(self, cursor: int) -> bytes:
        """The HMAC at one cursor."""
        return hmac.digest(self._key, self.message(cursor), self._hash)

    def show(self, cursor: int) -> None:
        """Writes down a HMAC from which nothing is drawn."""
        self._step(cursor, self.digest(cursor), 0, 0)

    def uniform(self, n: int) -> int:
        """The next integer below n. SchemeError where the scheme itself comes to an error."""
        if self._rule["cursor"] == "stream":
            return self._of_stream(n)
        rule = self._rule
        cursor = rule["first"] + rule["step"] * self.count
        self.count += 1
        for _ in range(MOST_RETRIES):
            value = self._of_digest(cursor, n)
            if value is not None:
                return value
            if rule["exhausted"] == "error":
                break
            cursor += rule["exhausted"]
        raise SchemeError("nonce", "the scheme gives no outcome here: every word of the HMAC is rejected")

    def _word_of_stream(self) -> tuple[int, int]:
        """The next word and its place in its HMAC."""
        block, place = divmod(self.count, 8 if self._hash == "sha256" else 16)
        if block != self._block:
            self._block, self._digest = block, self.digest(block)
        self.count += 1
        return int.from_bytes(self._digest[4 * place : 4 * place + 4], "big"), place

    def _of_stream(self, n: int) -> int:
        step = None
        for _ in range(MOST_RETRIES):
            word, place = self._word_of_stream()
            value = self._taken(word, n)
            if self.steps is not None:
                if step is None or place == 0:
                    step = self._step(self._block, self._digest, place, n)
                step.tried.append((word, value is not None))
                step.value = value or 0
            if value is not None:
                return value
        raise SchemeError("nonce", "the scheme gives no outcome here: every word of the HMAC is rejected")

    def _of_digest(self, cursor: int, n: int) -> int | None:
        digest = self.digest(cursor)
        step = self._step(cursor, digest, 0, n) if self.steps is not None else None
        for word in self._candidates(digest):
            value = self._taken(word, n)
            if step is not None:
                step.tried.append((word, value is not None))
                step.value = value or 0
            if value is not None:
                return value
        return None

    def _candidates(self, digest: bytes) -> list[int]:
        """The numbers of one HMAC that may be tried, in turn."""
        if self._rule["integer"] == "hex":
            text, digits = digest.hex(), self._rule["digits"]
            return [int(text[at : at + digits], 16) for at in range(0, len(text) - digits + 1, digits)]
        count = len(digest) // 4 if self._rule["integer"] == "reject" else 1
        return [int.from_bytes(digest[4 * at : 4 * at + 4], "big") for at in range(count)]

    def _taken(self, word: int, n: int) -> int | None:
        """The integer that a word gives, None where it is rejected."""
        rule = self._rule
        kind = rule["integer"]
        if kind == "scale":
            return word * n // WORDS
        if kind == "reject":
            return word % n if word < rule["range"] - rule["range"] % n else None
        if kind == "hex":
            return word % n if word < rule["below"] else None
        return word % n

    def _step(self, cursor: int, digest: bytes, place: int, n: int) -> Step:
        step = Step(self.message(cursor).decode(), digest.hex(), place, n)
        assert self.steps is not None  # noqa: S101 - for the type checker
        self.steps.append(step)
        return step


def _filled(template: str, client: bytes, nonce: bytes) -> bytes:
    """The template's places filled once: what a client seed holds is never a place again."""
    values = {"client": client, "nonce": nonce}
    return b"".join([part if type(part) is bytes else values[part] for part in _parts(template)])


@cache
def _parts(template: str) -> list[Any]:
    """Texts as bytes, and the names of the places between them."""
    parts = re.split(r"\{(client|nonce)\}", template)
    return [part if at % 2 else part.encode() for at, part in enumerate(parts)]
