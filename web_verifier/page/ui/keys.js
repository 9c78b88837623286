/** The panel for what a reader brings from elsewhere: verifier keys that are trusted, and receipts that were kept. */

import { Fault } from '../core/fault.js';
import { readJson } from '../core/json.js';
import { readTrust } from '../verify/trust.js';
import { fill, h } from './dom.js';
import { icon } from './icons.js';
import { parts, t } from './language.js';

/** @param {(trust: import('../verify/trust.js').Trust) => void} use */
export function keysPanel(use) {
  const keys = h('textarea', {
    id: 'f-keys',
    class: 'hexin',
    rows: 2,
    spellcheck: 'false',
    autocomplete: 'off',
    'aria-describedby': 'keys-about',
  });
  const receipts = h('textarea', {
    id: 'f-receipts',
    class: 'hexin',
    rows: 2,
    spellcheck: 'false',
    autocomplete: 'off',
    'aria-describedby': 'receipts-about',
  });
  const said = h('div', { 'aria-live': 'polite' });
  const node = h('section', { class: 'paste', hidden: true });
  const lines = (/** @type {string} */ text) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);

  function read() {
    try {
      use(readTrust(lines(keys.value), lines(receipts.value).map(readJson)));
      fill(said);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      fill(
        said,
        h(
          'p',
          { class: 'hint attn' },
          icon('info', 14),
          h('span', null, parts(error.id, { field: error.field, ...error.values })),
        ),
      );
    }
  }

  function close() {
    node.hidden = true;
  }

  function show() {
    fill(
      node,
      h('h2', null, h('label', { for: 'f-keys' }, t('keys.title'))),
      h('p', { class: 'small soft', id: 'keys-about' }, t('keys.about')),
      keys,
      h('h2', null, h('label', { for: 'f-receipts' }, t('keys.receipts'))),
      h('p', { class: 'small soft', id: 'receipts-about' }, t('keys.receipts_about')),
      receipts,
      h(
        'div',
        { class: 'btns' },
        h('button', { type: 'button', class: 'btn main', onclick: read }, t('keys.use')),
        h('button', { type: 'button', class: 'btn', onclick: close }, t('keys.close')),
      ),
      h('div', { class: 'field' }, said),
    );
  }

  return {
    node,
    show,
    open() {
      node.hidden = false;
      keys.focus();
    },
  };
}
