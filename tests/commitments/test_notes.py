"""Signed notes and checkpoints: printed examples, a second Ed25519, every refusal."""

from __future__ import annotations

import base64
import copy
import hashlib
import itertools
import pickle
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairseed.commitments.checkpoints import Checkpoint, SignedCheckpoint, sign_checkpoint
from fairseed.commitments.errors import CommitmentError
from fairseed.commitments.merkle import EMPTY_ROOT
from fairseed.commitments.notes import (
    COSIGNATURE,
    ED25519,
    SigningKey,
    VerifierKey,
    decode_base64,
    parse_note,
    parse_signature_lines,
    sign_note,
    verify_note,
)
from fairseed.derivation import FairseedError
from tests.commitments import ed25519

# The examples of C2SP signed-note and of Go's package note: keys, texts and signatures as printed.

C2SP_KEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
C2SP_NOTE = """This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
"""
PETER = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
PETERS_KEY = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
ENOCH = "EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop"
GO_TEXT = """If you think cryptography is the answer to your problem,
then you don't know what your problem is.
"""
GO_NOTE = f"""{GO_TEXT}
— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=
"""
SOFA = """example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
"""

# A checkpoint of a public log for trials of Certificate Transparency, cosigned by public witnesses. Its
# first signature is of a type that is not known here.

CT_LOG = "arche2025h1.staging.ct.transparency.dev+ba2f06c0+AU0vHmlGCS/PdN8b2OaGmKprLI8HKM+dJ472xgFYh15f"
CT_WITNESSES = [
    "transparency.dev/DEV:witness-little-garden+d8042a87+BCtusOxINQNUTN5Oj8HObRkh2yHf/MwYaGX4CPdiVEPM",
    "witness1.smartit.nu/witness1+a48c820f+BPSFWg9G6KPiO7QPryYO5Xq4oYJJ+kAvLKLSimDhoxMO",
    "remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2",
    "witness.stagemole.eu+67f7aea0+BEqSG3yu9YrmcM3BHvQYTxwFj3uSWakQepafafpUqklv",
]
CT_CHECKPOINT = """arche2025h1.staging.ct.transparency.dev
1432088532
U7WM79jrzyhGZ5/GUBTpM7NzwdyfFx61t3RovgcC4Ro=

— arche2025h1.staging.ct.transparency.dev zTM8sQAAAZ5W0WdjBAMARjBEAiBjW5IQf9pvsYLfQFX6hoGREPMHbdQ3urbllzalApkptQIgIpwtEroeW2BXaHAI4kJXFbon5Ch9MNL5zRNZ55lvGt0=
— arche2025h1.staging.ct.transparency.dev ui8GwCF1+kWqZrxGdhj4aX3gcw7XUlXQQabg/27lefwhUkzbC3NygNI75MdhL1bfTW9g8Ei59RA23oHP7Ry1k3ZFWwQ=
— transparency.dev/DEV:witness-little-garden 2AQqhwAAAABqEiEgzgFIqqhbUoDwjMWE6UP8nd8/KYTzwZ2rhIgcqoXHAwVkjZr4AscylP3v7sEodkRAErumC2q44vdgJY096st5BQ==
— witness1.smartit.nu/witness1 pIyCDwAAAABqEiEghIp82KWebrw7/oHQwlTAm3g2RKS4+eebl8eO0WH+/iEcxZ75W3u5hNI7TOQtmJbqmNWVuE0tgh0XwzdZsDsUAQ==
— remora.n621.de 2net5wAAAABqEiEgPlfF3V06o0Y+fHM+J5J9s27wgxxcOVSpZ/2g/KSiXCg9DEZI+aVCIobWX9sXTynk5XeU/zZ0WBxtqB0DrAWfBw==
— witness.stagemole.eu Z/euoAAAAABqEiEgw0i+7g2ENfDAWHmtRzCfKTHSDwYDJA2NmKeGi9Y8FtEyOUvVr+AJmIY/2TUFucgKi7lI7cUiOvKFYe/TmN9DAg==
"""


