/** The views beside that of one round: many rounds, and how it works. Each is loaded when it is first asked for. */

import { loadTexts } from './language.js';
import { part } from './parts.js';

/** @param {Parameters<typeof import('./many.js').manyView>[0]} page */
export function viewsOf(page) {
  /** @type {ReturnType<typeof import('./many.js').manyView> | null} */
  let rounds = null;

  async function manyRounds() {
    const [{ manyView }] = await Promise.all([part(import('./many.js')), loadTexts('checks', 'more')]);
    rounds ??= manyView(page);
    rounds.show();
    return rounds;
  }

  return {
    many: async () => (await manyRounds()).node,

    /** @param {string | undefined} clause the one that a link points to */
    async how(clause) {
      const [{ howView }] = await Promise.all([part(import('./how.js')), loadTexts('checks', 'more')]);
      return howView(clause);
    },

    /** @param {File[]} files @param {() => void} go shows the view of many rounds */
    async runMany(files, go) {
      const many = await manyRounds();
      go();
      await many.run(files);
    },
  };
}
