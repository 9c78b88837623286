/**
 * The ranking of poker hands: `docs/spec/poker.md`, section 1. One evaluator serves every variant; what differs between them is data: the
 * order of the categories, the lowest rank of the deck, whether suits rank, and how flushes tie.
 */

/**
 * @typedef {'royal_flush' | 'straight_flush' | 'low_straight_flush' | 'four' | 'full_house' | 'flush' | 'high_straight' | 'straight'
 *   | 'low_straight' | 'three' | 'two_pair' | 'pair' | 'high_card'} Category
 */

/**
 * @typedef {object} Ranking
 * @property {readonly Category[]} order from the lowest category to the highest
 * @property {number} lowest the lowest rank of the deck, from 0 (the two); the ace stands below it as well
 * @property {readonly number[] | null} suits by suit (`core/deck.js`), how high it ranks; null where suits break no tie
 * @property {'top_card' | 'all_ranks'} flushTies what of two flushes is compared before the suit
 */

/**
 * What five cards are.
 * @typedef {object} Hand
 * @property {Category} category
 * @property {readonly number[]} ranks what is compared within the category, in this order
 * @property {number} strength one number for it all: the greater one wins, equal ones split
 */

const ACE = 12;

/** A straight that a ranking has no row for is a straight like the others. @type {Partial<Record<Category, Category>>} */
const PLAIN = { high_straight: 'straight', low_straight: 'straight', low_straight_flush: 'straight_flush' };

/** Categories by how many cards of one rank there are, most first. @type {Record<string, Category>} */
const GROUPS = { 41: 'four', 32: 'full_house', 311: 'three', 221: 'two_pair', 2111: 'pair', 11111: 'high_card' };

/** @type {readonly Category[]} */
const STANDARD_ORDER = ['high_card', 'pair', 'two_pair', 'three', 'straight', 'flush', 'full_house', 'four', 'straight_flush', 'royal_flush'];
/** @type {readonly Category[]} */
const SHORT_ORDER = ['high_card', 'pair', 'two_pair', 'three', 'straight', 'full_house', 'flush', 'four', 'straight_flush', 'royal_flush'];
/** @type {readonly Category[]} */
const TURKISH_ORDER = [
  'high_card', 'pair', 'two_pair', 'low_straight', 'straight', 'high_straight', 'three', 'full_house', 'flush', 'four',
  'low_straight_flush', 'straight_flush', 'royal_flush',
];

/** 52 cards; in Omaha too. @type {Ranking} */
export const STANDARD = { order: STANDARD_ORDER, lowest: 0, suits: null, flushTies: 'all_ranks' };

/** 36 cards from the six up: a flush beats a full house. @type {Ranking} */
export const SHORT_DECK = { order: SHORT_ORDER, lowest: 4, suits: null, flushTies: 'all_ranks' };

/**
 * Turkish poker: hearts, spades, diamonds, clubs break ties.
 * @param {number} lowest rank
 * @param {'top_card' | 'all_ranks'} flushTies
 * @returns {Ranking}
 */
export const turkish = (lowest, flushTies) => ({ order: TURKISH_ORDER, lowest, suits: [1, 2, 4, 3], flushTies });

/** @param {number} card */
export const rankOf = (card) => card >> 2;
/** @param {number} card */
const suitOf = (card) => card & 3;

/**
 * The ranks of five cards: those of which there are most first, higher ones before lower ones.
 * @param {readonly number[]} cards
 * @returns {{ranks: number[], pattern: string}} each rank once, and how many cards it has
 */
function grouped(cards) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const card of cards) counts.set(rankOf(card), (counts.get(rankOf(card)) ?? 0) + 1);
  const groups = [...counts].sort(([a, x], [b, y]) => y - x || b - a);
  return { ranks: groups.map(([rank]) => rank), pattern: groups.map(([, count]) => count).join('') };
}

/**
 * The highest card of a straight; of one with the ace below, the highest beside it. No straight runs round the ace.
 * @param {readonly number[]} ranks five different ones, the highest first
 * @param {number} lowest
 * @returns {number | null}
 */
function topOfStraight(ranks, lowest) {
  if (ranks[0] - ranks[4] === 4) return ranks[0];
  return ranks[0] === ACE && ranks[1] === lowest + 3 && ranks[4] === lowest ? ranks[1] : null;
}

/** @param {number} top @param {boolean} aceLow @param {boolean} flush @returns {Category} */
function straightName(top, aceLow, flush) {
  if (aceLow) return flush ? 'low_straight_flush' : 'low_straight';
  if (top === ACE) return flush ? 'royal_flush' : 'high_straight';
  return flush ? 'straight_flush' : 'straight';
}

/**
 * @param {readonly number[]} cards five of them
 * @param {Ranking} ranking
 * @returns {Hand}
 */
export function readHand(cards, ranking) {
  const { ranks, pattern } = grouped(cards);
  const flush = cards.every((card) => suitOf(card) === suitOf(cards[0]));
  const top = pattern === '11111' ? topOfStraight(ranks, ranking.lowest) : null;
  let name = GROUPS[pattern];
  let compared = ranks;
  if (top !== null) {
    name = straightName(top, ranks[0] !== top, flush);
    compared = [top];
  } else if (flush) {
    name = 'flush';
    if (ranking.flushTies === 'top_card') compared = ranks.slice(0, 1);
  }
  const category = ranking.order.includes(name) ? name : (PLAIN[name] ?? name);
  let strength = ranking.order.indexOf(category);
  for (let i = 0; i < 5; i++) strength = strength * 16 + (compared[i] ?? 0);
  return { category, ranks: compared, strength: strength * 8 + suitTie(cards, ranking, top, ranks[pattern.indexOf('1')]) };
}

/**
 * The suit of the card that breaks a tie: the top card of a straight, else the highest kicker, in a high card or flush the highest card.
 * Hands without a card that stands alone never tie.
 * @param {readonly number[]} cards
 * @param {Ranking} ranking
 * @param {number | null} top of a straight
 * @param {number | undefined} kicker rank of the highest card that stands alone
 */
function suitTie(cards, { suits }, top, kicker) {
  if (suits === null) return 0;
  const card = cards.find((card) => rankOf(card) === (top ?? kicker));
  return card === undefined ? 0 : suits[suitOf(card)];
}

/**
 * All ways to take so many of the cards.
 * @param {readonly number[]} cards
 * @param {number} count
 * @returns {number[][]}
 */
function choices(cards, count) {
  if (count === 0) return [[]];
  return cards.flatMap((card, i) => choices(cards.slice(i + 1), count - 1).map((rest) => [card, ...rest]));
}

/**
 * The best five of the allowed cards.
 * @param {readonly number[]} hole
 * @param {readonly number[]} board
 * @param {Ranking} ranking
 * @param {boolean} [exact] Omaha: exactly two of the hole cards and three of the board
 * @returns {Hand}
 */
export function bestHand(hole, board, ranking, exact = false) {
  const allowed = exact
    ? choices(hole, 2).flatMap((own) => choices(board, 3).map((common) => [...own, ...common]))
    : choices([...hole, ...board], 5);
  return allowed.map((cards) => readHand(cards, ranking)).reduce((best, hand) => (hand.strength > best.strength ? hand : best));
}
