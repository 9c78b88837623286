/** Modules and texts that are loaded on demand. One that does not come is told as such: that is no bug, and it can be asked for again. */

export class NotLoaded extends Error {}

/**
 * @template T
 * @param {Promise<T>} module what `import()` gives
 * @returns {Promise<T>}
 */
export const part = (module) =>
  module.catch((error) => {
    throw new NotLoaded(error instanceof Error ? error.message : String(error));
  });

/** When what was shown last has been painted; in a page that is not in view, soon. @returns {Promise<void>} */
export const afterPaint = () =>
  new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, 500);
  });
