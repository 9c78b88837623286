/** The field for what a player did in a round of mines: the cells in the order in which they were opened, and how it ended. */

import { fill, h } from './dom.js';
import { icon } from './icons.js';
import { t } from './language.js';
import { part } from './parts.js';

/** @typedef {import('./types.js').Action} Action */

/** How a round of mines can end by what somebody does; a mine, or the last safe cell, ends it by itself. @type {Record<string, Action>} */
const ENDS = {
  cash_out: { type: 'cash_out' },
  cash_out_timeout: { type: 'cash_out', timeout: true },
  abandon: { type: 'abandon', timeout: true },
};

/** @param {(actions: Action[]) => void} changed */
export function actionsField(changed) {
  const node = h('div', { class: 'steps-of' });
  /** @type {HTMLInputElement | null} */
  let cells = null;

  /** @param {import('./types.js').SlipState} state */
  function show(state) {
    const { actions } = state.slip;
    if (!isBoard(actions)) void showSteps(state);
    else if (cells === null || document.activeElement !== cells) showBoard(actions);
  }

  /** Actions that no board allows, as a record can hold them, are shown one by one. @param {import('./types.js').SlipState} state */
  async function showSteps(state) {
    cells = null;
    const steps = (await part(import('./steps.js'))).actionsField(changed);
    if (isBoard(state.slip.actions)) return;
    fill(node, steps.node);
    steps.show(state);
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

  return { node, show };
}

/** Whether actions are cells and at most one end, so that they can stand in a line. @param {Action[]} actions */
function isBoard(actions) {
  return actions.every(({ type, cell, timeout }, i) => {
    if (type === 'open') return Number.isSafeInteger(cell) && Number(cell) >= 0 && timeout === undefined;
    return i === actions.length - 1 && (type === 'cash_out' || (type === 'abandon' && timeout === true));
  });
}
