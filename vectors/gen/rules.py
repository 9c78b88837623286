"""The rules of docs/rules/ a second time: (outcome, settlement), or AssertionError where they refuse."""

import json
from fractions import Fraction
from math import comb
from pathlib import Path

from stream import DECK, Stream

canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode
HERE = Path(__file__).parent
PAYTABLES = json.loads((HERE / "paytables.json").read_text())
DEFAULTS, CHOICES, PROFITS, DIGESTED = json.loads((HERE / "constants.json").read_text()).values()


def places(value: Fraction, count: int) -> str:
    whole = value * 10**count // 1
    return f"{whole // 10**count}.{whole % 10**count:0{count}d}"


def full_params(game: str, params: dict) -> dict:
    whole = DEFAULTS[game] | params
    if game == "plinko" and "multipliers" not in whole:
        whole["multipliers"] = PAYTABLES[whole["risk"]].get(str(whole["rows"]), [0])
    return whole


def canonical_ruleset(game: str, params: dict) -> str:
    whole = full_params(game, params)
    rules = {name: whole[name] for name in whole if name not in CHOICES.get(game, ())}
    return canonical({"game": game, "rules": rules, "paytables": PAYTABLES if game == "plinko" else None})


def play(game: str, params: dict, bet: dict, actions: list, stream: Stream) -> tuple[dict, dict]:
    params = full_params(game, params)
    assert all(1 <= chips <= 10**15 for chips in [*bet.values(), params.get("max_payout", 1)])
    assert 0 < Fraction(params.get("rtp", 1)) <= 1 and (game in ("mines", "hilo", "blackjack") or not actions)
    outcome, staked, returned, multiplier = globals()[game](params, bet, actions, stream)
    shown = {} if multiplier is None else {"multiplier": places(multiplier, 4)}
    return outcome, {} if game == "raw" else {"staked": staked, "returned": returned} | shown


