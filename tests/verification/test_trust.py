"""Receipts, logged promises and close entries: every status of `receipt`, `log` and `close_root`
(docs/spec/trust.md sections 1 to 3). What is judged here is signed and proven by tests.verification.plain."""

from __future__ import annotations

import base64
import copy
import json
import os
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fairseed import SeedPair, make_record, verify_bundle, verify_record
from fairseed.commitments import CommitmentError, VerifierKey
from fairseed.derivation import FairseedError
from fairseed.records import Document, UnusableError, read_object
from fairseed.verification import Trust, Verdict, kept_answers, kept_receipts
from fairseed.verification.trust import check_receipt
from fairseed.verification.verdict import Check
from games import GAMES
from tests.support import shared
from tests.verification.plain import (
    EMPTY,
    Log,
    Signer,
    batch_place,
    digest_of,
    receipt_bodies,
    root_of,
    round_receipt_body,
    sha,
    written,
)

ORIGIN = "example.com/log"
LOG = Signer(ORIGIN, 1)
RECEIPTS = Signer(f"{ORIGIN}/receipts", 2)
NAMESAKE = Signer(ORIGIN, 3)  # foreign keys named alike
RECEIPTS_NAMESAKE = Signer(f"{ORIGIN}/receipts", 4)
OTHER = Signer("example.net/log", 5)
OTHER_RECEIPTS = Signer("example.net/log/receipts", 6)
ALL = (LOG, RECEIPTS, OTHER, OTHER_RECEIPTS)

PAIR = SeedPair("0" * 64, "client")
HASH = sha("0" * 64)
MANY = settings(deadline=None, max_examples=5000 if os.environ.get("FAIRSEED_SOAK") else 200)


def trust(*signers: Signer, kept: Sequence[Any] = ()) -> Trust:
    return Trust(tuple(VerifierKey.parse(signer.vkey) for signer in signers), kept_receipts(kept))


def check(record: Any, name: str, *signers: Signer, kept: Sequence[Any] = ()) -> Check:
    """One check of a record's verdict, after a trip through JSON."""
    return judged(record, name, trust(*signers, kept=kept))


def judged(record: Any, name: str, known: Trust) -> Check:
    verdict = verify_record(read_object(json.dumps(record).encode()), known)
    (found,) = (one for one in verdict.checks if one.check == name)
    assert isinstance(found.text, str)
    # Whatever fails makes the record fail; nothing else does.
    assert (found.status == "fail") <= (verdict.verdict == "failed")
    return found


def status(record: Any, name: str, *signers: Signer, kept: Sequence[Any] = ()) -> str:
    return check(record, name, *signers, kept=kept).status


# Records.


@cache
def _rounds() -> dict[str, dict[str, Any]]:
    """Rounds of one pair: dice, mines with three actions, a draw without a bet."""
    made = {
        "dice": make_record(
            PAIR,
            0,
            "dice",
            {"target": "50.00", "direction": "over"},
            {"stake": 100},
            round_id="d",
            reveal=True,
        ),
        "raw": make_record(PAIR, 2, "raw", {"words": 3}, round_id="w", reveal=True),
    }
    params, bet = {"size": 5, "mines": 3}, {"stake": 10}
    for first in range(25):
        for second in range(first):
            actions = [
                {"type": "open", "cell": first},
                {"type": "open", "cell": second},
                {"type": "cash_out"},
            ]
            try:
                made["mines"] = make_record(PAIR, 1, "mines", params, bet, actions, round_id="m", reveal=True)
            except FairseedError:
                continue
            return made
    raise AssertionError


def rounds(name: str) -> dict[str, Any]:
    return copy.deepcopy(_rounds()[name])


def void(name: str) -> dict[str, Any]:
    record = rounds(name) | {"void": {"reason": "power cut"}}
    staked = record["settlement"]["staked"]
    del record["outcome"]
    record["settlement"] = {"staked": staked, "returned": staked}
    return record


def pending(name: str) -> dict[str, Any]:
    record = rounds(name)
    del record["seeds"]["server_seed"], record["outcome"]
    record.pop("settlement", None)
    return record


def signed(record: dict[str, Any], signer: Signer = RECEIPTS) -> dict[str, Any]:
    """The record with a receipt of its round and of each action."""
    first, *others = (signer.receipt(body) for body in receipt_bodies(record))
    return record | {"receipt": first} | ({"action_receipts": others} if others else {})


KINDS: dict[str, Callable[[], dict[str, Any]]] = {
    "dice": lambda: rounds("dice"),
    "mines": lambda: rounds("mines"),
    "raw": lambda: rounds("raw"),
    "void": lambda: void("dice"),
    "void with actions": lambda: void("mines"),
    "pending": lambda: pending("dice"),
    "pending with actions": lambda: pending("mines"),
    "pending raw": lambda: pending("raw"),
}
kinds = pytest.mark.parametrize("kind", KINDS)


# Receipts: the three statuses.


@kinds
def test_a_record_without_receipts_is_never_passed(kind: str) -> None:
    record = KINDS[kind]()
    assert status(record, "receipt") == "skip"
    assert status(record, "receipt", *ALL) == "skip"


@kinds
def test_members_that_mean_nothing_change_no_receipt(kind: str) -> None:
    for name in ("table", "deck_root", "client_seeds", "chain_heads", "extra"):
        record = signed(KINDS[kind]()) | {name: "x"}
        assert status(record, "receipt", RECEIPTS) == "pass", name


def test_a_receipt_names_the_whole_action_of_whatever_type() -> None:
    """Also where the game knows no such action, and so none of its members."""
    record = void("mines")
    record["actions"][0] = {"type": "dig", "cell": 1}
    record = signed(record)
    assert status(record, "receipt", RECEIPTS) == "pass"
    for action in ({"type": "dig"}, {"type": "dig", "cell": 2}, {"type": "dig", "cell": 1, "deep": 1}):
        actions = [action, *record["actions"][1:]]
        assert status(record | {"actions": actions}, "receipt", RECEIPTS) == "fail"


@kinds
def test_a_receipt_passes_by_its_trusted_key_alone(kind: str) -> None:
    record = signed(KINDS[kind]())
    assert status(record, "receipt") == "skip"
    assert "not trusted" in check(record, "receipt").text
    assert status(record, "receipt", LOG, OTHER, OTHER_RECEIPTS) == "skip"
    found = check(record, "receipt", LOG, OTHER_RECEIPTS, RECEIPTS)
    assert found.status == "pass", found.text
    assert RECEIPTS.label in found.text
    assert f"(receipts: {1 + len(record['actions'])})" in found.text
    verdict = verify_record(record, trust(RECEIPTS))
    assert verdict.verdict == ("verified" if "server_seed" in record["seeds"] else "pending"), (
        verdict.to_json()
    )


@kinds
def test_a_foreign_key_named_alike_is_another_key(kind: str) -> None:
    record = signed(KINDS[kind](), RECEIPTS_NAMESAKE)
    assert status(record, "receipt", RECEIPTS) == "skip"
    assert status(record, "receipt", RECEIPTS, RECEIPTS_NAMESAKE) == "pass"


@kinds
def test_a_wrong_signature_under_a_known_key_fails(kind: str) -> None:
    record = signed(KINDS[kind](), RECEIPTS_NAMESAKE)
    for receipt in (record["receipt"], *record.get("action_receipts", [])):
        receipt["key"] = RECEIPTS.label
    assert status(record, "receipt", RECEIPTS) == "fail"
    assert status(record, "receipt", RECEIPTS_NAMESAKE, RECEIPTS) == "fail"
    assert status(record, "receipt") == "skip"  # nobody could tell; but it is no pass


