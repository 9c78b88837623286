/**
 * SHA-512 (FIPS 180-4, section 6.4). JavaScript's numbers have no 64 bits, so a word is two halves: `h` its upper
 * and `l` its lower 32 bits. Only Ed25519 needs it, and only for short messages.
 */

/** First 64 bits of the fractional parts of the cube roots of the first 80 primes (section 4.2.3). */
const K = wordsOf(
  '428a2f98d728ae22 7137449123ef65cd b5c0fbcfec4d3b2f e9b5dba58189dbbc 3956c25bf348b538 59f111f1b605d019 ' +
  '923f82a4af194f9b ab1c5ed5da6d8118 d807aa98a3030242 12835b0145706fbe 243185be4ee4b28c 550c7dc3d5ffb4e2 ' +
  '72be5d74f27b896f 80deb1fe3b1696b1 9bdc06a725c71235 c19bf174cf692694 e49b69c19ef14ad2 efbe4786384f25e3 ' +
  '0fc19dc68b8cd5b5 240ca1cc77ac9c65 2de92c6f592b0275 4a7484aa6ea6e483 5cb0a9dcbd41fbd4 76f988da831153b5 ' +
  '983e5152ee66dfab a831c66d2db43210 b00327c898fb213f bf597fc7beef0ee4 c6e00bf33da88fc2 d5a79147930aa725 ' +
  '06ca6351e003826f 142929670a0e6e70 27b70a8546d22ffc 2e1b21385c26c926 4d2c6dfc5ac42aed 53380d139d95b3df ' +
  '650a73548baf63de 766a0abb3c77b2a8 81c2c92e47edaee6 92722c851482353b a2bfe8a14cf10364 a81a664bbc423001 ' +
  'c24b8b70d0f89791 c76c51a30654be30 d192e819d6ef5218 d69906245565a910 f40e35855771202a 106aa07032bbd1b8 ' +
  '19a4c116b8d2d0c8 1e376c085141ab53 2748774cdf8eeb99 34b0bcb5e19b48a8 391c0cb3c5c95a63 4ed8aa4ae3418acb ' +
  '5b9cca4f7763e373 682e6ff3d6b2b8a3 748f82ee5defb2fc 78a5636f43172f60 84c87814a1f0ab72 8cc702081a6439ec ' +
  '90befffa23631e28 a4506cebde82bde9 bef9a3f7b2c67915 c67178f2e372532b ca273eceea26619c d186b8c721c0c207 ' +
  'eada7dd6cde0eb1e f57d4f7fee6ed178 06f067aa72176fba 0a637dc5a2c898a6 113f9804bef90dae 1b710b35131c471b ' +
  '28db77f523047d84 32caab7b40c72493 3c9ebe0a15c9bebc 431d67c49c100d4c 4cc5d4becb3e42b6 597f299cfc657e2a ' +
  '5fcb6fab3ad6faec 6c44198c4a475817',
);

/** The same of the square roots of the first eight primes (section 5.3.5). */
const START = wordsOf(
  '6a09e667f3bcc908 bb67ae8584caa73b 3c6ef372fe94f82b a54ff53a5f1d36f1 ' +
  '510e527fade682d1 9b05688c2b3e6c1f 1f83d9abfb41bd6b 5be0cd19137e2179',
);

/** @param {string} text */
function wordsOf(text) {
  const words = text.split(' ');
  return {
    h: Int32Array.from(words, (word) => parseInt(word.slice(0, 8), 16)),
    l: Int32Array.from(words, (word) => parseInt(word.slice(8), 16)),
  };
}

/** The message schedule and the eight working words, shared: they hold nothing from one block to the next. */
const W = { h: new Int32Array(80), l: new Int32Array(80) };
const V = { h: new Int32Array(8), l: new Int32Array(8) };

/** Upper half of a word turned right by n < 32; with the halves exchanged, its lower half. */
const turn = (/** @type {number} */ h, /** @type {number} */ l, /** @type {number} */ n) => (h >>> n) | (l << (32 - n));

/** What the sum of lower halves carries; each is taken without its sign. */
const carry = (/** @type {number} */ sum) => Math.floor(sum / 0x100000000);

/**
 * Takes one block of 128 bytes into the state (section 6.4.2).
 * @param {{h: Int32Array, l: Int32Array}} state
 * @param {Uint8Array} block
 * @param {number} at
 */
