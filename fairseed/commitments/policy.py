"""Trust policies (C2SP tlog-policy): which logs are known, and which witnesses must have cosigned.

log <vkey> [<url>]
witness <name> <vkey> [<url>]
group <name> all|any|<k> <member>…
quorum <name>|none
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from fairseed.commitments.checkpoints import SignedCheckpoint
from fairseed.commitments.errors import CommitmentError
from fairseed.commitments.notes import COSIGNATURE, VerifierKey

MAX_POLICY: Final = 1_000_000
MAX_LINES: Final = 1000
_CONTROL = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]")
_SPACES = re.compile(r"[ \t]+")
_COUNT = re.compile(r"[1-9][0-9]{0,3}")


@dataclass(frozen=True, slots=True)
class Group:
    """Holds when at least `least` of its members do."""

    least: int
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Witness:
    """A witness of a policy: its key, and where it takes checkpoints."""

    key: VerifierKey
    url: str | None


@dataclass(slots=True)
class Policy:
    """Known logs, known witnesses, and the quorum (a name of a witness or group, or `none`)."""

    logs: dict[VerifierKey, str | None] = field(default_factory=dict)
    witnesses: dict[str, Witness] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)
    quorum: str = ""

    @classmethod
    def parse(cls, data: bytes) -> Policy:
        """CommitmentError names the line and the rule."""
        if len(data) > MAX_POLICY:
            raise CommitmentError("policy", "has more than 1 000 000 bytes")
        if _CONTROL.search(data):
            raise CommitmentError("policy", "holds a control character")
        policy, used = cls(), set[str]()
        # Names may hold any octets above 127: what is no UTF-8 is kept as it is.
        lines = data.decode("utf-8", "surrogateescape").split("\n")
        if len(lines) > MAX_LINES:
            raise CommitmentError("policy", "has more than {most} lines", most=MAX_LINES)
        for number, line in enumerate(lines, 1):
            words = [word for word in _SPACES.split(line) if word]
            if words and not words[0].startswith("#"):
                try:
                    policy._read(words, used)
                except CommitmentError as error:
                    where = f"policy line {number}: {error.field}"
                    raise CommitmentError(where, error.rule, **error.values) from None
        if not policy.quorum:
            raise CommitmentError("policy", "has no quorum line")
        return policy

    def _read(self, words: list[str], used: set[str]) -> None:
        kinds: dict[str, tuple[int, int, Callable[[list[str], set[str]], None]]] = {
            "log": (1, 2, self._log),
            "witness": (2, 3, self._witness),
            "group": (3, MAX_LINES, self._group),
            "quorum": (1, 1, self._quorum),
        }
        if words[0] not in kinds:
            raise CommitmentError("line", "must begin with log, witness, group or quorum")
        least, most, read = kinds[words[0]]
        if not least <= len(words) - 1 <= most:
            raise CommitmentError(words[0], "has too few or too many words")
        read(words[1:], used)

    def _log(self, words: list[str], _used: set[str]) -> None:
        key = VerifierKey.parse(words[0])
        if key.kind == COSIGNATURE:
            raise CommitmentError("log", "needs a key of type 1")
        if any(key.public == known.public for known in self.logs):
            raise CommitmentError("log", "stands twice")
        self.logs[key] = words[1] if len(words) > 1 else None

    def _witness(self, words: list[str], _used: set[str]) -> None:
        name, key = words[0], VerifierKey.parse(words[1])
        self._check_new(name)
        if key.kind != COSIGNATURE:
            raise CommitmentError("witness", "needs a cosignature key (type 4)")
        if any(key.public == known.key.public for known in self.witnesses.values()):
            raise CommitmentError("witness", "has the key of another witness")
        self.witnesses[name] = Witness(key, words[2] if len(words) > 2 else None)

    def _group(self, words: list[str], used: set[str]) -> None:
        name, count, *members = words
        self._check_new(name)
        for member in members:
            if member not in self.witnesses and member not in self.groups:
                raise CommitmentError("group", "names what no line before defines")
            if member in used:
                raise CommitmentError("group", "names what is a member already")
            used.add(member)
        least = {"all": len(members), "any": 1}.get(count, 0)
        if not least and _COUNT.fullmatch(count):
            least = int(count)
        if not 1 <= least <= len(members):
            raise CommitmentError("group", "needs all, any, or a number from 1 to that of its members")
        self.groups[name] = Group(least, tuple(members))

    def _quorum(self, words: list[str], _used: set[str]) -> None:
        if self.quorum:
            raise CommitmentError("quorum", "stands twice")
        if words[0] not in ("none", *self.witnesses, *self.groups):
            raise CommitmentError("quorum", "names what no line before defines")
        self.quorum = words[0]

    def _check_new(self, name: str) -> None:
        if name == "none" or name in self.witnesses or name in self.groups:
            raise CommitmentError("name", "is taken")

    def check(self, signed: SignedCheckpoint) -> dict[str, int]:
        """The times at which known witnesses cosigned, by their names here. CommitmentError where
        no known log of this origin signed, or the quorum is not reached."""
        if self.logs and not signed.signed_by_log(self.logs):
            raise CommitmentError("checkpoint", "is not signed by a log of the policy")
        verified = signed.verify(witness.key for witness in self.witnesses.values())
        seen = {
            name: verified.times[witness.key]
            for name, witness in self.witnesses.items()
            if witness.key in verified.times
        }
        if self.quorum != "none" and self.quorum not in self._holding(seen):
            raise CommitmentError(
                "checkpoint",
                "the quorum {quorum} is not reached: {count} of {all} witnesses cosigned",
                quorum=self.quorum,
                count=len(seen),
                all=len(self.witnesses),
            )
        return seen

    def _holding(self, seen: Iterable[str]) -> set[str]:
        """The witnesses and groups that hold. A group names only what stands before it."""
        holding = set(seen)
        for name, group in self.groups.items():
            if sum(member in holding for member in group.members) >= group.least:
                holding.add(name)
        return holding
