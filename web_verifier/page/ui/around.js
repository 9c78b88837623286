/** What comes once the form stands: the shapes of icons, the footer, ears for what is dropped and pasted, and the self-test. */

import { listenForDrops, listenForPastes } from './arrivals.js';
import { showFooter } from './footer.js';
import { useShapes } from './icons.js';
import { loadTexts } from './language.js';
import { operatorChoice } from './operators/choice.js';
import { SHAPES } from './shapes.js';

/**
 * @param {{banner: HTMLElement, footer: HTMLElement}} places
 * @param {(files: File[]) => void} takeFiles
 * @param {(text: string, source: string) => void} take
 * @param {ReturnType<typeof import('./round.js').roundView>} round
 */
export function around(places, takeFiles, take, round) {
  /** @type {import('./footer.js').SelfTest} */
  let selfTest = null;
  /** @type {ReturnType<typeof operatorChoice> | null} */
  let operators = null;
  const show = () => {
    showFooter(places, selfTest);
    operators?.show();
  };
  useShapes(SHAPES);
  listenForDrops((files) => operators?.takes(files) || takeFiles(files), (text) => take(text, 'source.file'));
  listenForPastes((text) => take(text, 'source.pasted'));

  function stand() {
    operators ??= operatorChoice(round);
    show();
  }

  /** Recomputes known answers, until they came out right once. A test that could not run did not pass. */
  async function recompute() {
    if (selfTest?.failed.length === 0) return;
    try {
      const { runSelfTest } = await import('../verify/selftest.js');
      selfTest = await runSelfTest();
    } catch (error) {
      selfTest = { total: 0, failed: [{ name: String(error) }], webcrypto: false };
    }
    show();
  }

  return { show, test: () => Promise.all([loadTexts('foot').then(stand), recompute()]) };
}
