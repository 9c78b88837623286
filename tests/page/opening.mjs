/**
 * The page, opened in a small browser: what somebody does there, what is shown, and which modules were loaded for it. A process can open
 * it once, since its modules run once.
 */

import { register } from 'node:module';
import { MessageChannel } from 'node:worker_threads';
import { SmallElement, browse, settle, wait } from './small-dom.mjs';

const PAGE = new URL('../../web_verifier/page/', import.meta.url).href;

/** While somebody types, the page waits for so long, and a little. */
const PAUSE = 150;
/** So often a module that is loaded is waited for. */
const OFTEN = 20_000;

const { port1, port2 } = new MessageChannel();
/** @type {string[]} */
const loaded = [];
/** @type {(() => void)[]} */
const heard = [];
port1.on('message', (message) => {
  if (message.heard) heard.shift()?.();
  else if (message.url.startsWith(PAGE)) loaded.push(message.url.slice(PAGE.length));
});
port1.unref();
register('./loads.mjs', { parentURL: import.meta.url, data: { port: port2 }, transferList: [port2] });

/** Tells the hooks something, and waits until they have heard it. @param {{refuse?: string[], hold?: string, free?: string}} order */
export const tell = (order) =>
  new Promise((done) => {
    heard.push(() => done(undefined));
    port1.ref();
    port1.postMessage(order);
  }).finally(() => port1.unref());

/** The modules that were loaded so far, in their order. */
export async function loads() {
  await tell({});
  return [...loaded];
}

/** @param {string} language @param {string} [hash] */
export async function open(language, hash) {
  const page = browse(language, hash);
  await import(`${PAGE}ui/main.js`);
  await until(() => page.getElementById('f-game'));
  return page;
}

/** Waits until there is something, while the page's clock goes on. @template T @param {() => T} found @returns {Promise<NonNullable<T>>} */
export async function until(found) {
  for (let i = 0; i < OFTEN; i++) {
    const what = found();
    if (what) return what;
    wait(PAUSE);
    await settle();
  }
  throw new Error(`never there: ${found}`);
}

/** @param {ReturnType<typeof browse>} page @param {string} id */
function field(page, id) {
  const found = page.getElementById(`f-${id}`);
  if (!(found instanceof SmallElement)) throw new Error(`no field ${id}`);
  return found;
}

/** Types into a field, in place of what stands there. @param {ReturnType<typeof browse>} page @param {string} id @param {string} text */
export function type(page, id, text) {
  const control = field(page, id);
  control.focus();
  control.value = text;
  control.fire('input');
}

/** Chooses from a list. @param {ReturnType<typeof browse>} page @param {string} id @param {string} value */
export function choose(page, id, value) {
  const control = field(page, id);
  control.focus();
  control.value = value;
  control.fire('change');
}

/** Presses a button, by its `data-key` or id. @param {ReturnType<typeof browse>} page @param {string} name */
export async function press(page, name) {
  const is = (/** @type {SmallElement} */ one) => one.tag === 'button' && (one.getAttribute('data-key') === name || one.id === name);
  (await until(() => page.body.all.find(is))).fire('click');
}

/** What is shown of a first result: heading, line of chips, outcome; null while it is not there. @param {ReturnType<typeof browse>} page */
export function firstResult(page) {
  const outcome = page.body.querySelector('.stage')?.querySelector('code')?.textContent;
  if (!outcome) return null;
  const chips = page.body.querySelector('.head')?.querySelector('.what')?.textContent ?? '';
  return { heading: page.getElementById('verdict')?.textContent ?? '', chips, outcome };
}
