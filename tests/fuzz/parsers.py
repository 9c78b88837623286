"""What is fuzzed: every reader of outside data, with valid inputs to start from."""

from __future__ import annotations

import base64
import hashlib
import itertools
import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from fairseed import SeedPair, make_record
from fairseed.commitments import merkle
from fairseed.commitments.checkpoints import Checkpoint, SignedCheckpoint
from fairseed.commitments.entries import Activate, Close, Commit, Entry, Key, Seat, Void, parse_entry
from fairseed.commitments.notes import (
    COSIGNATURE,
    SigningKey,
    VerifierKey,
    parse_note,
    parse_signature_lines,
    sign_note,
    verify_note,
)
from fairseed.commitments.policy import Policy
from fairseed.commitments.proofs import BatchProof, LogProof
from fairseed.commitments.receipts import Receipt, action_body, round_body, sign_canonical, sign_receipt
from fairseed.commitments.tiles import decode_bundle, encode_bundle, parse_tile_path
from fairseed.derivation import FairseedError
from fairseed.records import read_json
from fairseed.verification import verify_record
from fairseed.verification.trust import Trust
from tests.fuzz.mutations import Mutator

LOG = SigningKey("example.com/log", b"\x01" * 32)
RECEIPTS = SigningKey("example.com/log/receipts", b"\x02" * 32)
WITNESSES = [SigningKey(f"witness.example/w{i}", bytes([3 + i]) * 32, COSIGNATURE) for i in range(3)]
KEYS = [LOG.verifier, *(witness.verifier for witness in WITNESSES)]
TRUST = Trust((*KEYS, RECEIPTS.verifier))
AT = "2026-07-26T12:34:56Z"


@dataclass(frozen=True)
class Parser:
    """`read` returns a value or raises FairseedError, whatever the bytes."""

    read: Callable[[bytes], object]
    seeds: Sequence[bytes]
    tokens: Sequence[bytes] = ()
    finish: Callable[[bytes], bytes] | None = None

    def mutator(self) -> Mutator:
        return Mutator(self.seeds, self.tokens, self.finish)


def text_of(data: bytes) -> str:
    """As a text from outside may be: of JSON it can hold unpaired surrogates, from a command line too."""
    return data.decode("utf-8", "surrogateescape")


# A log with commits alone and in a batch.

PAIR = SeedPair("0" * 64, "client")
BATCH = [merkle.leaf_hash(value.encode()) for value in (PAIR.server_seed_hash, "b" * 64, "c" * 64)]
ENTRIES: list[Entry] = [
    Commit(server_seed_hash=PAIR.server_seed_hash),
    Commit(count=3, root=merkle.root(BATCH).hex()),
    Activate(
        server_seed_hash=PAIR.server_seed_hash,
        commit_index=0,
        player_tag="d" * 64,
        client_seed_tag="e" * 64,
    ),
    Activate(
        server_seed_hash=PAIR.server_seed_hash,
        commit_index=1,
        table_id="table",
        seats_digest="d" * 64,
        batch_index=0,
        batch_proof=[value.hex() for value in merkle.inclusion_proof(BATCH, 0)],
    ),
    Seat(table_id="table", seat=3, chain_head="a" * 64),
    Close(server_seed_hash=PAIR.server_seed_hash, rounds=2, root="f" * 64),
    Void(server_seed_hash="b" * 64, reason="because", nonce=1, round_id="r"),
    Key(role="receipt", vkey=str(RECEIPTS.verifier)),
]
DATA = [entry.encode() for entry in ENTRIES]
LEAVES = [merkle.leaf_hash(data) for data in DATA]
HEAD = Checkpoint(LOG.verifier.name, len(LEAVES), merkle.root(LEAVES))


def cosigned(text: str, count: int) -> str:
    lines = [witness.line(text, 1_700_000_000 + place) for place, witness in enumerate(WITNESSES[:count])]
    return sign_note(text, [LOG]) + "".join(lines)


CHECKPOINTS = [cosigned(HEAD.text(), count).encode() for count in (0, 1, 3)]


def proof(index: int, extra: bytes | None = None) -> str:
    hashes = tuple(merkle.inclusion_proof(LEAVES, index))
    return LogProof(index, hashes, SignedCheckpoint.parse(CHECKPOINTS[2]), extra).text()


BATCH_EXTRA = BatchProof(0, [value.hex() for value in merkle.inclusion_proof(BATCH, 0)]).extra()


def logged(index: int, extra: bytes | None = None) -> dict[str, Any]:
    return {"entry": DATA[index].decode(), "tlog_proof": proof(index, extra)}


