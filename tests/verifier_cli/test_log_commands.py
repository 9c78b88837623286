"""`fairseed-verify log inclusion`, `consistency` and `keygen` as their users run them."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
import stat
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from fairseed.commitments import (
    BatchProof,
    Checkpoint,
    SignedCheckpoint,
    SigningKey,
    VerifierKey,
    merkle,
    sign_checkpoint,
)
from fairseed.commitments.entries import Activate, Close, Commit, Reveal
from fairseed.commitments.receipts import round_body, sign_receipt
from tests.programs import verify as process
from tests.verifier_cli.logs import LOG, ORIGIN, OTHER, WITNESS, Log, numbered
from tests.verifier_cli.test_commands import record
from verifier_cli.__main__ import main

KEY = ("--key", str(LOG.verifier))
HASHES = [hashlib.sha256(b"%d" % number).hexdigest() for number in range(7)]
LEAVES = [merkle.leaf_hash(value.encode()) for value in HASHES]
SINGLE = Commit(server_seed_hash=HASHES[0]).encode()
BATCH = Commit(count=7, root=merkle.root(LEAVES).hex()).encode()
REVEAL = Reveal(server_seed_hash=HASHES[0], server_seed="00" * 32).encode()


class Ran(NamedTuple):
    returncode: int
    stdout: bytes
    stderr: bytes


def verify(*arguments: str, stdin: bytes = b"") -> Ran:
    """As `process`, but in this one: many calls are made here."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = main(arguments)
    for stream in (out, err):
        stream.flush()
    return Ran(code, out.buffer.getvalue(), err.buffer.getvalue())  # type: ignore[attr-defined]


def answers(*arguments: str, code: int, stdin: bytes = b"") -> list[Any]:
    ran = verify(*arguments, "--json", stdin=stdin)
    assert ran.returncode == code, ran
    return [json.loads(line) for line in ran.stdout.splitlines()]


def answer(*arguments: str, code: int = 0, stdin: bytes = b"") -> Any:
    (found,) = answers(*arguments, code=code, stdin=stdin)
    return found


def refused(*arguments: str) -> str:
    ran = verify(*arguments)
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert ran.stderr
    return ran.stderr.decode()


def extra(place: int) -> bytes:
    return BatchProof(place, [value.hex() for value in merkle.inclusion_proof(LEAVES, place)]).extra()


@pytest.fixture
def log() -> Log:
    return Log([*numbered(299), SINGLE, BATCH, REVEAL])


@pytest.fixture
def put(tmp_path: Path) -> Callable[..., str]:
    def write(value: object, name: str = "file") -> str:
        data = (
            value
            if isinstance(value, bytes)
            else (value if isinstance(value, str) else json.dumps(value)).encode()
        )
        (tmp_path / name).write_bytes(data)
        return str(tmp_path / name)

    return write


def logged(log: Log, place: int, part: bytes | None = None) -> dict[str, str]:
    return {"entry": log.entries[place].decode(), "tlog_proof": log.proof(place, part)}


def statuses(document: Any) -> dict[str, str]:
    return {check["check"]: check["status"] for check in document["checks"]}


def cosign(checkpoint: str, *keys: SigningKey) -> str:
    text = SignedCheckpoint.parse(checkpoint).note.text
    return checkpoint + "".join(key.line(text, 1_700_000_000) for key in keys)


# Inclusion.


def test_an_entry_and_its_promise(log: Log, put: Callable[..., str]) -> None:
    file = put(logged(log, 299))
    found = answer("log", "inclusion", file, *KEY)
    assert found["verdict"] == "verified"
    assert statuses(found) == dict.fromkeys(("entry", "inclusion", "promise", "signature"), "pass")
    assert (found["origin"], found["size"], found["index"], found["type"]) == (ORIGIN, 302, 299, "commit")
    assert found["root"] == log.tree.root().hex()
    assert answer("log", "inclusion", file, *KEY, "--hash", HASHES[0])["verdict"] == "verified"
    found = answer("log", "inclusion", file, *KEY, "--hash", HASHES[1], code=1)
    assert statuses(found)["promise"] == "fail"
    # No key: it says so, and is not taken for verified.
    found = answer("log", "inclusion", file, code=3)
    assert (found["verdict"], statuses(found)["signature"]) == ("pending", "skip")
    ran = process("log", "inclusion", file)
    assert ran.returncode == 3
    assert b"no trusted key of the log example.com/log was given" in ran.stdout
    assert b"verified: 3, failed: 0, not checked: 1" in ran.stdout


