"""`vectors DIR…`: runs JSON test vectors; every case must give what it expects or be refused.

A file is `{"type": "fairseed/vectors/v1", "layer": …, "groups": [{…, "cases": [{…}]}]}`. A case's members
are laid over those of its group. It holds `expected` (compared as JSON) or `refused` (the name of the layer
that must refuse it: `seeds`, `draw` or `params`; of records the check that must fail).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import click

from fairseed.derivation import (
    FairseedError,
    SeedPair,
    Stream,
    check_client_seed,
    hash_server_seed,
    parse_nonce,
)
from verifier_cli import terminal
from verifier_cli.cli import SETTINGS, json_option, lang_option
from verifier_cli.draws import DRAWS
from verifier_cli.inputs import Unusable, unusable
from verifier_cli.language import t

TYPE: Final = "fairseed/vectors/v1"
Case = dict[str, Any]


class Refused(Exception):
    """A case was refused, by this layer."""


def _stream(case: Case) -> Stream:
    try:
        return SeedPair(case["server_seed"], case["client_seed"]).stream(parse_nonce(str(case["nonce"])))
    except FairseedError:
        raise Refused("seeds") from None


def _draw(draw: Callable[[Case, Stream], Any]) -> Callable[[Case], Any]:
    def run(case: Case) -> Any:
        stream = _stream(case)
        try:
            return draw(case, stream)
        except FairseedError:
            raise Refused("draw") from None

    return run


def _uniform(case: Case, stream: Stream) -> list[int]:
    drawn = []
    for _ in range(case["count"]):
        value, stream = stream.uniform(case["n"])
        drawn.append(value)
    return drawn


def _game(case: Case) -> Any:
    from games import GameError

    stream = _stream(case)
    try:
        return DRAWS[case["game"]](case["options"], stream)
    except (FairseedError, GameError):
        raise Refused("params") from None


def _commitment(case: Case) -> str:
    try:
        return hash_server_seed(case["server_seed"])
    except FairseedError:
        raise Refused("seeds") from None


def _client_seed(case: Case) -> None:
    try:
        check_client_seed(case["client_seed"])
    except FairseedError:
        raise Refused("seeds") from None


def _record(case: Case) -> str:
    from fairseed.records import Document
    from fairseed.verification import verify_record

    return _verdict([verify_record(Document(case["record"]))])


def _bundle(case: Case) -> str:
    from fairseed.records import Document
    from fairseed.verification import verify_bundle

    return _verdict(list(verify_bundle(Document(record) for record in case["records"])))


def _verdict(verdicts: list[Any]) -> str:
    """The last verdict; the first check that failed refuses."""
    for verdict in verdicts:
        for check in verdict.checks:
            if check.status == "fail":
                raise Refused(check.check)
    return str(verdicts[-1].verdict)


LAYERS: Final[dict[str, Callable[[Case], Any]]] = {
    "words": _draw(lambda case, stream: stream.words(case["count"])[0]),
    "bytes": _draw(lambda case, stream: stream.bytes(case["count"])[0].hex()),
    "uniform": _draw(_uniform),
    "uint64": _draw(lambda _case, stream: str(stream.uint64()[0])),
    "shuffle": _draw(lambda case, stream: stream.shuffle(range(case["n"]))[0]),
    "sample": _draw(lambda case, stream: stream.sample(case["n"], case["k"])[0]),
    "choice": _draw(lambda case, stream: stream.choice(case["weights"])[0]),
    "commitment": _commitment,
    "client_seed": _client_seed,
    "game": _game,
    "record": _record,
    "bundle": _bundle,
}


def cases(document: Case) -> Iterator[Case]:
    for group in document["groups"]:
        shared = {name: value for name, value in group.items() if name != "cases"}
        for case in group["cases"]:
            yield shared | case


def passes(layer: str, case: Case) -> bool:
    """Whether the case does what it says. KeyError, TypeError: it isn't formed as its layer needs."""
    try:
        found = LAYERS[layer](case)
    except Refused as refused:
        return case.get("refused") == str(refused)
    return "refused" not in case and bool(found == case["expected"])


def run_file(file: Path) -> dict[str, Any] | Unusable:
    """`{"file", "layer", "passed", "failed", "failures"}`, or why the file can't be run."""
    from fairseed.records import UnusableError, read_json

    try:
        document = read_json(file.read_bytes())
    except UnusableError as error:
        return unusable(str(file), error)
    except OSError as error:
        return Unusable(str(file), None, t("can't be read: {reason}", reason=t(error.strerror or str(error))))
    value = document.value
    if document.faults or not isinstance(value, dict) or value.get("type") != TYPE:
        return Unusable(str(file), None, t("is not a file of test vectors"))
    failures, count = [], 0
    try:
        for case in cases(value):
            count += 1
            if not passes(value["layer"], case):
                failures.append(case["id"])
    except (KeyError, TypeError, AttributeError):
        return Unusable(str(file), None, t("case {count} is not formed as its layer needs", count=count))
    layer, failed = value["layer"], len(failures)
    return {
        "file": str(file),
        "layer": layer,
        "passed": count - failed,
        "failed": failed,
        "failures": failures,
    }


def run(folders: tuple[str, ...], as_json: bool) -> int:
    results, broken = [], 0
    for folder in folders:
        files = [file for file in sorted(Path(folder).rglob("*.json")) if "schema" not in file.name]
        for file in files:
            result = run_file(file)
            if isinstance(result, Unusable):
                result.tell(as_json)
                broken += 1
                continue
            results.append(result)
            if as_json:
                terminal.print_json(result)
            else:
                terminal.print_vectors(result)
    if not any(result["passed"] + result["failed"] for result in results):
        terminal.note(t("no test vector was found"))
        return 2
    if any(result["failed"] for result in results):
        return 1
    return 2 if broken else 0


def build() -> click.Command:
    return click.Command(
        "vectors",
        callback=run,
        params=[
            click.Argument(["folders"], nargs=-1, required=True, metavar="DIR..."),
            json_option(),
            lang_option(),
        ],
        help=t("Run the test vectors of folders; counts by file."),
        epilog=t("Exit codes: 0 passed, 1 failed, 2 unusable or none."),
        context_settings=SETTINGS,
    )
