/**
 * Which hand each action of a blackjack round was for, what each hand staked, and at which place of the shoe each card lay. A record
 * does not say so; it follows from the rules (docs/rules/blackjack.md). This only lays out what a record tells: nothing here decides
 * whether the record is right.
 */

import { readCard } from './cards.js';

/** @typedef {'stood' | 'doubled' | 'bust' | 'natural' | 'reached' | 'aces' | 'dealt'} Ending `aces`: split aces get one card each */
/** @typedef {{cards: string[], places: number[], stake: number, actions: string[], ending: Ending}} DealtHand */

/**
 * The best total: an ace counts 11 where that does not bust (B-4, B-32).
 *
 * @param {readonly unknown[]} cards
 */
export function total(cards) {
  let sum = 0;
  let aces = 0;
  for (const code of cards) {
    const rank = readCard(code)?.rank ?? '';
    if (rank === 'A') aces += 1;
    sum += rank === 'A' ? 1 : 'TJQK'.includes(rank) && rank !== '' ? 10 : Number(rank) || 0;
  }
  return aces > 0 && sum <= 11 ? sum + 10 : sum;
}

/**
 * @param {readonly {cards: string[]}[]} hands the player's, as recorded, left first
 * @param {readonly string[]} dealer the dealer's cards
 * @param {readonly {type?: unknown}[]} actions
 * @param {number} stake the first stake
 * @returns {{hands: DealtHand[], dealer: number[]}} `dealer` holds places
 */
export function deal(hands, dealer, actions, stake) {
  const split = hands.length > 1;
  /** @type {DealtHand[]} */
  const dealt = hands.map(({ cards }) => ({ cards, places: [], stake, actions: [], ending: 'dealt' }));
  for (const { type } of actions) {
    if (type === 'split') continue;
    const hand = dealt.find((one) => !over(one, split));
    if (hand === undefined) break;
    hand.actions.push(String(type));
    if (type === 'double') hand.stake *= 2;
  }
  for (const hand of dealt) hand.ending = ending(hand, split);
  return { hands: dealt, dealer: numberPlaces(dealt, dealer, split) };
}

/**
 * Whether a hand has ended: by an action, by 21 or more (B-20), or as one of two split aces (B-19).
 *
 * @param {DealtHand} hand
 * @param {boolean} split
 */
function over({ cards, actions }, split) {
  if (actions.includes('stand') || actions.includes('double')) return true;
  return splitAces(cards, split) || total(cards.slice(0, 2 + actions.length)) >= 21;
}

/** @param {string[]} cards @param {boolean} split */
function splitAces(cards, split) {
  return split && readCard(cards[0])?.rank === 'A';
}

/**
 * @param {DealtHand} hand
 * @param {boolean} split
 * @returns {Ending}
 */
function ending({ cards, actions }, split) {
  const sum = total(cards);
  if (sum > 21) return 'bust';
  if (!split && cards.length === 2 && sum === 21) return 'natural';
  if (actions.includes('double')) return 'doubled';
  if (actions.includes('stand')) return 'stood';
  if (splitAces(cards, split)) return 'aces';
  return sum === 21 ? 'reached' : 'dealt';
}

/**
 * Places 0 and 2 are the player's, 1 and 3 the dealer's (B-2); at a split 4 goes left and 5 right (B-21); then cards come in the order
 * they are needed: hand after hand, the dealer last (B-3, B-24).
 *
 * @param {DealtHand[]} hands
 * @param {readonly string[]} dealer
 * @param {boolean} split
 */
function numberPlaces(hands, dealer, split) {
  let next = split ? 4 + hands.length : 4;
  hands.forEach((hand, at) => {
    hand.places = split ? [at * 2, 4 + at] : [0, 2];
    while (hand.places.length < hand.cards.length) hand.places.push(next++);
    hand.places.length = hand.cards.length;
  });
  const places = [1, 3];
  while (places.length < dealer.length) places.push(next++);
  return places.slice(0, dealer.length);
}
