/**
 * What each draw decided: the step from an explanation of words to one of the game. A role says in a word what came of a draw; a draw
 * without one decided nothing that was needed, such as the places of a shoe that were never dealt.
 */

import { cardText } from '../core/deck.js';

/** @typedef {import('../core/draws.js').Draw} Draw */
/** @typedef {import('./types.js').Derived} Derived */
/**
 * @typedef {object} Role
 * @property {Draw} draw
 * @property {string[]} label id of a text and its value; of a draw of two words, one for each
 * @property {Record<string, any>} values
 * @property {number[]} [change] places that change over
 * @property {boolean} needed
 */

/** @param {number} units */
const hundredths = (units) => `${Math.floor(units / 100)}.${String(units % 100).padStart(2, '0')}`;

/**
 * @param {Derived} derived
 * @returns {Role[]}
 */
export function rolesOf(derived) {
  const { game, draws, params } = derived;
  switch (game) {
    case 'dice':
      return draws.map((draw) => role(draw, ['role.roll'], { roll: hundredths(Number(draw.result)) }));
    case 'limbo':
      return draws.map((draw) => role(draw, ['role.high', 'role.low']));
    case 'plinko':
      return draws.map((draw) => role(draw, [draw.result === 1 ? 'role.right' : 'role.left']));
    case 'mines':
      return exchanges(draws, params.size ** 2, 'role.mine', String, draws.length);
    case 'hilo':
      return draws.map((draw) => role(draw, ['role.card'], { card: cardText(Number(draw.result)) }));
    case 'blackjack':
      return exchanges(draws, 312, 'role.card', (id) => cardText(id), dealt(derived.outcome));
    default:
      return raw(draws, params);
  }
}

/** @param {Draw} draw @param {string[]} label @param {Record<string, any>} [values] @returns {Role} */
const role = (draw, label, values = {}) => ({ draw, label, values, needed: true });

/**
 * A shuffle, whole or in part (derivation.md, section 3): each draw brings one item to its place.
 * @param {readonly Draw[]} draws
 * @param {number} n
 * @param {string} label
 * @param {(item: number) => string} name
 * @param {number} needed how many places were looked at
 * @returns {Role[]}
 */
function exchanges(draws, n, label, name, needed) {
  /** @type {Map<number, number>} */
  const moved = new Map();
  return draws.map((draw, i) => {
    const j = i + Number(draw.result);
    const item = moved.get(j) ?? j;
    moved.set(j, moved.get(i) ?? i);
    return {
      draw,
      label: [label],
      values: { card: name(item), cell: item, item, place: i, n },
      change: [i, j],
      needed: i < needed,
    };
  });
}

/** How many cards of the shoe a round of blackjack took. @param {Record<string, any> | null} outcome */
const dealt = (outcome) =>
  outcome === null ? 0 : [outcome.dealer, ...outcome.player_hands].reduce((sum, { cards }) => sum + cards.length, 0);

/** @param {readonly Draw[]} draws @param {Record<string, any>} params @returns {Role[]} */
function raw(draws, params) {
  const n = params.shuffle ?? params.sample?.n;
  if (n !== undefined)
    return exchanges(draws, n, 'role.value', String, draws.length).map((each) => ({
      ...each,
      values: { ...each.values, value: each.values.item },
    }));
  return draws.map((draw) => role(draw, [draw.primitive === 'uniform' ? 'role.value' : 'role.taken'], { value: draw.result }));
}
