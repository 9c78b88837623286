/**
 * The frame of every picture: result top left, chips top right, the drawing, and below it a line that says the same in words. The
 * drawing is hidden from assistive technology, since result, chips and line say everything that it shows; unless it is itself a list.
 */

import { h } from '../dom.js';
import { number, parts, t } from '../language.js';

/**
 * A sentence as text and as nodes, in which what stands in a record letter for letter is set as code.
 *
 * @typedef {{text: string, nodes: () => (string | Node)[]}} Phrase
 */

/**
 * @param {string} id
 * @param {Record<string, unknown>} [values]
 * @param {Record<string, string>} [codes] values that are set as code
 * @returns {Phrase}
 */
export function phrase(id, values = {}, codes = {}) {
  return {
    text: t(id, { ...values, ...codes }),
    nodes: () => parts(id, { ...values, ...Object.fromEntries(Object.entries(codes).map(([name, code]) => [name, h('code', null, code)])) }),
  };
}

/** @param {Phrase[]} phrases */
export const sentence = (phrases) => phrases.map(({ text }) => text).join(' ');

/**
 * One result. `from` tells whose it is where record and seeds differ: the recorded one is dashed, the re-derived one is plain gold.
 *
 * @typedef {{label: string, value: string, note?: string, from?: 'record' | 'seeds'}} Result
 * @typedef {{staked: number, returned: number} | null} Pays
 */

/**
 * What a game puts on the stage. Only `art` and `more` make elements, when they are called.
 *
 * @typedef {object} Picture
 * @property {Result[]} results one, or two where they differ; none where nothing is known
 * @property {() => import('../dom.js').Child} art what is drawn
 * @property {() => import('../dom.js').Child} [more] what can be unfolded below it
 * @property {Phrase[][]} line paragraphs of the data line
 * @property {Phrase[][]} [told] the text equivalent where the line says less; the drawing is then a list that is read as it stands
 * @property {boolean} [over] the drawing reaches up between result and chips
 */

/**
 * @param {string} kind the game, a class of the figure
 * @param {Picture} picture
 * @param {Pays} pays
 * @returns {HTMLElement}
 */
export function stage(kind, { results, art, more, line, told, over = false }, pays) {
  const shape = over && fitsBeside(results, pays) ? ' pic-over' : '';
  return h(
    'figure',
    { class: `stage pic-of-${kind}` },
    h('div', { class: `pic${shape}` }, head(results, pays), h('div', { class: 'pic-art', 'aria-hidden': told ? null : 'true' }, art()), more?.()),
    h('figcaption', { class: 'textline' }, line.map((phrases) => h('p', null, phrases.flatMap((each) => [...each.nodes(), ' '])))),
  );
}

/**
 * Whether result and chips are short enough for a board to stand between them on a phone.
 *
 * @param {Result[]} results
 * @param {Pays} pays
 */
export function fitsBeside(results, pays) {
  const chips = Math.max(0, ...(pays ? [pays.staked, pays.returned] : []).map((count) => String(count).length));
  return results.length === 1 && chips <= 6 && results.every(({ label, value }) => label.length <= 18 && value.length <= 6);
}

/** Whether the results need a smaller size. @param {Result[]} results */
const isLong = (results) => results.some(({ value }) => value.length > (results.length > 1 ? 7 : 9));

/** @param {Result[]} results @param {Pays} pays */
function head(results, pays) {
  return h(
    'div',
    { class: `pic-head${results.length > 1 ? ' pic-head-two' : ''}${isLong(results) ? ' pic-long' : ''}` },
    h('div', { class: 'pic-results' }, results.map(result)),
    pays && h('dl', { class: 'pic-pays' }, chips('pic.staked', pays.staked), chips('pic.returned', pays.returned)),
  );
}

/** @param {Result} what */
function result({ label, value, note, from }) {
  return h(
    'div',
    { class: `pic-result${from ? ` pic-from-${from}` : ''}` },
    from && h('p', { class: 'pic-from' }, t(`pic.from.${from}`)),
    h('p', { class: 'k' }, label),
    h('p', { class: 'big gold' }, h('span', null, value)),
    note && h('p', { class: 'pic-note' }, note),
  );
}

/** @param {string} id @param {number} count */
const chips = (id, count) => h('div', null, h('dt', { class: 'k' }, t(id)), h('dd', { class: 'mid' }, number(count)));

/**
 * Two drawings side by side, or one under the other where the stage is narrow: what the record says, and what the seeds give.
 *
 * @param {import('../dom.js').Child} record
 * @param {import('../dom.js').Child} seeds
 * @param {boolean} [beside] side by side however narrow the stage is
 */
export function pair(record, seeds, beside = false) {
  const side = (/** @type {'record' | 'seeds'} */ from, /** @type {import('../dom.js').Child} */ art) =>
    h('div', { class: `pic-side pic-side-${from}` }, h('p', { class: 'pic-from' }, t(`pic.from.${from}`)), art);
  return h('div', { class: `pic-pair${beside ? ' pic-beside' : ''}` }, side('record', record), side('seeds', seeds));
}

/**
 * What is made only when somebody unfolds it.
 *
 * @param {string} summary
 * @param {() => Node} make
 */
export function unfold(summary, make) {
  const body = h('div', { class: 'pic-unfolded' });
  const open = () => {
    if (!body.hasChildNodes()) body.append(make());
  };
  return h(
    'details',
    { class: 'pic-more', ontoggle: open },
    h('summary', null, h('span', { class: 'pic-closed' }, summary), h('span', { class: 'pic-open' }, t('pic.less'))),
    body,
  );
}

/** The words for chips, for the text equivalent. @param {Pays} pays @returns {Phrase[]} */
export const paysPhrase = (pays) => (pays ? [phrase('pic.pays', { staked: pays.staked, returned: pays.returned })] : []);

/**
 * A key of signs: each sign with its word.
 *
 * @param {[import('../dom.js').Child, string][]} entries sign and id of its word
 */
export const key = (entries) => h('ul', { class: 'pic-key' }, entries.map(([sign, id]) => h('li', null, sign, h('span', null, t(id)))));
