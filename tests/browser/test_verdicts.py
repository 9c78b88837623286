"""Verdicts: what the page shows of a record, check by check, is what `fairseed-verify round` says of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SOAK
from tests.browser.person import Person
from tests.browser.vectors import cases, record
from tests.browser.words import CHECKS
from tests.programs import verify

# Right records of every game; not revealed and void ones; wrong ones of every game and check; broken form.
FEW = (
    *(1, 2, 3, 4, 5, 6, 7, 10, 14, 18, 19, 22, 25, 26, 27, 28, 30, 31, 32, 33, 34, 35, 36, 38, 40, 43, 46),
    *(48, 49, 50, 52, 53, 54, 56, 58, 60, 61, 64, 66, 67, 71, 73, 76, 80, 81, 88, 92, 97, 102),
)


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> dict[int, tuple[Path, Any]]:
    """The records of the vectors as files, and what the verifier says of each, by their ids."""
    folder = tmp_path_factory.mktemp("records")
    paths = {}
    for one in cases("records"):
        data = one.given["text"].encode() if "text" in one.given else bytes.fromhex(one.given["hex"])
        if data:
            paths[one.id] = folder / f"{one.id}.json"
            paths[one.id].write_bytes(data)
    answers = [json.loads(line) for line in verify("round", "--json", *paths.values()).stdout.splitlines()]
    return {number: (path, answer) for (number, path), answer in zip(paths.items(), answers, strict=True)}


def share(person: Person, ids: list[int]) -> Iterator[int]:
    """Every id in soak; else each visit takes its half."""
    return iter(ids if SOAK else ids[person.language == "ru" :: 2])


def leaves(value: Any) -> Iterator[str]:
    if isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from leaves(one)
    elif value is not None:
        yield str(value).lower() if isinstance(value, bool) else str(value)


def heading(answer: dict[str, Any], claims: dict[str, Any]) -> str:
    if answer["verdict"] != "failed":
        return "void" if "void" in claims else str(answer["verdict"])
    first = next(one["check"] for one in answer["checks"] if one["status"] == "fail")
    return "refused" if first == "rules" and "outcome" not in claims else f"failed {first}"


def judgements(report: dict[str, Any]) -> list[dict[str, Any]]:
    names = ("check", "status", "expected", "actual")
    return [{name: one[name] for name in names} for one in report["checks"]]


def test_each_record_is_judged_as_the_verifier_judges_it(
    person: Person, judged: dict[int, tuple[Path, Any]]
) -> None:
    ids = [one.id for one in cases("records") if one.expect and (SOAK or one.id in FEW)]
    for number in share(person, ids):
        path, answer = judged[number]
        person.drops(path)
        # The record that is shown is this one.
        claims = json.loads(path.read_text("utf-8"), object_pairs_hook=dict)
        wanted = judgements(answer)
        if number in BROKEN:
            report = person.reports(lambda found, wanted=wanted: judgements(found) == wanted)
        else:
            report = person.report("record", equal=claims)
        assert judgements(report) == wanted, number
        assert (report["verdict"], report["round_id"]) == (answer["verdict"], answer["round_id"]), number
        person.shows(heading(answer, claims))
        person.judges(**{one["check"]: one["status"] for one in answer["checks"]})
        rows = person.page.locator("ul.checks > li")
        for row, one, (name, (_, why)) in zip(
            rows.all(), answer["checks"], person.checks().items(), strict=True
        ):
            assert re.search(r"\w{3}", why), (number, name)  # each state has its reason
            if one["status"] == "fail":
                shown = row.inner_text()
                assert all(leaf in shown for leaf in leaves([one["expected"], one["actual"]])), (number, name)
        statuses = [one["status"] for one in answer["checks"]]
        tally = person.page.locator(".tally").inner_text()
        # What was not checked is always counted.
        assert [int(count) for count in re.findall(r"\d+", tally)] == [
            count for count in map(statuses.count, ("fail", "pass")) if count
        ] + [statuses.count("skip")], number


# Their text holds what no other reader keeps: keys twice, fractions, halves of characters, great numbers.
BROKEN = {one.id for one in cases("records") if "BadJson" in one.flags}


def test_what_is_no_record_is_refused_where_the_verifier_refuses_it(
    person: Person, judged: dict[int, tuple[Path, Any]]
) -> None:
    person.drops(judged[1][0])
    person.shows("verified")
    person.judges(outcome="pass")
    before = person.checks()
    ids = [one.id for one in cases("records") if one.layer == "unusable" and one.id in judged]
    for number in share(person, ids):
        path, answer = judged[number]
        if number == 118:
            continue  # an object without a type may be fields of another page
        person.drops(path)
        alert = person.page.get_by_role("alert").filter(has_text=person.say("not a record"))
        expect(alert).to_contain_text(path.name)
        found = re.search(r"line (\d+), column (\d+)", answer["error"]["detail"])
        if found and not {112, 117} & {number}:  # NaN and two objects: told without a place of their own
            expect(alert).to_contain_text(person.say("place", line=found[1], column=found[2]))
        assert person.checks() == before, number


def test_a_pending_record_can_be_saved_and_opened_again_when_its_seed_is_revealed(
    guest: Person, tmp_path: Path
) -> None:
    path = tmp_path / "pending.json"
    pending = cases("records")[25]
    assert pending.flags == ("Pending",)
    path.write_text(pending.given["text"], "utf-8")
    guest.drops(path)
    guest.shows("pending")
    guest.judges(**dict.fromkeys(CHECKS, "skip") | {"format": "pass", "rules": "pass"})
    assert guest.saves("save record") == path.read_bytes()
    guest.types("server_seed", "0" * 64)
    guest.shows("verified")
    guest.judges(commitment="pass", outcome="pass", settlement="pass")


def test_an_offer_is_no_verdict_and_mends_a_miscounted_nonce(person: Person) -> None:
    # A path of sixteen steps is too little evidence among so many mistakes; four words are enough.
    person.pastes(json.dumps(record(3) | {"seeds": record(3)["seeds"] | {"nonce": 2}}))
    person.shows("failed outcome")
    expect(person.page.get_by_role("heading", name=person.say("possibly"))).to_be_visible()
    person.pastes(json.dumps(record(7) | {"seeds": record(7)["seeds"] | {"nonce": 2}}))
    person.shows("failed outcome")
    person.page.get_by_role("button", name=re.compile("^(Try nonce|Попробовать) 0$")).click()
    expect(person.field("nonce")).to_have_value("0")
    person.shows("verified")


STRANGE = (None, True, 0, -1, "", "x", [], [None], {}, {"a": []})
MEMBERS = ("round_id", "game", "params", "bet", "seeds", "actions", "outcome", "settlement", "void")


def strange_records(numbers: Iterable[int]) -> Iterator[dict[str, Any]]:
    """Records with one member, or a member of a member, of every other type; or without it."""
    for number in numbers:
        right = record(number)
        for name in (*MEMBERS, "ruleset", "receipt", "action_receipts", "commitment"):
            yield from (right | {name: value} for value in STRANGE)
            yield {other: value for other, value in right.items() if other != name}
        for name in ("params", "bet", "seeds", "outcome", "settlement"):
            for inner in right.get(name, {}):
                yield from (right | {name: right[name] | {inner: value}} for value in STRANGE)


def test_whatever_stands_in_a_record_gets_a_verdict(guest: Person) -> None:
    """No value of another type is a fault of the page: such a fault would fail this test by itself."""
    found = list(strange_records(range(1, 8)))
    for one in found[:: len(found) // (600 if SOAK else 60)]:
        guest.pastes(json.dumps(one))
        expect(guest.page.locator("ul.checks > li")).to_have_count(len(CHECKS))
        assert set(guest.statuses().values()) <= {"pass", "fail", "skip"}
    guest.pastes(json.dumps(record(1)))
    guest.shows("verified")
