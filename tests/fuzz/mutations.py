"""Inputs for the fuzzer: valid ones changed by bytes, by lines, by words and by JSON structure, and noise.

An input is a function of the seeds and the random generator alone, so that its number names it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

LARGEST = 2**20

NUMBERS = [
    b"0", b"-0", b"00", b"1", b"-1", b"01", b"2", b"63", b"64", b"255", b"256", b"257", b"999", b"65535", b"65536", b"100000",
    b"1048576", b"1048577", b"2147483647", b"4294967295", b"4294967296", b"9007199254740991", b"9007199254740992",
    b"9223372036854775807", b"9223372036854775808", b"18446744073709551616", b"1.0", b"1e5", b"1e400", b"-1e-400",
    b"0x10", b"NaN", b"Infinity", "٣".encode(),
]  # fmt: skip
TOKENS = [
    b"\n", b"\n\n", b"\r\n", b"\0", b" ", b"\t", b"\x7f", b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xef\xbb\xbf",
    "— ".encode(), "\u2028".encode(), "\u200b".encode(), "\U0010ffff".encode(), "e\u0301".encode(), b"+", b"=", b"/", b"\\", b'"', b"'",
    b"[", b"]", b"{", b"}", b",", b":", b'{"a":', b"[]", b"{}", b'""', b"null", b"true", b"\\u0000", b"\\ud800", b"\\ud83d\\ude00", b"%s", b"{0}",
    b"{field}", b"AAAA", b"x000/", b".p/1", b"a" * 64,
]  # fmt: skip
VALUES: list[Any] = [
    None, True, False, 0, 1, -1, 2, 5, 52, 64, 256, 10**4, 10**5, 2**20, 2**31, 2**32, 2**53 - 1, 2**53, -(2**53), 10**18, 1.5, 1e300,
    "", "0", "1", "0.00", "1.01", "99.99", "1000000.00", "a" * 64, "A" * 64, "0" * 64, "\n", "\0", "\ud800", "{x}", "{}", "é" * 64,
    [], {}, [[]], [{}], {"": ""}, [0] * 100, ["a" * 64] * 64, {"type": "hit"},
]  # fmt: skip
_NUMBER = re.compile(rb"-?[0-9]+")
Path = tuple[Any, Any]  # a list or object, and a place in it


class Mutator:
    """Makes inputs from valid ones. `finish` signs again what was changed, in half of the inputs."""

    def __init__(
        self, seeds: Sequence[bytes], tokens: Sequence[bytes], finish: Callable[[bytes], bytes] | None
    ) -> None:
        self.seeds = list(seeds)
        self.tokens = [*TOKENS, *tokens]
        self.finish = finish
        self._json = [seed for seed in self.seeds if seed[:1] in b"{["]

    def make(self, number: int, random: Random) -> bytes:
        """Input number `number`: first the valid ones as they are."""
        if number < len(self.seeds):
            return self.seeds[number]
        if random.random() < 0.03:
            return random.randbytes(random.choice([1, 10, 100, 10_000, LARGEST]))
        if random.random() < 0.05:
            return b"".join(random.choices(self.tokens, k=random.choice([1, 5, 50, 5000])))[:LARGEST]
        data = random.choice(self.seeds)
        for _ in range(random.choice([1, 1, 1, 2, 3, 8])):
            if data[:1] in (b"{", b"[") and random.random() < 0.6:
                data = self._structured(data, random)
            else:
                data = self._bytes(data, random)[:LARGEST]
        if self.finish and random.random() < 0.5:
            data = self.finish(data)
        return data[:LARGEST]

    # By bytes.

    def _bytes(self, data: bytes, random: Random) -> bytes:
        """One change that knows of bytes, words, numbers and lines."""
        start = random.randint(0, len(data))
        end = min(len(data), start + random.choice([0, 1, 1, 2, 4, 16, 64, 1000]))
        piece = data[start:end]
        change = random.randrange(11)
        if change == 0 and data:
            at = random.randrange(len(data))
            return data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :]
        if change == 1:
            return data[:start] + data[end:]
        if change == 2:
            return data[:start] + random.choice(self.tokens) + data[end:]
        if change == 3:
            return data[:start] + random.randbytes(random.randint(1, 8)) + data[end:]
        if change == 4:  # long runs, of a piece or of a word
            run = random.choice([piece, random.choice(self.tokens)]) or b"x"
            return data[:start] + run * self._times(run, random) + data[end:]
        if change == 5:  # nesting, closed or not
            head, tail = random.choice([(b"[", b"]"), (b'{"a":', b"}"), (b'[{"a":[', b"]}]")])
            depth = self._times(head + tail, random)
            return (
                data[:start] + head * depth + piece + tail * random.choice([depth, 0, depth - 1]) + data[end:]
            )
        if change == 6:
            return self._number(data, random)
        if change == 7:
            return data[:start]
        if change == 8:  # another valid input, from anywhere in it on
            other = random.choice(self.seeds)
            return data[:start] + other[random.randint(0, len(other)) :]
        if change == 9:
            return self._lines(data, random)
        return self._word(data, random)

    def _times(self, run: bytes, random: Random) -> int:
        most = max(1, LARGEST // len(run))
        return min(most, random.choice([2, 3, 63, 64, 65, 100, 1000, 1001, 10_000, 100_000, most]))

    def _number(self, data: bytes, random: Random) -> bytes:
        found = list(_NUMBER.finditer(data[:100_000]))
        if not found:
            return data
        place = random.choice(found)
        digits = b"9" * random.choice([19, 20, 309, 4299, 4301, 100_000, LARGEST])
        number = digits if random.random() < 0.1 else random.choice(NUMBERS)
        return data[: place.start()] + number + data[place.end() :]

    def _lines(self, data: bytes, random: Random) -> bytes:
        lines = data[:200_000].split(b"\n")
        at, other = random.randrange(len(lines)), random.randrange(len(lines))
        change = random.randrange(4)
        if change == 0:
            lines[at], lines[other] = lines[other], lines[at]
        elif change == 1:
            lines[at : at + 1] = [lines[at]] * self._times(lines[at] + b"\n", random)
        elif change == 2:
            del lines[at]
        else:
            lines.insert(at, random.choice(random.choice(self.seeds).split(b"\n")))
        return b"\n".join(lines)

    def _word(self, data: bytes, random: Random) -> bytes:
        words = data[:200_000].split(b" ")
        at = random.randrange(len(words))
        words[at] = random.choice([random.choice(words), words[at] + b" " + words[at], b"", words[at] * 50])
        return b" ".join(words)

    # By structure.

    def _structured(self, data: bytes, random: Random) -> bytes:
        """One change of a JSON document that stays one, written canonically but for odd keys."""
        try:
            value = json.loads(data)
            self._change(value, random)
            text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        except (ValueError, RecursionError):
            return self._bytes(data, random)
        return text.encode("utf-8", "surrogatepass")

    def _change(self, value: Any, random: Random) -> None:
        places = list(_places(value))
        if not places:
            return
        holder, key = random.choice(places)
        change = random.randrange(8)
        if change == 0:
            holder[key] = random.choice(VALUES)
        elif change == 1:
            del holder[key]
        elif change == 2:  # something from elsewhere
            other, place = random.choice(places)
            holder[key] = json.loads(json.dumps(other[place]))
        elif change == 3:
            self._repeat(holder, key, random)
        elif change == 4 and isinstance(holder, dict):
            holder[random.choice(["", "more", "type", "{x}", "\ud800", "é", key * 100])] = holder[key]
        elif change == 5 and self._json:  # the same place in another valid input
            donor = json.loads(random.choice(self._json))
            fitting = [member[place] for member, place in _places(donor) if place == key]
            holder[key] = random.choice(fitting or VALUES)
        elif isinstance(holder[key], str):
            changed = self._bytes(holder[key].encode("utf-8", "surrogatepass"), random)[:LARGEST]
            holder[key] = changed.decode("utf-8", "surrogateescape")
        elif type(holder[key]) is int:
            holder[key] += random.choice([-1, 1, 2**16, 10**6, -holder[key], -2 * holder[key]])
        else:
            holder[key] = random.choice(VALUES)

    def _repeat(self, holder: Any, key: Any, random: Random) -> None:
        """A list of many, a long text, an object of many members, or a few levels more."""
        value = holder[key]
        times = self._times(json.dumps(value).encode() + b",", random)
        if isinstance(value, list) and value and random.random() < 0.7:
            holder[key] = value * max(1, times // len(value))
        elif isinstance(value, str) and value:
            holder[key] = value * times
        elif isinstance(value, dict) and value and random.random() < 0.5:
            name = random.choice(list(value))
            holder[key] = value | {f"{name}{i}": value[name] for i in range(min(times, 20_000))}
        elif random.random() < 0.5:
            holder[key] = [value] * times
        else:
            for _ in range(min(times, 200)):
                value = [value]
            holder[key] = value


def _places(value: Any) -> list[Path]:
    """Every place of a document, at most some thousands."""
    found: list[Path] = []
    waiting = [value]
    while waiting and len(found) < 5000:
        holder = waiting.pop()
        if isinstance(holder, dict):
            keys: Any = holder
        elif isinstance(holder, list):
            keys = range(min(len(holder), 100))
        else:
            continue
        for key in keys:
            found.append((holder, key))
            waiting.append(holder[key])
    return found
