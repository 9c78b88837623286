"""What records and bundles show of a log, spoiled in every way that a text can be: both verifiers find the same."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.page_agreement.page import Page, agree
from tests.verification import test_trust as trust
from tests.verification.plain import batch_place

SOAK = bool(os.environ.get("FAIRSEED_SOAK"))
COUNT = 4_000 if SOAK else 60
KEYS = (trust.LOG.vkey, trust.RECEIPTS.vkey)
LINE = f"— {trust.ORIGIN} AAAAAAAA\n"

# Of a proof file: what is told of it, or of the signed note in it, in another way.
PROOFS: list[Callable[[str], str]] = [
    lambda text: text,
    lambda text: text.replace("\n", "\r\n"),
    lambda text: text + "\n",
    lambda text: text[:-1],
    lambda text: text + "more",
    lambda text: text.replace("\nindex", "\nextra \nindex"),
    lambda text: text.replace("\nindex", "\nextra ???\nindex"),
    lambda text: text.replace("\nindex", "\nextra QQ==\nindex"),
    lambda text: text.replace("\nindex", "\nextra QQ==\nextra QQ==\nindex"),
    lambda text: text.replace("\nindex", "\nmore of it\nindex"),
    lambda text: text.replace("@v1", "@v2"),
    lambda text: text.replace("\nindex ", "\nindex 0"),
    lambda text: text.replace("\nindex ", "\nindex +"),
    lambda text: text.replace("\nindex ", "\nindex  "),
    lambda text: text.replace("\nindex ", "\nindex 9007199254740992"),
    lambda text: text.replace("\n11\n", "\n011\n"),
    lambda text: text.replace("\n11\n", "\n12\n"),
    lambda text: text.replace("\n11\n", "\n0\n"),
    lambda text: text.replace("\n11\n", "\n-11\n"),
    lambda text: text.replace("\n11\n", "\n9007199254740993\n"),
    lambda text: text.replace("\n11\n", "\n11\nmore\n"),
    lambda text: text.replace("example", "exam\tple"),
    lambda text: text.replace("example", "exam\x7fple"),
    lambda text: text.replace("example", "exam\u0085ple"),
    lambda text: text.replace("— ", "- "),
    lambda text: text.replace("— ", "—  "),
    lambda text: text + LINE,
    lambda text: text + "— other AAAAAAA=\n",
    lambda text: text + "— other AAAAAA==\n",
    lambda text: text + "— other AAAA\n",
    lambda text: text + "— other AAAAAAB=\n",
    lambda text: text + "— ot her AAAAAAAA\n",
    lambda text: text + "— ot+her AAAAAAAA\n",
    lambda text: text + "— ot\u00a0her AAAAAAAA\n",
    lambda text: text + "— ot\ufeffher AAAAAAAA\n",
    lambda text: text + "— other AAAAAAAA\n" * 99,
    lambda text: text + "— other AAAAAAAA\n" * 100,
    lambda text: text + text.rstrip("\n").rpartition("\n")[2] + "\n",
    lambda text: text + trust.OTHER.line("x\n"),
    lambda text: text.replace("\n\n", "\n\n\n"),
    lambda text: "\n" + text,
    lambda text: "",
]


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with Page() as running:
        yield running


@pytest.fixture
def ask(page: Page, tmp_path: Path) -> Callable[..., None]:
    """Asks both about these records as a bundle, without keys and with them."""

    def asks(*records: Any, close: Any = None) -> None:
        path, closing = tmp_path / "records", None
        path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
        if close is not None:
            closing = tmp_path / "close"
            closing.write_text(json.dumps(close), "utf-8")
        for keys in ((), KEYS):
            agree(page, "bundle", path, keys=keys, close=closing)

    return asks


def whole(source: Any = None) -> dict[str, Any]:
    record = trust.beside(source, activate=trust.ACTIVATE, ruleset=trust.RULESET, receipt_key=trust.KEY)
    return trust.signed(record)


@pytest.mark.parametrize("member", [None, "activate", "ruleset", "receipt_key"] if SOAK else [None])
def test_proof_files(ask: Callable[..., None], member: str | None) -> None:
    for spoil in PROOFS:
        record = whole()
        part = record["commitment"] if member is None else record["commitment"][member]
        part["tlog_proof"] = spoil(part["tlog_proof"])
        ask(record)


def test_proof_files_of_close_entries(ask: Callable[..., None]) -> None:
    for spoil in PROOFS:
        close = trust.single().logged(trust.CLOSE)
        ask(*trust.bundle(), close=close | {"tlog_proof": spoil(close["tlog_proof"])})


def test_lines_dropped_doubled_and_exchanged(ask: Callable[..., None]) -> None:
    random = Random(os.urandom(8) if SOAK else 1)
    place = batch_place(6, trust.HASHES)
    for _ in range(COUNT):
        record = whole()
        if random.random() < 0.5:
            record["commitment"] = trust.single().logged(trust.BATCH, extra=place)
        parts = [
            part for part in (record["commitment"], *record["commitment"].values()) if isinstance(part, dict)
        ]
        part = random.choice(parts)
        lines = part["tlog_proof"].split("\n")
        one, other = random.randrange(len(lines)), random.randrange(len(lines))
        match random.randint(0, 4):
            case 0:
                del lines[one]
            case 1:
                lines.insert(one, lines[other])
            case 2:
                lines[one], lines[other] = lines[other], lines[one]
            case 3:
                lines[one] = spelled(random, lines[one])
            case 4:
                part["entry"] = spelled(random, part["entry"])
        part["tlog_proof"] = "\n".join(lines)
        ask(record)


def spelled(random: Random, text: str) -> str:
    """The text with one character changed, added or taken away."""
    place = random.randrange(len(text) + 1)
    return (
        text[:place]
        + random.choice(("", "A", "0", "+", "=", " ", "\u00a0", '"', "—", ","))
        + text[place + random.randint(0, 1) :]
    )


VALUES = (
    None,
    True,
    -1,
    0,
    1,
    7,
    2**20,
    2**20 + 1,
    2**32 + 1,
    2**53 - 1,
    "",
    "x",
    "a" * 64,
    "A" * 64,
    [],
    ["a" * 64],
    {},
    "receipt",
)


def spoiled(entry: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The entry with each member changed, left out, or one more."""
    for name in entry:
        yield {key: value for key, value in entry.items() if key != name}
        for value in VALUES:
            yield entry | {name: value}
    yield entry | {"more": 1}
    yield entry | batch_place(6, trust.HASHES)


