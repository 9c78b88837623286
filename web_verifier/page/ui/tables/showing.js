/** Which moment of a hand is shown, and for whom. Picture, history and whatever points to a moment share it. */

/**
 * @typedef {object} Showing
 * @property {() => number} at actions made
 * @property {() => number | null} viewer null: all that the record shows
 * @property {number} count
 * @property {(at: number) => void} go
 * @property {(viewer: number | null) => void} see
 * @property {(changed: () => void) => void} listen
 */

/**
 * @param {number} count of actions
 * @param {{at?: number, viewer?: number | null}} [first]
 * @returns {Showing}
 */
export function showingOf(count, { at: begin = count, viewer: seen = null } = {}) {
  let at = begin;
  let viewer = seen;
  /** @type {(() => void)[]} */
  const listeners = [];
  const tell = () => listeners.forEach((changed) => changed());
  return {
    at: () => at,
    viewer: () => viewer,
    count,
    go(next) {
      at = Math.max(0, Math.min(count, next));
      tell();
    },
    see(next) {
      viewer = next;
      tell();
    },
    listen: (changed) => void listeners.push(changed),
  };
}
