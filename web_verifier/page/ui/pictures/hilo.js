/** HiLo: the cards in a row, and between each and the next what was guessed and how it went (docs/rules/hilo.md). */

import { times } from '../amounts.js';
import { h, svg } from '../dom.js';
import { t } from '../language.js';
import { largeCard, smallCard } from './card.js';
import { readCard } from './cards.js';
import { key, pair, phrase } from './stage.js';

/** @typedef {'right' | 'wrong' | 'skip' | 'last'} Verdict `last`: nothing was guessed on it */
/** @typedef {{card: string, guess: string | null, verdict: Verdict, chance: number | null, differs: boolean}} Step `chance` in thirteenths */
/** @typedef {{cards: string[], result: string}} Row */

const RANKS = 'A23456789TJQK';

/** Where there is none of these, the round is not finished yet. */
const RESULTS = ['cashed_out', 'lost', 'abandoned'];

/** @param {import('./index.js').Members | null | undefined} outcome @returns {Row | null} */
export function rowOf(outcome) {
  if (!Array.isArray(outcome?.cards)) return null;
  return { cards: outcome.cards.map(String), result: RESULTS.find((word) => word === outcome.result) ?? 'open' };
}

/**
 * How many of the thirteen ranks win a guess (H-7, H-8).
 *
 * @param {string} card
 * @param {string} guess
 */
export function ways(card, guess) {
  const rank = RANKS.indexOf(readCard(card)?.rank ?? '?') + 1;
  if (rank === 0) return null;
  return { higher_or_same: 14 - rank, lower_or_same: rank, higher: 13 - rank, lower: rank - 1, same: 1 }[guess] ?? null;
}

/**
 * What happened on each card. Every guess but a losing last one was right, else there would be no card after the next.
 *
 * @param {Row} row
 * @param {readonly Record<string, unknown>[]} actions
 * @param {Row | null} [other] the row it is compared with
 * @returns {Step[]}
 */
export function stepsOf({ cards, result }, actions, other = null) {
  const moves = actions.filter(({ type }) => type === 'guess' || type === 'skip');
  return cards.map((card, i) => {
    const move = moves[i];
    const differs = other !== null && other.cards[i] !== card;
    if (move === undefined || i === cards.length - 1) return { card, guess: null, verdict: 'last', chance: null, differs };
    if (move.type === 'skip') return { card, guess: null, verdict: 'skip', chance: null, differs };
    const lost = result === 'lost' && i === cards.length - 2;
    const guess = String(move.guess);
    return { card, guess, verdict: lost ? 'wrong' : 'right', chance: ways(card, guess), differs };
  });
}

/** Signs on a square of 20: arrows up and down, with a bar where the same rank wins too. @type {Record<string, string>} */
const ARROWS = {
  higher: 'M10 16V4M5 9l5-5 5 5',
  lower: 'M10 4v12M5 11l5 5 5-5',
  higher_or_same: 'M10 13V3M5 8l5-5 5 5M4 17h12',
  lower_or_same: 'M10 7v10M5 12l5 5 5-5M4 3h12',
  same: 'M4 7.5h12M4 12.5h12',
  skip: 'M4 5l5 5-5 5M11 5l5 5-5 5',
};
const VERDICTS = { right: 'M4 10.5l4 4 8-9', wrong: 'M5 5l10 10M15 5L5 15' };

/** @param {string} path @param {string} kind */
const sign = (path, kind) => svg('svg', { class: `pic-sign ${kind}`, viewBox: '0 0 20 20' }, svg('path', { d: path }));

const word = (/** @type {string} */ guess) => t(`pic.hilo.guess.${guess}`);

/** @param {Step} step @param {boolean} golden */
function move({ guess, verdict, chance }, golden) {
  if (verdict === 'last') return null;
  if (verdict === 'skip') return h('div', { class: 'pic-move' }, sign(ARROWS.skip ?? '', 'pic-soft'), h('span', { class: 'pic-said' }, t('pic.hilo.skip')));
  return h(
    'div',
    { class: 'pic-move' },
    sign(ARROWS[guess ?? ''] ?? '', 'pic-soft'),
    h('span', { class: 'pic-said' }, word(guess ?? '')),
    chance !== null && h('span', { class: 'pic-odds' }, t('pic.hilo.odds', { chance })),
    h('span', { class: `pic-verdict${golden ? ' pic-golden' : ''}` }, sign(VERDICTS[verdict], ''), h('span', null, t(`pic.hilo.${verdict}`))),
  );
}

/**
 * Whether the guess on a card decided: the one that was wrong, or in a round that was cashed out each that was right.
 *
 * @param {Row} row
 * @param {Step | undefined} step
 */
export const decided = ({ result }, step) => step?.verdict === 'wrong' || (step?.verdict === 'right' && result === 'cashed_out');