def test_entries_of_another_form(ask: Callable[..., None]) -> None:
    """Logged and signed as they are."""
    table = {"type": "activate", "server_seed_hash": trust.HASH, "commit_index": trust.SINGLE}
    entries: dict[str, list[dict[str, Any]]] = {
        "at2": [trust.PROMISE],
        "at3": [{"type": "commit", "count": 7, "root": trust.root_of(trust.HASHES)}],
        "at5": [
            trust.ACTIVATION | {"commit_index": trust.SINGLE},
            table | {"table_id": "t", "seats_digest": "c" * 64},
        ],
        "at6": [{"type": "ruleset", "game": "dice", "digest": trust.rounds("dice")["ruleset"]}],
        "at7": [{"type": "key", "role": "receipt", "vkey": trust.RECEIPTS.vkey}],
        "at9": [trust.BARE],
        "at10": [trust.VOID],
    }
    every = [
        (place, wrong)
        for place, some in entries.items()
        for entry in some
        for wrong in (entry, *spoiled(entry))
    ]
    random = Random(2)
    for place, wrong in every if SOAK else random.sample(every, COUNT):
        source = trust.log(**{place: wrong})
        if place == "at9":
            ask(*trust.bundle(), close=source.logged(trust.CLOSE))
            ask(*trust.bundle(), close=wrong)
        elif place == "at10":
            ask(trust.promised(source.logged(trust.SINGLE) | {"void": source.logged(10)}, "void"))
        elif place == "at3":
            ask(trust.promised(source.logged(trust.BATCH, extra=batch_place(6, trust.HASHES))))
        else:
            ask(whole(source))
