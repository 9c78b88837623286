/** What the seat can do: only what the service says is legal, with its bounds; and choices before its turn. */

import { h } from '../../verify/ui/dom.js';
import { t } from '../../verify/ui/language.js';
import { smallCard } from '../../verify/ui/pictures/card.js';
import { COSTS } from '../../verify/games/poker/variants.js';
import { quickRaises } from './model.js';
import { choices } from './preselect.js';
import { say } from './words.js';

/** @typedef {Record<string, any>} View */
/** @typedef {import('./preselect.js').Chosen} Chosen */
/**
 * @typedef {object} Acting
 * @property {boolean} busy
 * @property {Chosen | null} chosen
 * @property {(action: Record<string, any>) => void} act
 * @property {(chosen: Chosen | null) => void} choose
 */

/** First letter large, as on a button. @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {Acting} on @param {{id: string, label: string, note?: string, main?: boolean, go: () => void}} button */
const press = (on, { id, label, note, main = false, go }) =>
  h(
    'button',
    { type: 'button', id: `m-${id}`, class: `btn move${main ? ' main' : ''}`, 'aria-disabled': on.busy && 'true', onclick: () => !on.busy && go() },
    h('span', null, capital(label)),
    note && h('small', null, note),
  );

/** @param {View} view @param {Acting} on @returns {Node[]} */
export function actionBar(view, on) {
  const { hand, seat } = view;
  if (hand === null || seat === null || hand.state !== 'open') return [];
  if (hand.legal.length === 0) return before(hand, seat, on);
  const find = (/** @type {string} */ type) => hand.legal.find((/** @type {any} */ action) => action.type === type);
  if (find('draw')) return [drawing(hand.shown.hole[seat], find('draw').most, on)];
  const raise = find('raise');
  const opens = Object.values(hand.shown.seats).every(({ bet }) => bet === 0);
  /** @param {string} type @param {string} label @param {boolean} [main] */
  const plain = (type, label, main = false) => find(type) && press(on, { id: type, label, main, go: () => on.act({ type }) });
  const own = hand.shown.seats[seat];
  const amount = raise && raising(hand, seat, raise, opens, on);
  return [
    amount && amount.fields,
    h(
      'div',
      { class: 'moves', role: 'group', 'aria-label': say('tb.your_move') },
      plain('decline', t('pt.act.decline')),
      plain('shield', say('tb.act.shield', { cost: COSTS.shield }), true),
      plain('fold', t('pt.act.fold')),
      plain('check', t('pt.act.check'), true),
      find('call') && press(on, { id: 'call', label: t('pt.act.call', { amount: find('call').chips }), main: true, go: () => on.act({ type: 'call' }) }),
      find('all_in') && press(on, { id: 'all_in', label: t('pt.act.all_in', { amount: own.stack }), main: true, go: () => on.act({ type: 'all_in' }) }),
      amount && amount.button,
    ),
    powers(hand, seat, on),
  ].filter((node) => node instanceof Node);
}

/** @param {View} hand @param {number} seat @param {Acting} on */
function powers({ legal, shown }, seat, on) {
  const find = (/** @type {string} */ type) => legal.find((/** @type {any} */ action) => action.type === type);
  const cost = (/** @type {'peek' | 'swap' | 'anchor'} */ power) => say('tb.act.cost', { count: COSTS[power] });
  const buttons = [
    find('peek') && press(on, { id: 'peek', label: t('pt.act.peek'), note: cost('peek'), go: () => on.act({ type: 'peek' }) }),
    ...(find('swap') ? shown.hole[seat].map((/** @type {string} */ card) => press(on, { id: `swap-${card}`, label: t('pt.act.swap_card', { card }), note: cost('swap'), go: () => on.act({ type: 'swap', card }) })) : []),
    ...(find('anchor')?.targets ?? []).map((/** @type {number} */ target) => press(on, { id: `anchor-${target}`, label: t('pt.act.anchor', { seat: target }), note: cost('anchor'), go: () => on.act({ type: 'anchor', target }) })),
  ].filter(Boolean);
  return buttons.length > 0 && h('div', { class: 'moves tb-powers', role: 'group', 'aria-label': say('tb.powers') }, buttons);
}

/**
 * The amount of a raise: a field, a slider and buttons that say the same.
 * @param {View} hand
 * @param {number} seat
 * @param {{least: number, most: number}} bounds
 * @param {boolean} opens
 * @param {Acting} on
 */
