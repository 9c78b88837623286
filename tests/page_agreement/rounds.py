"""Random rounds of every game, played by the product's rules: params of every form, bets small and huge, client seeds of all
characters that there are, legal actions up to the end; and what is wrong with some of them."""

from __future__ import annotations

import copy
import json
import sys
import unicodedata
from fractions import Fraction
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any

from fairseed import SeedPair, ServerSeed
from fairseed.commitments.chains import table_client_seed
from fairseed.records import digest, ruleset
from games import GAMES, GameError

GREATEST = 2**53 - 1
RANKS, SUITS = "23456789TJQKA", "cdhs"
# Of so many rounds: raw is cheap, blackjack shuffles six decks.
WEIGHTS = {
    "dice": 22,
    "limbo": 22,
    "plinko": 16,
    "mines": 16,
    "hilo": 12,
    "blackjack": 6,
    "raw": 6,
    "russian_poker": 10,
    "five_card_poker": 7,
}


@cache
def alphabet() -> list[str]:
    """Every character that a service takes and this Python's Unicode knows."""
    refused = {"Cc", "Cs", "Co", "Cn"}
    return [chr(code) for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)) not in refused]


def client_seed(random: Random) -> str:
    kind = random.random()
    if kind < 0.5:
        return (
            "".join(
                random.choices("0123456789abcdefghijklmnopqrstuvwxyz:-_ ", k=random.randint(1, 20))
            ).strip()
            or "0"
        )
    size = random.choice((1, 2, 3, 8, 21, 63, 64))
    text = "".join(random.choices(alphabet() if kind < 0.9 else "é:0 игрок\U0001f3b2", k=size))
    return unicodedata.normalize("NFC", text).strip()[:64]


def decimal(random: Random, least: int, most: int, places: int = 6) -> str:
    """A decimal from least to most millionths, written with as many places as it needs, or more."""
    whole, rest = divmod(random.randint(least, most), 10**6)
    digits = f"{rest:06}"[: random.randint(0, places)]
    return f"{whole}.{digits}" if digits else str(max(whole, 1 if least else 0))


def hundredths(value: int) -> str:
    return f"{value // 100}.{value % 100:02}"


def params(random: Random, name: str) -> dict[str, Any]:
    """Params of a game; one that has a default is left out now and then."""
    found: dict[str, Any] = {}
    rtp = decimal(random, 1, 10**6) if random.random() < 0.3 else "0.98"
    rtp = rtp if Fraction(rtp) > 0 else "0.99"
    match name:
        case "dice":
            found = {
                "target": hundredths(random.randint(1, 9999)),
                "direction": random.choice(("under", "over")),
                "rtp": rtp,
            }
            found["min_multiplier"] = decimal(random, 0, 2 * 10**6) if random.random() < 0.3 else "1.0100"
        case "limbo":
            top = random.choice((300, 3000, 1000000))
            found = {"target": hundredths(random.randint(101, top)), "rtp": rtp}
        case "plinko":
            rows = random.randint(8, 16)
            found = {"rows": rows, "risk": random.choice(("low", "medium", "high"))}
            if random.random() < 0.3:
                found["multipliers"] = [decimal(random, 10**6, 50 * 10**6) for _ in range(rows + 1)]
        case "mines":
            size = random.randint(5, 8)
            most = size * size - 1
            found = {"size": size, "mines": random.choice((1, 3, random.randint(1, most), most)), "rtp": rtp}
        case "hilo":
            found = {
                "rtp": rtp,
                "max_skips": random.choice((52, random.randint(0, 4), random.randint(0, 1000))),
            }
        case "raw":
            return raw(random)
        case "russian_poker":
            return russian(random)
        case "five_card_poker":
            found = {"boxes": random.randint(1, 2), "room": random.choice(("standard", "vip"))}
            found |= {"table": random.choice(("private", "public")), "min_ante": 1, "max_ante": 10**15}
            return {key: value for key, value in found.items() if key == "boxes" or random.random() < 0.8}
    found["max_payout"] = random.choice((10_000_000, 10**15, int(10 ** (random.random() * 15))))
    return {key: value for key, value in found.items() if key in REQUIRED or random.random() < 0.9}


REQUIRED = {"target", "direction", "rows", "risk", "multipliers", "size", "mines"}


def russian(random: Random) -> dict[str, Any]:
    found: dict[str, Any] = {
        "boxes": random.randint(1, 3),
        "exchange_price": random.choice(("1", "0", "0.5", "1.500000", "3", decimal(random, 0, 10**7, 1))),
        "ante_pays": random.random() < 0.5,
        "double_straight": random.choice(("pair", "classic")),
        "max_win": random.choice((10_000_000, 1, 100, 10**15)),
        "min_ante": random.choice((1, 1, 5)),
        "max_ante": random.choice((10**15, 10**6)),
    }
    return {key: value for key, value in found.items() if key == "boxes" or random.random() < 0.8}


