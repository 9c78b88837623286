/** The form that opens a match: how many places, who or what plays at each, target, ante, and whether it is listed. */

import { fill, h } from '../../verify/ui/dom.js';
import { icon } from '../../verify/ui/icons.js';
import { number } from '../../verify/ui/language.js';
import { KINDS, MOST_PLAYERS, NEW, POLICIES, fits, policyOf, takesPeople, wishOf } from './model.js';
import { botName, say } from './words.js';

/** @param {(wish: ReturnType<typeof wishOf>) => Promise<string>} open what is said against it, `''` nothing */
export function openingView(open) {
  const wish = { ...NEW, places: [...NEW.places] };
  let [busy, refused] = [false, ''];
  const [node, places] = [h('div', { class: 'pn tb-new' }), h('ol')];

  function show() {
    const focused = node.contains(document.activeElement) ? document.activeElement?.id : '';
    const typed = (/** @type {'target' | 'ante'} */ name) => {
      const input = h('input', { id: `n-${name}`, type: 'text', inputmode: 'numeric', autocomplete: 'off', value: wish[name], oninput: () => ((wish[name] = input.value), showPlaces()) });
      return h('div', { class: 'field' }, h('label', { for: `n-${name}` }, say(`mt.${name}`)), input);
    };
    showPlaces();
    fill(
      node,
      h('h2', null, say('mt.new')),
      h(
        'form',
        { novalidate: true, onsubmit: submit },
        h('div', { class: 'tb-fields mt-main' }, choice('players', String(wish.players), counts(), (value) => (wish.players = Number(value))), typed('target'), typed('ante')),
        h('fieldset', { class: 'mt-seats' }, h('legend', null, say('mt.places')), places),
        h('details', { class: 'more-rules', open: true }, h('summary', null, say('mt.bots')), h('dl', { class: 'mt-bots' }, POLICIES.map(told))),
        takesPeople(wish) && hidden(),
        refused && h('p', { class: 'tb-refused', role: 'alert' }, icon('info', 16), refused),
        h('button', { type: 'submit', id: 'b-new', class: 'btn main', 'aria-disabled': busy && 'true' }, say('mt.go')),
      ),
    );
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  /** Which bots fit depends on the target as it is typed: nothing but the places is made anew for that. */
  function showPlaces() {
    const own = h('li', null, h('span', { class: 'mt-number' }, number(1)), h('b', null, say('mt.me')));
    fill(places, own, Array.from({ length: wish.players - 1 }, (_, i) => placeField(i + 1)));
  }

  /** @param {string} policy */
  const told = (policy) => [h('dt', null, say(`mt.kind.${KINDS[policy]}`), ' ', h('code', null, policy)), h('dd', null, say(`mt.told.${KINDS[policy]}`))];

  const counts = () => Array.from({ length: MOST_PLAYERS - 1 }, (_, i) => /** @type {[string, string, boolean]} */ ([String(i + 2), String(i + 2), true]));

  /** @param {string} name @param {string} value @param {[string, string, boolean][]} options value, text, whether it can be chosen @param {(value: string) => unknown} chosen */
  function choice(name, value, options, chosen) {
    const select = h('select', { id: `n-${name}`, onchange: () => (chosen(select.value), show()) }, options.map(([one, text, free]) => h('option', { value: one, selected: one === value, disabled: !free }, text)));
    return h('div', { class: 'field' }, h('label', { for: `n-${name}` }, say(`mt.${name}`)), h('div', { class: 'sel' }, select, icon('down', 16)));
  }

  /** Who or what plays at a place. @param {number} place */
  function placeField(place) {
    const { players, target } = wishOf(wish).params;
    const options = ['', ...POLICIES].map((policy) => {
      const free = fits(policy, players, target);
      const text = policy === '' ? say('mt.person') : botName(policy);
      return h('option', { value: policy, selected: policy === policyOf(wish, place), disabled: !free }, free ? text : say('mt.not_here', { name: text }));
    });
    const select = h('select', { id: `n-place-${place}`, 'aria-label': say('mt.place', { number: place + 1 }), onchange: () => ((wish.places[place] = select.value), show()) }, options);
    return h('li', null, h('span', { class: 'mt-number' }, number(place + 1)), h('div', { class: 'field' }, h('div', { class: 'sel' }, select, icon('down', 16))));
  }

  function hidden() {
    const box = h('input', { type: 'checkbox', id: 'n-hidden', checked: wish.hidden, onchange: () => (wish.hidden = box.checked) });
    return h('label', { class: 'mt-check', for: 'n-hidden' }, box, h('span', null, say('mt.hidden')));
  }

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    if (busy) return;
    [busy, refused] = [true, ''];
    show();
    refused = await open(wishOf(wish));
    busy = false;
    show();
  }

  return { node, show };
}
