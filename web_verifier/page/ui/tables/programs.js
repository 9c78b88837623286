/**
 * Programs of at most 15 lines that deal a hand again, for Python and for JavaScript in Node, with nothing to install: the cards of the
 * places in their order, or, before the server seed is revealed, the slots of the hidden deck that they are.
 */

import { javascriptText, pythonText } from '../snippets.js';
import { placesUsed } from './deal.js';

/** @param {import('./story.js').Story} story @returns {import('../snippets.js').Snippets} */
export function programsOf(story) {
  const { round, dealt } = story;
  const { server_seed, server_seed_hash, client_seeds, nonce } = round.seeds;
  const used = placesUsed(story);
  const ranks = '23456789TJQKA'.slice(13 - dealt.order.length / 4);
  const size = dealt.order.length;
  const seats = (/** @type {(text: string) => string} */ quote) =>
    `{${Object.entries(client_seeds)
      .map(([seat, seed]) => `${seat}: ${quote(seed)}`)
      .join(', ')}}`;
  const python = [
    'import hashlib, hmac, itertools',
    `promise, nonce, seats = "${server_seed_hash}", ${nonce}, ${seats(pythonText)}`,
    'table = hashlib.sha256("\\n".join(f"{s}:{seats[s]}" for s in sorted(seats)).encode()).hexdigest()',
    'def shuffle(key, label, a):',
    '    blocks = (hmac.digest(key.encode(), f"{label}:{c}".encode(), "sha256") for c in itertools.count())',
    '    words = (int.from_bytes(b[i:i + 4], "big") for b in blocks for i in range(0, 32, 4))',
    '    for i in range(len(a) - 1):',
    '        n = len(a) - i; p = next(words) * n',
    '        while p % 2**32 < 2**32 % n: p = next(words) * n',
    '        j = i + (p >> 32); a[i], a[j] = a[j], a[i]',
    '    return a',
    `places = shuffle(table, f"{promise}:{nonce}", list(range(${size})))[:${used}]`,
    ...(server_seed === undefined
      ? ['print(*places)']
      : [
          `deck = [r + s for r in "${ranks}" for s in "cdhs"]`,
          `slots = shuffle("${server_seed}", f"deck:{nonce}", deck)`,
          'print(*(slots[i] for i in places))',
        ]),
  ];
  const javascript = [
    'const {createHash, createHmac} = require("node:crypto")',
    `const promise = "${server_seed_hash}", nonce = ${nonce}, seats = ${seats(javascriptText)}`,
    'const lines = Object.keys(seats).map(s => s + ":" + seats[s]).join("\\n")',
    'const table = createHash("sha256").update(lines).digest("hex")',
    'function shuffle(key, label, a, at = 0) {',
    '  const hmac = c => createHmac("sha256", key).update(label + ":" + c).digest()',
    '  const draw = n => { for (;;) { const p = BigInt(hmac(at >> 3).readUInt32BE(4 * (at++ % 8))) * n',
    '    if (p % 2n ** 32n >= 2n ** 32n % n) return Number(p >> 32n) } }',
    '  for (let i = 0; i < a.length - 1; i++) {',
    '    const j = i + draw(BigInt(a.length - i)); [a[i], a[j]] = [a[j], a[i]] }',
    '  return a }',
    `const places = shuffle(table, promise + ":" + nonce, [...Array(${size}).keys()]).slice(0, ${used})`,
    ...(server_seed === undefined
      ? ['console.log(places.join(" "))']
      : [
          `const deck = [..."${ranks}"].flatMap(r => [..."cdhs"].map(s => r + s))`,
          `const slots = shuffle("${server_seed}", "deck:" + nonce, deck)`,
          'console.log(places.map(i => slots[i]).join(" "))',
        ]),
  ];
  return { python: python.join('\n'), javascript: javascript.join('\n') };
}
