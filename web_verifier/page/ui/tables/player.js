/** The stage of a table: result, picture, the steps through the hand, the choice of whose knowledge is shown, and the line below. */

import { fill, h } from '../dom.js';
import { icon } from '../icons.js';
import { number, t } from '../language.js';
import { sentence } from '../pictures/stage.js';
import { happened, lineOf } from './line.js';
import { momentOf } from './moment.js';
import { drawing } from './picture.js';
import { stepper } from './stepper.js';
import { endingText, seatName } from './words.js';

/** @typedef {import('./story.js').Story} Story */
/** @typedef {import('./moment.js').Moment} Moment */
/** @typedef {import('./showing.js').Showing} Showing */

/**
 * @param {Story} story
 * @param {Showing} showing
 * @returns {{figure: HTMLElement, text: () => string}} `text` says everything that the figure shows now
 */
export function player(story, showing) {
  const head = h('div', { class: 'pic-head' });
  const art = h('div', { class: 'pic-art', 'aria-hidden': 'true' });
  const now = h('p', { class: 'pt-now', role: 'status' });
  const caption = h('figcaption', { class: 'textline' });
  const steps = stepper(showing);
  const eyes = eyesOf(story, showing);
  const figure = h(
    'figure',
    { class: `stage pic-of-table pic-of-${story.round.variant.name}` },
    h('div', { class: 'pic' }, head, art),
    h('div', { class: 'pt-bar' }, steps.node, now, eyes),
    caption,
  );
  let text = '';

  function show() {
    const viewer = showing.viewer();
    const moment = momentOf(story, showing.at(), viewer);
    const line = lineOf(story, moment, viewer);
    const said = happened(story, moment, viewer);
    fill(head, ...headOf(story, moment));
    head.classList.toggle('pic-head-two', moment.end && story.recorded !== null);
    fill(art, drawing(moment));
    fill(now, sentence(said));
    // What happened last stands beside the steps; the line says the rest.
    const rest = line.filter((phrases) => sentence(phrases) !== sentence(said));
    fill(caption, ...rest.map((phrases) => h('p', null, phrases.flatMap((each) => [...each.nodes(), ' ']))));
    text = sentence(line.flat());
    steps.update();
  }
  show();
  showing.listen(show);
  return { figure, text: () => text };
}

/** @param {Story} story @param {Moment} moment */
function headOf({ ending, recorded, from, stopped }, moment) {
  const { end, street, pot, rake } = moment;
  const street_ = t(`pt.street.${street}`);
  const decided = end && ending !== null;
  /** @param {string} label @param {string} value @param {'record' | 'seeds'} [whose] */
  const result = (label, value, whose) =>
    h(
      'div',
      { class: `pic-result${whose ? ` pic-from-${whose}` : ''}` },
      whose && h('p', { class: 'pic-from' }, t(`pic.from.${whose}`)),
      h('p', { class: 'k' }, label),
      h('p', { class: decided ? 'big gold' : 'big' }, h('span', null, value)),
    );
  const label = t(end ? 'pt.result.label' : 'pt.result.street', { pot, street: street_ });
  const results =
    !decided
      ? [result(t('pt.result.street', { street: street_ }), end ? t('pt.result.unknown') : t('pt.result.pot', { pot }))]
      : recorded !== null
        ? [result(label, endingText(recorded), 'record'), result(label, endingText(ending), 'seeds')]
        : [result(from === 'record' ? t('pt.result.claimed', { pot }) : label, endingText(ending))];
  const chips = end && rake > 0 ? [t('pt.rake'), number(rake)] : moment.next !== null && stopped === null ? [t('pt.next'), seatName(moment.next)] : null;
  return [
    h('div', { class: 'pic-results pic-long' }, results),
    chips && h('dl', { class: 'pic-pays' }, h('div', null, h('dt', { class: 'k' }, chips[0]), h('dd', { class: 'mid' }, chips[1]))),
  ];
}

/** Whose knowledge is shown: that of the record, or of one seat. @param {Story} story @param {Showing} showing */
function eyesOf({ round }, showing) {
  const { seats, bots } = round.table;
  const option = (/** @type {number | null} */ seat, /** @type {string} */ text) =>
    h('option', { value: seat === null ? '' : String(seat), selected: seat === showing.viewer() }, text);
  const control = h(
    'select',
    { class: 'pt-eyes', onchange: (/** @type {any} */ event) => showing.see(event.target.value === '' ? null : Number(event.target.value)) },
    option(null, t('pt.eyes.all')),
    seats.map((seat) => option(seat, t('pt.eyes.seat', { name: seatName(seat, bots[seat]) }))),
  );
  return h('label', { class: 'pt-who' }, h('span', null, t('pt.eyes')), h('span', { class: 'pt-sel' }, control, icon('down', 14)));
}
