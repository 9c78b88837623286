"""Trust policies (C2SP tlog-policy): the printed example, every line's refusals, quorums."""

from __future__ import annotations

import itertools
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairseed.commitments.checkpoints import Checkpoint, SignedCheckpoint, sign_checkpoint
from fairseed.commitments.errors import CommitmentError
from fairseed.commitments.notes import COSIGNATURE, SigningKey, sign_note
from fairseed.commitments.policy import Policy
from tests.commitments.test_notes import CT_CHECKPOINT, CT_LOG, CT_WITNESSES

LOG = SigningKey("example.com/log", b"\x01" * 32)
NAMES = ["X1", "X2", "X3", "Y1", "Y2", "Y3"]
WITNESSES = {
    name: SigningKey(f"witness.example/{name}", bytes([place + 2]) * 32, COSIGNATURE)
    for place, name in enumerate(NAMES)
}
LINES = "".join(f"witness {name} {key.verifier}\n" for name, key in WITNESSES.items())
X1 = f"witness X1 {WITNESSES['X1'].verifier}\n"
CHECKPOINT = Checkpoint("example.com/log", 1, bytes(32))

# The example of the text, its keys filled in.
EXAMPLE = f"""log {LOG.verifier}

witness X1 {WITNESSES["X1"].verifier}
witness X2 {WITNESSES["X2"].verifier}
witness X3 {WITNESSES["X3"].verifier}
group X-witnesses 2 X1 X2 X3

witness Y1 {WITNESSES["Y1"].verifier}
witness Y2 {WITNESSES["Y2"].verifier}
witness Y3 {WITNESSES["Y3"].verifier}
group Y-witnesses any Y1 Y2 Y3

group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
"""


def cosigned(*names: str, key: SigningKey = LOG) -> SignedCheckpoint:
    note = sign_checkpoint(CHECKPOINT, [key])
    lines = [WITNESSES[name].line(CHECKPOINT.text(), 100 + NAMES.index(name)) for name in names]
    return SignedCheckpoint.parse(note + "".join(lines))


def holds(policy: Policy, *names: str) -> bool:
    try:
        policy.check(cosigned(*names))
    except CommitmentError as error:
        assert "is not reached" in str(error)
        return False
    return True


def parsed(text: str) -> Policy:
    return Policy.parse(text.encode("utf-8", "surrogateescape"))


# Quorums.


def test_the_example_of_the_text() -> None:
    """At least two of X1 X2 X3 and one of Y1 Y2 Y3, for every set of witnesses."""
    policy = parsed(EXAMPLE)
    assert list(policy.logs) == [LOG.verifier]
    assert [policy.witnesses[name].key for name in NAMES] == [key.verifier for key in WITNESSES.values()]
    for count in range(7):
        for names in combinations(NAMES, count):
            xs, ys = sum(name < "Y" for name in names), sum(name > "Y" for name in names)
            assert holds(policy, *names) is (xs >= 2 and ys >= 1)


def test_the_times_of_those_that_cosigned() -> None:
    assert parsed(EXAMPLE).check(cosigned("Y2", "X1", "X3")) == {"X1": 100, "X3": 102, "Y2": 104}


@given(st.integers(1, 6), st.sets(st.sampled_from(NAMES)))
def test_k_of_n(least: int, names: set[str]) -> None:
    policy = parsed(f"{LINES}group g {least} {' '.join(NAMES)}\nquorum g\n")
    assert holds(policy, *sorted(names)) is (len(names) >= least)


def test_a_single_witness_as_quorum_and_none() -> None:
    assert holds(parsed(X1 + "quorum X1"), "X1")
    assert not holds(parsed(X1 + "quorum X1"))
    assert not holds(parsed(LINES + "quorum X1"), "X2", "Y1")
    assert parsed("quorum none").check(cosigned()) == {}
    assert parsed(LINES + "quorum none").check(cosigned("X2")) == {"X2": 101}


