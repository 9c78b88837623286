/** What a public table is, all of it shown before anybody sits down. */

import { h } from '../../verify/ui/dom.js';
import { say } from './words.js';

/** @typedef {Record<string, any>} View */

/** Its name, or the end of its id where it has none. @param {View} table */
export const titleOf = ({ name, table_id: id }) => (name ? name : say('ht.unnamed', { id: id.slice(-6) }));

/** @param {View} table */
export const limitsOf = ({ min_ante: least, max_ante: most }) => say('ht.range', { least, most });

/** @param {View} table */
export const seatsOf = ({ taken, seats }) => say('ht.seats', { taken: Object.keys(taken).length, seats });

/** @param {View} table @returns {[string, string][]} names and what they say */
export function factsOf(table) {
  /** @type {[string, string][]} */
  const facts = [
    [say('ht.fact.room'), say(`ht.room.${table.room}`)],
    [say('ht.fact.limits'), limitsOf(table)],
    [say('ht.fact.timer'), say('ht.seconds', { count: table.deal_seconds })],
    [say('ht.fact.clock'), say('ht.seconds', { count: table.decision_seconds })],
    [say('ht.fact.seeds'), say(`ht.seeds.${table.seat_seeds}`)],
  ];
  if (table.private) facts.push([say('ht.fact.private'), say('ht.private', { host: table.host ?? '–' })]);
  return facts;
}

export const rulesLink = () => h('a', { href: './rules/five_card_poker' }, say('ht.rules'));
