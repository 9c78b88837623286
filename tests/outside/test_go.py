"""Our logs, notes and proofs judged by Go's packages note and tlog, and Go's by us."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairseed.commitments import merkle
from fairseed.commitments.checkpoints import Checkpoint, SignedCheckpoint, sign_checkpoint
from fairseed.commitments.entries import Commit
from fairseed.commitments.errors import CommitmentError
from fairseed.commitments.notes import (
    COSIGNATURE,
    SigningKey,
    VerifierKey,
    parse_note,
    sign_note,
    verify_note,
)
from fairseed.commitments.tiles import TileTree, parse_tile_path
from fairseed.derivation import FairseedError
from fairseed.verification.log_audit import audit_log
from tests.commitments.test_notes import (
    CT_CHECKPOINT,
    CT_LOG,
    CT_WITNESSES,
    GO_NOTE,
    GO_TEXT,
    PETER,
    PETERS_KEY,
)
from tests.outside.folder import read_log, tile_files, write_log
from tests.outside.go import Go, RefusedError, build
from verifier_cli.sources import FolderSource

SOAK = bool(os.environ.get("FAIRSEED_SOAK"))
KEY = SigningKey("example.com/log", b"\x01" * 32)
VKEY = str(KEY.verifier)
SIZES = [1, 2, 255, 256, 257, 65_535, 65_536, 65_537, 70_000]
ENTRIES = [
    Commit(server_seed_hash=hashlib.sha256(b"%d" % number).hexdigest()).encode() for number in range(70_000)
]
LEAVES = [merkle.leaf_hash(entry) for entry in ENTRIES]


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("go"))


@pytest.fixture(scope="module")
def go(program: Path) -> Iterator[Go]:
    running = Go(program)
    yield running
    running.close()


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], Path]:
    """Folders by size, each written once."""
    folders: dict[int, Path] = {}

    def folder(size: int) -> Path:
        if size not in folders:
            folders[size] = tmp_path_factory.mktemp("log")
            write_log(folders[size], ENTRIES[:size], KEY)
        return folders[size]

    return folder


def some(size: int, least: int, most: int) -> list[int]:
    """Places at every edge: of the log, of tiles, of levels."""
    edges = {0, 1, 2, 254, 255, 256, 257, 511, 512, 65_279, 65_280, 65_534, 65_535, 65_536, 65_537}
    return sorted(place for place in edges | {size // 3, size // 2, size - 1, size} if least <= place <= most)


def b64(*values: bytes) -> list[str]:
    return [base64.b64encode(value).decode("ascii") for value in values]


# Logs.


@pytest.mark.parametrize("size", SIZES)
def test_go_accepts_our_log_and_we_accept_it(go: Go, log: Callable[[int], Path], size: int) -> None:
    """Signature, every entry against its leaf, every tile against the root: nothing of it is ours."""
    answer = go.ask("log", vkey=VKEY, dir=str(log(size)))
    assert (answer["origin"], answer["size"]) == ("example.com/log", size)
    root = base64.b64decode(answer["root"])
    assert root == merkle.root(LEAVES[:size]) == read_log(log(size), KEY.verifier).root()
    assert answer["files"] == tile_files(log(size)), "the tiles that Go wants are those that we write"
    if SOAK or size < 1000:  # of 70 000 entries it takes seconds
        assert passes_audit(log(size))


@pytest.mark.parametrize("size", SIZES)
def test_proofs_of_either_are_accepted_by_both(go: Go, log: Callable[[int], Path], size: int) -> None:
    tree = read_log(log(size), KEY.verifier)
    indexes, olds = some(size, 0, size - 1), some(size, 1, size)
    answer = go.ask("log", vkey=VKEY, dir=str(log(size)), prove=indexes, extend=olds)
    root = tree.root()
    for index, theirs in zip(indexes, answer["inclusion"], strict=True):
        ours = tree.prove_inclusion(index)
        assert b64(*ours) == theirs
        assert merkle.verify_inclusion(
            LEAVES[index], index, size, [base64.b64decode(x) for x in theirs], root
        )
        assert go.accepts("inclusion", index=index, size=size, leaf=LEAVES[index], root=root, proof=ours)
    for old, theirs, old_root in zip(olds, answer["consistency"], answer["old_roots"], strict=True):
        ours, before = tree.prove_consistency(old), tree.root(old)
        assert (b64(*ours), b64(before)) == (theirs, [old_root])
        assert merkle.verify_consistency(old, size, before, root, [base64.b64decode(x) for x in theirs])
        assert go.accepts("consistency", old=old, size=size, old_root=before, root=root, proof=ours)


def test_the_empty_log(go: Go, tmp_path: Path) -> None:
    """Its root is SHA-256 of nothing (RFC 9162 section 2.1.1); it has no tiles, and no proof is of it."""
    write_log(tmp_path, [], KEY)
    answer = go.ask("log", vkey=VKEY, dir=str(tmp_path))
    assert (answer["size"], answer["files"]) == (0, [])
    assert base64.b64decode(answer["root"]) == hashlib.sha256(b"").digest()
    assert read_log(tmp_path, KEY.verifier).size == 0
    assert not go.accepts("log", vkey=VKEY, dir=str(tmp_path), prove=[0])
    assert not go.accepts("consistency", old=0, size=0, old_root=merkle.EMPTY_ROOT, root=merkle.EMPTY_ROOT)
    other = sign_checkpoint(Checkpoint("example.com/log", 0, bytes(32)), [KEY])
    (tmp_path / "checkpoint").write_text(other, "utf-8")
    refused_by_both(go, tmp_path)


def test_the_command(program: Path, log: Callable[[int], Path], tmp_path: Path) -> None:
    """As a person calls it: a log, and proofs from a file."""
    tree = read_log(log(257), KEY.verifier)
    lines = [
        {"op": "inclusion", "index": 256, "size": 257, "leaf": b64(LEAVES[256])[0], "root": b64(tree.root())[0],
         "proof": b64(*tree.prove_inclusion(256))},
        {"op": "consistency", "old": 3, "size": 257, "old_root": b64(tree.root(3))[0], "root": b64(tree.root())[0],
         "proof": b64(*tree.prove_consistency(3))},
    ]  # fmt: skip
    proofs = tmp_path / "proofs.json"
    proofs.write_text("\n".join(json.dumps(line) for line in lines), "utf-8")
    call = [program, VKEY, log(257), proofs]
    done = subprocess.run(call, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert [json.loads(line).get("size") for line in done.stdout.splitlines()] == [257, None, None]
    lines[0]["index"] = 255
    proofs.write_text("\n".join(json.dumps(line) for line in lines), "utf-8")
    done = subprocess.run(call, capture_output=True, text=True)
    assert done.returncode == 1
    assert "error" in done.stdout.splitlines()[1]
    other = str(SigningKey("example.com/log", b"\x02" * 32).verifier)
    assert subprocess.run([program, other, log(257)], capture_output=True).returncode == 1


# One flipped bit.


def refused_by_both(go: Go, folder: Path, audited: bool = True) -> None:
    with pytest.raises(RefusedError):
        go.ask("log", vkey=VKEY, dir=str(folder))
    with pytest.raises(CommitmentError):
        read_log(folder, KEY.verifier)
    assert not audited or not passes_audit(folder)


def passes_audit(folder: Path) -> bool:
    """What `fairseed-verify log audit DIR --key VKEY` says of it."""
    try:
        report = audit_log(FolderSource(str(folder)).read, keys=[KEY.verifier])
    except FairseedError:
        return False
    return report.verdict == "verified"


@pytest.fixture
def copied(log: Callable[[int], Path], tmp_path: Path) -> Callable[[int], Path]:
    def folder(size: int) -> Path:
        return shutil.copytree(log(size), tmp_path / str(size), dirs_exist_ok=True)

    return folder


def flipped(data: bytes, bit: int) -> bytes:
    at, mask = bit // 8, 1 << bit % 8
    return data[:at] + bytes([data[at] ^ mask]) + data[at + 1 :]


@pytest.mark.parametrize("size", [1, 257])
def test_one_flipped_bit_of_the_checkpoint(go: Go, copied: Callable[[int], Path], size: int) -> None:
    """Every bit of the text (origin, size, root) and of the signature line. Go also reads Base64 in other
    spellings of the same bytes; we don't."""
    folder = copied(size)
    checkpoint = (folder / "checkpoint").read_bytes()
    signature = base64.b64decode(checkpoint.rpartition(b" ")[2])
    for bit in range(len(checkpoint) * 8):
        changed = flipped(checkpoint, bit)
        (folder / "checkpoint").write_bytes(changed)
        if go.accepts("log", vkey=VKEY, dir=str(folder)):
            assert base64.b64decode(changed.rpartition(b" ")[2]) == signature
        try:
            assert not SignedCheckpoint.parse(changed).signed_by_log([KEY.verifier])
        except CommitmentError:
            pass


