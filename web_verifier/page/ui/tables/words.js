/** Actions, hands and endings of a table in words. Amounts are those that the replay gives, not what a record says of them. */

import { t } from '../language.js';

/** @typedef {import('./story.js').Story} Story */
/** @typedef {import('./story.js').Ending} Ending */
/** @typedef {import('../../games/poker/claims.js').Action} Action */

/** Actions that only their seat knows the cards of. */
const SECRET = new Set(['swap', 'draw']);

/**
 * What an action is, without its seat.
 * @param {Story} story
 * @param {number} i index of the action
 * @param {number | null} viewer who reads it; cards of others are not named. null: all that the record shows
 */
export function actionText({ actions, hands, known }, i, viewer) {
  const action = actions[i];
  const { seat } = action;
  const [before, after] = [hands[i].betting, hands[i + 1].betting];
  const amount = after.totals[seat] - before.totals[seat];
  const open = viewer === null || viewer === seat;
  const peeked = open && action.type === 'peek' ? known.get(hands[i].next)?.card : undefined;
  const text = chips(action, before.bet === 0, amount) ?? power(action, open, peeked);
  const all = amount > 0 && after.stacks[seat] === 0 && action.type !== 'all_in';
  const whole = all ? t('pt.act.and_all_in', { action: text }) : text;
  return action.timeout ? t('action.timeout', { action: whole }) : whole;
}

/** @param {Action} action @param {boolean} opens nothing was bet in the round @param {number} amount that went in */
function chips({ type, to }, opens, amount) {
  switch (type) {
    case 'fold':
    case 'check':
      return t(`pt.act.${type}`);
    case 'call':
      return t('pt.act.call', { amount });
    case 'all_in':
      return t('pt.act.all_in', { amount });
    case 'raise':
      return t(opens ? 'pt.act.bet' : 'pt.act.raise', { to });
    default:
      return null;
  }
}

/** @param {Action} action @param {boolean} open whether its cards may be named @param {string} [peeked] */
function power({ type, card, target, discard = [] }, open, peeked) {
  const named = SECRET.has(type) && open;
  if (type === 'peek') return peeked === undefined ? t('pt.act.peek') : t('pt.act.peek_card', { card: peeked });
  if (type === 'swap') return named && card !== undefined ? t('pt.act.swap_card', { card }) : t('pt.act.swap');
  if (type === 'anchor') return t('pt.act.anchor', { seat: target });
  if (type !== 'draw') return t(`pt.act.${type}`);
  const count = typeof discard === 'number' ? discard : discard.length;
  if (count === 0) return t('pt.act.pat');
  return named && Array.isArray(discard) ? t('pt.act.draw_cards', { count, cards: discard.join(' ') }) : t('pt.act.draw', { count });
}

/** @param {import('./five.js').Five} made */
export const madeText = ({ category, ranks: [a, b] }) => t(`pt.rank.${category}`, { a, b });

/** @param {number} seat @param {string | null} [bot] */
export const seatName = (seat, bot = null) => t(bot === null ? 'pt.seat' : 'pt.seat_bot', { seat });

/**
 * What each seat got out of the pots, in the order of the seats.
 * @param {Ending} ending
 * @returns {[number, number][]}
 */
export function winnersOf({ pots = [] }) {
  /** @type {Map<number, number>} */
  const won = new Map();
  for (const { winners } of pots) for (const [seat, chips] of Object.entries(winners)) won.set(Number(seat), (won.get(Number(seat)) ?? 0) + chips);
  return [...won].sort(([a], [b]) => a - b);
}

/** Who wins, in few words. @param {Ending} ending */
export function endingText(ending) {
  if (ending.pot_carried !== undefined) return t('pt.result.carried', { count: ending.pot_carried });
  const winners = winnersOf(ending);
  if (winners.length === 0) return t('pt.result.none');
  if (winners.length > 2) return t('pt.result.many', { seats: winners.map(([seat]) => seat).join(', ') });
  return winners.map(([seat, count], i) => t(i === 0 ? 'pt.result.one' : 'pt.result.next', { seat, count })).join(', ');
}

/** @param {number} i of a pot @param {number} count of all */
export const potName = (i, count) =>
  count === 1 ? t('pt.pot') : i === 0 ? t('pt.pot_main') : count === 2 ? t('pt.pot_side_one') : t('pt.pot_side', { number: i });
