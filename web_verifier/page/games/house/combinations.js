/**
 * Combinations of a box, and the second one that is paid beside the main one: `docs/rules/russian_poker.md`, R-32 to R-46. A card is a
 * number from 0 to 51.
 */

import { STANDARD, bestHand, rankOf } from '../ranking.js';

/**
 * @typedef {'royal_flush' | 'straight_flush' | 'four' | 'full_house' | 'flush' | 'straight' | 'three' | 'two_pair' | 'pair' | 'ace_king'} Name
 */
/**
 * Cards that form a combination, kickers not among them.
 * @typedef {object} Formed
 * @property {Name} name
 * @property {number} value greater for the higher combination
 * @property {readonly number[]} cards
 */

/** what each pays to one on BET, from the highest. @type {Readonly<Record<Name, number>>} */
export const PAYS = {
  royal_flush: 100, straight_flush: 50, four: 20, full_house: 7, flush: 5, straight: 4, three: 3, two_pair: 2, pair: 1, ace_king: 1,
};
export const NAMES = /** @type {readonly Name[]} */ (Object.keys(PAYS));

const ACE = 12;
const KING = 11;
const FIVE = 3;

/** @param {Name | null} name */
export const pays = (name) => (name === null ? 0 : PAYS[name]);

/** one number for the best five; the greater one wins, equal ones push. @param {readonly number[]} cards */
export const strength = (cards) => bestHand(cards, [], STANDARD).strength;

/** The highest combination of five or six cards; null where there is no game. @param {readonly number[]} cards @returns {Name | null} */
export function nameOf(cards) {
  const { category, ranks } = bestHand(cards, [], STANDARD);
  if (category !== 'high_card') return /** @type {Name} */ (category);
  return ranks[0] === ACE && ranks[1] === KING ? 'ace_king' : null;
}

/** @param {Name} name @param {readonly number[]} ranks what is compared within the name */
const valueOf = (name, ranks) => {
  let value = NAMES.length - NAMES.indexOf(name);
  for (let i = 0; i < 5; i++) value = value * 16 + (ranks[i] ?? 0);
  return value;
};

/**
 * All ways to take so many of the things.
 * @template T
 * @param {readonly T[]} from
 * @param {number} count
 * @returns {T[][]}
 */
function choices(from, count) {
  if (count === 0) return [[]];
  return from.flatMap((one, i) => choices(from.slice(i + 1), count - 1).map((rest) => [one, ...rest]));
}

/** Cards of one rank, by rank. @param {readonly number[]} cards @returns {Map<number, number[]>} */
function byRank(cards) {
  /** @type {Map<number, number[]>} */
  const found = new Map();
  for (const card of cards) found.set(rankOf(card), [...(found.get(rankOf(card)) ?? []), card]);
  return found;
}

/** Pairs, threes, fours, two pairs, full houses and ace-kings. @param {readonly number[]} cards @returns {Formed[]} */
function ofRanks(cards) {
  const ranks = byRank(cards);
  /** @type {Formed[]} */
  const found = [];
  const alike = (/** @type {number} */ count) =>
    [...ranks].flatMap(([rank, held]) => choices(held, count).map((taken) => ({ rank, cards: taken })));
  const [pairs, threes, fours] = [2, 3, 4].map(alike);
  for (const { rank, cards: own } of pairs) found.push({ name: 'pair', value: valueOf('pair', [rank]), cards: own });
  for (const { rank, cards: own } of threes) found.push({ name: 'three', value: valueOf('three', [rank]), cards: own });
  for (const { rank, cards: own } of fours) found.push({ name: 'four', value: valueOf('four', [rank]), cards: own });
  for (const high of pairs) {
    for (const low of pairs) {
      if (high.rank > low.rank) found.push({ name: 'two_pair', value: valueOf('two_pair', [high.rank, low.rank]), cards: [...high.cards, ...low.cards] });
    }
    for (const three of threes) {
      if (three.rank !== high.rank) found.push({ name: 'full_house', value: valueOf('full_house', [three.rank, high.rank]), cards: [...three.cards, ...high.cards] });
    }
  }
  for (const ace of ranks.get(ACE) ?? []) {
    for (const king of ranks.get(KING) ?? []) found.push({ name: 'ace_king', value: valueOf('ace_king', []), cards: [ace, king] });
  }
  return found;
}

/** Straights and flushes of exactly these five. @param {readonly number[]} five @returns {Formed[]} */
function ofFive(five) {
  const ranks = five.map(rankOf).sort((a, b) => b - a);
  const flush = five.every((card) => card % 4 === five[0] % 4);
  const low = ranks.join() === [ACE, FIVE, 2, 1, 0].join();
  const run = low || (new Set(ranks).size === 5 && ranks[0] - ranks[4] === 4);
  if (!run) return flush ? [{ name: 'flush', value: valueOf('flush', ranks), cards: five }] : [];
  const top = low ? FIVE : ranks[0];
  const name = !flush ? 'straight' : top === ACE ? 'royal_flush' : 'straight_flush';
  return [{ name, value: valueOf(name, [top]), cards: five }];
}

const STRAIGHTS = ['straight', 'straight_flush', 'royal_flush'];

/** @param {Formed} one @param {Formed} other */
const sameStraight = (one, other) =>
  STRAIGHTS.includes(one.name) && STRAIGHTS.includes(other.name) && ranksOf(one.cards) === ranksOf(other.cards);

/** @param {readonly number[]} cards */
const ranksOf = (cards) => cards.map(rankOf).sort((a, b) => a - b).join();

/**
 * what a box is paid for.
 * @param {readonly number[]} cards five or six
 * @param {'pair' | 'classic'} doubleStraight
 * @returns {{main: Name | null, second: Name | null}}
 */
export function paidFor(cards, doubleStraight) {
  const highest = (/** @type {readonly Formed[]} */ all) => all.reduce((best, one) => (one.value > best.value ? one : best));
  const all = [...ofRanks(cards), ...choices(cards, 5).flatMap(ofFive)];
  if (all.length === 0) return { main: null, second: null };
  const main = highest(all);
  const others = all.filter(
    (one) => one.cards.some((card) => !main.cards.includes(card)) && !(doubleStraight === 'pair' && sameStraight(main, one)),
  );
  return { main: main.name, second: others.length === 0 ? null : highest(others).name };
}
