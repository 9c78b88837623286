/** Cards that are proven now, before the server seed is known: each with its place, its slot and the proof to the deck root. */

import { h } from '../../verify/ui/dom.js';
import { icon } from '../../verify/ui/icons.js';
import { t } from '../../verify/ui/language.js';
import { chipCard, largeCard } from '../../verify/ui/pictures/card.js';
import { code, said, say } from './words.js';

/** @typedef {import('./live.js').Proof} Proof */
/** @typedef {import('./live.js').Alarm} Alarm */

/** @param {readonly Proof[]} proofs @param {string} root */
export function proofsView(proofs, root) {
  const own = proofs.filter((proof) => proof.own);
  const others = proofs.filter((proof) => !proof.own);
  if (proofs.length === 0) return null;
  return h(
    'section',
    { class: 'pn pt-proven tb-proofs', 'aria-labelledby': 'h-proven' },
    h(
      'div',
      null,
      h('h2', { id: 'h-proven' }, say(own.length > 0 ? 'tb.proofs.title' : 'tb.proofs.title_open')),
      h('p', null, say('tb.proofs.text')),
      others.length > 0 && h('p', null, say('tb.proofs.others'), ' ', others.map(({ opening }) => [chipCard(opening.card, '', true), ' '])),
    ),
    own.length > 0 && h('ul', null, own.map((proof) => line(proof, root))),
  );
}

/** @param {Proof} proof @param {string} root */
function line({ opening: { place, slot, card, proof } }, root) {
  const fact = (/** @type {string} */ id, /** @type {import('../../verify/ui/dom.js').Child} */ value) => [h('dt', null, t(id)), h('dd', null, value)];
  const path = [...proof, root].map((hash) => h('div', null, code(hash)));
  return h(
    'li',
    null,
    largeCard(card),
    h(
      'div',
      null,
      h('p', { class: 'ok' }, icon('verified', 16), h('b', null, said('tb.proofs.card', { card }))),
      h(
        'dl',
        null,
        fact('pt.col.place', t('pt.proven.place', { place })),
        fact('pt.col.slot', t('pt.proven.slot', { slot })),
        fact('pt.proven.proof', h('details', null, h('summary', null, t('pt.proven.path', { count: proof.length, root: `${root.slice(0, 8)}…` })), path)),
      ),
    ),
  );
}

/** What was found wrong: play stops. @param {Alarm} alarm */
export function alarmView({ why, values = {}, fault }) {
  return h(
    'div',
    { class: 'ban tb-alarm', role: 'alert' },
    h('span', null, icon('failed', 24)),
    h('div', null, h('b', null, say('tb.alarm.title')), h('p', null, said(`tb.alarm.${why}`, values)), fault && h('p', null, t(fault.id, { field: fault.field, ...fault.values })), h('p', null, say('tb.alarm.stop'))),
  );
}