/** More cards than this stand close together, with signs in the place of words. */
const DENSE = 10;

/** Gold are guesses that decided and the cards they got; where two rows are compared, what differs. @param {Row} row @param {Step[]} steps @param {boolean} compared */
function cards(row, steps, compared) {
  const dense = steps.length > DENSE;
  return h(
    'ol',
    { class: `pic-hilo-row${dense ? ' pic-dense' : ''}` },
    steps.map((step, i) => {
      const golden = !compared && decided(row, step);
      const edge = compared ? (step.differs ? 'differs' : '') : decided(row, steps[i - 1]) ? 'won' : '';
      return h(
        'li',
        { class: `pic-step pic-after-${step.verdict}${golden ? ' pic-decided' : ''}` },
        h('div', { class: 'pic-held' }, dense ? null : largeCard(step.card, edge), smallCard(step.card, edge)),
        move(step, golden),
      );
    }),
  );
}

/** The signs that stand alone where cards stand close. @param {Step[]} steps */
function legend(steps) {
  if (steps.length <= DENSE) return null;
  const said = new Set(steps.flatMap(({ guess, verdict }) => (verdict === 'skip' ? ['skip'] : guess ? [guess] : [])));
  return key([...said].map((guess) => [sign(ARROWS[guess] ?? '', 'pic-soft'), guess === 'skip' ? 'pic.hilo.skip' : `pic.hilo.guess.${guess}`]));
}

/** What was done, with skips after another taken together. @param {Step[]} steps */
function grouped(steps) {
  /** @type {{cards: string[], guess: string | null, verdict: Verdict}[]} */
  const groups = [];
  for (const { card, guess, verdict } of steps.filter((step) => step.verdict !== 'last')) {
    const before = groups.at(-1);
    if (verdict === 'skip' && before?.verdict === 'skip') before.cards.push(card);
    else groups.push({ cards: [card], guess, verdict });
  }
  return groups;
}

/** @param {Row} row @param {readonly Record<string, unknown>[]} actions @param {'record' | 'seeds' | 'only'} from */
function rowPhrases(row, actions, from) {
  const steps = stepsOf(row, actions);
  const guesses = steps.filter(({ verdict }) => verdict === 'right' || verdict === 'wrong').length;
  const skips = steps.filter(({ verdict }) => verdict === 'skip').length;
  return [
    phrase(`pic.hilo.cards.${from}`, {}, { cards: row.cards.join(' ') }),
    ...grouped(steps).map(({ cards: held, guess, verdict }) =>
      verdict === 'skip'
        ? phrase('pic.hilo.skipped', {}, { cards: held.join(' ') })
        : phrase(`pic.hilo.said.${verdict}`, { guess: word(guess ?? '') }, { card: held.join(' ') }),
    ),
    ...(guesses + skips === 0 ? [] : [phrase('pic.hilo.count', { count: guesses, skips: t('pic.hilo.skips', { count: skips }) })]),
    phrase(`pic.hilo.result.${row.result}`),
  ];
}

/** @param {import('./index.js').View} view */
export function describe({ actions, outcome, expected, differs }) {
  const recorded = rowOf(outcome);
  const derived = rowOf(expected);
  if (differs && recorded && derived) return [rowPhrases(recorded, actions, 'record'), rowPhrases(derived, actions, 'seeds')];
  const only = recorded ?? derived;
  return only ? [rowPhrases(only, actions, 'only')] : [];
}

/** @param {Row} row @param {import('./index.js').View} view @param {'record' | 'seeds'} [from] @returns {import('./stage.js').Result} */
function resultOf({ result, cards: all }, { settlement }, from) {
  const multiplier = typeof settlement?.multiplier === 'string' && result === 'cashed_out' ? settlement.multiplier : '0';
  return { label: t(`pic.hilo.label.${result}`, { card: all.at(-1) ?? '–' }), value: times(multiplier), ...(from ? { from } : {}) };
}

/** @param {import('./index.js').View} view @returns {import('./stage.js').Picture} */
export function picture(view) {
  const recorded = rowOf(view.outcome);
  const derived = rowOf(view.expected);
  const line = describe(view);
  if (view.differs && recorded && derived) {
    const left = stepsOf(recorded, view.actions, derived);
    const right = stepsOf(derived, view.actions, recorded);
    return {
      results: recorded.result === derived.result ? [resultOf(recorded, view)] : [resultOf(recorded, view, 'record'), resultOf(derived, view, 'seeds')],
      line,
      art: () => [pair(cards(recorded, left, true), cards(derived, right, true), true), legend(left)],
    };
  }
  const only = recorded ?? derived;
  if (only === null) return { results: [], line, art: () => null };
  const steps = stepsOf(only, view.actions);
  return { results: [resultOf(only, view)], line, art: () => [cards(only, steps, false), legend(steps)] };
}
