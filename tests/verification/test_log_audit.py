"""The audit of a whole log: an honest one passes, and every rule that entries show (docs/spec/trust.md
sections 1 and 2), broken once, is found where it is broken. The logs are made by tests.verification.plain."""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fairseed.commitments import CommitmentError, Policy, Receipt, SignedCheckpoint, VerifierKey
from fairseed.records import Document
from fairseed.verification.log_audit import MOST_FINDINGS, LogReport, audit_log
from tests.support import ROOT
from tests.verification.plain import AT, EMPTY, Log, Signer, b64, batch_place, root_of, sha, tree, written
from verifier_cli.locale.__main__ import read_po

SOAK = bool(os.environ.get("FAIRSEED_SOAK"))
MANY = settings(deadline=None, max_examples=3000 if SOAK else 150)

ORIGIN = "example.com/log"
LOG = Signer(ORIGIN, 1)
NEXT = Signer(ORIGIN, 2)
RECEIPTS = Signer(f"{ORIGIN}/receipts", 3)
OTHER = Signer("example.net/log", 4)
WITNESS = Signer("witness.example/w1", 5, kind=4)

Entry = dict[str, Any]
CHECKS = ["checkpoint", "root", "tiles", "consistency", "entries", "lifecycle", "receipts"]


def audit(files: dict[str, bytes], *signers: Signer, **more: Any) -> LogReport:
    keys = [VerifierKey.parse(signer.vkey) for signer in signers or (LOG,)]
    return audit_log(files.get, **({"keys": keys} | more))


def of(entries: Iterable[Any], **more: Any) -> LogReport:
    report = audit(Log(entries, LOG).files(), **more)
    assert statuses(report)["root"] == statuses(report)["tiles"] == "pass", report
    return report


def statuses(report: LogReport) -> dict[str, str]:
    assert [check.check for check in report.checks][: len(CHECKS)] == CHECKS
    assert all(isinstance(check.text, str) for check in report.checks)
    json.dumps(report.to_json())
    return {check.check: check.status for check in report.checks}


def found(report: LogReport) -> list[tuple[int, str]]:
    return [(finding.index, finding.text) for finding in report.findings]


# Entries.


def seed(number: int) -> str:
    return sha(f"seed {number}")


def promise(number: int) -> str:
    return sha(seed(number))


def commit(number: int) -> Entry:
    return {"type": "commit", "server_seed_hash": promise(number)}


def batch(*numbers: int) -> Entry:
    return {"type": "commit", "count": len(numbers), "root": root_of(map(promise, numbers))}


def place(number: int, *numbers: int) -> Entry:
    return batch_place(numbers.index(number), [promise(one) for one in numbers])


def activate(number: int, at: int, player: str = "a", client: str = "", **more: Any) -> Entry:
    return {
        "type": "activate",
        "server_seed_hash": promise(number),
        "commit_index": at,
        "player_tag": sha(player),
        "client_seed_tag": sha(f"salt of {player}:" + (client or f"client {number}")),
    } | more


def table(number: int, at: int, **more: Any) -> Entry:
    return {
        "type": "activate",
        "server_seed_hash": promise(number),
        "commit_index": at,
        "table_id": "t",
        "seats_digest": sha("seats"),
    } | more


def deck(number: int, nonce: int) -> Entry:
    root = sha(f"deck {number} {nonce}")
    return {"type": "deck", "server_seed_hash": promise(number), "nonce": nonce, "deck_root": root}


def close(number: int, rounds: int) -> Entry:
    root = root_of(sha(f"record {number} {nonce}") for nonce in range(rounds))
    return {"type": "close", "server_seed_hash": promise(number), "rounds": rounds, "root": root}


def reveal(number: int, shown: int | None = None) -> Entry:
    return {
        "type": "reveal",
        "server_seed_hash": promise(number),
        "server_seed": seed(number if shown is None else shown),
    }


def void(number: int, nonce: int | None = None) -> Entry:
    entry = {"type": "void", "server_seed_hash": promise(number), "reason": "power cut"}
    return entry if nonce is None else entry | {"nonce": nonce, "round_id": f"r{number}.{nonce}"}


def key(role: str, signer: Signer) -> Entry:
    return {"type": "key", "role": role, "vkey": signer.vkey}


def ruleset(game: str) -> Entry:
    return {"type": "ruleset", "game": game, "digest": sha(game)}


SEAT = {"type": "seat", "table_id": "t", "seat": 2, "chain_head": sha("head")}
OTHER_TYPE = {"type": "weather", "more": [1, {"x": None}]}
FREE = 40  # from here on nothing follows in the honest log

HONEST: list[Any] = [
    key("log", LOG),
    key("receipt", RECEIPTS),
    ruleset("dice"),
    batch(0, 1, 2, 3, 4),
    commit(5),
    commit(6),
    batch(7),
    activate(0, 3, **place(0, 0, 1, 2, 3, 4)),
    activate(5, 4, "b"),
    OTHER_TYPE,
    close(0, 3),  # 10
    reveal(0),
    activate(1, 3, **place(1, 0, 1, 2, 3, 4)),
    void(1, 2),
    table(6, 5),
    deck(6, 0),
    SEAT,
    deck(6, 1),
    OTHER_TYPE,
    void(5),
    void(1, 0),  # 20
    close(1, 5),
    reveal(1),
    ruleset("mines"),
    activate(2, 3, **place(2, 0, 1, 2, 3, 4)),
    void(3),
    void(6, 2),
    deck(6, 3),
    OTHER_TYPE,
    close(6, 4),
    reveal(6),  # 30
    activate(7, 6, "b", **place(7, 7)),
    close(7, 0),
    key("log", NEXT),
    close(2, 1),
    commit(8),
    commit(9),
    activate(8, 35),
    commit(10),
    table(10, 38),
    OTHER_TYPE,  # 40
    OTHER_TYPE,
    OTHER_TYPE,
]
assert HONEST.index(close(0, 3)) == 10
assert HONEST[30] == reveal(6)