# Records of every game, revealed and pending, with receipts and a commitment.

ROUNDS: list[tuple[str, dict[str, Any], dict[str, Any] | None, list[dict[str, Any]]]] = [
    ("dice", {"target": "50.00", "direction": "over"}, {"stake": 10}, []),
    ("limbo", {"target": "2.00"}, {"stake": 10}, []),
    ("plinko", {"rows": 8, "risk": "low"}, {"stake": 10}, []),
    ("mines", {"size": 5, "mines": 24}, {"stake": 10}, [{"type": "open", "cell": 0}]),
    ("hilo", {}, {"stake": 10}, [{"type": "abandon", "timeout": True}]),
    ("blackjack", {}, {"stake": 10, "perfect_pairs": 5}, [{"type": "double"}]),
    ("raw", {"words": 3}, None, []),
    ("raw", {"integers": {"n": 6, "count": 10}}, None, []),
    ("raw", {"sample": {"n": 49, "k": 6}}, None, []),
]


def records() -> list[dict[str, Any]]:
    made = []
    for (game, params, bet, actions), reveal in itertools.product(ROUNDS, (True, False)):
        record = make_record(PAIR, 1, game, params, bet, actions, round_id="r", reveal=reveal)
        if not reveal:
            del record["outcome"]
            record.pop("settlement", None)
        made.append(receipted(record))
        made[-1]["commitment"] = logged(0) if reveal else logged(1, BATCH_EXTRA)
    made[0]["commitment"] |= {"activate": logged(2), "receipt_key": logged(7)}
    void = make_record(PAIR, 1, "dice", *ROUNDS[0][1:3], round_id="r", reveal=True)
    del void["outcome"]
    void |= {"void": {"reason": "x"}, "settlement": {"staked": 10, "returned": 10}}
    return [*made, void]


def receipted(record: dict[str, Any]) -> dict[str, Any]:
    """The record with receipts signed for what it says."""
    receipt, before = sign_canonical(RECEIPTS, round_body(record, AT))
    more = []
    for index, action in enumerate(record["actions"]):
        body = action_body(record["round_id"], index, before, action, AT)
        signed, before = sign_canonical(RECEIPTS, body)
        more.append(signed)
    return record | {"receipt": receipt, "action_receipts": more}


def written(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode(
        "utf-8", "surrogatepass"
    )


# What signs again: without it most changes would end at the signature.


def resigned_note(data: bytes) -> bytes:
    text = data.decode("utf-8", "replace").rpartition("\n\n")[0] + "\n"
    return cosigned(text, 3).encode()


def resigned_proof(data: bytes) -> bytes:
    head, _, note = data.partition(b"\n\n")
    return head + b"\n\n" + resigned_note(note)


def resigned_receipt(data: bytes) -> bytes:
    try:
        return written(sign_receipt(RECEIPTS, json.loads(data)["body"]))
    except (ValueError, TypeError, LookupError, RecursionError, FairseedError):
        return data


def resigned_record(data: bytes) -> bytes:
    try:
        return written(receipted(json.loads(data)))
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError, FairseedError):
        return data


# The readers.


def read_note(data: bytes) -> object:
    try:
        return verify_note(parse_note(data), KEYS)
    finally:
        text = text_of(data)
        for read in (parse_note, parse_signature_lines):  # of JSON and of a witness's answer
            try:
                read(text)
            except FairseedError:
                pass


def read_checkpoint(data: bytes) -> object:
    signed = SignedCheckpoint.parse(data)
    return signed.verify(KEYS), signed.signed_by_log(KEYS), signed.checkpoint.text(), str(signed.note)


def read_tile(data: bytes) -> object:
    if data[:1] == b"/":
        return parse_tile_path(text_of(data[1:]))
    try:
        return decode_bundle(data, 3)
    except FairseedError:
        return decode_bundle(data, 256)


def read_proof(data: bytes) -> object:
    if data[:1] == b"{":
        found = BatchProof.parse(data)
        return found.holds("a" * 64, 3, "b" * 64), found.holds("a" * 64, 2**32, "b" * 64)
    proven = LogProof.parse(text_of(data))
    if proven.extra is not None:
        BatchProof.parse(proven.extra)
    return proven.holds(DATA[0]), proven.checkpoint.verify(KEYS), proven.text()


def read_policy(data: bytes) -> object:
    return Policy.parse(data).check(SignedCheckpoint.parse(CHECKPOINTS[2]))


def read_entry(data: bytes) -> object:
    entry = parse_entry(data)
    return entry.subject, entry.encode()


