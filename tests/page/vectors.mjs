/** Test vectors: the cases of a file, with the inputs of their group put under their own. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { Fault } from '../../web_verifier/page/core/fault.js';

/**
 * @typedef {object} Case
 * @property {number} id
 * @property {string} comment
 * @property {string[]} flags
 * @property {'accepted' | 'refused'} result
 * @property {string} [layer]
 * @property {any} given
 * @property {any} [expect]
 */

/**
 * @param {string} name
 * @returns {Case[]}
 */
export function cases(name) {
  const file = JSON.parse(readFileSync(new URL(`../../vectors/${name}.json`, import.meta.url), 'utf8'));
  /** @type {Case[]} */
  const all = file.groups.flatMap((/** @type {any} */ group) =>
    group.cases.map((/** @type {any} */ one) => ({ ...one, given: { ...group.given, ...one.given } })),
  );
  assert.equal(all.length, file.count);
  assert.equal(all.filter((one) => one.result === 'refused').length, file.refused);
  return all;
}

/**
 * One test a case: what is accepted gives exactly what is expected, what is refused is refused by its layer.
 * @param {string} name
 * @param {(given: any, one: Case) => unknown} run
 */
export function testVectors(name, run) {
  test(`vectors/${name}.json`, async (context) => {
    for (const one of cases(name)) {
      await context.test(`${one.id}: ${one.comment}`, () => {
        if (one.result === 'accepted') assert.deepEqual(run(one.given, one), one.expect);
        else assert.throws(() => run(one.given, one), refusal(String(one.layer)));
      });
    }
  });
}

/**
 * For `assert.throws`: a Fault of this layer.
 * @param {string} layer
 */
export function refusal(layer) {
  return (/** @type {unknown} */ error) => {
    assert.ok(error instanceof Fault, String(error));
    assert.equal(error.layer, layer);
    return true;
  };
}