def keys(*texts: str) -> list[VerifierKey]:
    return [VerifierKey.parse(text) for text in texts]


def test_the_example_of_signed_note() -> None:
    (key,) = keys(C2SP_KEY)
    assert (key.name, key.kind, key.id.hex(), str(key)) == ("example.com/foo", ED25519, "530d903a", C2SP_KEY)
    note = parse_note(C2SP_NOTE)
    assert note.text == "This is an example message.\n"
    assert verify_note(note, [key]).keys == (key,)
    assert str(note) == C2SP_NOTE


def test_the_example_of_go() -> None:
    peter, enoch = keys(PETER, ENOCH)
    note = parse_note(GO_NOTE.encode())
    assert note.text == GO_TEXT
    assert verify_note(note, [enoch, peter]).keys == (peter, enoch)
    assert verify_note(note, [peter]).keys == (peter,)
    assert verify_note(note, []).keys == ()
    key = SigningKey.parse(PETERS_KEY)
    assert str(key.verifier) == PETER
    assert key.expose() == PETERS_KEY
    assert GO_NOTE.startswith(sign_note(GO_TEXT, [key]))


def test_the_example_of_tlog_cosignature_is_read() -> None:
    """Its keys are not printed."""
    signed = SignedCheckpoint.parse(SOFA)
    assert signed.checkpoint.origin == "example.com/behind-the-sofa"
    assert signed.checkpoint.size == 20852163
    assert signed.checkpoint.root.hex().startswith("0ac5186a91863e8e")
    cosignature = signed.note.signatures[1]
    assert (cosignature.name, cosignature.id.hex()) == ("witness.example.com/w1", "8d66cf3f")
    assert int.from_bytes(cosignature.data[:8], "big") == 1679315147
    assert str(signed.note) == SOFA


def test_a_checkpoint_of_a_public_log_with_its_witnesses() -> None:
    log, *witnesses = keys(CT_LOG, *CT_WITNESSES)
    signed = SignedCheckpoint.parse(CT_CHECKPOINT)
    assert signed.signed_by_log([log])
    assert not signed.signed_by_log(witnesses)
    verified = signed.verify([log, *witnesses])
    assert verified.keys == (log, *witnesses)
    assert verified.times == dict.fromkeys(witnesses, 1779573024)
    forged = SignedCheckpoint.parse(CT_CHECKPOINT.replace("1432088532", "1432088533"))
    for key in (log, *witnesses):
        with pytest.raises(CommitmentError, match=f"signature: of {key.name} is not right"):
            forged.verify([key])


# A second Ed25519.

# RFC 8032 section 7.1, tests 1 to 3: seed, public key, message, signature.
RFC_8032 = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]


def accepts(public: bytes, message: bytes, signature: bytes) -> bool:
    try:
        VerifierKey("k", ED25519, public).verify_bytes(message, signature)
    except CommitmentError:
        return False
    return True


@pytest.mark.parametrize(("seed", "public", "message", "signature"), RFC_8032)
def test_the_check_values_of_rfc_8032(seed: str, public: str, message: str, signature: str) -> None:
    key, text = SigningKey("k", bytes.fromhex(seed)), bytes.fromhex(message)
    assert key.verifier.public.hex() == ed25519.public_key(key.seed()).hex() == public
    assert key.sign_bytes(text).hex() == ed25519.sign(key.seed(), text).hex() == signature
    assert accepts(key.verifier.public, text, bytes.fromhex(signature))
    assert ed25519.verify(key.verifier.public, text, bytes.fromhex(signature))


@settings(deadline=None, max_examples=25)
@given(st.binary(min_size=32, max_size=32), st.binary(max_size=200), st.integers(0, 511))
def test_both_implementations_agree(seed: bytes, message: bytes, bit: int) -> None:
    key = SigningKey("k", seed)
    public, signature = key.verifier.public, key.sign_bytes(message)
    assert (public, signature) == (ed25519.public_key(seed), ed25519.sign(seed, message))
    assert accepts(public, message, signature)
    flipped = (int.from_bytes(signature, "big") ^ 1 << bit).to_bytes(64, "big")
    assert not accepts(public, message, flipped)
    assert not ed25519.verify(public, message, flipped)
    assert not accepts(public, message + b"\0", signature)