def raw(random: Random) -> dict[str, Any]:
    count = random.choice((1, 2, 7, 8, 9, 33))
    n = random.choice(
        (1, 2, 3, 52, 10001, 2**16 + 1, 2**31, 2**31 + 1, 2**32 - 1, 2**32, random.randint(1, 2**32))
    )
    return random.choice(
        (
            {"words": count},
            {"bytes": count},
            {"integers": {"n": n, "count": count}},
            {"shuffle": count},
            {"sample": {"n": n, "k": min(n, count)}},
        )
    )


def bet(random: Random, name: str, boxes: int = 0) -> dict[str, Any] | None:
    if name == "raw":
        return None
    if boxes:  # small enough that no return passes what a record can hold
        antes = [min(chips(random), 10**13) for _ in range(boxes)]
        return {"antes": [ante + ante % 2 if random.random() < 0.95 else ante for ante in antes]}
    found = {"stake": chips(random)}
    if name == "blackjack":
        found |= {
            side: chips(random)
            for side in ("perfect_pairs", "twenty_one_plus_three")
            if random.random() < 0.4
        }
    return found


def chips(random: Random) -> int:
    return random.choice((1, 2, 3, 5, 100, random.randint(1, 10**4), int(10 ** (random.random() * 15.95))))


def step(random: Random, legal: list[dict[str, Any]]) -> dict[str, Any]:
    """One of the legal actions; the round is drawn out rather than cashed out."""
    going_on = [action for action in legal if action["type"] not in ("cash_out", "stand")]
    action = dict(random.choice(going_on if going_on and random.random() < 0.75 else legal))
    if "least" in action:
        given = random.randint(action["least"], action["most"])
        return {"box": action["box"], "type": "exchange", "cards": random.sample(action["cards"], given)}
    action.pop("cost", None)
    if action["type"] in ("fold", "take_ante") and random.random() < 0.05:
        action["timeout"] = True
    if cells := action.pop("cells", None):
        action["cell"] = random.choice(cells)
    if action["type"] in ("cash_out", "stand") and random.random() < 0.05:
        action["timeout"] = True
    return action


def played(random: Random, number: int) -> dict[str, Any]:
    """A record of a round that was allowed, with its seed. Bets that are refused are made smaller until they pass."""
    name = random.choices([*WEIGHTS], [*WEIGHTS.values()])[0]
    game = GAMES[name]
    while True:
        written = params(random, name)
        put = bet(random, name, written.get("boxes", 0))
        try:
            read, placed = game.read_params(written), None if put is None else game.read_bet(put)
            game.check(read, placed)
        except GameError:
            continue
        break
    server, client = ServerSeed(f"{random.getrandbits(256):064x}"), client_seed(random)
    told: dict[str, Any] = {"client_seed": client}
    if written.get("table") == "public":
        told = players(random, written["boxes"])
        client = table_client_seed(told["client_seeds"])
    nonce = random.choice((number, 0, 1, random.randint(0, 2**20), GREATEST, random.randint(0, GREATEST)))
    state = game.start(read, placed, SeedPair(server, client).stream(nonce))
    actions: list[dict[str, Any]] = []
    while not game.finished(state):
        absent = random.random() < 0.02
        made = game.absent(state) if absent else step(random, game.legal(state))
        state = game.act(state, game.read_action(made))
        actions.append(made)
    seeds = {
        "scheme": "fairseed-v1",
        "server_seed_hash": server.hash,
        "server_seed": server.expose(),
    } | told
    result = game.result(state)
    record: dict[str, Any] = {
        "type": "fairseed/round/v1",
        "round_id": f"r{number}",
        "game": name,
        "params": written,
    }
    if put is not None:
        record["bet"] = put
    record |= {"seeds": seeds | {"nonce": nonce}, "actions": actions, "outcome": result.outcome}
    if put is not None:
        record["settlement"] = {"staked": result.staked, "returned": result.returned}
        if "client_seeds" in told:
            record["settlement"] = result.settlement()
        if result.multiplier is not None and random.random() < 0.9:
            record["settlement"]["multiplier"] = cut(result.multiplier)
    return record


