/** What a table is, all of it shown before anybody sits down (docs/spec/poker.md, section 3). */

import { h } from '../../verify/ui/dom.js';
import { number, t } from '../../verify/ui/language.js';
import { RAKES } from '../../verify/games/poker/variants.js';
import { say } from './words.js';

/** @typedef {Record<string, any>} View */

/** @param {View} table */
export const gameOf = ({ game, params }) => `${t(`game.${game}`)}, ${t(params.limit === 'pot' ? 'pt.limit.pot' : 'pt.limit.no')}`;

/** @param {View} table */
export function blindsOf({ params: { small_blind: small, big_blind: big, ante } }) {
  const blinds = big === undefined ? '' : t('pt.blinds', { small, big });
  return [blinds, (ante > 0 || blinds === '') && t('pt.ante', { ante })].filter(Boolean).join(', ');
}

/** Its name, or the end of its id where it has none. @param {View} table */
export const titleOf = ({ name, table_id: id }) => (name ? name : say('tb.unnamed', { id: id.slice(-6) }));

/** @param {View} table */
export const buyInOf = ({ buy_in: { least, most } }) => (least === most ? number(least) : say('tb.range', { least, most }));

/** @param {View} table */
export function rakeOf({ params: { rake } }) {
  const { preset, cap } = rake;
  if (preset === 'none') return say('tb.rake.none');
  const { percent, needsFlop } = RAKES[/** @type {keyof typeof RAKES} */ (preset)] ?? { percent: () => preset, needsFlop: false };
  const rate = percent(2) === percent(3) ? say('tb.rake.rate', { percent: percent(2) }) : say('tb.rake.two', { two: percent(2), more: percent(3) });
  const parts = [rate, cap === undefined ? say('tb.rake.uncapped') : say('tb.rake.cap', { cap }), needsFlop && say('tb.rake.flop')];
  return parts.filter((part) => part !== false).join(', ');
}

/** @param {View} table */
export function seatsOf({ taken, seats }) {
  const all = Object.values(taken);
  return say('tb.seats', { people: all.filter(({ player }) => player).length, bots: all.filter(({ bot }) => bot).length, seats });
}

/** @param {View} table @returns {[string, string][]} names and what they say */
export function factsOf(table) {
  const { params, fill_with_bots: fill, bot_policy: policy, host, private: isPrivate } = table;
  return [
    [say('tb.fact.game'), gameOf(table)],
    [say('tb.fact.blinds'), blindsOf(table)],
    [say('tb.fact.buy_in'), buyInOf(table)],
    [say('tb.fact.rake'), rakeOf(table)],
    [say('tb.fact.clock'), say('tb.seconds', { count: params.decision_seconds }) + (params.shield_seconds ? `; ${say('tb.shield_clock', { count: params.shield_seconds })}` : '')],
    [say('tb.fact.reveal'), say(`tb.reveal.${params.reveal}`)],
    [say('tb.fact.seat_seeds'), say(`tb.seat_seeds.${params.seat_seeds}`)],
    [say('tb.fact.seats'), seatsOf(table)],
    [say('tb.fact.bots'), fill > 0 ? say('tb.bots', { count: fill, policy }) : say('tb.bots_none')],
    ...(params.strict_reopen ? [/** @type {[string, string]} */ ([say('tb.fact.reopen'), say('tb.reopen')])] : []),
    ...(isPrivate ? [/** @type {[string, string]} */ ([say('tb.fact.private'), say('tb.private', { host: host ?? '–' })])] : []),
  ];
}

/** A link to the rules of all these games. */
export const rulesLink = () => h('a', { href: './rules/poker' }, say('tb.rules'));

/** @param {View} table */
export const factsView = (table) => h('dl', { class: 'tb-facts' }, factsOf(table).map(([name, text]) => h('div', null, h('dt', null, name), h('dd', null, text))));
