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
import { canonical, isObject } from '../core/json.js';
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
 * The members of a record's `commitment`; the promise itself is `commitment`.
 * @typedef {{commitment: Proven, activate?: Proven, ruleset?: Proven, receipt_key?: Proven, deck?: Proven, void?: Proven}} Logged
 */

/**
 * Everything that was logged stands in one log, and was shown in one view of it.
 * @param {Proven} commitment
 * @param {Members} raw
 * @returns {Logged}
 */
function readLogged(commitment, raw) {
  /** @type {Logged} */
  const logged = { commitment };
  for (const name of /** @type {const} */ (['activate', 'ruleset', 'receipt_key', 'deck', 'void'])) {
    if (!Object.hasOwn(raw, name)) continue;
    const field = inside('commitment', name);
    const proven = prove(raw[name], field);
    for (const before of Object.values(logged)) sameLog(before, proven, field);
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
 * What a record shows of the log, whatever else is wrong with it: an entry that stands in a log as its proof says, which is the promise
 * where the check `log` finds nothing, and the key of receipts in a log of a trusted key.
 * @param {unknown} raw the member `commitment`
 * @param {readonly VerifierKey[]} keys
 * @returns {{promise: Proven | null, receiptKey: VerifierKey | null}}
 */
export function readShown(raw, keys) {
  if (!isObject(raw)) return { promise: null, receiptKey: null };
  return { promise: orNull(() => prove(raw, 'commitment')), receiptKey: orNull(() => provenKey(raw, keys)) };
}

/**
 * The check `log`.
 * @param {Round} round
 * @param {readonly VerifierKey[]} keys
 * @param {Proven | null} promise what the record shows; null where its proof is wrong
 * @returns {Check<'log'>}
 */
export function checkLog(round, keys, promise) {
  const raw = /** @type {Members | undefined} */ (round.record.commitment);
  if (raw === undefined) return skip('log', detail('log.none'));
  try {
    const logged = readLogged(promise ?? prove(raw, 'commitment'), raw);
    at('commitment', () => checkPromise(logged.commitment, round.seeds.server_seed_hash));
    if (logged.activate) at('commitment.activate', () => compareActivate(logged, round));
    if (logged.ruleset) at('commitment.ruleset', () => compareRuleset(logged, round));
    if (logged.receipt_key) at('commitment.receipt_key', () => readKey(logged.receipt_key));
    const { record, id: round_id } = round;
    compareEntry('deck', logged, round, { deck_root: record.deck_root ?? null }, 'log.other-deck');
    compareEntry('void', logged, round, { round_id, reason: object(record.void ?? {}, 'void').reason ?? null }, 'log.other-void');
    return judge(logged, round, keys);
  } catch (error) {
    if (error instanceof Fault) return fail('log', told(error));
    throw error;
  }
}

/**
 * Every checkpoint needs a trusted key; that a round is void must stand in the log as well.
 * @param {Logged} logged
 * @param {Round} round
 * @param {readonly VerifierKey[]} keys
 * @returns {Check<'log'>}
 */
function judge(logged, { isVoid }, keys) {
  const { index, checkpoint } = logged.commitment;
  const values = { index, count: checkpoint.size, origin: checkpoint.origin };
  const trusted = Object.values(logged).map((proven) => isTrusted(proven, keys));
  if (trusted.includes(null)) return skip('log', detail('log.no-key', values));
  if (trusted.includes(false)) return fail('log', detail('log.untrusted', values));
  if (isVoid && logged.void === undefined) return skip('log', detail('log.no-void'));
  return pass('log', detail('log.pass', values));
}

/**
 * The pair was activated for a player, or for the record's table, behind the promise that the record shows and from the same place in its
 * batch.
 * @param {Logged} logged
 * @param {Round} round
 */
function compareActivate({ commitment, activate }, { record, seeds }) {
  const { entry, index } = /** @type {Proven} */ (activate);
  const atTable = Object.hasOwn(seeds, 'client_seeds');
  const named = isObject(record.table) ? record.table.table_id : undefined;
  // The record of a match does not name the table that it was.
  const told = record.game === 'tavern_dice' ? entry.table_id : named;
  if (atTable && (entry.type !== 'activate' || entry.table_id !== told)) throw new Fault('', 'log.other-table');
  if (!atTable && (entry.type !== 'activate' || !Object.hasOwn(entry, 'player_tag'))) throw new Fault('', 'log.no-activate');
  if (entry.server_seed_hash !== seeds.server_seed_hash) throw new Fault('', 'log.other-pair');
  if (entry.commit_index !== commitment.index || index <= commitment.index) throw new Fault('', 'log.not-behind');
  const { batch_index = null, batch_proof = null } = entry;
  if (atTable && batch_index === null) return; // a table's entry need not tell the place
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

/** What was logged says what the record says. @param {'deck' | 'void'} type @param {Logged} logged @param {Round} round @param {Members} told @param {string} id */
function compareEntry(type, { [type]: proven }, { seeds: { server_seed_hash, nonce } }, told, id) {
  if (proven && canonical(proven.entry) !== canonical({ type, server_seed_hash, nonce, ...told })) throw new Fault(`commitment.${type}`, id);
}

/**
 * A logged key of receipts; it is named after its log.
 * @param {Proven | undefined} proven
 */
function readKey(proven) {
  const { entry, checkpoint } = /** @type {Proven} */ (proven);
  if (entry.type !== 'key' || entry.role !== 'receipt') throw new Fault('', 'log.no-receipt-key');
  const key = VerifierKey.parse(entry.vkey);
  if (key.isWitness) throw new Fault('', 'log.key-type', { name: key.name });
  const name = `${checkpoint.origin}${RECEIPTS}`;
  if (key.name !== name) throw new Fault('', 'log.receipt-key-name', { name });
  return key;
}

/**
 * The key of receipts that a trusted log shows.
 * @param {Members} raw
 * @param {readonly VerifierKey[]} keys
 * @returns {VerifierKey | null}
 */
function provenKey(raw, keys) {
  if (!Object.hasOwn(raw, 'receipt_key')) return null;
  const proven = prove(raw.receipt_key, 'commitment.receipt_key');
  const key = readKey(proven);
  return isTrusted(proven, keys) ? key : null;
}

/**
 * @template T
 * @param {() => T} run
 * @returns {T | null} null where it is refused
 */
function orNull(run) {
  try {
    return run();
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
}

/** @typedef {{rounds: number, root: string}} Closed what a pair was closed with */

/**
 * The check `close_root`: a close entry, by itself or with its proof, against the records of a bundle. Whoever brings the log's key
 * asks for the proof.
 * @param {Members} given the entry, or `{"entry", "tlog_proof"}`, or what the service tells of a pair, with one of these as `close`
 * @param {Closed | null} found what the records of the bundle come to; null where one has no digest
 * @param {unknown} serverSeedHash
 * @param {Proven | null} promise of the pair, where the bundle shows it
 * @param {readonly VerifierKey[]} keys
 * @returns {Check<'close_root'>}
 */
export function checkCloseRoot(given, found, serverSeedHash, promise, keys) {
  try {
    const close = Object.hasOwn(given, 'close') ? object(given.close, 'close') : given;
    const proven = Object.hasOwn(close, 'tlog_proof') ? prove(close, 'close') : null;
    const entry = proven?.entry ?? at('close', () => readEntry(canonical(close)));
    if (entry.type !== 'close') throw new Fault('close', 'log.no-close');
    if (entry.server_seed_hash !== serverSeedHash) throw new Fault('close', 'log.other-pair');
    if (proven !== null && promise !== null) {
      sameLog(promise, proven, 'close');
      if (proven.index <= promise.index) throw new Fault('close', 'log.not-behind');
    }
    const trusted = proven === null ? null : isTrusted(proven, keys);
    if (trusted === false) throw new Fault('close', 'log.untrusted', { origin: String(proven?.checkpoint.origin) });
    const { rounds, root } = entry;
    const equal = rounds === found?.rounds && root === found?.root;
    const check = compared('close_root', equal, 'close_root', found, { rounds, root });
    if (!equal || found === null) return check;
    if (proven === null && keys.length > 0) return skip('close_root', detail('close_root.bare'));
    return { ...check, detail: detail(trusted ? 'close_root.pass' : 'close_root.pass-bare', { count: found.rounds }) };
  } catch (error) {
    if (error instanceof Fault) return fail('close_root', told(error));
    throw error;
  }
}
