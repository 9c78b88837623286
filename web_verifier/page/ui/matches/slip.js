/** The slip of a match's record: read only, since a match is not typed. What it says is what the record says. */

import { fill, h } from '../dom.js';
import { icon } from '../icons.js';
import { number, t } from '../language.js';
import { gameChoice } from '../tables/slip.js';
import { playerName } from './words.js';

/** @typedef {Record<string, any>} Members */

/** A record that is not well formed may hold anything in each place. @param {unknown} value @returns {Members} */
const membersOf = (value) => (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {});

/** @param {unknown} value */
const textOf = (value) => (typeof value === 'number' ? number(value) : typeof value === 'string' ? value : (JSON.stringify(value) ?? '–'));

/** @param {string} name @param {import('../dom.js').Child} value */
const line = (name, value) => [h('dt', null, name), h('dd', null, value)];

/**
 * @param {Members} record
 * @param {string} source where it came from, as the id of a text
 * @param {{summary: HTMLElement, body: HTMLElement, ways: Node}} places of the folded slip, of the open one, and the ways to bring another record
 * @param {(game: string) => void} chosen
 */
export function matchSlip(record, source, { summary, body, ways }, chosen) {
  const [seeds, params, table] = [record.seeds, record.params, record.table].map(membersOf);
  const [client, bots] = [seeds.client_seeds, table.bots].map(membersOf);
  const nonce = t('what.nonce', { nonce: textOf(seeds.nonce) });
  fill(summary, h('b', null, t('game.tavern_dice')), h('span', { class: 'sub' }, nonce), h('span', { class: 'edit' }, t('pt.slip.show')));
  const revealed = typeof seeds.server_seed === 'string';
  fill(
    body,
    h('p', { class: 'live' }, icon('paste', 16), h('span', null, t(source))),
    h(
      'div',
      { class: 'pt-slip' },
      h('div', { class: 'field' }, h('label', { for: 'f-game' }, t('field.game')), gameChoice('tavern_dice', t('game.tavern_dice'), chosen), h('div', { id: 'h-game' })),
      h('dl', null, line(t('td.slip.target'), textOf(params.target ?? 4000)), line(t('td.slip.ante'), textOf(params.ante)), line(t('field.nonce'), textOf(seeds.nonce))),
      h('h2', null, t('td.slip.players')),
      h(
        'ul',
        { class: 'pt-slip-seats' },
        Object.keys(client).sort().map((name) => h('li', null, h('p', null, h('b', null, playerName(Number(name), bots[name])), h('span', null, bots[name] === undefined ? '' : textOf(bots[name]))), h('code', null, textOf(client[name])))),
      ),
      h(
        'dl',
        { class: 'pt-long' },
        line(t('field.server_seed'), revealed ? h('code', null, textOf(seeds.server_seed)) : t('field.unrevealed')),
        line(t('field.server_seed_hash'), h('code', null, textOf(seeds.server_seed_hash))),
      ),
      h('details', { class: 'more-rules' }, h('summary', null, t('slip.rules')), h('dl', null, Object.entries(params).map(([param, value]) => [h('dt', null, h('code', null, param)), h('dd', null, textOf(value))]))),
    ),
    ways,
  );
}