def honest(changes: dict[int, Any] | None = None) -> list[Any]:
    entries = copy.deepcopy(HONEST)
    for index, entry in (changes or {}).items():
        entries[index] = entry
    return entries


def test_an_honest_log_is_verified() -> None:
    report = of(honest())
    assert found(report) == []
    assert report.verdict == "verified"
    assert statuses(report) == {
        name: "skip" if name in ("consistency", "receipts") else "pass" for name in CHECKS
    }
    assert (report.origin, report.size) == (ORIGIN, len(HONEST))
    assert report.root == tree(Log(HONEST).leaves).hex()


def test_what_an_audit_counts() -> None:
    """Promised, used, void, left unrevealed: an auditor judges the rates."""
    assert of(honest()).counts == {
        "entries": {
            "activate": 8, "close": 5, "commit": 7, "deck": 3, "key": 3, "reveal": 3, "ruleset": 2, "seat": 1,
            "unknown": 6, "void": 5,
        },
        "promised": 11,
        "pairs": {"activated": 8, "closed": 5, "revealed": 3, "void": 2, "closed_not_revealed": 2},
        "rounds": {"closed": 13, "void": 3, "void_rate": "3/13"},
        "decks": {"promised": 3, "omitted": 0, "seats": 1},
    }  # fmt: skip
    nothing = of([]).counts
    assert nothing["rounds"] == {"closed": 0, "void": 0, "void_rate": "0/0"}
    assert nothing["entries"] == {}


# Each rule, broken once.

