import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import { fromHex } from '../../web_verifier/page/core/octets.js';
import { Fault } from '../../web_verifier/page/core/fault.js';
import { canonical, DEEPEST, LARGEST, readJson } from '../../web_verifier/page/core/json.js';
import { cases, refusal } from './vectors.mjs';

/** Objects that are read have no prototype; for comparing they get one. @param {unknown} value */
const plain = (value) => JSON.parse(JSON.stringify(value));

/** @param {string} value */
const member = (value) => plain(readJson(`{"x": ${value}}`).value.x);

/** @param {string} text */
const faults = (text) => readJson(text).faults.map((fault) => [fault.field, fault.id]);

/** @param {string} text @param {string} id @param {Record<string, number>} [values] */
function unusable(text, id, values) {
  for (const input of [text, Buffer.from(text)]) {
    assert.throws(() => readJson(input), (error) => {
      assert.ok(error instanceof Fault);
      assert.equal(error.id, id);
      if (values) assert.deepEqual({ line: error.values.line, column: error.values.column }, values);
      return true;
    });
  }
}

test('texts of the record vectors', async (context) => {
  for (const one of cases('records')) {
    await context.test(`${one.id}: ${one.comment}`, () => {
      const input = one.given.hex === undefined ? one.given.text : fromHex(one.given.hex);
      /** Types are judged by who reads the record. */
      const typed = /type/.test(one.comment);
      if (one.layer === 'unusable' && !typed) assert.throws(() => readJson(input), refusal('unusable'));
      else {
        const { faults } = readJson(input);
        const narrow = one.layer === 'format' && one.flags.includes('BadJson') && !/true/.test(one.comment);
        assert.equal(faults.length > 0, narrow, String(faults));
        for (const fault of faults) assert.equal(fault.layer, 'format');
      }
    });
  }
});

test('values', () => {
  assert.equal(member('"a\\u0041\\n\\/\\ud83c\\udfb2"'), 'aA\n/🎲');
  assert.deepEqual(member(' [ true , false , null , -7 , 0 ,[],{ } ] '), [true, false, null, -7, 0, [], {}]);
  assert.ok(Object.is(readJson('{"x":-0}').value.x, 0));
  assert.equal(member('9007199254740991'), Number.MAX_SAFE_INTEGER);
  assert.equal(member('-9007199254740991'), Number.MIN_SAFE_INTEGER);
});

test('members have no prototype', () => {
  const { value } = readJson('{"__proto__": {"a": 1}, "b": {}}');
  assert.deepEqual(Object.keys(value), ['__proto__', 'b']);
  assert.equal(/** @type {any} */ (value.b).constructor, undefined);
  assert.equal(value.toString, undefined);
  assert.deepEqual(faults('{"__proto__": 1, "__proto__": 2}'), [['__proto__', 'format.repeated-key']]);
  assert.deepEqual(faults('{"constructor": 1}'), []);
});

test('faults say where', () => {
  assert.deepEqual(faults('{"a": {"b": [1, 1.0, 1E2, {"c": 9007199254740992}]}}'), [
    ['a.b[1]', 'format.fraction'],
    ['a.b[2]', 'format.fraction'],
    ['a.b[3].c', 'format.number-range'],
  ]);
  assert.deepEqual(faults('{"a": 1, "\\u0061": 1}'), [['a', 'format.repeated-key']]);
  assert.deepEqual(faults('{"a": "\\ud83c", "b": "\\udfb2\\ud83c"}'), [
    ['a', 'format.surrogate'],
    ['b', 'format.surrogate'],
  ]);
  assert.deepEqual(faults('{"\\udc00": 1}'), [['', 'format.surrogate']]);
  assert.deepEqual(faults(`{"a": ${'9'.repeat(400)}, "b": -${'9'.repeat(400)}}`), [
    ['a', 'format.number-range'],
    ['b', 'format.number-range'],
  ]);
  assert.equal(faults(`{"a": [${'0.5,'.repeat(10000)}1]}`).length, 50);
});

test('what is no object at all, and where it breaks', () => {
  unusable('', 'unusable.json', { line: 1, column: 1 });
  unusable('{"a": 1,\n "🎲": x}', 'unusable.json', { line: 2, column: 7 });
  unusable('{"a": 1} {"a": 1}', 'unusable.json', { line: 1, column: 10 });
  for (const value of ['01', '-', '+1', '.5', '1.', '1e', '-a', 'NaN', 'Infinity', 'nul', "'a'", '"\t"', '"\\x"', '"\\u12g4"',
    '"\\', '"a', '[1,]', '[,]', '[1 2]', '{"a"}', '{"a":}', '{a: 1}', '{"a": 1,}', '{,}', '\u00a01', '/**/1', '\ufeff1']) {
    unusable(`{"x": ${value}}`, 'unusable.json');
  }
  unusable('[]', 'unusable.object');
  unusable('"{}"', 'unusable.object');
  unusable('\ufeff{}', 'unusable.byte-order-mark');
  for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82]]) {
    assert.throws(() => readJson(Uint8Array.from([...Buffer.from('{"'), ...bytes, ...Buffer.from('":1}')])), {
      id: 'unusable.utf8',
    });
  }
  assert.throws(() => readJson('{"x": "\ud800"}'), { id: 'unusable.utf8' });
});

test('depth and size', () => {
  /** @param {number} depth */
  const nested = (depth) => `{"x": ${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
  readJson(nested(DEEPEST));
  unusable(nested(DEEPEST + 1), 'unusable.depth');
  unusable(nested(100000), 'unusable.depth');
  /** @param {number} size @param {string} [fill] */
  const sized = (size, fill = ' ') => `{"x":"${fill}${'x'.repeat(size - Buffer.byteLength(fill) - 8)}"}`;
  for (const fill of ['y', 'ё'.repeat(100)]) {
    readJson(sized(LARGEST, fill));
    unusable(sized(LARGEST + 1, fill), 'unusable.too-large');
  }
});

/** Whatever a record can hold. */
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger().map((number) => number || 0),
    fc.string({ unit: 'binary' }),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc.dictionary(fc.string({ unit: 'binary' }), tie('value'), { maxKeys: 5, noNullPrototype: true }),
})).object;

test('canonical JSON reads back, and is what JSON.stringify says of sorted keys', () => {
  fc.assert(
    fc.property(json, (value) => {
      const text = canonical(value);
      const read = readJson(text);
      assert.deepEqual(read.faults, []);
      assert.equal(canonical(read.value), text);
      assert.equal(JSON.stringify(read.value), JSON.stringify(JSON.parse(text)));
      assert.equal(canonical(readJson(JSON.stringify(value, null, 2)).value), text);
    }),
  );
});

test('canonical JSON by RFC 8785', () => {
  const keys = { '€': 1, '\r': 2, '\ufb33': 3, 1: 4, '😀': 5, '\u0080': 6, 'ö': 7 };
  assert.equal(canonical(keys), '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}');
  assert.equal(canonical(' \u0007\b\t\n\f\r"\\/\u001f\u007f\u2028'), '" \\u0007\\b\\t\\n\\f\\r\\"\\\\/\\u001f\u007f\u2028"');
  assert.equal(canonical(-0), '0');
  assert.throws(() => canonical(0.5), refusal('format'));
  assert.throws(() => canonical(2 ** 53), refusal('format'));
  assert.throws(() => canonical('\ud800'), refusal('format'));
  assert.throws(() => canonical({ a: undefined }), TypeError);
});
