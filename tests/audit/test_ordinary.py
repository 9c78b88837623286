"""Ordinary records (docs/audit.md, What is checked): taken only where the full verdict is the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairseed import SeedPair, make_record, verify_record
from fairseed.audit import check, lab
from fairseed.audit.ordinary import VERDICT, Ordinary
from fairseed.audit.sources import make_plan
from fairseed.records import Document, read_line
from fairseed.verification import Trust

GAMES = (*lab.INSTANT, "mines", "hilo")
PAIR = SeedPair("0" * 64, "client")
BETS: dict[str, dict[str, Any]] = {
    "dice": {"target": "61.23", "direction": "over"},
    "limbo": {"target": "1.01"},
    "plinko": {"rows": 8, "risk": "high"},
    "mines": {"size": 5, "mines": 3},
    "hilo": {},
}


def record(game: str, nonce: int = 5) -> dict[str, Any]:
    for actions in ([], [{"type": "open", "cell": 0}, {"type": "cash_out"}], [{"type": "open", "cell": 1}],
                    [{"type": "skip"}, {"type": "cash_out"}], [{"type": "guess", "guess": "lower_or_same"}, {"type": "cash_out"}],
                    [{"type": "guess", "guess": "lower_or_same"}]):  # fmt: skip
        try:
            return make_record(
                PAIR, nonce, game, BETS[game], {"stake": 884}, actions, round_id="r", reveal=True
            )
        except Exception:  # noqa: S112 - these actions don't end this round
            continue
    raise AssertionError(game)


RECORDS = {game: record(game) for game in GAMES}
WHOLE = Ordinary(Trust())


def compact(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def agrees(text: bytes) -> bool:
    """Whether it is taken; then the strict reader and the verifier have to say the same."""
    found = WHOLE.verified(text)
    if found is None:
        return False
    document = read_line(text, 1)
    assert isinstance(document, Document)
    assert document.faults == []
    assert compact(document.value) == compact(found)
    verdict = verify_record(document)
    assert verdict.verdict == VERDICT.verdict == "verified"
    assert [(one.check, one.status) for one in verdict.checks] == [
        (one.check, one.status) for one in VERDICT.checks
    ]
    return True


@pytest.mark.parametrize("game", GAMES)
def test_honest_records_are_taken_however_they_are_laid_out(game: str) -> None:
    value = RECORDS[game]
    assert agrees(compact(value))
    assert agrees(json.dumps(value).encode() + b"\r")
    assert agrees(json.dumps(dict(reversed(value.items()))).encode())
    shorter = {name: member for name, member in value.items() if name != "ruleset"}
    shorter["settlement"] = {
        name: chips for name, chips in value["settlement"].items() if name != "multiplier"
    }
    assert agrees(compact(shorter))


def paths(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [at, *(path for key, member in inner for path in paths(member, (*at, key)))]


def changed(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    value = json.loads(json.dumps(value))
    holder = value
    for key in path[:-1]:
        holder = holder[key]
    if new is None:
        del holder[path[-1]]
    else:
        holder[path[-1]] = new(holder[path[-1]])
    return value


CHANGES: list[Any] = [
    None,
    lambda old: old + 1 if isinstance(old, int) else old,
    lambda old: old + 0.0 if isinstance(old, int) else old,
    lambda old: bool(old),
    lambda old: str(old),
    lambda old: [],
    lambda old: {},
    lambda old: "0.50",
    lambda old: 0,
    lambda old: -1,
    lambda old: 10**15 + 1,
    lambda old: 10**20,
    lambda old: old[::-1] if isinstance(old, (str, list)) else 1,
    lambda old: "\u0430",
    lambda old: {"type": "open", "cell": 3},
]


@pytest.mark.parametrize("game", GAMES)
def test_every_member_changed_or_left_out(game: str) -> None:
    """What is still taken is still right: another order of two equal things, a title, a kept ruleset."""
    value, others = RECORDS[game], []
    for path in paths(value)[1:]:
        for change in CHANGES:
            text = compact(changed(value, path, change))
            if text == compact(value):
                assert agrees(text)
            else:
                others.append(agrees(text))
    assert 0 < sum(others) < len(others) / 5


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "member", ["void", "receipt", "action_receipts", "commitment", "table", "seats", "unknown", "log"]
)
def test_records_with_more_members_are_left_alone(game: str, member: str) -> None:
    assert WHOLE.verified(compact(RECORDS[game] | {member: {}})) is None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"stake":884', b'"stake":884,"stake":884'),
        (b'"stake":884', b'"stake":884.0'),
        (b'"stake":884', b'"stake":8.84e2'),
        (b'"stake":884', b'"stake":0884'),
        (b'"stake":884', b'"stake":+884'),
        (b'"nonce":5', b'"nonce":5,"nonce":5'),
        (b'"nonce":5', b'"nonce":-0'),
        (b'"round_id":"r"', b'"round_id":"\\u0072"'),
        (b'"round_id":"r"', b'"round_id":"\\ud800"'),
        (b'"round_id":"r"', b'"round_id":"\x00"'),
        (b'"round_id":"r"', b'"round_id":"\xff"'),
        (b'"round_id":"r"', b'"round_id":"\xed\xa0\x80"'),
        (b'"round_id":"r"', b'"round_id":"r","round_id":"r"'),
        (b'"actions":[]', b'"actions":[],"actions":[]'),
        (b'"actions":[]', b'"actions":[,]'),
        (b'"actions":[]', b'"actions":null'),
        (b"{", b"\xef\xbb\xbf{"),
        (b"{", b"\x0b{"),
        (b"{", b"[{"),
    ],
)
def test_texts_that_are_no_such_json(old: bytes, new: bytes) -> None:
    text = compact(RECORDS["dice"])
    assert old in text
    assert not agrees(text.replace(old, new, 1))


@given(st.sampled_from(GAMES), st.data())
@settings(max_examples=300)
def test_any_bytes_changed(game: str, data: st.DataObject) -> None:
    text = bytearray(compact(RECORDS[game]))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text) - 1))
        text[at : at + data.draw(st.integers(0, 2))] = data.draw(
            st.binary(max_size=2)
            | st.sampled_from([b'"', b",", b":", b" ", b"0", b"1", b"}", b"e", b".", b"-"])
        )
    agrees(bytes(text))


def test_a_file_with_every_lie_has_the_same_state_as_record_by_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.jsonl"
    lab.write_raw(path, "test", 380, lab.RAW_GAMES, 30, lambda _: None)
    lines = path.read_bytes().splitlines()
    lines[10:10] = [
        b"",
        b"no json",
        b"[]",
        lines[3] + b"\r",
        lines[3].replace(b'"nonce":3', b'"nonce":3,"nonce":3'),
    ]
    path.write_bytes(b"\n".join(lines))
    plan = make_plan([str(path)])
    fast = check.check_unit(plan.sources[0], plan.units[0]).to_json()
    taken = sum(WHOLE.verified(line) is not None for line in lines)
    monkeypatch.setattr(Ordinary, "verified", lambda _self, _text: None)
    assert fast == check.check_unit(plan.sources[0], plan.units[0]).to_json()
    assert taken > 170
    assert fast["files"][0][1][0]["failed"] == 31