def test_a_signature_has_one_form() -> None:
    """S + L would be right by the equation alone (RFC 8032 section 5.1.7 refuses it); so would other
    spellings of R."""
    key = SigningKey("k", b"\x07" * 32)
    signature = key.sign_bytes(b"m")
    longer = int.from_bytes(signature[32:], "little") + ed25519.L
    for changed in (
        signature[:32] + longer.to_bytes(32, "little"),
        signature[:32] + bytes(32),
        bytes(32) + signature[32:],
        signature + b"\0",
        signature[:-1],
        b"",
    ):
        assert not accepts(key.verifier.public, b"m", changed)
        assert not ed25519.verify(key.verifier.public, b"m", changed)


@pytest.mark.parametrize("public", [b"\xff" * 32, b"\x02" + bytes(31), ed25519.P.to_bytes(32, "little")])
def test_a_key_that_is_no_point_verifies_nothing(public: bytes) -> None:
    signature = SigningKey("k", b"\x07" * 32).sign_bytes(b"m")
    assert not accepts(public, b"m", signature)
    assert not ed25519.verify(public, b"m", signature)


# Keys.

LOG = SigningKey("example.com/log", b"\x01" * 32)
OTHER = SigningKey("example.com/log", b"\x02" * 32)
WITNESS = SigningKey("witness.example/Ω", b"\x03" * 32, COSIGNATURE)
names = st.text(
    st.characters(exclude_categories=["Cc", "Cs", "Zs", "Zl", "Zp"], exclude_characters="+"),
    min_size=1,
    max_size=20,
)


@given(names, st.sampled_from([ED25519, COSIGNATURE]))
def test_every_key_is_read_as_written(name: str, kind: int) -> None:
    key = SigningKey.generate(name, kind)
    assert VerifierKey.parse(str(key.verifier)) == key.verifier
    again = SigningKey.parse(key.expose())
    assert (again.seed(), again.verifier) == (key.seed(), key.verifier)
    raw = name.encode() + b"\n" + bytes([kind]) + key.verifier.public
    assert key.verifier.id == hashlib.sha256(raw).digest()[:4]
    assert key.verifier.label == f"{name}+{key.verifier.id.hex()}"


