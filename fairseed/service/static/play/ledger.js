/** The history of chips: every change of the balance, gross (docs/spec/record.md, section 6). */

import { fill, h } from '../verify/ui/dom.js';
import { has as pageHas, language, number, t } from '../verify/ui/language.js';
import { has, say, signed } from './words.js';

/** @typedef {import('./player.js').Entry} Entry */

const ROWS = 50;

/** What an entry's detail says: names of side bets, results and actions in the reader's language, an operator's reason as it is. @param {Entry} entry */
function detailText({ kind, detail }) {
  if (kind === 'credit' || kind === 'debit') return has(`detail.${detail}`) ? say(`detail.${detail}`) : detail;
  return detail
    .split(' ')
    .map((word) => [`field.${word}`, `action.${word}`].map((id) => pageHas(id) && t(id)).find(Boolean) || (has(`detail.${word}`) ? say(`detail.${word}`) : word))
    .join(', ');
}

/** @param {string} at RFC 3339 */
const timeText = (at) => new Intl.DateTimeFormat(language() === 'en' ? 'en-GB' : language(), { dateStyle: 'short', timeStyle: 'medium' }).format(new Date(at));

/** @param {import('./player.js').Player} player @param {(work: () => Promise<void>) => Promise<void>} read reads, and tells what fails */
export function ledgerView(player, read) {
  const node = h('details', { class: 'past chips' });
  const body = h('div');
  node.append(h('summary'), body);
  node.addEventListener('toggle', show);
  let rows = ROWS;

  /** @param {Entry} entry */
  function row(entry) {
    const detail = detailText(entry);
    const nonce = entry.round_id && player.rounds.get(entry.round_id)?.seeds.nonce;
    return h(
      'tr',
      null,
      h('td', null, h('time', { datetime: entry.at }, timeText(entry.at))),
      h('td', null, say(`kind.${entry.kind}`), detail && h('span', { class: 'soft' }, ` ${detail}`)),
      h('td', { class: 'num' }, nonce === undefined ? '' : String(nonce)),
      h('td', { class: 'num' }, signed(entry.amount)),
      h('td', { class: 'num' }, number(entry.balance)),
    );
  }

  function show() {
    node.hidden = player.ledger === null;
    fill(/** @type {HTMLElement} */ (node.firstElementChild), h('h2', null, say('ledger.title')));
    if (!node.open || player.ledger === null) return void fill(body);
    const head = ['at', 'what', 'round', 'amount', 'balance'].map((name) =>
      h('th', { scope: 'col', class: !['at', 'what'].includes(name) && 'num' }, say(`ledger.${name}`)),
    );
    const entries = player.ledger.slice(-rows).reverse();
    const more = async () => {
      if ((player.ledger?.length ?? 0) < rows + ROWS) await read(() => player.moreEntries());
      rows += ROWS;
      show();
    };
    fill(
      body,
      h('p', { class: 'soft' }, say('ledger.text')),
      h('div', { class: 'tbl', tabindex: '0', role: 'region', 'aria-label': say('ledger.title') }, h('table', null, h('thead', null, h('tr', null, head)), h('tbody', null, entries.map(row)))),
      (player.ledger.length > rows || player.earlierEntries !== null) && h('button', { type: 'button', class: 'btn small', onclick: more }, say('past.more')),
    );
  }

  return { node, show };
}
