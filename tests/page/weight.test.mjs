/**
 * How much JavaScript the page loads before it shows a first result: under 100 000 bytes, as they are served, for every game in both
 * languages. The modules are those that the page itself asked for, in a browser small enough for Node (`small-dom.mjs`).
 */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { deriveRecord } from '../../web_verifier/page/ui/rederive.js';
import { GAMES, emptySlip, toRecord } from '../../web_verifier/page/ui/fields.js';
import { HASH, SEED } from './pair.mjs';

const PAGE = new URL('../../web_verifier/page/', import.meta.url);
const MOST = 100_000;

/** What is played to the end of each round that `weigh.mjs` types. @type {Record<string, {type: string, [member: string]: unknown}[]>} */
const PLAYED = {
  mines: [{ type: 'open', cell: 3 }, { type: 'open', cell: 4 }, { type: 'cash_out' }],
  hilo: [{ type: 'guess', guess: 'higher' }, { type: 'cash_out' }],
  blackjack: [{ type: 'stand' }],
};

/** @param {string} game */
function expected(game) {
  const slip = { ...emptySlip(game), client_seed: 'quiet harbour', server_seed: SEED, server_seed_hash: HASH, nonce: '127' };
  if (game !== 'raw') slip.options.stake = '250';
  return deriveRecord(toRecord({ ...slip, actions: PLAYED[game] ?? [] }));
}

/** The modules that a module needs at its start, by their paths in the page. @param {string} path @returns {string[]} */
function needs(path) {
  const source = readFileSync(new URL(path, PAGE), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  return [...source.matchAll(/^(?:import|export)\b[^;'"]*? from '(\.[^']+)';/gm)].map(
    ([, other]) => new URL(other, new URL(path, PAGE)).href.slice(PAGE.href.length),
  );
}

/** These modules, and all that they need at their start. @param {readonly string[]} paths */
function whole(paths) {
  const all = new Set(paths);
  for (const path of all) for (const other of needs(path)) all.add(other);
  return all;
}

/** @param {Iterable<string>} paths */
const weight = (paths) => [...paths].reduce((sum, path) => sum + statSync(new URL(path, PAGE)).size, 0);

for (const language of ['en', 'ru']) {
  for (const game of GAMES) {
    test(`a first result of ${game}, ${language}`, async () => {
      const run = [new URL('weigh.mjs', import.meta.url).pathname, language, game];
      const { stdout } = await promisify(execFile)(process.execPath, run);
      /** @type {{shown: {heading: string, chips: string, outcome: string}, text: string, loads: string[]}} */
      const { shown, text, loads } = JSON.parse(stdout);

      // It is a result: outcome, multiplier and what comes back.
      const { outcome, settlement, finished } = expected(game);
      assert.ok(finished && outcome);
      for (const [name, value] of Object.entries(outcome))
        assert.ok(shown.outcome.includes(`${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`), shown.outcome);
      for (const amount of Object.values(settlement ?? {}))
        if (amount !== null) assert.match(shown.chips, new RegExp(`\\b${amount}\\b`));

      // No text is missing: one that is not there would be shown by its id, such as `field.nonce`.
      assert.doesNotMatch(text, /[a-z]\.[a-z]/);

      // Nothing was overlooked: each module came with all that it needs, and none twice.
      assert.ok(loads.includes('ui/main.js') && loads.includes(`games/${game}.js`) && loads.includes(`texts/ui-${language}.js`));
      assert.equal(new Set(loads).size, loads.length);
      assert.deepEqual([...whole(loads)].sort(), [...loads].sort());
      const bytes = weight(loads);
      assert.ok(bytes < MOST, `${bytes} bytes: ${loads.join(' ')}`);
    });
  }
}

test('what a first result can do without is not asked for at the start', () => {
  const start = whole(['ui/main.js']);
  const later = /^(?:verify|texts|ui\/pictures)\/|^core\/(?:json|log|notes|merkle|ed25519|sha512|unicode15|cards)\.js$|^games\/(?:all|claims)\.js$/;
  assert.deepEqual([...start].filter((path) => later.test(path)), []);
  // Types have no weight: no module loads them.
  for (const path of start) assert.ok(!needs(path).includes('ui/types.js') && !needs(path).includes('games/game.js'), path);
});
