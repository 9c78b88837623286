/** Programs for checking a round by hand, each with a button that copies it whole. */

import { h } from './dom.js';
import { t } from './language.js';
import { copy } from './report.js';
import { snippets } from './snippets.js';

/**
 * @param {import('./judge.js').Judgement} judged
 * @returns {HTMLElement | null}
 */
export function byHand({ derived, record }) {
  if (derived.stream === null || derived.outcome === null || record.void !== undefined) return null;
  return programs(snippets(derived, record.seeds));
}

/** @param {import('./snippets.js').Snippets} written */
export const programs = (written) =>
  h(
    'section',
    { class: 'why', 'aria-labelledby': 'hand-title' },
    h('h2', { id: 'hand-title' }, t('hand.title')),
    h('p', null, t('hand.lead')),
    h('div', { class: 'code' }, program('Python', written.python), program('JavaScript', written.javascript)),
  );

/** @param {string} name @param {string} text */
function program(name, text) {
  const button = h(
    'button',
    { type: 'button', class: 'link small', 'aria-label': t('hand.copy_name', { name }) },
    t('hand.copy'),
  );
  button.addEventListener('click', async () => {
    const done = await copy(text);
    button.textContent = t(done ? 'hand.copied' : 'toast.not_copied');
    setTimeout(() => (button.textContent = t('hand.copy')), 2500);
  });
  return h(
    'div',
    null,
    h('div', { class: 't' }, h('h3', null, name), button),
    h('pre', { tabindex: '0', 'aria-label': name }, text),
  );
}
