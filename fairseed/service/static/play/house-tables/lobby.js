/** Open public tables with all that is to be known before sitting down, and a form that opens one. */

import { fill, h } from '../../verify/ui/dom.js';
import { icon } from '../../verify/ui/icons.js';
import { polled, refusedBy } from '../section.js';
import { limitsOf, rulesLink, seatsOf, titleOf } from './facts.js';
import { away, refusal, say } from './words.js';

/** @typedef {Record<string, any>} View */
/** @typedef {import('./table.js').Surroundings} Surroundings */

/** What the form asks for, as the call takes it. @param {{room: string, open: string, name: string}} wish */
export const wishOf = ({ room, open, name }) => ({ room, name: name.trim(), private: open === 'private' });

/** @param {Surroundings} on */
export function lobbyView(on) {
  /** @type {View[] | null} */
  let tables = null;
  /** @type {Record<string, any>} */
  let rooms = {};
  /** @type {{table_id: string, invitation?: string} | null} */
  let made = null;
  const wish = { room: 'standard', open: 'public', name: '' };
  let [busy, refused, before] = [false, '', ''];
  const [head, list, form] = [h('div', { class: 'head' }), h('div'), h('div', { class: 'pn tb-new' })];
  const node = h('div', { class: 'wrap tb' }, head, list, form);

  const { refresh, start, stop } = polled(on, away, async () => {
    tables = await on.calls.list();
    if (Object.keys(rooms).length === 0) {
      rooms = await on.calls.rooms();
      if (!(wish.room in rooms)) wish.room = Object.keys(rooms)[0] ?? '';
      showForm();
    }
    showList();
  });

  function label() {
    before = '';
    fill(
      head,
      h(
        'div',
        null,
        h('p', { class: 'what' }, h('a', { href: '#game=five_card_poker', id: 'b-alone' }, say('ht.alone'))),
        h('h1', { id: 'heading', tabindex: '-1' }, say('ht.lobby')),
        h('p', { class: 'tally' }, say('ht.lobby_text')),
        h('p', { class: 'small' }, rulesLink()),
      ),
    );
    showForm();
    showList();
  }

  function showList() {
    const now = JSON.stringify(tables);
    if (now === before) return;
    before = now;
    const focused = list.contains(document.activeElement) ? document.activeElement?.id : '';
    fill(list, tables === null ? h('p', { class: 'soft' }, say('ht.loading')) : tables.length === 0 ? h('p', { class: 'soft tb-none' }, say('ht.none')) : h('ul', { class: 'tb-list' }, tables.map(entry)));
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  /** @param {View} table */
  function entry(table) {
    const mine = Object.values(table.taken).some(({ player }) => player === on.me.name);
    const names = Object.values(table.taken).map(({ player }) => player);
    const fact = (/** @type {string} */ name, /** @type {string} */ text) => h('div', null, h('dt', null, say(name)), h('dd', null, text));
    return h(
      'li',
      { class: 'pn tb-entry' },
      h('div', { class: 'tb-title' }, h('h2', null, titleOf(table)), h('p', { class: 'soft' }, names.join(', ') || say('ht.empty')), table.private && h('p', { class: 'tb-tag' }, icon('lock', 14), say('ht.private_tag'))),
      h('dl', { class: 'tb-short-facts' }, fact('ht.fact.room', say(`ht.room.${table.room}`)), fact('ht.fact.limits', limitsOf(table)), fact('ht.fact.timer', say('ht.seconds', { count: table.deal_seconds })), fact('ht.fact.seats', seatsOf(table))),
      h('a', { class: `btn${mine ? ' main' : ''}`, id: `go-${table.table_id}`, href: `#house-table=${table.table_id}` }, say(mine ? 'ht.back' : 'ht.to'), h('span', { class: 'vh' }, ` ${titleOf(table)}`)),
    );
  }

  function showForm() {
    const focused = form.contains(document.activeElement) ? document.activeElement?.id : '';
    /** @param {'room' | 'open'} name @param {[string, string][]} options */
    const choice = (name, options) => {
      const select = h('select', { id: `n-${name}`, onchange: () => (wish[name] = select.value) }, options.map(([value, text]) => h('option', { value, selected: value === wish[name] }, text)));
      return h('div', { class: 'field' }, h('label', { for: `n-${name}` }, say(`ht.new.${name}`)), h('div', { class: 'sel' }, select, icon('down', 16)));
    };
    const typed = h('input', { id: 'n-name', type: 'text', value: wish.name, autocomplete: 'off', maxlength: '64', oninput: () => (wish.name = typed.value) });
    fill(
      form,
      h('h2', null, say('ht.new')),
      made && invitationOf(made),
      h(
        'form',
        { novalidate: true, onsubmit: submit },
        h(
          'div',
          { class: 'tb-fields' },
          choice('room', Object.entries(rooms).map(([name, limits]) => [name, say('ht.new.room_limits', { room: say(`ht.room.${name}`), limits: limitsOf(limits) })])),
          choice('open', [['public', say('ht.new.public')], ['private', say('ht.new.private')]]),
          h('div', { class: 'field' }, h('label', { for: 'n-name' }, say('ht.new.name')), typed),
        ),
        refused && h('p', { class: 'tb-refused', role: 'alert' }, icon('info', 16), refused),
        h('button', { type: 'submit', id: 'b-new', class: 'btn main', 'aria-disabled': busy && 'true' }, say('ht.new.go')),
      ),
    );
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  /** The invitation is told this once. @param {{table_id: string, invitation?: string}} table */
  const invitationOf = ({ table_id: id, invitation }) =>
    h('div', { class: 'tb-invitation', role: 'status' }, h('b', null, say('ht.new.made')), h('p', null, say('ht.new.invite')), h('code', { id: 'invitation' }, invitation ?? ''), h('a', { class: 'btn', href: `#house-table=${id}` }, say('ht.to')));

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    if (busy) return;
    [busy, refused] = [true, ''];
    showForm();
    try {
      const told = await on.calls.create(wishOf(wish));
      on.joining(told.table_id);
      if (told.invitation === undefined) location.hash = `house-table=${told.table_id}`;
      else made = told;
      await refresh();
    } catch (error) {
      refused = refusedBy(on, error, away, refusal);
    } finally {
      busy = false;
      showForm();
      document.getElementById('invitation')?.scrollIntoView({ block: 'nearest' });
    }
  }

  return {
    node,
    id: '',
    label,
    start() {
      label();
      return start();
    },
    stop,
  };
}
