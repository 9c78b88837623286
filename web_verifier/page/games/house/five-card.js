/** Five-card poker: `docs/rules/five_card_poker.md`. */

import { cardText } from '../../core/deck.js';
import { Fault } from '../../core/fault.js';
import { over, unknownAction } from '../acting.js';
import { MOST_CHIPS, checkRange } from '../limits.js';
import { nameOf, pays, strength } from './combinations.js';
import { BET, checkAntes, checkBox, checkGiven, checkLimits, checkTurn, chips, deal, dealerOutcome, exchanged, hasGame, sum } from './table.js';

/** @typedef {import('./table.js').HouseBet} HouseBet */
/** @typedef {import('./table.js').HouseAction} HouseAction */
/** @typedef {{boxes: number, room: 'standard' | 'vip', table: 'private' | 'public', min_ante: number, max_ante: number}} Params */
/**
 * @typedef {object} Box
 * @property {readonly number[]} cards
 * @property {bigint} ante
 * @property {bigint} staked fees too
 * @property {boolean} changed
 * @property {'fold' | 'raise' | null} decided
 */
/** @typedef {{params: Params, deck: readonly number[], boxes: readonly Box[], dealer: readonly number[], next: number}} State */

const TYPES = ['exchange', 'fold', 'raise'];
const DEFAULTS = Object.freeze({ room: 'standard', table: 'private', min_ante: 2, max_ante: MOST_CHIPS });
const MOST_GIVEN = 2;

/** F-10. @param {bigint} ante @param {number} count of cards */
const feeOf = (ante, count) => (count === 1 ? ante : ante + ante / 2n);

/** F-7: the box that is played, or -1. @param {State} state */
const deciding = ({ boxes }) => boxes.findIndex(({ decided }) => decided === null);

/** @param {State} state @param {HouseAction} action @returns {State} */
function act(state, action) {
  const { type, box: at, cards: given = [] } = action;
  const { boxes, deck, next } = state;
  if (!TYPES.includes(type)) unknownAction(action);
  if (deciding(state) < 0) over();
  checkBox(at, boxes.length);
  checkTurn(at, deciding(state)); // F-13
  const put = (/** @type {Partial<Box>} */ now) => ({ ...state, boxes: boxes.map((box, i) => (i === at ? { ...box, ...now } : box)) });
  const { cards, ante, staked, changed } = boxes[at];
  if (type === 'fold') return put({ decided: 'fold' }); // F-11
  if (type === 'raise') return put({ decided: 'raise', staked: staked + BigInt(BET) * ante }); // F-12
  if (changed) throw new Fault('', 'rules.changed-once');
  checkGiven(given, MOST_GIVEN); // F-9
  const now = exchanged(cards, given, deck.slice(next, next + given.length));
  return { ...put({ cards: now, changed: true, staked: staked + feeOf(ante, given.length) }), next: next + given.length };
}

/** F-16 to F-22. @param {State} state @param {Box} box @returns {{result: string, returned: bigint}} */
function settle({ dealer }, { cards, ante, decided }) {
  const stake = BigInt(1 + BET) * ante;
  if (decided === 'fold') return { result: 'fold', returned: 0n };
  if (!hasGame(dealer)) return { result: 'no_game', returned: stake + ante };
  const ahead = strength(cards) - strength(dealer);
  if (ahead < 0) return { result: 'lose', returned: 0n };
  if (ahead === 0) return { result: 'push', returned: stake };
  return { result: 'win', returned: stake + ante + BigInt(BET * pays(nameOf(cards))) * ante };
}

/** F-28: by player. @param {readonly bigint[]} all */
const byPlayer = (all) => Object.fromEntries(all.map((one, player) => [String(player), chips(one)]));

/** @type {import('../game.js').Game<Params, any, State>} */
export const fiveCardPoker = {
  name: 'five_card_poker',
  choices: ['boxes', 'table'],
  hasBet: true,
  fill: (given) => ({ ...DEFAULTS, ...given }),

  check(params, /** @type {HouseBet} */ { antes }) {
    checkRange(params.boxes, 'params.boxes', 1, 2); // F-3
    checkLimits(params);
    checkAntes(antes, params.boxes, params.min_ante, params.max_ante); // F-2
    antes.forEach((ante, box) => {
      if (ante % 2 !== 0) throw new Fault(`bet.antes[${box}]`, 'rules.even'); // F-4
    });
  },

  start(params, /** @type {HouseBet} */ { antes }, stream) {
    const { deck, hands, dealer, next } = deal(stream, params.boxes);
    const boxes = hands.map((cards, at) => {
      const ante = BigInt(antes[at]);
      return { cards, ante, staked: ante, changed: false, decided: null };
    });
    return { params, deck, boxes, dealer, next };
  },

  act: /** @type {any} */ (act),
  finished: (state) => deciding(state) < 0,

  legal(state) {
    const box = deciding(state);
    if (box < 0) return [];
    /** @type {any[]} */
    const found = [{ type: 'fold', box }, { type: 'raise', box }];
    return state.boxes[box].changed ? found : [{ type: 'exchange', box, cards: state.boxes[box].cards.map(cardText) }, ...found];
  },

  result(state) {
    const { boxes, params, dealer } = state;
    const settled = boxes.map((box) => settle(state, box));
    const staked = boxes.map((box) => box.staked);
    const returned = settled.map((box) => box.returned);
    const isPublic = params.table === 'public';
    return {
      outcome: {
        boxes: settled.map(({ result, returned }, at) => {
          const { cards } = boxes[at];
          return { cards: cards.map(cardText), combination: nameOf(cards), second: null, result, returned: chips(returned) };
        }),
        dealer: dealerOutcome(dealer, []), // F-23
      },
      staked: isPublic ? /** @type {any} */ (byPlayer(staked)) : chips(sum(staked)),
      returned: isPublic ? /** @type {any} */ (byPlayer(returned)) : chips(sum(returned)),
      multiplier: null,
    };
  },
};
