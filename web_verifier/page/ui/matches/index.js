/** The record of a match as it is seen: its picture with the steps through it, turn by turn, and how the dice follow from the seeds. */

import { recording } from '../../core/draws.js';
import { tableClientSeed } from '../../core/cards.js';
import { Stream } from '../../core/stream.js';
import { rollsSoFar } from '../../games/tavern/match.js';
import { startOf } from '../../verify/match.js';
import { arithmetic } from '../arithmetic.js';
import { fill, h } from '../dom.js';
import { messages, step, words } from '../explanation.js';
import { number, t } from '../language.js';
import { stepper } from '../tables/stepper.js';
import { drawn, leading, storyView } from '../tables/stories.js';
import { drawing } from './picture.js';
import { storyOf } from './story.js';
import { actionText, lineOf, nameIn } from './words.js';

/** @typedef {import('../judge.js').Check} Check */
/** @typedef {import('../../core/draws.js').Draw} Draw */
/** @typedef {import('../tables/showing.js').Showing} Showing */
/** @typedef {import('./story.js').Story} Story */

const WORDS_IN_BLOCK = 8;

const empty = () => h('figure', { class: 'stage pic-of-match pic-empty' }, h('figcaption', { class: 'pic-none' }, t('td.none')));

/** @param {unknown} value */
const shown = (value) => (typeof value === 'number' ? number(value) : '–');

/** One line on what match it is. A record that is not well formed may hold anything in each place. @param {Record<string, any>} record */
export const whatOf = ({ params, seeds }) =>
  t('td.what', { players: shown(params?.players), target: shown(params?.target ?? 4000), ante: shown(params?.ante), nonce: shown(seeds?.nonce) });

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
  const figure = h('figure', { class: 'stage pic-of-table pic-of-match' }, h('div', { class: 'pic' }, head, art), h('div', { class: 'pt-bar' }, steps.node, now), caption);
  let text = '';

  function show() {
    const [did, next, ...rest] = lineOf(story, showing.at());
    const { winner, turn } = story.matches[showing.at()];
    const [label, name] = winner === null ? ['td.turn', turn] : ['td.winner', winner];
    fill(
      head,
      h('div', { class: 'pic-results pic-long' }, h('div', { class: 'pic-result' }, h('p', { class: 'k' }, t(label)), h('p', { class: winner === null ? 'big' : 'big gold' }, h('span', null, nameIn(story, name))))),
      h('dl', { class: 'pic-pays' }, h('div', null, h('dt', { class: 'k' }, t('td.pot')), h('dd', { class: 'mid' }, number(story.round.params.ante * story.round.params.players)))),
    );
    fill(art, drawing(story, showing.at()));
    fill(now, did);
    fill(caption, h('p', null, [next, ...rest].join(' ')));
    text = [did, next, ...rest].join(' ');
    steps.update();
  }
  show();
  showing.listen(show);
  return { figure, text: () => text };
}

/** The match turn by turn; each action leads to its moment. @param {Story} story @param {Showing} showing */
function history(story, showing) {
  const { matches, actions } = story;
  /** @type {{player: number, actions: number[]}[]} */
  const turns = [];
  for (const i of actions.keys()) {
    const last = turns.at(-1);
    const fresh = last === undefined || (matches[i].rolled !== null && matches[i].turn !== matches[i - 1].turn) || last.player !== matches[i].turn;
    if (fresh) turns.push({ player: matches[i].turn, actions: [] });
    turns[turns.length - 1].actions.push(i);
  }
  /** @type {Map<number, HTMLButtonElement>} */
  const buttons = new Map();
  /** @param {number} i */
  const row = (i) => {
    const who = actions[i].player === matches[i].turn ? '' : nameIn(story, actions[i].player);
    const button = h('button', { type: 'button', onclick: () => showing.go(i + 1) }, h('span', { class: 'pt-who-did' }, who), h('span', { class: 'pt-what' }, actionText(story, i)));
    buttons.set(i + 1, button);
    return h('li', null, button);
  };
  const columns = turns.map((turn, i) =>
    h('section', null, h('h3', null, h('span', null, t('td.history.turn', { number: i + 1, name: nameIn(story, turn.player) }))), h('ol', null, turn.actions.map(row))),
  );
  const mark = () => {
    for (const [at, button] of buttons) {
      if (at === showing.at()) button.setAttribute('aria-current', 'step');
      else button.removeAttribute('aria-current');
    }
  };
  mark();
  showing.listen(mark);
  return h('section', { class: 'why', 'aria-labelledby': 'turns-title' }, h('h2', { id: 'turns-title' }, t('td.history')), h('p', null, t('td.history.lead')), h('div', { class: 'pt-streets' }, columns));
}

