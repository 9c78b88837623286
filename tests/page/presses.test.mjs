/** A result that would be shown anew waits while somebody presses, and no longer. */

import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { pressedIn } from '../../web_verifier/page/ui/presses.js';

/** The events that the browser tells, in a window with one place in it. */
class Told extends Event {
  /** @param {string} name @param {object} [members] */
  constructor(name, members = {}) {
    super(name);
    Object.assign(this, members);
  }
}

let around = new EventTarget();
let place = new EventTarget();
let shown = 0;
let waits = () => false;

mock.timers.enable({ apis: ['setTimeout'] });
Object.assign(globalThis, { window: globalThis, addEventListener: (/** @type {any[]} */ ...all) => Reflect.apply(around.addEventListener, around, all) });

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout'] });
  [around, place, shown] = [new EventTarget(), new EventTarget(), 0];
  waits = pressedIn([/** @type {any} */ (place)], () => shown++);
});

const down = () => place.dispatchEvent(new Told('pointerdown', { button: 0 }));
const up = (name = 'pointerup') => around.dispatchEvent(new Told(name));

test('what is asked for while a button is held is asked for again behind its release', () => {
  assert.equal(waits(), false);
  for (const end of ['pointerup', 'pointercancel', 'contextmenu', 'blur']) {
    shown = 0;
    down();
    mock.timers.tick(10_000);
    assert.equal(waits(), true);
    assert.equal(shown, 0);
    up(end);
    mock.timers.tick(1000);
    assert.equal(shown, 1, end);
    assert.equal(waits(), false);
  }
});

test('nothing is asked for where nothing waited', () => {
  down();
  up();
  mock.timers.tick(1000);
  assert.equal(shown, 0);
});

test('a press at once behind another is not ended by the release of that one', () => {
  down();
  up();
  down();
  mock.timers.tick(1000);
  assert.equal(waits(), true);
  up();
  mock.timers.tick(1000);
  assert.equal(shown, 1);
});

test('a click is a press no more: what it does is shown at once', () => {
  down();
  assert.equal(waits(), true);
  up();
  around.dispatchEvent(new Told('click'));
  assert.equal(waits(), false);
  mock.timers.tick(1000);
  assert.equal(shown, 1);
});

test('only the main button, and a space bar on what it presses', () => {
  const on = (/** @type {boolean} */ pressable) => {
    const event = new Told('keydown', { key: ' ' });
    Object.defineProperty(event, 'target', { value: { closest: () => (pressable ? {} : null) } });
    place.dispatchEvent(event);
  };
  place.dispatchEvent(new Told('pointerdown', { button: 2 }));
  assert.equal(waits(), false);
  on(false);
  assert.equal(waits(), false);
  on(true);
  assert.equal(waits(), true);
  up('keyup');
  mock.timers.tick(1000);
  assert.equal(waits(), false);
});