def test_a_batch_and_its_places(log: Log, put: Callable[..., str]) -> None:
    for place in (0, 3, 6):
        file = put(logged(log, 300, extra(place)))
        assert answer("log", "inclusion", file, *KEY, "--hash", HASHES[place])["verdict"] == "verified"
        found = answer("log", "inclusion", file, *KEY, "--hash", HASHES[place - 1], code=1)
        assert statuses(found)["promise"] == "fail"
    assert statuses(answer("log", "inclusion", file, *KEY, code=3))["promise"] == "skip"
    bare = put(logged(log, 300))
    assert "promise" not in statuses(answer("log", "inclusion", bare, *KEY))
    assert statuses(answer("log", "inclusion", bare, *KEY, "--hash", HASHES[0], code=1))["promise"] == "fail"
    for wrong in (b"{}", b"x", b'{"batch_index":-1,"batch_proof":[]}', extra(0)[:-2]):
        found = answer("log", "inclusion", put(logged(log, 300, wrong)), *KEY, "--hash", HASHES[0], code=1)
        assert statuses(found)["promise"] == "fail"


def test_records(put: Callable[..., str]) -> None:
    value = record()
    own = value["seeds"]["server_seed_hash"]
    leaves = [*LEAVES, merkle.leaf_hash(own.encode())]
    batch = Commit(count=8, root=merkle.root(leaves).hex())
    log = Log([*numbered(5), Commit(server_seed_hash=own).encode(), SINGLE, REVEAL, batch.encode()])
    place = BatchProof(7, [part.hex() for part in merkle.inclusion_proof(leaves, 7)]).extra()
    good = [value | {"commitment": logged(log, 5)}, value | {"commitment": logged(log, 8, place)}]
    bad = [value | {"commitment": logged(log, at)} for at in (0, 6, 7, 8)]
    lines = "\n".join(map(json.dumps, good + bad))
    found = answers("log", "inclusion", put(lines), *KEY, code=1)
    assert [one["verdict"] for one in found] == ["verified"] * 2 + ["failed"] * 4
    assert all(statuses(one)["inclusion"] == "pass" for one in found)
    found_one = answer("log", "inclusion", put(good[0]), *KEY, "--hash", HASHES[0], code=1)
    assert "another hash than --hash" in str(found_one["checks"])
    assert answer("log", "inclusion", put(good[0]), *KEY, "--hash", own)["verdict"] == "verified"
    for wrong in (
        value,
        value | {"commitment": 1},
        value | {"commitment": {"entry": 1}},
        good[0] | {"seeds": {}},
    ):
        assert "error" in answers("log", "inclusion", put(wrong), *KEY, code=2)[0]


def test_a_bare_proof(log: Log, put: Callable[..., str]) -> None:
    proof = put(log.proof(299), "a.tlog-proof")
    for entry in (SINGLE, SINGLE + b"\n"):
        found = answer("log", "inclusion", proof, "--entry", put(entry, "entry"), *KEY)
        assert found["verdict"] == "verified"
    for entry in (SINGLE + b"\n\n", SINGLE[:-1], REVEAL, b" " + SINGLE):
        found = answer("log", "inclusion", proof, "--entry", put(entry, "entry"), *KEY, code=1)
        assert statuses(found)["inclusion"] == "fail"
    assert "needs the entry" in str(answers("log", "inclusion", proof, *KEY, code=2))
    refused("log", "inclusion", proof, proof, "--entry", put(SINGLE, "entry"))
    refused("log", "inclusion", proof, "--entry", proof + "-missing")
    found = answer(
        "log", "inclusion", "-", "--entry", put(SINGLE, "entry"), *KEY, stdin=log.proof(299).encode()
    )
    assert found["verdict"] == "verified"


