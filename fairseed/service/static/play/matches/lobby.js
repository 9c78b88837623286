/** Matches that wait for players, and a form that opens one. */

import { fill, h } from '../../verify/ui/dom.js';
import { icon } from '../../verify/ui/icons.js';
import { number } from '../../verify/ui/language.js';
import { NoAnswer, Refusal } from '../api.js';
import { unreached } from '../section.js';
import { away, refusal, say } from './words.js';

/** @typedef {Record<string, any>} View */
/** @typedef {import('./match.js').Surroundings} Surroundings */

const EVERY = 5000;
/** Bots' policies (docs/bots.md). */
const POLICIES = ['threshold-300/1', 'expect/1', 'win/1'];

/** A share in hundredths, exactly. @param {string} share such as 0.05 */
export function percentOf(share) {
  const [whole, part = ''] = share.split('.');
  const digits = part.padEnd(2, '0');
  const rest = digits.slice(2).replace(/0+$/, '');
  return `${BigInt(whole + digits.slice(0, 2))}${rest && `.${rest}`}`;
}

/** All that is to be known before joining. @param {View} match */
export const factsOf = ({ params, pot, prize }) => [
  say('mt.facts', { players: params.players, target: number(params.target), ante: number(params.ante), pot: number(pot), prize: number(prize), commission: percentOf(params.commission) }),
  say('mt.clocks', { decision: params.decision_seconds, grace: params.grace_seconds }),
];

/** @param {Surroundings} on */
export function lobbyView(on) {
  /** @type {View[]} */
  let matches = [];
  const wish = { against: POLICIES[0], target: '4000', ante: '100' };
  let [busy, refused] = [false, ''];
  const [head, list, form] = [h('div', { class: 'head' }), h('div'), h('div', { class: 'pn tb-new' })];
  const node = h('div', { class: 'wrap tb' }, head, form, list);
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  let before = '';

  async function refresh() {
    try {
      matches = await on.calls.list();
      showList();
    } catch (error) {
      unreached(on, error, away, refresh);
    }
  }

  function label() {
    before = '';
    fill(head, h('div', null, h('h1', { id: 'heading', tabindex: '-1' }, say('mt.lobby')), h('p', { class: 'tally' }, say('mt.lobby_text')), h('p', { class: 'small' }, h('a', { href: './rules/tavern_dice' }, say('mt.rules')))));
    showForm();
    showList();
  }

  function showForm() {
    const options = ['people', ...POLICIES];
    const against = h('select', { id: 'n-against', onchange: () => (wish.against = against.value) }, options.map((value) => h('option', { value, selected: value === wish.against }, value === 'people' ? say('mt.against.people') : say('mt.against.bots', { policy: value }))));
    const typed = (/** @type {'target' | 'ante'} */ name) => {
      const input = h('input', { id: `n-${name}`, type: 'text', inputmode: 'numeric', autocomplete: 'off', value: wish[name], oninput: () => (wish[name] = input.value) });
      return h('div', { class: 'field' }, h('label', { for: `n-${name}` }, say(`mt.${name}`)), input);
    };
    fill(
      form,
      h('h2', null, say('mt.new')),
      h(
        'form',
        { novalidate: true, onsubmit: submit },
        h('div', { class: 'tb-fields' }, h('div', { class: 'field' }, h('label', { for: 'n-against' }, say('mt.against')), h('div', { class: 'sel' }, against, icon('down', 16))), typed('target'), typed('ante')),
        refused && h('p', { class: 'tb-refused', role: 'alert' }, icon('info', 16), refused),
        h('button', { type: 'submit', id: 'b-new', class: 'btn main', 'aria-disabled': busy && 'true' }, say('mt.go')),
      ),
    );
  }

  function showList() {
    const now = JSON.stringify(matches);
    if (now === before) return;
    before = now;
    fill(list, matches.length === 0 ? h('p', { class: 'soft tb-none' }, say('mt.none')) : h('ul', { class: 'tb-list' }, matches.map(entry)));
  }

  /** @param {View} match */
  function entry(match) {
    const mine = Object.values(match.taken).some(({ player }) => player === on.me.name);
    const names = Object.values(match.taken).map(({ player, bot }) => player ?? say('mt.against.bots', { policy: bot }));
    return h(
      'li',
      { class: 'pn tb-entry' },
      h('div', { class: 'tb-title' }, h('h2', null, names.join(', ') || match.name || '–'), factsOf(match).map((text) => h('p', { class: 'soft' }, text))),
      h('a', { class: `btn${mine ? ' main' : ''}`, href: `#match=${match.match_id}` }, say(mine ? 'mt.back' : 'mt.to')),
    );
  }

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    if (busy) return;
    [busy, refused] = [true, ''];
    showForm();
    try {
      const count = (/** @type {string} */ text) => (/^\d{1,15}$/.test(text.replace(/\s/g, '')) ? Number(text.replace(/\s/g, '')) : 0);
      const bots = wish.against === 'people' ? {} : { 1: wish.against };
      const { match_id: id } = await on.calls.create({ params: { target: count(wish.target), ante: count(wish.ante), players: 2 }, bots });
      on.joining(id);
      location.hash = `match=${id}`;
    } catch (error) {
      if (on.lost(error)) return;
      if (error instanceof Refusal) refused = refusal(error);
      else if (error instanceof NoAnswer) on.tell(say('mt.offline'), say('mt.offline_text'));
      else throw error;
    } finally {
      busy = false;
      showForm();
    }
  }

  return {
    node,
    id: '',
    label,
    async start() {
      label();
      timer = setInterval(() => void refresh(), EVERY);
      await refresh();
    },
    stop: () => clearInterval(timer),
  };
}
