/** The panel of seeds: what is promised, the client seed, the next nonce, the reveal, and the receipts. Always in view beside the board. */

import { fill, h } from '../verify/ui/dom.js';
import { icon } from '../verify/ui/icons.js';
import { save } from '../verify/ui/report.js';
import { freshSeed } from './client-seed.js';
import { code, said, say } from './words.js';

/** @typedef {import('./player.js').Player} Player */

/**
 * @param {Player} player
 * @param {import('./session.js').Session} session
 * @param {{rotate: (clientSeed: string) => void}} on
 */
export function fairnessView(player, session, on) {
  const node = h('section', { class: 'seeds', 'aria-labelledby': 'h-seeds' });
  /** The next client seed, while the player is about to change seeds. @type {string | null} */
  let typed = null;
  let [busy, refused] = [false, ''];

  /** @param {string} id @param {string} text */
  const fact = (id, text) => h('div', null, h('dt', null, say(id)), h('dd', null, code(text)));

  function show() {
    const { seeds, revealed } = player;
    if (seeds === null) return;
    const focused = node.contains(document.activeElement) ? document.activeElement?.id : '';
    fill(
      node,
      h('h2', { id: 'h-seeds' }, say('fair.title')),
      h(
        'dl',
        null,
        fact('fair.promise', seeds.active.server_seed_hash),
        fact('fair.client', seeds.active.client_seed),
        fact('fair.nonce', String(seeds.active.nonce)),
      ),
      typed === null ? h('button', { type: 'button', class: 'btn', id: 'b-change', onclick: begin }, say('fair.change')) : changeForm(typed),
      revealed && revealedPart(revealed),
      receipts(),
    );
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  function begin() {
    typed = freshSeed();
    refused = '';
    show();
    document.getElementById('f-client_seed')?.focus();
  }

  function cancel() {
    typed = null;
    show();
    document.getElementById('b-change')?.focus();
  }

  /** @param {string} seed */
  function changeForm(seed) {
    const input = h('input', {
      id: 'f-client_seed',
      type: 'text',
      class: 'mono',
      value: seed,
      autocomplete: 'off',
      spellcheck: 'false',
      'aria-describedby': 'h-client_seed',
      oninput: () => (typed = input.value),
    });
    const another = () => {
      typed = input.value = freshSeed();
    };
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      if (!busy) on.rotate(typed ?? '');
    };
    return h(
      'form',
      { class: 'change', novalidate: true, onsubmit: submit },
      h('p', { class: 'soft' }, say('fair.change_text')),
      h('dl', null, fact('fair.next', player.seeds?.next.server_seed_hash ?? '')),
      h(
        'div',
        { class: 'field' },
        h('label', { for: 'f-client_seed' }, say('fair.new_seed')),
        input,
        h('p', { class: 'hint attn', id: 'h-client_seed', role: 'alert' }, refused && [icon('info', 14), h('span', null, refused)]),
      ),
      h(
        'div',
        { class: 'btns' },
        h('button', { type: 'submit', class: 'btn main', id: 'b-rotate', 'aria-disabled': busy && 'true' }, say('fair.confirm')),
        h('button', { type: 'button', class: 'btn', id: 'b-cancel', onclick: cancel }, say('fair.cancel')),
      ),
      h('button', { type: 'button', class: 'link small', id: 'b-random', onclick: another }, say('fair.random')),
    );
  }

  /** @param {import('./player.js').Revealed} pair */
  function revealedPart({ server_seed, keeps }) {
    const [look, tone, id] = keeps ? ['verified', 'ok', 'fair.keeps'] : ['failed', 'bad-c', 'fair.breaks'];
    return h(
      'div',
      { class: 'revealed', id: 'revealed', tabindex: '-1' },
      h('dl', null, fact('fair.revealed', server_seed)),
      h('p', { class: `told ${tone}` }, icon(look, 16), h('b', null, say(id))),
    );
  }

  function receipts() {
    const count = session.count();
    if (count === 0) return null;
    const put = () => save(`receipts-${player.name}.jsonl`, session.receipts(), 'application/jsonl');
    return h(
      'div',
      { class: 'receipts' },
      h('p', null, say('fair.receipts', { count })),
      !player.roomy && h('p', { class: 'wait' }, say('fair.full')),
      h('p', { class: 'soft small' }, said('fair.save_text', { command: code('fairseed-verify round RECORD --receipts FILE') })),
      h('button', { type: 'button', class: 'link', id: 'b-receipts', onclick: put }, say('fair.save')),
    );
  }

  return {
    node,
    show,
    /** @param {boolean} waits */
    busy(waits) {
      busy = waits;
      document.getElementById('b-rotate')?.setAttribute('aria-disabled', String(waits));
    },
    /** Why the client seed was not taken. @param {string} why */
    refuse(why) {
      refused = why;
      show();
    },
    /** The old pair is closed. */
    changed() {
      typed = null;
      refused = '';
      show();
      (document.getElementById('revealed') ?? document.getElementById('b-change'))?.focus({ preventScroll: true });
    },
  };
}