def test_entries_of_other_types(log: Log, put: Callable[..., str]) -> None:
    assert "promise" not in statuses(answer("log", "inclusion", put(logged(log, 7)), *KEY))
    file = put(logged(log, 301))
    assert answer("log", "inclusion", file, *KEY, "--hash", HASHES[0])["verdict"] == "verified"
    assert statuses(answer("log", "inclusion", file, *KEY, "--hash", HASHES[1], code=1))["promise"] == "fail"
    spaced = Log([b'{"type": "commit"}'])
    found = answer("log", "inclusion", put(logged(spaced, 0)), *KEY, code=1)
    assert statuses(found) == {"entry": "fail", "inclusion": "pass", "promise": "skip", "signature": "pass"}
    broken = put({"entry": "\ud800", "tlog_proof": spaced.proof(0)})
    assert "surrogate" in str(answers("log", "inclusion", broken, *KEY, code=2))


def test_signatures(log: Log, put: Callable[..., str], tmp_path: Path) -> None:
    file = put(logged(log, 299))
    found = answer("log", "inclusion", file, "--key", str(OTHER.verifier), code=1)
    assert statuses(found)["signature"] == "fail"
    both = ("--key", str(OTHER.verifier), *KEY)
    assert answer("log", "inclusion", file, *both)["verdict"] == "verified"
    same_name = SigningKey(ORIGIN, bytes(32))
    assert answer("log", "inclusion", file, "--key", str(same_name.verifier), code=1)["verdict"] == "failed"
    # Under a known key's ID stands another signature.
    broken = logged(log, 299)
    mine = log.checkpoint()
    head = Checkpoint(ORIGIN, 302, bytes(32))
    forged = sign_checkpoint(head, [LOG]).rpartition("\n\n")[2]
    broken["tlog_proof"] = broken["tlog_proof"].replace(mine.rpartition("\n\n")[2], forged)
    assert statuses(answer("log", "inclusion", put(broken), *KEY, code=1))["signature"] == "fail"
    refused("log", "inclusion", file, "--key", "x")
    refused("log", "inclusion", file, "--key", str(WITNESS.verifier).replace("w1+", "w2+"))


def test_policies(log: Log, put: Callable[..., str]) -> None:
    second = SigningKey("witness.example/w2", bytes([5]) * 32, WITNESS.verifier.kind)
    head = f"log {LOG.verifier}\nwitness a {WITNESS.verifier}\nwitness b {second.verifier}\n"

    def check(policy: str, *keys: SigningKey, code: int, more: tuple[str, ...] = ()) -> Any:
        entry = logged(log, 299)
        entry["tlog_proof"] = entry["tlog_proof"].replace(log.checkpoint(), cosign(log.checkpoint(), *keys))
        return answer("log", "inclusion", put(entry), "--policy", put(policy, "policy"), *more, code=code)

    for policy, keys, code in (
        ("quorum none\n", (), 0), ("quorum a\n", (), 1), ("quorum a\n", (WITNESS,), 0), ("quorum a\n", (second,), 1),
        ("group g all a b\nquorum g\n", (WITNESS,), 1), ("group g all a b\nquorum g\n", (WITNESS, second), 0),
        ("group g 1 a b\nquorum g\n", (second,), 0), ("group g 1 a b\nquorum g\n", (), 1),
    ):  # fmt: skip
        found = check(head + policy, *keys, code=code)
        assert statuses(found)["signature"] == "pass"
        assert statuses(found).get("witnesses") == (None if "none" in policy else ["pass", "fail"][code])
    # Without a log in the policy the log's signature is the keys' affair.
    bare = f"witness a {WITNESS.verifier}\nquorum a\n"
    assert statuses(check(bare, WITNESS, code=3))["signature"] == "skip"
    assert check(bare, WITNESS, code=0, more=KEY)["verdict"] == "verified"
    assert check("quorum none\n", code=3)["verdict"] == "pending"
    other = head.replace(str(LOG.verifier), str(OTHER.verifier))
    assert check(other + "quorum a\n", WITNESS, code=1)["verdict"] == "failed"
    assert check(other + "quorum a\n", WITNESS, code=0, more=KEY)["verdict"] == "verified"
    for broken in ("", "quorum x\n", "log x\nquorum none\n", "\x00", head * 2):
        assert "policy" in refused(
            "log", "inclusion", put(logged(log, 299)), "--policy", put(broken, "policy")
        )


