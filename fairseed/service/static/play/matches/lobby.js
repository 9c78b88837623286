/** Matches that are open: those that wait for players and those in play, and a form that opens one. */

import { fill, h } from '../../verify/ui/dom.js';
import { icon } from '../../verify/ui/icons.js';
import { number } from '../../verify/ui/language.js';
import { polled, refusedBy } from '../section.js';
import { factsOf } from './facts.js';
import { nameOf } from './felt.js';
import { freeOf, ordered, placesOf } from './model.js';
import { openingView } from './opening.js';
import { away, refusal, say } from './words.js';

/** @typedef {Record<string, any>} View */
/** @typedef {import('./match.js').Surroundings} Surroundings */

/** @param {Surroundings} on */
export function lobbyView(on) {
  /** @type {View[] | null} */
  let matches = null;
  const [head, list, form] = [h('div', { class: 'head' }), h('section', { 'aria-labelledby': 'open-title' }), openingView(open)];
  const node = h('div', { class: 'wrap tb mt-lobby' }, head, list, form.node);
  let before = '';

  const { start, stop } = polled(on, away, async () => {
    matches = await on.calls.list();
    showList();
  });

  function label() {
    before = '';
    fill(head, h('div', null, h('h1', { id: 'heading', tabindex: '-1' }, say('mt.lobby')), h('p', { class: 'soft' }, say('mt.lobby_text'), ' ', h('a', { href: './rules/tavern_dice' }, say('mt.rules')))));
    form.show();
    showList();
  }

  function showList() {
    const now = JSON.stringify(matches);
    if (now === before) return;
    before = now;
    const focused = list.contains(document.activeElement) ? document.activeElement?.id : '';
    const text = matches === null ? say('mt.loading') : say('mt.none');
    fill(list, h('h2', { id: 'open-title' }, say('mt.list')), matches?.length ? h('ul', { class: 'tb-list' }, ordered(matches, on.me.name).map(entry)) : h('p', { class: 'soft tb-none' }, text));
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  /** @param {View} match */
  function entry(match) {
    const { match_id: id, params } = match;
    const places = placesOf({ ...match, seat: null }, null);
    const mine = places.some(({ player }) => player === on.me.name);
    const [free, host] = [freeOf(match), match.host ?? ''];
    const title = match.name || (host ? say('mt.of', { name: host === on.me.name ? say('mt.you_of') : host }) : say('mt.match'));
    const names = places.map((place) => h('li', { class: place.free ? 'mt-free' : false }, nameOf({ ...place, own: place.player === on.me.name })));
    return h(
      'li',
      { class: 'pn tb-entry mt-entry' },
      h(
        'div',
        { class: 'tb-title' },
        h('h3', null, title),
        h('p', { class: 'tb-tag' }, match.private && icon('lock', 14), free > 0 ? say('mt.waits', { count: free, players: params.players }) : say('mt.playing'), match.private && ` · ${say('mt.private')}`),
      ),
      h('div', null, h('ul', { class: 'mt-names' }, names), factsOf(match).map((text) => h('p', { class: 'small soft' }, text))),
      h('a', { class: `btn${mine || free > 0 ? ' main' : ''}`, id: `go-${id}`, href: `#match=${id}` }, mine ? say('mt.back') : free > 0 ? say('mt.to_join', { ante: number(params.ante) }) : say('mt.to')),
    );
  }

  /** Opens a match and goes there. @param {Record<string, unknown>} wish @returns {Promise<string>} why not */
  async function open(wish) {
    on.tell();
    try {
      on.open(await on.calls.create(wish));
      return '';
    } catch (error) {
      return refusedBy(on, error, away, refusal);
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