def vkey(name: str = "n", kind: int = 1, public: bytes = b"\x01" * 32, key_id: bytes | None = None) -> str:
    data = bytes([kind]) + public
    found = key_id or hashlib.sha256(name.encode("utf-8", "surrogatepass") + b"\n" + data).digest()[:4]
    return f"{name}+{found.hex()}+{base64.b64encode(data).decode()}"


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("", "must be <name>"),
        ("n", "must be <name>"),
        ("n+00000000", "must be <name>"),
        (vkey(name=""), "must be <name>"),
        (vkey() + "\n", "must be <name>"),
        (vkey() + "+", "key ID is not that|is not Base64"),
        (vkey().upper(), "must be <name>"),
        (vkey(name="a+b"), "must be <name>"),
        (vkey(key_id=b"\0\0\0\0"), "key ID is not that of its name"),
        (vkey(name="m").replace("m+", "n+"), "key ID is not that of its name"),
        (vkey(kind=2), r"type 1\) or a cosignature key \(type 4"),
        (vkey(kind=0xFF), r"type 1\) or a cosignature key"),
        (vkey(public=b"\x01" * 31), "type 1"),
        (vkey(public=b"\x01" * 33), "type 1"),
        (vkey().replace("AQ", "A-"), "must be <name>"),
        (vkey(public=b"\x01" * 31) + "=", "is not Base64"),
        *((vkey(name=name), "key name: must not be empty nor hold spaces")
          for name in ("a b", "a\u00a0b", "a\u2003", "\u3000", "a\x85", "a\nb", "a\tb", "a\0", "\x7f", "a\x9f", "\ud800")),
    ],
)  # fmt: skip
def test_every_refusal_of_a_verifier_key(text: str, rule: str) -> None:
    with pytest.raises(CommitmentError, match=rule):
        VerifierKey.parse(text)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (PETERS_KEY.removeprefix("PRIVATE+KEY+"), "must be PRIVATE"),
        (PETERS_KEY.replace("PRIVATE+KEY+", "PRIVATE+KEY+PRIVATE+KEY+"), "must be PRIVATE"),
        (PETER, "must be PRIVATE"),
        ("PRIVATE+KEY+" + PETER, "key ID is not that"),
        (PETERS_KEY.replace("c74f20a3", "c74f20a4"), "key ID is not that"),
        ("PRIVATE+KEY+" + vkey(kind=2), "type that is not known"),
        ("PRIVATE+KEY+" + vkey(public=b"\x01" * 31), "type that is not known"),
        ("PRIVATE+KEY+" + vkey(name="a b"), "must not be empty nor hold spaces"),
    ],
)
def test_every_refusal_of_a_signing_key(text: str, rule: str) -> None:
    with pytest.raises(CommitmentError, match=rule) as error:
        SigningKey.parse(text)
    assert text.rpartition("+")[2] not in f"{error.value!r}{error.value}"


def test_a_signing_key_shows_no_secret() -> None:
    key = SigningKey("n", bytes(range(32)))
    for text in (repr(key), str(key), f"{key}"):
        assert text == f"SigningKey({key.verifier.label})"
    for copied in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(CommitmentError, match="never pickled or copied"):
            copied(key)
    for seed in (b"", b"\0" * 31, b"\0" * 33):
        with pytest.raises(CommitmentError, match="must be 32 bytes"):
            SigningKey("n", seed)
    for name in ("", "a b", "a+b", "a\n"):
        with pytest.raises(CommitmentError, match="key name"):
            SigningKey(name, bytes(32))


# Notes.


@given(
    st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), max_size=60),
    st.lists(st.sampled_from(["", "x", "— a b", "\n"]), max_size=4),
)
def test_every_text_is_signed_and_read_back(first: str, more: list[str]) -> None:
    text = "\n".join([first, *more]) + "\n"
    signed = sign_note(text, [LOG, OTHER])
    note = parse_note(signed)
    assert note == parse_note(signed.encode())
    assert note.text == text
    assert str(note) == signed
    assert verify_note(note, [LOG.verifier, OTHER.verifier]).keys == (LOG.verifier, OTHER.verifier)


TEXT = "text\n"
NOTE = sign_note(TEXT, [LOG])
LINE = LOG.line(TEXT)
SIGNATURE = LINE.split(" ")[2][:-1]


