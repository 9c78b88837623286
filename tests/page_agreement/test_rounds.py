"""Random rounds: what the product plays, the page derives; what one refuses, the other refuses by the same check.

A million rounds under FAIRSEED_SOAK, in shards, so that processes share them; 4,000 otherwise. Each is verified by the page, and
its digest compared; of some, wrong versions are made and judged by both, down to what was expected and found."""

from __future__ import annotations

import json
import os
import unicodedata
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from fairseed import SeedPair, ServerSeed, UnusableError, record_digest, verify_record
from fairseed.commitments.chains import table_client_seed
from fairseed.derivation import FairseedError, SeedError, client_seed_faults, parse_nonce
from fairseed.records import read_object
from games import GAMES, FormatError, GameError, replay
from games.house_poker import PublicResult
from tests.page_agreement import rounds
from tests.page_agreement.page import WARNINGS, Page, comparable, warning

SOAK = bool(os.environ.get("FAIRSEED_SOAK"))
SHARDS = 40 if SOAK else 4
ROUNDS = 25_000 if SOAK else 1_000  # a shard
BATCH = 500
WRONG = 0.02 if SOAK else 0.06  # of all rounds so many are followed by each kind of wrong one
PLAYS = 100_000 if SOAK else 1_500


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with Page() as running:
        yield running


def ours(text: str) -> dict[str, Any]:
    """The product's verdict; none, as on the command line, on what is no record."""
    try:
        document = read_object(text.encode("utf-8"))
    except UnusableError:
        return {"unusable": True}
    if document.value.get("type") != "fairseed/round/v1":
        return {"unusable": True}
    return comparable(verify_record(document).to_json())


@pytest.mark.parametrize("shard", range(SHARDS))
def test_rounds(page: Page, shard: int, record_property: Any) -> None:
    random = Random(f"{shard} {os.urandom(8).hex() if SOAK else ''}")
    counts: Counter[str] = Counter()
    for first in range(0, ROUNDS, BATCH):
        right = [rounds.played(random, number) for number in range(first, first + BATCH)]
        answers = page.ask(rounds=[json.dumps(record, ensure_ascii=False) for record in right])["rounds"]
        for record, answer in zip(right, answers, strict=True):
            assert answer == ["verified", record_digest(record)], (record, answer)
            counts[record["game"]] += 1
        wrong: list[str] = []
        for record in right:
            for make in (rounds.unplayed, rounds.called_off, rounds.hidden):
                if random.random() < WRONG:
                    wrong.append(json.dumps(make(random, record), ensure_ascii=False))
            if random.random() < WRONG / 2:
                record = rounds.ruled(random, record)
                wrong.append(json.dumps(record, ensure_ascii=False))
            while random.random() < 2 * WRONG:
                wrong.append(rounds.changed(random, record))
        said = page.judge(wrong)["records"]
        for text, answer in zip(wrong, said, strict=True):
            mine = ours(text)
            assert mine == comparable(answer), text
            counts[f"judged by both: {mine.get('verdict', 'unusable')}"] += 1
    for name, count in counts.items():
        record_property(name, count)
    print(dict(counts))


# Beyond records: nonces up to 2^63 - 1, and seeds and nonces that are none.

NONCES = ("0", "1", str(2**53 - 1), str(2**53), str(2**53 + 1), str(2**63 - 1))
NO_NONCES = (
    "",
    "-1",
    "+1",
    "01",
    "1.0",
    "1e3",
    " 1",
    "1 ",
    "1_0",
    "\u0661",
    "0x1",
    str(2**63),
    "9" * 30,
    "-0",
    "one",
)
NO_SERVER_SEEDS = ("", "A" * 64, "g" * 64, "a" * 63, "a" * 65, "a" * 64 + "\n", "\uff41" * 64)


def play(name: str, given: dict[str, Any]) -> dict[str, Any]:
    """What a case of the vectors gives by the product, or the layer that refuses it."""
    game = GAMES[name]
    try:
        params, bet = (
            game.read_params(given["params"]),
            game.read_bet(given["bet"]) if "bet" in given else None,
        )
        actions = [game.read_action(action, f"actions[{i}]") for i, action in enumerate(given["actions"])]
        stream = SeedPair(given["server_seed"], given["client_seed"]).stream(parse_nonce(given["nonce"]))
        game.check(params, bet)
        state = replay(game, params, bet, actions, stream)
    except GameError as error:
        return {"refused": "format" if isinstance(error, FormatError) else "rules"}
    except FairseedError as error:
        return {"refused": "seed" if isinstance(error, SeedError) else type(error).__name__}
    if not game.finished(state):
        return {"refused": "rules"}
    result = game.result(state)
    if bet is None:
        return {"outcome": result.outcome}
    shown = {} if result.multiplier is None else {"multiplier": rounds.cut(result.multiplier)}
    if isinstance(result, PublicResult):
        return {"outcome": result.outcome, "settlement": result.settlement()}
    return {
        "outcome": result.outcome,
        "settlement": {"staked": result.staked, "returned": result.returned} | shown,
    }


