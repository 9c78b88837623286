/** The last step: from the outcome to chips, by the rules of each game (`docs/rules/`). The amounts are those that the rules gave. */

import { cut, fraction, multiply, parseDecimal } from '../core/numbers.js';
import { multiplierOf, offered, rank } from '../games/hilo-steps.js';
import { h } from './dom.js';
import { number, parts, t } from './language.js';

/** @typedef {import('./types.js').Derived} Derived */
/** @typedef {import('../core/numbers.js').Fraction} Fraction */

/**
 * @param {Derived} derived of a finished round
 * @returns {HTMLElement}
 */
export function settle(derived) {
  const { game, bet, settlement, outcome } = derived;
  if (game === 'blackjack') return hands(derived);
  const { returned, multiplier } = /** @type {NonNullable<Derived['settlement']>} */ (settlement);
  if (game === 'plinko') return plinko(derived, returned);
  const factors = game === 'mines' ? minesFactors(derived) : game === 'hilo' ? hiloFactors(derived) : null;
  const won = factors === null ? returned > 0 || wonNothing(derived) : ['cashed_out', 'cleared'].includes(outcome?.result);
  if (!won)
    return box([
      t(`settle.lost_${game}`, {
        ...derived.params,
        ...outcome,
        direction: game === 'dice' && t(`word.direction.${derived.params.direction}`),
      }),
    ]);
  const product =
    factors === null ? parseDecimal(String(multiplier)) : factors.reduce((all, { value }) => multiply(all, value), fraction(1));
  const exact = multiply(fraction(bet.stake), product);
  return box([
    factors !== null && h('span', null, factors.map(({ text }) => text).join(' × '), ` = ${shown(product)}`),
    times(bet.stake, shown(product), exact, returned),
    h('span', { class: 'soft' }, t(exact.n % exact.d === 0n ? 'settle.whole' : 'settle.cut')),
  ]);
}

/** The product, and what of it is returned where that is not the same. @param {number} stake @param {string} multiplier @param {Fraction} exact @param {number} returned */
function times(stake, multiplier, exact, returned) {
  const whole = exact.n % exact.d === 0n;
  return h(
    'span',
    null,
    parts(whole ? 'settle.equal' : 'settle.product', {
      stake,
      multiplier,
      exact: shown(exact),
      returned: h('b', null, t('chips', { count: returned })),
    }),
  );
}

/** A stake so small that a win returns no whole chip is a win all the same. @param {Derived} derived */
function wonNothing({ game, params, outcome }) {
  const units = (/** @type {string} */ decimal) => Number(decimal.replace('.', ''));
  const target = units(params.target);
  if (game === 'limbo') return units(outcome?.multiplier) >= target;
  const roll = units(outcome?.roll);
  return params.direction === 'under' ? roll < target : roll > target;
}

/** Cut to four places, with a sign that more follow. @param {Fraction} value */
function shown(value) {
  const text = cut(value, 4);
  const exact = (value.n * 10_000n) % value.d === 0n;
  return exact ? text.replace(/\.?0+$/, '') : `${text}…`;
}

/** @param {import('./dom.js').Child[]} content */
const box = (content) =>
  h(
    'div',
    { class: 'box sum' },
    content.map((one) => (typeof one === 'string' ? h('span', null, one) : one)),
  );

/** @param {Derived} derived @param {number} returned */
function plinko({ params, bet, outcome }, returned) {
  const multiplier = params.multipliers[outcome?.bin];
  const exact = multiply(fraction(bet.stake), parseDecimal(multiplier));
  return box([
    times(bet.stake, multiplier, exact, returned),
    h('span', { class: 'soft' }, t(exact.n % exact.d === 0n ? 'settle.whole' : 'settle.rounded')),
  ]);
}

