/**
 * Every picture in every state, from the vectors, to be looked at. Query: `lang` (en, ru), `theme` (light, dark), `game`. Served from the
 * root of the repository, since it reads `vectors/`. `window.audit()` looks for what no picture may have.
 */

import { h } from '../../web_verifier/page/ui/dom.js';
import { loadTexts, setLanguage } from '../../web_verifier/page/ui/language.js';
import { draw } from '../../web_verifier/page/ui/pictures/index.js';
import { STATES, views } from './states.mjs';

const query = new URLSearchParams(location.search);
const only = query.get('game');

/** @param {string} name */
async function cases(name) {
  const file = await (await fetch(`../../vectors/${name}.json`)).json();
  return file.groups.flatMap((/** @type {any} */ group) => group.cases.map((/** @type {any} */ one) => ({ ...one, given: { ...group.given, ...one.given } })));
}

/**
 * What must not be: text under 12 px as it stands on the screen, text that leaves the picture or lies on other text of the same drawing,
 * anything wider than the window.
 */
async function audit() {
  /** @type {string[]} */
  const faults = [];
  for (const details of document.querySelectorAll('details')) details.open = true;
  await new Promise((drawn) => setTimeout(drawn, 100));
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (wide > 0) faults.push(`the page is ${wide} px wider than the window`);
  for (const section of document.querySelectorAll('#gallery > section')) {
    const name = section.querySelector('h2')?.textContent ?? '';
    const stage = section.querySelector('.stage');
    if (!stage) continue;
    const box = stage.getBoundingClientRect();
    /** @type {[DOMRect, string][]} */
    const drawn = [];
    for (const node of stage.querySelectorAll('*')) {
      const text = [...node.childNodes].filter((child) => child.nodeType === 3).map((child) => child.textContent?.trim()).join('');
      if (!text) continue;
      const rect = node.getBoundingClientRect();
      if (rect.width === 0 || rect.height === 0) continue;
      const matrix = node instanceof SVGGraphicsElement ? node.getScreenCTM() : null;
      const scale = matrix ? Math.hypot(matrix.a, matrix.b) : 1;
      const size = parseFloat(getComputedStyle(node).fontSize) * scale;
      if (size < 11.99) faults.push(`${name}: "${text}" is ${size.toFixed(1)} px`);
      if (rect.left < box.left + 4 || rect.right > box.right - 4) faults.push(`${name}: "${text}" leaves the stage`);
      if (node instanceof HTMLElement && node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).display !== 'inline') faults.push(`${name}: "${text}" overflows its box`);
      drawn.push(...lines(node).map((line) => /** @type {[DOMRect, string]} */ ([line, text])));
    }
    for (const [i, [a, textA]] of drawn.entries()) {
      for (const [b, textB] of drawn.slice(i + 1)) {
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 2 && down > 4) faults.push(`${name}: "${textA}" lies on "${textB}"`);
      }
    }
  }
  return faults;
}

/** The boxes of the lines of a node's own text. @param {Element} node */
function lines(node) {
  const range = document.createRange();
  return [...node.childNodes].filter((child) => child.nodeType === 3 && child.textContent?.trim()).flatMap((child) => {
    range.selectNodeContents(child);
    return [...range.getClientRects()];
  });
}

async function show() {
  document.documentElement.dataset.theme = query.get('theme') ?? 'light';
  await setLanguage(query.get('lang') === 'ru' ? 'ru' : 'en');
  await loadTexts('pictures', 'more');
  const games = [...new Set(STATES.map(({ game }) => game))].filter((game) => !only || game === only);
  const sources = Object.fromEntries(await Promise.all(games.map(async (game) => [game, game === 'deck' ? [] : await cases(game)])));
  for (const { name, view } of views(sources)) {
    const { figure, text } = draw(view);
    document.querySelector('#gallery')?.append(h('section', null, h('h2', null, name), h('div', { class: 'frame' }, figure, h('p', { class: 'said' }, text))));
  }
  Object.assign(window, { audit, ready: true });
}

await show().catch((error) => Object.assign(window, { failed: String(error?.stack ?? error) }));
