/** The rows of a long table that are drawn, between two empty ones that stand for those above and below. */

import { h } from './dom.js';

/** @param {number} columns */
export function rowsWindow(columns) {
  const pad = () => h('tr', { class: 'pad', 'aria-hidden': 'true' }, h('td', { colspan: columns }));
  const [above, below] = [pad(), pad()];
  const body = h('tbody', null, above, below);

  /** @param {HTMLTableRowElement} row @param {number} pixels */
  function tall(row, pixels) {
    row.cells[0].style.height = `${pixels}px`;
  }

  /**
   * Puts rows between what is above and below. Those that were there stay as they are, so that one of them keeps the focus.
   * @param {readonly HTMLTableRowElement[]} rows in order
   * @param {number} pixels that are above them
   * @param {HTMLElement} scroller in which the table scrolls
   */
  function show(rows, pixels, scroller) {
    const { scrollTop } = scroller;
    tall(above, pixels);
    const focused = body.contains(document.activeElement) ? document.activeElement?.id : undefined;
    const kept = new Set([above, below, ...rows]);
    for (const row of [...body.rows]) if (!kept.has(row)) row.remove();
    let next = above.nextSibling;
    for (const row of rows) {
      if (row === next) next = next.nextSibling;
      else body.insertBefore(row, next);
    }
    // While rows are missing the table is shorter, and a browser scrolls back.
    if (scroller.scrollTop !== scrollTop) scroller.scrollTop = scrollTop;
    if (focused === undefined || body.contains(document.activeElement)) return;
    (document.getElementById(focused) ?? scroller).focus({ preventScroll: true });
  }

  return {
    body,
    show,
    below: (/** @type {number} */ pixels) => tall(below, pixels),
  };
}
