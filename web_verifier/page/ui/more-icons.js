/** Icons beside those of the form, and how the state of a check looks. */

import { svg } from './dom.js';
import { SHAPES as FIRST, drawn, line, ring } from './icons.js';

/** @type {Record<string, () => SVGElement[]>} */
const SHAPES = {
  ...FIRST,
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
};

/**
 * @param {string} name
 * @param {number} [size]
 * @param {string} [label] where no word stands beside it
 */
export function icon(name, size, label) {
  const node = drawn(SHAPES[name](), size, label);
  if (name === 'busy') node.classList.add('spin');
  return node;
}

/** How a state of a check looks and is called. @type {Record<string, {icon: string, tone: string, word: string}>} */
export const STATES = {
  pass: { icon: 'verified', tone: 'ok', word: 'state.verified' },
  fail: { icon: 'failed', tone: 'bad-c', word: 'state.failed' },
  skip: { icon: 'unchecked', tone: 'skip', word: 'state.unchecked' },
  wait: { icon: 'pending', tone: 'wait', word: 'state.unchecked' },
  busy: { icon: 'busy', tone: 'skip', word: 'state.busy' },
};