@pytest.mark.parametrize("bit", [0, 100, 255, 511])
def test_one_flipped_bit_of_the_signature_itself(go: Go, copied: Callable[[int], Path], bit: int) -> None:
    folder = copied(2)
    text, _, line = (folder / "checkpoint").read_text("utf-8").rpartition(" ")
    data = flipped(base64.b64decode(line), 32 + bit)
    (folder / "checkpoint").write_text(f"{text} {b64(data)[0]}\n", "utf-8")
    refused_by_both(go, folder)
    with pytest.raises(CommitmentError, match="is not right"):
        read_log(folder, KEY.verifier)


@pytest.mark.parametrize("size", [1, 257, 70_000])
def test_one_flipped_bit_of_an_entry_or_tile(go: Go, copied: Callable[[int], Path], size: int) -> None:
    """The first, a middle and the last bit of the first and last files of every level, and of bundles."""
    folder = copied(size)
    paths = tile_files(folder)
    levels = {path.split("/")[1] for path in paths}
    chosen = {edge for level in levels for edge in _edges([p for p in paths if p.split("/")[1] == level])}
    for path in sorted(chosen):
        place = folder / path
        data = place.read_bytes()
        for bit in (0, len(data) * 4 + 3, len(data) * 8 - 1)[:: 1 if SOAK or size < 1000 else 2]:
            place.write_bytes(flipped(data, bit))
            refused_by_both(go, folder, audited=size < 1000)
        if size < 1000:
            for changed in (data[:-1], data[:-32], data + b"\0", b""):
                place.write_bytes(changed)
                refused_by_both(go, folder)
            place.unlink()
            refused_by_both(go, folder)
        place.write_bytes(data)
    assert go.accepts("log", vkey=VKEY, dir=str(folder))


