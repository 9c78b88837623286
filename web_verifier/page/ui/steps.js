/** What a player did in a round, in order: guesses and steps, each added by a button. */

import { fill, h } from './dom.js';
import { has, t } from './language.js';

/** @typedef {import('./types.js').Action} Action */

/** What there is to choose from while the seeds are not known. @type {Record<string, Action[]>} */
const ANY = {
  hilo: [
    ...['higher_or_same', 'lower_or_same', 'higher', 'lower', 'same'].map((guess) => ({ type: 'guess', guess })),
    { type: 'skip' },
    { type: 'cash_out' },
  ],
  blackjack: ['hit', 'stand', 'double', 'split'].map((type) => ({ type })),
};

/** Types of actions that have a name. */
const STEP = /^(?:open|cash_out|abandon|skip|hit|stand|double|split)$/;

/** @param {Action} action */
function actionText({ type, guess, cell, timeout }) {
  const id = type === 'guess' ? `guess.${guess}` : STEP.test(type) ? `action.${type}` : '';
  const text = has(id) ? t(id, { cell }) : type;
  return timeout === true ? t('action.timeout', { action: text }) : text;
}

/** @param {(actions: Action[]) => void} changed */
export function actionsField(changed) {
  const node = h('div', { class: 'steps-of' });
  let shown = '';

  /** @param {{slip: import('./types.js').Slip, legal: Action[], known: boolean}} state */
  function show({ slip, legal, known }) {
    const { game, actions } = slip;
    const next = known ? legal : (ANY[game] ?? []);
    // A button made anew under a finger was never pressed.
    const now = JSON.stringify([t('action.back'), actions, next]);
    if (now === shown) return;
    shown = now;
    const focused = document.activeElement?.getAttribute('data-key');
    /** @param {string} key @param {string} text @param {() => void} go */
    const button = (key, text, go) => h('button', { type: 'button', class: 'btn small', 'data-key': key, onclick: go }, text);
    fill(
      node,
      h(
        'div',
        { class: 'field', role: 'group', 'aria-labelledby': 'l-actions' },
        h('div', { class: 'lab' }, h('b', { id: 'l-actions' }, t('field.actions')), h('span', null, t('field.in_order'))),
        h(
          'ol',
          { class: 'acts' },
          actions.map((action, i) => h('li', null, h('span', { class: 'n' }, i + 1), actionText(action))),
        ),
        h(
          'div',
          { class: 'adds' },
          next.map((action) =>
            button(actionText(action), t('action.add', { action: actionText(action) }), () => changed([...actions, action])),
          ),
          actions.length > 0 && button('back', t('action.back'), () => changed(actions.slice(0, -1))),
        ),
      ),
    );
    if (focused) {
      const buttons = [...node.querySelectorAll('button')];
      (buttons.find((one) => one.getAttribute('data-key') === focused) ?? buttons[0])?.focus();
    }
  }

  return { node, show };
}