def players(random: Random, count: int) -> dict[str, Any]:
    """Seeds of several players: links of their chains, or plain."""
    if random.random() < 0.5:
        return {"client_seeds": {str(player): client_seed(random) for player in range(count)}}
    links = {str(player): f"{random.getrandbits(256):064x}" for player in range(count)}
    heads = {player: sha256(link.encode()).hexdigest() for player, link in links.items()}
    return {"client_seeds": links, "chain_heads": heads}


def cut(value: Fraction) -> str:
    units = value.numerator * 10**4 // value.denominator
    return f"{units // 10**4}.{units % 10**4:04}"


# What is wrong.


def unplayed(random: Random, record: dict[str, Any]) -> dict[str, Any]:
    """Other actions than were made: one more, one less, another, in another place; or a bet of another size."""
    found = copy.deepcopy(record)
    actions = found["actions"]
    if "bet" in found and random.random() < 0.3:
        member: Any = random.choice([*found["bet"]])
        holder = found["bet"]
        if member == "antes":
            holder = holder["antes"]
            member = random.randrange(len(holder))
        holder[member] = random.choice(
            (0, -1, 1, 10**15, 10**15 + 1, GREATEST, holder[member] * 7 % GREATEST)
        )
        return found
    if "antes" in found.get("bet", {}) and random.random() < 0.5:
        return misplayed(random, found)
    place = random.randint(0, len(actions))
    match random.randint(0, 4):
        case 0 if actions:
            del actions[min(place, len(actions) - 1)]
        case 1 if len(actions) > 1:
            one, other = random.sample(range(len(actions)), 2)
            actions[one], actions[other] = actions[other], actions[one]
        case 2 if actions:
            actions[min(place, len(actions) - 1)] = other_action(random)
        case 3:
            del actions[place:]
        case _:
            actions.insert(place, other_action(random))
    return found


HOUSE_TYPES = ("exchange", "buy_sixth", "fold", "bet", "raise", "take_ante", "buy_dealer")


def misplayed(random: Random, record: dict[str, Any]) -> dict[str, Any]:
    """A round against the house with an action changed: its box, type or cards."""
    actions = record["actions"]
    place = random.randrange(len(actions) + 1)
    boxes = (0, 0, 1, 2, -1, 3)
    if place == len(actions) or random.random() < 0.3:
        action: dict[str, Any] = {"box": random.choice(boxes), "type": random.choice(HOUSE_TYPES)}
        if action["type"] == "exchange" or random.random() < 0.03:
            action["cards"] = random.sample(
                [rank + suit for rank in RANKS for suit in SUITS], random.randint(0, 6)
            )
        actions.insert(place, action)
        return record
    action = actions[place]
    boxes_told = record.get("outcome", {}).get("boxes", [])
    held = [card for box in boxes_told for card in box["cards"]] or ["As", "Kd", "2c"]
    match random.randint(0, 3):
        case 0:
            action["box"] = random.choice(boxes)
        case 1:
            action["type"] = random.choice(HOUSE_TYPES)
        case 2 if "cards" in action:
            action["cards"] = random.choice(
                ([], action["cards"] * 2, [*action["cards"], random.choice(held)], random.sample(held, 1))
            )
        case _:
            action["timeout"] = random.choice((True, False, 1))
    return record


GUESSES = ("higher", "lower", "same", "higher_or_same", "lower_or_same", "middle")


def other_action(random: Random) -> dict[str, Any]:
    action: dict[str, Any] = {"type": random.choice(TYPES)}
    if action["type"] == "open" or random.random() < 0.03:
        action["cell"] = random.choice((random.randint(0, 25), random.randint(0, 64), -1, GREATEST))
    if action["type"] == "guess" or random.random() < 0.03:
        action["guess"] = random.choice(GUESSES)
    if random.random() < 0.15:
        action["timeout"] = random.choice((True, True, False, 1))
    return action


TYPES = ("open", "cash_out", "guess", "skip", "hit", "stand", "double", "split", "abandon", "", "fold")


def called_off(random: Random, record: dict[str, Any]) -> dict[str, Any]:
    """A round that was declared void on its way; what goes back is right, or it is not."""
    found = copy.deepcopy(record)
    found["void"] = {"reason": "power cut"}
    del found["outcome"]
    found["actions"] = found["actions"][: random.randint(0, len(found["actions"]))]
    if "bet" in found:
        adding = sum(action["type"] in ("double", "split") for action in found["actions"])
        first = sum(found["bet"].get("antes") or found["bet"].values())
        staked = first + (adding * found["bet"]["stake"] if adding else 0)
        staked = random.choice((staked, staked, staked + 1, staked - 1, first, first * 3))
        found["settlement"] = {"staked": staked, "returned": staked - (random.random() < 0.1)}
        if "client_seeds" in found["seeds"]:
            antes = {
                str(player): ante * random.choice((1, 1, 2, 3))
                for player, ante in enumerate(found["bet"]["antes"])
            }
            found["settlement"] = {"staked": antes, "returned": antes if random.random() < 0.9 else {}}
        if random.random() < 0.2:
            # What does not replay.
            found = unplayed(random, found)
        if random.random() < 0.05:
            found["settlement"]["multiplier"] = "1.0000"
    if random.random() < 0.4:
        del found["seeds"]["server_seed"]
    return found