function raising(hand, seat, { least, most }, opens, on) {
  const label = (/** @type {number} */ to) => capital(t(opens ? 'pt.act.bet' : 'pt.act.raise', { to }));
  const text = h('span', null, label(least));
  const field = h('input', { id: 'f-raise', type: 'text', inputmode: 'numeric', autocomplete: 'off', value: String(least), 'aria-label': say('tb.amount', { least, most }), oninput: () => set(read(), 'field') });
  const slider = h('input', { id: 'f-slide', type: 'range', min: String(least), max: String(most), step: '1', value: String(least), 'aria-label': say('tb.amount_slider'), oninput: () => set(Number(slider.value), 'slider') });
  const hint = h('p', { class: 'tb-bounds', role: 'status' });
  const button = h('button', { type: 'button', id: 'm-raise', class: 'btn move', 'aria-disabled': on.busy && 'true', onclick: go }, text);
  const read = () => (/^[\d\s\u202f]+$/.test(field.value) ? Number(field.value.replace(/\D/g, '')) : NaN);
  const legal = (/** @type {number} */ to) => to >= least && to <= most;

  /** @param {number} to @param {'field' | 'slider' | 'button'} by */
  function set(to, by) {
    if (by !== 'field') field.value = String(to);
    if (by !== 'slider' && legal(to)) slider.value = String(to);
    if (legal(to)) text.textContent = label(to);
    hint.textContent = legal(to) ? '' : say('tb.bounds', { least, most });
    button.setAttribute('aria-disabled', String(on.busy || !legal(to)));
  }

  function go() {
    if (!on.busy && legal(read())) on.act({ type: 'raise', to: read() });
  }

  field.addEventListener('keydown', (event) => event.key === 'Enter' && go());
  const quick = quickRaises({ least, most }, hand.shown, seat).map(({ id, to }) =>
    h('button', { type: 'button', id: `q-${id}`, class: 'btn', onclick: () => set(to, 'button') }, say(`tb.quick.${id}`)),
  );
  const fields = h('div', { class: 'tb-raise', role: 'group', 'aria-label': say('tb.raise') }, field, slider, h('div', { class: 'moves tb-quick' }, quick), hint);
  return { fields, button };
}

/** Cards to give away at Turkish poker. @param {readonly string[]} hole @param {number} most @param {Acting} on */
function drawing(hole, most, on) {
  /** @type {Set<string>} */
  const picked = new Set();
  const text = h('span', null, capital(t('pt.act.pat')));
  const cards = hole.map((card) => {
    const button = h('button', { type: 'button', id: `c-${card}`, class: 'tb-pick', 'aria-pressed': 'false', 'aria-label': say('tb.draw.card', { card }), onclick: () => toggle(card, button) }, smallCard(card));
    return button;
  });

  /** @param {string} card @param {HTMLElement} button */
  function toggle(card, button) {
    if (picked.has(card)) picked.delete(card);
    else if (picked.size < most) picked.add(card);
    button.setAttribute('aria-pressed', String(picked.has(card)));
    text.textContent = capital(picked.size === 0 ? t('pt.act.pat') : say('tb.draw.go', { count: picked.size }));
  }

  const go = () => !on.busy && on.act({ type: 'draw', discard: hole.filter((card) => picked.has(card)) });
  return h(
    'div',
    { class: 'moves tb-draw', role: 'group', 'aria-label': say('tb.draw.title') },
    h('p', { class: 'note' }, say('tb.draw.text', { count: most })),
    h('div', { class: 'tb-picks' }, cards),
    h('button', { type: 'button', id: 'm-draw', class: 'btn move main', 'aria-disabled': on.busy && 'true', onclick: go }, text),
  );
}

/** What can be chosen before the turn comes. @param {View} hand @param {number} seat @param {Acting} on @returns {Node[]} */
function before(hand, seat, on) {
  const offered = choices(hand, seat);
  if (offered.length === 0) return [];
  const boxes = offered.map((choice) => {
    const checked = on.chosen?.type === choice.type;
    const label = choice.type === 'call' ? t('pt.act.call', { amount: choice.chips }) : choice.type === 'check' ? t('pt.act.check') : say('tb.pre.check_fold');
    return h(
      'label',
      { class: 'tb-pre' },
      h('input', { type: 'checkbox', id: `p-${choice.type}`, checked, onchange: () => on.choose(checked ? null : choice) }),
      capital(label),
    );
  });
  return [h('fieldset', { class: 'tb-before' }, h('legend', null, say('tb.pre.title')), boxes)];
}
