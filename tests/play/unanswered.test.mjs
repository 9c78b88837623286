/** What got no answer is asked again, whatever else got none behind it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './page.mjs';

const { Unanswered } = await load('unanswered.js');

/** @returns {{lost: any, asked: string[], offers: (() => void)[], call: (name: string) => () => Promise<void>}} */
function begin() {
  /** @type {string[]} */
  const asked = [];
  /** @type {(() => void)[]} */
  const offers = [];
  const lost = new Unanswered((/** @type {() => void} */ again) => offers.push(again));
  return { lost, asked, offers, call: (name) => async () => void asked.push(name) };
}

const settled = () => new Promise((done) => setTimeout(done));

test('a quote that is lost later hides no move: both are asked again, the move first', async () => {
  const { lost, asked, offers, call } = begin();
  lost.add('call', call('move'));
  lost.add('quote', call('quote'));
  offers.at(-1)?.();
  await settled();
  assert.deepEqual(asked, ['move', 'quote']);
  lost.offer();
  assert.equal(offers.length, 2, 'nothing is left to offer');
});

test('of a kind the last one counts, and one that was answered is not asked again', async () => {
  const { lost, asked, offers, call } = begin();
  lost.add('quote', call('first'));
  lost.add('quote', call('second'));
  lost.add('read', call('read'));
  lost.drop('read');
  offers.at(-1)?.();
  await settled();
  assert.deepEqual(asked, ['second']);
});

test('what is lost again is offered again', async () => {
  const { lost, asked, offers, call } = begin();
  lost.add('call', async () => void lost.add('call', call('move')));
  offers.at(-1)?.();
  await settled();
  assert.deepEqual([asked, offers.length], [[], 2]);
  offers.at(-1)?.();
  await settled();
  assert.deepEqual(asked, ['move']);
});