/** From the seeds to the dice, step by step. @param {Story} story */
function explanation(story) {
  const { seeds } = story.round;
  if (seeds.server_seed === undefined) return h('p', { class: 'soft' }, t('td.why.sealed'));
  /** @type {Draw[]} */
  const draws = [];
  const first = startOf(story.round);
  const rolls = rollsSoFar(story.matches[story.matches.length - 1]);
  let stream = recording(Stream.ofSeeds(seeds.server_seed, tableClientSeed(seeds.client_seeds), seeds.nonce), draws);
  for (const n of [story.round.params.players, ...rolls.flat().map(() => 6)]) stream = stream.uniform(n)[1];
  const values = [{ value: nameIn(story, first.starter) }, ...rolls.flatMap((roll, i) => roll.map((face) => ({ value: String(face), roll: i + 1 })))];
  const roles = draws.map((draw, i) => ({ draw, label: [i === 0 ? 'td.role.starter' : 'td.role.die'], values: values[i], needed: true }));
  const blocks = Math.floor(draws.reduce((most, draw) => Math.max(most, draw.words.at(-1)?.index ?? -1), -1) / WORDS_IN_BLOCK) + 1;
  const steps = [
    step(t('td.why.seats'), 'derivation-6', t(`td.why.seats_${story.round.params.seat_seeds}`), lines(story)),
    step(t('why.message'), 'derivation-2', t('td.why.message', { count: blocks }), messages(stream, blocks)),
    step(t('why.hmac'), 'derivation-2', t('why.hmac_say'), words(stream, /** @type {any} */ (roles), blocks)),
    step(t('why.arithmetic'), 'derivation-3', t('td.why.arithmetic'), arithmetic(/** @type {any} */ ({ game: 'raw' }), /** @type {any} */ (roles))),
  ];
  return h('section', { class: 'why', 'aria-labelledby': 'why-title' }, h('h2', { id: 'why-title' }, t('td.why.title')), h('p', null, t('why.lead')), h('ol', { class: 'steps' }, steps.map((make, i) => make(i + 1))));
}

/** From the players' seeds to one. @param {Story} story */
function lines({ round }) {
  const { client_seeds } = round.seeds;
  return h(
    'dl',
    { class: 'box eq' },
    h('dt', null, t('td.why.lines')),
    h('dd', null, Object.entries(client_seeds).map(([name, seed]) => h('div', null, h('code', null, `${name}:${seed}`)))),
    h('dt', null, 'SHA-256'),
    h('dd', null, h('code', null, h('span', { class: 'm' }, tableClientSeed(client_seeds)))),
  );
}

/** Where a check failed. @param {Story} story @param {Check} check @param {Showing} showing */
function whereView(story, check, showing) {
  const last = TOLD.last(story);
  const places = /** @type {Record<string, number>} */ ({ rules: last, bots: Number(check.detail.values.index), outcome: last, settlement: last });
  const at = check.status === 'fail' ? places[check.check] : undefined;
  if (at === undefined) return null;
  const { winner, turn, points } = story.matches[at];
  const said = winner !== null ? t('td.where.over', { name: nameIn(story, winner) }) : t('td.where.turn', { name: nameIn(story, turn), number: at + 1, points });
  return [said, ' ', leading(showing, at, 'pic-of-match', t('td.where.show'))];
}

/** @type {import('../tables/stories.js').Told<Story>} */
const TOLD = { storyOf, last: ({ matches }) => matches.length - 1, player, empty, none: 'td.none' };

/** @param {{record: Record<string, any>, at?: number}} view */
export const draw = (view) => drawn(TOLD, view);

/** What is shown of the records of matches that come to the page. */
export const matchView = () => storyView(TOLD, { what: whatOf, where: whereView, below: (story, showing) => [history(story, showing), explanation(story)] });
