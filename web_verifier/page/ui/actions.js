/** The field for what a player did in a round, in order: cells in mines, guesses and steps in the others. */

import { fill, h } from './dom.js';
import { icon } from './icons.js';
import { t } from './language.js';

/** @typedef {import('./fields.js').Action} Action */

/** How a round of mines can end by what somebody does; a mine, or the last safe cell, ends it by itself. @type {Record<string, Action>} */
const ENDS = {
  cash_out: { type: 'cash_out' },
  cash_out_timeout: { type: 'cash_out', timeout: true },
  abandon: { type: 'abandon', timeout: true },
};

/** What there is to choose from while the seeds are not known. @type {Record<string, Action[]>} */
const ANY = {
  hilo: [
    ...['higher_or_same', 'lower_or_same', 'higher', 'lower', 'same'].map((guess) => ({ type: 'guess', guess })),
    { type: 'skip' },
    { type: 'cash_out' },
  ],
  blackjack: ['hit', 'stand', 'double', 'split'].map((type) => ({ type })),
};

/** @param {Action} action */
export function actionText(action) {
  const name =
    action.type === 'guess' ? `guess.${action.guess}` : action.type === 'open' ? 'action.open' : `action.${action.type}`;
  const known =
    /^(guess\.(higher|lower|same|higher_or_same|lower_or_same)|action\.(open|cash_out|abandon|skip|hit|stand|double|split))$/.test(
      name,
    );
  const text = known ? t(name, { cell: action.cell }) : action.type;
  return action.timeout === true ? t('action.timeout', { action: text }) : text;
}

/** @param {(actions: Action[]) => void} changed */
export function actionsField(changed) {
  const node = h('div', { class: 'steps-of' });
  /** @type {HTMLInputElement | null} */
  let cells = null;

  /** @param {{slip: import('./fields.js').Slip, legal: Action[], known: boolean}} state */
  function show({ slip, legal, known }) {
    if (slip.game !== 'mines' || !isBoard(slip.actions)) {
      cells = null;
      showSteps(slip, known ? legal : (ANY[slip.game] ?? []));
    } else if (cells === null || document.activeElement !== cells) {
      showBoard(slip.actions);
    }
  }

  /** @param {Action[]} actions */
  function showBoard(actions) {
    const opened = actions.filter(({ type }) => type === 'open').map(({ cell }) => cell);
    const last = actions[actions.length - 1];
    const end = Object.keys(ENDS).find((name) => last?.type === ENDS[name].type && last.timeout === ENDS[name].timeout) ?? '';
    const focused = document.activeElement?.id;
    cells = h('input', {
      id: 'f-cells',
      type: 'text',
      inputmode: 'numeric',
      value: opened.join(', '),
      autocomplete: 'off',
      oninput: read,
    });
    const ends = ['', ...Object.keys(ENDS)].map((name) =>
      h('option', { value: name, selected: name === end }, t(`end.${name || 'none'}`)),
    );
    const choice = h('select', { id: 'f-end', onchange: read }, ends);
    function read() {
      const list = (cells?.value.match(/\d+/g) ?? []).map((cell) => ({ type: 'open', cell: Number(cell) }));
      changed([...list, ...(choice.value ? [ENDS[choice.value]] : [])]);
    }
    fill(
      node,
      h('div', { class: 'field' }, h('label', { for: 'f-cells' }, t('field.cells'), h('span', null, t('field.in_order'))), cells),
      h(
        'div',
        { class: 'field end' },
        h('label', { for: 'f-end' }, t('field.end')),
        h('div', { class: 'sel' }, choice, icon('down', 14)),
      ),
    );
    if (focused === 'f-end') choice.focus();
  }

  /** @param {import('./fields.js').Slip} slip @param {Action[]} next */
  function showSteps(slip, next) {
    const { actions } = slip;
    const focused = node.contains(document.activeElement) ? document.activeElement?.getAttribute('data-key') : null;
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
          actions.map((action, i) => h('li', null, h('span', { class: 'n' }, String(i + 1)), actionText(action))),
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
      const buttons = Array.from(node.querySelectorAll('button'));
      (buttons.find((one) => one.getAttribute('data-key') === focused) ?? buttons[0])?.focus();
    }
  }

  return { node, show };
}

/** Whether actions are cells and at most one end, so that they can stand in a line. @param {Action[]} actions */
function isBoard(actions) {
  return actions.every(({ type, cell, timeout }, i) => {
    if (type === 'open') return Number.isSafeInteger(cell) && Number(cell) >= 0 && timeout === undefined;
    return i === actions.length - 1 && (type === 'cash_out' || (type === 'abandon' && timeout === true));
  });
}