def test_one_wrong_signature_among_right_ones_fails() -> None:
    for place in range(4):
        record = signed(rounds("mines"))
        wrong = ([record["receipt"]] + record["action_receipts"])[place]
        wrong["signature"] = RECEIPTS_NAMESAKE.receipt(wrong["body"])["signature"]
        assert status(record, "receipt", RECEIPTS) == "fail"
        wrong["key"] = RECEIPTS_NAMESAKE.label
        assert status(record, "receipt", RECEIPTS) == "skip"
        assert RECEIPTS_NAMESAKE.label in check(record, "receipt", RECEIPTS).text


@kinds
def test_keys_of_other_roles_sign_no_receipts(kind: str) -> None:
    """The log's key, and a cosigner's under the receipts' name."""
    witness = Signer(RECEIPTS.name, 2, kind=4)
    for signer in (LOG, witness):
        record = signed(KINDS[kind](), signer)
        assert status(record, "receipt", signer) == "skip"
        assert status(record, "receipt", signer, RECEIPTS) == "skip"


def test_the_receipts_of_another_log_do_not_bind_this_one() -> None:
    record = rounds("dice") | {"commitment": single().logged(SINGLE)}
    foreign = signed(record, OTHER_RECEIPTS)
    assert status(foreign, "receipt", *ALL) == "skip"
    assert status(signed(record), "receipt", *ALL) == "pass"
    del foreign["commitment"]  # then nothing tells whose round it is but the trusted key
    assert status(foreign, "receipt", *ALL) == "pass"


# Receipts: contradictions fail, with keys or without.


def contradicts(record: Any, kept: Sequence[Any] = (), name: str = "receipt") -> None:
    for signers in ((), (LOG,), (RECEIPTS,), ALL):
        found = check(record, name, *signers, kept=kept)
        assert found.status == "fail", found.text


def changed(value: Any) -> Any:
    if isinstance(value, str):
        return sha(value) if len(value) == 64 else value + "x"
    if isinstance(value, dict):
        return value | {next(iter(value)): changed(next(iter(value.values())))}
    return value + 1


@kinds
def test_every_member_of_a_body_is_the_records(kind: str) -> None:
    record = KINDS[kind]()
    for place, body in enumerate(receipt_bodies(record)):
        for name in body:
            if name == "accepted_at":
                continue
            for wrong in (
                body | {name: changed(body[name])},
                body | {name: None},
                {key: value for key, value in body.items() if key != name},
            ):
                resigned = signed(record)
                receipt = RECEIPTS.receipt(wrong)
                if place:
                    resigned["action_receipts"][place - 1] = receipt
                else:
                    resigned["receipt"] = receipt
                contradicts(resigned)
        more = signed(record)
        (more["receipt"] if not place else more["action_receipts"][place - 1])["body"]["more"] = 1
        contradicts(more)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("params", "target"), "50.01"),
        (("params", "direction"), "under"),
        (("params", "rtp"), "0.97"),
        (("params", "max_payout"), 9_999_999),
        (("bet", "stake"), 101),
        (("seeds", "client_seed"), "client2"),
        (("seeds", "nonce"), 1),
        (("seeds", "server_seed_hash"), "a" * 64),
        (("round_id",), "e"),
    ],
)
def test_a_record_changed_behind_its_receipt_fails(path: tuple[str, ...], value: Any) -> None:
    record = signed(rounds("dice"))
    place = record
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = value
    contradicts(record)


def test_a_truth_is_no_number() -> None:
    """JSON's true is no 1, though Python takes it for one."""
    record = rounds("dice")
    record["bet"]["stake"] = 1
    record["seeds"]["nonce"] = 1
    for name, wrong in (("nonce", True), ("bet", {"stake": True})):
        body = round_receipt_body(record) | {name: wrong}
        contradicts(record | {"receipt": RECEIPTS.receipt(body)})
    record = signed(rounds("mines"))
    body = record["action_receipts"][1]["body"]
    record["action_receipts"][1] = RECEIPTS.receipt(body | {"index": True})
    contradicts(record)


def test_the_receipts_of_another_round_fail() -> None:
    dice, mines = signed(rounds("dice")), signed(rounds("mines"))
    contradicts(dice | {"receipt": mines["receipt"]})
    contradicts(mines | {"receipt": dice["receipt"]})
    other = signed(rounds("mines") | {"round_id": "n"})
    contradicts(mines | {"action_receipts": other["action_receipts"]})
    contradicts(mines | {"receipt": other["receipt"], "action_receipts": other["action_receipts"]})


# Receipts of actions.


def test_receipts_of_actions_that_are_not_those_of_the_record() -> None:
    record = signed(rounds("mines"))
    first, second, third = record["action_receipts"]
    foreign = signed(rounds("mines") | {"round_id": "n"})["action_receipts"][1]
    for wrong in (
        [],
        [first],
        [first, second],
        [second, third],
        [first, third],
        [second, first, third],
        [first, third, second],
        [first, first, third],
        [first, second, second],
        [first, second, third, third],
        [first, foreign, third],
        [record["receipt"], first, second],
        [first, second, record["receipt"]],
    ):
        contradicts(record | {"action_receipts": wrong})
    # Of a round without actions there are none.
    dice = signed(rounds("dice"))
    contradicts(dice | {"action_receipts": [first]})
    assert status(dice | {"action_receipts": []}, "receipt", RECEIPTS) == "pass"


def test_an_action_dropped_inserted_or_changed_behind_the_receipts_fails() -> None:
    record = signed(rounds("mines"))
    first, second, cash_out = record["actions"]
    for wrong in (
        [first, cash_out],
        [second, first, cash_out],
        [first, second, cash_out, cash_out],
        [first, second],
        [],
        [first, {"type": "open", "cell": (second["cell"] + 1) % 25}, cash_out],
        [first, second, cash_out | {"timeout": True}],
    ):
        contradicts(record | {"actions": wrong})


def test_a_broken_chain_fails() -> None:
    record = rounds("mines")
    bodies = receipt_bodies(record)
    for place in (1, 2, 3):
        for wrong in (sha("x"), sha(written(bodies[place])), "", None, 7):
            chain = copy.deepcopy(bodies)
            chain[place]["previous"] = wrong
            # What comes behind is chained to the wrong body, as a re-run would do it.
            for later in range(place + 1, 4):
                chain[later]["previous"] = sha(written(chain[later - 1]))
            first, *others = map(RECEIPTS.receipt, chain)
            contradicts(record | {"receipt": first, "action_receipts": others})
    # A round accepted anew has another chain: its actions' receipts do not fit the first receipt.
    late = receipt_bodies(record, "2026-07-26T12:34:57Z")
    contradicts(signed(record) | {"action_receipts": [RECEIPTS.receipt(body) for body in late[1:]]})
    resigned = signed(record) | {"receipt": RECEIPTS.receipt(late[0])}
    contradicts(resigned)


def test_receipts_of_actions_need_that_of_the_round() -> None:
    record = signed(rounds("mines"))
    del record["receipt"]
    contradicts(record)
    contradicts(rounds("dice") | {"action_receipts": []})


def test_a_round_whose_actions_have_no_receipts_says_so() -> None:
    record = signed(rounds("mines"))
    del record["action_receipts"]
    assert status(record, "receipt") == "skip"
    found = check(record, "receipt", RECEIPTS)
    assert found.status == "pass"
    assert "some of its actions have none" in found.text
    assert "have none" not in check(signed(rounds("mines")), "receipt", RECEIPTS).text


# Receipts that a player kept.


