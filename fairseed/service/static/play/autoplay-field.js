/** The part of the slip that starts and stops autoplay. */

import { fill, h } from '../verify/ui/dom.js';
import { icon } from '../verify/ui/icons.js';
import { say, signed } from './words.js';

const NAMES = /** @type {const} */ (['rounds', 'win', 'loss']);

/** A whole number of at least 1, null where nothing is said, NaN where it is something else. @param {string} text */
export function limit(text) {
  const bare = text.replace(/[\s\u00a0\u202f]/g, '');
  if (bare === '') return null;
  return /^[1-9][0-9]{0,14}$/.test(bare) ? Number(bare) : NaN;
}

/** @param {{start: (limits: import('./autoplay.js').Limits) => void, stop: () => void}} on */
export function autoplayField(on) {
  const node = h('details', { class: 'more-rules auto' });
  const status = h('p', { class: 'hint', id: 'h-auto', role: 'status' });
  const button = h('button', { type: 'button', class: 'btn', id: 'b-auto', 'aria-describedby': 'h-auto', onclick: press });
  /** @type {Record<string, HTMLInputElement>} */
  const inputs = {};
  /** @type {{running: import('./autoplay.js').Autoplay | null, end: string, ready: boolean}} */
  let now = { running: null, end: '', ready: false };

  const limits = () => ({ rounds: limit(inputs.rounds.value) ?? NaN, win: limit(inputs.win.value), loss: limit(inputs.loss.value) });

  /** @param {KeyboardEvent} event */
  function key(event) {
    // Enter in a limit starts autoplay, not the one bet of the slip.
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (now.running === null) press();
  }

  function press() {
    if (now.running) on.stop();
    else if (now.ready && !Object.values(limits()).some(Number.isNaN)) on.start(limits());
  }

  function label() {
    const before = Object.fromEntries(NAMES.map((name) => [name, inputs[name]?.value ?? (name === 'rounds' ? '10' : '')]));
    for (const name of NAMES) {
      inputs[name] = h('input', {
        id: `f-auto-${name}`,
        type: 'text',
        inputmode: 'numeric',
        autocomplete: 'off',
        value: before[name],
        oninput: () => show(now),
        onkeydown: key,
        'aria-describedby': 'h-auto',
      });
    }
    const field = (/** @type {string} */ name) =>
      h('div', { class: 'field' }, h('label', { for: `f-auto-${name}` }, say(`auto.${name}`), name !== 'rounds' && h('span', null, say('auto.optional'))), inputs[name]);
    fill(node, h('summary', null, say('auto.title')), h('div', null, NAMES.map(field), button, status));
    show(now);
  }

  /** @param {typeof now} state */
  function show(state) {
    now = state;
    const { running, end, ready } = state;
    for (const name of NAMES) inputs[name].disabled = running !== null;
    const wrong = Object.values(limits()).some(Number.isNaN);
    button.disabled = running ? running.stopping : !ready || wrong;
    // Left as it is while rounds go by: somebody may be about to press it.
    const label = say(running ? 'auto.stop' : 'auto.start');
    if (button.textContent !== label) fill(button, running && icon('stop', 16), label);
    if (running?.stopping) fill(status, say('auto.stopping'));
    else if (running) fill(status, say('auto.running', { done: running.done, rounds: running.rounds, net: signed(running.net) }));
    else fill(status, wrong ? say('auto.whole') : end);
    if (running) node.open = true;
  }

  return { node, label, show };
}
