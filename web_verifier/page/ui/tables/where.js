/** Where a check failed: which seat, action, pot or card; and the way to that moment of the hand. */

import { isObject } from '../../core/json.js';
import { pot } from '../../games/poker/betting.js';
import { h } from '../dom.js';
import { t } from '../language.js';
import { same } from '../same.js';
import { holderOf } from './deal.js';
import { streetOf } from './moment.js';
import { potName, seatName } from './words.js';

/** @typedef {import('../judge.js').Check} Check */
/** @typedef {import('./story.js').Story} Story */
/** @typedef {import('./showing.js').Showing} Showing */
/** @typedef {{texts: string[], at: number | null}} Where `at`: the moment that shows it */

/** So many differences are named; the rest stands in what is expected and what was found. */
const MOST = 4;

/**
 * @param {Story} story
 * @param {Check} check one that failed
 * @returns {Where | null}
 */
export function whereOf(story, check) {
  switch (check.check) {
    case 'rules':
      return inRules(story, check);
    case 'bots':
      return { texts: [moment(story, Number(check.detail.values.index), 'pt.where.action')], at: Number(check.detail.values.index) };
    case 'cards':
      return inCards(story, check.detail.values.place);
    case 'outcome':
      return { texts: inOutcome(check), at: story.hands.length - 1 };
    case 'settlement':
      return { texts: inSettlement(check), at: story.hands.length - 1 };
    default:
      return null;
  }
}

/** A moment before an action, in words. @param {Story} story @param {number} at @param {string} id */
function moment({ hands, round }, at, id) {
  const hand = hands[at];
  const { turn } = hand;
  const { table } = round;
  return t(id, {
    number: at + 1,
    street: t(`pt.street.${streetOf(hand)}`),
    pot: pot(hand.betting) + table.carried,
    seat: turn === null ? '–' : seatName(turn, table.bots[turn] ?? null),
  });
}

/** @param {Story} story @param {Check} check @returns {Where | null} */
function inRules(story, { detail }) {
  const last = story.hands.length - 1;
  if (story.stopped === null) return detail.id === 'rules.not-finished' ? { texts: [moment(story, last, 'pt.where.unfinished')], at: last } : null;
  const { seat, type, to } = story.round.actions[last];
  const said = t('pt.where.said', { seat, action: type === 'raise' ? t('pt.act.raise', { to }) : type });
  const id = story.over || story.hands[last].turn === null ? 'pt.where.over' : 'pt.where.turn';
  return { texts: [said, moment(story, last, id)], at: last };
}

/** @param {Story} story @param {unknown} place @returns {Where | null} */
function inCards(story, place) {
  if (typeof place !== 'number' || place < 0) return null;
  const { seat, street } = holderOf(story, place);
  if (seat === null && street === null) return null;
  const at = story.hands.findIndex(({ board, holes }) => board.includes(place) || Object.values(holes).some((hole) => hole.includes(place)));
  const whose = seat === null ? t(`pt.street.${street}`) : seatName(seat, story.round.table.bots[seat] ?? null);
  return { texts: [t('pt.where.place', { place, whose })], at };
}

/** @param {Check} check @returns {string[]} */
function inOutcome({ expected, actual }) {
  if (!isObject(expected) || !isObject(actual)) return [];
  /** @type {string[]} */
  const found = [];
  const lists = (/** @type {unknown} */ a, /** @type {unknown} */ b, /** @type {(i: number) => string} */ name) => {
    if (!Array.isArray(a) || !Array.isArray(b)) return;
    for (let i = 0; i < Math.max(a.length, b.length); i++) if (!same(a[i], b[i])) found.push(name(i));
  };
  lists(expected.board, actual.board, (i) => t('pt.where.board', { number: i + 1 }));
  for (const seat of seatsIn(expected.hole, actual.hole)) lists(part(expected.hole, seat), part(actual.hole, seat), (i) => t('pt.where.hole', { seat, number: i + 1 }));
  const pots = Array.isArray(expected.pots) ? expected.pots.length : 0;
  lists(expected.pots, actual.pots, (i) => t('pt.where.pot', { name: potName(i, Math.max(pots, i + 1)) }));
  for (const seat of seatsIn(expected.stacks, actual.stacks)) if (part(expected.stacks, seat) !== part(actual.stacks, seat)) found.push(t('pt.where.stack', { seat }));
  return cut(found);
}

/** @param {Check} check @returns {string[]} */
function inSettlement({ expected, actual }) {
  const found = ['staked', 'returned'].flatMap((name) =>
    seatsIn(part(expected, name), part(actual, name))
      .filter((seat) => part(part(expected, name), seat) !== part(part(actual, name), seat))
      .map((seat) => t(`pt.where.${name}`, { seat, expected: part(part(expected, name), seat), actual: part(part(actual, name), seat) })),
  );
  return cut(found);
}

/** @param {readonly string[]} found */
const cut = (found) => (found.length > MOST ? [...found.slice(0, MOST), t('pt.where.more', { count: found.length - MOST })] : [...found]);

/** @param {any} value @param {string} name @returns {any} */
const part = (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined);

/** @param {any} a @param {any} b */
const seatsIn = (a, b) => [...new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})])].sort();

/**
 * What stands behind the reason of a failed check.
 * @param {Story} story
 * @param {Check} check
 * @param {Showing} showing
 * @returns {import('../dom.js').Child}
 */
export function whereView(story, check, showing) {
  const where = check.status === 'fail' ? whereOf(story, check) : null;
  if (where === null) return null;
  const { texts, at } = where;
  const show = () => {
    if (at !== null) showing.go(at);
    document.querySelector('.pic-of-table')?.scrollIntoView({ block: 'nearest' });
  };
  return [texts.join(' '), ' ', at !== null && at >= 0 && h('button', { type: 'button', class: 'link', onclick: show }, t('pt.where.show'))];
}
