/**
 * Programs of at most 15 lines that derive the round again, for Python and for JavaScript in Node, with nothing to install. A seed from
 * a link or record is written into them as escapes, so that no text can become a command.
 */

/** @typedef {{python: string, javascript: string}} Snippets */

/** @param {string} text @param {(code: number) => string} escape */
const quoted = (text, escape) =>
  `"${Array.from(text, (point) => {
    const code = Number(point.codePointAt(0));
    return /^[A-Za-z0-9 _.,:;!?()+*/=@#%&<>|~^[\]-]$/.test(point) ? point : escape(code);
  }).join('')}"`;

/** @param {string} text */
export const pythonText = (text) => quoted(text, (code) => `\\U${code.toString(16).padStart(8, '0')}`);

/** @param {string} text */
export const javascriptText = (text) => quoted(text, (code) => `\\u{${code.toString(16)}}`);

/** What is drawn, and what is printed, by game. @type {Record<string, (params: any, outcome: any) => {python: string[], javascript: string[]}>} */
const TAILS = {
  dice: () => ({
    python: ['print("roll %.2f" % (uniform(10001) / 100))'],
    javascript: ['console.log("roll", (uniform(10001) / 100).toFixed(2))'],
  }),
  limbo: ({ rtp }) => {
    const [whole, after = ''] = rtp.split('.');
    const n = `${Number(whole + after)} * 100`;
    const d = 10 ** after.length;
    return {
      python: [
        'x = next(words) << 32 | next(words)',
        `m = ${n} * 2**64 // (${d} * (x + 1))`,
        'print("%.2f" % (min(max(m, 100), 10**8) / 100))',
      ],
      javascript: [
        'const x = BigInt(word()) << 32n | BigInt(word())',
        `const m = ${n.replace(/(\d+)/g, '$1n')} * 2n ** 64n / (${d}n * (x + 1n))`,
        'console.log((Math.min(Math.max(Number(m), 100), 1e8) / 100).toFixed(2))',
      ],
    };
  },
  plinko: ({ rows }) => ({
    python: [`path = "".join("LR"[uniform(2)] for row in range(${rows}))`, 'print(path, path.count("R"))'],
    javascript: [
      `const path = Array.from({length: ${rows}}, () => "LR"[uniform(2)]).join("")`,
      'console.log(path, path.split("R").length - 1)',
    ],
  }),
  mines: ({ size, mines }) => exchange(size * size, mines, 'sorted(a[:k])', 'a.slice(0, k).sort((x, y) => x - y)'),
  hilo: (_params, { cards }) => ({
    python: [`for i in range(${cards.length}):`, '    c = uniform(52)', '    print("23456789TJQKA"[c // 4] + "cdhs"[c % 4])'],
    javascript: [
      `for (let i = 0; i < ${cards.length}; i++) {`,
      '  const c = uniform(52)',
      '  console.log("23456789TJQKA"[c >> 2] + "cdhs"[c % 4])',
      '}',
    ],
  }),
  blackjack: (_params, outcome) => {
    const dealt = [outcome.dealer, ...outcome.player_hands].reduce((sum, { cards }) => sum + cards.length, 0);
    const card = {
      python: '["23456789TJQKA"[c % 52 // 4] + "cdhs"[c % 4] for c in a[:k]]',
      javascript: 'a.slice(0, k).map(c => "23456789TJQKA"[c % 52 >> 2] + "cdhs"[c % 4]).join(" ")',
    };
    return exchange(312, dealt, card.python, card.javascript);
  },
  raw: ({ integers, shuffle, sample, words, bytes }) => {
    if (integers)
      return {
        python: [`print([uniform(${integers.n}) for i in range(${integers.count})])`],
        javascript: [`console.log(Array.from({length: ${integers.count}}, () => uniform(${integers.n})).join(" "))`],
      };
    if (words !== undefined)
      return {
        python: [`print([next(words) for i in range(${words})])`],
        javascript: [`console.log(Array.from({length: ${words}}, word).join(" "))`],
      };
    if (bytes !== undefined) {
      return {
        python: [`print(b"".join(next(words).to_bytes(4, "big") for i in range(${Math.ceil(bytes / 4)}))[:${bytes}].hex())`],
        javascript: [
          'let out = ""',
          `while (out.length < ${2 * bytes}) out += word().toString(16).padStart(8, "0")`,
          `console.log(out.slice(0, ${2 * bytes}))`,
        ],
      };
    }
    const n = shuffle ?? sample.n;
    return exchange(n, shuffle ?? sample.k, 'a[:k]', 'a.slice(0, k).join(" ")');
  },
};

/** @param {number} n @param {number} k @param {string} python @param {string} javascript */
function exchange(n, k, python, javascript) {
  return {
    python: [
      `n, k, a = ${n}, ${k}, list(range(${n}))`,
      'for i in range(min(k, n - 1)):',
      '    j = i + uniform(n - i); a[i], a[j] = a[j], a[i]',
      `print(${python})`,
    ],
    javascript: [
      `const n = ${n}, k = ${k}, a = Array.from({length: n}, (_, i) => i)`,
      'for (let i = 0; i < Math.min(k, n - 1); i++) {',
      '  const j = i + uniform(n - i); [a[i], a[j]] = [a[j], a[i]]',
      '}',
      `console.log(${javascript.includes('join') ? javascript : `${javascript}.join(" ")`})`,
    ],
  };
}

/**
 * @param {import('./types.js').Derived} derived
 * @param {{server_seed: string, client_seed: string, nonce: number}} seeds
 * @returns {Snippets}
 */
export function snippets({ game, params, outcome }, { server_seed, client_seed, nonce }) {
  const tail = TAILS[game](params, outcome);
  const python = [
    'import hmac, itertools',
    `key, seed = b"${server_seed}", ${pythonText(client_seed)}`,
    'def word(i):',
    `    block = hmac.digest(key, f"{seed}:${nonce}:{i // 8}".encode(), "sha256")`,
    '    return int.from_bytes(block[i % 8 * 4:][:4], "big")',
    'words = map(word, itertools.count())',
    'def uniform(n):',
    '    while n > 1:',
    '        p = next(words) * n',
    '        if p % 2**32 >= 2**32 % n: return p >> 32',
    '    return 0',
    ...tail.python,
  ];
  const javascript = [
    'const {createHmac} = require("node:crypto")',
    `const key = "${server_seed}", seed = ${javascriptText(client_seed)}`,
    'let at = 0',
    'const block = c => createHmac("sha256", key).update(`${seed}:' + nonce + ':${c}`).digest()',
    'const word = () => block(at >> 3).readUInt32BE(4 * (at++ % 8))',
    'function uniform(n) {',
    '  for (; n > 1;) { const p = BigInt(word()) * BigInt(n)',
    '    if (p % 2n ** 32n >= 2n ** 32n % BigInt(n)) return Number(p >> 32n) }',
    '  return 0',
    '}',
    ...tail.javascript,
  ];
  return { python: python.join('\n'), javascript: javascript.join('\n') };
}