@kinds
def test_kept_receipts_stand_in_for_those_of_the_record(kind: str) -> None:
    record = KINDS[kind]()
    kept = [signed(record)]
    assert status(record, "receipt", kept=kept) == "skip"
    found = check(record, "receipt", RECEIPTS, kept=kept)
    assert found.status == "pass"
    assert f"(receipts: {1 + len(record['actions'])})" in found.text
    assert "have none" not in found.text
    assert status(signed(record), "receipt", RECEIPTS, kept=kept) == "pass"
    assert status(record, "receipt", RECEIPTS, kept=[signed(KINDS[kind](), RECEIPTS_NAMESAKE)]) == "skip"


def test_a_kept_receipt_against_an_action_that_was_dropped() -> None:
    whole = signed(rounds("mines"))
    first, _, cash_out = whole["actions"]
    dropped = rounds("mines") | {"actions": [first, cash_out]}
    for record in (dropped, signed(dropped)):
        contradicts(record, kept=whole["action_receipts"])
        for receipt in whole["action_receipts"][1:]:
            contradicts(record, kept=[receipt])
        assert (
            "number 2 is not in the record"
            in check(record, "receipt", kept=[whole["action_receipts"][2]]).text
        )
    # The first action's still fits: what the player kept of it was not dropped.
    assert status(signed(dropped), "receipt", RECEIPTS, kept=[whole["action_receipts"][0]]) == "pass"


def test_a_kept_receipt_against_a_round_run_again() -> None:
    record = rounds("mines")
    late = [RECEIPTS.receipt(body) for body in receipt_bodies(record, "2026-07-26T12:34:57Z")]
    for receipt in late:
        contradicts(signed(record), kept=[receipt])
    # Two that were kept show it as well where the record carries none.
    contradicts(record, kept=[signed(record)["receipt"], late[0]])
    contradicts(record, kept=[signed(record), *late])
    other = signed(rounds("mines") | {"bet": {"stake": 11}})
    contradicts(signed(record), kept=[other["receipt"]])
    contradicts(record, kept=[other["receipt"]])


def test_kept_receipts_of_actions_beside_the_rounds_alone() -> None:
    """Whichever of them the record carries, and in whatever order the others were kept."""
    whole = signed(rounds("mines"))
    bare = whole | {}
    del bare["action_receipts"]
    receipts = whole["action_receipts"]
    for kept in ([receipts[1]], [receipts[2]], receipts[::-1], receipts):
        for record in (bare, rounds("mines")):
            assert status(record, "receipt", kept=kept) == "skip"
            assert status(record, "receipt", RECEIPTS, kept=kept) == "pass"
    assert "have none" in check(bare, "receipt", RECEIPTS, kept=receipts[1:]).text
    assert "have none" not in check(bare, "receipt", RECEIPTS, kept=receipts).text
    broken = RECEIPTS.receipt(receipts[0]["body"] | {"previous": "a" * 64})
    contradicts(bare, kept=[broken])
    contradicts(rounds("mines"), kept=[whole["receipt"], broken])


def test_receipts_kept_of_other_rounds_say_nothing() -> None:
    kept = [signed(rounds("mines")), signed(rounds("raw"), OTHER_RECEIPTS)]
    assert status(rounds("dice"), "receipt", *ALL, kept=kept) == "skip"
    assert status(signed(rounds("dice")), "receipt", *ALL, kept=kept) == "pass"


def test_a_kept_receipt_of_another_type_fails() -> None:
    for body in ({"type": "fairseed/receipt/v2"}, {"type": None}, {}, {"type": "fairseed/action-receipt/v1"}):
        receipt = RECEIPTS.receipt({"round_id": "d", "accepted_at": "2026-07-26T12:34:56Z"} | body)
        contradicts(rounds("dice"), kept=[receipt])
        contradicts(signed(rounds("dice")), kept=[receipt])
    receipt = signed(rounds("mines"))["action_receipts"][0]
    for index in (-1, True, "0", None, 2**53):
        wrong = RECEIPTS.receipt(receipt["body"] | {"index": index})
        assert verify_record(rounds("mines"), trust(*ALL, kept=[wrong])).verdict == "failed"


def test_what_may_be_kept() -> None:
    record = signed(rounds("mines"))
    view = pending("mines") | {"state": "settled", "legal": [], "shown": {}, "receipt": record["receipt"]}
    found = kept_receipts([record, view, record["action_receipts"][2], signed(rounds("dice")), rounds("raw")])
    assert {round_id: len(receipts) for round_id, receipts in found.items()} == {"m": 6, "d": 1}
    assert kept_receipts([]) == {}


@pytest.mark.parametrize(
    "value",
    [
        None, 7, "x", [], [{}], {"receipt": None}, {"receipt": {}}, {"action_receipts": 7},
        {"action_receipts": [7]}, {"action_receipts": {}}, {"body": {}}, {"body": 1, "key": "x", "signature": "AA=="},
        RECEIPTS.receipt({"accepted_at": "2026-07-26T12:34:56Z"}),
        RECEIPTS.receipt({"accepted_at": "2026-07-26T12:34:56Z", "round_id": 7}),
        RECEIPTS.receipt({"round_id": "d"}),
        RECEIPTS.receipt({"accepted_at": "2026-07-26T12:34:56Z", "round_id": "d"}) | {"key": "x"},
    ],
    ids=repr,
)  # fmt: skip
def test_what_is_no_kept_receipt_is_refused(value: Any) -> None:
    with pytest.raises(CommitmentError):
        kept_receipts([value])


# Receipts that are all that there were.


def complete(record: dict[str, Any], kept: Sequence[Any], *signers: Signer) -> Check:
    return judged(record, "receipt", Trust(trust(*signers).keys, kept_receipts(kept), complete=True))


@kinds
def test_a_round_of_which_the_player_has_no_receipt_fails(kind: str) -> None:
    record = KINDS[kind]()
    whole = signed(record)
    for signers in ((), (RECEIPTS,), ALL):
        for shown in (record, whole):
            assert complete(shown, [], *signers).status == "fail"
            assert complete(shown, [signed(rounds("dice") | {"round_id": "x"})], *signers).status == "fail"
            assert complete(shown, [whole], *signers).status == ("pass" if RECEIPTS in signers else "skip")
            for index in range(len(record["actions"])):
                fewer = [part for at, part in enumerate(whole["action_receipts"]) if at != index]
                found = complete(shown, [whole["receipt"], *fewer], *signers)
                assert found.status == "fail"
                assert f"no receipt of action {index} among those kept" in found.text
                assert complete(shown, whole["action_receipts"], *signers).status == "fail"


def test_the_services_own_actions_need_no_kept_receipt() -> None:
    """Who stayed away has none of them."""
    record = rounds("mines")
    record["actions"][2]["timeout"] = True
    whole = signed(record)
    kept = [whole["receipt"], *whole["action_receipts"][:2]]
    assert complete(record, kept).status == "skip"
    assert complete(whole, kept, RECEIPTS).status == "pass"
    assert complete(whole, kept[:2], RECEIPTS).status == "fail"


# Answers that a player kept.


def told(record: dict[str, Any], *answers: Any, signers: Sequence[Signer] = ()) -> str:
    return judged(record, "receipt", Trust(trust(*signers).keys, settled=kept_answers(answers))).status


