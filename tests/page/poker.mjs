/** Hands for the tests of tables: with cards that a test lays, or with seeds and random legal actions, and their records. */

import { RANKS, cardText } from '../../web_verifier/page/core/deck.js';
import { HiddenDeck, deck, linkBefore } from '../../web_verifier/page/core/cards.js';
import { serverSeedHash } from '../../web_verifier/page/core/seeds.js';
import { Stream } from '../../web_verifier/page/core/stream.js';
import { dealtDeck, firstButton } from '../../web_verifier/page/games/poker/deal.js';
import { act, finished, start } from '../../web_verifier/page/games/poker/hand.js';
import { legal } from '../../web_verifier/page/games/poker/legal.js';
import { readParams } from '../../web_verifier/page/games/poker/params.js';
import { result } from '../../web_verifier/page/games/poker/result.js';
import { clockwise, seatsOf } from '../../web_verifier/page/games/poker/ring.js';
import { readTable } from '../../web_verifier/page/games/poker/table.js';
import { VARIANTS } from '../../web_verifier/page/games/poker/variants.js';

/** @typedef {import('../../web_verifier/page/games/poker/claims.js').Action} Action */
/** @typedef {import('../../web_verifier/page/games/poker/hand.js').Hand} Hand */
/** @typedef {import('../../web_verifier/page/games/poker/hand.js').Setup} Setup */

/** A card's number. @param {string} text */
export const card = (text) => 4 * RANKS.indexOf(text[0]) + 'cdhs'.indexOf(text[1]);

/** Numbers of cards, from a text with spaces. @param {string} texts */
export const cards = (texts) => texts.split(' ').filter(Boolean).map(card);

/** What JSON makes of a value. @param {any} value @returns {any} */
export const plain = (value) => JSON.parse(JSON.stringify(value));

/**
 * What a hand begins with. The deck is the one that is given: the cards of the first places, the rest in order.
 * @param {object} of
 * @param {string} [of.game]
 * @param {Record<string, unknown>} [of.params]
 * @param {Record<string, unknown>} [of.table]
 * @param {Record<number, number>} of.stacks
 * @param {number} [of.button]
 * @param {string} [of.deal] first cards of the deck
 * @param {number} [of.carousel] 0 to 2
 * @returns {Setup}
 */
export function setupOf({ game = 'holdem', params = {}, table = {}, stacks, button = seatsOf(stacks).at(-1) ?? 0, deal = '', carousel = 0 }) {
  const variant = VARIANTS.get(game);
  if (variant === undefined) throw new RangeError(game);
  const blinds = variant.blinds ? { small_blind: 50, big_blind: 100 } : { ante: 100, lowest_rank: '6' };
  const read = readParams(variant, { ...blinds, ...params }, false);
  const more = { naiko: { destellos: plain(stacks) }, turkish: { pot_carried: 0 } }[game];
  if (game === 'naiko') for (const seat of seatsOf(stacks)) /** @type {any} */ (more).destellos[seat] = 2;
  const seats = readTable(variant, read, { table_id: 't', hand: 0, button, stacks, ...more, ...table }, false);
  const order = deck(variant.lowest ?? read.lowest_rank);
  const first = cards(deal);
  const all = [...first, ...order.filter((one) => !first.includes(one))];
  // A stream whose first draw gives the carousel that is asked for.
  let stream = Stream.ofLabel('0'.repeat(64), 'test:0');
  for (let i = 0; stream.uniform(3)[0] !== carousel; i++) stream = Stream.ofLabel('0'.repeat(64), `test:${i}`);
  const dealt = { cards: all, perm: order.map((_, i) => i), stream, root: null, order, tableSeed: '' };
  return { variant, params: read, table: seats, dealt };
}

/**
 * One action of a short text: `f` fold, `k` check, `c` call, `r300` raise to 300, `a` all-in, `d` with cards draws, `peek`, `swap:2d`,
 * `anchor:4`, `shield`, `decline`. It is the seat's that is on turn.
 * @param {string} text
 * @param {number} seat
 * @returns {Action}
 */
