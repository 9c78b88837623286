/** Rounds of a public table that have ended, each with its way to the verifier. */

import { fill, h } from '../../verify/ui/dom.js';
import { number, t } from '../../verify/ui/language.js';
import { linkOfRecord } from '../../verify/ui/links.js';
import { combinationText } from '../../verify/ui/house/words.js';
import { fileName, save } from '../../verify/ui/report.js';
import { recordOf } from './live.js';
import { say } from './words.js';

/** @typedef {Record<string, any>} View */

/**
 * A link to the verifier with the whole record, or a button that saves it where it is too long for one.
 * @param {View} round @param {{lang?: string, theme?: string}} look @param {string} text @param {{id?: string, 'aria-label'?: string}} [more]
 */
export function checkOf(round, look, text, more = {}) {
  const record = recordOf(round);
  const fragment = linkOfRecord(record, look);
  if (fragment !== null) return h('a', { ...more, href: `../verify/#${fragment}`, target: '_blank', rel: 'noopener' }, text);
  return h('button', { ...more, type: 'button', class: 'link', onclick: () => save(fileName(round.round_id, '.json'), [JSON.stringify(record)], 'application/json') }, text);
}

/** @param {() => {lang?: string, theme?: string}} look */
export function pastView(look) {
  const node = h('section', { class: 'past tb-past' });

  /** @param {View} round */
  function row(round) {
    const { outcome, settlement, table } = round;
    const boxes = (outcome?.boxes ?? []).map((/** @type {any} */ { result, returned }, /** @type {number} */ i) => say('ht.past.box', { box: t('hp.box', { box: table.seats[i] }), result: t(`hp.result.${result}`), staked: settlement.staked[i], returned: number(returned) }));
    const label = { 'aria-label': say('ht.past.label', { round: String(table.hand) }) };
    return h(
      'tr',
      null,
      h('td', { class: 'num' }, String(table.hand)),
      h('td', null, outcome ? combinationText(outcome.dealer.combination) : '–'),
      h('td', null, outcome ? boxes.map((/** @type {string} */ text) => h('div', null, text)) : say('ht.past.void')),
      h('td', null, checkOf(round, look(), say('ht.past.link'), label)),
    );
  }

  /** @param {readonly View[]} rounds */
  function show(rounds) {
    const columns = ['round', 'dealer', 'boxes', 'check'].map((id) => h('th', { scope: 'col', class: id === 'round' ? 'num' : '' }, say(`ht.past.${id}`)));
    fill(
      node,
      h('h2', { id: 'h-rounds' }, say('ht.past.title')),
      rounds.length === 0
        ? h('p', { class: 'soft' }, say('ht.past.none'))
        : h('div', { class: 'tbl', tabindex: '0', role: 'region', 'aria-labelledby': 'h-rounds' }, h('table', null, h('thead', null, h('tr', null, columns)), h('tbody', null, rounds.map(row)))),
    );
  }

  return { node, show };
}
