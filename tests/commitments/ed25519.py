"""Ed25519 as RFC 8032 section 5.1 describes it: a second implementation, slow and for tests only."""

from __future__ import annotations

import hashlib

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
Point = tuple[int, int, int, int]  # extended coordinates X, Y, Z, T


def add(a: Point, b: Point) -> Point:
    """Section 5.1.4; it also doubles."""
    low, high = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    c, d = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = high - low, d - c, d + c, high + low
    return e * f % P, g * h % P, f * g % P, e * h % P


def multiply(scalar: int, point: Point) -> Point:
    result: Point = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            result = add(result, point)
        point, scalar = add(point, point), scalar >> 1
    return result


def encode(point: Point) -> bytes:
    """Section 5.1.2."""
    inverse = pow(point[2], -1, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def decode(data: bytes) -> Point:
    """Section 5.1.3; ValueError where it is no point."""
    y, odd = int.from_bytes(data, "little") & (1 << 255) - 1, data[31] >> 7
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if v * x * x % P != u:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or v * x * x % P != u or (x == 0 and odd):
        raise ValueError("no point")
    x = P - x if x & 1 != odd else x
    return x, y, 1, x * y % P


BASE = decode((4 * pow(5, -1, P) % P).to_bytes(32, "little"))


def scalar(*parts: bytes) -> int:
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little") % L


def expand(seed: bytes) -> tuple[int, bytes]:
    """Section 5.1.5: the secret scalar and the prefix."""
    digest = hashlib.sha512(seed).digest()
    return int.from_bytes(digest[:32], "little") & (1 << 254) - 8 | 1 << 254, digest[32:]


def public_key(seed: bytes) -> bytes:
    return encode(multiply(expand(seed)[0], BASE))


def sign(seed: bytes, message: bytes) -> bytes:
    """Section 5.1.6."""
    secret, prefix = expand(seed)
    nonce = scalar(prefix, message)
    commitment = encode(multiply(nonce, BASE))
    challenge = scalar(commitment, public_key(seed), message)
    return commitment + ((nonce + challenge * secret) % L).to_bytes(32, "little")


def verify(public: bytes, message: bytes, signature: bytes) -> bool:
    """Section 5.1.7, without the cofactor."""
    if len(public) != 32 or len(signature) != 64:
        return False
    response = int.from_bytes(signature[32:], "little")
    try:
        commitment, key = decode(signature[:32]), decode(public)
    except ValueError:
        return False
    challenge = scalar(signature[:32], public, message)
    right = add(commitment, multiply(challenge, key))
    return response < L and encode(multiply(response, BASE)) == encode(right)