export function actionOf(text, seat) {
  const [type, given = ''] = text.split(':');
  const short = { f: 'fold', k: 'check', c: 'call', a: 'all_in' }[type];
  if (short !== undefined) return { seat, type: short };
  if (/^r\d+$/.test(type)) return { seat, type: 'raise', to: Number(type.slice(1)) };
  if (type === 'd') return { seat, type: 'draw', discard: given.split(',').filter(Boolean) };
  if (type === 'swap') return { seat, type, card: given };
  return type === 'anchor' ? { seat, type, target: Number(given) } : { seat, type };
}

/**
 * A hand after some actions.
 * @param {Setup} setup
 * @param {string} [texts]
 * @returns {Hand}
 */
export function played(setup, texts = '') {
  let hand = start(setup);
  for (const text of texts.split(' ').filter(Boolean)) hand = act(hand, actionOf(text, hand.turn ?? 0));
  return hand;
}

/** What ends a hand. @param {Setup} setup @param {string} [texts] @returns {any} */
export function ended(setup, texts) {
  const hand = played(setup, texts);
  if (!finished(hand)) throw new Error(`seat ${hand.turn} is to act`);
  return plain(result(hand));
}

/** What the seat on turn may raise to: its bounds, or null. @param {Hand} hand */
export function raises(hand) {
  const found = legal(hand).find(({ type }) => type === 'raise');
  return found === undefined ? null : [found.min, found.max];
}

/** Small numbers that look random: mulberry32. @param {number} seed */
export function randomOf(seed) {
  let state = seed >>> 0;
  const word = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
  /** From 0 to n - 1. @param {number} n */
  const below = (n) => Math.floor((word() / 2 ** 32) * n);
  return {
    below,
    /** @template T @param {readonly T[]} items @returns {T} */
    one: (items) => items[below(items.length)],
    hex: () => Array.from({ length: 8 }, () => word().toString(16).padStart(8, '0')).join(''),
  };
}

/** @typedef {ReturnType<typeof randomOf>} Random */

/** A random table: params and the member `table` as records write them. @param {Random} random @param {string} game */
export function randomTable(random, game) {
  const { below, one } = random;
  const turkish = game === 'turkish';
  const most = { aof: 6, omaha5: 8, turkish: 5 }[game] ?? 9;
  const count = 2 + below(most - 1);
  const seats = clockwise([1, 2, 3, 4, 5, 6, 7, 8, 9], below(9)).slice(0, count).sort((a, b) => a - b);
  const small = one([1, 5, 7, 50]);
  const big = 2 * small;
  const ante = turkish ? one([1, 10, 33]) : one([0, 0, 0, 1, small, 3 * big]);
  const unit = turkish ? ante : big;
  const stack = () => (game === 'aof' ? 10 * big : one([1 + below(unit), 1 + below(3 * unit), 1 + below(20 * unit), 1 + below(200 * unit)]));
  const lowest = ['9', '8', '7', '6', '2'].filter((rank) => deck(rank).length >= 5 * count + 4);
  const rake = { preset: one(['none', 'six_percent', 'heads_up_three']), ...one([{}, { cap: below(3 * unit) }]) };
  const params = {
    ...(turkish ? { lowest_rank: one(lowest), flush_ties: one(['top_card', 'all_ranks']) } : { small_blind: small, big_blind: big }),
    ...(game === 'naiko' ? { shield_seconds: 8 } : {}),
    ante,
    limit: game.startsWith('omaha') ? one(['pot', 'no']) : 'no',
    strict_reopen: one([false, true]),
    reveal: 'session',
    rake,
    decision_seconds: 30,
  };
  const table = {
    table_id: 'random',
    hand: below(100),
    button: one(seats),
    stacks: Object.fromEntries(seats.map((seat) => [seat, stack()])),
    ...(game === 'naiko' ? { destellos: Object.fromEntries(seats.map((seat) => [seat, below(4)])) } : {}),
    ...(turkish ? { pot_carried: one([0, 0, below(10 * ante)]) } : {}),
    ...(below(8) > 0 || game === 'turkish' ? {} : deadButton(random, seats)),
  };
  return { params, table };
}

