/** The panel for pasting a record as text, and what is said where a text cannot be read: what is wrong, where, what was not done. */

import { fill, h } from './dom.js';
import { icon } from './icons.js';
import { parts, t } from './language.js';

/**
 * @param {object} on
 * @param {(text: string) => void} on.read
 * @param {() => void} on.close
 */
export function pastePanel(on) {
  const area = h('textarea', { id: 'paste-text', spellcheck: 'false', autocomplete: 'off', 'aria-describedby': 'paste-about' });
  const said = h('div', { 'aria-live': 'polite' });
  const node = h('section', { class: 'paste', hidden: true });
  node.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') on.close();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) on.read(area.value);
  });

  function show() {
    fill(
      node,
      h('h2', null, h('label', { for: 'paste-text' }, t('paste.title'))),
      h('p', { class: 'small soft', id: 'paste-about' }, t('paste.about')),
      area,
      h(
        'div',
        { class: 'btns' },
        h('button', { type: 'button', class: 'btn main', onclick: () => on.read(area.value) }, t('paste.check')),
        h('button', { type: 'button', class: 'btn', onclick: on.close }, t('paste.close')),
      ),
      said,
    );
  }

  return {
    node,
    show,
    /** @param {string} [text] */
    open(text) {
      if (text !== undefined) area.value = text;
      fill(said);
      node.hidden = false;
      area.focus();
    },
    close() {
      node.hidden = true;
      area.value = '';
      fill(said);
    },
    /** @param {Extract<import('./input.js').Input, {kind: 'unreadable'}>} input */
    refuse: (input) => void fill(said, unreadable(input)),
  };
}

/**
 * @param {Extract<import('./input.js').Input, {kind: 'unreadable'}>} input
 * @param {string} [name] of a file
 * @param {() => void} [edit] where the text can be edited
 */
export function unreadable({ fault, place }, name, edit) {
  const where = place && t('unreadable.place', { line: place.line, column: place.column });
  const what = place?.why ? t(place.why) : parts(fault.id, { field: fault.field, ...fault.values });
  return h(
    'div',
    { class: 'pn', role: 'alert' },
    h(
      'div',
      { class: 'errb' },
      h('span', { class: 'bad-c' }, icon('failed')),
      h(
        'div',
        null,
        h('h2', null, t('unreadable.title')),
        h('p', null, name && [h('code', null, name), ': '], where && [where, ' '], what, ' ', t('unreadable.nothing')),
        place && h('pre', null, place.lines.map(excerpt)),
        edit && h('p', null, h('button', { type: 'button', class: 'btn', onclick: edit }, t('unreadable.edit'))),
      ),
    ),
  );
}

/** @param {import('./input.js').Place['lines'][number]} line @param {number} i */
const excerpt = ({ number, text, from, to }, i) => [
  i > 0 ? '\n' : '',
  h('span', { class: 'ln' }, `${number}  `),
  from < 0 ? text : [text.slice(0, from), h('span', { class: 'df' }, text.slice(from, to) || ' '), text.slice(to)],
];