@pytest.mark.parametrize(
    ("data", "rule"),
    [
        ("", "has no text, empty line and signature lines"),
        ("text\n", "has no text, empty line"),
        (TEXT + LINE, "has no text, empty line"),
        (NOTE[:-1], "has no text, empty line"),
        (NOTE + "\n", "must have from 1 to 100 signature lines"),
        (TEXT + "\n", "must have from 1 to 100 signature lines"),
        (TEXT + "\n" + LINE * 101, "must have from 1 to 100 signature lines"),
        (NOTE.encode() + b"\xff", "is not UTF-8"),
        (b"\xed\xa0\x80" + NOTE.encode(), "is not UTF-8"),
        ("\ud800" + NOTE, "is not UTF-8"),
        *((f"a{chr(code)}{NOTE}", "holds a control character") for code in range(32) if code != 10),
        (NOTE.replace("\n", "\r\n"), "holds a control character"),
        (NOTE.replace("— ", "- "), "must be — <key name>"),
        (NOTE.replace("— ", "—"), "must be — <key name>"),
        (NOTE.replace("— ", "—  "), "must be — <key name>"),
        (NOTE.replace("— ", " — "), "must be — <key name>"),
        (NOTE.replace("example.com/log", ""), "must be — <key name>"),
        (NOTE.replace("example.com/log", "a b"), "must be — <key name>"),
        (NOTE.replace("example.com/log", "a\u2028b"), "must be — <key name>"),
        (NOTE.replace("example.com/log", "a+b"), "key name: must not"),
        (NOTE[:-1] + " \n", "must be — <key name>"),
        (NOTE[:-1] + " x\n", "must be — <key name>"),
        (NOTE + "text\n", "must be — <key name>"),
        (NOTE.replace(SIGNATURE, ""), "must be — <key name>"),
        (NOTE.replace(SIGNATURE, "AAAA"), "must be — <key name>"),
        (NOTE.replace(SIGNATURE, "AAAAAA=="), "must be — <key name>"),
        (NOTE.replace(SIGNATURE, SIGNATURE + "===="), "must be — <key name>"),
        (NOTE.replace(SIGNATURE, SIGNATURE.rstrip("=")), "is not Base64"),
        (NOTE.replace(SIGNATURE, "AAAAAAB="), "is not Base64"),
        (NOTE.replace(SIGNATURE, "AAAAAAA"), "is not Base64"),
        (NOTE.replace(SIGNATURE, "AAAA-AAA"), "must be — <key name>"),
        (NOTE * 20_000, "has more than 1 000 000 bytes"),
        (NOTE.encode() * 20_000, "has more than 1 000 000 bytes"),
    ],
    ids=itertools.count(),
)  # fmt: skip
def test_every_refusal_of_a_note(data: str | bytes, rule: str) -> None:
    with pytest.raises(CommitmentError, match=rule):
        parse_note(data)


def test_a_text_may_hold_empty_lines_and_be_empty() -> None:
    """The last empty line divides (signed-note, Format)."""
    for text in ("\n", "\n\n", "a\n\nb\n", f"{TEXT}\n{LINE}", "\n\n\n"):
        note = parse_note(sign_note(text, [LOG]))
        assert note.text == text
        assert verify_note(note, [LOG.verifier]).keys == (LOG.verifier,)


def test_sixteen_and_a_hundred_signatures_are_read() -> None:
    stranger = "— stranger.example AAAAAAA=\n"
    for count in (16, 99):
        note = parse_note(TEXT + "\n" + stranger * count + LINE)
        assert len(note.signatures) == count + 1
        assert verify_note(note, [LOG.verifier]).keys == (LOG.verifier,)
    large = "— pq.example " + base64.b64encode(bytes(5000)).decode() + "\n"
    assert verify_note(parse_note(NOTE + large), [LOG.verifier]).keys == (LOG.verifier,)


def test_unknown_keys_are_ignored_even_where_name_or_id_is_known() -> None:
    same_id = LINE.replace("example.com/log", "example.com/other")
    foreign = OTHER.line("another text\n")
    unprintable = LINE.replace("example.com/log", "zero\u200bwidth\U000e0001")
    note = parse_note(TEXT + "\n" + same_id + foreign + unprintable + LINE)
    assert verify_note(note, [LOG.verifier]).keys == (LOG.verifier,)


def test_a_wrong_signature_of_a_known_key_refuses_the_note() -> None:
    wrong = LOG.line("another text\n")
    for text in (
        TEXT + "\n" + wrong + LINE,
        TEXT + "\n" + OTHER.line(TEXT) + wrong,
        NOTE.replace("text", "Text"),
    ):
        with pytest.raises(CommitmentError, match=r"signature: of example\.com/log is not right"):
            verify_note(parse_note(text), [LOG.verifier, OTHER.verifier])


