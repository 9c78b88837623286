"""The bulk audit (docs/audit.md): the same verdicts as `verify_record`, however the work is shared."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import os
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairseed import SeedPair, iter_documents, make_record, verify_bundle
from fairseed.audit import columns, engine, lab
from fairseed.audit.errors import AuditError
from fairseed.audit.report import make_report, make_shard, merge_shards
from fairseed.audit.sources import describe, make_plan
from fairseed.audit.state import State
from fairseed.audit.statistics import Sample, judge, upper_tail
from fairseed.records import Document
from fairseed.verification import Trust, verify_record
from tests.support import ROOT
from verifier_cli.__main__ import main

SOAK = bool(os.environ.get("FAIRSEED_SOAK"))
PAIR = SeedPair("0" * 64, "client")
RUN = {"seconds": 0, "finished": "never"}


def audit(*files: Path, unit_bytes: int = 2**22, **options: Any) -> dict[str, Any]:
    plan = make_plan(map(str, files), unit_bytes=unit_bytes)
    return make_report(describe(plan), (), engine.run(plan, jobs=1, **options), RUN)


def text(report: dict[str, Any]) -> str:
    return json.dumps(report | {"run": None})


def rounds(path: Path, count: int, plant: int = 0, games: tuple[str, ...] = lab.RAW_GAMES) -> dict[str, Any]:
    return lab.write_raw(path, "test", count, games, plant, lambda _: None)


def scaled(path: Path, count: int, game: str, plant: int = 0) -> dict[str, Any]:
    return lab.write_scaled(path, "test", count, game, plant, lambda _: None)


# JSON Lines.


def test_a_bundle_of_every_game_is_verified_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    rounds(path, 180)
    report = audit(path)
    assert report["verdict"] == "verified"
    assert report["rounds"] == {"verified": 180, "failed": 0, "pending": 0, "unusable": 0}
    assert [check["status"] for check in report["bundles"][0]["checks"]] == ["pass", "pass"]
    records = [json.loads(line) for line in path.read_bytes().splitlines()]
    assert {game["game"]: game["rounds"] for game in report["games"]} == dict.fromkeys(
        sorted(lab.RAW_GAMES), 20
    )
    for game in report["games"]:
        own = [
            record["settlement"]
            for record in records
            if record["game"] == game["game"] and "settlement" in record
        ]
        assert game["staked"] == sum(one["staked"] for one in own)
        assert game["returned"] == sum(one["returned"] for one in own)


def test_what_was_planted_is_named_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    manifest = rounds(path, 210, plant=30)
    report = audit(path)
    assert list(lab.differences([manifest], report)) == []
    assert report["rounds"]["failed"] == len(manifest["planted"]) >= 28
    report["failures"].pop()
    assert len(list(lab.differences([manifest], report))) == 1


@pytest.mark.parametrize("unit_bytes", [150, 700, 5000])
def test_units_of_any_size_give_the_same_report(tmp_path: Path, unit_bytes: int) -> None:
    """Lines longer than a unit, blank lines, no line feed at the end, lines that are no JSON."""
    path = tmp_path / "a.jsonl"
    rounds(path, 60, plant=6)
    lines = path.read_bytes().splitlines()
    lines[10:10] = [b"", b"not JSON", b'{"type": "other"}', b"  "]
    path.write_bytes(b"\n".join(lines))
    whole = audit(path, unit_bytes=10**9)
    assert [(found["place"], found["detail"]) for found in whole["unusable"]][1] == (
        13,
        "an object of no known type",
    )
    assert whole["rounds"]["unusable"] == 2
    assert text(audit(path, unit_bytes=unit_bytes)) == text(whole)


def verdicts(path: Path) -> dict[str, Any]:
    """By the production path: counts, and the bundle's own checks."""
    with path.open("rb") as file:
        documents = (found for found in iter_documents(file) if isinstance(found, Document))
        *_, last = verify_bundle(documents)
    checks = {check.check: (check.status, check.text) for check in last.checks[:2]}
    return {"records": last.records, "checks": checks}


