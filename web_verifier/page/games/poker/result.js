/** Outcome and settlement of a finished hand, as a record writes them: `docs/spec/record.md`, Tables. */

import { cardText } from '../../core/deck.js';
import { bestHand } from '../ranking.js';
import { pot } from './betting.js';
import { cardsOf } from './holes.js';
import { potsOf, rakeOf, sharesOf, uncalledOf } from './pots.js';
import { bySeat, clockwise } from './ring.js';
import { isCarried } from './streets.js';

/** @typedef {import('../forms.js').Members} Members */
/** @typedef {import('./hand.js').Hand} Hand */
/** @typedef {{amount: number, rake: number, winners: Record<number, number>}} PaidPot */

/**
 * How strong each live hand is; one that is left alone is not looked at.
 * @param {Hand} hand
 * @returns {(seat: number) => number}
 */
function strengths(hand) {
  const { setup, betting, board } = hand;
  const cards = setup.dealt.cards;
  if (betting.live.length === 1 || cards === null) return () => 0;
  const ranking = setup.variant.ranking(setup.params);
  const common = board.map((place) => cards[place]);
  const strong = bySeat(
    betting.live,
    (seat) => bestHand(/** @type {number[]} */ (cardsOf(hand, seat)), common, ranking, setup.variant.exact).strength,
  );
  return (seat) => strong[seat];
}

/**
 * Who wins which pot.
 * @param {Hand} hand a finished one
 * @param {Record<number, number>} uncalled
 * @returns {PaidPot[]}
 */
function paidPots(hand, uncalled) {
  const { setup, betting, board } = hand;
  const { table, params, variant } = setup;
  if (isCarried(hand)) return [];
  const called = bySeat(table.seats, (seat) => betting.totals[seat] - (uncalled[seat] ?? 0));
  const pots = potsOf(called, betting.live, table.carried);
  const flop = board.length > 0 || variant.name === 'turkish';
  const rakes = rakeOf(pots.map(({ amount }) => amount), params.rake, table.seats.length, flop);
  const strength = strengths(hand);
  const order = clockwise(table.seats, table.button);
  return pots.map(({ amount, contenders }, i) => {
    const best = Math.max(...contenders.map(strength));
    const winners = order.filter((seat) => contenders.includes(seat) && strength(seat) === best);
    return { amount, rake: rakes[i], winners: sharesOf(amount - rakes[i], winners) };
  });
}

/** What only some games tell. @param {Hand} hand @returns {Members} */
function more(hand) {
  const { setup, powers, draw, openedBy, betting } = hand;
  if (powers !== null) return { carousel: powers.carousel, destellos: powers.destellos };
  if (setup.variant.name !== 'turkish') return {};
  const drawn = Object.fromEntries(Object.entries(draw?.drawn ?? {}).map(([seat, places]) => [seat, texts(hand, places)]));
  const carried = isCarried(hand) ? { pot_carried: setup.table.carried + pot(betting) } : {};
  return { opened_by: openedBy, drawn, ...carried };
}

/** @param {Hand} hand @param {readonly (number | null)[]} places @returns {(string | null)[]} null where a card is not known */
function texts({ setup }, places) {
  const { cards } = setup.dealt;
  return places.map((place) => (cards === null || place === null ? null : cardText(cards[place])));
}

/**
 * @param {Hand} hand a finished one
 * @returns {{outcome: Members, settlement: {staked: Record<number, number>, returned: Record<number, number>}}}
 */
export function result(hand) {
  const { setup, betting, board, holes } = hand;
  const { seats } = setup.table;
  // A pot that stays on the table is left by full antes alone.
  const uncalled = uncalledOf(betting.totals);
  const pots = paidPots(hand, uncalled);
  const returned = bySeat(seats, (seat) => pots.reduce((sum, { winners }) => sum + (winners[seat] ?? 0), uncalled[seat] ?? 0));
  return {
    outcome: {
      board: texts(hand, board),
      hole: bySeat(seats, (seat) => texts(hand, holes[seat])),
      uncalled,
      pots,
      rake: pots.reduce((sum, { rake }) => sum + rake, 0),
      stacks: bySeat(seats, (seat) => betting.stacks[seat] + returned[seat]),
      ...more(hand),
    },
    settlement: { staked: bySeat(seats, (seat) => betting.totals[seat]), returned },
  };
}
