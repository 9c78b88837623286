/** The check `commitment` of a round whose seeds are those of several seats: the server's, and each seat's link of its chain. */

import { linkBefore } from '../core/cards.js';
import { serverSeedHash } from '../core/seeds.js';
import { compared, detail, fail, pass, skip } from './checks.js';

/** @typedef {import('./checks.js').Check} Check */
/**
 * @typedef {object} Seeds
 * @property {string} server_seed_hash
 * @property {string} [server_seed]
 * @property {Readonly<Record<string, string>>} client_seeds
 * @property {Readonly<Record<string, string>>} [chain_heads]
 */

/** What is told of seeds that fit: whether they were committed, and that those of bots are the service's. */
const FITTING = /** @type {const} */ ({
  chain: ['commitment.chain', 'commitment.chain-bots'],
  plain: ['commitment.plain', 'commitment.plain-bots'],
});

/**
 * A link that is wrong is seen without the server seed too.
 * @param {Seeds} seeds
 * @param {'chain' | 'plain'} policy
 * @param {readonly (string | number)[]} bots seats of bots
 * @returns {Check}
 */
export function seatsCommitment(seeds, policy, bots) {
  const { server_seed, server_seed_hash: actual } = seeds;
  const expected = server_seed === undefined ? null : serverSeedHash(server_seed);
  if (expected !== null && expected !== actual) return compared('commitment', false, 'commitment', expected, actual);
  const broken = brokenLink(seeds);
  if (broken !== null) return broken;
  if (expected === null) return skip('commitment', detail(policy === 'plain' ? 'skip.seed' : 'commitment.links-alone'));
  const [fits, withBots] = FITTING[policy];
  const why = bots.length === 0 ? detail(fits) : detail(withBots, { seats: bots.join(', ') });
  return { ...pass('commitment', why), expected, actual };
}

/**
 * The first seat whose seed is not the next link of its chain.
 * @param {Seeds} seeds
 * @returns {Check | null}
 */
function brokenLink({ client_seeds, chain_heads }) {
  if (chain_heads === undefined) return null;
  for (const seat of Object.keys(client_seeds)) {
    const link = client_seeds[seat];
    if (!/^[0-9a-f]{64}$/.test(link)) return fail('commitment', detail('commitment.no-link', { seat }));
    const expected = linkBefore(link);
    const actual = chain_heads[seat] ?? null;
    if (expected !== actual) return { ...fail('commitment', detail('commitment.seat-link', { seat })), expected, actual };
  }
  return null;
}
