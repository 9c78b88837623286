/** Autoplay: never more than the player said, one bet at a time. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { load } from './page.mjs';

const { Autoplay } = await load('autoplay.js');
const { limit } = await load('autoplay-field.js');
const RUNS = process.env.FAIRSEED_SOAK ? 20_000 : 1_000;

test('it plays as often as was said, and then ends', async () => {
  const run = new Autoplay({ rounds: 3, win: null, loss: null }, 10);
  assert.equal(await run.run(async () => ({ staked: 10, returned: 4 })), 'rounds');
  assert.deepEqual([run.done, run.net], [3, -18]);
});

test('never more rounds, never a greater loss, and none behind a gain that was enough', async () => {
  const chips = fc.integer({ min: 1, max: 500 });
  const some = fc.option(fc.integer({ min: 1, max: 2000 }), { nil: null });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 30 }), some, some, chips, fc.array(fc.integer({ min: 0, max: 1500 }), { minLength: 30, maxLength: 30 }), async (rounds, win, loss, stake, returns) => {
      const run = new Autoplay({ rounds, win, loss }, stake);
      let [net, made, running] = [0, 0, 0];
      const end = await run.run(async () => {
        running += 1;
        assert.equal(running, 1, 'one bet at a time');
        assert.ok(made < rounds);
        assert.ok(win === null || net < win);
        assert.ok(loss === null || net - stake >= -loss);
        await null;
        running -= 1;
        const returned = returns[made++] ?? 0;
        net += returned - stake;
        return { staked: stake, returned };
      });
      assert.deepEqual([run.done, run.net], [made, net]);
      assert.ok(loss === null || net >= -loss);
      if (end === 'rounds') assert.equal(made, rounds);
      if (end === 'win') assert.ok(win !== null && net >= win);
      if (end === 'loss') assert.ok(loss !== null && net - stake < -loss);
      assert.notEqual(end, 'stopped');
    }),
    { numRuns: RUNS },
  );
});

test('a bet that could lose more than was said is not made, the first one neither', async () => {
  const run = new Autoplay({ rounds: 5, win: null, loss: 99 }, 100);
  assert.equal(await run.run(() => assert.fail('a bet was made')), 'loss');
  assert.equal(run.done, 0);
});

test('once stopped no bet is made any more; the one on its way counts', async () => {
  const run = new Autoplay({ rounds: 100, win: null, loss: null }, 1);
  const end = await run.run(async () => {
    if (run.done === 4) run.stop();
    return { staked: 1, returned: 0 };
  });
  assert.deepEqual([end, run.done, run.net], ['stopped', 5, -5]);
});

test('what fails ends it, and the rounds before stay as they are', async () => {
  const run = new Autoplay({ rounds: 9, win: null, loss: null }, 2);
  const failing = async () => {
    if (run.done === 2) throw new Error('refused');
    return { staked: 2, returned: 3 };
  };
  await assert.rejects(run.run(failing), /refused/);
  assert.deepEqual([run.done, run.net], [2, 2]);
});

test('limits are whole numbers of at least 1', () => {
  assert.equal(limit(''), null);
  assert.equal(limit('  '), null);
  assert.equal(limit('1\u202f000'), 1000);
  for (const wrong of ['0', '-1', '1.5', '1e3', 'ten', '9'.repeat(16)]) assert.ok(Number.isNaN(limit(wrong)), wrong);
});