function compress(state, block, at) {
  const { h: Wh, l: Wl } = W;
  const { h: Vh, l: Vl } = V;
  for (let t = 0; t < 80; t++) {
    if (t < 16) {
      const i = at + 8 * t;
      Wh[t] = (block[i] << 24) | (block[i + 1] << 16) | (block[i + 2] << 8) | block[i + 3];
      Wl[t] = (block[i + 4] << 24) | (block[i + 5] << 16) | (block[i + 6] << 8) | block[i + 7];
      continue;
    }
    const [xh, xl, yh, yl] = [Wh[t - 15], Wl[t - 15], Wh[t - 2], Wl[t - 2]];
    // σ0 turns by 1 and 8 and shifts by 7; σ1 turns by 19 and 61 and shifts by 6. Turning by 61 is turning the
    // exchanged halves by 29.
    const s0h = turn(xh, xl, 1) ^ turn(xh, xl, 8) ^ (xh >>> 7);
    const s0l = turn(xl, xh, 1) ^ turn(xl, xh, 8) ^ turn(xl, xh, 7);
    const s1h = turn(yh, yl, 19) ^ turn(yl, yh, 29) ^ (yh >>> 6);
    const s1l = turn(yl, yh, 19) ^ turn(yh, yl, 29) ^ turn(yl, yh, 6);
    const sum = (Wl[t - 16] >>> 0) + (s0l >>> 0) + (Wl[t - 7] >>> 0) + (s1l >>> 0);
    Wl[t] = sum;
    Wh[t] = Wh[t - 16] + s0h + Wh[t - 7] + s1h + carry(sum);
  }
  Vh.set(state.h);
  Vl.set(state.l);
  for (let t = 0; t < 80; t++) {
    const [ah, al, bh, bl, ch, cl] = [Vh[0], Vl[0], Vh[1], Vl[1], Vh[2], Vl[2]];
    const [eh, el, fh, fl, gh, gl] = [Vh[4], Vl[4], Vh[5], Vl[5], Vh[6], Vl[6]];
    // Σ1 turns by 14, 18 and 41; Σ0 by 28, 34 and 39.
    const S1h = turn(eh, el, 14) ^ turn(eh, el, 18) ^ turn(el, eh, 9);
    const S1l = turn(el, eh, 14) ^ turn(el, eh, 18) ^ turn(eh, el, 9);
    const S0h = turn(ah, al, 28) ^ turn(al, ah, 2) ^ turn(al, ah, 7);
    const S0l = turn(al, ah, 28) ^ turn(ah, al, 2) ^ turn(ah, al, 7);
    const chooseH = (eh & fh) ^ (~eh & gh);
    const chooseL = (el & fl) ^ (~el & gl);
    const majorityH = (ah & bh) ^ (ah & ch) ^ (bh & ch);
    const majorityL = (al & bl) ^ (al & cl) ^ (bl & cl);
    const sum1 = (Vl[7] >>> 0) + (S1l >>> 0) + (chooseL >>> 0) + (K.l[t] >>> 0) + (Wl[t] >>> 0);
    const t1h = (Vh[7] + S1h + chooseH + K.h[t] + Wh[t] + carry(sum1)) | 0;
    const t1l = sum1 | 0;
    const sumE = (Vl[3] >>> 0) + (t1l >>> 0);
    const newEh = Vh[3] + t1h + carry(sumE);
    const sumA = (t1l >>> 0) + (S0l >>> 0) + (majorityL >>> 0);
    const newAh = t1h + S0h + majorityH + carry(sumA);
    Vh.copyWithin(1, 0, 7);
    Vl.copyWithin(1, 0, 7);
    Vh[4] = newEh;
    Vl[4] = sumE;
    Vh[0] = newAh;
    Vl[0] = sumA;
  }
  for (let i = 0; i < 8; i++) {
    const sum = (state.l[i] >>> 0) + (Vl[i] >>> 0);
    state.l[i] = sum;
    state.h[i] += Vh[i] + carry(sum);
  }
}

/**
 * @param {Uint8Array} bytes
 * @returns {Uint8Array}
 */
export function sha512(bytes) {
  // Padding by section 5.1.2: a bit 1, zeros, and the length in bits as 128 bits, of which the upper ones are 0.
  const padded = new Uint8Array(128 * Math.ceil((bytes.length + 17) / 128));
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const state = { h: START.h.slice(), l: START.l.slice() };
  for (let at = 0; at < padded.length; at += 128) compress(state, padded, at);
  const out = new DataView(new ArrayBuffer(64));
  for (let i = 0; i < 8; i++) {
    out.setInt32(8 * i, state.h[i]);
    out.setInt32(8 * i + 4, state.l[i]);
  }
  return new Uint8Array(out.buffer);
}
