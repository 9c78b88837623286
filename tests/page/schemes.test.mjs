/** Rounds of public operators: every vector through the page's interpreter. */

import { Fault } from '../../web_verifier/page/core/fault.js';
import { deriveRound } from '../../web_verifier/page/schemes/round.js';
import { testVectors } from './vectors.mjs';

/** A Fault of the layer that a vector names, for one of `deriveRound`. @param {() => any} run */
function layered(run) {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const seed = ['server_seed', 'client_seed', 'nonce'].includes(error.field);
    throw new Fault(error.field, seed ? 'seed.refused' : 'draw.refused');
  }
}

/** @param {any} given */
function derived(given) {
  const { seeds, outcome } = layered(() => deriveRound(given));
  const { server_seed_hash } = seeds;
  if ((given.server_seed_hash ?? server_seed_hash) !== server_seed_hash) throw new Fault('server_seed_hash', 'commitment.differs');
  return { server_seed_hash, outcome };
}

testVectors('schemes', derived);
