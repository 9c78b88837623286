"""`log consistency OLD NEW`: the log only grew between two checkpoints."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fairseed.commitments import CommitmentError, SignedCheckpoint
from fairseed.commitments.checkpoints import Checkpoint, parse_size
from fairseed.commitments.merkle import EMPTY_ROOT, HASH_SIZE, verify_consistency
from fairseed.commitments.notes import MAX_NOTE, decode_base64
from fairseed.commitments.proofs import MAX_HASHES
from fairseed.commitments.tiles import TileTree
from fairseed.verification import Check
from fairseed.verification.verdict import failed, passed, skipped
from verifier_cli.cli import SETTINGS, json_option, lang_option
from verifier_cli.commands.log.judging import Judgement, Trusted, policy_option, read_file
from verifier_cli.commands.round import Tally
from verifier_cli.language import t
from verifier_cli.refusals import refusals
from verifier_cli.sources import is_url, open_source, tile_reader
from verifier_cli.trust import key_option

if TYPE_CHECKING:
    from verifier_cli.sources import Source

_MAX_PROOF = 8192


def read_checkpoint(data: bytes, name: str) -> SignedCheckpoint:
    try:
        return SignedCheckpoint.parse(data)
    except CommitmentError as error:
        raise CommitmentError(f"{name}: {error.field}", error.rule, **error.values) from None


def read_proof(data: bytes, old: int) -> list[bytes]:
    """A consistency proof: a hash in Base64 a line. As in requests to witnesses, `old` and the size
    it starts from may stand before them."""
    lines = data.decode("utf-8", "replace").rstrip("\n").split("\n") if data.strip(b"\n") else []
    if lines and lines[0].startswith("old ") and parse_size(lines.pop(0)[4:], "old") != old:
        raise CommitmentError("proof", "starts from another size than OLD")
    if len(lines) > MAX_HASHES:
        raise CommitmentError("proof", "has more than {most} hashes", most=MAX_HASHES)
    hashes = [decode_base64(line, "proof") for line in lines]
    if any(len(value) != HASH_SIZE for value in hashes):
        raise CommitmentError("proof", "must be hashes of 32 bytes")
    return hashes


def compare(old: Checkpoint, new: Checkpoint, proof: list[bytes] | None, source: Source | None) -> Check:
    """Whether NEW extends OLD: by the proof, or by one made from the tiles. FairseedError where a
    tile can't be had."""
    check, sizes = "consistency", {"old": old.size, "size": new.size}
    if old.origin != new.origin:
        return failed(check, "these are checkpoints of two logs", old.origin, new.origin)
    if new.size < old.size:
        return failed(check, "the log was rolled back: from {old} entries to {size}", **sizes)
    for checkpoint in (old, new):
        if checkpoint.size == 0 and checkpoint.root != EMPTY_ROOT:
            return failed(check, "an empty log has another root", EMPTY_ROOT.hex(), checkpoint.root.hex())
    if new.size == old.size:
        if new.root != old.root:
            roots = (old.root.hex(), new.root.hex())
            return failed(check, "two roots of one size: the log shows two views", *roots)
        return passed(check, "both are the same {size} entries", **sizes)
    if old.size == 0:
        # From nothing a proof proves nothing (decision 0011).
        return passed(check, "first sight of {size} entries: every log extends an empty one", **sizes)
    if proof is None and source is None:
        return skipped(check, "neither a proof nor tiles were given (--proof, --source)")
    tree = None if source is None else TileTree(tile_reader(source, new.size), new.size)
    if proof is None and tree is not None:
        proof = tree.prove_consistency(old.size)
    if verify_consistency(old.size, new.size, old.root, new.root, proof or []):
        return passed(check, "the {size} entries begin with the {old} of before", **sizes)
    if tree is not None and tree.root() != new.root:
        text = "the tiles do not give the root of NEW"
        return failed(check, text, new.root.hex(), tree.root().hex())
    if tree is not None:
        text = "the {size} entries do not begin with the {old} of before"
        return failed(check, text, old.root.hex(), tree.root(old.size).hex(), **sizes)
    return failed(check, "the proof does not lead from OLD to NEW")


def facts(old: Checkpoint, new: Checkpoint) -> dict[str, Any]:
    return {"origin": new.origin, "old_size": old.size, "size": new.size, "root": new.root.hex()}


def run(
    old: str,
    new: str,
    proof: str | None,
    source: str | None,
    keys: tuple[str, ...],
    policy: str | None,
    as_json: bool,
) -> int:
    if proof is not None and source is not None:
        raise click.ClickException(t("give either --proof or --source"))
    trusted = Trusted.read(keys, policy)
    published = is_url(new) or Path(new).is_dir()
    if published and source is None and proof is None:
        source = new
    tally, found = Tally(), Judgement(f"{old} → {new}")
    with refusals():
        first = read_checkpoint(read_file(old, MAX_NOTE), old)
        second = read_checkpoint(_published(new) if published else read_file(new, MAX_NOTE), new)
        hashes = None if proof is None else read_proof(read_file(proof, _MAX_PROOF), first.checkpoint.size)
        found.facts = facts(first.checkpoint, second.checkpoint)
        signatures = [trusted.signature(first, "old"), trusted.signature(second, "new")]
        if any(check.status == "fail" for check in signatures):
            # Of a checkpoint that the log did not sign no tile is asked for (tlog-tiles).
            found.checks.append(skipped("consistency", "not run: a signature failed"))
        elif source is None:
            found.checks.append(compare(first.checkpoint, second.checkpoint, hashes, None))
        else:
            with closing(open_source(source)) as tiles:
                found.checks.append(compare(first.checkpoint, second.checkpoint, None, tiles))
    found.checks += [*signatures, *trusted.witnesses(second)]
    tally.counts[found.verdict] += 1
    found.tell(as_json)
    return tally.code()


def _published(name: str) -> bytes:
    with closing(open_source(name)) as source:
        data = source.read("checkpoint")
    if data is None:
        raise CommitmentError(name, "{path} is missing", path="checkpoint")
    return data


def build() -> click.Command:
    return click.Command(
        "consistency",
        callback=run,
        params=[
            click.Argument(["old"], required=True, metavar="OLD"),
            click.Argument(["new"], required=True, metavar="NEW"),
            click.Option(
                ["--proof"],
                metavar="FILE",
                help=t("The proof from OLD to NEW, a hash in Base64 a line; else tiles are read."),
            ),
            click.Option(
                ["--source"],
                metavar="URL|DIR",
                help=t("Where the log's tiles are; not needed where NEW is a URL or folder."),
            ),
            key_option(),
            policy_option(),
            json_option(),
            lang_option(),
        ],
        help=t(
            "Check that a log only grew. OLD is a checkpoint file that you kept, NEW another, or a URL or "
            "folder whose checkpoint is read. Shows two views, a log rolled back, and a changed past. The "
            "quorum of a policy is asked of NEW."
        ),
        epilog=t("Exit codes: 0 verified, 1 failed, 2 unusable or none, 3 something was not checked."),
        context_settings=SETTINGS,
    )
