/** Open tables with all that is to be known before sitting down, and a form that makes a private one. */

import { fill, h } from '../../verify/ui/dom.js';
import { icon } from '../../verify/ui/icons.js';
import { t } from '../../verify/ui/language.js';
import { VARIANTS } from '../../verify/games/poker/variants.js';
import { polled, refusedBy } from '../section.js';
import { blindsOf, buyInOf, factsView, gameOf, rakeOf, rulesLink, seatsOf, titleOf } from './facts.js';
import { away, refusal } from './refusal.js';
import { say } from './words.js';

/** @typedef {Record<string, any>} View */
/** @typedef {import('./table.js').Surroundings} Surroundings */

/** Bots' policies (docs/bots.md). */
const POLICIES = ['tight/1', 'count/1', 'odds/1'];
/** What a new table takes for itself where its maker says nothing (docs/spec/poker.md, section 3). */
const NEW = { game: 'holdem', name: '', limit: 'no', unit: '10', seats: '6', buy_in: 'normal', bots: '1', policy: 'tight/1', reveal: 'hand' };

/** @param {Surroundings} on */
export function lobbyView(on) {
  /** @type {View[] | null} */
  let tables = null;
  /** @type {{table_id: string, invitation?: string} | null} */
  let made = null;
  let [busy, refused, game] = [false, '', ''];
  const wish = { ...NEW };
  const head = h('div', { class: 'head' });
  const list = h('div');
  const form = h('div', { class: 'tb-new' });
  const node = h('div', { class: 'wrap tb' }, head, list, form);
  let before = '';

  const { refresh, start, stop } = polled(on, away, async () => {
    tables = await on.calls.list();
    showList();
  });

  function label() {
    fill(head, h('div', null, h('h1', { id: 'heading', tabindex: '-1' }, say('tb.lobby')), h('p', { class: 'tally' }, say('tb.lobby_text')), h('p', { class: 'small' }, rulesLink(), ' · ', h('a', { href: '#house-tables', id: 'b-house-tables' }, say('tb.house')))));
    before = '';
    showList();
    showForm();
  }

  function showList() {
    const now = JSON.stringify([tables, game]);
    if (now === before) return;
    before = now;
    const games = [...new Set((tables ?? []).map((table) => table.game))];
    const shown = (tables ?? []).filter((table) => game === '' || table.game === game);
    const focused = list.contains(document.activeElement) ? document.activeElement?.id : '';
    const opened = new Set([...list.querySelectorAll('details[open]')].map(({ id }) => id));
    const filter = (/** @type {string} */ name) => {
      const press = () => {
        game = name;
        showList();
      };
      return h('button', { type: 'button', id: `t-${name || 'all'}`, class: 'btn small', 'aria-pressed': String(name === game), onclick: press }, name === '' ? say('tb.all_games') : t(`game.${name}`));
    };
    fill(
      list,
      games.length > 1 && h('div', { class: 'btns tb-filter', role: 'group', 'aria-label': say('tb.fact.game') }, ['', ...games].map(filter)),
      tables === null ? h('p', { class: 'soft' }, say('tb.loading')) : shown.length === 0 ? h('p', { class: 'soft tb-none' }, say('tb.none')) : h('ul', { class: 'tb-list' }, shown.map((table) => entry(table, opened))),
    );
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  /** @param {View} table @param {ReadonlySet<string>} opened */
  function entry(table, opened) {
    const id = table.table_id;
    const mine = Object.values(table.taken).some(({ player }) => player === on.me.name);
    const fact = (/** @type {string} */ name, /** @type {string} */ text) => h('div', null, h('dt', null, say(name)), h('dd', null, text));
    return h(
      'li',
      { class: 'pn tb-entry' },
      h('div', { class: 'tb-title' }, h('h2', null, titleOf(table)), h('p', { class: 'soft' }, gameOf(table)), table.private && h('p', { class: 'tb-tag' }, icon('lock', 14), say('tb.private_tag'))),
      h('dl', { class: 'tb-short-facts' }, fact('tb.fact.blinds', blindsOf(table)), fact('tb.fact.buy_in', buyInOf(table)), fact('tb.fact.rake', rakeOf(table)), fact('tb.fact.seats', seatsOf(table))),
      h('a', { class: `btn${mine ? ' main' : ''}`, id: `go-${id}`, href: `#table=${id}` }, say(mine ? 'tb.back' : 'tb.to'), h('span', { class: 'vh' }, ` ${titleOf(table)}`)),
      h('details', { class: 'more-rules', id: `more-${id}`, open: opened.has(`more-${id}`) }, h('summary', null, say('tb.more')), factsView(table)),
    );
  }

  // A new table

  function showForm() {
    const variant = VARIANTS.get(wish.game) ?? VARIANTS.get('holdem');
    const most = variant?.mostSeats ?? 9;
    const focused = form.contains(document.activeElement) ? document.activeElement?.id : '';
    /** @param {keyof typeof wish} name @param {[string, string][]} options */
    const choice = (name, options) => {
      const select = h('select', { id: `n-${name}`, onchange: () => ((wish[name] = select.value), name === 'game' && fitted(), showForm()) }, options.map(([value, text]) => h('option', { value, selected: value === wish[name] }, text)));
      return h('div', { class: 'field' }, h('label', { for: `n-${name}` }, say(`tb.new.${name}`)), h('div', { class: 'sel' }, select, icon('down', 16)));
    };
    /** @param {'name' | 'unit'} name @param {string} text */
    const typed = (name, text) => {
      const input = h('input', { id: `n-${name}`, type: 'text', value: wish[name], autocomplete: 'off', inputmode: name === 'unit' && 'numeric', maxlength: name === 'name' && '64', oninput: () => (wish[name] = input.value) });
      return h('div', { class: 'field' }, h('label', { for: `n-${name}` }, text), input);
    };
    const counts = (/** @type {number} */ from, /** @type {number} */ to) => Array.from({ length: to - from + 1 }, (_, i) => /** @type {[string, string]} */ ([String(from + i), String(from + i)]));
    // Told of by an event it would be known too late: a choice may be made before that comes.
    const open = form.querySelector('details')?.open ?? false;
    fill(
      form,
      h(
        'details',
        { class: 'pn', id: 'new-table', open },
        h('summary', null, h('h2', null, say('tb.new.title'))),
        h('p', { class: 'soft' }, say('tb.new.text')),
        made && invitationOf(made),
        h(
          'form',
          { novalidate: true, onsubmit: submit },
          h(
            'div',
            { class: 'tb-fields' },
            choice('game', [...VARIANTS.keys()].map((name) => [name, t(`game.${name}`)])),
            (variant?.limits.length ?? 1) > 1 && choice('limit', (variant?.limits ?? []).map((limit) => [limit, t(`pt.limit.${limit}`)])),
            typed('unit', say(variant?.blinds ? 'tb.new.big_blind' : 'tb.new.ante')),
            typed('name', say('tb.new.name')),
            choice('seats', counts(2, most)),
            wish.game !== 'aof' && choice('buy_in', [['normal', say('tb.new.normal')], ['deep', say('tb.new.deep')]]),
            choice('bots', counts(0, Number(wish.seats) - 1)),
            choice('policy', POLICIES.map((policy) => [policy, policy])),
            choice('reveal', [['hand', say('tb.reveal.hand')], ['session', say('tb.reveal.session')]]),
          ),
          refused && h('p', { class: 'tb-refused', role: 'alert' }, icon('info', 16), refused),
          h('button', { type: 'submit', id: 'b-new', class: 'btn main', 'aria-disabled': busy && 'true' }, say('tb.new.go')),
        ),
      ),
    );
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  /** Choices that the game doesn't have are brought to those that it has. */
  function fitted() {
    const variant = VARIANTS.get(wish.game);
    if (!variant) return;
    wish.seats = String(Math.min(Number(wish.seats), variant.mostSeats));
    wish.bots = String(Math.min(Number(wish.bots), Number(wish.seats) - 1));
    wish.limit = variant.limits.includes(/** @type {any} */ (wish.limit)) ? wish.limit : variant.limits[0];
    if (wish.game === 'aof') wish.buy_in = 'normal';
  }

  /** The invitation is told this once. @param {{table_id: string, invitation?: string}} table */
  const invitationOf = ({ table_id: id, invitation }) =>
    h(
      'div',
      { class: 'tb-invitation', role: 'status' },
      h('b', null, say('tb.new.made')),
      h('p', null, say('tb.new.invite')),
      h('code', { id: 'invitation' }, invitation ?? ''),
      h('a', { class: 'btn', href: `#table=${id}` }, say('tb.to')),
    );

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    if (busy) return;
    [busy, refused] = [true, ''];
    showForm();
    try {
      made = await on.calls.create(wishOf(wish));
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

/** What the form asks for, as the call takes it. @param {typeof NEW} wish */
export function wishOf({ game, name, limit, unit, seats, buy_in, bots, policy, reveal }) {
  const chips = /^\d{1,9}$/.test(unit) ? Number(unit) : 0;
  const blinds = VARIANTS.get(game)?.blinds ? { small_blind: Math.floor(chips / 2), big_blind: chips } : { ante: chips };
  const wished = { game, params: { ...blinds, limit, reveal }, name: name.trim(), seats: Number(seats), buy_in, private: true };
  return { ...wished, fill_with_bots: Math.min(Number(bots), Number(seats) - 1), bot_policy: policy };
}