def read_record(data: bytes) -> object:
    return json.dumps(verify_record(read_json(data), TRUST).to_json())


def read_receipt(data: bytes) -> object:
    receipt = Receipt.parse(read_json(data).value)
    return receipt.digest() if len(data) % 2 else receipt.signer(TRUST.receipt_keys)


POLICY = f"""# A policy.
log {LOG.verifier} https://log.example/
witness w0 {WITNESSES[0].verifier}
witness w1 {WITNESSES[1].verifier} https://w1.example/
witness \u2603 {WITNESSES[2].verifier}
group some 2 w0 w1
group every all some \u2603
quorum every
"""
CHAIN = f"witness g {WITNESSES[0].verifier}\n" + "".join(
    f"group g{i} any g{i - 1 if i else ''}\n" for i in range(200)
)

PARSERS: dict[str, Parser] = {
    "note": Parser(
        read_note,
        [*CHECKPOINTS, sign_note("a\n\nb\n", [LOG]).encode(), cosigned("text\n", 1).encode()],
        [LOG.line("text\n").encode(), "— x AAAAAAA=\n".encode(), WITNESSES[0].line("text\n", 5).encode()],
        resigned_note,
    ),
    "checkpoint": Parser(
        read_checkpoint, CHECKPOINTS, [b"example.com/log", base64.b64encode(bytes(32))], resigned_note
    ),
    "tile": Parser(
        read_tile,
        [
            b"/0/x001/x234/067.p/17",
            b"/entries/000",
            b"/63/999.p/255",
            encode_bundle(DATA[:3]),
            encode_bundle([b"\xff" * 65_535, b"", b"x"]),
            encode_bundle([b"x" * (number % 7) for number in range(256)]),
        ],
        [b"\0\0", b"\xff\xff", b"\x80\0", b"/entries/", b"/x999/", b"000"],
    ),
    "proof": Parser(
        read_proof,
        [*(proof(index).encode() for index in range(4)), proof(1, BATCH_EXTRA).encode(), BATCH_EXTRA],
        [b"index 5", b"extra AAAA\n", b"c2sp.org/tlog-proof@v1\n", base64.b64encode(bytes(32)) + b"\n"],
        lambda data: data if data[:1] == b"{" else resigned_proof(data),
    ),
    "policy": Parser(
        read_policy,
        [POLICY.encode(), CHAIN.encode() + b"quorum g199\n", b"quorum none\n"],
        [b"log ", b"witness ", b"group ", b"quorum ", b" all ", b" any ", b"none", str(LOG.verifier).encode()],
    ),
    "entry": Parser(read_entry, DATA, [b'"type":"x"', b'"batch_proof":[]']),
    "record": Parser(
        read_record, [written(record) for record in records()], [b'"actions":[', b'"raw"'], resigned_record
    ),
    "receipt": Parser(
        read_receipt,
        [written(part) for record in records()[:12] if "receipt" in record for part in (record["receipt"], *record["action_receipts"])],
        [AT.encode(), b'"accepted_at":'],
        resigned_receipt,
    ),
    "vkey": Parser(
        lambda data: str(VerifierKey.parse(text_of(data))),
        [str(key).encode() for key in TRUST.keys],
        [b"+AQ", b"+00000000+", b"PRIVATE+KEY+"],
    ),
}  # fmt: skip


# Readers with planted faults, to show that the fuzzer finds them. Each is right for most inputs.


def _leaks(data: bytes) -> object:
    if data[:1] == b"\n":
        raise ValueError("planted")
    return _small(data)


def _template(data: bytes) -> object:
    if b"{" in data:
        raise FairseedError("field", data.decode("latin-1"))
    return _small(data)


def _spins(data: bytes) -> object:
    while len(data) > 500:
        pass
    return _small(data)


def _hangs(data: bytes) -> object:
    if len(data) > 500:
        hashlib.pbkdf2_hmac("sha256", data, data, 10**9)  # without a pause for Python to look at signals
    return _small(data)


def _swells(data: bytes) -> object:
    return len(bytes(3 * 2**28)) if len(data) > 500 else _small(data)


def _dies(data: bytes) -> object:
    if len(data) > 500:
        os.abort()
    return _small(data)


def _small(data: bytes) -> object:
    if b"\0" in data:
        raise FairseedError("data", "holds a zero")
    return len(data)


PLANTED = {
    name: Parser(read, [b"some text", b"more\0"])
    for name, read in {
        "leaks": _leaks,
        "template": _template,
        "spins": _spins,
        "hangs": _hangs,
        "swells": _swells,
        "dies": _dies,
    }.items()
}