@pytest.mark.parametrize(
    "data",
    [
        b"", b"\n", b"[]", b"{", b"{}", b'{"entry":1,"tlog_proof":2}', b'{"entry":"x","entry":"x","tlog_proof":"x"}',
        b'{"entry":"{}","tlog_proof":"x"}', b"\xff", b'{"type":"fairseed/round/v1"}', b'"x"', b"c2sp.org/tlog-proof@v1\n",
    ],
)  # fmt: skip
def test_files_that_no_proof_is_in(data: bytes, put: Callable[..., str]) -> None:
    ran = verify("log", "inclusion", put(data), "--json", *KEY)
    assert ran.returncode == 2
    assert b"Traceback" not in ran.stderr
    assert ran.stderr
    for name in ("/nonexistent", "/", "a\x00b"):
        assert verify("log", "inclusion", name, *KEY).returncode == 2
        assert verify("log", "consistency", name, name, *KEY).returncode == 2


def test_every_changed_byte_of_a_proof_shows(
    put: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Judged here and not by a process each, for speed."""
    from verifier_cli.commands.log.inclusion import Claim, claims, judge
    from verifier_cli.commands.log.judging import Trusted

    log = Log([*numbered(4), SINGLE])
    text, trusted = log.proof(4), Trusted((LOG.verifier,), None)
    entry, verified = put(SINGLE, "entry"), 0
    for place in range(len(text)):
        changed = text[:place] + chr(ord(text[place]) ^ 1) + text[place + 1 :]
        (claim,) = claims(put(changed.encode("utf-8", "surrogatepass")), entry)
        if isinstance(claim, Claim):
            verified += judge("x", claim, None, trusted).verdict == "verified"
    assert verified == 0
    (claim,) = claims(put(text), entry)
    assert isinstance(claim, Claim)
    assert judge("x", claim, None, trusted).verdict == "verified"


# Consistency.


def details(document: Any) -> str:
    return next(str(check["detail"]) for check in document["checks"] if check["check"] == "consistency")


@pytest.fixture
def serve() -> Iterator[Callable[[Path], str]]:
    servers = []

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    def begin(folder: Path) -> str:
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        servers.append((server, thread))
        return f"http://127.0.0.1:{server.server_address[1]}"

    yield begin
    for server, thread in servers:
        server.shutdown()
        thread.join()
        server.server_close()


def test_a_log_that_grew(put: Callable[..., str], tmp_path: Path, serve: Callable[[Path], str]) -> None:
    log = Log(numbered(700))
    folder = log.write(tmp_path / "log")
    new = put(log.checkpoint(), "new")
    for size in (1, 255, 256, 300, 699):
        old = put(log.checkpoint(size), "old")
        hashes = [base64.b64encode(value).decode() for value in log.tree.prove_consistency(size)]
        proof = put("\n".join(hashes) + "\n", "proof")
        begun = put("\n".join([f"old {size}", *hashes]), "begun")
        for call in (
            (old, new, "--proof", proof), (old, new, "--proof", begun), (old, new, "--source", str(folder)), (old, str(folder)),
            (old, str(folder), "--proof", proof),
        ):  # fmt: skip
            found = answer("log", "consistency", *call, *KEY)
            assert (found["verdict"], found["old_size"], found["size"]) == ("verified", size, 700)
            assert statuses(found) == {"consistency": "pass", "old": "pass", "new": "pass"}
        assert statuses(answer("log", "consistency", old, new, *KEY, code=3))["consistency"] == "skip"
        assert statuses(answer("log", "consistency", old, str(folder), code=3))["new"] == "skip"
    assert answer("log", "consistency", old, serve(folder), *KEY)["verdict"] == "verified"
    assert answer("log", "consistency", new, new, *KEY)["verdict"] == "verified"


def test_two_views_a_roll_back_and_another_past(
    put: Callable[..., str], tmp_path: Path, serve: Callable[[Path], str]
) -> None:
    mine, fork = Log(numbered(300)), Log([*numbered(299), b'{"type":"x"}'])
    kept = put(mine.checkpoint(), "kept")
    found = answer("log", "consistency", kept, put(fork.checkpoint(), "new"), *KEY, code=1)
    assert "two roots of one size" in details(found)
    assert (found["checks"][0]["expected"], found["checks"][0]["actual"]) == (
        mine.tree.root().hex(), fork.tree.root().hex(),
    )  # fmt: skip
    found = answer("log", "consistency", kept, put(mine.checkpoint(299), "new"), *KEY, code=1)
    assert "rolled back: from 300 entries to 299" in details(found)
    fork.add(numbered(100))
    folder = fork.write(tmp_path / "fork")
    for where in (str(folder), serve(folder)):
        assert "do not begin with the 300 of before" in details(
            answer("log", "consistency", kept, where, *KEY, code=1)
        )
    # A server that signs one root and serves the tiles of another tree.
    mine.add(numbered(100, 300))
    (folder / "checkpoint").write_text(mine.checkpoint())
    assert "the tiles do not give the root" in details(
        answer("log", "consistency", kept, str(folder), *KEY, code=1)
    )
    proof = put(b"\n".join(base64.b64encode(value) for value in fork.tree.prove_consistency(300)), "proof")
    for new in (fork, mine):
        call = (kept, put(new.checkpoint(), "new"), "--proof", proof)
        assert "does not lead from OLD to NEW" in details(answer("log", "consistency", *call, *KEY, code=1))
    # It fails without a key too.
    assert answer("log", "consistency", kept, put(fork.checkpoint(300), "new"), code=1)["verdict"] == "failed"
    ran = verify("log", "consistency", kept, put(fork.checkpoint(300), "new"), "--lang", "ru")
    assert "два вида" in ran.stdout.decode()


def test_empty_logs_and_other_logs(put: Callable[..., str]) -> None:
    log = Log()
    empty = put(log.checkpoint(), "old")
    log.add(numbered(3))
    grown = put(log.checkpoint(), "new")
    assert "first sight of 3 entries" in details(answer("log", "consistency", empty, grown, *KEY))
    assert "same 0 entries" in details(answer("log", "consistency", empty, empty, *KEY))
    false = put(sign_checkpoint(Checkpoint(ORIGIN, 0, bytes(32)), [LOG]), "false")
    assert "another root" in details(answer("log", "consistency", false, grown, *KEY, code=1))
    assert "rolled back" in details(answer("log", "consistency", grown, empty, *KEY, code=1))
    other = put(Log(numbered(9), OTHER).checkpoint(), "other")
    both = (*KEY, "--key", str(OTHER.verifier))
    assert "two logs" in details(answer("log", "consistency", grown, other, *both, code=1))


def test_a_checkpoint_that_nobody_signed_asks_for_no_tile(put: Callable[..., str], tmp_path: Path) -> None:
    log = Log(numbered(9))
    (tmp_path / "log").mkdir()
    forged = Log(numbered(9), SigningKey(ORIGIN, bytes(32)))
    (tmp_path / "log/checkpoint").write_text(forged.checkpoint())
    found = answer("log", "consistency", put(log.checkpoint(4), "old"), str(tmp_path / "log"), *KEY, code=1)
    assert statuses(found) == {"consistency": "skip", "old": "pass", "new": "fail"}


def test_the_quorum_is_asked_of_new(put: Callable[..., str]) -> None:
    log = Log(numbered(9))
    policy = put(f"log {LOG.verifier}\nwitness a {WITNESS.verifier}\nquorum a\n", "policy")
    old = put(log.checkpoint(), "old")
    assert answer("log", "consistency", old, old, "--policy", policy, code=1)["verdict"] == "failed"
    new = put(cosign(log.checkpoint(), WITNESS), "new")
    assert statuses(answer("log", "consistency", old, new, "--policy", policy))["witnesses"] == "pass"


def test_what_is_no_checkpoint_proof_or_source(put: Callable[..., str], tmp_path: Path) -> None:
    log = Log(numbered(9))
    old, new = put(log.checkpoint(4), "old"), put(log.checkpoint(), "new")
    (tmp_path / "empty").mkdir()
    empty, bad = str(tmp_path / "empty"), str(tmp_path / "bad")
    for call in (
        (old, empty), (old, new, "--source", empty), (old, new, "--source", "/nonexistent"), (old, "/nonexistent"),
        ("/nonexistent", new), (old, "http://127.0.0.1:9"), (old, new, "--proof", "x", "--source", "y"), (old,),
        (old, new, "--key", "x"),
    ):  # fmt: skip
        refused("log", "consistency", *call)
    for data in (b"", b"x", b"\xff", b"x" * 1_000_001):
        put(data, "bad")
        refused("log", "consistency", bad, new)
        refused("log", "consistency", old, bad)
    for text in ("x", "AAAA", "old 5\n", "old x\n", ("A" * 43 + "=\n") * 64, "é", "A" * 9000, "\n\nold 4"):
        refused("log", "consistency", old, new, "--proof", put(text, "bad"))
    assert (
        answer("log", "consistency", old, new, "--proof", put("", "none"), *KEY, code=1)["verdict"]
        == "failed"
    )


# Audit: the rules themselves are tested below tests/verification.

SEED = "11" * 32
PROMISED = hashlib.sha256(SEED.encode()).hexdigest()
ACTIVATE = Activate(
    server_seed_hash=PROMISED, commit_index=0, player_tag="22" * 32, client_seed_tag="33" * 32
)


def life(*, rounds: int = 0, seed: str = SEED) -> list[bytes]:
    root = merkle.EMPTY_ROOT.hex() if not rounds else "44" * 32
    entries = [
        Commit(server_seed_hash=PROMISED),
        ACTIVATE,
        Close(server_seed_hash=PROMISED, rounds=rounds, root=root),
        Reveal(server_seed_hash=PROMISED, server_seed=seed),
    ]
    return [entry.encode() for entry in entries]


def test_an_audit_of_a_url_and_of_a_folder(
    tmp_path: Path, serve: Callable[[Path], str], put: Callable[..., str]
) -> None:
    log = Log([*life(), *numbered(600)])
    folder = log.write(tmp_path / "log")
    since = put(log.checkpoint(300), "since")
    for where in (str(folder), serve(folder)):
        found = answer("log", "audit", where, *KEY, "--since", since)
        assert (found["verdict"], found["origin"], found["size"]) == ("verified", ORIGIN, 604)
        assert statuses(found)["consistency"] == "pass"
        assert found["counts"]["entries"] == {
            "activate": 1,
            "close": 1,
            "commit": 1,
            "reveal": 1,
            "unknown": 600,
        }
    assert answer("log", "audit", where, code=3)["verdict"] == "pending"
    assert answer("log", "audit", where, "--key", str(OTHER.verifier), code=1)["verdict"] == "failed"
    ran = process("log", "audit", str(folder), *KEY)
    assert ran.returncode == 0
    assert b"Verified" in ran.stdout
    assert ran.stderr == b""


def test_an_audit_shows_what_breaks_a_rule(tmp_path: Path) -> None:
    folder = Log(life(seed="55" * 32)).write(tmp_path / "log")
    found = answer("log", "audit", str(folder), *KEY, code=1)
    assert statuses(found)["lifecycle"] == "fail"
    assert [one["index"] for one in found["findings"]] == [3]
    ran = verify("log", "audit", str(folder), *KEY, "--lang", "ru")
    assert ran.returncode == 1
    assert "запись 3:" in ran.stdout.decode()
    assert not re.search(r"(?m)^  entry", ran.stdout.decode())


def test_an_audit_with_a_policy(tmp_path: Path, put: Callable[..., str]) -> None:
    log = Log(life())
    folder = str(log.write(tmp_path / "log"))
    head = f"witness a {WITNESS.verifier}\nquorum a\n"
    whole = put(f"log {LOG.verifier}\n{head}", "policy")
    assert answer("log", "audit", folder, "--policy", whole, code=1)["verdict"] == "failed"
    log.write(tmp_path / "log", cosign(log.checkpoint(), WITNESS))
    assert answer("log", "audit", folder, "--policy", whole)["verdict"] == "verified"
    bare = put(head, "policy")
    assert answer("log", "audit", folder, "--policy", bare, *KEY)["verdict"] == "verified"
    assert answer("log", "audit", folder, "--policy", bare, code=3)["verdict"] == "pending"
    assert (
        answer("log", "audit", folder, "--policy", put("quorum none\n", "policy"), code=3)["verdict"]
        == "pending"
    )


def test_an_audit_with_an_older_checkpoint(tmp_path: Path, put: Callable[..., str]) -> None:
    log = Log([*life(), *numbered(5)])
    folder = str(log.write(tmp_path / "log"))
    other = Log([*life(), *numbered(9, 50)])
    for size in (7, 13):
        since = put(other.checkpoint(size), "since")
        assert (
            statuses(answer("log", "audit", folder, *KEY, "--since", since, code=1))["consistency"] == "fail"
        )
    # What the log did not sign accuses nobody.
    forged = put(other.checkpoint(7, [SigningKey(ORIGIN, bytes(32))]), "since")
    assert "not signed by a trusted key" in refused("log", "audit", folder, *KEY, "--since", forged)
    elsewhere = put(Log(life(), OTHER).checkpoint(), "since")
    keys = (*KEY, "--key", str(OTHER.verifier))
    assert "another log" in refused("log", "audit", folder, *keys, "--since", elsewhere)
    refused("log", "audit", folder, *KEY, "--since", put("x", "since"))


def test_an_audit_with_receipts(tmp_path: Path, put: Callable[..., str]) -> None:
    folder = str(Log(life(rounds=2)).write(tmp_path / "log"))
    key = SigningKey(f"{ORIGIN}/receipts", bytes([9]) * 32)

    def kept(nonce: int) -> dict[str, Any]:
        value = record(nonce)
        value["seeds"]["server_seed_hash"] = PROMISED
        return sign_receipt(key, round_body(value, "2026-01-01T00:00:00Z"))

    both = (*KEY, "--key", str(key.verifier))
    good, dropped = put(kept(1), "good"), put(kept(2), "dropped")
    assert statuses(answer("log", "audit", folder, *both, "--receipts", good))["receipts"] == "pass"
    assert (
        statuses(answer("log", "audit", folder, *both, "--receipts", dropped, code=1))["receipts"] == "fail"
    )
    assert (
        b"signature was not checked (--key): 1"
        in verify("log", "audit", folder, *KEY, "--receipts", good).stderr
    )
    forged = kept(1) | {"signature": kept(2)["signature"]}
    assert "is not right" in refused("log", "audit", folder, *both, "--receipts", put(forged, "forged"))


def test_logs_that_no_audit_can_read(tmp_path: Path) -> None:
    for where in ("/nonexistent", str(tmp_path), "http://127.0.0.1:9", "ftp://example.com", ""):
        assert "Traceback" not in refused("log", "audit", where, *KEY)
    folder = Log([*life(), *numbered(300)]).write(tmp_path / "log")
    (folder / "tile/entries/000").unlink()
    assert statuses(answer("log", "audit", str(folder), *KEY, code=1))["root"] == "fail"
    (folder / "tile/entries/000").mkdir()
    refused("log", "audit", str(folder), *KEY)


# Keys.


def test_keygen(tmp_path: Path) -> None:
    for witness, kind in ((False, 1), (True, 4)):
        file = tmp_path / f"key-{kind}"
        options = ("--name", "example.com/w", *(["--witness"] if witness else []))
        found = answer("log", "keygen", *options, str(file))
        key = SigningKey.parse(file.read_text().strip())
        assert key.verifier == VerifierKey.parse(found["vkey"])
        assert (key.verifier.kind, key.verifier.name) == (kind, "example.com/w")
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        before = file.read_bytes()
        assert "exists" in refused("log", "keygen", *options, str(file))
        assert file.read_bytes() == before
    ran = verify("log", "keygen", "--name", "example.com/x", str(tmp_path / "third"))
    assert (
        str(SigningKey.parse((tmp_path / "third").read_text().strip()).verifier)
        == ran.stdout.decode().strip()
    )
    assert b"PRIVATE" not in ran.stdout + ran.stderr
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for name, file in (("a b", "n"), ("a+b", "n"), ("", "n"), ("ok", "missing/n"), ("ok", "link")):
        refused("log", "keygen", "--name", name, str(tmp_path / file))
    assert not (tmp_path / "nowhere").exists()
    assert not (tmp_path / "n").exists()