def ruled(random: Random, record: dict[str, Any]) -> dict[str, Any]:
    """With the digest of its ruleset: of its own params, of others, of anything."""
    game, read = GAMES[record["game"]], GAMES[record["game"]].read_params(record["params"])
    written = game.params_dict(read)
    if "max_payout" in written and random.random() < 0.2:
        written["max_payout"] += 1
    named = digest(ruleset(game.name, written, game.choices, game.paytables(read)))
    return record | {
        "ruleset": named if random.random() < 0.9 else random.choice(("0" * 64, "", named.upper(), None))
    }


def hidden(random: Random, record: dict[str, Any]) -> dict[str, Any]:
    """Before the seed is revealed; some of what comes of it may be there already."""
    found = copy.deepcopy(record)
    del found["seeds"]["server_seed"]
    for member in ("outcome", "settlement"):
        if random.random() < 0.7:
            found.pop(member, None)
    if random.random() < 0.2:
        found["state"] = random.choice(("settled", "open"))
    return found


VALUES: list[Any] = [
    None, True, False, 0, 1, -1, 2, 7, 25, 100, 10**15, 10**15 + 1, GREATEST, "", "0", "1", "0.98", "0.980000", "1.0100", "50.00",
    "50.0", "050.00", "100.00", "0.00", "1e2", "x", "under", "over", "low", "higher", "As", "1s", "L", "RL", "cashed_out", "lost", "win",
    "0" * 64, "0" * 63, "A" * 64, "dice", "fairseed-v1", "fairseed/round/v1", "\u0301", " ", [], [0], ["As"], {}, {"n": 2, "count": 1},
]  # fmt: skip


def changed(random: Random, record: dict[str, Any]) -> str:
    """The text of the record with one thing changed: a value, a name, a member more or less, or how a number is written."""
    found = copy.deepcopy(record)
    holder, key = random.choice([*places(found)])
    value = holder[key]
    kind = random.random()
    if kind < 0.15:
        del holder[key]
    elif kind < 0.22 and isinstance(holder, dict):
        holder[random.choice(("x", "timeout", "cell", "void", "ruleset", "state", "multiplier", "rtp"))] = (
            random.choice(VALUES)
        )
    elif kind < 0.3 and isinstance(holder, list):
        holder.insert(random.randint(0, len(holder)), random.choice((value, random.choice(VALUES))))
    elif kind < 0.65 and type(value) in (int, str):
        holder[key] = nearby(random, value)
    else:
        holder[key] = random.choice(VALUES)
    text = json.dumps(found, ensure_ascii=random.random() < 0.5)
    return respelled(random, text) if kind > 0.97 else text


def places(value: Any) -> Any:
    """Every member of every object and list."""
    for key, inner in [*(value.items() if isinstance(value, dict) else enumerate(value))]:
        yield value, key
        if isinstance(inner, dict | list):
            yield from places(inner)


def nearby(random: Random, value: int | str) -> int | str:
    if isinstance(value, int):
        return value + random.choice((1, -1, 2, 10, value))
    if not value:
        return random.choice((" ", "0"))
    place = random.randrange(len(value))
    other = random.choice(
        ("", value[place] * 2, random.choice("0123456789abcdefLR.:As "), random.choice(alphabet()))
    )
    return value[:place] + other + value[place + 1 :]


def respelled(random: Random, text: str) -> str:
    """Another way to write the same, or what no record may hold."""
    old, new = random.choice(
        (
            (": 1", ": 1.0"), (": 1", ": 1e0"), (": 0", ": -0"), ('"nonce"', '"nonce": 7, "nonce"'), ('"game"', '"\\u0067ame"'),
            (": 1", ": 01"), (": 1", ": +1"), ('"r', '"\\ud800'), ('"r', '"\\ud83c\\udfb2'), (", ", ",\t\r "), ("}", ",}"),
            (": 1", ": 10000000000000000"), (": 1", ": NaN"), ('"type"', "'type'"), ("{", "[{"), ('"r', '"\\/'), ('"r', '"\\x'),
        )
    )  # fmt: skip
    return text.replace(old, new, 1)