/** A button on an empty place, as tournaments have it. @param {Random} random @param {readonly number[]} seats */
function deadButton({ one }, seats) {
  const empty = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((seat) => !seats.includes(seat));
  if (empty.length === 0) return {};
  const button = one(empty);
  const [first, second] = clockwise(seats, button);
  const blinds = one([{ small_blind_seat: first, big_blind_seat: second }, { small_blind_seat: null, big_blind_seat: first }]);
  return { button, tournament: { id: 'x', table: 1, level: 1 }, ...blinds };
}

/**
 * One of the legal actions, whole.
 * @param {Random} random
 * @param {Hand} hand
 * @param {readonly string[]} held cards of the seat on turn
 * @returns {Action}
 */
export function randomAction({ below, one }, hand, held) {
  const all = legal(hand);
  // Folds are rarer, so that hands grow.
  const chosen = one(all.length > 1 && below(4) > 0 ? all.filter(({ type }) => type !== 'fold') : all);
  const { seat, type, min = 0, max = 0 } = chosen;
  switch (type) {
    case 'raise':
      return { seat, type, to: one([min, min, max, min + below(max - min + 1), Math.min(max, min + below(3 * min + 1))]) };
    case 'swap':
      return { seat, type, card: one(held) };
    case 'anchor':
      return { seat, type, target: one(chosen.targets ?? []) };
    case 'draw': {
      const left = [...held];
      return { seat, type, discard: Array.from({ length: below(5) }, () => left.splice(below(left.length), 1)[0]) };
    }
    default:
      return { seat, type, ...(isClocked(type, all) && below(5) === 0 ? { timeout: true } : {}) };
  }
}

/** Whether the clock could make this action. @param {string} type @param {readonly {type: string}[]} all */
const isClocked = (type, all) => ['check', 'decline'].includes(type) || (type === 'fold' && !all.some((one) => one.type === 'check'));

/**
 * The record of a random hand, played to its end with legal actions.
 * @param {number} seed
 * @param {string} game
 * @returns {{record: any, hand: Hand, setup: Setup}}
 */
export function randomRecord(seed, game) {
  const random = randomOf(seed);
  const { params, table } = randomTable(random, game);
  const variant = /** @type {import('../../web_verifier/page/games/poker/variants.js').Variant} */ (VARIANTS.get(game));
  const seats = seatsOf(table.stacks);
  const server_seed = random.hex();
  const client_seeds = Object.fromEntries(seats.map((seat) => [seat, random.hex()]));
  const chain_heads = Object.fromEntries(seats.map((seat) => [seat, linkBefore(client_seeds[seat])]));
  const nonce = random.below(1000);
  const seeds = { scheme: 'fairseed-v1', server_seed_hash: serverSeedHash(server_seed), server_seed, client_seeds, chain_heads, nonce };
  const read = readParams(variant, params, true);
  const dealt = dealtDeck(variant.lowest ?? read.lowest_rank, seeds);
  if (!('tournament' in table) && random.below(4) === 0) {
    Object.assign(table, { first: true, button: firstButton(seats, dealt.tableSeed, seeds.server_seed_hash, nonce) });
  }
  const setup = { variant, params: read, table: readTable(variant, read, table, false), dealt };
  let hand = start(setup);
  /** @type {Action[]} */
  const actions = [];
  while (hand.turn !== null) {
    const held = hand.holes[hand.turn].map((place) => cardText(/** @type {number[]} */ (dealt.cards)[Number(place)]));
    const action = randomAction(random, hand, held);
    actions.push(action);
    hand = act(hand, action);
  }
  const hidden = new HiddenDeck(server_seed, nonce, dealt.order);
  const opened = hand.board.map((place) => hidden.open(place, dealt.perm));
  const record = {
    type: 'fairseed/round/v1',
    round_id: `${game}-${seed}`,
    game,
    params,
    table,
    seeds,
    deck_root: hidden.root,
    actions,
    ...plain(result(hand)),
    ...(random.below(4) === 0 ? { opened } : {}),
  };
  return { record: plain(record), hand, setup };
}