@given(st.lists(st.integers(0, 5), max_size=8), st.integers(1, 900), st.booleans())
@settings(max_examples=300 if SOAK else 15)
def test_the_bundle_checks_are_those_of_verify_bundle(
    nonces: list[int], unit_bytes: int, right: bool
) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.jsonl"
        others = SeedPair("1" * 64, "client")
        with path.open("w") as file:
            for place, nonce in enumerate(range(len(nonces)) if right else nonces):
                pair = others if place and nonces[place] == 5 else PAIR
                params, bet = {"target": "50.00", "direction": "over"}, {"stake": 1}
                record = make_record(pair, nonce, "dice", params, bet, round_id=str(place), reveal=True)
                file.write(json.dumps(record) + "\n")
        report = audit(path, unit_bytes=unit_bytes)["bundles"][0]
        expected = verdicts(path)
        assert {check["check"]: (check["status"], check["detail"]) for check in report["checks"]} == expected[
            "checks"
        ]
        assert {name: report["records"][name] for name in expected["records"]} == expected["records"]


def test_one_object_over_several_lines_is_one_record(tmp_path: Path) -> None:
    record = make_record(PAIR, 0, "limbo", {"target": "2.00"}, {"stake": 5}, round_id="r", reveal=True)
    path = tmp_path / "one.json"
    path.write_text(json.dumps(record, indent=2) + "\n")
    assert audit(path)["rounds"]["verified"] == 1
    path.write_bytes(b"")
    assert audit(path)["verdict"] == "unusable"


def test_pending_records(tmp_path: Path) -> None:
    record = make_record(
        PAIR, 0, "dice", {"target": "50.00", "direction": "over"}, {"stake": 1}, round_id="r"
    )
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps(record) + "\n")
    report = audit(path)
    assert report["verdict"] == "pending"
    assert report["games"] == []


# Typed columns.


def rewrite(path: Path, changes: dict[str, Any], header: dict[str, Any] | None = None) -> None:
    """The file again, with columns and members of its metadata changed."""
    table = pq.read_table(path)
    metadata = json.loads(table.schema.metadata[b"fairseed"])
    for name, column in changes.items():
        place = table.schema.get_field_index(name)
        table = table.append_column(name, column) if place < 0 else table.set_column(place, name, column)
    table = table.replace_schema_metadata({"fairseed": json.dumps(metadata | (header or {}))})
    pq.write_table(table, path, row_group_size=1000)


def row_verdicts(path: Path) -> Iterator[Any]:
    """Every row as a record, by the production path."""
    file = pq.ParquetFile(path)
    header = columns.read_header(str(path), file)
    checker = columns.Checker(header, Trust())
    for row in file.read().to_pylist():
        named = row.pop("round_id", None)
        yield verify_record(checker._record(row, named))


def same_as_one_by_one(path: Path) -> dict[str, Any]:
    """The report, once it is what `verify_record` says of each row."""
    report = audit(path)
    counts = {"verified": 0, "failed": 0, "pending": 0, "unusable": 0}
    tallies: dict[str, dict[str, int]] = {}
    failures = []
    for place, verdict in enumerate(row_verdicts(path), 1):
        counts[verdict.verdict] += 1
        for check in verdict.checks:
            tallies.setdefault(check.check, {"pass": 0, "fail": 0, "skip": 0})[check.status] += 1
        if verdict.verdict == "failed":
            failures.append((place, [check.check for check in verdict.checks if check.status == "fail"]))
    assert report["rounds"] == counts
    assert report["checks"] == tallies
    named = [(found["place"], [check["check"] for check in found["checks"]]) for found in report["failures"]]
    assert named == failures[:1000]
    assert report["failures_not_named"] == len(failures) - len(named)
    return report


