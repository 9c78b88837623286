/**
 * A round against the house, moment by moment: what lies on the table before the first action and after each that is legal. Before the
 * reveal there is one moment, what the record itself shows. What is right is said by `verify/` alone; here it is only laid out to be seen.
 */

import { recording } from '../../core/draws.js';
import { cardText } from '../../core/deck.js';
import { Fault, at } from '../../core/fault.js';
import { Stream } from '../../core/stream.js';
import { isHouse } from '../../games/house/names.js';
import { readRound } from '../../verify/form.js';

/** @typedef {import('../../verify/form.js').Round} Round */
/** @typedef {import('../../core/draws.js').Draw} Draw */
/**
 * @typedef {object} BoxShown
 * @property {readonly string[]} cards
 * @property {boolean} closed not seen by the player at this moment
 * @property {number} ante
 * @property {number | null} staked null where the record does not tell it yet
 * @property {'fold' | 'bet' | 'raise' | null} decided
 * @property {'take_ante' | 'buy_dealer' | null} ending
 * @property {string | null} combination
 * @property {string | null} second
 * @property {string | null} result null before the end
 * @property {number | null} returned
 */
/**
 * @typedef {object} Moment
 * @property {readonly BoxShown[]} boxes
 * @property {readonly (string | null)[]} dealer null is a card that lies face down
 * @property {readonly string[]} replaced
 * @property {string | null} combination the dealer's, once it shows
 * @property {boolean} shows whether the dealer has shown
 * @property {boolean} over
 */
/**
 * @typedef {object} Story
 * @property {Round} round
 * @property {readonly Moment[]} moments
 * @property {readonly import('../../games/house/table.js').HouseAction[]} actions those that were legal
 * @property {readonly number[]} deck the places in order; empty where the seed is not revealed
 * @property {number} used places that were dealt by the end
 * @property {readonly Draw[]} draws
 * @property {Stream | null} stream
 * @property {'seeds' | 'record'} from
 */

/**
 * @param {Record<string, any>} record
 * @returns {Story | null} null where no cards are known, or the record is not well formed
 */
export function storyOf(record) {
  if (!isHouse(record.game)) return null;
  try {
    const round = readRound(record);
    if (round.isVoid) return null;
    round.game.check(round.params, round.bet);
    return round.seeds.server_seed === undefined ? asRecorded(round) : replayed(round);
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
}

/** @param {Round} round @returns {Story} */
function replayed(round) {
  const { game, params, bet, seeds, actions } = round;
  /** @type {Draw[]} */
  const draws = [];
  const stream = Stream.ofSeeds(/** @type {string} */ (seeds.server_seed), seeds.client_seed, seeds.nonce);
  const states = [game.start(params, bet, recording(stream, draws))];
  try {
    for (const [i, action] of actions.entries()) states.push(at(`actions[${i}]`, () => game.act(states[i], action)));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
  }
  const moments = states.map((state) => momentOf(round, state));
  const last = states[states.length - 1];
  const made = /** @type {any} */ (actions.slice(0, states.length - 1));
  return { round, moments, actions: made, deck: last.deck, used: last.next, draws, stream, from: 'seeds' };
}

/** @param {Round} round @param {any} state @returns {Moment} */
function momentOf({ game }, state) {
  const over = game.finished(state);
  const { boxes, dealer } = /** @type {any} */ (game.result(state).outcome);
  const shows = state.boxes.every((/** @type {any} */ box) => box.decided !== null);
  const deciding = state.boxes.findIndex((/** @type {any} */ box) => box.decided === null);
  const isPrivate = game.name === 'five_card_poker' && state.params.table === 'private';
  return {
    boxes: state.boxes.map((/** @type {any} */ box, /** @type {number} */ i) => ({
      cards: boxes[i].cards,
      closed: !shows && (box.closed === true || (isPrivate && i > deciding)),
      ante: Number(box.ante),
      staked: Number(box.staked),
      decided: box.decided,
      ending: box.ending ?? null,
      combination: boxes[i].combination,
      second: boxes[i].second,
      result: over ? boxes[i].result : null,
      returned: over ? boxes[i].returned : null,
    })),
    dealer: state.dealer.map((/** @type {number} */ card, /** @type {number} */ i) => (shows || i === 4 ? cardText(card) : null)),
    replaced: dealer.replaced,
    combination: shows ? dealer.combination : null,
    shows,
    over,
  };
}

/** What a record shows whose seed is not revealed. @param {Round} round @returns {Story | null} */
function asRecorded(round) {
  const outcome = /** @type {any} */ (round.outcome);
  if (outcome === null || !Array.isArray(outcome.boxes) || !Array.isArray(outcome.dealer?.cards)) return null;
  const over = round.settlement !== null;
  /** @type {Moment} */
  const moment = {
    boxes: outcome.boxes.map((/** @type {any} */ box, /** @type {number} */ i) => ({
      cards: box?.cards ?? [],
      closed: !Array.isArray(box?.cards),
      ante: round.bet.antes[i],
      staked: null,
      decided: null,
      ending: null,
      combination: box?.combination ?? null,
      second: box?.second ?? null,
      result: box?.result ?? null,
      returned: box?.returned ?? null,
    })),
    dealer: outcome.dealer.cards.length === 5 ? outcome.dealer.cards : [null, null, null, null, ...outcome.dealer.cards],
    replaced: outcome.dealer.replaced ?? [],
    combination: outcome.dealer.combination ?? null,
    shows: outcome.dealer.cards.length === 5,
    over,
  };
  return { round, moments: [moment], actions: [], deck: [], used: 0, draws: [], stream: null, from: 'record' };
}
