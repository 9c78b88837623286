"""Both verifiers: `fairseed-verify`, and the page's modules in a Node process that answers questions. What both say
is compared: verdicts, checks with what was expected and found, warnings."""

from __future__ import annotations

import contextlib
import io
import json
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from verifier_cli.__main__ import main

JUDGE = Path(__file__).with_name("judge.mjs")


class Page:
    """One long-lived `node judge.mjs`."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            ["node", str(JUDGE)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def __enter__(self) -> Page:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.communicate(timeout=60)

    def ask(self, **question: Any) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        assert answer, "node has ended"
        return json.loads(answer)

    def judge(
        self,
        records: Iterable[str | bytes],
        *,
        keys: Sequence[str] = (),
        kept: Iterable[str | bytes] = (),
        complete: bool = False,
        **bundle: Any,
    ) -> dict[str, Any]:
        """Verdicts on records, and with `bundle=True` (and `close=`) that on the bundle that they are."""
        trust = {"keys": list(keys), "kept": [*map(_sent, kept)], "complete": complete}
        return self.ask(records=[*map(_sent, records)], trust=trust, **bundle)


def _sent(document: str | bytes) -> str | dict[str, str]:
    """Bytes need not be UTF-8."""
    return document if isinstance(document, str) else {"hex": document.hex()}


def product(*arguments: str | Path) -> tuple[int, list[dict[str, Any]]]:
    """`fairseed-verify … --json` in this process: its exit code, and a document a line."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main([*map(str, arguments), "--json"])
    out.seek(0)
    return code, [json.loads(line) for line in out]


def agree(
    page: Page,
    command: str,
    path: Path,
    *,
    keys: Sequence[str] = (),
    receipts: Path | None = None,
    complete: bool = False,
    close: Path | None = None,
) -> list[dict[str, Any]]:
    """Asks both about a file of records, a line each, by `round` or `bundle`; returns what both say."""
    options: list[str | Path] = [word for key in keys for word in ("--key", key)]
    options += ["--receipts", receipts] if receipts else []
    options += ["--all-receipts"] if complete else []
    options += ["--close", close] if close else []
    code, documents = product(command, path, *options)
    more: dict[str, Any] = {}
    if command == "bundle":
        more = {"bundle": True, "close": close.read_text("utf-8") if close else None}
    kept = lines(receipts) if receipts else ()
    answer = page.judge(lines(path), keys=keys, kept=kept, complete=complete, **more)
    if code == 2 and not documents:
        assert "refused" in answer or not lines(path), (path, answer)
        return []
    assert "refused" not in answer, (path, answer)
    # A bundle of which no line is a record has no verdict.
    last = [answer["bundle"]] if "refused" not in answer.get("bundle", {"refused": ""}) else []
    said = [*answer["records"], *last]
    ours, theirs = [*map(comparable, documents)], [*map(comparable, said)]
    for line, (one, other) in enumerate(zip(ours, theirs, strict=True), 1):
        assert one == other, f"{path}:{line}: fairseed-verify {command} says {one}, the page {other}"
    return ours


def lines(path: Path) -> list[bytes]:
    return [line for line in path.read_bytes().split(b"\n") if line.strip()]


# Words of a warning that the product tells as a sentence, by the id that the page gives.
WARNINGS = {
    "seed.empty": "must have 1 to 64",
    "seed.too-long": "must have 1 to 64",
    "seed.character": "must not have control",
    "seed.white-space": "must not begin or end",
    "seed.not-composed": "must be in Unicode",
    "warning.ruleset": "ruleset not checked",
    "warning.promises": "a log key was given",
    "warning.receipts": "a receipt key was given",
    "warning.kept": "some of the kept receipts",
    "warning.omitted": "left out of the hand",
}


def warning(told: Any) -> str:
    """Either side's warning, by its id."""
    if isinstance(told, dict):
        return WARNINGS[told["id"]]
    (words,) = {words for words in WARNINGS.values() if words in told}
    return words


def comparable(verdict: Mapping[str, Any]) -> dict[str, Any]:
    """What a verdict of either side says, but for its sentences; or that there is none."""
    if "error" in verdict or verdict.get("refused") == "unusable":
        return {"unusable": True}
    checks = [[one["check"], one["status"], one["expected"], one["actual"]] for one in verdict["checks"]]
    warnings = sorted(warning(told) for told in verdict.get("warnings", ()))
    said = {"verdict": verdict["verdict"], "checks": checks, "warnings": warnings}
    if "records" in verdict:
        return said | {"records": verdict["records"]}
    return said | {"round_id": verdict.get("roundId", verdict.get("round_id"))}
