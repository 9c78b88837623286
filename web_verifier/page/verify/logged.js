/**
 * The checks `log` and `close_root`: what was logged before and after a round. `docs/spec/trust.md`, section 2; decision 0012.
 *
 * What is compared comes first: a contradiction fails whatever keys are known. What fits passes only under the signature of a key
 * that the reader trusts.
 */

import { hex } from '../core/bytes.js';
import { Fault, at, inside } from '../core/fault.js';
import { checkPromise, proveEntry, readBatchPlace, readEntry } from '../core/log.js';
import { VerifierKey, signers } from '../core/notes.js';
import { canonical } from '../core/json.js';
import { object } from '../games/forms.js';
import { compared, detail, fail, pass, skip, told } from './checks.js';
import { RECEIPTS } from './receipts.js';

/** @typedef {import('../core/log.js').Proven} Proven */
/** @typedef {import('../games/forms.js').Members} Members */
/**
 * @template {string} N
 * @typedef {import('./checks.js').Check<N>} Check
 */
/** @typedef {import('./form.js').Round} Round */

/**
 * An entry with its proof: `{"entry", "tlog_proof"}`, both texts.
 * @param {unknown} raw
 * @param {string} field
 * @returns {Proven}
 */
function prove(raw, field) {
  const { entry, tlog_proof } = object(raw, field);
  return at(field, () => proveEntry(entry, tlog_proof));
}

/**
 * Whether a trusted key has signed the checkpoint that a proof leads to; null where no key is known at all. A log's key has the name
 * of the log, its origin.
 * @param {Proven} proven
 * @param {readonly VerifierKey[]} keys
 * @returns {boolean | null}
 */
function isTrusted({ note, checkpoint }, keys) {
  if (keys.length === 0) return null;
  return signers(note, keys.filter(({ name }) => name === checkpoint.origin)).length > 0;
}

/**
 * What a record's `commitment` holds, by the names of its members; the promise itself is `commitment`.
 * @typedef {{commitment: Proven, activate?: Proven, ruleset?: Proven, receipt_key?: Proven}} Logged
 */

/**
 * Everything that was logged stands in one log.
 * @param {Members} raw
 * @returns {Logged}
 */
function readLogged(raw) {
  /** @type {Logged} */
  const logged = { commitment: prove(raw, 'commitment') };
  for (const name of /** @type {const} */ (['activate', 'ruleset', 'receipt_key'])) {
    if (!Object.hasOwn(raw, name)) continue;
    const field = inside('commitment', name);
    const proven = prove(raw[name], field);
    sameLog(logged.commitment, proven, field);
    logged[name] = proven;
  }
  return logged;
}

/**
 * Two proofs of one log; of one size it has one root.
 * @param {Proven} first
 * @param {Proven} second
 * @param {string} field
 */
function sameLog({ checkpoint: a }, { checkpoint: b }, field) {
  if (a.origin !== b.origin) throw new Fault(field, 'log.other-log', { origin: a.origin, other: b.origin });
  if (a.size === b.size && hex(a.root) !== hex(b.root)) {
    throw new Fault(field, 'log.two-views', { origin: a.origin, count: a.size });
  }
}

/**
 * @typedef {object} LogResult
 * @property {Check<'log'>} check
 * @property {VerifierKey | null} receiptKey the key of receipts that the record shows in a log of a trusted key
 * @property {number | null} commitIndex where in the log the pair was promised
 */

/**
 * The check `log`.
 * @param {Round} round
 * @param {readonly VerifierKey[]} keys
 * @returns {LogResult}
 */
export function checkLog(round, keys) {
  const raw = /** @type {Members | undefined} */ (round.record.commitment);
  if (raw === undefined) return { check: skip('log', detail('log.none')), receiptKey: null, commitIndex: null };
  const receiptKey = provenKey(raw, keys);
  try {
    const logged = readLogged(raw);
    at('commitment', () => checkPromise(logged.commitment, round.seeds.server_seed_hash));
    if (logged.activate) at('commitment.activate', () => compareActivate(logged, round));
    if (logged.ruleset) at('commitment.ruleset', () => compareRuleset(logged, round));
    if (logged.receipt_key) at('commitment.receipt_key', () => readKey(logged.receipt_key));
    return { check: judge(logged, keys), receiptKey, commitIndex: logged.commitment.index };
  } catch (error) {
    if (error instanceof Fault) return { check: fail('log', told(error)), receiptKey, commitIndex: null };
    throw error;
  }
}

/**
 * What fits passes only where a trusted key has signed every checkpoint.
 * @param {Logged} logged
 * @param {readonly VerifierKey[]} keys
 * @returns {Check<'log'>}
 */
