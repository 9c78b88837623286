"""`vectors DIR…`: runs the test vectors of `vectors/` (format: vectors/README.md).

A file has a `kind`; the members of a group's `given` are laid under those of its cases. An accepted case
holds what it must give as `expect`; a refused one names the `layer` that must refuse it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from io import BytesIO
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
from games.cards import RANKS, SHOE, deck
from verifier_cli import terminal
from verifier_cli.cli import SETTINGS, json_option, lang_option
from verifier_cli.inputs import Unusable, unusable
from verifier_cli.language import t

Case = dict[str, Any]
GAMES: Final = (
    "dice",
    "limbo",
    "plinko",
    "mines",
    "hilo",
    "blackjack",
    "russian_poker",
    "five_card_poker",
    "raw",
)


class Refused(Exception):
    """A case was refused, by this layer."""


def _seeds(given: Case) -> tuple[SeedPair, int]:
    try:
        return SeedPair(given["server_seed"], given["client_seed"]), parse_nonce(given["nonce"])
    except FairseedError:
        raise Refused("seed") from None


def _stream(given: Case) -> Case:
    pair, nonce = _seeds(given)
    start = pair.stream(nonce)
    return {"blocks": [start.block(cursor).hex() for cursor in range(2)], "words": start.words(16)[0]}


def _draw(draw: Callable[[Case, Stream], tuple[Case, Stream, int]]) -> Callable[[Case], Case]:
    """A draw of one stream: what it gives, the words it took and how many of them were rejected.
    `draw` returns as its third value the words that it takes where none is rejected."""

    def run(given: Case) -> Case:
        pair, nonce = _seeds(given)
        try:
            told, after, least = draw(given, pair.stream(nonce))
        except FairseedError:
            raise Refused("draw") from None
        return told | {"drawn": after.index, "rejected": after.index - least}

    return run


def _uniform(given: Case, stream: Stream) -> tuple[Case, Stream, int]:
    values = []
    for _ in range(given["count"]):
        value, stream = stream.uniform(given["n"])
        values.append(value)
    return {"values": values}, stream, given["count"] if given["n"] > 1 else 0


def _shuffle(given: Case, stream: Stream) -> tuple[Case, Stream, int]:
    places, after = stream.shuffle(range(given["n"]))
    return {"places": places}, after, max(given["n"] - 1, 0)


def _sample(given: Case, stream: Stream) -> tuple[Case, Stream, int]:
    places, after = stream.sample(given["n"], given["k"])
    return {"places": places}, after, min(given["k"], given["n"] - 1)


def _choice(given: Case, stream: Stream) -> tuple[Case, Stream, int]:
    index, after = stream.choice(given["weights"])
    return {"index": index}, after, 1 if sum(given["weights"]) > 1 else 0


def _cards(given: Case, stream: Stream) -> tuple[Case, Stream, int]:
    cards = {"52": deck(), "36": deck("6"), "32": deck("7"), "six_decks": SHOE}.get(given["deck"])
    if cards is None:
        raise Refused("draw")
    dealt, after = stream.shuffle(cards)
    digest = hashlib.sha256(" ".join(dealt).encode("ascii")).hexdigest()
    return {"first": dealt[:10], "sha256": digest}, after, len(cards) - 1


def _hand(given: Case) -> Case:
    """A hand from its seeds; or, where openings are given, whether they prove their cards."""
    from fairseed.commitments.cards import HiddenDeck, check_openings, permutation
    from fairseed.commitments.chains import table_client_seed
    from fairseed.commitments.errors import CommitmentError

    if given["lowest"] not in tuple(RANKS):
        raise Refused("draw")
    cards = deck(given["lowest"])
    try:
        nonce, table = parse_nonce(given["nonce"]), table_client_seed(given["client_seeds"])
        if "opened" in given:
            perm, _ = permutation(table, given["server_seed_hash"], nonce, len(cards))
            check_openings(given["opened"], given["deck_root"], perm)
            return {"cards": [opening["card"] for opening in given["opened"]]}
        hidden = HiddenDeck(given["server_seed"], nonce, cards)
        perm, public = permutation(table, hash_server_seed(given["server_seed"]), nonce, len(cards))
        opened = [hidden.opening(place, perm) for place in given["places"]]
        check_openings(opened, hidden.root, perm)
    except CommitmentError:
        raise Refused("cards") from None
    except FairseedError:
        raise Refused("seed") from None
    return {
        "table_client_seed": table,
        "deck_root": hidden.root,
        "perm": perm,
        "deck": [hidden.slots[slot] for slot in perm],
        "carousel": public.uniform(3)[0],
        "opened": opened,
    }


def _link(given: Case) -> Case:
    from fairseed.commitments.chains import previous
    from fairseed.commitments.errors import CommitmentError

    try:
        before = previous(given["link"])
    except CommitmentError:
        raise Refused("seed") from None
    if given.get("chain_head", before) != before:
        raise Refused("commitment")
    return {"before": before}


def _commitment(given: Case) -> Case:
    from fairseed.records import canonical, record_digest, ruleset
    from fairseed.records.canonical import DIGESTED
    from games import GAMES

    if "link" in given:
        return _link(given)
    if "record" in given:
        record = given["record"]
        kept = {name: record[name] for name in DIGESTED if name in record}
        kept["seeds"] = {name: seed for name, seed in record["seeds"].items() if name != "server_seed"}
        return {"canonical": canonical(kept).decode("utf-8"), "digest": record_digest(record)}
    if "game" in given:
        game = GAMES[given["game"]]
        params = game.read_params(given["params"])
        rules = ruleset(game.name, game.params_dict(params), game.choices, game.paytables(params))
        text = canonical(rules)
        return {"canonical": text.decode("utf-8"), "digest": hashlib.sha256(text).hexdigest()}
    try:
        seed_hash = hash_server_seed(given["server_seed"])
    except FairseedError:
        raise Refused("seed") from None
    if given.get("server_seed_hash", seed_hash) != seed_hash:
        raise Refused("commitment")
    return {"server_seed_hash": seed_hash}


def _client_seed(given: Case) -> Case:
    try:
        check_client_seed(given["client_seed"])
    except FairseedError:
        raise Refused("seed") from None
    return {"utf8": given["client_seed"].encode("utf-8").hex()}


def _game(kind: str) -> Callable[[Case], Case]:
    def run(given: Case) -> Case:
        from games import GAMES, FormatError, RuleError, replay

        game = GAMES[kind]
        pair, nonce = _seeds(given)
        try:
            params = game.read_params(given["params"])
            bet = game.read_bet(given["bet"]) if game.bet_type else None
            actions = [game.read_action(action) for action in given["actions"]]
            game.check(params, bet)
            state = replay(game, params, bet, actions, pair.stream(nonce))
        except FormatError:
            raise Refused("format") from None
        except RuleError:
            raise Refused("rules") from None
        if not game.finished(state):
            raise Refused("rules")
        result = game.result(state)
        return {"outcome": result.outcome} | ({"settlement": result.settlement()} if game.bet_type else {})

    return run


def _ranking(given: Case) -> Case:
    from verifier_cli.table_vectors import rank

    return rank(given, Refused)


def _table(given: Case) -> Case:
    from verifier_cli.table_vectors import play

    return play(given, Refused)


def _match(given: Case) -> Case:
    from verifier_cli.match_vectors import play

    return play(given, Refused)


def _scheme(given: Case) -> Case:
    from verifier_cli.scheme_vectors import derive

    return derive(given, Refused)


def _bytes(given: Case) -> bytes:
    return bytes.fromhex(given["hex"]) if "hex" in given else given["text"].encode("utf-8")


def _told(verdict: Any) -> Case:
    return {"verdict": verdict.verdict, "checks": {check.check: check.status for check in verdict.checks}}


def _record(given: Case) -> Case:
    from fairseed.records import ROUND_TYPE, UnusableError, read_object
    from fairseed.verification import verify_record

    try:
        document = read_object(_bytes(given))
    except UnusableError:
        raise Refused("unusable") from None
    if document.value.get("type") != ROUND_TYPE:
        raise Refused("unusable")
    return _told(verify_record(document))


def _bundle(given: Case) -> Case:
    from fairseed.records import UnusableError, iter_documents
    from fairseed.verification import verify_bundle

    documents = []
    for document in iter_documents(BytesIO(_bytes(given))):
        if isinstance(document, UnusableError):
            raise Refused("unusable")
        documents.append(document)
    if not documents:
        raise Refused("unusable")
    *records, whole = [_told(verdict) for verdict in verify_bundle(documents)]
    return {"records": records, "bundle": whole}


KINDS: Final[dict[str, Callable[[Case], Case]]] = {
    "stream": _stream,
    "uniform": _draw(_uniform),
    "shuffle": _draw(_shuffle),
    "sample": _draw(_sample),
    "choice": _draw(_choice),
    "cards": _draw(_cards),
    "hands": _hand,
    "commitments": _commitment,
    "client_seeds": _client_seed,
    "records": _record,
    "bundles": _bundle,
    "rankings": _ranking,
    "tables": _table,
    "table_records": _record,
    "matches": _match,
    "schemes": _scheme,
    "match_records": _record,
    "house_records": _record,
} | {game: _game(game) for game in GAMES}


def cases(document: Case) -> Iterator[Case]:
    for group in document["groups"]:
        for case in group["cases"]:
            yield case | {"given": group.get("given", {}) | case["given"]}


def passes(kind: str, case: Case) -> bool:
    """Whether the case does what it says. KeyError, TypeError: it isn't formed as its kind needs.

    A refused record or bundle still has a verdict, in which the check that is its layer fails.
    """
    try:
        found: Case = KINDS[kind](case["given"])
    except Refused as layer:
        return bool(case["result"] == "refused" and case["layer"] == str(layer))
    if case["result"] == "refused" and "expect" not in case:
        return False
    return bool(found == case["expect"])


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
    if document.faults or not isinstance(value, dict) or value.get("kind") not in KINDS:
        return Unusable(str(file), None, t("is not a file of test vectors"))
    failures, count = [], 0
    try:
        for case in cases(value):
            count += 1
            if not passes(value["kind"], case):
                failures.append(case["id"])
    except (KeyError, TypeError, AttributeError):
        return Unusable(str(file), None, t("case {count} is not formed as its layer needs", count=count))
    kind, failed = value["kind"], len(failures)
    return {
        "file": str(file),
        "kind": kind,
        "passed": count - failed,
        "failed": failed,
        "failures": failures,
    }


def run(folders: tuple[str, ...], as_json: bool) -> int:
    results, broken = [], 0
    for folder in folders:
        files = [file for file in sorted(Path(folder).glob("*.json")) if "schema" not in file.name]
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
