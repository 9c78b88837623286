/**
 * What the record of a table claims beside its params and its table: actions, outcome and settlement. `docs/spec/record.md`, Tables.
 *
 * Before the server seed is revealed, hidden cards are not there: `discard` is the number of cards, a swap names no card, and of the outcome
 * only a part is known.
 */

import { Fault } from '../../core/fault.js';
import { card, claims, listOf, need, nullOr, object, text, whole, wordOf } from '../forms.js';
import { seat, seated, seatedAll } from './table.js';
import { POWERS } from './variants.js';

/** @typedef {import('../forms.js').Members} Members */
/** @typedef {import('../forms.js').Shape} Shape */
/** @typedef {import('./variants.js').Variant} Variant */
/**
 * @typedef {object} Action
 * @property {number} seat
 * @property {string} type
 * @property {number} [to] chips of this round after a raise
 * @property {string} [card] that is swapped
 * @property {number} [target] of an anchor
 * @property {readonly string[] | number} [discard] of a draw; the number of cards while they are hidden
 * @property {true} [timeout]
 */
/** @typedef {{staked: Record<number, number>, returned: Record<number, number>}} Settlement */

/** @param {unknown} raw @param {string} field @returns {true} */
function timeout(raw, field) {
  if (raw !== true) throw new Fault(field, 'format.timeout');
  return true;
}

/** Actions that a clock can make. */
const CLOCKED = ['fold', 'check', 'draw', 'decline'];

const cards = listOf(card);

/** @param {unknown} raw @param {string} field */
const cardsOrCount = (raw, field) => (Array.isArray(raw) ? cards(raw, field) : whole(raw, field));

/**
 * Members by the action's type; which of them the game knows says the variant.
 * @param {boolean} revealed
 * @returns {Record<string, Shape>}
 */
const shapes = (revealed) => ({
  fold: {},
  check: {},
  call: {},
  raise: { to: whole },
  all_in: {},
  peek: {},
  swap: { card },
  anchor: { target: whole },
  shield: {},
  decline: {},
  draw: { discard: revealed ? cards : cardsOrCount },
});

/**
 * One action. Of a type that the game does not know nothing more is judged here, and the rules refuse it.
 * @param {Variant} variant
 * @param {unknown} raw
 * @param {boolean} revealed
 * @returns {Action}
 */
export function readAction({ actions }, raw, revealed) {
  const members = object(raw, '');
  const type = text(need(members, 'type', ''), 'type');
  if (!actions.includes(type)) return { seat: 0, type };
  /** @type {Shape} */
  const clock = CLOCKED.includes(type) ? { timeout } : {};
  const left = { timeout: undefined, ...(revealed ? {} : { card: undefined }) };
  return /** @type {Action} */ (claims({ seat, type: text, ...shapes(revealed)[type], ...clock }, left)(members, ''));
}

const amounts = seated(whole);

const OUTCOME = {
  board: cards,
  hole: seated(cards),
  uncalled: amounts,
  pots: listOf(claims({ amount: whole, rake: whole, winners: amounts })),
  rake: whole,
  stacks: amounts,
};

/** @type {Record<string, Shape>} */
const MORE = {
  naiko: { carousel: listOf(wordOf(POWERS)), destellos: amounts },
  turkish: { opened_by: nullOr(whole), drawn: seated(cards), pot_carried: whole },
};

/**
 * @param {Variant} variant
 * @param {Members} raw
 * @param {boolean} revealed
 */
export function readOutcome({ name }, raw, revealed) {
  /** @type {Shape} */
  const shape = { ...OUTCOME, ...MORE[name] };
  if (revealed) return void claims(shape, { pot_carried: undefined })(raw, 'outcome');
  /** @type {Shape} */
  const hidden = name === 'turkish' ? { drawn: seated(cardsOrCount) } : {};
  const left = Object.fromEntries(Object.keys(shape).map((member) => [member, undefined]));
  claims({ ...shape, ...hidden }, left)(raw, 'outcome');
}

/**
 * @param {unknown} raw
 * @param {readonly number[]} seats
 * @returns {Settlement}
 */
export const readSettlement = (raw, seats) => {
  const all = seatedAll(whole, seats);
  return claims({ staked: all, returned: all })(raw, 'settlement');
};