BATCH = (0, 1, 2, 3, 4)
BROKEN: list[tuple[str, dict[int, Any], list[tuple[int, str]]]] = [
    # Commit: one hash, one promise.
    ("a hash twice", {40: commit(9)}, [(40, "promises what entry 36 promised")]),
    ("a batch twice", {40: batch(*BATCH)}, [(40, "promises what entry 3 promised")]),
    ("a hash in use", {40: commit(6)}, [(40, "promises what entry 5 promised")]),
    ("a hash of a batch in use", {40: commit(0)}, [(40, "promises a seed that was in use before")]),
    ("a hash alone and in a batch", {9: commit(2)}, [(24, "was promised twice, also in entry 9")]),
    # Activate: behind the promise that it names, once, with a client seed of its own.
    ("no promise", {40: activate(11, 9, "c")}, [(40, "names no promise before it: entry 9")]),
    ("no such entry", {40: activate(11, 999, "c")}, [(40, "names no promise before it: entry 999")]),
    ("itself", {40: activate(11, 40, "c")}, [(40, "names no promise before it: entry 40")]),
    ("before its promise", {9: commit(11), 18: commit(12), 8: activate(5, 9, "b")},
     [(8, "names no promise before it: entry 9")]),
    ("promise behind it", {40: activate(11, 41, "c"), 41: commit(11)},
     [(40, "names no promise before it: entry 41"), (41, "promises a seed that was in use before")]),
    ("another's promise", {40: activate(11, 36, "c")}, [(40, "is not what entry 36 promised")]),
    ("a promise alone, as of a batch", {40: activate(9, 36, "c", batch_index=0, batch_proof=[])},
     [(40, "is not what entry 36 promised")]),
    ("a batch, without a place", {40: activate(4, 3, "c")}, [(40, "is not what entry 3 promised")]),
    ("a batch, at another place", {40: activate(4, 3, "c", **place(3, *BATCH))},
     [(40, "is not what entry 3 promised")]),
    ("a batch, not in it", {40: activate(11, 3, "c", **place(4, *BATCH))}, [(40, "is not what entry 3 promised")]),
    ("a batch, one hash short", {40: activate(4, 3, "c", batch_index=4, batch_proof=[])},
     [(40, "is not what entry 3 promised")]),
    ("a batch, beyond its count", {40: activate(4, 3, "c", **(place(4, *BATCH) | {"batch_index": 5}))},
     [(40, "is not what entry 3 promised")]),
    ("active twice", {40: activate(8, 35, client="new")}, [(40, "activates a pair that was active before")]),
    ("active at a table too", {40: table(8, 35)}, [(40, "activates a pair that was active before")]),
    ("active after its reveal", {40: activate(0, 3, "c", **place(0, *BATCH))},
     [(40, "activates a pair that was active before")]),
    ("active after it was void", {40: activate(3, 3, "c", **place(3, *BATCH))},
     [(40, "activates a pair that was void")]),
    ("a client seed again", {40: activate(9, 36, "b", "client 7")},
     [(40, "this player's client seed was used before, under another server seed")]),
    ("a client seed of a void pair again", {40: activate(9, 36, "b", "client 5")},
     [(40, "this player's client seed was used before, under another server seed")]),
    ("two active pairs of a player", {40: activate(9, 36)}, [(40, "this player's pair of entry 37 is still active")]),
    # Close: of an active pair, once, with its root and all that stands in the log.
    ("closed twice", {40: close(2, 1)}, [(40, "close of a pair that is closed")]),
    ("closed after its reveal", {40: close(0, 3)}, [(40, "close of a pair that is closed")]),
    ("closed though void", {40: close(5, 0)}, [(40, "close of a pair that is void")]),
    ("closed, never active", {40: close(9, 0)}, [(40, "close of a pair that was never activated")]),
    ("no rounds, but a root", {40: close(8, 1) | {"rounds": 0}}, [(40, "its root is not that of 0 rounds")]),
    ("rounds, but no root", {40: close(8, 0) | {"rounds": 1}}, [(40, "its root is not that of 1 rounds")]),
    ("fewer rounds than a void one", {21: close(1, 2)}, [(21, "closes with 2 rounds, but nonce 2 stands in the log")]),
    ("fewer rounds than decks", {29: close(6, 3)}, [(29, "closes with 3 rounds, but nonce 3 stands in the log")]),
    ("more rounds than decks", {29: close(6, 5)}, [(29, "closes with 5 rounds, but nonce 4 has no deck in the log")]),
    ("a hand without its deck", {15: OTHER_TYPE}, [(29, "closes with 4 rounds, but nonce 0 has no deck in the log")]),
    # Reveal: of a closed pair, once, the seed that was promised.
    ("another seed", {30: reveal(6, 7)}, [(30, "its seed does not hash to the promise")]),
    ("revealed twice", {40: reveal(0)}, [(40, "reveals a seed twice")]),
    ("revealed while active", {40: reveal(8)}, [(40, "reveals a seed before its pair is closed")]),
    ("revealed though void", {40: reveal(5)}, [(40, "reveals a seed before its pair is closed")]),
    ("revealed, never active", {40: reveal(9)}, [(40, "reveal of a pair that was never activated")]),
    ("revealed, never promised", {40: reveal(11)}, [(40, "reveal of a pair that was never activated")]),
    ("revealed before it is closed", {10: reveal(0), 11: close(0, 3)},
     [(10, "reveals a seed before its pair is closed"), (11, "close of a pair that is closed")]),
    # Void: a pair or a round that is in use, once.
    ("void twice", {40: void(5)}, [(40, "void of a pair that is void")]),
    ("void twice, never used", {40: void(3)}, [(40, "void of a pair that is void")]),
    ("void after its close", {40: void(2)}, [(40, "void of a pair that is closed")]),
    ("void after its reveal", {40: void(0)}, [(40, "void of a pair that is closed")]),
    ("a round void twice", {18: void(1, 2) | {"round_id": "x"}}, [(18, "nonce 2 is void twice")]),
    ("one round void under two pairs", {40: void(8, 0) | {"round_id": "r1.2"}}, [(40, "round r1.2 is void twice")]),
    ("one round void under two nonces", {18: void(1, 3) | {"round_id": "r1.2"}}, [(18, "round r1.2 is void twice")]),
    ("a round void after the close", {40: void(2, 0)}, [(40, "void round of a pair that is closed")]),
    ("a round void after the reveal", {40: void(0, 0)}, [(40, "void round of a pair that is closed")]),
    ("a round of a void pair", {40: void(5, 0)}, [(40, "void round of a pair that is void")]),
    ("a round never accepted", {40: void(9, 0)}, [(40, "void round of a pair that was never activated")]),
    # Decks: of a table's active pair, in the order of the hands.
    ("a deck of a player's pair", {40: deck(8, 0)}, [(40, "a deck under a player's own pair")]),
    ("a deck never activated", {40: deck(9, 0)}, [(40, "deck of a pair that was never activated")]),
    ("a deck before the seats", {9: deck(6, 0), 15: OTHER_TYPE},
     [(9, "deck of a pair that was never activated"), (29, "closes with 4 rounds, but nonce 0 has no deck in the log")]),
    ("a deck after the close", {40: deck(6, 4)}, [(40, "deck of a pair that is closed")]),
    ("a deck twice", {18: deck(6, 1)}, [(18, "the deck of nonce 1 comes behind that of 1")]),
    ("decks out of order", {15: deck(6, 1), 17: deck(6, 0)}, [(17, "the deck of nonce 0 comes behind that of 1")]),
    # Keys: Ed25519, by the log's name, one role each.
    ("a receipt key of the log's name", {40: key("receipt", LOG)},
     [(40, "its key must be an Ed25519 key named example.com/log/receipts")]),
    ("a log key of the receipts' name", {40: key("log", RECEIPTS)},
     [(40, "its key must be an Ed25519 key named example.com/log")]),
    ("a log key of another log", {40: key("log", OTHER)}, [(40, "its key must be an Ed25519 key named example.com/log")]),
    ("a cosigner's key", {40: key("log", Signer(ORIGIN, 6, kind=4))},
     [(40, "its key must be an Ed25519 key named example.com/log")]),
    ("no key at all", {40: {"type": "key", "role": "log", "vkey": "x"}}, [(40, "vkey: must be <name>+<8 hex>+<Base64>")]),
    ("one key for both", {40: key("receipt", Signer(RECEIPTS.name, 1))},
     [(40, "the keys of log and receipts must differ")]),
    ("one key for both, the other way", {40: key("log", Signer(ORIGIN, 3))},
     [(40, "the keys of log and receipts must differ")]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "wanted"), [case[1:] for case in BROKEN], ids=[case[0] for case in BROKEN]
)
def test_a_rule_broken_once_is_found_there(changes: dict[int, Any], wanted: list[tuple[int, str]]) -> None:
    report = of(honest(changes))
    assert found(report) == wanted
    assert report.verdict == "failed"
    states = statuses(report)
    assert (states["entries"], states["lifecycle"]) == ("pass", "fail")
    lifecycle = report.checks[CHECKS.index("lifecycle")]
    assert lifecycle.text.endswith(f": {len(wanted)}")
    assert report.to_json()["findings"] == [{"index": index, "rule": text} for index, text in wanted]


