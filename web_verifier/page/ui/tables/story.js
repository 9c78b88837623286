/**
 * The hand of a table's record, moment by moment: the state before the first action and after each, as far as the actions are legal. What is
 * right is said by `verify/` alone; here it is only laid out to be seen.
 */

import { checkOpenings } from '../../core/cards.js';
import { cardText } from '../../core/deck.js';
import { Fault, at } from '../../core/fault.js';
import { isObject } from '../../core/json.js';
import { readOutcome } from '../../games/poker/claims.js';
import { dealtDeck } from '../../games/poker/deal.js';
import { act, finished, start } from '../../games/poker/hand.js';
import { checkParams } from '../../games/poker/params.js';
import { result } from '../../games/poker/result.js';
import { isCarried } from '../../games/poker/streets.js';
import { isTable, readTableRound } from '../../verify/table-form.js';
import { same } from '../same.js';

/** @typedef {import('../../games/poker/claims.js').Action} Action */
/** @typedef {import('../../games/poker/deal.js').Dealt} Dealt */
/** @typedef {import('../../games/poker/hand.js').Hand} Hand */
/** @typedef {import('../../verify/table-form.js').TableRound} TableRound */
/** @typedef {{amount: number, rake: number, winners: Readonly<Record<string, number>>}} Pot */
/**
 * What a hand ends with, as the seeds give it or as the record says.
 * @typedef {object} Ending
 * @property {readonly (string | null)[]} [board]
 * @property {Readonly<Record<string, readonly (string | null)[]>>} [hole]
 * @property {Readonly<Record<string, number>>} [uncalled]
 * @property {readonly Pot[]} [pots]
 * @property {number} [rake]
 * @property {Readonly<Record<string, number>>} [stacks]
 * @property {number} [pot_carried]
 */
/** @typedef {{card: string, proven: boolean}} Known */
/**
 * @typedef {object} Story
 * @property {TableRound} round
 * @property {Dealt} dealt
 * @property {readonly Hand[]} hands before the first action, and after each that was legal
 * @property {readonly Action[]} actions those that were legal
 * @property {Fault | null} stopped what refused the next action
 * @property {boolean} over whether the last of the hands is finished
 * @property {ReadonlyMap<number, Known>} known cards by place, as far as the record shows them
 * @property {Ending | null} ending null where the hand is not over, or its winners need cards that nobody showed
 * @property {'seeds' | 'record'} from whose ending it is
 * @property {Ending | null} recorded the record's own ending, where it is not what the seeds give
 * @property {number} own the seat whose record this is; of one that shows every seat alike, the first
 * @property {readonly any[]} opened openings that are proven
 */

/**
 * @param {Record<string, any>} record
 * @returns {Story | null} null where nothing was dealt, or the record is not well formed
 */
export function storyOf(record) {
  if (!isTable(record.game)) return null;
  try {
    const round = readTableRound(record);
    const { seats } = round.table;
    if (round.isVoid || !seats.every((seat) => Object.hasOwn(round.seeds.client_seeds, seat))) return null;
    return told(round, dealtDeck(round.variant.lowest ?? round.params.lowest_rank, round.seeds));
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
}

/** @param {TableRound} round @param {Dealt} dealt @returns {Story} */
function told(round, dealt) {
  const { variant, params, table } = round;
  checkParams(variant, params);
  const hands = [start({ variant, params, table, dealt })];
  const { stopped } = playOn(hands, round.actions);
  const last = hands[hands.length - 1];
  const over = stopped === null && finished(last);
  const opened = round.opened.filter((opening) => isProven(opening, dealt, round.deckRoot));
  const claimed = claimedEnding(round);
  const derived = over && (dealt.cards !== null || last.betting.live.length === 1 || isCarried(last)) ? endingOf(last) : null;
  const differs = dealt.cards !== null && derived !== null && claimed !== null && !same(claimed, derived);
  return {
    round,
    dealt,
    hands,
    actions: round.actions.slice(0, hands.length - 1),
    stopped,
    over,
    known: knownCards(dealt, last, opened, claimed),
    ending: derived ?? (over && claimed?.pots ? claimed : null),
    from: derived === null ? 'record' : 'seeds',
    recorded: differs ? claimed : null,
    own: ownSeat(hands, opened, dealt),
    opened,
  };
}

/**
 * Acts as far as the actions are legal.
 * @param {Hand[]} hands those so far; the others are added
 * @param {readonly Action[]} actions
 * @returns {{stopped: Fault | null}}
 */
function playOn(hands, actions) {
  try {
    for (const [i, action] of actions.entries()) hands.push(at(`actions[${i}]`, () => act(hands[i], action)));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { stopped: error };
  }
  return { stopped: null };
}

/** @param {Hand} hand a finished one @returns {Ending} */
const endingOf = (hand) => JSON.parse(JSON.stringify(result(hand).outcome));

/** What the record says of the end; a view may say it in any form, and is read only where it is that of a record. @param {TableRound} round */
function claimedEnding({ outcome, variant, seeds }) {
  if (outcome === null) return null;
  try {
    readOutcome(variant, outcome, seeds.server_seed !== undefined);
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
  return /** @type {Ending} */ (outcome);
}

/** @param {unknown} opening @param {Dealt} dealt @param {string} root */
function isProven(opening, { perm, order }, root) {
  try {
    checkOpenings([opening], perm, root, order);
    return true;
  } catch (error) {
    if (error instanceof Fault) return false;
    throw error;
  }
}

/**
 * Every card that the record shows: all where the server seed is revealed; else what was opened, and what the outcome claims.
 * @param {Dealt} dealt
 * @param {Hand} last
 * @param {readonly any[]} opened
 * @param {Ending | null} claimed
 * @returns {Map<number, Known>}
 */
function knownCards({ cards }, last, opened, claimed) {
  if (cards !== null) return new Map(cards.map((card, place) => [place, { card: cardText(card), proven: true }]));
  /** @type {Map<number, Known>} */
  const known = new Map();
  /** @param {readonly (number | null)[]} places @param {unknown} shown */
  const claim = (places, shown) => {
    if (!Array.isArray(shown)) return;
    for (const [i, place] of places.entries()) if (place !== null && typeof shown[i] === 'string') known.set(place, { card: shown[i], proven: false });
  };
  claim(last.board, claimed?.board);
  for (const [seat, places] of Object.entries(last.holes)) claim(places, isObject(claimed?.hole) ? claimed.hole[seat] : null);
  for (const { place, card } of opened) known.set(place, { card, proven: true });
  return known;
}

/**
 * The seat whose view a record is: the first that a hole card was opened to. A showdown opens hands later.
 * @param {readonly Hand[]} hands
 * @param {readonly any[]} opened
 * @param {Dealt} dealt
 */
function ownSeat([first], opened, { cards }) {
  const { seats } = first.setup.table;
  if (cards !== null) return seats[0];
  const owner = (/** @type {number} */ place) => seats.find((seat) => first.holes[seat].includes(place));
  return opened.map(({ place }) => owner(place)).find((seat) => seat !== undefined) ?? seats[0];
}
