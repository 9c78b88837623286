"""The games of public operators, written a second time, plainly, game by game and without declarations."""

import hashlib
import hmac
import math
from fractions import Fraction

from stream import sha256

RANKS, L = "23456789TJQKA", 2**32 - 1
GEMS = ["green", "purple", "yellow", "red", "cyan", "orange", "blue"]


def words(key: bytes, message: str) -> list[int]:
    block = hmac.digest(key, message.encode(), "sha256")
    return [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]


def card(index: int) -> str:
    return RANKS[index // 4] + "dhsc"[index % 4]


def hundredths(value: int) -> str:
    return f"{value // 100}.{value % 100:02d}"


def pick(size: int, count: int, draw: object) -> list[int]:
    items = list(range(size))
    return [items.pop(draw(len(items))) for _ in range(count)]


def backward(size: int, draw: object) -> list[int]:
    items = list(range(size))
    for place in range(size - 1, 0, -1):
        other = draw(place + 1)
        items[place], items[other] = items[other], items[place]
    return items


def cells(name: str, found: list[int], options: dict, base: str, order: str) -> dict:
    """Cells counted from 0, as the player wants them shown."""
    moved = [cell + int(options.get("base", base)) for cell in found]
    return {name: sorted(moved) if options.get("order", order) == "sorted" else moved}


def path(steps: list[int]) -> dict:
    return {"path": "".join("LR"[step] for step in steps), "bin": sum(steps)}


def hands(found: list[int], names: list[str], deal: str) -> dict:
    """Who has what; P the player, D the dealer."""
    dealt = {"cards": names, "indices": found}
    for letter in dict.fromkeys(deal):
        whose = {"P": "player", "D": "dealer"}[letter]
        dealt[whose] = [name for name, to in zip(names, deal, strict=False) if to == letter]
    return dealt


def video_poker(found: list[int], options: dict) -> dict:
    names = [card(index) for index in found]
    dealt = {"cards": names, "indices": found, "initial": names[:5], "pool": names[5:]}
    if "held" in options:
        held, pool = [int(place) for place in options["held"].split(",")], iter(names[5:])
        dealt["final"] = [name if at in held else next(pool) for at, name in enumerate(names[:5])]
    return dealt


def multiplier(word: int, version: str) -> dict:
    f = word / 2**32
    value = {
        "2019": lambda: 1e8 / (f * 1e8) * 0.99,
        "2021": lambda: 1e8 / (math.floor(f * 1e8) + 1) * 0.99,
        "2025": lambda: 2**24 / (math.floor(f * 2**24) + 1) * (1 - 0.01),
        "chain": lambda: 2**32 / (word + 1) * 0.99,
    }[version]()
    return {"multiplier": hundredths(max(100, math.floor(value * 100)))}


def stake(game: str, seed: str, client: str, nonce: int, options: dict) -> dict:
    """Keyed by the text; the blocks of rounds 0, 1, 2 … are one stream of eight words each."""
    key = seed.encode()
    if game == "crash":
        return multiplier(words(key, client)[0], options.get("version", "chain"))
    stream = (word for at in range(99) for word in words(key, f"{client}:{nonce}:{at}"))

    def draw(n: int) -> int:
        return next(stream) * n >> 32

    if game == "dice":
        result = draw(10001)
        return {"roll": hundredths(result), "result": result}
    if game == "limbo":
        return multiplier(next(stream), options.get("version", "2025"))
    if game == "plinko":
        return path([draw(2) for _ in range(int(options["rows"]))])
    if game == "mines":
        return cells("mines", pick(25, 24, draw)[: int(options["mines"])], options, "0", "draw")
    if game == "keno":
        return cells("numbers", pick(40, 10, draw), options, "0", "draw")
    if game == "roulette":
        return {"number": draw(37)}
    if game == "diamonds":
        return {"symbols": [GEMS[draw(7)] for _ in range(int(options.get("count", 10)))]}
    if game == "videopoker":
        return video_poker(pick(52, 10, draw), options)
    usual = {"hilo": 2, "blackjack": 4, "baccarat": 6}[game]
    found = [draw(52) for _ in range(int(options.get("cards", usual)))]
    return hands(found, [card(index) for index in found], "PPDD" if game == "blackjack" else "")


def duel(game: str, seed: str, client: str, nonce: int, options: dict) -> dict:
    """Keyed by the bytes; one HMAC a draw, whose words are taken in turn."""
    key = bytes.fromhex(seed)

    def draw(n: int, message: str) -> int:
        return next(x % n for x in words(key, message) if x < L - L % n)

    if game == "dice":
        result = draw(10001, f"{client}:{nonce}")
        told = {"roll": hundredths(result), "result": result}
        if "target" in options:
            target, over = int(options["target"].replace(".", "")), options["direction"] == "over"
            pays = Fraction("0.999") * 10001 / (10000 - target if over else target) * 10**18
            digits = str(math.floor(pays + Fraction(1, 2))).zfill(19)
            told["win"] = result > target if over else result < target
            told["multiplier"] = f"{digits[:-18]}.{digits[-18:]}"
        return told
    at = f"{client}:{nonce}:"
    if game == "plinko":
        return path([words(key, f"{at}{row}")[0] & 1 for row in range(int(options["rows"]))])
    if game == "mines":
        mined = backward(25, lambda n: draw(n, f"{at}{25 - n}"))[: int(options["mines"])]
        return cells("mines", mined, options, "0", "sorted")
    if game == "videopoker":
        return video_poker(backward(52, lambda n: draw(n, f"{at}{52 - n}"))[:10], options)
    found = [draw(52, f"{at}{place}") for place in range(int(options.get("cards", 4)))]
    return hands(found, [card(index) for index in found], "PDPD")


def liqd(game: str, seed: str, client: str, nonce: int, options: dict) -> dict:
    """Keyed by the bytes; one HMAC a draw, a million further on where all its words are rejected."""
    key = bytes.fromhex(seed)

    def draw(n: int, cursor: int) -> int:
        for at in range(cursor, cursor + 10**7, 10**6):
            for x in words(key, f"{client}:{nonce}:{at}"):
                if x < 2**32 // n * n:
                    return x % n
        raise AssertionError

    if game == "dice":
        result = draw(10000, 0)
        told = {"roll": hundredths(result), "result": result}
        if "lower" in options:
            lower, upper = (int(options[name].replace(".", "")) for name in ("lower", "upper"))
            told["win"] = (lower <= result < upper) != (options.get("inverted") == "true")
        return told
    if game == "plinko":
        return path([draw(2, row) for row in range(1, int(options["rows"]) + 1)])
    if game == "mines":
        items, count = list(range(25)), int(options["mines"])
        for step in range(count):
            other = step + draw(25 - step, step)
            items[step], items[other] = items[other], items[step]
        return cells("mines", items[:count], options, "1", "draw")
    shoe = backward(416, lambda n: draw(n, n - 1))[: int(options.get("cards", 4))]
    names = ["A23456789TJQK"[index % 13] + "chsd"[index // 13 % 4] for index in shoe]
    return hands(shoe, names, "PDPD")


def primedice(_game: str, seed: str, client: str, nonce: int, _options: dict) -> dict:
    digits = hmac.digest(seed.encode(), f"{client}-{nonce}".encode(), "sha512").hex()
    chunks = (int(digits[at : at + 5], 16) for at in range(0, 125, 5))
    result = next(chunk for chunk in chunks if chunk < 10**6) % 10**4
    return {"roll": hundredths(result), "result": result}


def luckydice(_game: str, seed: str, client: str, nonce: int, _options: dict) -> dict:
    found = hmac.digest(seed.encode(), f"{client}:{nonce}:0:0".encode(), "sha256")
    return {"hmac": found.hex(), "first_bytes": list(found[:4])}


OPERATORS = {"stake": stake, "duel": duel, "liqd": liqd, "primedice": primedice, "luckydice": luckydice}


def derive(given: dict) -> dict:
    """What is promised and what comes out."""
    scheme, seed = given["scheme"], given["server_seed"]
    promise = hashlib.sha256(bytes.fromhex(seed)).hexdigest() if scheme == "duel" else sha256(seed)
    round_ = (given["game"], seed, given["client_seed"], int(given["nonce"]), given.get("options", {}))
    return {"server_seed_hash": promise, "outcome": OPERATORS[scheme](*round_)}