def test_an_answer_that_told_another_outcome_fails() -> None:
    record = rounds("dice")
    view = record | {"state": "settled", "legal": [], "shown": {}}
    assert (told(record, record), told(record, view)) == ("skip", "skip")
    assert told(signed(record), view, signers=[RECEIPTS]) == "pass"
    for change in (
        {"outcome": {"roll": "99.42"}},
        {"settlement": record["settlement"] | {"returned": 197}},
        {"settlement": {"staked": 100, "returned": 196}},
        {"outcome": None},
    ):
        for signers in ((), ALL):
            assert told(record, view | change, signers=signers) == "fail"
            assert told(signed(record), record | change, signers=signers) == "fail"
    assert told(void("dice"), view) == "fail"
    assert told(pending("dice"), view) == "fail"
    # What was still open, what is of another round or told nothing.
    assert told(record, view | {"state": "open", "outcome": {}}) == "skip"
    assert told(record, view | {"round_id": "x", "outcome": {}}) == "skip"
    bare = {name: value for name, value in view.items() if name not in ("outcome", "settlement")}
    assert told(record, bare, None, 7, [], {}, {"outcome": {}}, {"round_id": 7, "outcome": {}}) == "skip"
    without = {name: value for name, value in view.items() if name != "settlement"}
    assert told(record, without) == "skip"
    # What has no canonical JSON is no error of its own.
    wrong = record | {"settlement": record["settlement"] | {"staked": 2**60}}
    verdict = verify_record(wrong, Trust(settled=kept_answers([view])))
    assert [one.status for one in verdict.checks if one.check == "receipt"] == ["fail"]


def test_an_answer_to_a_hand_shows_a_seat_less_than_the_record() -> None:
    """Cards that were not shown are in the record; all that the answer told stays told."""
    outcome = {"board": ["As", "Ks", "Qs"], "hole": {"1": ["2c", "3c"], "2": ["4c", "5c"]}, "rake": 1}
    record = rounds("dice") | {"outcome": outcome | {"drawn": {"1": ["9s"], "2": []}}}

    def of(seen: Any) -> str:
        view = record | {"state": "settled", "outcome": seen}
        return check_receipt(record, Trust(settled=kept_answers([view]))).status

    assert of(outcome | {"hole": {}, "drawn": {"1": 1, "2": 0}}) == of(outcome) == "skip"
    for change in ({"board": []}, {"rake": 2}, {"uncalled": {}}):
        assert of(outcome | change) == "fail"
    assert of({}) == of({"hole": {}}) == "fail"


def test_a_receipt_of_another_round_under_the_same_nonce_fails() -> None:
    other = signed(rounds("dice") | {"round_id": "first"})
    for record in (rounds("dice"), signed(rounds("dice"))):
        contradicts(record, kept=[other["receipt"]])
    for seeds in ({"nonce": 7}, {"server_seed_hash": "a" * 64}):
        elsewhere = rounds("dice") | {"round_id": "first", "seeds": rounds("dice")["seeds"] | seeds}
        assert status(signed(rounds("dice")), "receipt", RECEIPTS, kept=[signed(elsewhere)]) == "pass"


def test_no_new_key_leaves_the_trust_as_it_is() -> None:
    """Receipts are looked through once, not for every record."""
    known = trust(LOG, kept=[signed(rounds("mines"))])
    assert known.with_keys(()) is known
    assert known.with_keys(known.keys) is known
    more = known.with_keys(trust(RECEIPTS, LOG).keys)
    assert more.keys == trust(LOG, RECEIPTS).keys
    assert more.rivals(rounds("mines") | {"round_id": "x"}) == known.receipts["m"][:1]


# The promise in the log.

SINGLE, BATCH, ACTIVATE, RULESET, KEY, CLOSE = 2, 3, 5, 6, 7, 9
HASHES = [sha(str(number)) for number in range(6)] + [HASH]
PROMISE = {"type": "commit", "server_seed_hash": HASH}
ACTIVATION = {
    "type": "activate",
    "server_seed_hash": HASH,
    "player_tag": "a" * 64,
    "client_seed_tag": "b" * 64,
}


def log(*signers: Signer, **changes: Any) -> Log:
    """A log with a promise alone and in a batch, and what may stand beside it; `changes` of entries by their
    place."""
    entries: list[Any] = [
        {"type": "commit", "server_seed_hash": HASHES[0]},
        {"type": "other", "number": 1},
        PROMISE,
        {"type": "commit", "count": 7, "root": root_of(HASHES)},
        {"type": "other", "number": 2},
        ACTIVATION | {"commit_index": SINGLE},
        {"type": "ruleset", "game": "dice", "digest": rounds("dice")["ruleset"]},
        {"type": "key", "role": "receipt", "vkey": RECEIPTS.vkey},
        {"type": "reveal", "server_seed_hash": HASH, "server_seed": "0" * 64},
        {"type": "close", "server_seed_hash": HASH, "rounds": 3, "root": close_root()},
        {"type": "other", "number": 3},
    ]
    for name, value in changes.items():
        entries[int(name.removeprefix("at"))] = value
    return Log(entries, *(signers or (LOG,)))


@cache
def single() -> Log:
    return log()


def close_root() -> str:
    return root_of(digest_of(rounds(name)) for name in ("dice", "mines", "raw"))


def promised(commitment: Any, kind: str = "dice") -> dict[str, Any]:
    return KINDS[kind]() | {"commitment": commitment}


@kinds
def test_a_promise_passes_by_a_trusted_key_alone(kind: str) -> None:
    record = promised(single().logged(SINGLE), kind)
    assert status(KINDS[kind](), "log") == "skip"
    assert status(KINDS[kind](), "log", *ALL) == "skip"
    assert status(record, "log") == "skip"
    assert status(record, "log", RECEIPTS, OTHER_RECEIPTS) == "skip"
    found = check(record, "log", *ALL)
    if "void" in record:  # it needs the log's own word for that
        assert found.status == "skip", found.text
        return
    assert found.status == "pass", found.text
    assert "entry 2 of the log example.com/log, of 11 entries" in found.text


@pytest.mark.parametrize("size", range(SINGLE + 1, 12))
def test_a_promise_passes_under_any_later_checkpoint(size: int) -> None:
    assert status(promised(single().logged(SINGLE, size)), "log", LOG) == "pass"


def test_a_promise_in_a_batch() -> None:
    place = batch_place(6, HASHES)
    assert status(promised(single().logged(BATCH, extra=place)), "log", LOG) == "pass"
    assert status(promised(single().logged(BATCH, extra=place)), "log") == "skip"
    for wrong in (
        None,
        {},
        place | {"batch_index": 5},
        place | {"batch_index": 7},
        place | {"batch_index": -1},
        place | {"batch_index": True},
        place | {"batch_proof": place["batch_proof"][:-1]},
        place | {"batch_proof": [*place["batch_proof"], "a" * 64]},
        place | {"batch_proof": place["batch_proof"][::-1]},
        place | {"batch_proof": []},
        place | {"more": 1},
        batch_place(0, HASHES),
        [place],
    ):
        contradicts(promised(single().logged(BATCH, extra=wrong)), name="log")
    # A batch of one; and a count that is not that of the tree.
    alone = log(at3={"type": "commit", "count": 1, "root": root_of([HASH])})
    assert status(promised(alone.logged(BATCH, extra=batch_place(0, [HASH]))), "log", LOG) == "pass"
    for count in (1, 4, 8, 100):
        lying = log(at3={"type": "commit", "count": count, "root": root_of(HASHES)})
        contradicts(promised(lying.logged(BATCH, extra=place)), name="log")


def test_a_foreign_key_of_the_logs_name_fails_where_keys_are_known() -> None:
    record = promised(log(NAMESAKE).logged(SINGLE))
    assert status(record, "log") == "skip"
    assert status(record, "log", LOG) == "fail"
    assert status(record, "log", OTHER) == "fail"
    assert status(record, "log", NAMESAKE) == "pass"
    assert status(promised(single().logged(SINGLE)), "log", OTHER) == "fail"


