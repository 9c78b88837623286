/**
 * The page's self-test: known answers, recomputed when the page opens by the code that verifies. Where the browser offers WebCrypto,
 * hashes and codes are also computed by it, which shares no code with the page. A page that was damaged on its way shows here; one
 * that was changed on purpose can lie here too, so the test is no replacement for comparing the page's own SHA-256.
 */

import { hex, utf8 } from '../core/bytes.js';
import { fromHex } from '../core/octets.js';
import { HiddenDeck, checkOpenings, deck, permutation, tableClientSeed } from '../core/cards.js';
import { cardText } from '../core/deck.js';
import { verify } from '../core/ed25519.js';
import { at } from '../core/fault.js';
import { hmacSha256 } from '../core/hmac.js';
import { canonical, readJson } from '../core/json.js';
import { serverSeedHash } from '../core/seeds.js';
import { sha256 } from '../core/sha256.js';
import { sha512 } from '../core/sha512.js';
import { Stream } from '../core/stream.js';
import { GAMES } from '../games/all.js';
import { CLAIMS } from '../games/claims.js';
import { replay } from '../games/replay.js';
import { CODES, HAND, HASHES, RECORDS, ROUNDS, SIGNATURES, USUAL } from './known.js';
import { verifyRecord } from './record.js';

/** @typedef {{name: string, expected: unknown, own: () => unknown, other?: (subtle: SubtleCrypto) => Promise<unknown>}} Answer */
/** @typedef {{total: number, failed: {name: string}[], webcrypto: boolean}} SelfTest */

/** @returns {Answer[]} */
const hashes = () =>
  HASHES.map(([algorithm, text, expected]) => ({
    name: `${algorithm} “${text}”`,
    expected,
    own: () => hex((algorithm === 'SHA-256' ? sha256 : sha512)(utf8(text))),
    other: async (subtle) => hex(new Uint8Array(await subtle.digest(algorithm, buffer(text)))),
  }));

/** @returns {Answer[]} */
const codes = () =>
  CODES.map(([key, message, expected]) => ({
    name: `HMAC-SHA256 “${message}”`,
    expected,
    own: () => hex(hmacSha256(utf8(key), utf8(message))),
    other: async (subtle) => {
      const imported = await subtle.importKey('raw', buffer(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
      return hex(new Uint8Array(await subtle.sign('HMAC', imported, buffer(message))));
    },
  }));

/** The bytes of a text as WebCrypto takes them. @param {string} text @returns {ArrayBuffer} */
const buffer = (text) => /** @type {ArrayBuffer} */ (utf8(text).slice().buffer);

/** Right signatures pass, and those of another message do not. @returns {Answer[]} */
const signatures = () =>
  SIGNATURES.map(([key, message, signature], i) => ({
    name: `Ed25519 ${i + 1}`,
    expected: [true, false],
    own: () => [message, `${message}00`].map((text) => verify(fromHex(key), fromHex(text), fromHex(signature))),
  }));

/** @returns {Answer[]} */
const rounds = () => ROUNDS.map(([name, id, given, expected]) => ({ name: `${name} ${id}`, expected, own: () => play(name, given) }));

/** A round, as a case of the vectors gives it. @param {string} name @param {Record<string, any>} more */
export function play(name, more) {
  /** @type {Record<string, any>} */
  const given = { ...USUAL, ...more };
  const game = /** @type {import('../games/game.js').AnyGame} */ (GAMES.get(name));
  const claims = /** @type {import('../games/claims.js').Claims} */ (CLAIMS.get(name));
  const params = game.fill(claims.readParams(given.params));
  const bet = claims.readBet?.(given.bet);
  const actions = given.actions.map((/** @type {unknown} */ raw, /** @type {number} */ i) => at(`actions[${i}]`, () => claims.readAction(raw)));
  const stream = Stream.ofSeeds(given.server_seed, given.client_seed, given.nonce);
  const { outcome, staked, returned, multiplier } = game.result(replay(game, params, bet, actions, stream));
  if (!game.hasBet) return { outcome };
  return { outcome, settlement: { staked, returned, ...(multiplier === null ? {} : { multiplier }) } };
}

/** Records that are right and records that are not: a verifier that passes everything fails here. @returns {Answer[]} */
const records = () =>
  RECORDS.map(([id, text, statuses]) => ({
    name: `record ${id}`,
    // A commitment is not checked where the form failed, or where no seed is revealed.
    expected: [statuses.includes('f') ? 'failed' : statuses[1] === 's' ? 'pending' : 'verified', statuses],
    own: () => {
      const { verdict, checks } = verifyRecord(readJson(text));
      return [verdict, checks.map(({ status }) => status[0]).join('')];
    },
  }));

/** @returns {Answer} */
const hand = () => ({
  name: 'hand',
  expected: HAND,
  own: () => {
    const { client_seeds } = HAND;
    const hidden = new HiddenDeck(USUAL.server_seed, 0, deck());
    const table_client_seed = tableClientSeed(client_seeds);
    const [perm, after] = permutation(table_client_seed, serverSeedHash(USUAL.server_seed), 0, 52);
    checkOpenings([hidden.open(0, perm), hidden.open(51, perm)], perm, hidden.root, deck());
    const dealt = perm.slice(0, 10).map((slot) => cardText(hidden.slots[slot])).join(' ');
    const [carousel] = after.uniform(3);
    return { client_seeds, table_client_seed, deck_root: hidden.root, perm: perm.slice(0, 5), dealt, carousel };
  },
});

/**
 * Recomputes all known answers.
 * @param {SubtleCrypto | null} [subtle] null where the browser offers none, as on pages without a secure origin
 * @returns {Promise<SelfTest>}
 */
export async function runSelfTest(subtle = globalThis.crypto?.subtle ?? null) {
  const answers = [...hashes(), ...codes(), ...signatures(), ...rounds(), hand(), ...records()];
  const failed = [];
  for (const { name, expected, own, other } of answers) {
    const right = await gives(own, expected);
    const same = subtle === null || other === undefined || (await gives(() => other(subtle), expected));
    if (!right || !same) failed.push({ name });
  }
  return { total: answers.length, failed, webcrypto: subtle !== null };
}

/** @param {() => unknown} run @param {unknown} expected */
async function gives(run, expected) {
  try {
    return canonical(await run()) === canonical(expected);
  } catch {
    return false;
  }
}
