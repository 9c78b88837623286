/** The slip of a record of a house game: read only. What it says is what the record says. */

import { fill, h } from '../dom.js';
import { icon } from '../icons.js';
import { number, t } from '../language.js';
import { gameChoice } from '../tables/slip.js';
import { boxName } from './words.js';

/** @typedef {Record<string, any>} Members */

/** A record that is not well formed may hold anything in each place. @param {unknown} value @returns {Members} */
const membersOf = (value) => (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {});

/** @param {unknown} value */
const textOf = (value) => (typeof value === 'number' ? number(value) : typeof value === 'string' ? value : (JSON.stringify(value) ?? '–'));

/** @param {string} name @param {import('../dom.js').Child} value */
const line = (name, value) => [h('dt', null, name), h('dd', null, value)];

/** @param {unknown} value */
const code = (value) => h('code', null, textOf(value));

/**
 * @param {Members} record
 * @param {string} source where it came from, as the id of a text
 * @param {{summary: HTMLElement, body: HTMLElement, ways: Node}} places of the folded slip, of the open one, and the ways to bring another record
 * @param {(game: string) => void} chosen
 */
export function houseSlip(record, source, { summary, body, ways }, chosen) {
  const [seeds, params, bet] = [record.seeds, record.params, record.bet].map(membersOf);
  const antes = Array.isArray(bet.antes) ? bet.antes : [];
  const name = t(`game.${record.game}`);
  const nonce = t('what.nonce', { nonce: textOf(seeds.nonce) });
  fill(summary, h('b', null, name), h('span', { class: 'sub' }, nonce), h('span', { class: 'edit' }, t('pt.slip.show')));
  const client = Object.entries(membersOf(seeds.client_seeds));
  fill(
    body,
    h('p', { class: 'live' }, icon('paste', 16), h('span', null, t(source))),
    h(
      'div',
      { class: 'pt-slip' },
      h('div', { class: 'field' }, h('label', { for: 'f-game' }, t('field.game')), gameChoice(record.game, name, chosen), h('div', { id: 'h-game' })),
      h('dl', null, line(t('field.nonce'), textOf(seeds.nonce)), antes.map((ante, box) => line(t('hp.slip.ante', { box: boxName(box, antes.length) }), textOf(ante)))),
      h(
        'dl',
        { class: 'pt-long' },
        client.length === 0 ? line(t('field.client_seed'), code(seeds.client_seed)) : client.map(([player, seed]) => line(t('hp.slip.player', { player }), code(seed))),
        line(t('field.server_seed'), typeof seeds.server_seed === 'string' ? code(seeds.server_seed) : t('field.unrevealed')),
        line(t('field.server_seed_hash'), code(seeds.server_seed_hash)),
      ),
      h(
        'details',
        { class: 'more-rules' },
        h('summary', null, t('slip.rules')),
        h('dl', null, Object.entries(params).map(([param, value]) => [h('dt', null, h('code', null, param)), h('dd', null, textOf(value))])),
      ),
    ),
    ways,
  );
}
