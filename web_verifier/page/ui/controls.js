/** The controls of the slip: what is chosen from a list, what is typed and cleaned, and what is said below. */

import { h } from './dom.js';
import { icon } from './icons.js';
import { has, parts, t } from './language.js';
import { part } from './parts.js';

/** What is said under a field. @param {import('./types.js').Hint} said @param {(patch: Record<string, string>) => void} take */
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

/** What cleaning would leave as it is, by kind, so that most texts need not wait for it. @type {Readonly<Record<string, RegExp>>} */
export const TIDY = {
  text: /^(?:[!-~](?:.*[!-~])?)?$/s,
  hex: /^[0-9a-fA-F]*$/,
  whole: /^(?:0|[1-9][0-9]*)?$/,
  places: /^(?:(?:0|[1-9][0-9]*)\.[0-9]{2})?$/,
  decimal: /^(?:(?:0|[1-9][0-9]*)(?:\.[0-9]+)?)?$/,
};

/**
 * Typing changes the slip as it is; leaving the field, or pasting into it, cleans.
 * @param {HTMLInputElement | HTMLTextAreaElement} control
 * @param {string} name
 * @param {string} kind of what is typed; `hex` in seeds
 * @param {Pick<import('./types.js').SlipEvents, 'typed' | 'cleaned' | 'pasted'>} on
 */
export function listen(control, name, kind, on) {
  let pasting = false;
  const tidy = async () => {
    if ((TIDY[kind] ?? TIDY.text).test(control.value)) return;
    const { tidied } = await part(import('./tidy.js'));
    await tidied(control, name, kind, on.cleaned);
  };
  control.addEventListener('paste', (event) => {
    pasting = true;
    const text = /** @type {ClipboardEvent} */ (event).clipboardData?.getData('text/plain') ?? '';
    if (!/[{\n:]/.test(text)) return;
    // It may be more than one field. Only where it is not, it is put in as it would have been.
    event.preventDefault();
    on.pasted(text, () => document.execCommand('insertText', false, text));
  });
  control.addEventListener('input', () => {
    on.typed(name, control.value);
    if (pasting) void tidy();
    pasting = false;
  });
  control.addEventListener('change', () => void tidy());
}