function judge(logged, keys) {
  const { index, checkpoint } = logged.commitment;
  const values = { index, count: checkpoint.size, origin: checkpoint.origin };
  const trusted = Object.values(logged).map((proven) => isTrusted(proven, keys));
  if (trusted.includes(null)) return skip('log', detail('log.no-key', values));
  if (trusted.includes(false)) return fail('log', detail('log.untrusted', values));
  return pass('log', detail('log.pass', values));
}

/**
 * The pair was activated for a player, behind the promise that the record shows and from the same place in its batch.
 * @param {Logged} logged
 * @param {Round} round
 */
function compareActivate({ commitment, activate }, { seeds }) {
  const { entry, index } = /** @type {Proven} */ (activate);
  if (entry.type !== 'activate' || !Object.hasOwn(entry, 'player_tag')) throw new Fault('', 'log.no-activate');
  if (entry.server_seed_hash !== seeds.server_seed_hash) throw new Fault('', 'log.other-pair');
  if (entry.commit_index !== commitment.index || index <= commitment.index) throw new Fault('', 'log.not-behind');
  const { batch_index = null, batch_proof = null } = entry;
  const single = Object.hasOwn(commitment.entry, 'server_seed_hash');
  const place = single ? { batch_index: null, batch_proof: null } : readBatchPlace(commitment.extra);
  if (canonical({ batch_index, batch_proof }) !== canonical(place)) throw new Fault('', 'log.other-place');
}

/**
 * The ruleset that the record names was logged; what it says is the check `rules`.
 * @param {Logged} logged
 * @param {Round} round
 */
function compareRuleset({ ruleset }, round) {
  const { entry } = /** @type {Proven} */ (ruleset);
  if (entry.type !== 'ruleset' || entry.game !== round.game.name || entry.digest !== round.ruleset) {
    throw new Fault('', 'log.other-ruleset');
  }
}

/**
 * A logged key of receipts; it is named after its log.
 * @param {Proven | undefined} proven
 */
function readKey(proven) {
  const { entry, checkpoint } = /** @type {Proven} */ (proven);
  if (entry.type !== 'key' || entry.role !== 'receipt') throw new Fault('', 'log.no-receipt-key');
  const key = VerifierKey.parse(entry.vkey);
  const name = `${checkpoint.origin}${RECEIPTS}`;
  if (key.name !== name) throw new Fault('', 'log.receipt-key-name', { name });
  return key;
}

/**
 * The key of receipts that a trusted log shows, whatever else is wrong with what the record shows of it.
 * @param {Members} raw
 * @param {readonly VerifierKey[]} keys
 * @returns {VerifierKey | null}
 */
function provenKey(raw, keys) {
  if (!Object.hasOwn(raw, 'receipt_key')) return null;
  try {
    const proven = prove(raw.receipt_key, 'commitment.receipt_key');
    const key = readKey(proven);
    return isTrusted(proven, keys) ? key : null;
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
}

/** @typedef {{rounds: number, root: string}} Closed what a pair was closed with */

/**
 * The check `close_root`: a close entry, by itself or with its proof, against the records of a bundle.
 * @param {Members} close
 * @param {Closed} found what the records of the bundle come to
 * @param {string} serverSeedHash
 * @param {number | null} commitIndex of the pair's promise, where the bundle shows it
 * @param {readonly VerifierKey[]} keys
 * @returns {Check<'close_root'>}
 */
export function checkCloseRoot(close, found, serverSeedHash, commitIndex, keys) {
  try {
    const proven = Object.hasOwn(close, 'tlog_proof') ? prove(close, 'close') : null;
    const entry = proven?.entry ?? at('close', () => readEntry(canonical(close)));
    if (entry.type !== 'close') throw new Fault('close', 'log.no-close');
    if (entry.server_seed_hash !== serverSeedHash) throw new Fault('close', 'log.other-pair');
    if (proven !== null && commitIndex !== null && proven.index <= commitIndex) throw new Fault('close', 'log.not-behind');
    const trusted = proven === null ? null : isTrusted(proven, keys);
    if (trusted === false) throw new Fault('close', 'log.untrusted', { origin: String(proven?.checkpoint.origin) });
    const { rounds, root } = entry;
    const equal = rounds === found.rounds && root === found.root;
    const check = compared('close_root', equal, 'close_root', found, { rounds, root });
    if (!equal) return check;
    return { ...check, detail: detail(trusted ? 'close_root.pass' : 'close_root.pass-bare', { count: found.rounds }) };
  } catch (error) {
    if (error instanceof Fault) return fail('close_root', told(error));
    throw error;
  }
}
