/** What the slip says under its fields while somebody types: counts and hints, never an error. Amber is for what cannot become right. */

import { LAST_RECORD_NONCE, serverSeedHash } from '../core/seeds.js';
import { FIELDS, WHOLE_SEED, fault } from './fields.js';

/** @typedef {import('./types.js').Hint} Hint */

/** Client seeds of which anybody can see that a service accepts them; only of others `core/acceptance.js` is asked. */
export const PLAIN_SEED = /^(?:[!-~](?:[ -~]{0,62}[!-~])?)?$/;

/**
 * @param {import('./types.js').Slip} slip
 * @param {typeof import('../core/acceptance.js').clientSeedFaults | null} [faults] null while it is not needed, or loads
 * @returns {Record<string, Hint[]>} by the name of the field
 */
export function hintsOf(slip, faults = null) {
  const { client_seed: seed } = slip;
  /** @type {Record<string, Hint[]>} */
  const hints = {
    client_seed: PLAIN_SEED.test(seed) ? [] : (faults?.(seed) ?? []).map(({ id, values }) => ({ id, values, tone: 'plain' })),
    server_seed: hex(slip.server_seed, 'server_seed'),
    server_seed_hash: hex(slip.server_seed_hash, 'server_seed_hash'),
    nonce: nonce(slip.nonce),
  };
  if (WHOLE_SEED.test(slip.server_seed) && WHOLE_SEED.test(slip.server_seed_hash)) {
    const equal = serverSeedHash(slip.server_seed) === slip.server_seed_hash;
    hints.server_seed_hash.push(equal ? { id: 'hint.hash_equal', tone: 'good' } : { id: 'hint.hash_differs', tone: 'attn' });
  }
  for (const field of FIELDS[slip.game]) {
    const id = fault(field, slip.options[field.name] ?? '');
    hints[field.name] = id === null ? [] : [{ id, tone: 'attn' }];
  }
  return hints;
}

/** @param {string} text @param {string} name @returns {Hint[]} */
function hex(text, name) {
  if (text === '') return [];
  const lower = text.toLowerCase();
  if (!/^[0-9a-f]*$/.test(lower)) return [{ id: 'hint.hex', tone: 'attn' }];
  if (text !== lower) {
    const id = name === 'server_seed' ? 'hint.upper' : 'hint.upper_hash';
    return [{ id, tone: 'attn', patch: { [name]: lower }, button: 'button.lower' }];
  }
  return text.length === 64 ? [] : [{ id: 'hint.count', values: { count: text.length }, tone: text.length < 64 ? 'plain' : 'attn' }];
}

/** @param {string} text @returns {Hint[]} */
function nonce(text) {
  if (text === '') return [];
  if (!/^(?:0|[1-9][0-9]*)$/.test(text)) return [{ id: 'hint.nonce', tone: 'attn' }];
  return Number(text) > LAST_RECORD_NONCE ? [{ id: 'hint.nonce_range', tone: 'attn' }] : [];
}