def client_seed_of(seeds: dict[str, Any]) -> str:
    """What stands in its place where several players gave one."""
    return seeds["client_seed"] if "client_seed" in seeds else table_client_seed(seeds["client_seeds"])


def given(random: Random, number: int) -> tuple[str, dict[str, Any]]:
    """A case with a nonce of any size; in some a seed or nonce is none, in others the actions are wrong."""
    record = rounds.played(random, number)
    kind = random.random()
    if kind < 0.2:
        record = rounds.unplayed(random, record)
    nonce = random.choice((*NONCES, str(random.randrange(2**53, 2**63))))
    case = {name: record[name] for name in ("params", "bet", "actions") if name in record}
    case |= {
        "server_seed": record["seeds"]["server_seed"],
        "client_seed": client_seed_of(record["seeds"]),
        "nonce": nonce,
    }
    wrong = {
        "nonce": NO_NONCES,
        "server_seed": NO_SERVER_SEEDS,
        "client_seed": ("\ud800", "a\udfff", "\udfb2\ud83c"),
    }
    if kind > 0.7:
        name = random.choice([*wrong])
        case[name] = random.choice(wrong[name])
    return record["game"], case


def test_nonces_and_seeds_beyond_records(page: Page, record_property: Any) -> None:
    """Under another nonce than it was played by, a round that is played by actions is often an illegal one."""
    random = Random(os.urandom(8) if SOAK else 1)
    counts: Counter[str] = Counter()
    for first in range(0, PLAYS, BATCH):
        cases = [given(random, number) for number in range(first, first + BATCH)]
        for (name, case), answer in zip(cases, page.ask(plays=cases)["plays"], strict=True):
            mine = play(name, case)
            assert mine == ({"refused": answer["refused"]} if "refused" in answer else answer), (name, case)
            counts[mine.get("refused", "played")] += 1
    assert {"played", "seed", "format", "rules"} == set(counts)
    for name, count in counts.items():
        record_property(name, count)
    print(dict(counts))


def seeds() -> Iterator[str]:
    """Every character alone, behind another and before a mark; in the normal run each 29th, and all below U+3100."""
    for code in range(0x110000):
        if SOAK or code < 0x3100 or code % 29 == 0:
            yield chr(code)
            yield f"a{chr(code)}\u0323\u0301"
            yield f"\u1100{chr(code)}\u0301b"
    random = Random(os.urandom(8) if SOAK else 1)
    for _ in range(200_000 if SOAK else 3_000):
        yield rounds.client_seed(random) + random.choice(
            ("", " ", "\u0301", "\u0340", "\U0001d15e", "x" * 60)
        )


def is_assigned(text: str) -> bool:
    """How characters compose that Unicode has not assigned yet is not known to an older version of it."""
    return all(unicodedata.category(character) != "Cn" for character in text)


def test_client_seeds_that_a_service_refuses(page: Page, record_property: Any) -> None:
    refused = total = 0
    for batch in batched(filter(is_assigned, seeds()), 5_000):
        for text, ids in zip(batch, page.ask(seeds=batch)["seeds"], strict=True):
            mine = client_seed_faults(text)
            assert sorted(WARNINGS[one] for one in ids) == sorted(map(warning, mine)), (text, ids, mine)
            refused, total = refused + bool(mine), total + 1
    record_property("client seeds", total)
    print(f"client seeds: {total}, refused: {refused}")


def batched(values: Iterator[str], size: int) -> Iterator[list[str]]:
    while batch := [*islice(values, size)]:
        yield batch


@pytest.mark.parametrize("antes", [[], [10], [10, 10], [10, 10, 10]])
@pytest.mark.parametrize("revealed", [True, False])
def test_a_void_round_whose_antes_are_not_one_a_player(page: Page, antes: list[int], revealed: bool) -> None:
    server = ServerSeed("ab" * 32)
    seeds = {"scheme": "fairseed-v1", "server_seed_hash": server.hash, "client_seeds": {}, "nonce": 0}
    chips = {"0": 10}
    record = {
        "type": "fairseed/round/v1",
        "round_id": "void",
        "game": "five_card_poker",
        "params": {"boxes": 1, "table": "public"},
        "bet": {"antes": antes},
        "seeds": seeds | ({"server_seed": server.expose()} if revealed else {}),
        "actions": [],
        "settlement": {"staked": chips, "returned": chips},
        "void": {"reason": "test"},
    }
    text = json.dumps(record)
    (said,) = page.judge([text])["records"]
    mine = ours(text)
    assert mine == comparable(said)
    right = "verified" if revealed else "pending"
    assert mine["verdict"] == (right if antes == [10] else "failed")
