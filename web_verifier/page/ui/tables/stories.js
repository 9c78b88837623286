/** Records that are seen moment by moment, of matches and of rounds against the house: a picture for each moment, and what stands below. */

import { h } from '../dom.js';
import { t } from '../language.js';
import { showingOf } from './showing.js';

/** @typedef {import('../judge.js').Judgement} Judgement */
/** @typedef {import('../judge.js').Check} Check */
/** @typedef {import('./showing.js').Showing} Showing */

/**
 * @template S
 * @typedef {object} Told
 * @property {(record: any) => S | null} storyOf
 * @property {(story: S) => number} last the number of the last moment
 * @property {(story: S, showing: Showing) => {figure: HTMLElement, text: () => string}} player `text` says everything that the figure shows now
 * @property {() => HTMLElement} empty where there is no story
 * @property {string} none the text for that
 */

/**
 * The picture of a record at a moment; at the end, where none is named.
 * @template S @param {Told<S>} told @param {{record: Record<string, any>, at?: number}} view
 */
export function drawn({ storyOf, last, player, empty, none }, { record, at }) {
  const story = storyOf(record);
  if (story === null) return { figure: empty(), text: t(none) };
  const count = last(story);
  const { figure, text } = player(story, showingOf(count, { at: Math.min(at ?? count, count) }));
  return { figure, text: text() };
}

/**
 * What is shown of the records that come to the page.
 * @template S
 * @param {Told<S>} told
 * @param {{what: (record: any) => any, where: (story: S, check: Check, showing: Showing) => any, below: (story: S, showing: Showing) => any[]}} parts
 */
export function storyView({ storyOf, last, player, empty }, { what, where, below }) {
  /** @type {Record<string, any> | null} */
  let record = null;
  /** @type {S | null} */
  let story = null;
  /** @type {Showing | null} */
  let showing = null;

  return {
    what,

    /** The same record keeps the moment that was chosen. @param {Judgement} judged */
    draw(judged) {
      const known = record === judged.record;
      record = judged.record;
      const formed = judged.checks.find(({ check }) => check === 'format')?.status === 'pass';
      if (!known) story = formed ? storyOf(record) : null;
      showing = story && showingOf(last(story), known && showing !== null ? { at: showing.at() } : {});
      return { figure: story && showing ? player(story, showing).figure : empty() };
    },

    /** @param {Check} check */
    where: (check) => (story && showing ? where(story, check, showing) : null),

    below: () => (story && showing ? below(story, showing) : []),
  };
}

/** Leads to a moment of the picture. @param {Showing} showing @param {number} at @param {string} picture its class @param {string} text */
export function leading(showing, at, picture, text) {
  const show = () => {
    showing.go(at);
    document.querySelector(`.${picture}`)?.scrollIntoView({ block: 'nearest' });
  };
  return h('button', { type: 'button', class: 'link', onclick: show }, text);
}
