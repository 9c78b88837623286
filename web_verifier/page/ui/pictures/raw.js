/** Raw draws: words, bytes, whole numbers, a sample or a shuffle, in the order drawn, and where the numbers lie (derivation, section 5). */

import { h, svg } from '../dom.js';
import { number, t } from '../language.js';
import { percent } from './scale.js';
import { pair, phrase, unfold } from './stage.js';

/** @typedef {'words' | 'bytes' | 'integers' | 'sample' | 'shuffle'} Kind */
/**
 * @typedef {object} Draw
 * @property {Kind} kind
 * @property {(number | string)[]} items as drawn; bytes in words of eight digits
 * @property {number} count how many words, bytes or numbers
 * @property {number | null} below numbers are from 0 to this − 1; null of bytes
 */

const KINDS = /** @type {const} */ (['words', 'bytes', 'integers', 'sample', 'shuffle']);

/** So many are shown at once, so many more unfold, and the rest is only counted: the record holds them all. */
const FIRST = 48;
const UNFOLDED = 1000;
/** At most so many marks on the scale. */
const MARKS = 200;

/**
 * @param {import('./index.js').Members | null | undefined} outcome
 * @param {import('./index.js').Members} params
 * @returns {Draw | null}
 */
export function drawOf(outcome, params) {
  const kind = KINDS.find((name) => outcome?.[name] !== undefined);
  if (kind === undefined) return null;
  const value = outcome?.[kind];
  if (kind === 'bytes') return { kind, items: String(value).match(/.{1,8}/g) ?? [], count: String(value).length / 2, below: null };
  const items = Array.isArray(value) ? value.map(Number) : [];
  const asked = /** @type {{n?: number} | undefined} */ (typeof params[kind] === 'object' ? params[kind] : undefined);
  const below = kind === 'words' ? 2 ** 32 : kind === 'shuffle' ? items.length : Number(asked?.n ?? 0);
  return { kind, items, count: items.length, below: below || null };
}

/** @param {number | string} item */
const shown = (item) => (typeof item === 'number' ? number(item) : item);

/**
 * @param {Draw} draw
 * @param {number} from
 * @param {number} to
 * @param {Draw | null} other
 */
function list({ kind, items, below }, from, to, other) {
  const size = below === null || below > 1e6 ? 'pic-draws-long' : below <= 1e3 ? 'pic-draws-short' : '';
  return h(
    'ol',
    { class: `pic-draws pic-draws-${kind} ${size}` },
    items.slice(from, to).map((item, i) => {
      const differs = other !== null && other.items[from + i] !== item;
      const drawn = h('span', { class: `pic-drawn${differs ? ' pic-differs' : ''}` }, shown(item));
      return h('li', null, drawn, h('span', { class: 'pic-place' }, from + i));
    }),
  );
}

/**
 * Where the numbers lie between 0 and the greatest: a mark for each, the first ones only where there are many.
 *
 * @param {Draw} draw
 */
function strip({ kind, items, below }) {
  if (below === null || below < 2 || kind === 'shuffle') return null;
  const at = (/** @type {number} */ value) => percent(value / (below - 1));
  return svg(
    'svg',
    { class: 'pic-scale', width: '100%', height: 54, 'aria-hidden': 'true' },
    svg('rect', { class: 'pic-lose', x: 0, y: 6, width: '100%', height: 22, rx: 4 }),
    items.slice(0, MARKS).map((item) => svg('line', { class: 'pic-drawn-at', x1: at(Number(item)), x2: at(Number(item)), y1: 2, y2: 32 })),
    svg('text', { class: 'pic-axis', x: 0, y: 49 }, 0),
    svg('text', { class: 'pic-axis', x: '100%', y: 49, 'text-anchor': 'end' }, number(below - 1)),
  );
}

/** @param {Draw} draw @param {Draw | null} other */
const drawing = (draw, other) => [strip(draw), list(draw, 0, FIRST, other)];

/** @param {Draw} draw @param {Draw | null} other */
function rest(draw, other) {
  const longest = Math.max(draw.items.length, other?.items.length ?? 0);
  if (longest <= FIRST) return null;
  const end = Math.min(longest, UNFOLDED);
  const summary = t(end === longest ? 'pic.raw.all' : 'pic.raw.more', { count: end, all: longest });
  const each = (/** @type {Draw} */ own, /** @type {Draw | null} */ against) => list(own, FIRST, end, against);
  return unfold(summary, () => (other ? pair(each(draw, other), each(other, draw)) : each(draw, null)));
}

/** @param {Draw} draw @param {'record' | 'seeds' | 'only'} from @param {number} most */
function drawPhrases(draw, from, most) {
  const items = draw.items.slice(0, most).map(String).join(' ');
  const left = draw.items.length - most;
  return [
    phrase(`pic.raw.${draw.kind}`, { count: draw.count, most: draw.below === null ? '' : number(draw.below - 1) }),
    phrase(`pic.raw.drawn.${from}`, {}, { items }),
    ...(left > 0 ? [phrase('pic.left', { count: left })] : []),
  ];
}

/**
 * @param {import('./index.js').View} view
 * @param {number} [most] so many are told
 */
export function describe({ params, outcome, expected, differs }, most = UNFOLDED) {
  const recorded = drawOf(outcome, params);
  const derived = drawOf(expected, params);
  if (differs && recorded && derived) {
    const count = recorded.items.filter((item, i) => derived.items[i] !== item).length;
    return [drawPhrases(recorded, 'record', most), drawPhrases(derived, 'seeds', most), [phrase('pic.raw.count', { count })]];
  }
  const only = recorded ?? derived;
  return only ? [drawPhrases(only, 'only', most)] : [];
}

/** @param {import('./index.js').View} view @returns {import('./stage.js').Picture} */
export function picture(view) {
  const recorded = drawOf(view.outcome, view.params);
  const derived = drawOf(view.expected, view.params);
  const only = recorded ?? derived;
  const other = view.differs && recorded && derived ? derived : null;
  return {
    results: only ? [{ label: t(`pic.raw.label.${only.kind}`), value: number(only.count) }] : [],
    line: describe(view, 12),
    told: describe(view),
    art: () => only && (other ? pair(drawing(only, other), drawing(other, only)) : drawing(only, null)),
    more: () => only && rest(only, other),
  };
}
