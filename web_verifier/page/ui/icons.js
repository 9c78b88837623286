/**
 * Icons. Their shape carries the state, so they never stand for it by colour alone; beside each stands its word. Shapes come after the
 * first paint (`shapes.js`); until then an icon is an empty place of its size.
 */

import { svg } from './dom.js';

/** @typedef {Record<string, () => SVGElement[]>} Shapes */

/** @type {Shapes | null} */
let shapes = null;
/** Icons that wait for their shapes, with their names. @type {Map<SVGElement, string>} */
const waiting = new Map();

/** @param {string} name @param {number} [size] @param {string} [label] where no word stands beside it */
export function icon(name, size = 20, label) {
  const said = label === undefined ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': label };
  return drawn(svg('svg', { width: size, height: size, viewBox: '0 0 20 20', class: name === 'busy' && 'spin', ...said }), name);
}

/** The board that waits while there is nothing to check. */
export const emptyBoard = () =>
  drawn(svg('svg', { class: 'board', viewBox: '0 0 320 172', width: '100%', 'aria-hidden': 'true' }), 'board');

/** @param {SVGElement} node @param {string} name */
function drawn(node, name) {
  if (shapes) node.append(...shapes[name]());
  else waiting.set(node, name);
  return node;
}

/** Draws what waits, and from now on all at once. @param {Shapes} given */
export function useShapes(given) {
  shapes = given;
  for (const [node, name] of waiting) drawn(node, name);
  waiting.clear();
}
