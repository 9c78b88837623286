"""Stream and draws of docs/spec/derivation.md, written a second time and as plainly as can be."""

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