@pytest.mark.parametrize("game", columns.COLUMNS)
def test_honest_columns_are_verified_and_every_lie_is_named(tmp_path: Path, game: str) -> None:
    path = tmp_path / "a.parquet"
    manifest = scaled(path, 3000, game, plant=9)
    report = same_as_one_by_one(path)
    assert list(lab.differences([manifest], report)) == []
    assert report["rounds"]["failed"] == 9
    (found,) = report["games"]
    table = pq.read_table(path).to_pylist()
    lies = {lie["nonce"] for lie in manifest["planted"]}
    assert found["staked"] == sum(row["stake"] for row in table if row["nonce"] not in lies)
    assert found["returned"] == sum(row["returned"] for row in table if row["nonce"] not in lies)


@pytest.mark.parametrize("game", columns.COLUMNS)
def test_columns_and_records_of_the_same_rounds_give_the_same_report(tmp_path: Path, game: str) -> None:
    """Statistics and theoretical returns are made of whole arrays here, of single records there."""
    path, lines = tmp_path / "a.parquet", tmp_path / "a.jsonl"
    scaled(path, 800, game, plant=3)
    file = pq.ParquetFile(path)
    checker = columns.Checker(columns.read_header(str(path), file), Trust())
    lines.write_text(
        "".join(json.dumps(checker._record(row, None)) + "\n" for row in file.read().to_pylist())
    )
    one, other = audit(path), audit(lines)
    for part in ("verdict", "rounds", "checks", "games", "samples"):
        assert one[part] == other[part], part
    for mine, theirs in zip(one["failures"], other["failures"], strict=True):
        assert mine | {"file": None} == theirs | {"file": None}


INTEGERS = st.integers(-3, 2000) | st.sampled_from(
    [10**15, 10**15 + 1, 2**53 - 1, 2**53, 2**63 - 1, -(2**63)]
)


@given(st.sampled_from(sorted(columns.COLUMNS)), st.data())
@settings(max_examples=500 if SOAK else 40)
def test_columns_that_hold_anything_are_judged_as_records(game: str, data: st.DataObject) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.parquet"
        scaled(path, 12, game)
        name = data.draw(st.sampled_from([name for name in columns.COLUMNS[game] if name != "over"]))
        column = data.draw(st.lists(st.none() | INTEGERS, min_size=12, max_size=12))
        rewrite(path, {name: pa.array(column, pa.int64())})
        same_as_one_by_one(path)


@pytest.mark.parametrize(
    "header",
    [
        {"params": {"rtp": "0.90"}},
        {"params": {"rtp": "2"}},
        {"params": {"max_payout": 500}},
        {"params": {"max_payout": 10**15}},
        {"params": {"max_payout": 0}},
        {"params": {"unknown": 1}},
        {"params": {"rtp": 1}},
    ],
    ids=str,
)
@pytest.mark.parametrize("game", columns.COLUMNS)
def test_rules_of_a_file(tmp_path: Path, game: str, header: dict[str, Any]) -> None:
    path = tmp_path / "a.parquet"
    scaled(path, 60, game)
    rewrite(path, {}, header)
    same_as_one_by_one(path)


@pytest.mark.parametrize("change", ["hidden", "broken", "malformed", "scheme", "another"])
def test_seeds_of_a_file(tmp_path: Path, change: str) -> None:
    path = tmp_path / "a.parquet"
    scaled(path, 60, "dice")
    seeds = lab.Collection("test").seeds
    if change == "hidden":
        del seeds["server_seed"]
    elif change == "broken":
        seeds["server_seed_hash"] = "0" * 64
    elif change == "malformed":
        seeds["server_seed"] = "x"
    elif change == "scheme":
        seeds["scheme"] = "other"
    else:
        seeds["client_seed"] = "другой"
    rewrite(path, {}, {"seeds": seeds})
    report = same_as_one_by_one(path)
    assert report["verdict"] == ("pending" if change == "hidden" else "failed")


def test_more_failures_than_are_named_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    scaled(path, 1200, "dice")
    rewrite(path, {"returned": pa.array([7] * 1200)})
    report = same_as_one_by_one(path)
    assert len(report["failures"]) == 1000
    assert report["failures_not_named"] == 200