def test_a_long_chain_of_groups() -> None:
    """As long as a policy may be, without a deep stack."""
    groups = "".join(f"group g{i} all {f'g{i - 1}' if i else 'X1'}\n" for i in range(990))
    policy = parsed(X1 + groups + "quorum g989")
    assert holds(policy, "X1")
    assert not holds(policy, "X2")


def test_who_signed_must_be_a_known_log_of_this_origin() -> None:
    stranger = SigningKey("example.com/log", b"\x20" * 32)
    other = SigningKey("example.com/other", b"\x21" * 32)
    policy = parsed(f"log {LOG.verifier}\nlog {other.verifier}\nquorum none\n")
    assert policy.check(cosigned()) == {}
    for key in (stranger, other):
        with pytest.raises(CommitmentError, match="is not signed by a log of the policy"):
            policy.check(cosigned(key=key))
    unsigned = SignedCheckpoint.parse(f"{CHECKPOINT.text()}\n{WITNESSES['X1'].line(CHECKPOINT.text(), 1)}")
    with pytest.raises(CommitmentError, match="is not signed by a log of the policy"):
        policy.check(unsigned)
    assert parsed("quorum none").check(unsigned) == {}, "without log lines the log is known from elsewhere"


def test_a_wrong_cosignature_of_a_known_witness_refuses_the_checkpoint() -> None:
    wrong = WITNESSES["X1"].line(Checkpoint("example.com/log", 2, bytes(32)).text(), 1)
    note = sign_note(CHECKPOINT.text(), [LOG]) + wrong
    with pytest.raises(CommitmentError, match="signature: of witness"):
        parsed(EXAMPLE).check(SignedCheckpoint.parse(note))


def test_the_same_witness_twice_counts_once() -> None:
    policy = parsed(f"{LINES}group g 2 {' '.join(NAMES)}\nquorum g\n")
    assert not holds(policy, "X1", "X1")


def test_a_policy_of_public_witnesses() -> None:
    """On a checkpoint that nobody here signed (tests/commitments/test_notes.py)."""
    lines = "".join(f"witness w{i} {key} https://w{i}.example/\n" for i, key in enumerate(CT_WITNESSES))
    policy = parsed(f"log {CT_LOG} https://log.example/\n{lines}group g 3 w0 w1 w2 w3\nquorum g\n")
    assert policy.check(SignedCheckpoint.parse(CT_CHECKPOINT)) == dict.fromkeys(
        ["w0", "w1", "w2", "w3"], 1779573024
    )
    assert list(policy.logs.values()) == ["https://log.example/"]
    assert policy.witnesses["w2"].url == "https://w2.example/"


# The file.


def test_white_space_comments_and_octets() -> None:
    """Space and tab divide words; octets above 127 are opaque, UTF-8 or not."""
    key = WITNESSES["X1"].verifier
    data = (
        b"\t# a comment \xff\n\n  \t \n#\nwitness\t \xff\xfe  " + str(key).encode() + b" \t\n quorum \xff\xfe"
    )
    policy = Policy.parse(data)
    assert policy.check(cosigned("X1")) == {b"\xff\xfe".decode("utf-8", "surrogateescape"): 100}
    kelvin = f"witness K {key}\nwitness \u212a {WITNESSES['X2'].verifier}\nquorum \u212a"
    assert not holds(parsed(kelvin), "X1")
    assert holds(parsed(kelvin), "X2")
    spaces = parsed(f"witness a\u00a0b\u2003c {key}\nquorum a\u00a0b\u2003c")
    assert holds(spaces, "X1")


def test_32_logs_witnesses_and_groups() -> None:
    """Implementation limits: at least so many of each."""
    lines = ""
    for i in range(32):
        log = SigningKey(f"log{i}", bytes([i, 1]) * 16)
        witness = SigningKey(f"w{i}", bytes([i, 2]) * 16, COSIGNATURE)
        lines += f"log {log.verifier}\nwitness w{i} {witness.verifier}\ngroup g{i} any w{i}\n"
    policy = parsed(lines + "quorum g31")
    assert len(policy.logs) == len(policy.witnesses) == len(policy.groups) == 32


