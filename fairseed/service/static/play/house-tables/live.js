/** What this browser checks of a round: the promise and the own seed from the deal on, all of it once the server seed is there. */

import { verifyRecord } from '../../verify/verify/record.js';

/** @typedef {{server_seed_hash: string, link: string}} Given what the own seed was given for */
/** @typedef {{state: 'open' | 'verified' | 'failed', id: string | null, checks: readonly string[]}} Checked `id`: why it failed, where that is not a check */

/**
 * @param {Record<string, any> | null} round of the table's view
 * @param {number | null} box the own
 * @param {Given | null} given
 * @returns {Checked}
 */
export function checked(round, box, given) {
  if (round === null || round.state === 'links' || round.void !== undefined) return { state: 'open', id: null, checks: [] };
  if (given !== null && box !== null) {
    if (round.seeds.server_seed_hash !== given.server_seed_hash) return { state: 'failed', id: 'ht.other_promise', checks: [] };
    if (round.seeds.client_seeds[box] !== given.link) return { state: 'failed', id: 'ht.other_seed', checks: [] };
  }
  // Before the end the view is no record: of another's exchange it has only the number of cards.
  if (round.seeds.server_seed === undefined) return { state: 'open', id: null, checks: [] };
  const { checks, verdict } = verifyRecord({ value: recordOf(round), faults: [] });
  const wrong = checks.filter(({ status }) => status === 'fail').map(({ check }) => check);
  return { state: wrong.length > 0 ? 'failed' : verdict === 'verified' ? 'verified' : 'open', id: null, checks: wrong };
}

/** The record in a view: without what is shown to a player. @param {Record<string, any>} round */
export const recordOf = ({ legal: _legal, shown: _shown, state: _state, ...record }) => record;
