/** The steps through what was played, action by action. */

import { h, svg } from '../dom.js';
import { t } from '../language.js';

/** @typedef {import('./showing.js').Showing} Showing */

/** Signs of the four steps on a square of 20. @type {Record<string, string>} */
const SIGNS = { first: 'M5 4v12M15 4l-7 6 7 6', back: 'M13 4l-7 6 7 6', next: 'M7 4l7 6-7 6', last: 'M15 4v12M5 4l7 6-7 6' };

/** What a key does, as the step of that name. @type {Record<string, string>} */
const KEYS = { ArrowLeft: 'back', ArrowRight: 'next', Home: 'first', End: 'last' };

/**
 * First, back, next, last; with the arrow keys as well. At an end a button keeps the focus, and says that it does nothing.
 * @param {Showing} showing
 */
export function stepper(showing) {
  /** @type {Record<string, () => number>} */
  const places = { first: () => 0, back: () => showing.at() - 1, next: () => showing.at() + 1, last: () => showing.count };
  const isIdle = (/** @type {string} */ name) => (name === 'first' || name === 'back' ? showing.at() === 0 : showing.at() === showing.count);
  const go = (/** @type {string} */ name) => !isIdle(name) && showing.go(places[name]());
  const buttons = Object.keys(places).map((name) =>
    h(
      'button',
      { type: 'button', class: 'pt-step', 'data-step': name, 'aria-label': t(`pt.step.${name}`), onclick: () => void go(name) },
      svg('svg', { viewBox: '0 0 20 20', width: 20, height: 20, 'aria-hidden': 'true' }, svg('path', { d: SIGNS[name] })),
    ),
  );
  const node = h('div', { class: 'pt-steps', role: 'group', 'aria-label': t('pt.steps') }, buttons);
  node.addEventListener('keydown', (event) => {
    const name = KEYS[event.key];
    if (name === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(name);
  });
  const update = () => {
    for (const button of buttons) button.setAttribute('aria-disabled', String(isIdle(String(button.dataset.step))));
  };
  return { node, update };
}