def dice(params: dict, bet: dict, _: list, stream: Stream) -> tuple:
    stake, target = bet["stake"], int(params["target"].replace(".", ""))
    under = params["direction"] == "under"
    values = target if under else 10000 - target
    assert 1 <= target <= 9999
    multiplier = Fraction(Fraction(params["rtp"]) * 10001 * 10000 / values // 1, 10000)
    win = stake * multiplier // 1
    assert multiplier >= Fraction(params["min_multiplier"]) and win <= params["max_payout"]
    roll = stream.uniform(10001)
    won = roll < target if under else roll > target
    return {"roll": places(Fraction(roll, 100), 2)}, stake, win if won else 0, multiplier


def limbo(params: dict, bet: dict, _: list, stream: Stream) -> tuple:
    stake, target = bet["stake"], int(params["target"].replace(".", ""))
    assert 101 <= target <= 1000000 and stake * target // 100 <= params["max_payout"]
    x = stream.word() * 2**32 + stream.word()
    drawn = max(100, min(Fraction(params["rtp"]) * 100 * 2**64 / (x + 1) // 1, 10**8))
    win = stake * target // 100 if drawn >= target else 0
    return {"multiplier": places(Fraction(drawn, 100), 2)}, stake, win, Fraction(target, 100)


def plinko(params: dict, bet: dict, _: list, stream: Stream) -> tuple:
    stake, table = bet["stake"], [Fraction(text) for text in params["multipliers"]]
    assert 8 <= params["rows"] <= 16 and len(table) == params["rows"] + 1 and min(table) > 0
    pays = [(stake * multiplier + Fraction(1, 2)) // 1 for multiplier in table]
    assert max(pays) <= params["max_payout"]
    path = "".join("LR"[stream.uniform(2)] for _ in range(params["rows"]))
    place = path.count("R")
    return {"path": path, "bin": place}, stake, pays[place], table[place]


def mines(params: dict, bet: dict, actions: list, stream: Stream) -> tuple:
    cells, count, stake, rtp = params["size"] ** 2, params["mines"], bet["stake"], Fraction(params["rtp"])
    assert 5 <= params["size"] <= 8 and 1 <= count < cells
    products = [rtp * comb(cells, k) / comb(cells - count, k) for k in range(cells - count + 1)]
    assert stake * products[1] // 1 <= params["max_payout"]
    drawn, opened, result = stream.sample(list(range(cells)), count), [], ""
    for action in actions:
        assert not result
        if action["type"] == "open":
            assert 0 <= action["cell"] < cells and action["cell"] not in opened
            assert stake * products[len(opened) + 1] // 1 <= params["max_payout"]
            opened.append(action["cell"])
            result = "exploded" if action["cell"] in drawn else ["", "cleared"][len(opened) == cells - count]
        else:
            assert action["type"] == ("cash_out" if opened else "abandon") and (opened or "timeout" in action)
            result = "cashed_out" if opened else "abandoned"
    assert result
    product = products[len(opened)] if result in ("cashed_out", "cleared") else Fraction(0)
    return {"mines": sorted(drawn), "opened": opened, "result": result}, stake, stake * product // 1, product


def hilo(params: dict, bet: dict, actions: list, stream: Stream) -> tuple:
    rtp, stake, most = Fraction(params["rtp"]), bet["stake"], params["max_payout"]
    assert 0 <= params["max_skips"] <= 1000 and stake * rtp * 13 / 7 // 1 <= most
    assert sum(action["type"] == "skip" for action in actions) <= params["max_skips"]
    cards, product, guesses, result = [DECK[stream.uniform(52)]], Fraction(1), 0, ""
    for action in actions:
        assert not result
        rank = "A23456789TJQK".index(cards[-1][0]) + 1
        if action["type"] in ("skip", "guess"):
            cards.append(DECK[stream.uniform(52)])
        if action["type"] == "guess":
            offered = {"higher_or_same": 14 - rank, "lower_or_same": rank}
            if rank in (1, 13):
                offered = {"higher" if rank == 1 else "lower": 12, "same": 1}
            assert action["guess"] in offered
            guesses, product = guesses + 1, product * rtp * 13 / offered[action["guess"]]
            assert stake * product // 1 <= most
            then = "A23456789TJQK".index(cards[-1][0]) + 1
            came = "same" if then == rank else "higher" if then > rank else "lower"
            result = "" if came in action["guess"].split("_or_") else "lost"
        elif action["type"] != "skip":
            result = "cashed_out" if guesses else "abandoned"
            assert action["type"] == ("cash_out" if guesses else "abandon")
            assert guesses or "timeout" in action
    assert result
    product = product if result == "cashed_out" else Fraction(0)
    return {"cards": cards, "result": result}, stake, stake * product // 1, product


def best(cards: list) -> int:
    """The best total of a blackjack hand."""
    total = sum(1 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0]) for card in cards)
    return total + 10 if total <= 11 and any(card[0] == "A" for card in cards) else total


def side_bets(bet: dict, first: str, second: str, up: str) -> dict:
    reds = (first[1] in "dh") + (second[1] in "dh")
    pair = "perfect" if first == second else "mixed" if reds == 1 else "colored"
    ranks = sorted("23456789TJQKA".index(card[0]) for card in (first, second, up))
    suited = first[1] == second[1] == up[1]
    triple = "flush" if suited else None
    if ranks in ([0, 1, 12], [ranks[0], ranks[0] + 1, ranks[0] + 2]):
        triple = "straight_flush" if suited else "straight"
    if ranks[0] == ranks[2]:
        triple = "suited_trips" if suited else "three_of_a_kind"
    results = {"perfect_pairs": pair if first[0] == second[0] else None, "twenty_one_plus_three": triple}
    placed = [(name, won, PROFITS.get(won, -1) + 1) for name, won in results.items() if name in bet]
    return {name: {"result": won, "returned": bet[name] * pays} for name, won, pays in placed}


def blackjack(params: dict, bet: dict, actions: list, stream: Stream) -> tuple:
    sides = 26 * bet.get("perfect_pairs", 0) + 101 * bet.get("twenty_one_plus_three", 0)
    assert 8 * bet["stake"] + sides <= params["max_payout"]
    shoe = stream.sample(DECK * 6, 312)
    dealer, hands, stakes, further = [shoe[1], shoe[3]], [[shoe[0], shoe[2]]], [bet["stake"]], iter(shoe[4:])
    natural, peeked = best(hands[0]) == 21, best(dealer) == 21
    done = [natural or peeked]
    for kind in [action["type"] for action in actions]:
        assert not all(done) and kind in ("hit", "stand", "double", "split")
        at, hand = done.index(False), hands[done.index(False)]
        if kind == "split":
            assert len(hands) == 1 and len(hand) == 2 and best(hand[:1]) == best(hand[1:])
            hands, stakes = [[card, next(further)] for card in hand], stakes * 2
            done = [hand[0][0] == "A" or best(one) == 21 for one in hands]
        elif kind == "stand":
            done[at] = True
        else:
            assert kind == "hit" or len(hand) == 2
            stakes[at] *= 2 if kind == "double" else 1
            hand.append(next(further))
            done[at] = kind == "double" or best(hand) >= 21
    assert all(done)
    while not natural and any(best(hand) <= 21 for hand in hands) and best(dealer) < 17:
        dealer.append(next(further))
    played, theirs = [], best(dealer)
    for hand, stake, mine in zip(hands, stakes, map(best, hands), strict=True):
        result, back = ("win", 2 * stake) if mine > theirs or theirs > 21 else ("push", stake)
        if mine > 21 or (peeked and not natural) or mine < theirs <= 21:
            result, back = "bust" if mine > 21 else "lose", 0
        if natural and not peeked:
            result, back = "natural", stake + 3 * stake // 2
        played.append({"cards": hand, "total": mine, "result": result, "returned": back})
    extras = side_bets(bet, shoe[0], shoe[2], shoe[1])
    returned = sum(one["returned"] for one in [*played, *extras.values()])
    outcome = {"player_hands": played, "dealer": {"cards": dealer, "total": theirs}, "side_bets": extras}
    return outcome, sum(stakes) + sum(bet[name] for name in extras), returned, None


def raw(params: dict, _bet: dict, _: list, stream: Stream) -> tuple:
    ((name, asked),) = params.items()
    n, k = asked.values() if isinstance(asked, dict) else (asked, asked)
    assert 1 <= n <= 2**32 and 1 <= k <= 10**5 and (name != "sample" or k <= n)
    if name == "integers":
        drawn = [stream.uniform(n) for _ in range(k)]
    elif name in ("shuffle", "sample"):
        drawn = stream.sample(list(range(n)), k)
    else:
        drawn = [stream.word() for _ in range(k if name == "words" else (k + 3) // 4)]
    text = "".join(f"{word:08x}" for word in drawn)
    return {name: text[: 2 * k] if name == "bytes" else drawn}, 0, 0, None
