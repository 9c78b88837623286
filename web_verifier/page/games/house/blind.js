/** What can be known of a round of a house game before its seed is revealed: boxes, steps and turns, not the cards. */

import { Fault } from '../../core/fault.js';
import { over, unknownAction } from '../acting.js';
import { fold } from '../replay.js';
import { isClosed } from './russian.js';
import { checkBox, checkGiven, checkTurn } from './table.js';

/** @typedef {import('./table.js').HouseAction} HouseAction */
/**
 * @typedef {object} Seen
 * @property {number} boxes
 * @property {readonly string[]} decided
 * @property {number} ended boxes that took ANTE or bought
 * @property {number} last the highest box that took cards
 * @property {readonly string[]} given cards that were given away; none can come back
 */

/** @param {Seen} seen @param {HouseAction} action @param {number} most @returns {Seen} */
function give(seen, { type, box, cards = [] }, most) {
  const after = { ...seen, last: box };
  if (type !== 'exchange') return after;
  checkGiven(cards, most);
  const card = cards.find((one) => seen.given.includes(one));
  if (card !== undefined) throw new Fault('cards', 'rules.given-before', { card });
  return { ...after, given: [...seen.given, ...cards] };
}

/** @param {Seen} seen @param {HouseAction} action @returns {Seen} */
function actRussian(seen, action) {
  const { type, box } = action;
  const { boxes, decided } = seen;
  const chooses = decided.flatMap((kind, at) => (kind === 'bet' && !isClosed(at, boxes) ? [at] : []));
  const isDue = decided.length < boxes ? decided.length : -1;
  switch (type) {
    case 'exchange':
    case 'buy_sixth':
      checkBox(box, boxes);
      if (isClosed(box, boxes)) throw new Fault('box', 'rules.closed-box');
      if (decided.length > 0 || box <= seen.last) throw new Fault('', 'rules.too-late');
      return give(seen, action, 5);
    case 'fold':
    case 'bet':
      checkBox(box, boxes);
      checkTurn(box, isDue);
      return { ...seen, decided: [...decided, type] };
    case 'take_ante':
    case 'buy_dealer':
      checkBox(box, boxes);
      checkTurn(box, isDue < 0 ? (chooses[seen.ended] ?? -1) : -1);
      return { ...seen, ended: seen.ended + 1 };
    default:
      return unknownAction(/** @type {any} */ (action));
  }
}

/** @param {Seen} seen @param {HouseAction} action @returns {Seen} */
function actFiveCard(seen, action) {
  const { type, box } = action;
  const { boxes, decided, last } = seen;
  if (!['exchange', 'fold', 'raise'].includes(type)) unknownAction(/** @type {any} */ (action));
  if (decided.length === boxes) over();
  checkBox(box, boxes);
  checkTurn(box, decided.length);
  if (type !== 'exchange') return { ...seen, decided: [...decided, type] };
  if (last === box) throw new Fault('', 'rules.changed-once');
  return give(seen, action, 2);
}

/** Refuses actions that no cards make legal. @param {string} game @param {{boxes: number}} params @param {readonly any[]} actions */
export function checkHouse(game, { boxes }, actions) {
  /** @type {Seen} */
  const first = { boxes, decided: [], ended: 0, last: -1, given: [] };
  fold(first, actions, /** @type {any} */ (game === 'russian_poker' ? actRussian : actFiveCard));
}
