"""Every vector through the code that plays and verifies (vectors/README.md says what a case means)."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from fairseed import FairseedError, SeedPair
from fairseed.commitments import CommitmentError
from fairseed.commitments.cards import HiddenDeck, check_openings, permutation
from fairseed.commitments.chains import check_link, previous, table_client_seed
from fairseed.derivation import Stream, check_client_seed, hash_server_seed, parse_nonce
from fairseed.records import (
    ROUND_TYPE,
    Document,
    UnusableError,
    canonical,
    iter_documents,
    record_digest,
    ruleset,
    ruleset_digest,
)
from fairseed.verification import verify_bundle, verify_record
from games import GAMES, FormatError, RuleError, replay
from games.cards import DECK, RANKS, SHOE, deck
from verifier_cli.match_vectors import play as play_match
from verifier_cli.scheme_vectors import derive as derive_scheme
from verifier_cli.table_vectors import play as play_table
from verifier_cli.table_vectors import rank

VECTORS = Path(__file__).resolve().parents[2] / "vectors"
FILES = sorted(path.stem for path in VECTORS.glob("*.json") if path.stem != "schema")
DECKS = {"52": DECK, "36": DECK[16:], "32": DECK[20:], "six_decks": SHOE}
Case = dict[str, Any]


@cache
def file(kind: str) -> dict[str, Any]:
    return json.loads((VECTORS / f"{kind}.json").read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def cases(kind: str) -> Iterator[Case]:
    """A file's cases, each with the parameters that its group shares."""
    for group in file(kind)["groups"]:
        for case in group["cases"]:
            yield case | {"given": group.get("given", {}) | case["given"]}


def everywhere() -> list[Any]:
    return [pytest.param(kind, case, id=f"{kind}-{case['id']}") for kind in FILES for case in cases(kind)]


class NamedError(Exception):
    """A refusal, by the layer that made it."""


def stream(given: Case) -> Stream:
    return SeedPair(given["server_seed"], given["client_seed"]).stream(parse_nonce(given["nonce"]))


def draw(kind: str, given: Case) -> Case:
    try:
        at = stream(given)
    except FairseedError as error:
        raise NamedError("seed") from error
    if kind == "stream":
        return {"blocks": [at.block(0).hex(), at.block(1).hex()], "words": at.words(16)[0]}
    try:
        return drawn(kind, given, at)
    except (FairseedError, KeyError) as error:
        raise NamedError("draw") from error


def drawn(kind: str, given: Case, at: Stream) -> Case:
    made: Case
    if kind == "uniform":
        values = []
        for _ in range(given["count"]):
            value, at = at.uniform(given["n"])
            values.append(value)
        made = {"values": values}
    elif kind == "shuffle":
        places, at = at.shuffle(range(given["n"]))
        made = {"places": places}
    elif kind == "sample":
        places, at = at.sample(given["n"], given["k"])
        made = {"places": places}
    elif kind == "choice":
        index, at = at.choice(given["weights"])
        made = {"index": index}
    else:
        cards, at = at.shuffle(DECKS[given["deck"]])
        made = {"first": cards[:10], "sha256": hashlib.sha256(" ".join(cards).encode()).hexdigest()}
    return made | {"drawn": at.index}


def play(kind: str, given: Case) -> Case:
    game = GAMES[kind]
    try:
        params = game.read_params(given["params"])
        bet = game.read_bet(given["bet"]) if game.bet_type else None
        game.check(params, bet)
        actions = [game.read_action(action) for action in given["actions"]]
        state = replay(game, params, bet, actions, stream(given))
    except FormatError as error:
        raise NamedError("format") from error
    except RuleError as error:
        raise NamedError("rules") from error
    if not game.finished(state):
        raise NamedError("rules")
    result = game.result(state)
    return {"outcome": result.outcome} | ({"settlement": result.settlement()} if game.bet_type else {})


def hand(given: Case) -> Case:
    """A hand dealt by its server, and what a seat sees of it: openings are checked without the seed."""
    if given["lowest"] not in list(RANKS):
        raise NamedError("draw")
    cards = deck(given["lowest"])
    try:
        nonce, table = parse_nonce(given["nonce"]), table_client_seed(given["client_seeds"])
        promised = given.get("server_seed_hash") or hash_server_seed(given["server_seed"])
        perm, public = permutation(table, promised, nonce, len(cards))
    except FairseedError as error:
        raise NamedError("seed") from error
    if "opened" in given:
        try:
            check_openings(given["opened"], given["deck_root"], perm)
        except CommitmentError as error:
            raise NamedError("cards") from error
        return {}
    hidden = HiddenDeck(given["server_seed"], nonce, cards)
    opened = [hidden.opening(place, perm) for place in given["places"]]
    check_openings(opened, hidden.root, perm)
    return {
        "table_client_seed": table,
        "deck_root": hidden.root,
        "perm": perm,
        "deck": [hidden.slots[slot] for slot in perm],
        "carousel": public.uniform(3)[0],
        "opened": opened,
    }