@pytest.mark.parametrize(
    ("changes", "more"),
    [
        ({40: void(4)}, "a promise of a batch taken back"),
        ({40: void(9)}, "a promise alone taken back"),
        ({40: void(8)}, "an active pair taken back"),
        ({40: void(8), 41: activate(9, 36)}, "and another in its place"),
        ({40: close(8, 0), 41: activate(9, 36)}, "closed, not revealed yet"),
        ({40: activate(9, 36, "c", "client 8")}, "one client seed, two players"),
        ({40: activate(9, 36, "c", "client 8"), 41: activate(4, 3, "d", **place(4, *BATCH))}, "a batch, its last"),
        ({40: activate(9, 36, "b")}, "another player's second pair"),
        ({40: table(9, 36)}, "another pair at one table"),
        ({40: table(4, 3, **place(4, *BATCH))}, "a table's pair of a batch"),
        ({40: close(10, 7)}, "a table without hidden decks"),
        ({40: deck(10, 0), 41: close(10, 1)}, "a table of one hand"),
        ({40: void(10, 0), 41: close(10, 1)}, "void before its deck was made"),
        ({40: close(8, 0), 41: reveal(8)}, "a pair that was never played"),
        ({40: close(8, 2**20) | {"root": sha("x")}}, "as many rounds as a pair may have"),
        ({40: ruleset("dice"), 41: key("log", LOG)}, "rulesets and keys told again"),
        ({40: {"type": "seat", "table_id": "u", "seat": 0, "chain_head": sha("x")}}, "a seat before its table"),
        ({40: OTHER_TYPE | {"server_seed_hash": promise(0)}}, "an unknown type names a pair"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_what_an_honest_log_may_do(changes: dict[int, Any], more: str) -> None:
    report = of(honest(changes))
    assert found(report) == []
    assert report.verdict == "verified"


@pytest.mark.parametrize(
    ("data", "rule"),
    [
        (b"", "entry: is not JSON"),
        (b"\xff", "entry: has invalid UTF-8"),
        (b"null", "entry: is not the canonical JSON of an object"),
        (json.dumps(commit(11)).encode(), "entry: is not the canonical JSON of an object"),
        (written(commit(11)) + b"\n", "entry: is not the canonical JSON of an object"),
        (b"{}", "type: must be a text"),
        (commit(11) | {"more": 1}, "commit.more: this field is not known here"),
        (commit(11) | {"server_seed_hash": "A" * 64}, "commit.server_seed_hash: "),
        (activate(9, 36) | {"table_id": "t"}, "activate.entry: "),
        (close(8, 0) | {"rounds": 2**20 + 1}, "close.rounds: "),
        (close(8, 0) | {"rounds": True}, "close.rounds: "),
        (void(8) | {"nonce": 1}, "void.entry: "),
        (key("witness", LOG), "key.role: "),
    ],
    ids=range(13),
)
def test_an_entry_that_is_none_is_found(data: Any, rule: str) -> None:
    report = of(honest({40: data}))
    assert [index for index, _ in found(report)] == [40]
    assert found(report)[0][1].startswith(rule)
    states = statuses(report)
    assert (states["entries"], states["lifecycle"], report.verdict) == ("fail", "pass", "failed")
    assert report.counts["entries"]["malformed"] == 1
    # Beside a broken rule each is counted for itself.
    both = of(honest({40: data, 41: reveal(9)}))
    assert [index for index, _ in found(both)] == [40, 41]
    assert [both.checks[at].text[-3:] for at in (4, 5)] == [": 1", ": 1"]


def test_findings_are_listed_up_to_a_bound_and_all_counted() -> None:
    report = of([b"x"] * (MOST_FINDINGS + 5) + [reveal(1)] * 3)
    assert len(report.findings) == MOST_FINDINGS
    assert report.checks[4].text.endswith(f": {MOST_FINDINGS + 5}")
    assert report.checks[5].text.endswith(": 3")


def test_the_largest_entry() -> None:
    large = {"type": "other", "x": "y" * (65_535 - len(written({"type": "other", "x": ""})))}
    assert len(written(large)) == 65_535
    assert of([large, commit(1), large]).verdict == "verified"


# Histories.

LIFE = ("commit", "activate", "close", "reveal")


class History:
    """A valid log, step by step. `of` says which entries are a pair's, in order, with what they are."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.of: dict[int, list[tuple[str, int]]] = {}
        self.promised: list[tuple[int, int, Entry]] = []
        self.active: dict[int, str] = {}
        self.rounds: dict[int, int] = {}
        self.closed: list[int] = []
        self.pairs = 0

    def add(self, entry: Entry, number: int | None = None, kind: str = "") -> int:
        self.entries.append(entry)
        if number is not None:
            self.of.setdefault(number, []).append((kind or entry["type"], len(self.entries) - 1))
        return len(self.entries) - 1

    def step(self, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
        steps = ["commit", "batch", "other"]
        steps += ["activate", "table", "void"] if self.promised else []
        steps += ["round", "void round", "close", "void active"] if self.active else []
        steps += ["reveal"] * 2 if self.closed else []
        getattr(self, "_" + draw(st.sampled_from(steps)).replace(" ", "_"))(draw)

    def _new(self) -> int:
        self.pairs += 1
        return self.pairs - 1

    def _other(self, draw: Any) -> None:
        self.add(draw(st.sampled_from([OTHER_TYPE, SEAT, ruleset("dice"), key("log", NEXT)])))

    def _commit(self, draw: Any) -> None:
        number = self._new()
        self.promised.append((number, self.add(commit(number), number), {}))

    def _batch(self, draw: Any) -> None:
        numbers = [self._new() for _ in range(draw(st.integers(1, 5)))]
        index = self.add(batch(*numbers))
        for number in numbers:
            self.of[number] = [("commit", index)]
            self.promised.append((number, index, place(number, *numbers)))

    def _take(self, draw: Any) -> tuple[int, int, Entry]:
        return self.promised.pop(draw(st.integers(0, len(self.promised) - 1)))

    def _activate(self, draw: Any) -> None:
        number, index, where = self._take(draw)
        player = draw(st.sampled_from("abc"))
        for other in [other for other, its in self.active.items() if its == player]:
            self._end(other)
        self.add(activate(number, index, player, **where), number)
        self.active[number], self.rounds[number] = player, 0

    def _table(self, draw: Any) -> None:
        number, index, where = self._take(draw)
        self.add(table(number, index, **where), number)
        self.active[number], self.rounds[number] = "", 0

    def _pick(self, draw: Any) -> int:
        return int(draw(st.sampled_from(sorted(self.active))))

    def _round(self, draw: Any) -> None:
        number = self._pick(draw)
        if not self.active[number]:
            self.add(deck(number, self.rounds[number]), number)
        self.rounds[number] += 1

    def _void_round(self, draw: Any) -> None:
        number = self._pick(draw)
        if not self.active[number] and draw(st.booleans()):
            self.add(deck(number, self.rounds[number]), number)
        self.add(void(number, self.rounds[number]), number, "void round")
        self.rounds[number] += 1

    def _end(self, number: int) -> None:
        self.add(close(number, self.rounds[number]), number)
        del self.active[number]
        self.closed.append(number)

    def _close(self, draw: Any) -> None:
        self._end(self._pick(draw))

    def _reveal(self, draw: Any) -> None:
        number = self.closed.pop(draw(st.integers(0, len(self.closed) - 1)))
        self.add(reveal(number), number)

    def _void_active(self, draw: Any) -> None:
        number = self._pick(draw)
        del self.active[number]
        self.add(void(number), number)

    def _void(self, draw: Any) -> None:
        number, _, _ = self._take(draw)
        self.add(void(number), number)


@st.composite
def histories(draw: Any) -> History:
    history = History()
    for _ in range(draw(st.integers(0, 40))):
        history.step(draw)
    return history


@MANY
@given(histories())
def test_every_valid_history_is_verified(history: History) -> None:
    report = of(history.entries)
    assert found(report) == []
    assert report.verdict == "verified"
    pairs = report.counts["pairs"]
    kinds = [kind for pair in history.of.values() for kind, _ in pair]
    assert [pairs["activated"], pairs["closed"], pairs["revealed"], pairs["void"]] == [
        kinds.count(name) for name in ("activate", "close", "reveal", "void")
    ]
    assert report.counts["promised"] == history.pairs
    assert pairs["closed_not_revealed"] == len(history.closed)


@MANY
@given(histories(), st.data())
def test_any_two_entries_of_a_pair_that_change_places_are_found(
    history: History, data: st.DataObject
) -> None:
    """But for void rounds and the decks around them, whose order is free."""
    swaps = [
        (one, other)
        for pair in history.of.values()
        for at, (kind, one) in enumerate(pair)
        for next_kind, other in pair[at + 1 :]
        if kind in LIFE[:2] or next_kind not in ("deck", "void round") or {kind, next_kind} == {"deck"}
        if (kind, next_kind) != ("commit", "void")
    ]
    assume(swaps)
    one, other = data.draw(st.sampled_from(swaps))
    entries = list(history.entries)
    entries[one], entries[other] = entries[other], entries[one]
    report = of(entries)
    assert report.verdict == "failed"
    assert statuses(report)["lifecycle"] == "fail"


@MANY
@given(histories(), st.data())
def test_an_entry_of_a_pair_that_is_left_out_is_found(history: History, data: st.DataObject) -> None:
    """Another stands in its place, so that no index shifts. Nobody can tell that a round was void, or
    that a pair was in use before it was void."""
    missing = [
        index
        for pair in history.of.values()
        for at, (kind, index) in enumerate(pair[:-1])
        if (kind in LIFE and pair[at + 1][0] != "void")
        or (kind == "deck" and _closes_with_another(history, pair, index))
    ]
    assume(missing)
    entries = list(history.entries)
    entries[data.draw(st.sampled_from(missing))] = OTHER_TYPE
    report = of(entries)
    assert report.verdict == "failed"
    assert statuses(report)["lifecycle"] == "fail"


def _closes_with_another(history: History, pair: list[tuple[str, int]], index: int) -> bool:
    """A deck whose hand counts, of a closed pair that has another deck."""
    kinds = [kind for kind, _ in pair]
    nonce = history.entries[index]["nonce"]
    void_too = any(kind == "void round" and history.entries[at]["nonce"] == nonce for kind, at in pair)
    return "close" in kinds and kinds.count("deck") > 1 and not void_too


# Files that are not those of the log.


def numbered(count: int) -> list[bytes]:
    return [b'{"number":%d,"type":"test"}' % number for number in range(count)]


@cache
def made(size: int) -> Log:
    return Log(numbered(size), LOG)


SIZES = [0, 1, 2, 255, 256, 257, 511, 512, 513]


@pytest.mark.parametrize("size", [*SIZES, *([65_535, 65_536, 65_537] if SOAK else [])])
def test_logs_of_every_size(size: int) -> None:
    log = made(size)
    files = log.files()
    told: list[tuple[int, int]] = []
    report = audit(files, progress=lambda done, of: told.append((done, of)))
    assert report.verdict == "verified", report
    assert (report.size, report.root) == (size, tree(log.leaves).hex())
    assert report.counts["entries"] == ({"unknown": size} if size else {})
    assert (
        f"(tiles: {sum('tile/' in name and 'entries' not in name for name in files)}, "
        in report.checks[2].text
    )
    assert told == [(done, size) for done in range(0, size, 4096)]


def test_the_root_of_nothing() -> None:
    assert of([]).root == EMPTY
    assert audit({"checkpoint": made(0).checkpoint(root=bytes(32)).encode()}).verdict == "failed"


@pytest.mark.parametrize("size", SIZES[1:])
def test_a_missing_file_is_found(size: int) -> None:
    for name in (files := made(size).files()):
        if name == "checkpoint":
            continue
        report = audit({other: data for other, data in files.items() if other != name})
        assert report.verdict == "failed", name
        states = statuses(report)
        if "entries" in name:
            # Nothing is said of what was not read.
            assert states == {"checkpoint": "pass", "root": "fail"} | dict.fromkeys(CHECKS[2:], "skip")
            assert f"log: {name} is not there" in report.checks[1].text
        else:
            assert (states["root"], states["tiles"]) == ("pass", "fail")
            assert name.removeprefix("tile/") in report.checks[2].text


def test_a_broken_rule_is_told_of_a_log_that_is_not_whole() -> None:
    log = Log([reveal(1), b"x", *numbered(300)], LOG)
    files = log.files()
    del files["tile/entries/001.p/46"]
    report = audit(files, receipts=[kept(0, 0)], since=SignedCheckpoint.parse(log.checkpoint(299)))
    assert [index for index, _ in found(report)] == [0, 1]
    states = statuses(report)
    assert (states["entries"], states["lifecycle"], states["receipts"]) == ("fail", "fail", "skip")
    assert states["consistency"] == "skip"
    # What was read is enough for an older checkpoint.
    assert statuses(audit(files, since=SignedCheckpoint.parse(log.checkpoint(256))))["consistency"] == "pass"


@pytest.mark.parametrize(
    ("size", "grown"), [(1, 256), (255, 256), (255, 600), (257, 512), (300, 600), (511, 600)]
)
def test_partial_tiles_may_go_once_the_whole_ones_are_there(size: int, grown: int) -> None:
    log = made(grown)
    later, own = log.files(), log.files(size)
    files = later | {"checkpoint": own["checkpoint"]}
    for name, data in own.items():
        whole, _, part = name.partition(".p/")
        if part and whole not in later:
            files[name] = data  # must stay: the whole one is not there yet
    assert set(own) - set(files)
    assert audit(files).verdict == "verified"
    # The whole ones are judged like the parts.
    for name in sorted({name.partition(".p/")[0] for name in set(own) - set(files)}):
        for wrong in (b"", files[name][:-1], bytes([files[name][0] ^ 1]) + files[name][1:], None):
            changed = {other: data for other, data in files.items() if other != name}
            if wrong is not None:
                changed[name] = wrong
            report = audit(changed)
            if wrong == files[name][:-1] and "entries" not in name:
                assert report.verdict == "verified"  # beyond what the log has
            else:
                assert report.verdict == "failed", (name, wrong)


@MANY
@given(st.sampled_from([1, 2, 255, 257, 513]), st.data())
def test_a_flipped_bit_anywhere_is_found(size: int, data: st.DataObject) -> None:
    files = made(size).files()
    name = data.draw(st.sampled_from(sorted(files)))
    bit = data.draw(st.integers(0, len(files[name]) * 8 - 1))
    number = int.from_bytes(files[name], "big") ^ 1 << bit
    try:
        report = audit(files | {name: number.to_bytes(len(files[name]), "big")})
    except CommitmentError:
        assert name == "checkpoint"
    else:
        assert report.verdict == "failed"


@MANY
@given(st.sampled_from([1, 255, 257]), st.data())
def test_other_bytes_anywhere_are_found_and_nothing_else_is_raised(size: int, data: st.DataObject) -> None:
    files = made(size).files()
    name = data.draw(st.sampled_from(sorted(files)))
    known = files[name]
    other = data.draw(
        st.binary(max_size=100)
        | st.integers(0, len(known)).map(lambda cut: known[:cut])
        | st.binary(min_size=1, max_size=40).map(lambda more: known + more)
        | st.just(known * 2)
    )
    assume(other != known)
    try:
        report = audit(files | {name: other})
    except CommitmentError:
        assert name == "checkpoint"
    else:
        assert report.verdict == "failed"
        statuses(report)


def test_entries_that_are_not_those_of_the_root() -> None:
    """Left out, changed, put in another order: the bundles are whole, the root is not that of the entries."""
    good = honest()
    for wrong in ([*good[:-1], good[0]], good[::-1], [*good[:3], good[4], good[3], *good[5:]]):
        files = Log(wrong, LOG).files() | {"checkpoint": Log(good, LOG).checkpoint().encode()}
        report = audit(files)
        assert statuses(report)["root"] == "fail"
        assert report.checks[1].text == "the entries do not have the checkpoint's root"


@pytest.mark.parametrize("count", [41, 42, 44, 300])
def test_a_bundle_with_another_number_of_entries(count: int) -> None:
    files = Log(honest(), LOG).files()
    (name,) = (name for name in files if "entries" in name)
    files[name] = b"".join(b"\0\x02{}" for _ in range(count))
    report = audit(files)
    assert statuses(report)["root"] == "fail"
    assert "does not hold 43 entries" in report.checks[1].text


# Who signed.


def test_who_signed_the_checkpoint() -> None:
    files = made(3).files()
    cases: list[tuple[list[Signer], str, str]] = [
        ([], "skip", "pending"),
        ([LOG], "pass", "verified"),
        ([OTHER, LOG], "pass", "verified"),
        ([NEXT], "fail", "failed"),
        ([OTHER], "fail", "failed"),
        ([RECEIPTS], "fail", "failed"),
    ]
    for signers, status, verdict in cases:
        report = audit(files, keys=[VerifierKey.parse(signer.vkey) for signer in signers])
        assert (statuses(report)["checkpoint"], report.verdict) == (status, verdict)
    both = made(3).checkpoint(None, LOG, NEXT).encode()
    assert audit(files | {"checkpoint": both}, NEXT).verdict == "verified"
    # A wrong signature under a known key fails, whoever else signed.
    wrong = both.decode().replace(LOG.line(made(3).checkpoint().partition("\n\n")[0] + "\n"), LOG.line("x"))
    assert wrong.encode() != both
    assert audit(files | {"checkpoint": wrong.encode()}, LOG, NEXT).verdict == "failed"
    assert audit(files | {"checkpoint": wrong.encode()}, NEXT).verdict == "verified"


def test_a_policy() -> None:
    files = made(3).files()
    text = made(3).checkpoint().partition("\n\n")[0] + "\n"
    message = f"cosignature/v1\ntime 1700000000\n{text}".encode()
    data = WITNESS.id + (1_700_000_000).to_bytes(8, "big") + WITNESS.private.sign(message)
    cosigned = files | {"checkpoint": files["checkpoint"] + f"— {WITNESS.name} {b64(data)}\n".encode()}
    head = f"log {LOG.vkey}\nwitness w {WITNESS.vkey}\n"
    for more, have, verdict in (
        ("quorum w\n", cosigned, "verified"),
        ("quorum w\n", files, "failed"),
        ("quorum none\n", files, "verified"),
    ):
        report = audit(have, keys=[], policy=Policy.parse((head + more).encode()))
        assert report.verdict == verdict
    foreign = Policy.parse(f"log {OTHER.vkey}\nquorum none\n".encode())
    assert audit(files, keys=[], policy=foreign).verdict == "failed"


def test_a_checkpoint_has_no_extension_lines() -> None:
    text = made(3).checkpoint().partition("\n\n")[0] + "\nmore\n"
    report = audit(made(3).files() | {"checkpoint": f"{text}\n{LOG.line(text)}".encode()})
    assert (statuses(report)["checkpoint"], report.verdict) == ("fail", "failed")


@pytest.mark.parametrize(
    "data", [None, b"", b"x", b"\xff", b"\n\n", b"a\n1\nAAAA\n\n\xe2\x80\x94 a AAAAAAAA\n"]
)
def test_without_a_checkpoint_there_is_no_audit(data: bytes | None) -> None:
    with pytest.raises(CommitmentError):
        audit({} if data is None else {"checkpoint": data})


@pytest.mark.parametrize("size", [4, 5, 256, 2**31, 2**63 - 1])
def test_a_size_beyond_the_entries(size: int) -> None:
    """Refused at the first bundle that is not there."""
    files = made(3).files() | {"checkpoint": made(3).checkpoint(size).encode()}
    report = audit(files)
    assert statuses(report) == {"checkpoint": "pass", "root": "fail"} | dict.fromkeys(CHECKS[2:], "skip")


# Older checkpoints.


def since(log: Log, size: int, *signers: Signer) -> SignedCheckpoint:
    return SignedCheckpoint.parse(log.checkpoint(size, *signers))


@pytest.mark.parametrize("size", [0, 1, 255, 256, 257, 300])
def test_growth(size: int) -> None:
    report = audit(made(300).files(), since=since(made(300), size))
    assert statuses(report)["consistency"] == "pass"
    assert f"the first {size} entries" in report.checks[3].text
    assert report.verdict == "verified"


@pytest.mark.parametrize("size", [299, 300, 512])
def test_a_log_rolled_back(size: int) -> None:
    report = audit(made(257).files(), since=since(made(600), size))
    assert (statuses(report)["consistency"], report.verdict) == ("fail", "failed")
    assert f"had {size} entries and has 257: it was rolled back" in report.checks[3].text


@pytest.mark.parametrize("size", [1, 200, 256, 257, 300])
@pytest.mark.parametrize("fork", [0, 150, 255, 299])
def test_a_fork(size: int, fork: int) -> None:
    """Another view of the same size or smaller: found if it reaches behind the fork."""
    entries = numbered(300)
    entries[fork] = b'{"type":"fork"}'
    report = audit(made(300).files(), since=since(Log(entries, LOG), size))
    assert statuses(report)["consistency"] == ("fail" if size > fork else "pass")
    assert report.verdict == ("failed" if size > fork else "verified")


# Receipts.


def kept(number: int, nonce: Any, **more: Any) -> Receipt:
    body = {
        "type": "fairseed/receipt/v1",
        "round_id": f"r{nonce}",
        "game": "dice",
        "params_digest": sha("x"),
        "server_seed_hash": promise(number),
        "client_seed": "c",
        "nonce": nonce,
        "accepted_at": AT,
    } | more
    return Receipt.parse(RECEIPTS.receipt(body))


def test_receipts_of_rounds_that_the_log_has() -> None:
    good = [kept(0, 0), kept(0, 2), kept(1, 4), kept(2, 0), kept(8, 100), kept(6, 3)]
    report = of(honest(), receipts=good)
    assert statuses(report)["receipts"] == "pass"
    assert "(receipts: 6)" in report.checks[6].text
    assert report.verdict == "verified"
    # Receipts of actions name no pair.
    action = kept(0, "x", type="fairseed/action-receipt/v1", server_seed_hash=promise(99))
    report = of(honest(), receipts=[action])
    assert (statuses(report)["receipts"], report.verdict) == ("skip", "verified")
    report = of(honest(), receipts=[action, kept(0, 0), kept(0, 0)])
    assert statuses(report)["receipts"] == "pass"
    assert "(receipts: 1)" in report.checks[6].text


@pytest.mark.parametrize(
    ("receipt", "text"),
    [
        (kept(0, 3), "round r3 was accepted, but its pair was closed with fewer rounds"),
        (kept(2, 1), "round r1 was accepted, but its pair was closed with fewer rounds"),
        (kept(7, 0), "round r0 was accepted, but its pair was closed with fewer rounds"),
        (kept(9, 0), "round r0 was accepted under a pair that was never activated"),
        (kept(3, 0), "round r0 was accepted under a pair that was never activated"),
        (kept(99, 0), "round r0 was accepted under a pair that was never activated"),
        (kept(0, 0, server_seed_hash=None), "round r0 was accepted under a pair that was never activated"),
        (kept(5, 0), "round r0 was accepted under a pair that was declared void"),
        (kept(0, 0, round_id="x"), "nonce 0 of one pair has two receipts that differ"),
        (kept(0, 0, bet={"stake": 1}), "nonce 0 of one pair has two receipts that differ"),
        (kept(0, "0"), "the receipt of round r0 has no nonce"),
        (kept(0, None), "the receipt of round rNone has no nonce"),
        (kept(0, True), "the receipt of round rTrue has no nonce"),
    ],
)
def test_receipts_of_rounds_that_the_log_omits(receipt: Receipt, text: str) -> None:
    report = of(honest(), receipts=[kept(0, 0), receipt, kept(1, 0)])
    assert (statuses(report)["receipts"], report.verdict) == ("fail", "failed")
    assert report.checks[6].text == text


# Records.


def played(number: int, nonce: int, player: str = "a", **changes: Any) -> dict[str, Any]:
    """As much of a record as a log can be asked about; its client seed's tag is that of `activate`."""
    return {
        "type": "fairseed/round/v1",
        "round_id": f"r{number}.{nonce}",
        "game": "dice",
        "params": {},
        "seeds": {
            "scheme": "fairseed-v1",
            "server_seed_hash": promise(number),
            "client_seed": f"client {number}",
            "nonce": nonce,
        },
        "actions": [],
        "ruleset": sha("dice"),
    } | changes


def asked(records: Iterable[Any], changes: dict[int, Any] | None = None, **more: Any) -> tuple[str, str]:
    """Status and text of the check `records`."""
    documents = [record if isinstance(record, Document) else Document(record) for record in records]
    report = of(honest(changes), records=documents, **more)
    check = report.checks[len(CHECKS)]
    assert (check.check, len(report.checks)) == ("records", len(CHECKS) + 1)
    assert report.verdict == ("failed" if check.status == "fail" else "verified")
    return check.status, check.text


VOID = {"reason": "power cut"}


def test_records_that_the_log_says_the_same_of() -> None:
    good = [played(0, 0), played(0, 1), played(1, 2, void=VOID), played(1, 0, void=VOID), played(8, 7)]
    assert asked(good) == ("pass", "the log says the same of rulesets and voids as the records (records: 5)")
    assert asked(good[:4], salt="salt of a")[0] == "pass"
    assert asked([played(5, 0), played(7, 0)], salt="salt of b")[0] == "pass"
    without = played(0, 0)
    del without["ruleset"]
    assert asked([without])[0] == "pass"
    assert asked([]) == ("skip", "no record was given")
    assert len(of(honest()).checks) == len(CHECKS)


@pytest.mark.parametrize(
    ("record", "changes", "salt", "text"),
    [
        (played(9, 0), {}, None, "round r9.0 is of a pair that was never activated"),
        (played(3, 0), {}, None, "round r3.0 is of a pair that was never activated"),
        (played(0, 0), {}, "salt of b", "the client seed of round r0.0 has another tag in the log"),
        (played(10, 0), {}, "salt of a", "the client seed of round r10.0 has another tag in the log"),
        (played(0, 0, ruleset=sha("x")), {}, None, "the ruleset of round r0.0 was not in the log before"),
        (played(0, 0, game="mines"), {}, None, "the ruleset of round r0.0 was not in the log before"),
        (
            played(0, 0, game="mines", ruleset=sha("mines")),
            {},
            None,
            "the ruleset of round r0.0 was not in the log",
        ),
        (
            played(0, 0),
            {2: OTHER_TYPE, 9: OTHER_TYPE, 18: ruleset("dice")},
            None,
            "the ruleset of round r0.0 was not",
        ),
        (
            played(0, 0, void=VOID),
            {},
            None,
            "of round r0.0, record and log do not say the same about its being void",
        ),
        (played(1, 2), {}, None, "of round r1.2, record and log do not say the same about its being void"),
        (played(1, 2, void={"reason": "x"}), {}, None, "of round r1.2, record and log do not say the same"),
        (played(1, 2, void=VOID, round_id="x"), {}, None, "of round x, record and log do not say the same"),
        (played(0, 0, round_id=7), {}, None, "round_id: "),
        (played(0, 0, seeds=7), {}, None, "seeds: "),
        (played(0, 0, void={}), {}, None, "void.reason: this field is required"),
        ([], {}, None, "record: "),
        (Document(played(0, 0), ["repeated key"]), {}, None, "record: repeated key"),
    ],
    ids=range(17),
)
def test_records_that_the_log_contradicts(record: Any, changes: Any, salt: str | None, text: str) -> None:
    status, told = asked([played(8, 7), record, played(8, 8)], changes, salt=None)
    if salt is not None:
        assert status == "pass"
        status, told = asked([record], changes, salt=salt)
    assert status == "fail"
    assert told.startswith(text)


def test_a_ruleset_may_come_while_the_pair_is_in_use() -> None:
    assert asked([played(1, 1)], {2: OTHER_TYPE, 18: ruleset("dice")})[0] == "pass"
    assert asked([played(8, 1, game="mines", ruleset=sha("mines"))])[0] == "pass"


def test_records_are_not_asked_of_a_log_that_is_not_whole() -> None:
    files = made(300).files()
    del files["tile/entries/001.p/44"]
    report = audit(files, records=[Document(played(0, 0))])
    assert (statuses(report)["records"], report.verdict) == ("skip", "failed")


def test_texts_are_those_of_the_language_in_use() -> None:
    """Every finding's rule is a template with a Russian text."""

    source = ROOT / "verifier_cli/locale/ru/LC_MESSAGES/fairseed-verify.po"
    catalogue = read_po(source.read_text(encoding="utf-8"))
    rules = {finding.rule for _, changes, _ in BROKEN for finding in of(honest(changes)).findings}
    assert len(rules) >= 24
    assert not {rule.removeprefix("{field}: ") for rule in rules} - set(catalogue)


def ordered(rows: Sequence[tuple[int, str]]) -> bool:
    return [index for index, _ in rows] == sorted(index for index, _ in rows)


def test_findings_come_in_the_order_of_the_log() -> None:
    changes: dict[int, Any] = {40: reveal(9), 9: b"x", 18: void(1, 2) | {"round_id": "x"}, 30: reveal(6, 7)}
    rows = found(of(honest(changes)))
    assert len(rows) == 4
    assert ordered(rows)
