/** What icons are drawn of, by their names. */

import { svg } from './dom.js';

const ROUND = { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' };
/** @param {string} d @param {Record<string, string | number>} [more] */
const line = (d, more = {}) => svg('path', { d, fill: 'none', stroke: 'currentColor', 'stroke-width': 1.7, ...ROUND, ...more });
/** @param {string} d */
const solid = (d) => svg('path', { d, fill: 'currentColor' });
const ring = (more = {}) =>
  svg('circle', { cx: 10, cy: 10, r: 8.2, fill: 'none', stroke: 'currentColor', 'stroke-width': 1.6, ...more });
/** @param {string} d */
const cutOut = (d) => svg('path', { d, fill: 'none', stroke: 'var(--paper)', 'stroke-width': 2, ...ROUND });

/** @type {Record<string, () => SVGElement[]>} */
export const SHAPES = {
  verified: () => [svg('circle', { cx: 10, cy: 10, r: 9, fill: 'currentColor' }), cutOut('M5.8 10.4l2.8 2.8 5.6-6.2')],
  failed: () => [solid('M6.3 1h7.4L19 6.3v7.4L13.7 19H6.3L1 13.7V6.3z'), cutOut('M7 7l6 6m0-6l-6 6')],
  info: () => [
    ring({ r: 8 }),
    line('M10 9v5', { 'stroke-width': 1.8 }),
    svg('circle', { cx: 10, cy: 6.2, r: 1.1, fill: 'currentColor' }),
  ],
  idea: () => [
    line('M10 2a5.6 5.6 0 0 0-3.2 10.2c.6.5.8 1.1.8 1.8h4.8c0-.7.2-1.3.8-1.8A5.6 5.6 0 0 0 10 2zM8 16.5h4M8.8 18.6h2.4', {
      'stroke-width': 1.6,
    }),
  ],
  down: () => [line('M5 8l5 5 5-5', { 'stroke-width': 1.8 })],
  file: () => [line('M10 2.5v9m-3.6-3.2L10 12l3.6-3.7M3.5 12.5v3a2 2 0 0 0 2 2h9a2 2 0 0 0 2-2v-3')],
  paste: () => [
    svg('rect', { x: 4, y: 4, width: 12, height: 13.5, rx: 2, fill: 'none', stroke: 'currentColor', 'stroke-width': 1.6 }),
    solid('M7.5 2.5h5v3h-5z'),
    line('M7 9.5h6M7 13h4', { 'stroke-width': 1.6 }),
  ],
  example: () => [line('M4 3.5h12v13H4zM7 7.5h6M7 10.5h6M7 13.5h3', { 'stroke-width': 1.6 })],
  theme: () => [ring({ r: 7.2 }), solid('M10 2.8a7.2 7.2 0 0 1 0 14.4z')],
  unchecked: () => [ring({ 'stroke-dasharray': '3.4 3.04' }), line('M6.8 10h6.4', { 'stroke-width': 2 })],
  pending: () => [ring(), line('M10 5.4V10l3 2', { 'stroke-width': 1.8 })],
  busy: () => [
    svg('circle', { cx: 10, cy: 10, r: 8, fill: 'none', stroke: 'var(--line)', 'stroke-width': 2.4 }),
    line('M10 2a8 8 0 0 1 8 8', { 'stroke-width': 2.4 }),
  ],
  tick: () => [line('M4 10.6l4 4 8-9', { 'stroke-width': 2.2 })],
  left: () => [line('M15 10H5m4-4.2L4.8 10 9 14.2', { 'stroke-width': 1.9 })],
  right: () => [line('M5 10h10m-4-4.2L15.2 10 11 14.2', { 'stroke-width': 1.9 })],
  link: () => [
    line(
      'M8.5 11.5a3.2 3.2 0 0 0 4.6 0l2.6-2.6a3.2 3.2 0 0 0-4.6-4.6L10 5.4M11.5 8.5a3.2 3.2 0 0 0-4.6 0l-2.6 2.6a3.2 3.2 0 0 0 4.6 4.6l1.1-1.1',
    ),
  ],
  lock: () => [
    svg('rect', { x: 4, y: 8.5, width: 12, height: 9, rx: 2, fill: 'none', stroke: 'currentColor', 'stroke-width': 1.6 }),
    line('M6.8 8.5V6.2a3.2 3.2 0 0 1 6.4 0v2.3', { 'stroke-width': 1.6 }),
  ],
  stop: () => [svg('rect', { x: 5, y: 5, width: 10, height: 10, rx: 1.5, fill: 'currentColor' })],
  logo: () => [
    // The mark of the page: a ball's path between three pegs.
    svg(
      'g',
      { transform: 'scale(0.7142857)' },
      svg('rect', { x: 1, y: 1, width: 26, height: 26, rx: 7, fill: 'var(--st)' }),
      ...[
        [14, 7.5],
        [9.5, 14],
        [18.5, 14],
      ].map(([cx, cy]) => svg('circle', { cx, cy, r: 2, fill: 'var(--st-peg)' })),
      svg('path', { d: 'M14 3.5l4.6 6.4-4.6 6.6 4.2 5.6', fill: 'none', stroke: 'var(--gold)', 'stroke-width': 2.2, ...ROUND }),
    ),
  ],
  board: () => {
    const pegs = [];
    for (let row = 0; row < 8; row++) {
      for (let peg = 0; peg <= row; peg++) {
        pegs.push(svg('circle', { cx: 160 - row * 11 + peg * 22, cy: 16 + row * 20, r: 2.6 }));
      }
    }
    return [svg('g', { fill: 'var(--st-peg)', opacity: 0.55 }, ...pegs)];
  },
};