def test_the_ids_of_rows_are_told(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    scaled(path, 5, "dice", plant=1)
    rewrite(path, {"round_id": pa.array([f"id-{n}" for n in range(5)])})
    (failure,) = audit(path)["failures"]
    assert failure["round_id"] == f"id-{failure['nonce']}"


def test_a_gap_or_a_double_among_the_nonces_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    scaled(path, 2500, "dice")
    table = pq.read_table(path)
    pq.write_table(pa.concat_tables([table.slice(0, 1700), table.slice(1701)]), path, row_group_size=1000)
    (bundle,) = audit(path)["bundles"]
    nonces = bundle["checks"][0]
    assert (nonces["status"], nonces["expected"], nonces["actual"]) == ("fail", 1700, 1701)
    pq.write_table(table.slice(1), path, row_group_size=1000)
    assert audit(path)["bundles"][0]["checks"][0]["expected"] == 0


def test_records_in_a_column(tmp_path: Path) -> None:
    lines, path = tmp_path / "a.jsonl", tmp_path / "a.parquet"
    rounds(lines, 70, plant=7)
    texts = [line.decode() for line in lines.read_bytes().splitlines()]
    pq.write_table(pa.table({"record": pa.array([*texts, None, "[]"])}), path, row_group_size=20)
    one, other = audit(path), audit(lines)
    assert one["rounds"] == other["rounds"] | {"unusable": 2}
    for part in ("checks", "games", "samples"):
        assert one[part] == other[part], part
    places = [[found["place"] for found in report["failures"]] for report in (one, other)]
    assert places[0] == places[1]
    assert [found["place"] for found in one["unusable"]] == [71, 72]


def header_with(**members: Any) -> bytes:
    return json.dumps(
        {"type": "fairseed/rounds/v1", "game": "dice", "seeds": {}, "params": {}} | members
    ).encode()


@pytest.mark.parametrize(
    ("columns_", "metadata", "told"),
    [
        ({"nonce": [1]}, None, "has neither a column record nor the metadata"),
        ({"nonce": [1]}, b"{", "metadata is not JSON"),
        ({"nonce": [1]}, b'{"type": "x", "type": "y"}', "metadata: repeated key"),
        ({"nonce": [1]}, b"{}", "metadata must be an object"),
        ({"nonce": [1]}, header_with(game=["dice"]), "has no typed columns"),
        ({"nonce": [1]}, header_with(game={}), "has no typed columns"),
        ({"record": [1]}, None, "must be of type string"),
    ],
)
def test_what_is_no_file_of_rounds_is_refused(
    tmp_path: Path, columns_: dict[str, Any], metadata: bytes | None, told: str
) -> None:
    path = tmp_path / "a.parquet"
    table = pa.table(columns_).replace_schema_metadata(None if metadata is None else {b"fairseed": metadata})
    pq.write_table(table, path)
    with pytest.raises(AuditError, match=told):
        make_plan([str(path)])


def test_a_column_too_few_or_too_many_or_of_another_type_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    scaled(path, 3, "dice")
    table = pq.read_table(path)
    for other, told in (
        (table.drop_columns("roll"), "has no column roll"),
        (table.append_column("extra", pa.array([1, 2, 3])), "column extra is not known"),
        (table.set_column(4, "roll", pa.array(["1", "2", "3"])), "column roll must be of type int32"),
        (table.set_column(3, "over", pa.array([1, 0, 1])), "column over must be of type bool"),
    ):
        pq.write_table(other, path)
        with pytest.raises(AuditError, match=told):
            make_plan([str(path)])
    for name in ("roll", "over"):
        double = pa.Table.from_arrays([*table.columns, table[name]], [*table.column_names, name])
        pq.write_table(double.replace_schema_metadata(table.schema.metadata), path)
        with pytest.raises(AuditError, match=f"has two columns {name}"):
            make_plan([str(path)])
    pq.write_table(pa.Table.from_arrays([pa.array(["{}"])] * 2, ["record", "record"]), path)
    with pytest.raises(AuditError, match="has two columns record"):
        make_plan([str(path)])
    path.write_bytes(b"PAR1 and nothing else")
    with pytest.raises(AuditError, match="is no readable Parquet file"):
        make_plan([str(path)])


@pytest.mark.parametrize("columns_", ["typed", "record"])
def test_a_file_that_is_damaged_within_is_refused_or_judged(tmp_path: Path, columns_: str) -> None:
    """Bits of a value turn a round into a lie; bits of what holds the values make the file unreadable."""
    path, random = tmp_path / "a.parquet", Random(1)
    if columns_ == "typed":
        scaled(path, 30, "dice")
        pq.write_table(pq.read_table(path), path, compression="none")
    else:
        rounds(tmp_path / "a.jsonl", 30)
        lines = (tmp_path / "a.jsonl").read_text("utf-8").splitlines()
        pq.write_table(pa.table({"record": lines}), path, compression="snappy")
    whole, refused = path.read_bytes(), 0
    for _ in range(60):
        damaged = bytearray(whole)
        damaged[random.randrange(4, len(whole))] ^= 1 << random.randrange(8)
        path.write_bytes(damaged)
        try:
            audit(path)
        except AuditError:
            refused += 1
    assert refused


# The same report, however the work is shared.


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("mixed")
    paths = [folder / "a.jsonl", folder / "b.parquet", folder / "c.jsonl"]
    rounds(paths[0], 90, plant=5)
    scaled(paths[1], 4000, "limbo", plant=4)
    rewrite(paths[1], {})
    rounds(paths[2], 30, plant=2)
    return paths


@pytest.mark.parametrize("parts", [1, 2, 3, 7, 50])
def test_shards_join_to_the_whole_in_any_order(mixed: list[Path], parts: int) -> None:
    names = [str(path) for path in mixed]
    shards = []
    for part in range(parts, 0, -1):
        plan = make_plan(names, shard=(part, parts), unit_bytes=9000)
        shards.append(json.loads(json.dumps(make_shard(plan, engine.run(plan, jobs=1), RUN))))
    merged = merge_shards(shards, [f"shard {k}" for k in range(parts)])
    assert text(merged) == text(audit(*mixed, unit_bytes=9000))


def test_a_file_given_twice_or_compressed_is_refused(tmp_path: Path) -> None:
    first, copy, empty = (tmp_path / name for name in ("first.jsonl", "copy.jsonl", "empty.jsonl"))
    rounds(first, 3)
    copy.write_bytes(first.read_bytes())
    empty.touch()
    with pytest.raises(AuditError, match=r"first\.jsonl: give each file once") as caught:
        make_plan([str(first), str(empty), str(empty), str(copy)])
    assert caught.value.field == str(copy)
    for pack in (gzip.compress, bz2.compress, lzma.compress):
        copy.write_bytes(pack(first.read_bytes()))
        with pytest.raises(AuditError, match="is compressed"):
            make_plan([str(copy)])
    with zipfile.ZipFile(copy, "w") as packed:
        packed.write(first)
    with pytest.raises(AuditError, match="is compressed"):
        make_plan([str(copy)])


def test_shards_that_do_not_belong_together_are_refused(mixed: list[Path]) -> None:
    def shard(part: int, parts: int, files: list[Path]) -> dict[str, Any]:
        plan = make_plan([str(path) for path in files], shard=(part, parts))
        return make_shard(plan, engine.run(plan, jobs=1), RUN)

    one, two = shard(1, 2, mixed[:1]), shard(2, 2, mixed[:1])
    for shards, told in (
        ([one], "missing of 2: 2"),
        ([one, one], "shard 1 is given twice"),
        ([one, shard(2, 3, mixed[:1])], "is a shard of another audit"),
        ([one, shard(2, 2, mixed[2:])], "is a shard of another audit"),
        ([one, two, {"type": "other"}], "is no shard of an audit"),
        ([[]], "is no shard of an audit"),
        ([one, {**two, "digest": "0" * 64}], "is no shard of an audit"),
        ([one, {**two, "shard": [2, 10**12]}], "is no shard of an audit"),
        ([one, {**two, "shard": [True, 2]}], "is no shard of an audit"),
        ([one, {**two, "sources": []}], "is no shard of an audit"),
        *(
            ([one, {key: value for key, value in two.items() if key != name}], "is no shard of an audit")
            for name in two
        ),
    ):
        with pytest.raises(AuditError, match=told):
            merge_shards(shards, [str(k) for k in range(len(shards))])


def test_processes_and_threads_give_the_same_report(mixed: list[Path]) -> None:
    plan = make_plan([str(path) for path in mixed], unit_bytes=9000)
    report = make_report(describe(plan), (), engine.run(plan, jobs=2), RUN)
    assert text(report) == text(audit(*mixed, unit_bytes=9000))


class Interrupted(Exception):
    pass


def test_an_audit_interrupted_after_every_unit_goes_on_and_ends_the_same(
    mixed: list[Path], tmp_path: Path
) -> None:
    checkpoint = str(tmp_path / "kept.json")
    plan = make_plan([str(path) for path in mixed], unit_bytes=9000)
    seen: list[int] = []

    def stop(progress: engine.Progress) -> None:
        # The checkpoint of the unit before this one is written.
        seen.append(progress.rounds)
        if len(seen) % 2 == 0:
            raise Interrupted

    state = None
    while state is None:
        try:
            state = engine.run(plan, jobs=1, checkpoint=checkpoint, tell=stop, seconds=0)
        except Interrupted:
            pass
    assert len(seen) > len(plan.units)
    assert not Path(checkpoint).exists()
    assert text(make_report(describe(plan), (), state, RUN)) == text(audit(*mixed, unit_bytes=9000))


def test_a_checkpoint_of_another_audit_is_refused(mixed: list[Path], tmp_path: Path) -> None:
    checkpoint = tmp_path / "kept.json"
    plan = make_plan([str(mixed[0])])
    engine._Checkpoint(plan, str(checkpoint)).write(1, State())
    with pytest.raises(AuditError, match="belongs to an audit of other files"):
        engine.run(make_plan([str(mixed[2])]), jobs=1, checkpoint=str(checkpoint))
    whole = json.loads(checkpoint.read_bytes())
    broken: list[Any] = [{}, [], None, 1, {**whole, "digest": "0" * 64}]
    broken += [
        {key: value for key, value in whole.items() if key != name} for name in ("done", "state", "digest")
    ]
    broken += [
        {**whole, name: value} for name in ("done", "state") for value in (-1, 10**9, None, [], {}, "1")
    ]
    texts = [json.dumps(each).encode() for each in broken]
    # Any digit that turned into another, any byte that is missing.
    text = checkpoint.read_bytes()
    texts += [text[:at] + b"7" + text[at + 1 :] for at in range(len(text)) if text[at : at + 1] in b"0123456"]
    texts += [text[:at] for at in range(0, len(text), 7)] + [b"[" * 100_000, b"9" * 10_000]
    for each in texts:
        checkpoint.write_bytes(each)
        with pytest.raises(AuditError, match=r"is no checkpoint|belongs to an audit of other files"):
            engine.run(plan, jobs=1, checkpoint=str(checkpoint))


def command(*arguments: str | Path, code: int) -> subprocess.CompletedProcess[bytes]:
    ran = subprocess.run(
        [sys.executable, "-m", "verifier_cli", *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        timeout=120,
    )
    assert ran.returncode == code, ran.stderr
    assert b"Traceback" not in ran.stderr
    return ran


def test_killed_and_resumed_the_report_is_the_same(tmp_path: Path) -> None:
    """SIGKILL as soon as a checkpoint is there; what the second run answers is what one run answers."""
    path, checkpoint = tmp_path / "a.jsonl", tmp_path / "kept.json"
    rounds(path, 1500, plant=12, games=("hilo",))
    code = (
        "import sys\n"
        "from fairseed.audit import engine, sources\n"
        "engine.run(sources.make_plan([sys.argv[1]], unit_bytes=8000), jobs=1, checkpoint=sys.argv[2], seconds=0)\n"
    )
    child = subprocess.Popen([sys.executable, "-c", code, path, checkpoint], cwd=ROOT, start_new_session=True)
    while not checkpoint.exists():
        assert child.poll() is None, "it ended before it could be killed"
        time.sleep(0.01)
    os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    kept = json.loads(checkpoint.read_bytes())
    assert 0 < kept["done"] < kept["units"]
    whole = audit(path, unit_bytes=8000)
    assert text(audit(path, unit_bytes=8000, checkpoint=str(checkpoint))) == text(whole)
    assert whole["rounds"]["failed"] == 12


# The command.


def test_the_command_answers_as_bundle_does(mixed: list[Path], tmp_path: Path) -> None:
    ran = command("audit", mixed[0], "--jobs", "1", "--json", "--html", tmp_path / "r.html", code=1)
    report = json.loads(ran.stdout)
    expected = audit(mixed[0])
    assert report | {"run": None} == expected | {"run": None}
    page = (tmp_path / "r.html").read_text("utf-8")
    for failure in report["failures"]:
        assert f"{failure['file']}:{failure['place']}" in page
    assert "src=" not in page
    told = command("audit", mixed[0], "--jobs", "1", "--lang", "ru", code=1).stdout.decode()
    assert "Аудит не сошёлся" in told
    (tmp_path / "report.json").write_bytes(ran.stdout)
    (tmp_path / "a.jsonl").write_bytes(mixed[0].read_bytes())
    manifest = rounds(tmp_path / "again.jsonl", 90, plant=5)
    assert manifest["sha256"] == report["bundles"][0]["sha256"]


def test_shards_by_the_command(mixed: list[Path], tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for part, code in (("1", 1), ("2", 0)):
        assert main(["audit", str(mixed[1]), "--shard", f"{part}/2", "--json"]) == code
        (tmp_path / part).write_text(capfd.readouterr().out)
    assert main(["merge", str(tmp_path / "2"), str(tmp_path / "1"), "--json"]) == 1
    merged = json.loads(capfd.readouterr().out)
    assert merged | {"run": None} == audit(mixed[1]) | {"run": None}


def test_what_the_command_refuses(
    tmp_path: Path, mixed: list[Path], capfd: pytest.CaptureFixture[str]
) -> None:
    nothing = tmp_path / "nothing"
    for arguments in (
        ["audit", nothing],
        ["audit", "-"],
        ["audit", tmp_path],
        ["audit", mixed[0], "--shard", "3/2"],
        ["audit", mixed[0], "--shard", "0/2"],
        ["audit", mixed[0], "--shard", "1/2", "--html", tmp_path / "x"],
        ["audit", mixed[0], "--key", "x"],
        ["audit", mixed[2], "--html", tmp_path / "no" / "x"],
        ["merge", mixed[0]],
        ["merge", nothing],
        ["lab", "scaled", tmp_path / "no" / "x", "--rounds", "1"],
        ["lab", "raw", tmp_path / "x", "--rounds", "1", "--plant", "2"],
        ["lab", "manifest", tmp_path],
    ):
        assert main([str(argument) for argument in arguments]) == 2, arguments
        said = capfd.readouterr()
        assert said.out == ""
        assert said.err


@pytest.mark.soak
def test_collections_by_the_command(tmp_path: Path) -> None:
    command("lab", "raw", tmp_path / "a.jsonl", "--rounds", "20", "--plant", "3", "--game", "dice", code=0)
    command("lab", "scaled", tmp_path / "b.parquet", "--rounds", "500", "--plant", "3", code=0)
    ran = command("audit", tmp_path / "a.jsonl", tmp_path / "b.parquet", "--json", "--jobs", "1", code=1)
    (tmp_path / "report.json").write_bytes(ran.stdout)
    found = command("lab", "manifest", tmp_path, "--report", tmp_path / "report.json", "--json", code=0)
    assert json.loads(found.stdout)["differences"] == []
    with (tmp_path / "a.jsonl").open("ab") as file:
        file.write(b"\n")
    assert json.loads(command("lab", "manifest", tmp_path, "--json", code=1).stdout)["changed"] == ["a.jsonl"]


HIDE = """
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {hidden}:
            raise ImportError(name)
sys.meta_path.insert(0, Hidden())
from verifier_cli.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


def hiding(*hidden: str, arguments: list[str | Path], code: int) -> subprocess.CompletedProcess[bytes]:
    script = HIDE.replace("{hidden}", repr(set(hidden)))
    ran = subprocess.run(
        [sys.executable, "-c", script, *map(str, arguments)], cwd=ROOT, capture_output=True, timeout=120
    )
    assert ran.returncode == code, ran.stderr
    return ran


def test_without_numba_all_is_the_same_but_slower(mixed: list[Path]) -> None:
    arguments = ["audit", *mixed, "--json", "--jobs", "2"]
    ran = hiding("numba", "llvmlite", arguments=arguments, code=1)
    assert json.loads(ran.stdout) | {"run": None} == audit(*mixed) | {"run": None}


def test_without_the_optional_groups_records_are_audited_and_parquet_is_refused(mixed: list[Path]) -> None:
    groups = ("numba", "llvmlite", "numpy", "pyarrow", "distributed", "dask")
    ran = hiding(*groups, arguments=["audit", mixed[0], "--json", "--jobs", "1"], code=1)
    assert json.loads(ran.stdout) | {"run": None} == audit(mixed[0]) | {"run": None}
    assert b"fairseed[audit]" in hiding(*groups, arguments=["audit", mixed[1]], code=2).stderr
    assert (
        b"fairseed[cluster]"
        in hiding(*groups, arguments=["audit", mixed[0], "--cluster", "tcp://x:1"], code=2).stderr
    )


# Statistics.


@pytest.mark.parametrize(
    ("degrees", "value", "p"),
    # Critical values of the usual tables (NIST/SEMATECH e-Handbook 1.3.6.7.4).
    [(1, 3.841, 0.05), (1, 6.635, 0.01), (5, 11.070, 0.05), (10, 23.209, 0.01), (51, 68.669, 0.05), (100, 124.342, 0.05),
     (100, 77.929, 0.95), (50, 29.707, 0.99)],
)  # fmt: skip
def test_the_tail_of_chi_square_is_that_of_the_tables(degrees: int, value: float, p: float) -> None:
    assert upper_tail(degrees, value) == pytest.approx(p, abs=2e-5)


def test_even_degrees_have_a_closed_form() -> None:
    from math import exp, factorial

    for half in (1, 2, 5, 20, 68):
        for value in (0.1, 1.0, 30.0, 136.0, 300.0):
            exact = exp(-value / 2) * sum((value / 2) ** k / factorial(k) for k in range(half))
            assert upper_tail(2 * half, value) == pytest.approx(exact, rel=1e-9, abs=1e-15)


def test_a_biased_sample_is_told_from_a_fair_one() -> None:
    assert float(judge("hilo", Sample([1000] * 52))["p"]) == 1
    assert float(judge("hilo", Sample([1000] * 51 + [1500]))["p"]) < 1e-6
    assert judge("hilo", Sample([1] * 8 + [0] * 44))["p"] is None


def test_the_samples_of_many_honest_rounds_look_like_chance(tmp_path: Path) -> None:
    count = 2_000_000 if SOAK else 60_000
    for game in columns.COLUMNS:
        path = tmp_path / f"{game}.parquet"
        scaled(path, count, game)
        report = audit(path)
        assert report["verdict"] == "verified"
        for sample in report["samples"]:
            assert float(sample["p"]) > 1e-5, sample
        (found,) = report["games"]
        gap = abs(Fraction(found["returned"], found["staked"]) - Fraction(found["rtp_theoretical"]))
        assert gap < (Fraction(1, 100) if SOAK else Fraction(5, 100))


def test_sums_are_exact_beyond_64_bits() -> None:
    values = np.full(5000, 10**15, np.int64) + np.arange(5000)
    assert columns._sum(values) == 5000 * 10**15 + sum(range(5000))
    assert columns._sums(np.zeros(5000, np.int64), values, 1) == [5000 * 10**15 + sum(range(5000))]
