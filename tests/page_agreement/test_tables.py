"""Random hands of every table game: what the product plays, the page verifies; of changed ones both say the same."""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from fairseed import record_digest, verify_record
from games.poker import VARIANTS
from tests.page_agreement.page import Page, comparable
from tests.poker.hands import deal_of, play

SOAK = bool(os.environ.get("FAIRSEED_SOAK"))
HANDS = 10_000 if SOAK else 60
SHARDS = 10 if SOAK else 1
BATCH = 100

Record = dict[str, Any]


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with Page() as running:
        yield running


def dropped(record: Record, pick: Random) -> None:
    if record["actions"]:
        record["actions"].pop(pick.randrange(len(record["actions"])))


def doubled(record: Record, pick: Random) -> None:
    if record["actions"]:
        place = pick.randrange(len(record["actions"]))
        record["actions"].insert(place, dict(record["actions"][place]))


def another_amount(record: Record, pick: Random) -> None:
    raises = [action for action in record["actions"] if "to" in action]
    if raises:
        pick.choice(raises)["to"] += pick.choice((-50, -1, 1, 50))


def another_type(record: Record, pick: Random) -> None:
    if record["actions"]:
        action = pick.choice(record["actions"])
        for name in ("to", "card", "target", "discard", "timeout"):
            action.pop(name, None)
        action["type"] = pick.choice(("fold", "check", "call", "all_in", "peek", "shield", "decline", "no"))


def another_seat(record: Record, pick: Random) -> None:
    if record["actions"]:
        pick.choice(record["actions"])["seat"] = pick.randint(0, 10)


def out_of_time(record: Record, pick: Random) -> None:
    if record["actions"]:
        pick.choice(record["actions"])["timeout"] = True


def another_rule(record: Record, pick: Random) -> None:
    params = record["params"]
    name = pick.choice(("strict_reopen", "rake", "ante", "limit", "small_blind", "lowest_rank", "more"))
    values = {
        "strict_reopen": not params["strict_reopen"],
        "rake": pick.choice(
            ({"preset": "six_percent"}, {"preset": "none", "cap": -1}, {"preset": "all"}, {})
        ),
        "ante": pick.choice((0, 1, 20, -1)),
        "limit": pick.choice(("no", "pot", "fixed")),
        "small_blind": pick.choice((1, 3, 0, 10**6)),
        "lowest_rank": pick.choice(("2", "9", 6)),
        "more": 1,
    }
    params[name] = values[name]


def another_stack(record: Record, pick: Random) -> None:
    stacks = record["table"]["stacks"]
    stacks[pick.choice(list(stacks))] += pick.choice((-1, 1, 37))


def another_table(record: Record, pick: Random) -> None:
    table, seats = record["table"], [int(seat) for seat in record["table"]["stacks"]]
    change = pick.choice(("button", "blinds", "first", "empty", "destellos", "carried", "omitted", "bots"))
    if change == "button":
        table["button"] = pick.randint(0, 10)
    elif change == "blinds":
        table |= {"small_blind_seat": pick.choice((None, *seats)), "big_blind_seat": pick.choice(seats)}
    elif change == "first":
        table["first"] = pick.choice((True, True, False))
    elif change == "empty":
        empty = pick.choice([seat for seat in range(1, 10) if seat not in seats] or [1])
        table |= {"button": empty, "small_blind_seat": None, "big_blind_seat": pick.choice(seats)}
    elif change == "destellos":
        table["destellos"] = {str(seat): pick.randint(0, 4) for seat in seats}
    elif change == "carried":
        table["pot_carried"] = pick.choice((0, 1, -1, "1"))
    elif change == "omitted":
        table["omitted"] = {str(pick.randint(1, 9)): pick.choice((None, "0" * 64))}
    else:
        table["bots"] = {str(pick.randint(1, 9)): "unknown/1"}


def hidden(record: Record, pick: Random) -> None:
    """As before the reveal: no seed, and of swaps and draws not the cards."""
    record["seeds"].pop("server_seed")
    for action in record["actions"]:
        action.pop("card", None)
        if "discard" in action and pick.random() < 0.9:
            action["discard"] = len(action["discard"])
    if pick.random() < 0.5:
        record.pop("outcome")
        record.pop("settlement")


def all_opened(record: Record, pick: Random) -> None:
    """As before the reveal, with every place of the deck opened: what was counted stays unnamed."""
    if record["game"] != "naiko":  # a swapped card is dead, and nobody but its seat ever sees it
        cards, perm, _ = deal_of(record["game"], record["params"], record["seeds"])
        record["opened"] = [cards.opening(place, perm) for place in range(len(perm)) if pick.random() < 0.95]
    hidden(record, pick)


