"""The bulk kernels: many rounds of one seed pair at once, in machine code (docs/audit.md).

`fill` makes the words of many streams, whose nonces are written with one number of digits, in tiles of TILE
lanes, a lane a round. Words lie lane beside lane, so that WIDTH lanes are one vector: word k of a lane is
`words[(tile * size + k) * TILE + lane]`, `size` the words of a stream. One compression function, written in
vector operations, serves the inner and the outer hash. The message of a lane is `parts` (its nonce's digits)
or'ed with `tails` (what all lanes have: the label, the cursor, the padding). The last tile repeats the last
nonce.

The other kernels turn words into draws. A lane in which a draw is rejected (derivation.md section 3) is not
computed but marked in `slow`: the caller asks the one-round path.

All arrays are one-dimensional, all offsets unsigned; the compiler widens sums of 32 bits, so that each is
cast back. Everything compiled is in this one file: the compiler's cache looks at nothing else.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

import numpy as np
from llvmlite import binding, ir
from numba import config, njit, types
from numba.core import cgutils
from numba.extending import intrinsic

from fairseed.audit.sha256 import ROUNDS

TILE: Final = 64
_U32: Final = ir.IntType(32)


def _width() -> int:
    """Lanes of a vector: 16 with AVX-512, 8 with AVX2, else 4."""
    given = config.CPU_FEATURES
    features = {name.lstrip("+") for name in given.split(",")} if given is not None else None
    if features is None:
        host = {name for name, there in binding.get_host_cpu_features().items() if there}
        features = host if config.CPU_NAME in (None, "host") else set()
    return 16 if "avx512f" in features else 8 if "avx2" in features else 4


WIDTH: Final = _width()
_LANES: Final = ir.VectorType(_U32, WIDTH)


def _splat(value: int) -> ir.Constant:
    return ir.Constant(_LANES, [value & 0xFFFFFFFF] * WIDTH)


def _rotated(builder: Any, x: Any, *counts: int) -> list[Any]:
    kind = ir.FunctionType(_LANES, [_LANES] * 3)
    turn = cgutils.get_or_insert_function(builder.module, kind, f"llvm.fshr.v{WIDTH}i32")
    return [builder.call(turn, [x, x, _splat(count)]) for count in counts]


def _sum(builder: Any, *terms: Any) -> Any:
    total = terms[0]
    for term in terms[1:]:
        total = builder.add(total, term)
    return total


def _compress(builder: Any, state: list[Any], words: list[Any]) -> list[Any]:
    """Emits the compression function for WIDTH lanes: the state after one block of 16 words."""
    xor, both = builder.xor, builder.and_
    w = list(words)
    a, b, c, d, e, f, g, h = state
    for t in range(64):
        if t >= 16:
            r7, r18 = _rotated(builder, w[t - 15], 7, 18)
            r17, r19 = _rotated(builder, w[t - 2], 17, 19)
            s0 = xor(xor(r7, r18), builder.lshr(w[t - 15], _splat(3)))
            s1 = xor(xor(r17, r19), builder.lshr(w[t - 2], _splat(10)))
            w.append(_sum(builder, w[t - 16], s0, w[t - 7], s1))
        r6, r11, r25 = _rotated(builder, e, 6, 11, 25)
        choice = xor(g, both(e, xor(f, g)))
        t1 = _sum(builder, h, _splat(ROUNDS[t]), w[t], choice, xor(xor(r6, r11), r25))
        r2, r13, r22 = _rotated(builder, a, 2, 13, 22)
        majority = builder.or_(both(a, b), both(c, builder.or_(a, b)))
        t2 = builder.add(xor(xor(r2, r13), r22), majority)
        h, g, f, e, d, c, b, a = g, f, e, builder.add(d, t1), c, b, a, builder.add(t1, t2)
    return [builder.add(x, y) for x, y in zip(state, (a, b, c, d, e, f, g, h), strict=True)]


def _vector_at(builder: Any, data: Any, at: Any) -> Any:
    return builder.bitcast(builder.gep(data, [at]), _LANES.as_pointer())


def _broadcast(builder: Any, data: Any, at: Any) -> Any:
    one = builder.insert_element(
        ir.Constant(_LANES, ir.Undefined), builder.load(builder.gep(data, [at])), _U32(0)
    )
    mask = ir.Constant(ir.VectorType(_U32, WIDTH), [0] * WIDTH)
    return builder.shuffle_vector(one, ir.Constant(_LANES, ir.Undefined), mask)


@intrinsic
def hmac_lanes(typingctx, parts, tails, tail, inner, outer, words, word, lane):
    """HMAC of one block of WIDTH lanes from `lane` on.

    The message is `parts` or'ed with 16 words of `tails` from `tail` on, `inner` and `outer` are the lanes'
    key states, the 8 words go to place `word` of `words`.
    """
    array = types.Array(types.uint32, 1, "C")
    signature = types.void(array, array, types.uint64, array, array, array, types.uint64, types.uint64)

    def codegen(context, builder, signature, arguments):
        data = {k: context.make_array(array)(context, builder, arguments[k]).data for k in (0, 1, 3, 4, 5)}
        tail, word, lane = arguments[2], arguments[6], arguments[7]
        u64 = ir.IntType(64)

        def rows(which: int, count: int) -> list[Any]:
            places = [builder.add(lane, u64(k * TILE)) for k in range(count)]
            return [builder.load(_vector_at(builder, data[which], at), align=4) for at in places]

        shared = [_broadcast(builder, data[1], builder.add(tail, u64(k))) for k in range(16)]
        message = [builder.or_(own, same) for own, same in zip(rows(0, 16), shared, strict=True)]
        digest = _compress(builder, rows(3, 8), message)
        padding = [_splat(0x80000000)] + [_splat(0)] * 6 + [_splat((64 + 32) * 8)]
        digest = _compress(builder, rows(4, 8), digest + padding)
        for k in range(8):
            place = builder.add(builder.mul(builder.add(word, u64(k)), u64(TILE)), lane)
            builder.store(digest[k], _vector_at(builder, data[5], place), align=4)
        return context.get_dummy_value()

    return signature, codegen


def _jit(function: Any) -> Any:
    """Compiled on its first call; kept on disk where some folder can be written, else in memory only."""
    compiled = njit(nogil=True, error_model="numpy", boundscheck=False)(function)
    with suppress(RuntimeError, OSError):
        compiled.enable_caching()
    return compiled


@_jit
def write_digits(nonces, start, digits, place, parts):
    """The decimal digits of a tile's nonces, as bytes `place` … of the messages in `parts`."""
    rest = np.empty(TILE, np.uint32)
    last = len(nonces) - 1
    for lane in range(TILE):
        rest[lane] = np.uint32(nonces[min(start + lane, last)])
    for k in range(16 * TILE):
        parts[k] = np.uint32(0)
    for k in range(digits):
        at = place + digits - 1 - k
        row = np.uint64(at >> 2) * np.uint64(TILE)
        shift = np.uint32(24 - 8 * (at & 3))
        for lane in range(TILE):
            tens = np.uint32(rest[lane] // np.uint32(10))
            digit = np.uint32(rest[lane] - tens * np.uint32(10) + np.uint32(48))
            parts[row + np.uint64(lane)] |= np.uint32(digit << shift)
            rest[lane] = tens


@_jit
def fill(nonces, digits, place, tails, inner, outer, words):
    """The words of the streams of `nonces`: a block for each 16 words of `tails`. `inner` and `outer` are the
    8 words of the key's states."""
    parts = np.empty(16 * TILE, np.uint32)
    states = np.empty(16 * TILE, np.uint32)
    for k in range(8):
        states[k * TILE : (k + 1) * TILE] = inner[k]
        states[(8 + k) * TILE : (9 + k) * TILE] = outer[k]
    size = len(tails) // 2
    tile = 0
    for start in range(0, len(nonces), TILE):
        write_digits(nonces, start, digits, place, parts)
        for block in range(len(tails) // 16):
            for lane in range(0, TILE, WIDTH):
                hmac_lanes(
                    parts, tails, np.uint64(16 * block), states[: 8 * TILE], states[8 * TILE :],
                    words, np.uint64(tile * size + 8 * block), np.uint64(lane),
                )  # fmt: skip
        tile += 1


@_jit
def streams(words, size, count, out):
    """The first `count` words of each stream: `out[round * count + k]`."""
    for i in range(len(out) // count):
        base = np.uint64(i // TILE * size * TILE + i % TILE)
        for k in range(count):
            out[i * count + k] = words[base + np.uint64(k * TILE)]


@_jit
def equal_draws(words, size, n, least, count, out, slow):
    """`count` times `uniform(n)` of each stream; `least` = 2^32 mod n."""
    low_half = np.uint64(0xFFFFFFFF)
    for i in range(len(slow)):
        base = np.uint64(i // TILE * size * TILE + i % TILE)
        for k in range(count):
            product = np.uint64(words[base + np.uint64(k * TILE)]) * np.uint64(n)
            if product & low_half < np.uint64(least):
                slow[i] = 1
            out[i * count + k] = product >> np.uint64(32)


@_jit
def bit_draws(words, size, count, out):
    """`count` times `uniform(2)`, which rejects nothing; bit k of `out[round]` is draw k."""
    for i in range(len(out)):
        base = np.uint64(i // TILE * size * TILE + i % TILE)
        bits = np.uint32(0)
        for k in range(count):
            bits |= np.uint32((words[base + np.uint64(k * TILE)] >> np.uint32(31)) << np.uint32(k))
        out[i] = bits


@_jit
def limbo_draws(words, size, high, low, most, capped, over, out):
    """`floor(B / (x + 1))` cut to 100 … `most`, B = `high` · 2^64 + `low`, x = `uint64()`.

    `capped` is the greatest x that gives `most`, `over` the least x that gives 100 or less, so that between
    them the quotient has under 32 bits: one step of long division (Knuth, TAOCP 4.3.1 D) in base 2^32.
    """
    one, half, digit = np.uint64(1), np.uint64(32), np.uint64(0xFFFFFFFF)
    for i in range(len(out)):
        base = np.uint64(i // TILE * size * TILE + i % TILE)
        x = np.uint64(words[base]) << half | np.uint64(words[base + np.uint64(TILE)])
        if x >= over:
            out[i] = 100
        elif x <= capped:
            out[i] = most
        else:
            y = x + one
            shift = np.uint64(0)
            for step in (32, 16, 8, 4, 2, 1):
                if y >> np.uint64(64 - step) == 0:
                    y <<= np.uint64(step)
                    shift += np.uint64(step)
            # B · 2^shift = top · 2^32 + u0; where shift is 32 or more, `high` is 0
            if shift < half:
                top = high << (half + shift) | low >> (half - shift)
            else:
                top = low << (shift - half)
            u0 = (low << shift) & digit
            v1, v0 = y >> half, y & digit
            quotient = top // v1
            rest = top - quotient * v1
            while rest <= digit and quotient * v0 > (rest << half | u0):
                quotient -= one
                rest += v1
            out[i] = quotient


@_jit
def place_draws(words, size, n, least, slow):
    """In place: word i of every lane becomes `uniform(n − i)`; `least[i]` = 2^32 mod (n − i)."""
    low_half = np.uint64(0xFFFFFFFF)
    rejected = np.empty(TILE, np.uint32)
    for start in range(0, len(slow), TILE):
        tile = np.uint64(start * size)
        rejected[:] = np.uint32(0)
        for k in range(len(least)):
            bound, threshold = np.uint64(n - k), np.uint64(least[k])
            row = tile + np.uint64(k * TILE)
            for lane in range(TILE):
                product = np.uint64(words[row + np.uint64(lane)]) * bound
                rejected[lane] |= np.uint32((product & low_half) < threshold)
                words[row + np.uint64(lane)] = np.uint32(product >> np.uint64(32))
        for lane in range(min(TILE, len(slow) - start)):
            if rejected[lane]:
                slow[start + lane] = 1


@_jit
def sampled(words, size, n, least, out, slow):
    """`sample(n, len(least))` of each stream, n up to 64: bit v of `out[round]` is set where v is drawn."""
    place_draws(words, size, n, least, slow)
    pool, one = np.empty(64, np.uint64), np.uint64(1)
    for i in range(len(slow)):
        base = np.uint64(i // TILE * size * TILE + i % TILE)
        for k in range(n):
            pool[k] = one << np.uint64(k)
        mask = np.uint64(0)
        for k in range(len(least)):
            j = np.uint64(k) + np.uint64(words[base + np.uint64(k * TILE)])
            mask |= pool[j]
            pool[j] = pool[k]
        out[i] = mask


@_jit
def shuffled(words, size, items, least, out, slow):
    """`shuffle(items)` of each stream, round after round in `out`."""
    n = len(items)
    place_draws(words, size, n, least, slow)
    for i in range(len(slow)):
        base = np.uint64(i // TILE * size * TILE + i % TILE)
        first = np.uint64(i * n)
        for k in range(n):
            out[first + np.uint64(k)] = items[k]
        for k in range(n - 1):
            here = first + np.uint64(k)
            there = here + np.uint64(words[base + np.uint64(k * TILE)])
            item = out[here]
            out[here] = out[there]
            out[there] = item