@pytest.mark.parametrize("length", [0, 1, 63, 65, 1000])
def test_a_signature_of_another_length_is_not_right(length: int) -> None:
    data = (LOG.sign_bytes(TEXT.encode()) * 16)[:length]
    line = f"— {LOG.verifier.name} {base64.b64encode(LOG.verifier.id + (data or b'x')).decode()}\n"
    with pytest.raises(CommitmentError, match="is not right"):
        verify_note(parse_note(f"{TEXT}\n{line}"), [LOG.verifier])


def test_a_key_is_of_one_type() -> None:
    """A witness's cosignature is no signature of the text, nor the other way round, with one key."""
    seed = b"\x05" * 32
    plain, witness = SigningKey("n", seed), SigningKey("n", seed, COSIGNATURE)
    assert plain.verifier.id != witness.verifier.id
    for signer, reader in ((plain, witness), (witness, plain)):
        data = base64.b64decode(signer.line(TEXT, 5).split(" ")[2])[4:]
        with pytest.raises(CommitmentError, match=r"is not right|beyond"):
            reader.verifier.verify(TEXT, data)


# Cosignatures.


@given(st.integers(0, 2**63 - 1))
def test_a_cosignature_is_over_header_time_and_text(time: int) -> None:
    """tlog-cosignature, Ed25519 signed message."""
    line = WITNESS.line(TEXT, time)
    note = parse_note(sign_note(TEXT, [LOG]) + line)
    verified = verify_note(note, [LOG.verifier, WITNESS.verifier])
    assert verified.times == {WITNESS.verifier: time}
    data = base64.b64decode(line.split(" ")[2])
    assert data[:4] == WITNESS.verifier.id
    assert data[4:12] == time.to_bytes(8, "big")
    message = f"cosignature/v1\ntime {time}\ntext\n".encode()
    assert data[12:] == WITNESS.sign_bytes(message)


def test_every_refusal_of_a_cosignature() -> None:
    right = base64.b64decode(WITNESS.line(TEXT, 1).split(" ")[2])[4:]
    assert WITNESS.verifier.verify(TEXT, right) == 1
    for data in (b"", right[:8], right[:-1], right + b"\0", right[8:], (2).to_bytes(8, "big") + right[8:]):
        with pytest.raises(CommitmentError, match=r"is not right|beyond"):
            WITNESS.verifier.verify(TEXT, data)
    late = (2**63).to_bytes(8, "big")
    signed = late + WITNESS.sign_bytes(f"cosignature/v1\ntime {2**63}\n{TEXT}".encode())
    with pytest.raises(CommitmentError, match="has a time beyond"):
        WITNESS.verifier.verify(TEXT, signed)
    for time in (None, -1, 2**63, 2**64):
        with pytest.raises(FairseedError, match="timestamp: is required in a cosignature"):
            WITNESS.line(TEXT, time)


def test_signature_lines_alone() -> None:
    """What a witness answers."""
    (signature,) = parse_signature_lines(WITNESS.line(TEXT, 7))
    assert (signature.name, signature.id) == ("witness.example/Ω", WITNESS.verifier.id)
    assert signature.line() == WITNESS.line(TEXT, 7)
    assert len(parse_signature_lines(LINE * 100)) == 100
    for text in ("", "\n", LINE[:-1], LINE + "\n", "\n" + LINE, LINE * 101, LINE + "x\n", "x\n"):
        with pytest.raises(CommitmentError):
            parse_signature_lines(text)


# Base64 in its one right spelling.


@given(st.binary(min_size=1, max_size=50))
def test_base64_is_read_as_written(data: bytes) -> None:
    assert decode_base64(base64.b64encode(data).decode(), "x") == data


@pytest.mark.parametrize(
    "text", ["", "A", "AA", "AAA", "AB==", "AAB=", "AA=A", "AAAA=", "AAAA====", "=", "====", " AAAA", "AAAA\n", "AA AA", "AA\nAA", "A-_A", "AÄAA", "\ud800"]
)  # fmt: skip
def test_what_is_no_base64_is_refused(text: str) -> None:
    with pytest.raises(CommitmentError, match="x: is not Base64"):
        decode_base64(text, "x")


# Checkpoints.