def called_off(record: Record, pick: Random) -> None:
    record.pop("outcome")
    record["void"] = {"reason": "x"}
    if pick.random() < 0.7:
        record["settlement"]["returned"] = record["settlement"]["staked"]


def shown_otherwise(record: Record, pick: Random) -> None:
    """Before the reveal: other cards, or none at all, where some were opened."""
    hidden(record, pick)
    outcome = record.setdefault("outcome", {"board": [], "hole": {}})
    if pick.random() < 0.5:
        record["state"] = pick.choice(("open", "settled", 7))
    seat = pick.choice(("0", "10", "x", *record["table"]["stacks"]))
    change = pick.choice(("board", "hole", "form"))
    if change == "board":
        outcome["board"] = outcome.get("board", [])[::-1] + ["As"] * pick.randint(0, 1)
    elif change == "hole":
        outcome["hole"] = {seat: [pick.choice(("As", "2c", "x", None)), "Kd"]}
    else:
        outcome[pick.choice(("board", "hole", "pots", "uncalled", "more"))] = pick.choice(
            (7, None, "x", [1], {"1": 7}, {seat: [["As"]]})
        )


def void_with_other_chips(record: Record, pick: Random) -> None:
    called_off(record, pick)
    seat = pick.choice(("0", "10", *record["table"]["stacks"]))
    side = pick.choice(("staked", "returned"))
    record["settlement"][side][seat] = pick.choice((-1, 0, 10**15, 10**15 + 1, 2**53 - 1, "1"))
    if pick.random() < 0.5:
        record["settlement"]["returned"] = dict(record["settlement"]["staked"])
    if pick.random() < 0.3:
        record["seeds"].pop(pick.choice(("server_seed", "chain_heads")), None)


def told_otherwise(record: Record, pick: Random) -> None:
    """Another value, or one of another form, anywhere in outcome or settlement."""
    part = record[pick.choice(("outcome", "settlement"))]
    while True:
        name = pick.choice(list(part) if isinstance(part, dict) else range(len(part)))
        inner = part[name]
        if not isinstance(inner, dict | list) or not inner or pick.random() < 0.3:
            break
        part = inner
    part[name] = pick.choice((7, -1, None, "x", "As", True, [], {}, {"0": 1}, {"10": 1}, [7], 2**53 - 1))


def bet(record: Record, pick: Random) -> None:
    record["bet"] = {"stake": pick.randint(1, 9)}


def another_seed(record: Record, pick: Random) -> None:
    seeds = record["seeds"]
    change = pick.choice(("plain", "link", "seat", "hash", "root", "opened"))
    seat = pick.choice(list(seeds["client_seeds"]))
    if change == "plain":
        seeds.pop("chain_heads")
    elif change == "link":
        seeds["client_seeds"][seat] = pick.choice(("x", "0" * 64, "a\nb", ""))
    elif change == "seat":
        seeds["client_seeds"].pop(seat)
    elif change == "hash":
        seeds["server_seed_hash"] = "0" * 64
    elif change == "root":
        record["deck_root"] = "f" * 64
    elif record["opened"]:
        opening = pick.choice(record["opened"])
        opening[pick.choice(("place", "slot"))] += 1


CHANGES: tuple[Callable[[Record, Random], None], ...] = (
    dropped,
    doubled,
    another_amount,
    another_type,
    another_seat,
    out_of_time,
    another_rule,
    another_stack,
    another_table,
    hidden,
    all_opened,
    called_off,
    shown_otherwise,
    void_with_other_chips,
    told_otherwise,
    bet,
    another_seed,
)


@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.parametrize("game", VARIANTS)
def test_hands(page: Page, game: str, shard: int) -> None:
    pick = Random(f"{game} {shard} {os.urandom(8).hex() if SOAK else ''}")
    for first in range(0, HANDS // SHARDS, BATCH):
        right = [play(game, pick)[0] for _ in range(min(BATCH, HANDS // SHARDS - first))]
        answers = page.ask(rounds=[json.dumps(record) for record in right])["rounds"]
        for record, answer in zip(right, answers, strict=True):
            assert answer == ["verified", record_digest(record)], (record, answer)
        texts = []
        for record in right:
            for change in pick.sample(CHANGES, 3):
                wrong = copy.deepcopy(record)
                change(wrong, pick)
                texts.append(json.dumps(wrong))
        for text, answer in zip(texts, page.judge(texts)["records"], strict=True):
            assert comparable(verify_record(json.loads(text)).to_json()) == comparable(answer), text
