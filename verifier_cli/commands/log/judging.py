"""What the commands of `log` share: whom the caller trusts, checks of signatures, and the verdict."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import click

from fairseed.commitments import CommitmentError, Policy, SignedCheckpoint, VerifierKey
from fairseed.commitments.policy import MAX_POLICY
from fairseed.verification import Check
from fairseed.verification.verdict import failed, passed, skipped
from verifier_cli import terminal
from verifier_cli.language import fill, t
from verifier_cli.refusals import refusals
from verifier_cli.trust import read_trust


def policy_option() -> click.Option:
    return click.Option(
        ["--policy"],
        metavar="FILE",
        help=t("A policy (C2SP tlog-policy): trusted logs and witnesses, and the quorum."),
    )


def read_file(name: str, limit: int) -> bytes:
    """A whole file (`-`: standard input). ClickException (exit 2) where that can't be or it is larger."""
    try:
        with nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb") as file:
            data = file.read(limit + 1)
    except OSError as error:
        reason = t(error.strerror or str(error))
    except ValueError:
        reason = t("no file has such a name")
    else:
        if len(data) <= limit:
            return data
        reason = t("it has more than {most} bytes", most=limit)
    raise click.ClickException(f"{name}: " + t("can't be read: {reason}", reason=reason))


def read_policy(name: str | None) -> Policy | None:
    if name is None:
        return None
    with refusals():
        return Policy.parse(read_file(name, MAX_POLICY))


@dataclass(frozen=True, slots=True)
class Trusted:
    """Keys of `--key`, and the policy. Where neither names a log's key, its signature stays unchecked."""

    keys: tuple[VerifierKey, ...]
    policy: Policy | None

    @classmethod
    def read(cls, keys: tuple[str, ...], policy: str | None) -> Trusted:
        """ClickException (exit 2) where a key or the policy is malformed."""
        return cls(read_trust(keys).log_keys, read_policy(policy))

    @property
    def log_keys(self) -> tuple[VerifierKey, ...]:
        return (*self.keys, *(self.policy.logs if self.policy else ()))

    def signature(self, signed: SignedCheckpoint, check: str = "signature") -> Check:
        """Whether a trusted key of its origin signed the checkpoint."""
        origin = signed.checkpoint.origin
        if not self.log_keys:
            return skipped(
                check, "no trusted key of the log {origin} was given (--key, --policy)", origin=origin
            )
        try:
            known = signed.signed_by_log(self.log_keys)
        except CommitmentError as error:
            return failed(check, "{field}: " + error.rule, field=error.field, **error.values)
        if known:
            return passed(check, "signed by a trusted key of the log {origin}", origin=origin)
        return failed(check, "the checkpoint of {origin} is not signed by a trusted key", origin=origin)

    def witnesses(self, signed: SignedCheckpoint) -> list[Check]:
        """Whether the policy's quorum of witnesses cosigned; no check where it asks for none."""
        if self.policy is None or self.policy.quorum == "none":
            return []
        try:
            # The log's own signature is judged above, where the keys of `--key` count too.
            seen = replace(self.policy, logs={}).check(signed)
        except CommitmentError as error:
            return [failed("witnesses", "{field}: " + error.rule, field=error.field, **error.values)]
        names = ", ".join(sorted(seen))
        return [passed("witnesses", "the quorum cosigned: {names}", names=names)]


@dataclass(slots=True)
class Judgement:
    """Checks of one thing. What was not checked makes it pending, so that nobody takes it for verified."""

    name: str
    checks: list[Check] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def verdict(self) -> str:
        found = {check.status for check in self.checks}
        if "fail" in found:
            return "failed"
        return "pending" if "skip" in found else "verified"

    def tell(self, as_json: bool) -> None:
        if not as_json:
            terminal.print_judgement(self.verdict, self.name, self.facts, self.checks)
            return
        entries = [check.to_json() | {"detail": fill(check.detail, check.values)} for check in self.checks]
        terminal.print_json({"file": self.name, "verdict": self.verdict} | self.facts | {"checks": entries})


def places(signed: SignedCheckpoint) -> dict[str, Any]:
    """Which checkpoint it is, for the facts of a judgement."""
    checkpoint = signed.checkpoint
    return {"origin": checkpoint.origin, "size": checkpoint.size, "root": checkpoint.root.hex()}
