/** Whom the reader trusts, and the checks that ask it: `receipt`, `log` and, for a bundle, `close_root`. */

import { VerifierKey } from '../core/notes.js';
import { Kept } from './kept.js';
import { checkLog, readShown } from './logged.js';
import { RECEIPTS, checkReceipt } from './receipts.js';

export { checkCloseRoot } from './logged.js';

/** @typedef {import('./checks.js').Check} Check */
/** @typedef {import('./form.js').Round} Round */
/** @typedef {import('../core/log.js').Proven} Proven */

/**
 * @typedef {object} Trust
 * @property {readonly VerifierKey[]} logKeys
 * @property {readonly VerifierKey[]} receiptKeys
 * @property {Kept} kept receipts and answers that the reader kept
 */

/** @type {Trust} */
export const NO_TRUST = Object.freeze({ logKeys: [], receiptKeys: [], kept: new Kept() });

/**
 * Reads what the reader gives: verifier keys, and what was kept of the service.
 * @param {readonly string[]} vkeys of logs and of receipts; those of receipts are named `…/receipts`
 * @param {readonly import('./record.js').Document[]} [kept] receipts, or records and views of the service, in the order in which they came
 * @param {boolean} [complete] whether these are all receipts that there were: then a round or an action without one fails
 * @returns {Trust}
 */
export function readTrust(vkeys, kept = [], complete = false) {
  const keys = vkeys.map((vkey) => VerifierKey.parse(vkey.trim()));
  return {
    logKeys: keys.filter(({ name }) => !name.endsWith(RECEIPTS)),
    receiptKeys: keys.filter(({ name }) => name.endsWith(RECEIPTS)),
    kept: new Kept(kept, complete),
  };
}

/** Keys alone are trust enough. @param {Trust | readonly string[]} given @returns {Trust} */
export const trustOf = (given) => ('logKeys' in given ? given : readTrust(given));

/**
 * The same trust, and a key of receipts that a trusted log has shown.
 * @param {Trust} trust
 * @param {VerifierKey | null} key
 * @returns {Trust}
 */
export function withReceiptKey(trust, key) {
  if (key === null || trust.receiptKeys.some((known) => String(known) === String(key))) return trust;
  return { ...trust, receiptKeys: [...trust.receiptKeys, key] };
}

/**
 * What a record shows of the log, of whatever form the rest of it is. A bundle needs it for the records behind: only the first shows the
 * key of receipts.
 * @param {import('./record.js').Document} document
 * @param {Trust} trust
 * @returns {{trust: Trust, promise: Proven | null}}
 */
export function shownBy({ value }, trust) {
  const { promise, receiptKey } = readShown(value.commitment, trust.logKeys);
  return { trust: withReceiptKey(trust, receiptKey), promise };
}

/**
 * The checks `receipt` and `log`.
 * @param {Round} round
 * @param {Trust} trust
 * @param {Proven | null} promise what the record shows
 * @returns {Check[]}
 */
export function checkTrust(round, trust, promise) {
  // A pair that stands in a log has its receipts signed by that log's key of receipts.
  const own = `${promise?.checkpoint.origin}${RECEIPTS}`;
  const keys = promise === null ? trust.receiptKeys : trust.receiptKeys.filter(({ name }) => name === own);
  const receipt = trust.kept.against(round) ?? checkReceipt(round, keys, trust.kept.of(round.id));
  return [receipt, checkLog(round, trust.logKeys, promise)];
}