def test_both_keys_sign_while_the_logs_key_is_changed() -> None:
    record = promised(log(LOG, NAMESAKE).logged(SINGLE))
    for signers in ((LOG,), (NAMESAKE,), (LOG, NAMESAKE), (OTHER, NAMESAKE)):
        assert status(record, "log", *signers) == "pass"


def test_a_checkpoint_signed_by_a_key_of_another_name_fails() -> None:
    """A trusted key of another log, or the log's key of receipts, says nothing of this one."""
    for signer in (OTHER, RECEIPTS):
        record = promised(single().logged(SINGLE))
        text, _, note = record["commitment"]["tlog_proof"].rpartition("\n\n")
        body = text.partition("\n\n")[2] + "\n"
        record["commitment"]["tlog_proof"] = f"{text}\n\n{signer.line(body)}"
        assert note != signer.line(body)
        assert status(record, "log", LOG, signer) == "fail"
        assert status(record, "log", signer, OTHER) == "fail"
        assert status(record, "log") == "skip"


def test_a_wrong_signature_of_a_known_log_key_fails() -> None:
    record = promised(single().logged(SINGLE))
    record["commitment"]["tlog_proof"] = record["commitment"]["tlog_proof"].replace(
        single().checkpoint().rpartition("\n\n")[2], single().checkpoint(5).rpartition("\n\n")[2]
    )
    assert status(record, "log", LOG) == "fail"
    assert status(record, "log", LOG, OTHER) == "fail"
    assert status(record, "log") == "skip"


@pytest.mark.parametrize("place", [0, 1, 3, 4, 5, 6, 7, 8, 9, 10])
def test_another_entry_is_no_promise_of_this_pair(place: int) -> None:
    contradicts(promised(single().logged(place)), name="log")
    contradicts(promised(single().logged(place), "pending"), name="log")


def test_a_proof_that_does_not_lead_to_the_root_fails() -> None:
    good = single().logged(SINGLE)
    lines = good["tlog_proof"].split("\n")
    assert lines[1] == "index 2"
    proof = range(2, lines.index(""))
    assert len(proof) == 4
    wrong = [lines[:line] + lines[line + 1 :] for line in proof]  # one hash short
    wrong += [lines[: line + 1] + lines[line:] for line in proof]  # one twice
    wrong += [[*lines[:line], lines[line + 1], lines[line], *lines[line + 2 :]] for line in proof[:-1]]
    wrong += [[lines[0], f"index {index}", *lines[2:]] for index in (0, 1, 3, 10, 11, 2**63, -2, "02", "")]
    wrong += [lines[:1] + lines[2:], lines[1:], lines[:-3], lines[:2]]
    for text in ("\n".join(part) for part in wrong):
        contradicts(promised(good | {"tlog_proof": text}), name="log")
    for place in (0, 3):
        contradicts(promised(good | {"tlog_proof": single().proof(place)}), name="log")
    contradicts(promised(good | {"tlog_proof": log(at2=PROMISE | {"more": 1}).proof(SINGLE)}), name="log")
    contradicts(promised(good | {"entry": single().entries[0].decode()}), name="log")
    contradicts(promised(good | {"entry": good["entry"] + "\n"}), name="log")


def test_an_entry_that_is_not_canonical_fails_though_it_is_logged() -> None:
    for text in (
        json.dumps(PROMISE),
        f'{{"server_seed_hash":"{HASH}","type":"commit","type":"commit"}}',
        f'{{"more":1,"server_seed_hash":"{HASH}","type":"commit"}}',
        f'{{"server_seed_hash":"{HASH.upper()}","type":"commit"}}',
        "{}",
        "[]",
        "",
    ):
        contradicts(promised(log(at2=text.encode()).logged(SINGLE)), name="log")


# What stands beside the promise.


def beside(source: Log | None = None, kind: str = "dice", **places: int) -> dict[str, Any]:
    source = source or single()
    commitment = source.logged(SINGLE)
    return promised(commitment | {name: source.logged(place) for name, place in places.items()}, kind)


def test_entries_beside_the_promise() -> None:
    whole = beside(activate=ACTIVATE, ruleset=RULESET, receipt_key=KEY)
    assert status(whole, "log") == "skip"
    assert status(whole, "log", LOG) == "pass"
    for name, place in (("activate", ACTIVATE), ("ruleset", RULESET), ("receipt_key", KEY)):
        assert status(beside(**{name: place}), "log", LOG) == "pass"
        # Under a later checkpoint than the promise's own, also.
        part = single().logged(place, place + 1)
        assert status(promised(single().logged(SINGLE) | {name: part}), "log", LOG) == "pass"
        # Each is signed for itself.
        forged = promised(single().logged(SINGLE) | {name: log(NAMESAKE).logged(place)})
        assert status(forged, "log") == "skip"
        assert status(forged, "log", LOG) == "fail"
        # Of each type only its own entry, of the same log.
        for wrong in range(11):
            if wrong != place:
                contradicts(beside(**{name: wrong}), name="log")
        contradicts(promised(single().logged(SINGLE) | {name: log(OTHER).logged(place)}), name="log")


def test_an_activation_of_another_pair_or_before_its_promise() -> None:
    good = ACTIVATION | {"commit_index": SINGLE}
    for wrong in (
        good | {"server_seed_hash": HASHES[0]},
        good | {"commit_index": 0},
        good | {"commit_index": BATCH},
        good | batch_place(6, HASHES),
    ):
        contradicts(beside(log(at5=wrong), activate=ACTIVATE), name="log")
    contradicts(beside(log(at1=good), activate=1), name="log")
    table = {
        "type": "activate",
        "server_seed_hash": HASH,
        "commit_index": SINGLE,
        "table_id": "t",
        "seats_digest": "c" * 64,
    }
    contradicts(beside(log(at5=table), activate=ACTIVATE), name="log")  # the record is a player's


def test_the_activation_of_a_batch_names_the_same_place() -> None:
    place = batch_place(6, HASHES)
    for named, wanted in (
        (place, "pass"),
        ({}, "fail"),
        (batch_place(5, HASHES), "fail"),
        (place | {"batch_proof": place["batch_proof"][::-1]}, "fail"),
    ):
        source = log(at5=ACTIVATION | {"commit_index": BATCH} | named)
        commitment = source.logged(BATCH, extra=place) | {"activate": source.logged(ACTIVATE)}
        assert status(promised(commitment), "log", LOG) == wanted
        if wanted == "fail":
            contradicts(promised(commitment), name="log")


def test_a_ruleset_of_another_game_or_digest() -> None:
    contradicts(beside(ruleset=RULESET, kind="mines"), name="log")
    contradicts(beside(ruleset=RULESET, kind="raw"), name="log")
    for change in ({"game": "limbo"}, {"digest": "a" * 64}):
        wrong = {"type": "ruleset", "game": "dice", "digest": rounds("dice")["ruleset"]} | change
        contradicts(beside(log(at6=wrong), ruleset=RULESET), name="log")
    record = beside(ruleset=RULESET)
    del record["ruleset"]
    contradicts(record, name="log")


def test_two_views_of_a_log_in_one_record_fail() -> None:
    """Both are signed by the log's own key: one size, two roots."""
    fork = log(at4={"type": "other", "number": 9})
    for name, place in (("activate", ACTIVATE), ("ruleset", RULESET), ("receipt_key", KEY)):
        record = promised(single().logged(SINGLE) | {name: fork.logged(place)})
        contradicts(record, name="log")
    commitment = single().logged(SINGLE, 9)
    commitment |= {"activate": single().logged(ACTIVATE), "ruleset": fork.logged(RULESET)}
    contradicts(promised(commitment), name="log")


VOID = {"type": "void", "server_seed_hash": HASH, "nonce": 0, "round_id": "d", "reason": "power cut"}


