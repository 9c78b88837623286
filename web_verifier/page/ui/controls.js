/** The controls of the slip: what is chosen from a list, what is typed and cleaned, and what is said below. */

import { clean } from './cleaning.js';
import { h } from './dom.js';
import { icon } from './icons.js';
import { has, parts, t } from './language.js';

/** What is said under a field. @param {import('./hints.js').Hint} said @param {(patch: Record<string, string>) => void} take */
export function hintLine({ id, values, tone, patch, button }, take) {
  const look = { plain: 'info', good: 'verified', attn: 'info', idea: 'idea' }[tone];
  return h(
    'p',
    { class: `hint ${{ plain: '', good: 'good', attn: 'attn', idea: 'attn' }[tone]}` },
    id !== 'hint.count' && icon(look, 14),
    h(
      'span',
      null,
      parts(id, values),
      ' ',
      patch && button && h('button', { type: 'button', class: 'link', onclick: () => take(patch) }, t(button)),
    ),
  );
}

/** How a word of a record is said. @param {string} name @param {string} word */
export function wordText(name, word) {
  if (word === '') return '–';
  if (name === 'size') return `${word} × ${word}`;
  return has(`word.${name}.${word}`) ? t(`word.${name}.${word}`) : word;
}

/** @param {string} name @param {HTMLOptionElement[]} options @param {(value: string) => void} chosen */
export function select(name, options, chosen) {
  const control = h(
    'select',
    { id: `f-${name}`, 'aria-describedby': `h-${name}`, onchange: (/** @type {any} */ event) => chosen(event.target.value) },
    options,
  );
  return h('div', { class: 'sel' }, control, icon('down', 14));
}

/**
 * Typing changes the slip as it is; leaving the field, or pasting into it, cleans.
 * @param {HTMLInputElement | HTMLTextAreaElement} control
 * @param {string} name
 * @param {string} kind
 * @param {Pick<import('./slip.js').SlipEvents, 'typed' | 'cleaned' | 'pasted'>} on
 */
export function listen(control, name, kind, on) {
  let pasting = false;
  const tidy = () => {
    const before = control.value;
    const cleaned = clean(name, before, kind);
    if (cleaned.text === before) return;
    control.value = cleaned.text;
    on.cleaned(name, cleaned, before);
  };
  control.addEventListener('paste', (event) => {
    const text = /** @type {ClipboardEvent} */ (event).clipboardData?.getData('text/plain') ?? '';
    if (on.pasted(text)) event.preventDefault();
    else pasting = true;
  });
  control.addEventListener('input', () => {
    on.typed(name, control.value);
    if (pasting) tidy();
    pasting = false;
  });
  control.addEventListener('change', tidy);
}
