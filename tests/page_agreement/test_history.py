"""Histories through both implementations: the same counts, the same findings on the same lines, the same refusals."""

from __future__ import annotations

import json
import random
from typing import Any

from fairseed.verification.history import HistoryError, audit_history, read_rows
from fairseed.verification.schemes import known_scheme
from tests.page_agreement.page import Page
from tests.verification import public_rounds
from tests.verification.test_history import as_csv, bets


def by_python(data: bytes, scheme: str, told: dict[str, str]) -> dict[str, Any]:
    known = known_scheme(scheme)
    assert known is not None
    try:
        report = audit_history(read_rows(data), known, told, {})
    except HistoryError as error:
        return {"refused": error.field}
    return {
        "columns": report.columns,
        "bets": report.rows,
        "verdict": report.verdict,
        "counts": {
            check: [count.passed, count.failed, list(count.skipped.values())]
            for check, count in report.counts.items()
        },
        "findings": [[one.check, one.line] for one in report.findings],
        "diagnoses": [
            [pair, found.mistake and found.mistake.name, found.tried] for pair, found in report.diagnoses
        ],
    }


def changed(source: random.Random) -> list[dict[str, str]]:
    """A history with some faults of every kind, or none."""
    rows = bets(source.choice((2, 12)))
    for _ in range(source.randrange(5)):
        at = source.randrange(len(rows))
        kind = source.randrange(9)
        if kind == 0:
            rows[at]["Payout"] = source.choice((
                "0.03", "1", "", "x", ".5", "0.0198000000", "1e-8", "0,0198", "1,234", "$0.0198", "1.98E-2 BTC", "1'234.5", "0"
            ))  # fmt: skip
        elif kind == 1:
            rows[at]["Client Seed"] += source.choice((" ", "\n", "é", '"quoted"'))
        elif kind == 2 and len(rows) > 3:
            del rows[at]
        elif kind == 3:
            rows.insert(source.randrange(len(rows)), dict(rows[at]))
        elif kind == 4:
            rows[at]["Result"] = source.choice(
                ("50.00", "", "5", "roll", "50,00", "29.490000000000002", "1.005")
            )
        elif kind == 5:
            rows[at]["Server Seed"] = source.choice(("", "0" * 64))
        elif kind == 6:
            rows[at]["Next Server Seed Hash"] = source.choice(("", "0" * 64))
        elif kind == 7:
            rows[at]["Game"] = source.choice(("DICE", "keno", "poker", "Stake Dice"))
        else:
            for row in rows:
                row["Nonce"] = str(int(row["Nonce"]) + 1)
    return rows


def test_random_histories_get_the_same_report() -> None:
    source = random.Random(11)
    questions: list[tuple[bytes, str, dict[str, str]]] = []
    for number in range(60):
        rows = changed(source)
        if source.random() < 0.3:
            rows.reverse()
        forms = [
            as_csv(rows),
            as_csv(rows, ";"),
            json.dumps(rows).encode(),
            "\n".join(map(json.dumps, rows)).encode(),
        ]
        questions.append((forms[number % 4], source.choice(("stake", "stake", "stake", "liqd")), {}))
    duel = [
        {"game": "dice", "server_seed": one["server_seed"], "client_seed": one["client_seed"], "nonce": str(one["nonce"]),
         "target": f"{one['params']['target'] / 100:g}", "direction": "Above", "outcome": f"{one['expected']['result'] / 100:.2f}",
         "stake": "1", "payout": one["expected"].get("multiplier", "0")}
        for one in public_rounds.rounds() if one["scheme"] == "duel" and one["game"] == "dice"
    ]  # fmt: skip
    questions.append((as_csv(duel), "duel", {}))
    hidden = [row | {"Server Seed": ""} if at > 23 else row for at, row in enumerate(bets(12))]
    questions.append((as_csv(hidden), "stake", {}))
    wrong = (b'[{"a": 1, "a": 2}]', b'{"a": 1, "b": {"\\u0062": 1, "b": 2}}', b'{"a": "b"}\n{"a": 1, "a": 2}', b"a,b\n1\n", b"a,a\n1,2\n", b'{"a": 1', b"[1]", b'a,b\n"x,1\n', b"client_seed,nonce,server_seed\nc,-1,s\n", b"",
             b"client_seed,nonce,server_seed\nc,1,\n", b"number,client_seed\n1,c\n")  # fmt: skip
    questions += [(data, "stake", {}) for data in wrong]
    with Page() as page:
        found = [
            page.ask(history=data.decode(), scheme=scheme, told=told)["history"]
            for data, scheme, told in questions
        ]
    for answer, question in zip(found, questions, strict=True):
        assert answer == by_python(*question), question[0][:200]
    assert {one.get("verdict", "refused") for one in found} == {"verified", "failed", "pending", "refused"}
