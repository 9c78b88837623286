"""`log inclusion FILE…`: an entry is in the log, and promises the hash that it should."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import click

from fairseed.commitments import CommitmentError, LogProof
from fairseed.commitments.entries import Commit, Entry, parse_entry
from fairseed.commitments.notes import MAX_NOTE
from fairseed.commitments.proofs import HEADER
from fairseed.commitments.tiles import MAX_ENTRY
from fairseed.records import ROUND_TYPE, UnusableError, iter_documents
from fairseed.verification import Check
from fairseed.verification.trust import Logged, check_commit
from fairseed.verification.verdict import failed, passed, skipped
from verifier_cli import terminal
from verifier_cli.cli import SETTINGS, json_option, lang_option
from verifier_cli.commands.log.judging import Judgement, Trusted, places, policy_option, read_file
from verifier_cli.commands.round import Tally
from verifier_cli.inputs import Unusable, unusable
from verifier_cli.language import fill, t
from verifier_cli.trust import key_option

_HASH = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Claim:
    """An entry, its proof, and the hash that a record says it promises."""

    entry: bytes
    proof: LogProof
    server_seed_hash: str | None = None


def claims(name: str, entry: str | None) -> Iterator[Claim | Unusable]:
    """What a file claims: with `entry` it is a bare proof, else JSON, one object or JSON Lines."""
    if entry is not None:
        data = read_file(entry, MAX_ENTRY + 1)
        text = read_file(name, MAX_NOTE).decode("utf-8", "replace")
        # An editor may have ended the line; canonical JSON never ends so.
        yield _claim(name, None, data.removesuffix(b"\n"), text)
        return
    try:
        with nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb") as file:
            yield from _documents(name, file)
    except OSError as error:
        yield Unusable(name, None, t("can't be read: {reason}", reason=t(error.strerror or str(error))))
    except ValueError:
        yield Unusable(name, None, t("can't be read: {reason}", reason=t("no file has such a name")))


def _documents(name: str, file: BinaryIO) -> Iterator[Claim | Unusable]:
    if getattr(file, "peek", lambda _: b"")(len(HEADER)).startswith(HEADER.encode("ascii")):
        yield Unusable(name, None, t("a bare proof needs the entry it is of (--entry)"))
        return
    for found in iter_documents(file):
        if isinstance(found, UnusableError):
            yield unusable(name, found)
        elif found.faults:
            yield Unusable(name, found.line, t(found.faults[0]))
        else:
            yield _of_object(name, found.line, found.value)


def _of_object(name: str, line: int | None, value: dict[str, Any]) -> Claim | Unusable:
    """`{"entry", "tlog_proof"}`, or a round record with such a `commitment`."""
    promised = None
    if value.get("type") == ROUND_TYPE:
        seeds = value.get("seeds")
        promised = seeds.get("server_seed_hash") if isinstance(seeds, dict) else None
        value = value.get("commitment", {})
        if not isinstance(promised, str) or not _HASH.fullmatch(promised):
            return Unusable(name, line, t("the record has no seeds.server_seed_hash"))
        if value == {}:
            return Unusable(name, line, t("the record carries no log entry"))
    entry, proof = (value.get("entry"), value.get("tlog_proof")) if isinstance(value, dict) else (None, None)
    if not isinstance(entry, str) or not isinstance(proof, str):
        return Unusable(name, line, t("must have the texts entry and tlog_proof"))
    # Unpaired surrogates have no UTF-8: what stands for them is no canonical JSON.
    return _claim(name, line, entry.encode("utf-8", "surrogatepass"), proof, promised)


def _claim(
    name: str, line: int | None, entry: bytes, proof: str, promised: str | None = None
) -> Claim | Unusable:
    try:
        return Claim(entry, LogProof.parse(proof), promised)
    except CommitmentError as error:
        return Unusable(name, line, f"{error.field}: {fill(error.rule, error.values)}")


def judge(name: str, claim: Claim, wanted: str | None, trusted: Trusted) -> Judgement:
    """`wanted` is the hash that the caller kept, beside what a record says."""
    found, signed = Judgement(name), claim.proof.checkpoint
    found.facts = places(signed) | {"index": claim.proof.index}
    entry: Entry | None = None
    try:
        entry = parse_entry(claim.entry)
        found.checks.append(passed("entry", "it is canonical, of type {type}", type=_type(entry)))
        found.facts["type"] = _type(entry)
    except CommitmentError as error:
        found.checks.append(_refused("entry", error))
    if claim.proof.holds(claim.entry):
        found.checks.append(passed("inclusion", "the proof leads from the entry to the checkpoint's root"))
    else:
        found.checks.append(
            failed("inclusion", "the proof does not lead from the entry to the checkpoint's root")
        )
    found.checks += _promise(claim, entry, wanted)
    found.checks.append(trusted.signature(signed))
    found.checks += trusted.witnesses(signed)
    return found


def _type(entry: Entry) -> str:
    kind: str = json.loads(entry.encode())["type"]
    return kind


def _refused(check: str, error: CommitmentError) -> Check:
    return failed(check, "{field}: " + error.rule, field=error.field, **error.values)


def _promise(claim: Claim, entry: Entry | None, wanted: str | None) -> list[Check]:
    """Which hash the entry speaks of; no check where nobody asks and it names none."""
    told = claim.server_seed_hash
    if told is not None and wanted is not None and told != wanted:
        return [failed("promise", "the record is that of another hash than --hash", wanted, told)]
    server_seed_hash = wanted if told is None else told
    if entry is None:
        return [skipped("promise", "not run: entry failed")]
    named = getattr(entry, "server_seed_hash", None)
    if server_seed_hash is None:
        if isinstance(named, str):
            return [passed("promise", "the entry is that of {hash}", hash=named)]
        if isinstance(entry, Commit) and claim.proof.extra is not None:
            return [skipped("promise", "which hash of the batch is meant was not told (--hash)")]
        return []
    if isinstance(entry, Commit) or told is not None:
        try:
            check_commit(Logged(entry, claim.proof), server_seed_hash)
        except CommitmentError as error:
            return [_refused("promise", error)]
    elif named != server_seed_hash:
        return [failed("promise", "the entry is that of another hash", server_seed_hash, named)]
    return [passed("promise", "the entry is that of {hash}", hash=server_seed_hash)]


def run(
    files: tuple[str, ...],
    entry: str | None,
    wanted: str | None,
    keys: tuple[str, ...],
    policy: str | None,
    as_json: bool,
) -> int:
    if wanted is not None and not _HASH.fullmatch(wanted):
        raise click.ClickException("--hash: " + t("must be 64 lowercase hexadecimal characters"))
    if entry is not None and len(files) > 1:
        raise click.ClickException(t("--entry belongs to one bare proof: give one FILE"))
    tally, trusted = Tally(), Trusted.read(keys, policy)
    for name in files:
        for claim in claims(name, entry):
            if isinstance(claim, Unusable):
                claim.tell(as_json)
                tally.counts["unusable"] += 1
                continue
            found = judge(name, claim, wanted, trusted)
            tally.counts[found.verdict] += 1
            found.tell(as_json)
    if not any(tally.counts.values()):
        terminal.note(t("no proof was given"))
    elif not as_json and sum(tally.counts.values()) > 1:
        terminal.print_summary(tally.counts)
    return tally.code()


def build() -> click.Command:
    return click.Command(
        "inclusion",
        callback=run,
        params=[
            click.Argument(["files"], nargs=-1, required=True, metavar="FILE..."),
            click.Option(
                ["--entry"], metavar="FILE", help=t("The entry, where FILE is a bare proof (.tlog-proof).")
            ),
            click.Option(
                ["--hash", "wanted"],
                metavar="HASH",
                help=t("The hash of the server seed that you were shown."),
            ),
            key_option(),
            policy_option(),
            json_option(),
            lang_option(),
        ],
        help=t(
            "Check that entries are in the log. A FILE holds the texts entry and tlog_proof as JSON, or "
            "round records with such a member commitment, or a bare proof (C2SP tlog-proof) beside --entry."
        ),
        epilog=t("Exit codes: 0 verified, 1 failed, 2 unusable or none, 3 something was not checked."),
        context_settings=SETTINGS,
    )