def _edges(paths: list[str]) -> set[str]:
    return {paths[0], paths[-1]}


@pytest.mark.parametrize("size", [257, 65_537])
def test_one_flipped_bit_of_a_proof(go: Go, log: Callable[[int], Path], size: int) -> None:
    tree = read_log(log(size), KEY.verifier)
    root = tree.root()
    for index in some(size, 0, size - 1):
        proof, leaf = tree.prove_inclusion(index), LEAVES[index]
        for changed in _changed(proof, index):
            assert not merkle.verify_inclusion(leaf, index, size, changed, root)
            assert not go.accepts("inclusion", index=index, size=size, leaf=leaf, root=root, proof=changed)
        wrong = flipped(leaf, index % 256)
        assert not merkle.verify_inclusion(wrong, index, size, proof, root)
        assert not go.accepts("inclusion", index=index, size=size, leaf=wrong, root=root, proof=proof)
    for old in some(size, 1, size):
        proof, before = tree.prove_consistency(old), tree.root(old)
        for changed in _changed(proof, old):
            assert not merkle.verify_consistency(old, size, before, root, changed)
            assert not go.accepts(
                "consistency", old=old, size=size, old_root=before, root=root, proof=changed
            )
        wrong = flipped(before, old % 256)
        assert not merkle.verify_consistency(old, size, wrong, root, proof)
        assert not go.accepts("consistency", old=old, size=size, old_root=wrong, root=root, proof=proof)


def _changed(proof: list[bytes], seed: int) -> Iterator[list[bytes]]:
    """One flipped bit in each hash; one hash less, one more, two in each other's place."""
    for place, value in enumerate(proof):
        yield [*proof[:place], flipped(value, (seed + 37 * place) % 256), *proof[place + 1 :]]
        yield proof[:place] + proof[place + 1 :]
    yield [*proof, bytes(32)]
    if len(proof) > 1:
        yield [proof[1], proof[0], *proof[2:]]


# Proofs, with any numbers.


@settings(deadline=None, max_examples=300)
@given(st.data())
def test_both_judge_any_proof_alike(go: Go, data: st.DataObject) -> None:
    """Whatever index, size and hashes it is shown with (size 0 aside: docs/decisions/0011)."""
    size = data.draw(st.integers(1, 40))
    tree = TileTree(lambda _tile: b"", 0)
    tree.append(LEAVES[:size])
    sizes = st.integers(1, 42)
    index, shown = data.draw(st.integers(0, size - 1)), data.draw(st.just(size) | sizes)
    place = data.draw(st.just(index) | st.integers(0, 42))
    proof = tree.prove_inclusion(index)
    theirs = go.accepts(
        "inclusion", index=place, size=shown, leaf=LEAVES[index], root=tree.root(), proof=proof
    )
    assert merkle.verify_inclusion(LEAVES[index], place, shown, proof, tree.root()) is theirs
    old = data.draw(st.integers(1, size))
    older = data.draw(st.just(old) | sizes)
    proof = tree.prove_consistency(old)
    theirs = go.accepts(
        "consistency", old=older, size=shown, old_root=tree.root(old), root=tree.root(), proof=proof
    )
    assert merkle.verify_consistency(older, shown, tree.root(old), tree.root(), proof) is theirs


# Notes.