def test_that_a_round_is_void_stands_in_the_log() -> None:
    source = log(at10=VOID)
    proven = promised(source.logged(SINGLE) | {"void": source.logged(10)}, "void")
    assert status(proven, "log") == "skip"
    assert status(proven, "log", LOG) == "pass"
    assert status(proven, "log", OTHER) == "fail"
    bare = promised(source.logged(SINGLE), "void")
    assert status(bare, "log", LOG) == "skip"
    assert "its being void" in check(bare, "log", LOG).text
    for change in (
        {"server_seed_hash": HASHES[0]},
        {"nonce": 1},
        {"round_id": "e"},
        {"reason": "power cut."},
    ):
        other = log(at10=VOID | change)
        contradicts(promised(other.logged(SINGLE) | {"void": other.logged(10)}, "void"), name="log")
    whole_pair = {name: value for name, value in VOID.items() if name not in ("nonce", "round_id")}
    for entry in (whole_pair, PROMISE, {"type": "other"}):
        other = log(at10=entry)
        contradicts(promised(other.logged(SINGLE) | {"void": other.logged(10)}, "void"), name="log")
    contradicts(promised(source.logged(SINGLE) | {"void": source.logged(10)}), name="log")  # it is not void
    forged = promised(source.logged(SINGLE) | {"void": log(NAMESAKE, at10=VOID).logged(10)}, "void")
    assert (status(forged, "log"), status(forged, "log", LOG)) == ("skip", "fail")


def test_a_checkpoint_of_a_proof_has_no_extension_lines() -> None:
    good = single().logged(SINGLE)
    head, _, note = good["tlog_proof"].partition("\n\n")
    text = note.partition("\n\n")[0] + "\nmore\n"
    contradicts(promised(good | {"tlog_proof": f"{head}\n\n{text}\n{LOG.line(text)}"}), name="log")


# Receipt keys that a record proves.


def test_a_logged_key_of_receipts_is_trusted_as_the_log_is() -> None:
    record = signed(beside(receipt_key=KEY))
    assert (status(record, "receipt", LOG), status(record, "log", LOG)) == ("pass", "pass")
    assert (status(record, "receipt"), status(record, "log")) == ("skip", "skip")
    assert (status(record, "receipt", OTHER), status(record, "log", OTHER)) == ("skip", "fail")
    assert (status(record, "receipt", RECEIPTS), status(record, "log", RECEIPTS)) == ("pass", "skip")
    foreign = signed(beside(receipt_key=KEY), RECEIPTS_NAMESAKE)
    assert status(foreign, "receipt", LOG) == "skip"
    assert (
        status(rounds("dice") | {"commitment": record["commitment"]}, "receipt", LOG, kept=[record]) == "pass"
    )


@pytest.mark.parametrize(
    "key",
    [
        {"role": "log", "vkey": RECEIPTS.vkey},
        {"role": "log", "vkey": LOG.vkey},
        {"role": "receipt", "vkey": LOG.vkey},
        {"role": "receipt", "vkey": OTHER_RECEIPTS.vkey},
        {"role": "receipt", "vkey": Signer(RECEIPTS.name, 2, kind=4).vkey},
        {"role": "receipt", "vkey": RECEIPTS.vkey[:-1]},
        {"role": "receipt", "vkey": ""},
    ],
)
def test_what_is_logged_as_no_key_of_receipts_proves_none(key: dict[str, str]) -> None:
    record = beside(log(at7={"type": "key"} | key), receipt_key=KEY)
    contradicts(record, name="log")
    for signer in (RECEIPTS, LOG, OTHER_RECEIPTS):
        assert status(signed(record, signer), "receipt", LOG) == "skip"


def test_a_key_that_is_not_proven_is_not_trusted() -> None:
    good = signed(beside(receipt_key=KEY))
    forged = [
        log(NAMESAKE).logged(KEY),
        log(OTHER).logged(KEY),
        single().logged(KEY) | {"tlog_proof": single().proof(KEY - 1)},
        single().logged(RULESET),
        {},
        None,
        "x",
    ]
    for part in forged:
        record = good | {"commitment": good["commitment"] | {"receipt_key": part}}
        assert status(record, "receipt", LOG) == "skip"
        assert status(record, "log", LOG) == "fail"


# Bundles: keys, kept receipts, the close entry.


def bundle() -> list[dict[str, Any]]:
    """Three rounds of one pair with receipts; the first carries what is logged."""
    records = [signed(rounds(name)) for name in ("dice", "mines", "raw")]
    records[0]["commitment"] = beside(activate=ACTIVATE, ruleset=RULESET, receipt_key=KEY)["commitment"]
    return records


def verdicts(
    records: Sequence[Any], *signers: Signer, kept: Sequence[Any] = (), close: Any = None
) -> tuple[list[Verdict], dict[str, Check]]:
    documents = (read_object(json.dumps(record).encode()) for record in records)
    *each, last = verify_bundle(documents, trust(*signers, kept=kept), close)
    return each, {one.check: one for one in last.checks}


def statuses(found: Sequence[Verdict], name: str) -> list[str]:
    return [one.status for verdict in found for one in verdict.checks if one.check == name]


def test_a_key_proven_by_the_first_record_holds_for_those_behind_it() -> None:
    each, _ = verdicts(bundle(), LOG)
    assert statuses(each, "receipt") == ["pass"] * 3
    assert statuses(each, "log") == ["pass", "skip", "skip"]
    each, _ = verdicts(bundle())
    assert statuses(each, "receipt") == ["skip"] * 3
    each, _ = verdicts(bundle(), OTHER)
    assert statuses(each, "receipt") == ["skip"] * 3
    assert statuses(each, "log") == ["fail", "skip", "skip"]
    # A record before the proof has no key for its receipt.
    each, _ = verdicts(bundle()[::-1], LOG)
    assert statuses(each, "receipt") == ["skip", "skip", "pass"]
    # What one bundle proves holds in no other.
    each, _ = verdicts(bundle()[1:], LOG)
    assert statuses(each, "receipt") == ["skip", "skip"]


def test_a_bundle_without_a_round_for_which_a_receipt_was_kept_fails() -> None:
    dropped = rounds("dice") | {"round_id": "gone", "seeds": rounds("dice")["seeds"] | {"nonce": 3}}
    kept = [signed(dropped)["receipt"]]
    for signers in ((), (LOG,), ALL):
        each, found = verdicts(bundle(), *signers, kept=kept)
        assert found["nonces"].status == "fail"
        assert "round gone, for which there is a receipt, is missing" in found["nonces"].text
        assert statuses(each, "receipt") == statuses(verdicts(bundle(), *signers)[0], "receipt")
    _, found = verdicts(bundle(), kept=bundle())
    assert found["nonces"].status == "pass"
    _, found = verdicts(bundle()[:2], kept=bundle())
    assert found["nonces"].status == "fail"
    # Of two receipts under one name either may be this pair's.
    other = dropped | {"seeds": dropped["seeds"] | {"server_seed_hash": "a" * 64}}
    for order in ([dropped, other], [other, dropped]):
        _, found = verdicts(bundle(), kept=[signed(one) for one in order])
        assert found["nonces"].status == "fail"
    # Another pair's, and an action's alone, say nothing of this bundle.
    kept = [signed(other)["receipt"], signed(rounds("mines") | {"round_id": "gone"})["action_receipts"][0]]
    _, found = verdicts(bundle(), kept=kept)
    assert found["nonces"].status == "pass"