QUORUM = "quorum none\n"
WITNESS = f"witness w {WITNESSES['X1'].verifier}\n"
SAME_KEY = SigningKey("another.example", b"\x02" * 32, COSIGNATURE).verifier


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("", "policy: has no quorum line"),
        ("# quorum none\n", "policy: has no quorum line"),
        (f"log {LOG.verifier}\n", "policy: has no quorum line"),
        (QUORUM * 2, "policy line 2: quorum: stands twice"),
        ("quorum w\n", "policy line 1: quorum: names what no line before defines"),
        ("quorum w\n" + WITNESS, "policy line 1: quorum: names what no line before"),
        ("quorum\n", "quorum: has too few or too many words"),
        ("quorum none none\n", "quorum: has too few or too many words"),
        ("Quorum none\n", "line: must begin with log, witness, group or quorum"),
        ("quorum none # as it is\n", "quorum: has too few or too many words"),
        ("\ufeffquorum none\n", "line: must begin with"),
        ("x\n", "policy line 1: line: must begin with"),
        *((f"quorum none{chr(code)}\n", "policy: holds a control character")
          for code in (*range(9), *range(11, 32), 127)),
        ("log\n", "log: has too few or too many words"),
        (f"log {LOG.verifier} u v\n", "log: has too few or too many words"),
        ("log x\n", "vkey: must be <name>"),
        (f"log {WITNESSES['X1'].verifier}\n", "log: needs a key of type 1"),
        (f"log {LOG.verifier}\nlog {LOG.verifier} u\n", "policy line 2: log: stands twice"),
        (f"log {LOG.verifier}\nlog {SigningKey('renamed', bytes([1]) * 32).verifier}\n", "log: stands twice"),
        (f"witness {WITNESSES['X1'].verifier}\n", "witness: has too few or too many words"),
        (WITNESS[:-1] + " u v\n", "witness: has too few or too many words"),
        ("witness w x\n", "vkey: must be <name>"),
        (f"witness w {LOG.verifier}\n", r"witness: needs a cosignature key \(type 4\)"),
        (WITNESS + f"witness w {WITNESSES['X2'].verifier}\n", "policy line 2: name: is taken"),
        (WITNESS.replace(" w ", " none "), "name: is taken"),
        (WITNESS + f"witness v {WITNESSES['X1'].verifier}\n", "has the key of another witness"),
        (WITNESS + f"witness v {SAME_KEY}\n", "has the key of another witness"),
        (WITNESS + "group g any\n", "group: has too few or too many words"),
        (WITNESS + "group g any v\n", "policy line 2: group: names what no line before defines"),
        (WITNESS + "group g any none\n", "group: names what no line before"),
        (WITNESS + "group g any g\n", "group: names what no line before"),
        (WITNESS + "group g any h\ngroup h any w\n", "policy line 2: group: names what no line before"),
        (WITNESS + "group w any w\n", "name: is taken"),
        (WITNESS + "group none any w\n", "name: is taken"),
        (WITNESS + "group g all w w\n", "group: names what is a member already"),
        (WITNESS + "group g all w\ngroup h all w\n", "policy line 3: group: names what is a member already"),
        (WITNESS + "group g all w\ngroup h all g\ngroup i all g\n", "policy line 4: group: names what is a member"),
        *((WITNESS + f"group g {count} w\n", "needs all, any, or a number from 1")
          for count in ("0", "2", "01", "+1", "-1", "1.0", "ALL", "none", "١", "9" * 5000)),
        ("\n" * 1000 + QUORUM, "policy: has more than 1000 lines"),
        ("# " + "x" * 1_000_000, "policy: has more than 1 000 000 bytes"),
    ],
    ids=itertools.count(),
)  # fmt: skip
def test_every_refusal_of_a_policy(text: str, rule: str) -> None:
    with pytest.raises(CommitmentError, match=rule):
        parsed(text)


def test_a_group_of_a_name_like_a_word_of_the_form() -> None:
    policy = parsed(X1 + "group all all X1\ngroup any any all\ngroup quorum 1 any\nquorum quorum\n")
    assert holds(policy, "X1")
