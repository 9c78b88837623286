/** The bet slip of a game against the house: an ANTE a box, the limits of the table, what further actions cost. */

import { fill, h } from '../../verify/ui/dom.js';
import { select } from '../../verify/ui/controls.js';
import { icon } from '../../verify/ui/icons.js';
import { number, t } from '../../verify/ui/language.js';
import { said, say } from '../words.js';

/** @typedef {import('../slip.js').Choice} Choice */
/** @typedef {import('../slip.js').SlipState} SlipState */

/** The most boxes of each game. @type {Record<string, number>} */
const BOXES = { russian_poker: 3, five_card_poker: 2 };

/** @param {number} box @param {number} boxes */
const boxName = (box, boxes) => (boxes === 1 ? t('hp.box_only') : t('hp.box', { box }));

/**
 * The same as `slipView` for the other games.
 * @param {string} game
 * @param {import('../slip.js').Offer} offer
 * @param {object} on
 * @param {() => void} on.changed
 * @param {(choice: Choice) => void} on.bet
 */
export function houseSlip(game, offer, on) {
  /** @type {Record<string, {min_ante: number, max_ante: number}> | undefined} */
  const rooms = offer.settings.rooms;
  let room = rooms ? (Object.keys(rooms)[0] ?? '') : '';
  let antes = ['10'];
  /** What was bet last. @type {string[]} */
  let before = [];
  /** @type {SlipState} */
  let now = { quote: null, fresh: false, refused: '', busy: false, open: false, balance: null, auto: null, autoEnd: '' };

  const controls = h('fieldset', { class: 'fields' });
  const legend = h('legend', { class: 'vh' });
  const facts = h('dl', { class: 'facts' });
  const reason = h('p', { class: 'hint attn', id: 'h-bet', 'aria-live': 'polite' });
  const bet = h('button', { type: 'submit', class: 'btn main bet', id: 'b-bet', 'aria-describedby': 'h-bet' });
  const repeat = h('button', { type: 'button', class: 'btn small', id: 'b-repeat', onclick: () => put(before) });
  const clear = h('button', { type: 'button', class: 'btn small', id: 'b-clear', onclick: () => put(antes.map(() => '')) });
  const rules = h('p', { class: 'small' });
  const node = h('form', { class: 'slip', novalidate: true, onsubmit: submit }, controls, h('div', { class: 'duo' }, repeat, clear), facts, h('div', { class: 'bet-bar' }, bet, reason), rules);

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    const made = choice();
    if (made === null || now.busy || now.open || now.refused !== '') return;
    before = [...antes];
    on.bet(made);
  }

  const limits = () => rooms?.[room] ?? offer.limits ?? {};

  /** What was chosen; null while a box has no right ANTE. @returns {Choice | null} */
  function choice() {
    if (!antes.every((ante) => /^[1-9][0-9]{0,14}$/.test(ante))) return null;
    return { params: { boxes: antes.length, ...(rooms ? { room } : {}) }, bet: /** @type {any} */ ({ antes: antes.map(Number) }) };
  }

  /** @param {string[]} next */
  function put(next) {
    if (next.length === 0) return;
    antes = [...next];
    label();
    on.changed();
  }

  /** @param {number} box */
  function field(box) {
    const id = `f-ante-${box}`;
    const input = h('input', {
      id,
      type: 'text',
      inputmode: 'numeric',
      autocomplete: 'off',
      value: antes[box],
      oninput: () => {
        antes[box] = input.value.replace(/[\s\u00a0\u202f_]/g, '');
        on.changed();
      },
    });
    const closed = game === 'russian_poker' && antes.length === 3 && box === 2;
    return h('div', { class: 'field whole' }, h('label', { for: id }, say('house.ante', { box: boxName(box, antes.length) }), closed && h('span', null, t('hp.closed'))), input);
  }

  /** In the language that is chosen now. */
  function label() {
    fill(legend, say('slip.title'));
    const counts = Array.from({ length: BOXES[game] ?? 1 }, (_, i) => i + 1);
    const boxes = h(
      'div',
      { class: 'field' },
      h('label', { for: 'f-boxes' }, say('house.boxes')),
      select('boxes', counts.map((count) => h('option', { value: count, selected: count === antes.length }, String(count))), (value) => put(Array.from({ length: Number(value) }, (_, i) => antes[i] ?? '10'))),
    );
    const place =
      rooms &&
      h(
        'div',
        { class: 'field' },
        h('label', { for: 'f-room' }, say('house.room')),
        select('room', Object.keys(rooms).map((name) => h('option', { value: name, selected: name === room }, say(`house.room.${name}`))), (value) => {
          room = value;
          const { min_ante: least } = limits();
          put(antes.map((ante) => String(Math.max(Number(ante) || 0, least))));
        }),
      );
    fill(controls, legend, h('div', { class: 'duo' }, boxes, place, antes.map((_, box) => field(box))));
    fill(repeat, say('house.repeat'));
    fill(clear, say('house.clear'));
    fill(rules, game === 'five_card_poker' && h('a', { id: 'b-public', href: '#house-tables' }, say('house.public')), h('a', { href: `./rules/${game}` }, say('slip.rules', { game: t(`game.${game}`) })), h('span', { class: 'soft mean' }, say('house.mean')));
    show();
  }

  function show() {
    const { quote, fresh, refused, busy, open, balance } = now;
    controls.disabled = open;
    repeat.disabled = open || before.length === 0;
    clear.disabled = open;
    const { min_ante: least, max_ante: most, max_win: win } = limits();
    /** @type {[string, import('../../verify/ui/dom.js').Child][]} */
    const told = [[say('house.limits'), said('slip.range', { least, most })]];
    if (win !== undefined) told.push([say('house.max_win'), number(win)]);
    if (quote) told.push([say('slip.greatest'), number(quote.greatest_return)], ...costsOf(quote));
    fill(facts, told.map(([term, text]) => h('div', null, h('dt', null, term), h('dd', null, text))));
    facts.classList.toggle('stale', !fresh);
    const made = choice();
    const need = made === null ? 0 : antes.reduce((sum, ante) => sum + Number(ante), 0);
    const all = need + (quote?.needed ?? 0);
    const short = !open && balance !== null && all > balance;
    const why = open ? say('slip.open') : refused || (short ? say('slip.needs', { have: balance, need: all }) : '');
    fill(reason, why && [icon('info', 14), h('span', null, why)]);
    bet.disabled = made === null || refused !== '' || short || open;
    bet.setAttribute('aria-disabled', String(busy));
    fill(bet, made ? say('house.deal', { stake: need }) : say('slip.bet_none'));
  }

  return {
    node,
    choice,
    label,
    /** @param {Partial<SlipState>} state */
    update(state) {
      now = { ...now, ...state };
      show();
    },
    focus: () => bet.focus(),
  };
}

/** What the further actions of the first box cost; the others' follow their ANTE. @param {any} quote @returns {[string, string][]} */
function costsOf({ costs: [first] = [{}] }) {
  /** @type {[string, string][]} */
  const told = [];
  if (first.exchange) told.push([say('house.cost.exchange'), first.exchange.map(number).join(' / ')]);
  for (const name of ['buy_sixth', 'bet', 'raise', 'buy_dealer']) if (first[name] !== undefined) told.push([say(`house.cost.${name}`), number(first[name])]);
  return told;
}
