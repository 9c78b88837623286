/** What is shown before everything else is there: that nothing can be derived yet, and then what the seeds give, in plain text. */

import { h } from './dom.js';
import { emptyBoard } from './icons.js';
import { t } from './language.js';

/** @typedef {import('./types.js').Derived} Derived */

/** An outcome may hold 100 000 numbers; so many characters are written out. */
const LONGEST = 600;

/**
 * Nothing to check yet: one sentence and one way forward.
 * @param {string} missing id of a text that says what is missing
 * @param {() => void} example
 */
export const emptyView = (missing, example) =>
  h(
    'div',
    { class: 'stage es' },
    emptyBoard(),
    h('h1', { class: 'mid', id: 'verdict', tabindex: '-1' }, t('empty.title')),
    h('p', { class: 'k' }, t(missing)),
    h('p', null, h('button', { type: 'button', class: 'btn main', onclick: example }, t('button.example'))),
  );

/** What is needed is on its way. */
export const waitingView = () => h('div', { class: 'stage es', 'aria-busy': 'true' }, emptyBoard(), h('p', { class: 'k' }, t('load.busy')));

/** @param {Derived} derived of a slip in which nothing is wrong */
export const readout = (derived) => [
  h('div', { class: 'head' }, h('div', null, h('h1', { id: 'verdict', tabindex: '-1' }, headingOf(derived)), paysLine(derived))),
  h(
    'div',
    { class: 'frame' },
    h('figure', { class: 'stage' }, h('p', { class: 'k' }, t('derived.outcome')), h('p', null, h('code', null, written(derived.outcome)))),
  ),
];

/** @param {Derived} derived */
export const headingOf = ({ finished }) => t(finished ? 'head.derived' : 'head.open');

/** Multiplier and chips in a line; nothing while the round goes on, or where there is no bet. @param {Derived} derived */
export function paysLine({ settlement }) {
  if (settlement === null) return null;
  const { staked, returned, multiplier } = settlement;
  const chips = t('derived.chips', { staked, returned });
  return h('p', { class: 'what' }, multiplier === null ? chips : `${t('derived.multiplier', { multiplier })} ${chips}`);
}

/** An outcome by the names of the record. @param {Derived['outcome']} outcome */
function written(outcome) {
  const members = Object.entries(outcome ?? {}).filter(([, value]) => value !== null);
  const text = members.map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`).join('; ');
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