def test_the_examples(go: Go) -> None:
    assert go.ask("note", vkeys=[PETER], note=GO_NOTE.encode()) == {
        "text": GO_TEXT,
        "keys": [PETER.rpartition("+")[0]],
    }
    answer = go.ask("note", vkeys=[CT_LOG, *CT_WITNESSES], note=CT_CHECKPOINT.encode())
    assert answer["keys"] == [vkey[: vkey.index("+") + 9] for vkey in (CT_LOG, *CT_WITNESSES)]


texts = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]) | st.just("\n"), max_size=60)


@settings(deadline=None, max_examples=100)
@given(texts)
def test_each_signs_as_the_other(go: Go, text: str) -> None:
    signed = go.ask("sign", skey=KEY.expose(), note=f"{text}\n".encode())["note"]
    assert base64.b64decode(signed).decode() == sign_note(f"{text}\n", [KEY])
    peters = base64.b64decode(go.ask("sign", skey=PETERS_KEY, note=f"{text}\n".encode())["note"])
    peter = VerifierKey.parse(PETER)
    assert verify_note(parse_note(peters), [peter]).keys == (peter,)


def test_go_reads_our_cosignatures(go: Go) -> None:
    witness = SigningKey("witness.example/Ω", b"\x03" * 32, COSIGNATURE)
    text = Checkpoint("example.com/log", 1, LEAVES[0]).text()
    signed = sign_note(text, [KEY]) + witness.line(text, 1_700_000_000)
    vkeys = [VKEY, str(witness.verifier)]
    assert go.ask("note", vkeys=vkeys, note=signed.encode())["keys"] == [
        KEY.verifier.label,
        witness.verifier.label,
    ]
    late = sign_note(text, [KEY]) + witness.line(text, 1_700_000_001)
    stolen = signed.replace(signed.split("\n")[-2], late.split("\n")[-2]).replace("\n1\n", "\n2\n")
    assert not go.accepts("note", vkeys=vkeys[1:], note=stolen.encode())
    with pytest.raises(CommitmentError):
        SignedCheckpoint.parse(stolen).verify([witness.verifier])


OTHER = SigningKey("example.com/other", b"\x04" * 32)
PIECES = [
    "\n", "\n\n", "text", "— ", "—", " ", "+", "=", "A", "AAAAAAA=", "é", "\u2028", "\u00a0", "\u200b", "\0", "\r", "\x7f", "\x85",
    KEY.line("text\n"), OTHER.line("text\n"), KEY.line("another\n"), sign_note("text\n", [KEY]), "text\n\n",
]  # fmt: skip


@settings(deadline=None, max_examples=500)
@given(st.lists(st.sampled_from(PIECES), max_size=8) | st.data())
def test_both_open_the_same_notes(go: Go, pieces: list[str] | st.DataObject) -> None:
    """What Go opens we open, with the same text and keys, and the other way round. Two forms are refused
    by us alone: Base64 in a second spelling, and key names with control characters."""
    if isinstance(pieces, list):
        data = "".join(pieces).encode()
    else:
        data = bytearray(sign_note("text\n", [KEY, OTHER]).encode())
        for _ in range(pieces.draw(st.integers(1, 3))):
            at = pieces.draw(st.integers(0, len(data) - 1))
            data[at : at + pieces.draw(st.integers(0, 2))] = pieces.draw(st.binary(max_size=2))
        data = bytes(data)
    try:
        note = parse_note(data)
        keys = [key.label for key in verify_note(note, [KEY.verifier, OTHER.verifier]).keys]
        ours = {"text": note.text, "keys": keys} if keys else None
    except CommitmentError as error:
        ours = None
        alone = error.field == "key name" or "is not Base64" in str(error)
    else:
        alone = False
    try:
        theirs = go.ask("note", vkeys=[VKEY, str(OTHER.verifier)], note=data)
    except RefusedError:
        theirs = None
    assert ours == theirs or (alone and ours is None)


# Paths of tiles.


@settings(deadline=None, max_examples=500)
@given(
    st.text("0123x/.p", max_size=20)
    | st.from_regex(r"[0-9]{1,2}/(x[0-9]{3}/){0,4}[0-9]{3}(\.p/[0-9]{1,3})?", fullmatch=True)
)
def test_both_read_the_same_paths(go: Go, path: str) -> None:
    """Go sets no end to levels; tlog-tiles ends them at 63."""
    try:
        ours = parse_tile_path(path)
    except CommitmentError:
        ours = None
    try:
        answer = go.ask("path", path=path)
        theirs = (answer["level"], answer["index"], answer["width"])
    except RefusedError:
        theirs = None
    assert ours == theirs or (ours is None and theirs is not None and theirs[0] > 63)
