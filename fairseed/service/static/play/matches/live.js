/** What this browser checks of its match: the promise and the own seed from the start, and all of it once the server seed is there. */

import { verifyRecord } from '../../verify/verify/record.js';

/** @typedef {{server_seed_hash: string, link: string}} Given what the own link was given for */
/** @typedef {{state: 'open' | 'verified' | 'failed', id: string | null, checks: readonly string[]}} Checked `id`: why it failed, where that is not a check */

/**
 * @param {Record<string, any> | null} round of the match's view
 * @param {number | null} seat
 * @param {Given | null} given
 * @returns {Checked}
 */
export function checked(round, seat, given) {
  const open = /** @type {Checked} */ ({ state: 'open', id: null, checks: [] });
  if (round === null || round.state === 'links' || round.void !== undefined) return open;
  const failed = (/** @type {string} */ id) => /** @type {Checked} */ ({ state: 'failed', id, checks: [] });
  if (given !== null && seat !== null) {
    if (round.seeds.server_seed_hash !== given.server_seed_hash) return failed('mt.other_promise');
    if (round.seeds.client_seeds[seat] !== given.link) return failed('mt.other_seed');
  }
  const { checks, verdict } = verifyRecord({ value: recordOf(round), faults: [] });
  const wrong = checks.filter(({ status }) => status === 'fail').map(({ check }) => check);
  if (wrong.length > 0) return { state: 'failed', id: null, checks: wrong };
  return verdict === 'verified' ? { state: 'verified', id: null, checks: [] } : open;
}

/** The record in a view: without what is shown to a player, but for the state while it is open. @param {Record<string, any>} round */
export function recordOf({ legal: _legal, shown: _shown, state, ...record }) {
  return record.seeds.server_seed === undefined ? { ...record, state } : record;
}
