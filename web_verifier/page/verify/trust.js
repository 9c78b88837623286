/** Whom the reader trusts, and the checks that ask it: `receipt`, `log` and, for a bundle, `close_root`. */

import { VerifierKey } from '../core/notes.js';
import { checkLog } from './logged.js';
import { RECEIPTS, checkReceipt, readKept } from './receipts.js';

export { checkCloseRoot } from './logged.js';

/** @typedef {import('./checks.js').Check} Check */
/** @typedef {import('./form.js').Round} Round */

/**
 * @typedef {object} Trust
 * @property {readonly VerifierKey[]} logKeys
 * @property {readonly VerifierKey[]} receiptKeys
 * @property {readonly import('./receipts.js').Receipt[]} kept receipts that the reader kept
 */

/** @type {Trust} */
export const NO_TRUST = Object.freeze({ logKeys: [], receiptKeys: [], kept: [] });

/**
 * Reads what the reader gives: verifier keys, and receipts that were kept.
 * @param {readonly string[]} vkeys of logs and of receipts; those of receipts are named `…/receipts`
 * @param {readonly import('./record.js').Document[]} [kept] receipts, or records and views that carry them
 * @returns {Trust}
 */
export function readTrust(vkeys, kept = []) {
  const keys = vkeys.map((vkey) => VerifierKey.parse(vkey.trim()));
  return {
    logKeys: keys.filter(({ name }) => !name.endsWith(RECEIPTS)),
    receiptKeys: keys.filter(({ name }) => name.endsWith(RECEIPTS)),
    kept: readKept(kept),
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
 * The checks `receipt` and `log`, the trust that the record leaves, since of a bundle only the first shows the key, and where in the
 * log its pair was promised.
 * @param {Round} round
 * @param {Trust} trust
 * @returns {{checks: Check[], trust: Trust, commitIndex: number | null}}
 */
export function checkTrust(round, trust) {
  const log = checkLog(round, trust.logKeys);
  const widened = withReceiptKey(trust, log.receiptKey);
  const receipt = checkReceipt(round, widened.receiptKeys, widened.kept);
  return { checks: [receipt, log.check], trust: widened, commitIndex: log.commitIndex };
}
