"""Streams, draws and hidden decks of docs/spec/derivation.md, written a second time, plainly."""

import hashlib
import hmac

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


class Stream:
    """The words of one round; counts those drawn and those rejected."""

    def __init__(self, server_seed: str, client_seed: str, nonce: int) -> None:
        self.key, self.label = server_seed.encode(), f"{client_seed}:{nonce}:"
        self.drawn = self.rejected = 0

    def word(self) -> int:
        cursor, at = divmod(self.drawn, 8)
        if at == 0:
            self.block = hmac.digest(self.key, f"{self.label}{cursor}".encode(), "sha256")
        self.drawn += 1
        return int.from_bytes(self.block[at * 4 : at * 4 + 4], "big")

    def uniform(self, n: int) -> int:
        while n > 1:
            product = self.word() * n
            if product % 2**32 >= 2**32 % n:
                return product // 2**32
            self.rejected += 1
        return 0

    def sample(self, items: list, k: int) -> list:
        """The first k places of a shuffle; of all of them, the shuffle."""
        for i in range(min(k, len(items) - 1)):
            j = i + self.uniform(len(items) - i)
            items[i], items[j] = items[j], items[i]
        return items[:k]


def tree(hashes: list, at: int) -> tuple[bytes, list]:
    """RFC 9162 section 2.1: the root, and the siblings of leaf `at` from leaf to root."""
    if len(hashes) == 1:
        return hashes[0], []
    half = 1 << (len(hashes) - 1).bit_length() - 1
    (left, first), (right, second) = tree(hashes[:half], at), tree(hashes[half:], at - half)
    proof = [*first, right.hex()] if at < half else [*second, left.hex()]
    return hashlib.sha256(b"\1" + left + right).digest(), proof


def hand(given: dict) -> dict:
    """derivation.md sections 6 and 7: a hand, and the openings of the places asked for."""
    seed, nonce, seats = given["server_seed"], given["nonce"], given["client_seeds"]
    size = 52 - 4 * "23456789TJQKA".index(given["lowest"])
    table = sha256("\n".join(f"{seat}:{seats[seat]}" for seat in sorted(seats, key=int)))
    slots, public = Stream(seed, "deck", nonce).sample(DECK[-size:], size), Stream(table, sha256(seed), nonce)
    perm = public.sample(list(range(size)), size)
    salts = [hmac.digest(seed.encode(), f"salt:{nonce}:{j}".encode(), "sha256").hex() for j in range(size)]
    leaves = [hashlib.sha256(f"\0{j}:{card}:{salts[j]}".encode()).digest() for j, card in enumerate(slots)]
    cards = [{"slot": j, "card": slots[j], "salt": salts[j], "proof": tree(leaves, j)[1]} for j in perm]
    opened = [{"place": place} | cards[place] for place in given["places"]]
    whole = {"table_client_seed": table, "deck_root": tree(leaves, 0)[0].hex(), "perm": perm}
    return whole | {"deck": [slots[j] for j in perm], "carousel": public.uniform(3), "opened": opened}
