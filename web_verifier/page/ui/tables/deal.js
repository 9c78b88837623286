/** Which card came from where: place by place, whose it was, its slot of the hidden deck, and how it can be proven. */

import { HiddenDeck } from '../../core/cards.js';

/** @typedef {import('./story.js').Story} Story */
/** @typedef {import('../../core/cards.js').Opening} Opening */
/**
 * @typedef {object} Place
 * @property {number} place
 * @property {number} slot
 * @property {number | null} seat that held it; null where it lay on the board, or was only looked at
 * @property {string | null} street that it was dealt on, of the board
 * @property {string | null} card null where the record does not show it
 * @property {'seed' | 'opened' | 'shown' | 'hidden'} how the card is known
 * @property {Opening | null} opening null where nothing opens it
 */

/** How many places of the deck a hand used; those that were looked at count. @param {Story} story */
export function placesUsed({ hands, actions }) {
  const last = hands[hands.length - 1];
  const looked = actions.some(({ type }, i) => type === 'peek' && hands[i].next === last.next);
  return Math.min(last.setup.dealt.perm.length, Math.max(last.next + (looked ? 1 : 0), last.draw?.next ?? 0));
}

/** @param {Story} story @returns {Place[]} */
export function placesOf(story) {
  const { dealt, round, known, opened } = story;
  const { server_seed, nonce } = round.seeds;
  const hidden = server_seed === undefined ? null : new HiddenDeck(server_seed, nonce, dealt.order);
  const openings = new Map(opened.map((opening) => [opening.place, opening]));
  return Array.from({ length: placesUsed(story) }, (_, place) => {
    const found = known.get(place);
    return {
      place,
      slot: dealt.perm[place],
      ...holderOf(story, place),
      card: found?.card ?? null,
      how: hidden ? 'seed' : found === undefined ? 'hidden' : found.proven ? 'opened' : 'shown',
      opening: hidden ? hidden.open(place, dealt.perm) : (openings.get(place) ?? null),
    };
  });
}

/** Who a place went to, whenever that was. @param {Story} story @param {number} place */
export function holderOf({ hands }, place) {
  for (const hand of hands) {
    const at = hand.board.indexOf(place);
    if (at >= 0) return { seat: null, street: ['flop', 'flop', 'flop', 'turn', 'river'][at] };
    const seat = hand.setup.table.seats.find((one) => hand.holes[one].includes(place) || hand.draw?.drawn[one]?.includes(place));
    if (seat !== undefined) return { seat, street: null };
  }
  return { seat: null, street: null };
}
