/** SHA-256 (FIPS 180-4, section 6.2). */

/** First 32 bits of the fractional parts of the cube roots of the first 64 primes (section 4.2.2). */
const K = Int32Array.from([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);

/** The same of the square roots of the first eight primes (section 5.3.3). */
const START = Int32Array.from([
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
]);

/** The message schedule, shared: it holds nothing from one block to the next. */
const W = new Int32Array(64);

/**
 * Takes one block of 64 bytes into the state (section 6.2.2). Nothing is allocated.
 * @param {Int32Array} state
 * @param {Uint8Array} bytes
 * @param {number} at where the block begins
 */
function compress(state, bytes, at) {
  for (let t = 0; t < 16; t++, at += 4) {
    W[t] = (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
  }
  for (let t = 16; t < 64; t++) {
    const x = W[t - 15];
    const y = W[t - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    W[t] = W[t - 16] + s0 + W[t - 7] + s1;
  }
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let d = state[3];
  let e = state[4];
  let f = state[5];
  let g = state[6];
  let h = state[7];
  for (let t = 0; t < 64; t++) {
    const S1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + S1 + ((e & f) ^ (~e & g)) + K[t] + W[t]) | 0;
    const S0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (S0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

/** A hash under way. */
export class Sha256 {
  #state = START.slice();
  #block = new Uint8Array(64);
  #length = 0;

  /** @param {Uint8Array} bytes @returns {this} */
  update(bytes) {
    let held = this.#length % 64;
    this.#length += bytes.length;
    let at = 0;
    if (held > 0) {
      at = Math.min(64 - held, bytes.length);
      this.#block.set(at === bytes.length ? bytes : bytes.subarray(0, at), held);
      held += at;
      if (held < 64) return this;
      compress(this.#state, this.#block, 0);
    }
    for (; at + 64 <= bytes.length; at += 64) compress(this.#state, bytes, at);
    if (at < bytes.length) this.#block.set(bytes.subarray(at), 0);
    return this;
  }

  /** A hash that goes on from here by itself. @returns {Sha256} */
  clone() {
    return new Sha256().assign(this);
  }

  /**
   * Takes over where another hash stands: a clone that makes no new object.
   * @param {Sha256} other
   * @returns {this}
   */
  assign(other) {
    this.#state.set(other.#state);
    this.#block.set(other.#block);
    this.#length = other.#length;
    return this;
  }

  /**
   * The hash of what was taken; this object is then used up. Padding by section 5.1.1: a bit 1, zeros, and the
   * length in bits as 64 bits.
   * @param {Uint8Array} [out] where to write it
   * @returns {Uint8Array}
   */
  digest(out = new Uint8Array(32)) {
    const block = this.#block;
    let held = this.#length % 64;
    block[held++] = 0x80;
    if (held > 56) {
      block.fill(0, held);
      compress(this.#state, block, 0);
      held = 0;
    }
    block.fill(0, held);
    // Lengths stay under 2^53 bytes; the upper half is divided out, since shifts know 32 bits only.
    const high = Math.floor(this.#length / 0x20000000);
    const low = this.#length << 3;
    for (let i = 0; i < 4; i++) {
      block[56 + i] = high >>> (24 - 8 * i);
      block[60 + i] = low >>> (24 - 8 * i);
    }
    compress(this.#state, block, 0);
    for (let i = 0; i < 32; i++) out[i] = this.#state[i >> 2] >>> (24 - 8 * (i & 3));
    return out;
  }
}

/** @param {Uint8Array} bytes @returns {Uint8Array} */
export const sha256 = (bytes) => new Sha256().update(bytes).digest();
