/** A table's record as it is seen: its story, told once, and what is shown of it now. Loaded with the first record of a table. */

import { programs } from '../by-hand.js';
import { h } from '../dom.js';
import { t } from '../language.js';
import { player } from './player.js';
import { programsOf } from './programs.js';
import { provenNow } from './proofs.js';
import { showingOf } from './showing.js';
import { storyOf } from './story.js';
import { history } from './streets.js';
import { whereView } from './where.js';
import { explanation } from './why.js';

/** @typedef {import('../judge.js').Judgement} Judgement */
/** @typedef {import('./story.js').Story} Story */
/** @typedef {import('./showing.js').Showing} Showing */

/** Nothing was dealt, or nothing can be read. @param {unknown} game */
const empty = (game) =>
  h('figure', { class: `stage pic-of-table pic-of-${String(game)} pic-empty` }, h('figcaption', { class: 'pic-none' }, t('pic.none')));

/** The members that are texts or numbers. @param {unknown} value @returns {Record<string, string | number>} */
const plain = (value) => Object.fromEntries(Object.entries(value ?? {}).filter(([, one]) => typeof one === 'string' || typeof one === 'number'));

/**
 * One line on what hand it is. A record that is not well formed may hold anything, or nothing, in each place.
 * @param {Record<string, any>} record
 */
export function whatOf(record) {
  const { small_blind: small, big_blind: big, ante, limit } = plain(record.params);
  const { table_id: table = '–', hand = '–' } = plain(record.table);
  const { nonce = '–' } = plain(record.seeds);
  return t('pt.what', {
    game: t(`game.${record.game}`),
    limit: t(limit === 'pot' ? 'pt.limit.pot' : 'pt.limit.no'),
    blinds: big === undefined ? t('pt.ante', { ante }) : t('pt.blinds', { small, big }),
    table,
    hand: String(hand),
    nonce: String(nonce),
  });
}

/**
 * The picture of a record at a moment of its hand; at the end, where none is named.
 * @param {{record: Record<string, any>, at?: number, viewer?: number | null}} view
 * @returns {{figure: HTMLElement, text: string}} `text` says everything that the figure shows
 */
export function draw({ record, at, viewer = null }) {
  const story = storyOf(record);
  if (story === null) return { figure: empty(record.game), text: t('pic.none') };
  const count = story.hands.length - 1;
  const { figure, text } = player(story, showingOf(count, { at: Math.min(at ?? count, count), viewer }));
  return { figure, text: text() };
}

/** What is shown of the records of tables that come to the page. */
export function tableView() {
  /** @type {Record<string, any> | null} */
  let record = null;
  /** @type {Story | null} */
  let story = null;
  /** @type {Showing | null} */
  let showing = null;

  /** The same record keeps the moment and the seat that were chosen. @param {Judgement} judged */
  function take(judged) {
    const known = record === judged.record;
    record = judged.record;
    const formed = judged.checks.find(({ check }) => check === 'format')?.status === 'pass';
    if (!known) story = formed ? storyOf(record) : null;
    const first = known && showing !== null ? { at: showing.at(), viewer: showing.viewer() } : {};
    showing = story && showingOf(story.hands.length - 1, first);
  }

  return {
    what: whatOf,

    /** @param {Judgement} judged */
    draw(judged) {
      take(judged);
      return { figure: story && showing ? player(story, showing).figure : empty(judged.record.game) };
    },

    /** Where a check failed, of the record that was drawn last. @param {import('../judge.js').Check} check */
    where: (check) => (story && showing ? whereView(story, check, showing) : null),

    /** What stands below the frame, about the record that was drawn last. */
    below: () => (story && showing ? [provenNow(story), history(story, showing), explanation(story), programs(programsOf(story))] : []),
  };
}