def test_a_bundle_whose_round_was_swapped_for_another_fails() -> None:
    """The nonce is there, under another name: the player's receipt says so."""
    records = bundle()
    records[0] |= {"round_id": "d2"}
    records[0] = signed({name: value for name, value in records[0].items() if name != "receipt"})
    _, found = verdicts(records, kept=[signed(rounds("dice"))])
    assert found["nonces"].status == "fail"


def test_records_of_one_pair_with_two_promises_or_views_fail() -> None:
    twice = log(at4=PROMISE)
    batch = single().logged(BATCH, extra=batch_place(6, HASHES))
    fork = log(at4={"type": "other", "number": 9})
    for other, wanted in (
        (single().logged(SINGLE), "pass"),
        (single().logged(SINGLE, 5), "pass"),
        (batch, "fail"),
        (twice.logged(4), "fail"),
        (log(OTHER).logged(SINGLE), "fail"),
        (fork.logged(SINGLE), "fail"),
        ({"entry": 7}, "pass"),  # no promise at all: its record fails
    ):
        records = bundle()
        records[2]["commitment"] = other
        for signers in ((), ALL):
            each, found = verdicts(records, *signers)
            assert found["seed"].status == wanted, found["seed"].text
            if wanted == "fail":
                assert found["seed"].text.startswith("record 3 ")
            else:
                assert ("fail" in statuses(each, "log")) == ("tlog_proof" not in other)


def test_what_keys_and_receipts_could_not_judge_is_a_warning() -> None:
    def warnings(records: Sequence[Any], *signers: Signer, kept: Sequence[Any] = ()) -> str:
        documents = (Document(record) for record in records)
        *_, last = verify_bundle(documents, trust(*signers, kept=kept))
        return " / ".join(last.warnings)

    everywhere = [record | {"commitment": beside(receipt_key=KEY)["commitment"]} for record in bundle()]
    assert warnings(bundle()) == ""
    assert warnings(everywhere, LOG, RECEIPTS, kept=everywhere) == ""
    assert "promise could be checked" in warnings(bundle(), LOG)
    assert "receipts could be checked" in warnings([rounds("dice")], RECEIPTS)
    assert "rounds that are not here" in warnings(bundle()[:1], kept=bundle())
    assert warnings(bundle()[:1], kept=bundle()[:1]) == ""


BARE = {"type": "close", "server_seed_hash": HASH, "rounds": 3, "root": close_root()}


def test_a_close_entry() -> None:
    _, found = verdicts(bundle(), *ALL)
    assert found["close_root"].status == "skip"
    for signers in ((), (LOG,), ALL):
        for close in (BARE, {"close": BARE}):
            _, found = verdicts(bundle(), *signers, close=close)
            # Who brings the log's key asks for the proof.
            assert found["close_root"].status == ("skip" if LOG in signers else "pass")
            if LOG not in signers:
                assert "that it is logged was not checked" in found["close_root"].text
    for close in (single().logged(CLOSE), {"close": single().logged(CLOSE), "more": 1}):
        _, found = verdicts(bundle(), LOG, close=close)
        assert found["close_root"].status == "pass"
        assert "logged close entry (rounds: 3)" in found["close_root"].text
        _, found = verdicts(bundle(), RECEIPTS, close=close)
        assert "that it is logged was not checked" in found["close_root"].text
        _, found = verdicts(bundle(), OTHER, close=close)
        assert found["close_root"].status == "fail"


def closes(records: Sequence[Any], close: Any, wanted: str = "fail") -> None:
    for signers in ((), (LOG,), (RECEIPTS,), ALL):
        _, found = verdicts(records, *signers, close=close)
        bare = isinstance(close, dict) and "tlog_proof" not in close
        expected = "skip" if wanted == "pass" and bare and LOG in signers else wanted
        assert found["close_root"].status == expected, found["close_root"].text


def test_records_that_are_not_those_of_the_close_entry() -> None:
    records = bundle()
    settled = copy.deepcopy(records)
    settled[0]["settlement"]["returned"] += 1
    acted = copy.deepcopy(records)
    acted[1]["actions"][0]["cell"] ^= 1
    void_one = copy.deepcopy(records)
    void_one[2]["void"] = {"reason": "x"}
    for wrong in (
        records[:2],
        records[1:],
        [records[0], records[2]],
        [records[1], records[0], records[2]],
        [*records, records[2]],
        [*records[:2], records[1]],
        settled,
        acted,
        void_one,
        [],
    ):
        closes(wrong, BARE)
        closes(wrong, single().logged(CLOSE))
    closes([*records[:2], {"type": "fairseed/round/v1"}], BARE)
    closes([*records[:2], records[2] | {"seeds": 7}], BARE)
    # What a digest leaves out changes nothing: the seed, the outcome, receipts.
    hidden = [rounds("dice"), rounds("mines"), pending("raw")]
    closes(hidden, BARE, "pass")


def test_close_entries_that_are_not_those_of_the_records() -> None:
    for wrong in (
        BARE | {"rounds": 2},
        BARE | {"rounds": 4},
        BARE | {"root": EMPTY},
        BARE | {"root": root_of([digest_of(rounds("dice"))])},
        BARE | {"server_seed_hash": HASHES[0]},
    ):
        closes(bundle(), wrong)
        closes(bundle(), log(at9=wrong).logged(CLOSE))
    for place in range(11):
        if place != CLOSE:
            closes(bundle(), single().logged(place))
            closes(bundle(), json.loads(single().entries[place]))
    # Not canonical, though it was logged so.
    spaced = log(at9=json.dumps(BARE).encode()).logged(CLOSE)
    closes(bundle(), spaced)


def test_a_close_entry_of_another_log_or_view_than_the_promise() -> None:
    for close in (
        log(OTHER).logged(CLOSE),
        log(at4={"type": "other", "number": 9}).logged(CLOSE),
        log(at0=BARE).logged(0),
    ):
        closes(bundle(), close)
        records = [signed(rounds(name)) for name in ("dice", "mines", "raw")]
        _, found = verdicts(records, LOG, OTHER, close=close)
        assert found["close_root"].status == "pass"  # without the promise nothing contradicts


def test_a_close_entry_without_records() -> None:
    none = BARE | {"rounds": 0, "root": EMPTY}
    closes([], none, "pass")
    closes([], BARE)
    closes(bundle(), none)
    _, found = verdicts([], LOG, close=log(at9=none).logged(CLOSE))
    assert "logged close entry (rounds: 0)" in found["close_root"].text


# Flipped bits.


def flipped(data: bytes, bit: int) -> bytes:
    number = int.from_bytes(data, "big") ^ 1 << bit % (len(data) * 8)
    return number.to_bytes(len(data), "big")


@MANY
@given(st.integers(0, 511), st.integers(0, 3))
def test_a_flipped_bit_of_a_signature_fails(bit: int, place: int) -> None:
    record = signed(rounds("mines"))
    receipt = [record["receipt"], *record["action_receipts"]][place]
    receipt["signature"] = base64.b64encode(flipped(base64.b64decode(receipt["signature"]), bit)).decode()
    assert status(record, "receipt", RECEIPTS) == "fail"
    assert status(record, "receipt") == "skip"


def mutated(record: dict[str, Any], name: str, bit: int) -> dict[str, Any] | None:
    """The record with one bit of a member's text flipped; None where that is no JSON or the same."""
    try:
        value = read_object(
            b'{"it":%b}' % flipped(json.dumps(record[name], ensure_ascii=False).encode(), bit)
        )
    except UnusableError:
        return None
    if value.faults or value.value["it"] == record[name]:
        return None
    return record | {name: value.value["it"]}


