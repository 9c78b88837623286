/** What a player can do in an open round: only what the service says is legal now. */

import { h } from '../verify/ui/dom.js';
import { has, t } from '../verify/ui/language.js';
import { times } from '../verify/ui/amounts.js';
import { percent, say } from './words.js';

/** @typedef {import('./player.js').Round} Round */
/** @typedef {import('./stage.js').Moving} Moving */
/** @typedef {{id: string, label: string, note?: string, legal?: boolean, main?: boolean, go: () => void}} Move */

/** @param {Moving} on @param {Move} move */
function button(on, { id, label, note, legal = true, main = false, go }) {
  const press = () => {
    if (legal && !on.busy) go();
  };
  const shut = !legal || on.busy;
  return h(
    'button',
    { type: 'button', id: `m-${id}`, class: `btn move${main ? ' main' : ''}`, 'aria-disabled': shut && 'true', onclick: press },
    h('span', null, label),
    note && h('small', null, note),
  );
}

/** @param {string} label @param {import('../verify/ui/dom.js').Child} children */
const group = (label, children) => h('div', { class: 'moves', role: 'group', 'aria-label': label }, children);

/** First letter large, as on a button. @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {Round} round @param {string} type */
const legal = ({ legal: all }, type) => all.find((/** @type {any} */ action) => action.type === type);

/** @param {Round} round @param {Moving} on */
const cashOut = (round, on) =>
  legal(round, 'cash_out') &&
  button(on, { id: 'cash_out', label: say('move.cash_out', { returned: round.shown.returned }), main: true, go: () => on.move({ type: 'cash_out' }) });

// Mines

const STEPS = /** @type {Record<string, (size: number) => number>} */ ({ ArrowLeft: () => -1, ArrowRight: () => 1, ArrowUp: (size) => -size, ArrowDown: (size) => size });

/**
 * The board: one stop of the tabulator; arrow keys move over its cells.
 * @param {Round} round
 * @param {Moving} on
 */
export function minesBoard(round, on) {
  const { size } = round.params;
  /** @type {number[]} */
  const opened = round.outcome.opened;
  /** @type {number[]} */
  const cells = legal(round, 'open')?.cells ?? [];
  const stop = opened.at(-1) ?? 0;
  const board = h('div', { class: `pic-mines-board pic-size-${size}`, role: 'group', 'aria-label': say('move.board'), onkeydown: walk });
  for (let cell = 0; cell < size * size; cell++) board.append(cellButton(cell));

  /** @param {number} cell */
  function cellButton(cell) {
    const order = opened.indexOf(cell) + 1;
    const free = cells.includes(cell);
    const press = () => {
      if (free && !on.busy) on.move({ type: 'open', cell });
    };
    const label = order ? say('move.cell_open', { cell: String(cell), order: String(order) }) : say('move.cell', { cell: String(cell) });
    return h(
      'button',
      {
        type: 'button',
        id: `m-cell-${cell}`,
        class: `pic-cell${order ? ' pic-opened' : ''}`,
        'aria-label': label,
        'aria-disabled': !free && 'true',
        tabindex: cell === stop ? '0' : '-1',
        onclick: press,
      },
      h('span', { class: 'pic-number' }, String(cell)),
      order > 0 && h('span', { class: 'pic-order pic-order-gold' }, String(order)),
    );
  }

  /** @param {KeyboardEvent} event */
  function walk(event) {
    const step = STEPS[event.key];
    const from = [...board.children].indexOf(/** @type {Element} */ (document.activeElement));
    if (step === undefined || from < 0) return;
    event.preventDefault();
    const to = from + step(size);
    const wraps = Math.abs(step(size)) === 1 && Math.floor(to / size) !== Math.floor(from / size);
    if (to < 0 || to >= size * size || wraps) return;
    for (const [i, one] of [...board.children].entries()) one.setAttribute('tabindex', i === to ? '0' : '-1');
    /** @type {HTMLElement} */ (board.children[to]).focus();
  }

  return h('div', { class: 'pic-solo' }, board);
}

/** @param {Round} round @param {Moving} on */
export function minesMoves(round, on) {
  /** @type {number[]} */
  const cells = legal(round, 'open')?.cells ?? [];
  // M-12: which cell is opened is the player's choice, also where a die of the browser makes it.
  const any = () => {
    const [word = 0] = crypto.getRandomValues(new Uint32Array(1));
    on.move({ type: 'open', cell: cells[Math.floor((word / 2 ** 32) * cells.length)] });
  };
  return group(say('move.group'), [
    cashOut(round, on),
    cells.length > 0 && button(on, { id: 'random', label: say('move.random'), note: say('move.random_note'), go: any }),
    cells.length === 0 && h('p', { class: 'note' }, say('move.closed')),
  ]);
}

// HiLo

/** @param {Round} round @param {Moving} on */
export function hiloMoves(round, on) {
  const allowed = round.legal.filter((/** @type {any} */ { type }) => type === 'guess').map((/** @type {any} */ { guess }) => guess);
  const guesses = round.shown.guesses.map((/** @type {any} */ { guess, chance, multiplier, returned }) => {
    const free = allowed.includes(guess);
    const note = free ? say('move.guess_note', { chance: percent(chance), multiplier: times(multiplier), returned }) : say('move.guess_closed');
    return button(on, { id: guess, label: capital(t(`guess.${guess}`)), note, legal: free, go: () => on.move({ type: 'guess', guess }) });
  });
  return group(say('move.group'), [
    guesses,
    cashOut(round, on),
    legal(round, 'skip') && button(on, { id: 'skip', label: say('move.skip'), go: () => on.move({ type: 'skip' }) }),
  ]);
}

// Blackjack

/** @param {Round} round @param {Moving} on */
export function blackjackMoves(round, on) {
  const { hand, stakes } = round.shown;
  const two = stakes.length > 1;
  const moves = round.legal.map((/** @type {any} */ { type }) => {
    const name = capital(has(`action.${type}`) ? t(`action.${type}`) : type);
    const more = type === 'double' || type === 'split';
    const label = more ? say('move.more', { action: name, stake: stakes[hand] }) : name;
    return button(on, { id: type, label, go: () => on.move({ type }) });
  });
  return group(two ? say(`move.hand.${hand}`) : say('move.group'), [two && h('p', { class: 'note' }, h('b', null, say(`move.hand.${hand}`))), moves]);
}
