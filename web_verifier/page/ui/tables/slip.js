/** The slip of a table's record: read only, since a hand is not typed. What it says is what the record says. */

import { HOUSE_GAMES } from '../../games/house/names.js';
import { select } from '../controls.js';
import { fill, h } from '../dom.js';
import { GAMES } from '../fields.js';
import { icon } from '../icons.js';
import { number, t } from '../language.js';
import { EXAMPLE_GAMES } from './examples.js';

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
 * @param {object} places
 * @param {HTMLElement} places.summary of the folded slip
 * @param {HTMLElement} places.body
 * @param {Node} places.ways to bring another record
 * @param {(game: string) => void} chosen
 */
export function tableSlip(record, source, { summary, body, ways }, chosen) {
  const seeds = membersOf(record.seeds);
  const table = membersOf(record.table);
  const name = t(`game.${record.game}`);
  const nonce = t('what.nonce', { nonce: textOf(seeds.nonce) });
  fill(summary, h('b', null, name), h('span', { class: 'sub' }, nonce), h('span', { class: 'edit' }, t('pt.slip.show')));
  exampleOfTable(ways, () => chosen('table'));
  const revealed = typeof seeds.server_seed === 'string';
  fill(
    body,
    h('p', { class: 'live' }, icon('paste', 16), h('span', null, t(source))),
    h(
      'div',
      { class: 'pt-slip' },
      h('div', { class: 'field' }, h('label', { for: 'f-game' }, t('field.game')), gameChoice(record.game, name, chosen), h('div', { id: 'h-game' })),
      h(
        'dl',
        null,
        line(t('pt.slip.table'), textOf(table.table_id)),
        line(t('pt.slip.hand'), textOf(table.hand)),
        line(t('pt.slip.button'), textOf(table.button)),
        line(t('field.nonce'), textOf(seeds.nonce)),
      ),
      h('h2', null, t('pt.slip.seats')),
      h('ul', { class: 'pt-slip-seats' }, seatsOf(table, seeds)),
      h(
        'dl',
        { class: 'pt-long' },
        line(t('field.server_seed'), revealed ? code(seeds.server_seed) : t('field.unrevealed')),
        line(t('field.server_seed_hash'), code(seeds.server_seed_hash)),
        line(t('pt.slip.root'), code(record.deck_root)),
      ),
      h(
        'details',
        { class: 'more-rules' },
        h('summary', null, t('slip.rules')),
        h('dl', null, Object.entries(membersOf(record.params)).map(([param, value]) => [h('dt', null, h('code', null, param)), h('dd', null, textOf(value))])),
      ),
    ),
    ways,
  );
}

/** An example of the same kind: the last of the ways. @param {Node} ways @param {() => void} load */
function exampleOfTable({ lastChild: button }, load) {
  if (!(button instanceof HTMLElement)) return;
  const own = /** @type {HTMLElement} */ (button.cloneNode(true));
  own.addEventListener('click', load);
  button.replaceWith(own);
}

/** @param {unknown} value */
const code = (value) => h('code', null, textOf(value));

/** The choice of another game, or of a hand to look at. @param {string} game @param {string} name @param {(game: string) => void} chosen */
export const gameChoice = (game, name, chosen) => select('game', games(game, name), chosen);

/** What can be looked at instead. @param {string} game @param {string} name */
const games = (game, name) => [
  h('option', { value: game, selected: true }, name),
  ...GAMES.map((one) => h('option', { value: one }, t(`game.${one}`))),
  ...[...EXAMPLE_GAMES, 'tavern_dice', ...HOUSE_GAMES].map((one) => h('option', { value: one }, t('pt.slip.example', { game: t(`game.${one}`) }))),
];

/** Each seat with its chips and its seed. @param {Members} table @param {Members} seeds */
function seatsOf(table, seeds) {
  const [stacks, bots, client] = [table.stacks, table.bots, seeds.client_seeds].map(membersOf);
  const all = [...new Set([...Object.keys(stacks), ...Object.keys(client)])].sort();
  return all.map((seat) =>
    h(
      'li',
      null,
      h('p', null, h('b', null, t(seat in bots ? 'pt.seat_bot' : 'pt.seat', { seat })), h('span', null, textOf(stacks[seat]))),
      h('code', null, client[seat] === undefined ? '–' : textOf(client[seat])),
    ),
  );
}
