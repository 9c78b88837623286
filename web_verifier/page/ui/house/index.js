/** The record of a round against the house as it is seen: its picture with the steps through it, and how cards follow from the seeds. */

import { fill, h } from '../dom.js';
import { number, t } from '../language.js';
import { stepper } from '../tables/stepper.js';
import { drawn, leading, storyView } from '../tables/stories.js';
import { drawing } from './picture.js';
import { storyOf } from './story.js';
import { explanation } from './why.js';
import { actionText, lineOf, whatOf } from './words.js';

/** @typedef {import('../judge.js').Check} Check */
/** @typedef {import('../tables/showing.js').Showing} Showing */
/** @typedef {import('./story.js').Story} Story */

const empty = () => h('figure', { class: 'stage pic-of-house pic-empty' }, h('figcaption', { class: 'pic-none' }, t('hp.none')));

/** @param {readonly number[]} all */
const sum = (all) => all.reduce((total, one) => total + one, 0);

/** By player, or over all boxes. @param {number | Record<string, number>} chips */
const chipsOf = (chips) => (typeof chips === 'number' ? [chips] : Object.values(chips));

/**
 * @param {Story} story
 * @param {Showing} showing
 * @returns {{figure: HTMLElement, text: () => string}} `text` says everything that the figure shows now
 */
function player(story, showing) {
  const head = h('div', { class: 'pic-head' });
  const art = h('div', { class: 'pic-art', 'aria-hidden': 'true' });
  const now = h('p', { class: 'pt-now', role: 'status' });
  const caption = h('figcaption', { class: 'textline' });
  const steps = stepper(showing);
  const figure = h('figure', { class: 'stage pic-of-table pic-of-house' }, h('div', { class: 'pic' }, head, art), h('div', { class: 'pt-bar' }, steps.node, now), caption);
  let text = '';

  function show() {
    const [did, ...rest] = lineOf(story, showing.at());
    const { boxes, over } = story.moments[showing.at()];
    const staked = story.from === 'record' && story.round.settlement ? chipsOf(story.round.settlement.staked) : boxes.map((box) => box.staked ?? box.ante);
    const chips = (/** @type {string} */ id, /** @type {number} */ count) => h('div', null, h('dt', { class: 'k' }, t(id)), h('dd', { class: 'mid' }, number(count)));
    fill(
      head,
      h('div', { class: 'pic-results pic-long' }, h('div', { class: 'pic-result' }, h('p', { class: 'k' }, t('hp.label')), h('p', { class: over ? 'big gold' : 'big' }, h('span', null, over ? boxes.map(({ result }) => t(`hp.result.${result}`)).join(', ') : t('hp.going_on'))))),
      h('dl', { class: 'pic-pays' }, chips('pic.staked', sum(staked)), over && chips('pic.returned', sum(boxes.map(({ returned }) => returned ?? 0)))),
    );
    fill(art, drawing(story, showing.at()));
    fill(now, did);
    fill(caption, h('p', null, rest.join(' ')));
    text = [did, ...rest].join(' ');
    steps.update();
  }
  show();
  showing.listen(show);
  return { figure, text: () => text };
}

/** Each action leads to its moment. @param {Story} story @param {Showing} showing */
function history(story, showing) {
  /** @type {HTMLButtonElement[]} */
  const buttons = story.actions.map((_, i) => h('button', { type: 'button', onclick: () => showing.go(i + 1) }, h('span', { class: 'pt-what' }, actionText(story, i))));
  const mark = () =>
    buttons.forEach((button, i) => {
      if (i + 1 === showing.at()) button.setAttribute('aria-current', 'step');
      else button.removeAttribute('aria-current');
    });
  mark();
  showing.listen(mark);
  if (buttons.length === 0) return h('p', { class: 'soft' }, t('hp.history.none'));
  return h(
    'section',
    { class: 'why', 'aria-labelledby': 'turns-title' },
    h('h2', { id: 'turns-title' }, t('hp.history')),
    h('div', { class: 'pt-streets' }, h('section', null, h('ol', null, buttons.map((button) => h('li', null, button))))),
  );
}

/** Where a check failed. @param {Story} story @param {Check} check @param {Showing} showing */
function whereView(story, check, showing) {
  if (check.status !== 'fail' || !['rules', 'outcome', 'settlement'].includes(check.check)) return null;
  const last = TOLD.last(story);
  return [t('hp.where', { count: last }), ' ', leading(showing, last, 'pic-of-house', t('hp.where.show'))];
}

/** @type {import('../tables/stories.js').Told<Story>} */
const TOLD = { storyOf, last: ({ moments }) => moments.length - 1, player, empty, none: 'hp.none' };

/** @param {{record: Record<string, any>, at?: number}} view */
export const draw = (view) => drawn(TOLD, view);

/** What is shown of the records of house games that come to the page. */
export const houseView = () => storyView(TOLD, { what: whatOf, where: whereView, below: (story, showing) => [history(story, showing), explanation(story)] });