def link(given: Case) -> Case:
    try:
        before = previous(given["link"])
    except CommitmentError as error:
        raise NamedError("seed") from error
    if "chain_head" in given:
        with pytest.raises(CommitmentError):
            check_link(given["link"], given["chain_head"])
        raise NamedError("commitment")
    return {"before": before}


def commitment(given: Case) -> Case:
    if "link" in given:
        return link(given)
    if "record" in given:
        return {"digest": record_digest(given["record"])}
    if "game" in given:
        game = GAMES[given["game"]]
        params = game.read_params(given["params"])
        parts = (game.name, game.params_dict(params), game.choices, game.paytables(params))
        return {"canonical": canonical(ruleset(*parts)).decode(), "digest": ruleset_digest(*parts)}
    try:
        computed = hash_server_seed(given["server_seed"])
    except FairseedError as error:
        raise NamedError("seed") from error
    if given.get("server_seed_hash", computed) != computed:
        raise NamedError("commitment")
    return {"server_seed_hash": computed}


def service_seed(given: Case) -> Case:
    try:
        check_client_seed(given["client_seed"])
    except FairseedError as error:
        raise NamedError("seed") from error
    return {"utf8": given["client_seed"].encode().hex()}


def documents(given: Case) -> list[Document]:
    data = bytes.fromhex(given["hex"]) if "hex" in given else given["text"].encode()
    found = list(iter_documents(io.BytesIO(data)))
    if not found or any(
        isinstance(one, UnusableError) or one.value.get("type") != ROUND_TYPE for one in found
    ):
        raise NamedError("unusable")
    return found  # type: ignore[return-value]


def statuses(verdict: Any) -> Case:
    return {"verdict": verdict.verdict, "checks": {check.check: check.status for check in verdict.checks}}


def verify(kind: str, given: Case) -> Case:
    found = documents(given)
    if kind in ("records", "table_records", "match_records", "house_records"):
        (document,) = found
        return statuses(verify_record(document))
    *records, bundle = verify_bundle(found)
    return {"records": [statuses(verdict) for verdict in records], "bundle": statuses(bundle)}


def run(kind: str, given: Case) -> Case:
    if kind in GAMES:
        return play(kind, given)
    if kind in ("records", "bundles", "table_records", "match_records", "house_records"):
        return verify(kind, given)
    if kind == "matches":
        return play_match(given, NamedError)
    if kind == "schemes":
        return derive_scheme(given, NamedError)
    if kind in ("rankings", "tables"):
        return (rank if kind == "rankings" else play_table)(given, NamedError)
    others = {"commitments": commitment, "client_seeds": service_seed, "hands": hand}
    return others.get(kind, lambda g: draw(kind, g))(given)


@pytest.mark.parametrize(("kind", "case"), everywhere())
def test_vector(kind: str, case: Case) -> None:
    if "expect" not in case:
        with pytest.raises(NamedError) as refused:
            run(kind, case["given"])
        assert str(refused.value) == case["layer"]
        return
    found = run(kind, case["given"])
    assert found == {name: case["expect"][name] for name in found}
    assert set(case["expect"]) - set(found) <= {"rejected", "canonical"}
    if case["result"] == "refused":
        own = found.get("bundle", found)
        assert own["verdict"] == "failed"
        assert case["layer"] == "records" or own["checks"][case["layer"]] == "fail"


@pytest.mark.parametrize("kind", FILES)
def test_schema(kind: str) -> None:
    schema = json.loads((VECTORS / "schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(file(kind))


@pytest.mark.parametrize("where", ["file", "group", "case", "given", "expect"])
@pytest.mark.parametrize("kind", FILES)
def test_schema_refuses_unknown_fields(kind: str, where: str) -> None:
    schema = json.loads((VECTORS / "schema.json").read_text(encoding="utf-8"))
    changed = json.loads(json.dumps(file(kind)))
    group = changed["groups"][0]
    case = group["cases"][0]
    target = {"file": changed, "group": group, "case": case}.get(where) or case[where]
    target["surprise"] = 1
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(schema).validate(changed)


@pytest.mark.parametrize("kind", FILES)
def test_numbering_and_counts(kind: str) -> None:
    found = list(cases(kind))
    assert [case["id"] for case in found] == list(range(1, len(found) + 1))
    assert file(kind)["count"] == len(found)
    assert file(kind)["refused"] == sum(case["result"] == "refused" for case in found)


def test_a_third_is_refused() -> None:
    count = sum(file(kind)["count"] for kind in FILES)
    refused = sum(file(kind)["refused"] for kind in FILES)
    assert 0.3 <= refused / count <= 0.5
    assert all(file(kind)["refused"] for kind in FILES)
