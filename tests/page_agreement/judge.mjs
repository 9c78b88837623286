/**
 * `node judge.mjs`: the page's modules, asked by a test in Python. A request a line on standard input, an answer a line on standard
 * output, both JSON:
 * - `{"records": [documents], "trust": {"keys", "kept": [documents], "complete"}}` → `{"records": [verdicts]}`, a document being its text
 *   or `{"hex": bytes}`;
 * - with `"bundle": true`, and perhaps `"close": document`: also `{"bundle": verdict}`;
 * - `{"rounds": [texts]}` → `{"rounds": [[verdict, digest]]}`, in short, where thousands are asked for; all checks where one fails;
 * - `{"plays": [[game, case]]}`, as the vectors have cases → `{"plays": [outcome and settlement]}`;
 * - `{"seeds": [texts]}` → `{"seeds": [ids]}`, why a service refuses these client seeds.
 * - `{"schemes": [asked]}`, rounds of public operators (`schemes/round.js`) → `{"schemes": [what explain gives]}`.
 * - `{"mistakes": [{"rounds": [[asked, expected, promised]], "pairs"}]}` → `{"mistakes": [diagnosis]}`.
 * - `{"failed": [records]}` → `{"failed": [diagnosis]}`, of those that fail.
 * - `{"history": text, "scheme", "told"}` → `{"history": report}`, in short.
 * Where something is refused `{"refused": layer, "id", "field"}` stands in its place.
 */

import { createInterface } from 'node:readline';

import { clientSeedFaults } from '../../web_verifier/page/core/acceptance.js';
import { recordDigest } from '../../web_verifier/page/core/digests.js';
import { Fault } from '../../web_verifier/page/core/fault.js';
import { readJson } from '../../web_verifier/page/core/json.js';
import { Bundle } from '../../web_verifier/page/verify/bundle.js';
import { diagnose } from '../../web_verifier/page/schemes/diagnosis.js';
import { auditHistory } from '../../web_verifier/page/schemes/history.js';
import { attemptOf, deriveRound } from '../../web_verifier/page/schemes/round.js';
import { readRows } from '../../web_verifier/page/schemes/rows.js';
import { verifyRecord } from '../../web_verifier/page/verify/record.js';
import { explain } from '../../web_verifier/page/ui/diagnosis.js';
import { play } from '../../web_verifier/page/verify/selftest.js';
import { readTrust } from '../../web_verifier/page/verify/trust.js';

/** @typedef {Record<string, any>} Json */
/** @typedef {string | {hex: string}} Source */

/** @param {Source} source */
const read = (source) => readJson(typeof source === 'string' ? source : Buffer.from(source.hex, 'hex'));

/**
 * What `run` gives, or by which layer it was refused. Anything else that is thrown is a bug, and ends the process.
 * @param {() => unknown} run
 */
function orRefused(run) {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { refused: error.layer, id: error.id, field: error.field };
  }
}

/** @param {{keys?: string[], kept?: Source[], complete?: boolean}} trust */
const trustOf = ({ keys = [], kept = [], complete = false }) => readTrust(keys, kept.map(read), complete);

/** A verdict in short, and the digest. @param {string} text */
function inShort(text) {
  const document = readJson(text);
  const found = verifyRecord(document);
  return found.verdict === 'failed' ? found : [found.verdict, recordDigest(document.value)];
}

/** @param {{rounds: [any, string, string | null][], pairs: [string, string][]}} given */
const explained = ({ rounds, pairs }) => diagnose(rounds.map(([asked, expected, promised]) => attemptOf(asked, expected, promised)), pairs);

/** @param {string} text */
function failure(text) {
  return explain(JSON.parse(text), [...verifyRecord(readJson(text)).checks])?.found ?? null;
}

/** @param {Json} request */
async function history({ history: text, scheme, told }) {
  try {
    const { columns, bets, counts, findings, diagnoses, verdict } = await auditHistory(readRows(text), scheme, told);
    const short = Object.entries(counts).map(([check, { passed, failed, skipped }]) => [check, [passed, failed, Object.values(skipped)]]);
    const named = diagnoses.map(([pair, { mistake, tried }]) => [pair, mistake && mistake.name, tried]);
    const places = findings.map(({ check, line }) => [check, line]);
    return { history: { columns, bets, verdict, counts: Object.fromEntries(short), findings: places, diagnoses: named } };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { history: { refused: error.field } };
  }
}

/** @param {Json} request @returns {Json} */
function answer(request) {
  if (request.rounds) return { rounds: request.rounds.map(inShort) };
  if (request.plays) return { plays: request.plays.map((/** @type {[string, Json]} */ [game, given]) => orRefused(() => play(game, given))) };
  if (request.seeds) return { seeds: request.seeds.map((/** @type {string} */ text) => clientSeedFaults(text).map(({ id }) => id)) };
  if (request.schemes) return { schemes: request.schemes.map((/** @type {any} */ asked) => orRefused(() => deriveRound(asked, true))) };
  if (request.failed) return { failed: request.failed.map(failure) };
  if (request.mistakes) return { mistakes: request.mistakes.map((/** @type {any} */ one) => orRefused(() => explained(one))) };
  return judge(request);
}

/** @param {Json} request @returns {Json} */
function judge({ records, trust = {}, bundle = false, close = null }) {
  const known = trustOf(trust);
  if (!bundle) return { records: records.map((/** @type {Source} */ one) => orRefused(() => verifyRecord(read(one), known))) };
  const all = new Bundle(known);
  return {
    records: records.map((/** @type {Source} */ one) => orRefused(() => all.take(read(one)))),
    bundle: orRefused(() => all.finish(close === null ? null : read(close))),
  };
}

/** Values of a sentence may be BigInts; nothing that is compared is. @param {string} _ @param {unknown} value */
const written = (_, value) => (typeof value === 'bigint' ? String(value) : value);

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  console.log(JSON.stringify(request.history === undefined ? orRefused(() => answer(request)) : await history(request), written));
}