/** The factors of M-13, one a safe cell. @param {Derived} derived */
function minesFactors({ params, outcome }) {
  const cells = params.size ** 2;
  const safe = outcome?.opened.filter((/** @type {number} */ cell) => !outcome.mines.includes(cell)).length;
  const list = Array.from({ length: safe }, (_, i) => [cells - i, cells - params.mines - i]);
  return [
    { text: params.rtp, value: parseDecimal(params.rtp) },
    ...list.map(([n, d]) => ({ text: `${n}/${d}`, value: fraction(n, d) })),
  ];
}

/** The factors of H-12, one a right guess. @param {Derived} derived */
function hiloFactors({ params, actions, outcome }) {
  const ranks = outcome?.cards.map((/** @type {string} */ card) => rank(4 * '23456789TJQKA'.indexOf(card[0])));
  const list = [];
  let at = 0;
  for (const action of actions) {
    if (action.type === 'guess') {
      const winning = offered(ranks[at]).get(String(action.guess)) ?? 1;
      list.push({ text: `${params.rtp} · 13/${winning}`, value: multiplierOf(params.rtp, winning) });
    }
    if (action.type === 'guess' || action.type === 'skip') at++;
  }
  return list;
}

/** One row a hand and side bet. @param {Derived} derived */
function hands({ bet, outcome, settlement, actions }) {
  const hands = outcome?.player_hands;
  const doubled = stakes(bet.stake, hands.length, actions, outcome);
  const rows = hands.map((/** @type {any} */ hand, /** @type {number} */ i) => [
    hands.length === 1
      ? t('settle.hand', { total: hand.total, dealer: outcome?.dealer.total })
      : t(i === 0 ? 'settle.left' : 'settle.right', { total: hand.total, dealer: outcome?.dealer.total }),
    number(doubled[i]),
    t(`word.result.${hand.result}`),
    number(hand.returned),
  ]);
  for (const [name, { result, returned }] of Object.entries(outcome?.side_bets)) {
    rows.push([
      t(`field.${name}`),
      number(bet[name]),
      result === null ? t('word.result.lose') : t(`side.${result}`),
      number(returned),
    ]);
  }
  const columns = ['bet', 'staked', 'came', 'returned'];
  const numeric = (/** @type {number} */ i) => (i === 1 || i === 3 ? 'num' : '');
  return h(
    'div',
    { class: 'box tbl', tabindex: '0', role: 'region', 'aria-label': t('why.settlement') },
    h(
      'table',
      null,
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          columns.map((name, i) => h('th', { scope: 'col', class: numeric(i) }, t(`col.${name}`))),
        ),
      ),
      h(
        'tbody',
        null,
        rows.map((/** @type {string[]} */ row) =>
          h(
            'tr',
            null,
            row.map((cell, i) => h('td', { class: numeric(i) }, cell)),
          ),
        ),
        h(
          'tr',
          { class: 'total' },
          h('td', null, t('settle.together')),
          h('td', { class: 'num' }, number(settlement?.staked ?? 0)),
          h('td'),
          h('td', { class: 'num' }, number(settlement?.returned ?? 0)),
        ),
      ),
    ),
  );
}

/**
 * What each hand staked at the end: twice the first stake where it was doubled. An action is for the leftmost hand still to play, and
 * a hand leaves the turn by standing, by doubling, or by its total.
 * @param {number} stake
 * @param {number} count
 * @param {readonly {type: string}[]} actions
 * @param {any} outcome
 */
function stakes(stake, count, actions, outcome) {
  const staked = Array.from({ length: count }, () => stake);
  if (count === 1) return actions.some(({ type }) => type === 'double') ? [2 * stake] : staked;
  const [left] = outcome.player_hands;
  const after = actions.slice(actions.findIndex(({ type }) => type === 'split') + 1);
  const doubles = after.map(({ type }) => type === 'double');
  // The left hand's actions are its cards beyond the second, and a stand where its total did not end it.
  const drawn = left.cards.length - 2;
  const ended = drawn > 0 && doubles[drawn - 1];
  const mine = ended || left.total >= 21 ? drawn : drawn + 1;
  if (doubles.slice(0, mine).includes(true)) staked[0] = 2 * stake;
  if (doubles.slice(mine).includes(true)) staked[1] = 2 * stake;
  return staked;
}