CHECKPOINT = Checkpoint("example.com/log", 12, b"\x09" * 32)
ROOT = base64.b64encode(b"\x09" * 32).decode()


@given(names, st.integers(0, 2**63 - 1), st.binary(min_size=32, max_size=32), st.lists(names, max_size=2))
def test_every_checkpoint_is_read_as_written(origin: str, size: int, root: bytes, more: list[str]) -> None:
    checkpoint = Checkpoint(origin, size, root, tuple(more))
    assert Checkpoint.parse(checkpoint.text()) == checkpoint
    signed = SignedCheckpoint.parse(sign_checkpoint(checkpoint, [LOG]))
    assert signed.checkpoint == checkpoint
    assert signed.signed_by_log([LOG.verifier]) is (origin == LOG.verifier.name)


def test_the_text_of_a_checkpoint() -> None:
    assert CHECKPOINT.text() == f"example.com/log\n12\n{ROOT}\n"
    assert Checkpoint("o", 0, EMPTY_ROOT).text() == "o\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n"


def test_any_text_may_be_an_origin() -> None:
    """tlog-checkpoint: clients must not assume that it follows the recommended format."""
    for origin in ("go.sum database tree", "a+b", " ", "näme\u2003x"):
        assert Checkpoint.parse(f"{origin}\n12\n{ROOT}\n").origin == origin


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("", "must be origin, size and root"),
        (f"o\n12\n{ROOT}", "must be origin, size and root"),
        ("o\n12\n", "must be origin, size and root"),
        (f"\n12\n{ROOT}\n", "must be origin, size and root"),
        (f"o\n12\n{ROOT}\n\n", "must be origin, size and root"),
        (f"o\n12\n{ROOT}\n\nx\n", "must be origin, size and root"),
        (f"o\n\n{ROOT}\n", "must be origin, size and root"),
        *((f"o\n{size}\n{ROOT}\n", "size: must be a decimal")
          for size in ("01", "00", "-1", "+1", " 1", "1 ", "1.0", "0x1", "1e3", "١", "9223372036854775808", "9" * 19, "9" * 5000, "1_0")),
        ("o\n12\nAAAA\n", "root: must be 32 bytes"),
        (f"o\n12\n{base64.b64encode(bytes(33)).decode()}\n", "root: must be 32 bytes"),
        (f"o\n12\n{ROOT[:-1]}\n", "root: is not Base64"),
        (f"o\n12\n{ROOT} \n", "root: is not Base64"),
    ],
)  # fmt: skip
def test_every_refusal_of_a_checkpoint(text: str, rule: str) -> None:
    with pytest.raises(CommitmentError, match=rule):
        Checkpoint.parse(text)


def test_a_log_is_known_by_its_origin() -> None:
    """A key of another name proves nothing, and while a key is changed one of both is enough."""
    stranger = SigningKey("example.com/stranger", b"\x06" * 32)
    signed = SignedCheckpoint.parse(sign_checkpoint(CHECKPOINT, [LOG, OTHER, stranger]))
    assert signed.signed_by_log([LOG.verifier])
    assert signed.signed_by_log([OTHER.verifier])
    assert not signed.signed_by_log([stranger.verifier])
    assert not signed.signed_by_log([])


def test_a_checkpoint_cosigned_later_is_the_same_checkpoint() -> None:
    signed = SignedCheckpoint.parse(sign_checkpoint(CHECKPOINT, [LOG]))
    cosigned = signed.note.with_lines([WITNESS.line(signed.note.text, 9)])
    again = SignedCheckpoint.parse(cosigned)
    assert again.checkpoint == CHECKPOINT
    assert again.verify([LOG.verifier, WITNESS.verifier]).times == {WITNESS.verifier: 9}


@pytest.mark.parametrize("data", [b"", b"\n", C2SP_NOTE, GO_NOTE.encode()])
def test_a_note_that_is_no_checkpoint(data: Any) -> None:
    with pytest.raises(CommitmentError):
        SignedCheckpoint.parse(data)
