/** The check `cards`: `docs/spec/derivation.md`, section 7. What is opened needs no secret; the whole deck needs the server seed. */

import { HiddenDeck, checkOpenings, deck } from '../core/cards.js';
import { Fault } from '../core/fault.js';
import { isObject } from '../core/json.js';
import { compared, detail, fail, pass, skip, told } from './checks.js';

/** @typedef {import('./checks.js').Check} Check */
/** @typedef {import('./table-form.js').TableRound} TableRound */
/** @typedef {import('../games/poker/deal.js').Dealt} Dealt */
/** @typedef {import('../games/poker/hand.js').Hand} Hand */

/**
 * @param {TableRound} round
 * @param {Dealt | null} dealt null where the hand was called off before the deal
 * @param {Hand | null} hand null where the rules stopped it
 * @returns {Check}
 */
export function checkCards(round, dealt, hand) {
  const { deckRoot, opened, outcome, seeds } = round;
  const revealed = seeds.server_seed !== undefined;
  if (dealt === null && opened.length > 0) return fail('cards', detail('cards.undealt', { count: opened.length }));
  if (dealt === null) return revealed ? undealt(round) : skip('cards', detail('cards.no-deck'));
  if (revealed && dealt.root !== deckRoot) return compared('cards', false, 'cards.deck', dealt.root, deckRoot);
  try {
    checkOpenings(opened, dealt.perm, deckRoot, dealt.order);
    if (!revealed && hand !== null && isObject(outcome)) compareShown(opened, hand, outcome);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return fail('cards', told(error));
  }
  const count = opened.length;
  const found = compared('cards', true, 'cards.deck', dealt.root, deckRoot);
  if (revealed) return count === 0 ? found : { ...found, detail: detail('cards.deck-opened', { count }) };
  return count === 0 ? skip('cards', detail('cards.none-opened')) : pass('cards', detail('cards.opened', { count }));
}

/** A deck that was promised and never dealt. @param {TableRound} round @returns {Check} */
function undealt({ variant, params, seeds, deckRoot }) {
  const { root } = new HiddenDeck(seeds.server_seed, seeds.nonce, deck(variant.lowest ?? params.lowest_rank));
  return compared('cards', root === deckRoot, 'cards.deck', root, deckRoot);
}

/**
 * Before the seed is revealed: what the outcome shows is what was opened, as far as both are there.
 * @param {readonly any[]} opened openings that were checked
 * @param {Hand} hand
 * @param {{readonly [name: string]: any}} outcome of a view too, so of any form
 */
function compareShown(opened, { board, holes }, outcome) {
  const known = new Map(opened.map(({ place, card }) => [place, card]));
  /** @param {readonly (number | null)[]} places @param {unknown} shown @param {string} name */
  const compare = (places, shown, name) => {
    if (!Array.isArray(shown)) return;
    for (const [i, place] of places.entries()) {
      const card = known.get(place);
      if (card === undefined || shown[i] === undefined || shown[i] === card) continue;
      throw new Fault(`outcome.${name}[${i}]`, 'cards.shown', { place: Number(place), card });
    }
  };
  compare(board, outcome.board, 'board');
  for (const [seat, places] of Object.entries(holes)) compare(places, isObject(outcome.hole) ? outcome.hole[seat] : null, `hole.${seat}`);
}