@MANY
@given(st.data())
def test_a_flipped_bit_of_receipts_is_never_passed(data: st.DataObject) -> None:
    """A key's label alone may then be unknown: `skip`; everything else is a contradiction."""
    good = signed(rounds("mines"))
    name = data.draw(st.sampled_from(["receipt", "action_receipts"]))
    record = mutated(good, name, data.draw(st.integers(0, len(json.dumps(good[name])) * 8 - 1)))
    assume(record is not None)
    assert record is not None
    labels = [receipt.get("key") for receipt in _receipts(record)]
    found = verify_record(record, trust(RECEIPTS))
    (one,) = (one for one in found.checks if one.check == "receipt")
    if found.checks[0].status == "pass":
        assert one.status == ("fail" if labels == [RECEIPTS.label] * 4 or one.status == "fail" else "skip")
    assert found.verdict == "failed" or one.status == "skip"


def _receipts(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for value in (record["receipt"], *record["action_receipts"]):
        yield value if isinstance(value, dict) else {}


@MANY
@given(st.data())
def test_a_flipped_bit_of_a_logged_promise_fails(data: st.DataObject) -> None:
    batch = data.draw(st.booleans())
    good = single().logged(BATCH, extra=batch_place(6, HASHES)) if batch else single().logged(SINGLE)
    part = data.draw(st.sampled_from(["entry", "tlog_proof"]))
    raw = good[part].encode()
    try:
        text = flipped(raw, data.draw(st.integers(0, len(raw) * 8 - 1))).decode()
    except UnicodeDecodeError:
        assume(False)
    record = promised(good | {part: text})
    assert status(record, "log", LOG) == "fail"
    assert status(record, "log") in ("fail", "skip")


@MANY
@given(st.data())
def test_a_flipped_bit_of_a_close_entry_fails(data: st.DataObject) -> None:
    good = single().logged(CLOSE)
    part = data.draw(st.sampled_from(["entry", "tlog_proof"]))
    raw = good[part].encode()
    try:
        text = flipped(raw, data.draw(st.integers(0, len(raw) * 8 - 1))).decode()
    except UnicodeDecodeError:
        assume(False)
    _, found = verdicts(bundle(), LOG, close=good | {part: text})
    assert found["close_root"].status == "fail"


# Malformed members.

JSON: list[Any] = [
    None, True, False, 0, -1, 7, 2**53 - 1, "", "x", "d", "\u2028", "é" * 100, "0" * 64, [], [[]], [None], {}, {"x": 1},
    {"body": {}}, [{"type": "open", "cell": 1}], "2026-07-26T12:34:56Z", "AAAA",
]  # fmt: skip


def paths(value: Any, at: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    yield at
    if isinstance(value, dict | list):
        for name, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from paths(part, (*at, name))


def at_path(value: Any, path: Sequence[str | int]) -> Any:
    for name in path:
        value = value[name]
    return value


def replaced(record: dict[str, Any], path: Sequence[str | int], value: Any) -> dict[str, Any]:
    record = copy.deepcopy(record)
    at_path(record, path[:-1])[path[-1]] = value
    return record


def carrying() -> dict[str, Any]:
    record = signed(rounds("mines"))
    source = log(at6={"type": "ruleset", "game": "mines", "digest": record["ruleset"]})
    return record | {
        "commitment": source.logged(SINGLE)
        | {
            "activate": source.logged(ACTIVATE),
            "ruleset": source.logged(RULESET),
            "receipt_key": source.logged(KEY),
        }
    }


MEMBERS = ("receipt", "action_receipts", "commitment")


@pytest.mark.soak
@pytest.mark.parametrize("name", MEMBERS)
def test_every_json_type_in_every_place_fails_and_raises_nothing(name: str) -> None:
    record = carrying()
    assert verify_record(record, trust(LOG)).verdict == "verified"
    for path in paths(record[name], (name,)):
        if path[-1] == "accepted_at":
            continue
        for value in JSON:
            if value == at_path(record, path) and type(value) is type(at_path(record, path)):
                continue
            wrong = replaced(record, path, value)
            for known in (trust(), trust(LOG), trust(*ALL)):
                verdict = verify_record(wrong, known)
                assert verdict.verdict == "failed", (path, value, verdict.to_json())
                assert all(isinstance(one.text, str) for one in verdict.checks)


def test_another_time_breaks_the_signature() -> None:
    record = signed(rounds("mines"))
    for place, path in enumerate([("receipt",), *(("action_receipts", index) for index in range(3))]):
        later = replaced(record, (*path, "body", "accepted_at"), "2027-01-01T00:00:00Z")
        assert status(later, "receipt", RECEIPTS) == "fail"
        # Behind all but the last the chain is broken as well.
        assert status(later, "receipt") == ("skip" if place == 3 else "fail")
        for value in JSON:
            contradicts(replaced(record, (*path, "body", "accepted_at"), value)) if value != JSON[
                -2
            ] else None


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=20,
)


@MANY
@given(st.data(), json_values)
def test_no_json_at_all_raises(data: st.DataObject, value: Any) -> None:
    """Also what no reader lets through: numbers out of range, NaN, surrogates."""
    record = carrying()
    path = data.draw(st.sampled_from([path for name in MEMBERS for path in paths(record[name], (name,))]))
    wrong = replaced(record, path, value)
    verdict = verify_record(wrong, trust(*ALL))
    assert verdict.verdict == "failed" or value == at_path(record, path)
    assert all(isinstance(one.text, str) for one in verdict.checks)


@pytest.mark.soak
@MANY
@given(json_values)
def test_no_close_entry_raises(value: Any) -> None:
    for close in (value, {"close": value}, {"entry": value, "tlog_proof": value}, BARE | {"root": value}):
        *_, last = verify_bundle(map(Document, bundle()[:1]), trust(*ALL), close)
        assert last.checks[2].check == "close_root"
        assert last.checks[2].status == ("skip" if close is None else "fail")
        assert isinstance(last.checks[2].text, str)


@pytest.mark.parametrize("value", JSON, ids=repr)
def test_every_json_type_for_a_close_entry_fails(value: Any) -> None:
    for close in (
        {"close": value} if value is not None else {},
        {"entry": value, "tlog_proof": single().proof(CLOSE)},
        single().logged(CLOSE) | {"tlog_proof": value},
        {"tlog_proof": value},
        BARE | {"rounds": value},
        BARE | {"root": value},
        BARE | {"server_seed_hash": value},
        BARE | {"type": value},
        BARE | {"more": value},
    ):
        closes(bundle(), close)


def test_a_nest_of_lists_raises_nothing() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    for name in MEMBERS:
        assert verify_record(rounds("dice") | {name: deep}).verdict == "failed"
    for body in (deep, {"accepted_at": "2026-07-26T12:34:56Z", "more": deep}):
        wrong = rounds("dice") | {"receipt": {"body": body, "key": RECEIPTS.label, "signature": "AAAA"}}
        assert verify_record(wrong, trust(RECEIPTS)).verdict == "failed"
    *_, last = verify_bundle(map(Document, bundle()), trust(*ALL), deep)
    assert last.checks[2].status == "fail"


# Records of before.


@pytest.mark.parametrize("name", ["good", "pending"])
def test_records_without_receipts_stay_as_they_were(name: str) -> None:
    rows = shared(f"data/examples/{name}.jsonl").read_bytes().splitlines()
    seen = 0
    for row in rows:
        if json.loads(row)["game"] not in GAMES:
            continue
        seen += 1
        bare, known = verify_record(read_object(row)), verify_record(read_object(row), trust(*ALL))
        assert bare == known
        found = {one.check: one.status for one in bare.checks}
        assert (found["receipt"], found["log"]) == ("skip", "skip")
        assert bare.verdict == {"good": "verified", "pending": "pending"}[name]
    assert seen
