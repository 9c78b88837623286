/** Getting in: as a guest, or with a token from the operator. */

import { fill, h } from '../verify/ui/dom.js';
import { icon } from '../verify/ui/icons.js';
import { said, say } from './words.js';

/**
 * @param {object} on
 * @param {() => void} on.guest
 * @param {(me: import('./session.js').Me) => void} on.own
 */
export function entryView(on) {
  const node = h('div', { class: 'wrap entry' });
  let [player, token] = ['', ''];

  /** @param {{why: string, guests: boolean, busy: boolean}} state `why`: what to say first; `guests`: not known to be refused */
  function show({ why, guests, busy }) {
    const focused = node.contains(document.activeElement) ? document.activeElement?.id : '';
    const waits = busy && 'true';
    /** @param {string} id @param {string} value @param {(text: string) => void} typed @param {string} type */
    const field = (id, value, typed, type) => {
      const input = h('input', { id: `f-${id}`, type, value, autocomplete: 'off', spellcheck: 'false', autocapitalize: 'off', oninput: () => typed(input.value.trim()) });
      return h('div', { class: 'field' }, h('label', { for: `f-${id}` }, say(`entry.${id}`)), input);
    };
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      if (!busy && player && token) on.own({ player, token });
    };
    fill(
      node,
      h('h1', { id: 'heading', tabindex: '-1' }, say('entry.title')),
      h('p', { class: 'lead' }, said('entry.text', { fair: h('a', { href: './fair' }, say('entry.fair')) })),
      why && h('p', { class: 'why-not', role: 'alert' }, icon('info', 20), h('span', null, why)),
      h(
        'div',
        { class: 'doors' },
        h(
          'section',
          null,
          h('h2', null, say('entry.guest')),
          h('p', null, say(guests ? 'entry.guest_text' : 'entry.guest_none')),
          guests && h('button', { type: 'button', id: 'b-guest', class: 'btn main', 'aria-disabled': waits, onclick: () => !busy && on.guest() }, say('entry.guest_button')),
        ),
        h(
          'section',
          null,
          h('h2', null, say('entry.own')),
          h('p', null, say('entry.own_text')),
          h(
            'form',
            { novalidate: true, onsubmit: submit },
            field('player', player, (text) => (player = text), 'text'),
            field('token', token, (text) => (token = text), 'password'),
            h('button', { type: 'submit', id: 'b-own', class: 'btn', 'aria-disabled': waits }, say('entry.own_button')),
          ),
        ),
      ),
    );
    if (focused) document.getElementById(focused)?.focus();
  }

  return {
    node,
    show,
    /** What was typed is forgotten. */
    clear() {
      [player, token] = ['', ''];
    },
  };
}
