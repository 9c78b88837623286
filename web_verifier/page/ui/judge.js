/**
 * From a slip, and the record that it may have come from, to what is shown: the checks as `verify/` gives them, and the round as the
 * seeds give it. Without a record nothing is claimed about the outcome; then those checks say that there was nothing to compare.
 */

import { readJson } from '../core/json.js';
import { serverSeedHash } from '../core/seeds.js';
import { verifyRecord } from '../verify/record.js';
import { edited } from './edited.js';
import { deriveRecord } from './rederive.js';
import { WHOLE_SEED, complete, toRecord } from './fields.js';
import { same } from './same.js';

/** @typedef {import('./types.js').Slip} Slip */
/** @typedef {import('./types.js').Derived} Derived */
/** @typedef {{check: string, status: string, detail: {id: string, values: Record<string, any>}, expected: any, actual: any}} Check */
/** @typedef {import('./types.js').Base} Base */

/**
 * @typedef {object} Judgement
 * @property {'empty' | 'judged'} state
 * @property {'verified' | 'failed' | 'pending' | 'derived'} verdict `derived`: no record, so nothing was compared
 * @property {Check[]} checks
 * @property {any[]} warnings
 * @property {Record<string, any>} record
 * @property {number} faults how often its text breaks the rules for JSON; the value is not all that it says then
 * @property {Derived} derived
 */

/**
 * @param {Slip} slip
 * @param {Base | null} base
 * @param {boolean} changed whether the slip was changed since it came from the base
 * @param {any} [trust] keys that the reader gave
 * @returns {Judgement}
 */
export function judge(slip, base, changed, trust) {
  if (base === null) return withoutRecord(slip);
  const document = changed ? edited(slip, base) : readJson(base.text);
  const record = changed ? document.value : base.value;
  const { verdict, checks, warnings } = verifyRecord(document, trust);
  const said = base.source === 'source.link' ? checks.map(ofLink) : [...checks];
  const faults = document.faults.length;
  return { state: 'judged', verdict, checks: said, warnings: [...warnings], record, faults, derived: deriveRecord(record) };
}

/** A link leaves out what proves when and by whom, so that it does not show whether the record carries it. @param {Check} check */
const ofLink = (check) =>
  check.detail.id === 'receipt.none' || check.detail.id === 'log.none' ? { ...check, detail: { id: 'claim.link', values: {} } } : check;

/**
 * The slip alone. A check that would compare the seeds' outcome with itself is not made: it says that nothing was recorded.
 * @param {Slip} slip
 * @returns {Judgement}
 */
function withoutRecord(slip) {
  const record = toRecord(slip);
  const derived = deriveRecord(record);
  if (!complete(slip)) return { state: 'empty', verdict: 'derived', checks: [], warnings: [], record, faults: 0, derived };
  const { fault: stopped } = derived;
  const told = stopped && { id: stopped.id, values: { field: stopped.field, ...stopped.values } };
  const byRules = stopped?.layer === 'rules';
  const nothing = stopped ? 'claim.stopped' : 'claim.none';
  const checks = [
    told && !byRules ? made('format', 'fail', told.id, told.values) : made('format', 'pass', 'claim.format'),
    promise(slip),
    made('receipt', 'skip', 'claim.no_record'),
    made('log', 'skip', 'claim.no_record'),
    told && byRules ? made('rules', 'fail', told.id, told.values) : rules(derived),
    made('outcome', 'skip', nothing),
    made('settlement', 'skip', slip.game === 'raw' ? 'skip.no-settlement' : derived.finished ? nothing : 'claim.not_finished', {
      game: slip.game,
    }),
  ];
  const failed = checks.some(({ status }) => status === 'fail');
  return { state: 'judged', verdict: failed ? 'failed' : 'derived', checks, warnings: [], record, faults: 0, derived };
}

/** @param {Derived} derived */
function rules(derived) {
  if (derived.fault) return made('rules', 'skip', 'claim.stopped');
  return derived.finished ? made('rules', 'pass', 'claim.rules') : made('rules', 'skip', 'claim.not_finished');
}

/** @param {Slip} slip */
function promise({ server_seed, server_seed_hash }) {
  if (!WHOLE_SEED.test(server_seed_hash) || !WHOLE_SEED.test(server_seed)) return made('commitment', 'skip', 'claim.no_hash');
  const expected = serverSeedHash(server_seed);
  const equal = expected === server_seed_hash;
  return {
    ...made('commitment', equal ? 'pass' : 'fail', equal ? 'claim.commitment' : 'commitment.fail'),
    expected,
    actual: server_seed_hash,
  };
}

/**
 * @param {string} check
 * @param {string} status
 * @param {string} id
 * @param {Record<string, any>} [values]
 * @returns {Check}
 */
const made = (check, status, id, values = {}) => ({ check, status, detail: { id, values }, expected: null, actual: null });

/**
 * What the picture needs. Of a round that was called off nothing is drawn but what its record says; of a record that is not well formed
 * nothing but what could be read.
 * @param {Judgement} judged
 */
export function viewOf({ record, derived, verdict, checks }) {
  const compared = verdict !== 'derived' && record.outcome !== undefined;
  const formed = checks.find(({ check }) => check === 'format')?.status === 'pass';
  const outcome = compared && formed ? record.outcome : null;
  const expected = record.void !== undefined || (compared && !derived.finished) ? null : derived.outcome;
  return {
    game: formed || derived.params !== null ? derived.game : '',
    params: derived.params ?? record.params,
    bet: derived.bet ?? (formed ? (record.bet ?? null) : null),
    actions: derived.fault && formed ? record.actions : derived.actions,
    outcome,
    expected: formed ? expected : null,
    settlement: outcome === null ? derived.settlement : (record.settlement ?? null),
    differs: outcome !== null && expected !== null && !same(outcome, expected),
  };
}
