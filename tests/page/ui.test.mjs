/** The page's own modules, as far as they need no browser: links, cleaning, texts, slips, inputs, offers, programs, many rounds. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { clientSeedFaults } from '../../web_verifier/page/core/acceptance.js';
import { readJson } from '../../web_verifier/page/core/json.js';
import { GAMES as RULES } from '../../web_verifier/page/games/all.js';
import { CLAIMS } from '../../web_verifier/page/games/claims.js';
import { alias, readLines, slipOfFields } from '../../web_verifier/page/ui/aliases.js';
import { textOf } from '../../web_verifier/page/ui/arrivals.js';
import { clean } from '../../web_verifier/page/ui/cleaning.js';
import { TIDY } from '../../web_verifier/page/ui/controls.js';
import { deriveRecord as derive } from '../../web_verifier/page/ui/rederive.js';
import { detail, fail } from '../../web_verifier/page/verify/checks.js';
import { diagnose } from '../../web_verifier/page/ui/diagnosis.js';
import { visible } from '../../web_verifier/page/ui/dom.js';
import { EXAMPLES } from '../../web_verifier/page/ui/examples.js';
import { cell, toCsv, toJsonLines } from '../../web_verifier/page/ui/export.js';
import { GAMES, complete, emptySlip, toRecord } from '../../web_verifier/page/ui/fields.js';
import { PLAIN_SEED, hintsOf } from '../../web_verifier/page/ui/hints.js';
import { readInput, readRecord } from '../../web_verifier/page/ui/input.js';
import { judge, viewOf } from '../../web_verifier/page/ui/judge.js';
import { chooseLanguage, loadTexts, number, setLanguage, t, template } from '../../web_verifier/page/ui/language.js';
import { linkOfRecord, linkOfSlip, readLink } from '../../web_verifier/page/ui/links.js';
import { Run } from '../../web_verifier/page/ui/many-run.js';
import { fileName, report } from '../../web_verifier/page/ui/report.js';
import { headingOf, stateOf, whatOf } from '../../web_verifier/page/ui/result.js';
import { difference, sidesOf } from '../../web_verifier/page/ui/difference.js';
import { rolesOf } from '../../web_verifier/page/ui/roles.js';
import { same } from '../../web_verifier/page/ui/same.js';
import { fromRecord } from '../../web_verifier/page/ui/slips.js';
import { snippets } from '../../web_verifier/page/ui/snippets.js';
import { stepOf } from '../../web_verifier/page/ui/tape.js';
import { verifyRecord } from '../../web_verifier/page/verify/record.js';

const PAGE = new URL('../../web_verifier/page/', import.meta.url);
const SEED = '615f0041cbea7e2006b3f3db75dce661ba69c10f11dfeab090edcfdc014f8d1b';
const HASH = 'cdeaf321fe9ac052f7f19537294f3efd8eba646f4726a0bda85b77990d0a081e';
const plinko = { ...emptySlip('plinko'), client_seed: 'quiet harbour', server_seed: SEED, server_seed_hash: HASH, nonce: '127' };

/** @param {string} name @returns {Promise<Record<string, any>>} */
const texts = async (name) => (await import(new URL(`texts/${name}.js`, PAGE).href)).default;
/** @param {string} game @returns {Record<string, any>} */
const example = (game) => JSON.parse(EXAMPLES[game]);
/** @param {Record<string, any>} record @param {(copy: any) => void} change */
const changed = (record, change) => {
  const copy = structuredClone(record);
  change(copy);
  return copy;
};

// Links

test('a link holds the slip and gives it back', () => {
  const slip = {
    ...emptySlip('mines'),
    client_seed: 'a:b&c=d #%"<игрок>',
    server_seed: SEED,
    nonce: '42',
    actions: [{ type: 'open', cell: 3 }, { type: 'cash_out' }],
  };
  const { slip: read, version } = readLink(`#${linkOfSlip(slip, { lang: 'ru' })}`);
  assert.deepEqual({ read, version }, { read: slip, version: 1 });
});

test('any client seed and nonce go through a link unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), (client_seed, nonce) => {
      const slip = { ...plinko, client_seed, nonce: String(nonce) };
      assert.deepEqual(readLink(linkOfSlip(slip)).slip, slip);
    }),
  );
});

test('a server seed that is not whole goes into no link', () => {
  assert.ok(linkOfSlip(plinko).includes(SEED));
  for (const server_seed of ['', SEED.slice(1), SEED.toUpperCase(), `${SEED}0`]) {
    assert.equal(new URLSearchParams(linkOfSlip({ ...plinko, server_seed })).has('server_seed'), false);
  }
});

test('a record goes whole into a link, without what makes it too long', () => {
  const link = linkOfRecord({ ...example('dice'), receipt: { body: 'x'.repeat(9000) } });
  assert.deepEqual(JSON.parse(String(readLink(String(link)).record)), example('dice'));
  assert.equal(linkOfRecord({ ...example('dice'), note: 'x'.repeat(9000) }), null);
});

test('links of other versions, games and forms fill nothing in', () => {
  for (const fragment of [
    '',
    '#',
    '#v=2&game=dice',
    '#game=dice&nonce=1',
    '#v=1',
    '#v=1&game=poker',
    '#v=1&game=constructor',
    '#v=01&game=dice',
  ]) {
    const { slip, record } = readLink(fragment);
    assert.deepEqual({ slip, record }, { slip: null, record: null }, fragment);
  }
  assert.deepEqual(readLink('#v=1&game=mines&actions={"a":1}').slip?.actions, []);
  assert.deepEqual(readLink('#v=1&game=mines&actions=[1,null,{"type":2},{"type":"open","cell":1}]').slip?.actions, [
    { type: 'open', cell: 1 },
  ]);
  assert.deepEqual(readLink('#view=how&lang=ru').look, { view: 'how', lang: 'ru' });
});

// Cleaning

test('white space at the edges of a client seed is left out and told, inside it stays', () => {
  assert.deepEqual(clean('client_seed', 'quiet harbour '), {
    text: 'quiet harbour',
    notes: [{ id: 'note.edges', values: { count: 1 } }],
  });
  assert.equal(clean('client_seed', '\ufeff\u00a0a  b\n').text, 'a  b');
  assert.deepEqual(clean('client_seed', 'Client: x "y"'), { text: 'Client: x "y"', notes: [] });
});

test('seeds lose line breaks, names and quotes, and keep their case', () => {
  assert.equal(clean('server_seed', `${SEED.slice(0, 32)}\r\n${SEED.slice(32)}`).text, SEED);
  assert.equal(clean('server_seed', `Server seed: ${SEED}`).text, SEED);
  assert.equal(clean('server_seed_hash', `"${HASH}"`).text, HASH);
  assert.equal(clean('server_seed', SEED.toUpperCase()).text, SEED.toUpperCase());
});

test('numbers and words of other pages are written as records write them', () => {
  const cases = [
    ['nonce', '#127', '127'],
    ['nonce', ' 1 024 ', '1024'],
    ['nonce', '1,024', '1024'],
    ['nonce', '007', '7'],
    ['nonce', '12x', '12x'],
    ['nonce', '-1', '-1'],
    ['target', '50', '50.00'],
    ['target', '50,5', '50.50'],
    ['target', '2x', '2.00'],
    ['target', '×3', '3.00'],
    ['target', '50.000', '50.00'],
    ['target', '50.001', '50.001'],
    ['direction', 'Roll over', 'over'],
    ['direction', 'меньше', 'under'],
    ['risk', 'Средний', 'medium'],
    ['game', 'HiLo', 'hilo'],
    ['game', 'Мины', 'mines'],
  ];
  for (const [name, before, after] of cases)
    assert.equal(clean(name, before, name === 'target' ? 'places' : 'text').text, after, `${name} ${before}`);
});

test('cleaning twice changes nothing more', () => {
  fc.assert(
    fc.property(fc.constantFrom('client_seed', 'server_seed', 'nonce', 'target', 'risk'), fc.string(), (name, text) => {
      const kind = name === 'target' ? 'places' : 'text';
      const once = clean(name, text, kind).text;
      assert.equal(clean(name, once, kind).text, once);
    }),
  );
});

test('what is taken for tidy would not be changed by cleaning', () => {
  const fields = /** @type {const} */ ([
    ['client_seed', 'text'],
    ['server_seed', 'hex'],
    ['server_seed_hash', 'hex'],
    ['nonce', 'whole'],
    ['stake', 'whole'],
    ['target', 'places'],
    ['rtp', 'decimal'],
    ['multipliers', 'text'],
  ]);
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789. ,aAfF#x\u200b'), maxLength: 8 });
  fc.assert(
    fc.property(fc.constantFrom(...fields), fc.oneof(digits, fc.string({ unit: 'binary' })), ([name, kind], text) => {
      if (TIDY[kind].test(text)) assert.deepEqual(clean(name, text, kind), { text, notes: [] });
    }),
    { numRuns: 2000 },
  );
  for (const [kind, text] of [['text', 'quiet harbour'], ['hex', SEED], ['hex', SEED.toUpperCase()], ['whole', '127'], ['places', '50.00'], ['decimal', '0.98']])
    assert.ok(TIDY[kind].test(text), text);
});

test('aliases of fields', () => {
  for (const [name, field] of [
    ['clientSeed', 'client_seed'],
    ['Client Seed', 'client_seed'],
    ['Hashed Server Seed', 'server_seed_hash'],
    ['Серверный сид', 'server_seed'],
    ['Nonce', 'nonce'],
    ['номер раунда', 'nonce'],
    ['bet_amount', 'stake'],
  ]) {
    assert.equal(alias(name), field, name);
  }
  assert.equal(alias('constructor'), undefined);
});

test('what the page calls a field is a name of that field', async () => {
  const fields = ['game', 'client_seed', 'server_seed', 'server_seed_hash', 'nonce', 'stake', 'target', 'direction', 'rows', 'risk'];
  for (const language of ['en', 'ru']) {
    const said = await texts(`ui-${language}`);
    for (const name of [...fields, 'size', 'mines', 'perfect_pairs', 'twenty_one_plus_three', 'rtp'])
      assert.equal(alias(said[`field.${name}`]), name, said[`field.${name}`]);
  }
  assert.equal(alias('Номер'), 'nonce');
});

test('lines with names fill fields', () => {
  const read = readLines(`Client seed: quiet harbour\nServer seed = ${SEED}\nNonce\t127\nweather: fine`);
  assert.deepEqual(read?.fields, { client_seed: 'quiet harbour', server_seed: SEED, nonce: '127' });
  assert.equal(readLines('just: one'), null);
  const { slip, notes } = slipOfFields(
    emptySlip('dice'),
    { game: 'Mines', client_seed: 'a ', nonce: '#5', mines: '3', rows: '9' },
    [{ from: 'Mines count', to: 'mines' }],
  );
  assert.deepEqual(
    [slip.game, slip.client_seed, slip.nonce, slip.options.mines, slip.options.rows],
    ['mines', 'a', '5', '3', undefined],
  );
  assert.deepEqual(Object.keys(notes).sort(), ['client_seed', 'game', 'mines', 'nonce']);
});

// What comes in

test('inputs are told apart', () => {
  const record = EXAMPLES.dice;
  const line = JSON.stringify(example('dice'));
  assert.equal(readInput(record).kind, 'record');
  assert.equal(readInput(`${line}\n${line}\n`).kind, 'many');
  assert.equal(readInput(`https://verify.example/page#${linkOfSlip(plinko)}`).kind, 'link');
  assert.equal(readInput(`#${linkOfSlip(plinko)}`).kind, 'link');
  const fields = readInput('{"clientSeed": "abc", "nonce": 5, "game": "Dice"}');
  assert.deepEqual(fields.kind === 'fields' && fields.fields, { client_seed: 'abc', nonce: '5', game: 'Dice' });
  for (const text of ['', 'hello', '[1]', '{', '{}', '{"type":"x"}', '{"type":"close","nonce":1}', '"x"', `\ufeff${record}`])
    assert.equal(readInput(text).kind, 'unreadable', text);
});

test('a record is a record, whatever texts it holds', () => {
  const link = `#${linkOfRecord(example('mines'))}`;
  for (const text of [link, '#v=1', '#v=2', `https://verify.example/${link}&x=`, `#${linkOfSlip(plinko)}`, 'Server seed: a\nClient seed: b']) {
    const forged = { ...example('dice'), round_id: text, outcome: { roll: '0.00' } };
    for (const written of [JSON.stringify(forged), JSON.stringify(forged).replaceAll(' ', '\\u0020'), JSON.stringify(forged, null, 1)]) {
      const input = readInput(written);
      assert.equal(input.kind === 'record' && input.value.round_id, text);
      assert.notEqual(readInput(`\u200b${written}`).kind, 'link');
    }
  }
});

test('a link that holds nothing is none, and what stands in a link as a record can be nothing else', () => {
  for (const text of ['#v=1', '#v=0&game=dice', '#v=1&game=poker', 'https://verify.example/#v=x', 'seed#v=1'])
    assert.equal(readInput(text).kind, 'unreadable', text);
  assert.equal(readInput('#v=2').kind, 'link');
  const line = JSON.stringify(example('dice'));
  assert.equal(readRecord(line).kind, 'record');
  for (const text of [`${line}\n${line}`, '{"client_seed": "a", "nonce": 1}', `#${linkOfSlip(plinko)}`, 'Nonce: 1\nClient seed: a', ''])
    assert.equal(readRecord(text).kind, 'unreadable', text);
});

test('what cannot be read is told with its place and the commonest reasons', () => {
  const cases = [
    ['{\n "client_seed": "quiet harbour",\n "nonce": 127 "server_seed": "615f"\n}', 3, 15, 'unreadable.comma', '"server_seed"'],
    ["{'a': 1}", 1, 2, 'unreadable.quote', "'"],
    ['{"a": 1,}', 1, 9, 'unreadable.trailing', '}'],
    ['{"a": [1,', 1, 10, 'unreadable.end', ''],
  ];
  for (const [text, line, column, why, marked] of cases) {
    const input = readInput(String(text));
    assert.equal(input.kind, 'unreadable');
    const place = input.kind === 'unreadable' ? input.place : null;
    const last = place?.lines.at(-1);
    assert.deepEqual(
      [place?.line, place?.column, place?.why, last?.text.slice(last.from, last.to)],
      [line, column, why, marked],
      String(text),
    );
  }
});

// Slips and records

test('every example is verified, and its slip gives its claims back', () => {
  for (const game of GAMES) {
    const record = example(game);
    const verdict = verifyRecord(readJson(EXAMPLES[game]));
    assert.equal(verdict.verdict, 'verified', game);
    const { params, bet, seeds, actions } = toRecord(fromRecord(record));
    assert.deepEqual(
      { params, bet, seeds, actions },
      { params: record.params, bet: record.bet, seeds: record.seeds, actions: record.actions },
      game,
    );
  }
});

/** @param {string} game */
const cases = (game) => {
  const { groups } = JSON.parse(readFileSync(new URL(`../../vectors/${game}.json`, import.meta.url), 'utf8'));
  return groups.flatMap((/** @type {any} */ group) =>
    group.cases.map((/** @type {any} */ one) => ({ ...one, given: { ...group.given, ...one.given } })),
  );
};

test('what the seeds give is what the vectors expect', () => {
  let run = 0;
  for (const game of GAMES) {
    for (const { given, result, expect, id } of cases(game)) {
      if (result !== 'accepted') continue;
      const { server_seed, client_seed, nonce, params, bet, actions } = given;
      const derived = derive({ game, params, bet, actions, seeds: { server_seed, client_seed, nonce } });
      assert.equal(derived.fault, null, `${game} ${id}`);
      assert.ok(same(derived.outcome, expect.outcome), `${game} ${id}`);
      assert.doesNotThrow(() => rolesOf(derived));
      run++;
    }
  }
  assert.ok(run > 400, String(run));
});

test('no record is judged against itself', () => {
  const judged = judge(plinko, null, false);
  assert.deepEqual(
    judged.checks.map(({ check, status }) => [check, status]),
    [
      ['format', 'pass'],
      ['commitment', 'pass'],
      ['receipt', 'skip'],
      ['log', 'skip'],
      ['rules', 'pass'],
      ['outcome', 'skip'],
      ['settlement', 'skip'],
    ],
  );
  assert.equal(judged.verdict, 'derived');
  assert.deepEqual([viewOf(judged).outcome, viewOf(judged).expected], [null, { path: 'RRLRRLLRRRLRRRRR', bin: 12 }]);
  assert.equal(judge({ ...plinko, server_seed: SEED.slice(2) }, null, false).state, 'empty');
  assert.equal(judge({ ...plinko, server_seed_hash: SEED }, null, false).verdict, 'failed');
  const refused = judge({ ...plinko, options: { ...plinko.options, stake: '10000000' } }, null, false);
  assert.deepEqual(
    refused.checks.filter(({ status }) => status === 'fail').map(({ check }) => check),
    ['rules'],
  );
});

test('the round of a slip is the one of its nonce, digit by digit', () => {
  const { client_seed } = plinko;
  for (const nonce of ['0', '9007199254740991', '9007199254740992', '9007199254740993', '9999999999999999', '9223372036854775807']) {
    const { derived } = judge({ ...plinko, nonce }, null, false);
    assert.equal(derived.stream?.message(0), `${client_seed}:${nonce}:0`);
  }
});

test('a round that is not finished shows what is on the table', () => {
  const slip = { ...fromRecord(example('blackjack')), actions: [] };
  const judged = judge(slip, null, false);
  assert.equal(judged.derived.finished, false);
  assert.deepEqual(judged.derived.outcome?.dealer.cards.length, 2);
  assert.deepEqual(
    judged.derived.legal.map(({ type }) => type),
    ['hit', 'stand', 'double', 'split'],
  );
  assert.equal(judged.checks.find(({ check }) => check === 'rules')?.status, 'skip');
});

test('a changed record is verified as it is now, an unchanged one as it was written', () => {
  const base = { text: EXAMPLES.dice.replace('"nonce":1', '"nonce":1.0'), value: example('dice'), source: 'x' };
  assert.equal(judge(fromRecord(base.value), base, false).checks[0].status, 'fail');
  const now = judge({ ...fromRecord(base.value), nonce: '2' }, base, true);
  assert.equal(now.verdict, 'failed');
  assert.equal(now.record.round_id, 'example-dice');
});

test('of a link it is not said that its record carries no receipt and no proof', () => {
  const value = example('dice');
  const said = (/** @type {string} */ source) =>
    judge(fromRecord(value), { text: EXAMPLES.dice, value, source }, false)
      .checks.filter(({ status }) => status === 'skip')
      .map(({ check, detail }) => [check, detail.id]);
  assert.deepEqual(said('source.file'), [['receipt', 'receipt.none'], ['log', 'log.none']]);
  assert.deepEqual(said('source.link'), [['receipt', 'claim.link'], ['log', 'claim.link']]);
});

test('an edit of one field makes no other claim right', () => {
  const wrong = [
    ['"nonce":1', '"nonce":7,"nonce":1'],
    ['"stake":100', '"stake":"100"'],
    ['"stake":100', '"stake":100,"edge":1'],
    ['"stake":100', '"stake":100,"__proto__":1'],
    ['"roll":"69.70"', '"roll":"1.00","roll":"69.70"'],
    ['"direction":"over"', '"direction":"over","edge":1'],
    ['"scheme":"fairseed-v1",', '"scheme":"fairseed-v2",'],
    ['"scheme":"fairseed-v1",', ''],
    ['"scheme":"fairseed-v1",', '"scheme":"fairseed-v1","note":1.5,'],
    ['"game": "dice"', '"game": "dices"'],
    ['"actions": []', '"actions": [5]'],
    ['"actions": []', '"actions": {}'],
  ];
  for (const [right, other] of wrong) {
    const text = EXAMPLES.dice.replace(right, other);
    assert.notEqual(text, EXAMPLES.dice);
    const base = { text, value: readJson(text).value, source: 'x' };
    const slip = fromRecord(base.value);
    const rtp = { ...slip, options: { ...slip.options, rtp: '0.980' } };
    // Changed and put back, or another spelling of the same.
    for (const now of [slip, rtp]) {
      const judged = judge(now, base, true);
      assert.equal(judged.checks[0].status, 'fail', other);
      if (now === slip) assert.deepEqual(judged.checks, judge(now, base, false).checks, other);
    }
  }
  const base = { text: EXAMPLES.dice, value: readJson(EXAMPLES.dice).value, source: 'x' };
  const slip = fromRecord(base.value);
  assert.equal(judge({ ...slip, options: { ...slip.options, rtp: '0.980' } }, base, true).verdict, 'verified');
  // What is wrong in a field can be made right in it.
  const text = EXAMPLES.dice.replace('"nonce":1', '"nonce":1.0').replace('"stake":100', '"stake":"100"');
  const broken = { text, value: readJson(text).value, source: 'x' };
  const options = { ...slip.options, stake: '1000' };
  const settlement = { ...example('dice').settlement, staked: 1000, returned: 1960 };
  const more = { ...broken, text: text.replace('100,"returned":196', '1000,"returned":1960'), value: { ...broken.value, settlement } };
  assert.equal(judge({ ...slip, options }, more, true).verdict, 'verified');
  assert.equal(judge({ ...slip, options, nonce: '0' }, more, true).checks[0].status, 'fail');
});

test('hints while typing are no errors', () => {
  const hints = hintsOf({ ...plinko, server_seed: SEED.slice(0, 44), nonce: '12x' });
  assert.deepEqual(hints.server_seed, [{ id: 'hint.count', values: { count: 44 }, tone: 'plain' }]);
  assert.deepEqual(hints.nonce, [{ id: 'hint.nonce', tone: 'attn' }]);
  assert.equal(hintsOf(plinko).server_seed_hash[0].tone, 'good');
  assert.deepEqual(hintsOf({ ...plinko, server_seed: SEED.toUpperCase() }).server_seed[0].patch, { server_seed: SEED });
});

test('a client seed that is taken for plain is one that a service accepts', () => {
  const plainish = fc.string({ unit: fc.constantFrom(...'a ~!\u00e9\u007f\t', '\u{1F3B2}'), maxLength: 70 });
  fc.assert(
    fc.property(fc.oneof(plainish, fc.string({ unit: 'binary-ascii', maxLength: 70 })), (seed) => {
      if (seed !== '' && PLAIN_SEED.test(seed)) assert.deepEqual(clientSeedFaults(seed), []);
      else assert.deepEqual(hintsOf({ ...plinko, client_seed: seed }).client_seed, []);
    }),
    { numRuns: 2000 },
  );
  assert.ok(PLAIN_SEED.test('quiet harbour'));
  const [hint] = hintsOf({ ...plinko, client_seed: 'a ' }, clientSeedFaults).client_seed;
  assert.deepEqual([hint.id, hint.tone], ['seed.white-space', 'plain']);
});

test('a slip that says enough has the form of a record, so its claims need no reading', () => {
  const texts = fc.constantFrom('', '0', '1', '7', '100', '007', '1.5', '50.00', '0.98', '1.0000001', 'over', 'low', 'high', 'x', '-1', '16', '9007199254740993', '1 2.5 3');
  let read = 0;
  fc.assert(
    fc.property(fc.constantFrom(...GAMES), fc.array(fc.tuple(fc.nat(9), texts), { maxLength: 4 }), (game, changes) => {
      const slip = { ...plinko, ...emptySlip(game), client_seed: 'a', server_seed: SEED, nonce: '5' };
      const names = Object.keys(slip.options);
      for (const [at, text] of changes) slip.options[names[at % names.length]] = text;
      if (!complete(slip)) return;
      const rules = RULES.get(game);
      const claims = CLAIMS.get(game);
      assert.ok(rules && claims);
      const { params, bet } = toRecord(slip);
      assert.deepEqual(rules.fill(params), rules.fill(claims.readParams(params)));
      if (rules.hasBet) assert.deepEqual(bet, claims.readBet?.(bet));
      read++;
    }),
    { numRuns: 3000 },
  );
  assert.ok(read > 300, String(read));
});

test('a verdict is said in words, in both languages', async () => {
  const base = (/** @type {Record<string, any>} */ value) => ({ text: JSON.stringify(value), value, source: 'x' });
  const judged = (/** @type {Record<string, any>} */ value) => judge(fromRecord(value), base(value), false);
  const dice = example('dice');
  const pending = judged(changed(dice, (copy) => delete copy.seeds.server_seed));
  const isVoid = judged(
    changed(
      dice,
      (copy) => ((copy.void = { reason: 'x' }), delete copy.outcome, (copy.settlement = { staked: 100, returned: 100 })),
    ),
  );
  const failed = judged(changed(dice, (copy) => (copy.outcome.roll = '1.00')));
  const link = { ...failed, checks: [fail('commitment', detail('commitment.seat-link', { seat: 1 }))] };
  const said = {
    en: ['Round verified', 'Waiting for the server seed', 'Called-off round verified', 'Outcome does not match', 'A seat’s seed is not the one it committed to'],
    ru: ['Раунд проверен', 'Ожидается серверный сид', 'Отменённый раунд проверен', 'Исход не совпадает', 'Сид места не тот, что был обещан'],
  };
  await loadTexts('checks', 'more');
  for (const language of /** @type {const} */ (['ru', 'en'])) {
    await setLanguage(language);
    assert.deepEqual([judged(dice), pending, isVoid, failed, link].map(headingOf), said[language]);
  }
  assert.equal(whatOf(example('plinko')), 'Plinko, 16 rows, medium risk. Nonce 45');
  assert.equal(whatOf({}), 'A game that is not named. Nonce –');
  assert.deepEqual(
    pending.checks.map((check) => stateOf(check, pending.verdict)),
    ['pass', 'wait', 'skip', 'skip', 'pass', 'wait', 'wait'],
  );
  assert.equal(viewOf(isVoid).expected, null);
  const { checks, verdict, record } = JSON.parse(report(failed));
  assert.deepEqual([verdict, record, checks[5].status, checks[5].expected], ['failed', failed.record, 'fail', { roll: '69.70' }]);
  assert.equal(checks[0].detail, t('format.pass'));
  assert.deepEqual(
    [fileName('../..\\a b/ж', '.json'), fileName(null, '.json'), fileName('...', '')],
    ['a-b-.json', 'round.json', 'round'],
  );
});

test('texts on demand come in the language that is chosen later too', async () => {
  await loadTexts('more');
  assert.equal(t('why.settlement'), 'Settlement');
  await setLanguage('ru');
  assert.equal(t('why.settlement'), 'Расчёт');
  await setLanguage('en');
  assert.equal(t('no.such.id'), 'no.such.id');
});

// Offers

test('each common mistake is found and offered, and the offer makes the record match', () => {
  const dice = example('dice');
  const { server_seed, server_seed_hash } = dice.seeds;
  /** Records whose outcome is evidence enough. @type {Record<string, any>} */
  const strong = {
    raw: { ...example('raw'), params: { words: 4 }, seeds: { ...dice.seeds, nonce: 5 } },
    'many mines': { ...example('mines'), params: { ...example('mines').params, size: 8, mines: 24 }, actions: [] },
  };
  for (const record of Object.values(strong)) {
    delete record.ruleset;
    delete record.receipt;
  }
  const { mines } = derive(strong['many mines']).outcome ?? {};
  const safe = [0, 1, 2, 3].filter((cell) => !mines.includes(cell));
  strong['many mines'].actions = [{ type: 'open', cell: safe[0] }, { type: 'cash_out' }];
  for (const record of Object.values(strong)) {
    const { outcome, settlement } = derive(record);
    Object.assign(record, { outcome }, settlement && { settlement });
  }
  /** @type {[string, (copy: any) => void, string][]} */
  const mistakes = [
    ['raw', (copy) => (copy.seeds.nonce += 2), 'offer.nonce_lower'],
    ['raw', (copy) => (copy.seeds.nonce -= 1), 'offer.nonce_higher'],
    ['raw', (copy) => (copy.seeds.client_seed = ` ${copy.seeds.client_seed}`), 'offer.spaces_client'],
    ['raw', (copy) => (copy.seeds.client_seed = `"${copy.seeds.client_seed}"`), 'offer.quotes_client'],
    ['raw', (copy) => (copy.seeds.client_seed = copy.seeds.client_seed.toUpperCase()), 'offer.lower_client'],
    // One roll, or one board of few mines, is too little evidence.
    ['dice', (copy) => (copy.seeds.nonce += 1), 'offer.possible'],
    ['mines', (copy) => (copy.seeds.nonce += 1), 'offer.possible'],
    ['raw', (copy) => (copy.seeds.client_seed = copy.seeds.client_seed.normalize('NFC') + '\u200b'), 'offer.none'],
    ['dice', (copy) => (copy.seeds.server_seed = server_seed_hash), 'offer.hash_as_seed'],
    ['many mines', (copy) => (copy.params.size = 7), 'offer.size'],
    ['many mines', (copy) => (copy.seeds.nonce += 1), 'offer.nonce_lower'],
    ['dice', (copy) => (copy.seeds.server_seed = server_seed.toUpperCase()), 'offer.upper_seed'],
    ['dice', (copy) => (copy.seeds.server_seed_hash = server_seed_hash.toUpperCase()), 'offer.upper_hash'],
    ['dice', (copy) => (copy.seeds.server_seed = `${server_seed.slice(0, 32)} ${server_seed.slice(32)}`), 'offer.spaces_seed'],
    [
      'dice',
      (copy) => Object.assign(copy.seeds, { server_seed: server_seed_hash, server_seed_hash: server_seed }),
      'offer.swapped',
    ],
    ['plinko', (copy) => ((copy.params.risk = 'low'), delete copy.params.multipliers), 'offer.risk'],
  ];
  for (const [game, mistake, id] of mistakes) {
    const record = changed(strong[game] ?? example(game), mistake);
    const { checks } = verifyRecord(readJson(JSON.stringify(record)));
    const [offer] = diagnose(record, [...checks]);
    assert.equal(offer?.id, id, `${game} ${id}`);
    if (Object.keys(offer.patch).length === 0) continue;
    const mended = changed(record, (copy) => {
      for (const [name, value] of Object.entries(offer.patch)) {
        const where = name in copy.seeds ? copy.seeds : copy.params;
        where[name] = typeof where[name] === 'number' ? Number(value) : value;
      }
    });
    assert.equal(verifyRecord(readJson(JSON.stringify(mended))).verdict, 'verified', `${game} ${id}`);
  }
});

test('nothing is named for what nothing explains', () => {
  const record = changed(example('dice'), (copy) => (copy.outcome.roll = '0.00'));
  const [offer, ...more] = diagnose(record, [...verifyRecord(readJson(JSON.stringify(record))).checks]);
  assert.deepEqual([offer.id, offer.patch, more], ['offer.none', {}, []]);
});

test('only what differs is marked', () => {
  const [expected, actual] = difference({ mines: [1, 8], result: 'exploded' }, { mines: [1, 9], result: 'exploded' });
  const marked = (/** @type {{text: string, differs: boolean}[]} */ pieces) =>
    pieces.filter(({ differs }) => differs).map(({ text }) => text);
  assert.deepEqual([marked(expected), marked(actual)], [['8'], ['9']]);
  assert.deepEqual(marked(difference([1], [1, 2])[1]), ['2']);
  assert.equal(
    difference({ roll: '1.00' }, { roll: '1.00' })[0]
      .map(({ text }) => text)
      .join(''),
    'roll 1.00',
  );
});

test('each side of a check is called what it is', async () => {
  await loadTexts('checks', 'more');
  await setLanguage('en');
  const said = (/** @type {string} */ check, /** @type {string} */ id, /** @type {any} */ expected, /** @type {any} */ actual) =>
    sidesOf({ check, detail: { id }, expected, actual }).map(({ title, pieces }) => `${t(title)}: ${pieces.map(({ text }) => text).join('')}`);
  const body = { type: 'fairseed/receipt/v1', bet: { stake: 100 }, nonce: 0 };
  assert.deepEqual(said('outcome', 'outcome.fail', { roll: '1.00' }, { roll: '2.00' }), [
    'The seeds give: roll 1.00',
    'The record says: roll 2.00',
  ]);
  assert.deepEqual(said('commitment', 'commitment.fail', 'a', 'b'), ['SHA-256 of the seed: a', 'Promised hash: b']);
  assert.deepEqual(said('settlement', 'settlement.fail', { returned: 1 }, { returned: 2 }), [
    'The rules give: returned 1',
    'The record says: returned 2',
  ]);
  assert.deepEqual(said('receipt', 'receipt.round', { ...body, nonce: 3 }, body), ['The record says: nonce 3', 'The receipt says: nonce 0']);
  assert.deepEqual(said('receipt', 'receipt.answer', body, { ...body, bet: { stake: 1 } }), [
    'What you kept says: bet stake 100',
    'The record says: bet stake 1',
  ]);
  assert.deepEqual(said('nonces', 'nonces.fail', 0, 3000), ['By its place: 0', 'The record says: 3000']);
  assert.deepEqual(said('nonces', 'nonces.missing', 6, null), []);
  assert.deepEqual(said('close_root', 'close_root.fail', { rounds: 6 }, { rounds: 7 }), [
    'These records: rounds 6',
    'Close entry: rounds 7',
  ]);
});

// Programs to check by hand

test('the programs give what the page gives, whatever the client seed holds', () => {
  const hostile = '"; import os #\\ ${1} {x} \u{1F3B2} игрок\u2028';
  for (const game of GAMES) {
    const record = example(game);
    record.seeds.client_seed = hostile;
    const derived = derive({ ...record, actions: [] });
    const { python, javascript } = snippets(derived, record.seeds);
    for (const text of [python, javascript])
      assert.ok(text.split('\n').length <= 15, `${game}: ${text.split('\n').length} lines`);
    const said = [execFileSync('python3', ['-c', python]), execFileSync('node', ['-e', javascript])].map((out) =>
      out
        .toString()
        .match(/[\w.]+/g)
        ?.join(' '),
    );
    assert.equal(said[0], said[1], game);
    const { outcome } = derived;
    const wanted = {
      dice: ['roll', outcome?.roll],
      limbo: [outcome?.multiplier],
      plinko: [outcome?.path, outcome?.bin],
      mines: outcome?.mines,
      hilo: outcome?.cards,
      raw: outcome?.integers,
    }[game];
    if (wanted) assert.equal(said[0], wanted.join(' '), game);
    else
      assert.ok(
        said[0]?.startsWith(
          [outcome?.player_hands[0].cards[0], outcome?.dealer.cards[0], outcome?.player_hands[0].cards[1]].join(' '),
        ),
        game,
      );
  }
});

// Many rounds

/** @param {string} text @param {string} [name] */
const fileOf = (text, name = 'rounds.jsonl') => new File([text], name);
/** @returns {any[]} */
const bundle = (count = 40) =>
  Array.from({ length: count }, (_, nonce) => {
    const record = changed(example('dice'), (copy) => {
      copy.seeds.nonce = nonce;
      copy.round_id = `r${nonce}`;
    });
    const derived = derive(record);
    return { ...record, outcome: derived.outcome, settlement: derived.settlement };
  });
/** @param {object[]} records */
const lines = (records) => records.map((record) => JSON.stringify(record)).join('\n');

test('a bundle is verified row by row, with gaps and the first mismatch', async () => {
  const records = bundle();
  records[7] = changed(records[7], (copy) => (copy.settlement.returned += 1));
  records.splice(20, 3);
  const run = new Run([fileOf(`${lines(records)}\n\nnot json\n`)]);
  await run.go(() => {});
  assert.deepEqual({ ...run.counts, lost: 0 }, { verified: 36, failed: 1, pending: 0, unusable: 1, lost: 0, skipped: 74 });
  assert.deepEqual(
    run.problems.map((row) => [run.rows[row].nonce, run.rows[row].verdict, run.rows[row].line]),
    [
      [7, 'failed', 8],
      [null, 'unusable', 39],
    ],
  );
  assert.deepEqual(run.gaps, [{ from: 20, to: 22, row: 20 }]);
  assert.deepEqual(
    run.bundle?.checks.map(({ status }) => status),
    ['fail', 'pass', 'skip'],
  );
  assert.equal(JSON.parse(await run.text(run.rows[7])).round_id, 'r7');
});

test('pieces of a file cut lines and characters anywhere', async () => {
  const records = bundle(6).map((record, i) => ({ ...record, note: 'игра\u{1F3B2}'.repeat(60_000 + i) }));
  const run = new Run([fileOf(lines(records))]);
  await run.go(() => {});
  assert.deepEqual([run.counts.verified, run.counts.unusable, run.state], [6, 0, 'done']);
  assert.equal(JSON.parse(await run.text(run.rows[5])).round_id, 'r5');
});

test('one object over several lines is one record; many files follow one another', async () => {
  const run = new Run([fileOf(EXAMPLES.dice, 'one.json'), fileOf(EXAMPLES.mines, 'two.json')]);
  await run.go(() => {});
  assert.deepEqual([run.counts.verified, run.rows.map(({ file }) => file)], [2, [0, 1]]);
});

test('an object over several lines is one record, however long its first line', async () => {
  const { type, ...others } = example('dice');
  const run = new Run([fileOf(`{"note": "${'x'.repeat(2 ** 20)}", "type": "${type}",\n${JSON.stringify(others).slice(1)}\n`)]);
  await run.go(() => {});
  assert.deepEqual(run.rows.map(({ verdict }) => verdict), ['verified']);
});

test('no member makes a record anything else', async () => {
  for (const member of ['tlog_proof', 'close', 'entry', '__proto__', 'constructor', 'state']) {
    const [first, second] = bundle(2);
    const forged = JSON.stringify({ ...second, outcome: { roll: '0.00' } }).replace('{', `{"${member}":{"type":"close"},`);
    const run = new Run([fileOf(`${JSON.stringify(first)}\n${forged}\n`)]);
    await run.go(() => {});
    assert.deepEqual(run.rows.map(({ verdict }) => verdict), ['verified', 'failed'], member);
    assert.equal(run.bundle?.checks[2].status, 'skip', member);
  }
});

test('every close entry is to fit, not only the last', async () => {
  const close = { type: 'close', server_seed_hash: example('dice').seeds.server_seed_hash, rounds: 1, root: '0'.repeat(64) };
  const only = new Run([fileOf(`${lines(bundle(1))}\n${JSON.stringify(close)}`)]);
  await only.go(() => {});
  const { root } = /** @type {any} */ (only.bundle?.checks[2].expected);
  const right = { ...close, root };
  for (const [closes, status] of /** @type {const} */ ([[[right], 'pass'], [[right, right], 'pass'], [[close, right], 'fail'], [[right, close], 'fail']])) {
    const run = new Run([fileOf(lines([...bundle(1), ...closes]))]);
    await run.go(() => {});
    assert.equal(run.bundle?.checks[2].status, status);
  }
});

test('a line that cannot be read cannot be read by itself either', async () => {
  const [line] = [lines(bundle(1))];
  const broken = new TextEncoder().encode(line.replace('"r0"', '"QQ"')).map((byte) => (byte === 81 ? 0xff : byte));
  const long = `${line}${' '.repeat(16 * 2 ** 20)}`;
  const run = new Run([new File([`${line}\n`, broken, `\n\ufeff${line}\n${long}\n`, line], 'rounds.jsonl')]);
  await run.go(() => {});
  assert.deepEqual(
    run.rows.map(({ fault }) => fault?.id ?? ''),
    ['', 'unusable.utf8', 'unusable.byte-order-mark', 'unusable.too-large', ''],
  );
  for (const row of run.rows) assert.equal(readRecord(await run.text(row)).kind, row.fault ? 'unreadable' : 'record');
});

test('a file that cannot be read is told, and the next one is read', async () => {
  const gone = () => new File([`${lines(bundle(2))}\n`, ' '.repeat(2 ** 20), '\n'], 'gone.jsonl');
  const lost = () => Promise.reject(new DOMException('', 'NotFoundError'));
  const folder = Object.assign(gone(), { slice: () => ({ arrayBuffer: lost }), arrayBuffer: lost });
  const halfway = gone();
  const { slice } = halfway;
  halfway.slice = (from = 0, to) => (from < 2 ** 20 ? slice.call(halfway, from, to) : Object.assign(new Blob(), { arrayBuffer: lost }));
  const run = new Run([folder, halfway, fileOf(lines(bundle(1)))]);
  await run.go(() => {});
  assert.deepEqual(
    run.rows.map(({ file, line, verdict, fault }) => [file, line, fault?.id ?? verdict]),
    [[0, 1, 'unusable.file'], [1, 1, 'verified'], [1, 2, 'verified'], [1, 3, 'unusable.file'], [2, 1, 'verified']],
  );
  assert.deepEqual([run.state, run.read], ['done', run.size]);
  await assert.rejects(textOf(folder), { id: 'unusable.file' });
});

test('a run stops when it is told to', async () => {
  const run = new Run([fileOf(lines(bundle(400)))]);
  await run.go(() => run.stop());
  assert.equal(run.state, 'stopped');
  assert.ok(run.rows.length < 400);
  assert.equal(run.bundle, null);
});

test('an empty file has no round and no verdict', async () => {
  const run = new Run([fileOf('')]);
  await run.go(() => {});
  assert.deepEqual([run.rows.length, run.bundle, run.state], [0, null, 'done']);
});

test('exports hold every row; no cell is a formula', async () => {
  const records = bundle(3);
  records[1].round_id = '=HYPERLINK("http://x")';
  const run = new Run([fileOf(lines(records))]);
  await run.go(() => {});
  const csv = [...toCsv(run)];
  assert.equal(csv.length, 4);
  assert.ok(csv[2].includes(`"'=HYPERLINK(""http://x"")"`));
  assert.equal(
    [...toJsonLines(run)]
      .map((line) => JSON.parse(line))
      .at(-1).type,
    'bundle',
  );
  assert.deepEqual(['+1', '-1', '@a', '\t', 'a,b', 5, null].map(cell), ["'+1", "'-1", "'@a", "'\t", '"a,b"', '5', '']);
});

test('marks on the axis stand at round numbers', () => {
  assert.deepEqual([stepOf(5000, 11), stepOf(40, 10), stepOf(1, 10), stepOf(83000, 3)], [500, 5, 1, 50000]);
});

// Texts

const PARTS = ['ui-', 'foot-', 'more-', ''];
const all = async (/** @type {string} */ language) =>
  Object.assign({}, ...(await Promise.all(PARTS.map((part) => texts(`${part}${language}`)))));
const forms = (/** @type {any} */ text) => (typeof text === 'string' ? [text] : Object.values(text));
const places = (/** @type {string} */ text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join();

test('both languages have every text, in every plural form, with the same values', async () => {
  const [en, ru] = [await all('en'), await all('ru')];
  assert.deepEqual(Object.keys(ru).sort(), Object.keys(en).sort());
  for (const [id, text] of Object.entries(en)) {
    const other = ru[id];
    if (typeof text === 'object') assert.deepEqual(Object.keys(text), ['one', 'other'], id);
    if (typeof other === 'object') assert.deepEqual(Object.keys(other), ['one', 'few', 'many', 'other'], id);
    const wanted = places(forms(text).join());
    for (const form of [...forms(text), ...forms(other)]) {
      assert.notEqual(form, '', id);
      // In English "one" is 1 and nothing else, and may be said without its number; in Russian it is 21 too.
      if (typeof text === 'string' || form !== text.one) assert.equal(places(form), wanted, `${id}: ${form}`);
    }
  }
});

test('every Russian text is in Russian', async () => {
  const ru = await all('ru');
  for (const [id, text] of Object.entries(ru)) {
    for (const form of forms(text)) {
      // A text without letters of its own, such as a product, is in no language.
      const own = form.replace(/\{\w+\}/g, '').replace(/[^\p{L}]/gu, '');
      if (own !== '') assert.match(form, /\p{Script=Cyrillic}/u, id);
    }
  }
});

test('no text promises what no verifier can, and none exclaims', async () => {
  for (const language of ['en', 'ru']) {
    for (const [id, text] of Object.entries(await all(language))) {
      for (const form of forms(text)) assert.doesNotMatch(form, /!|provably|100 ?%|trust us|доказуемо честн/i, id);
    }
  }
});

test('every id that the page names has a text', async () => {
  const en = await all('en');
  const known = new Set(Object.keys(en));
  for (const name of readdirSync(new URL('ui/', PAGE))) {
    if (!name.endsWith('.js')) continue;
    const source = readFileSync(new URL(`ui/${name}`, PAGE), 'utf8');
    for (const [, id] of source.matchAll(/(?:\bt|parts)\(\s*'([\w-]+(?:\.[\w-]+)*)'/g))
      assert.ok(known.has(id), `${name}: ${id}`);
  }
  for (const prefix of ['what', 'game', 'why.title', 'why.outcome'].flatMap((one) =>
    GAMES.map((game) => (one.startsWith('why') ? `${one}_${game}` : `${one}.${game}`)),
  ))
    assert.ok(known.has(prefix), prefix);
});

test('plural forms and numbers', async () => {
  const { chips } = await texts('more-ru');
  const said = [1, 2, 5, 11, 21, 22, 112].map((count) => template(chips, { count }, 'ru').slice(1).join(''));
  assert.deepEqual(said, [' фишка', ' фишки', ' фишек', ' фишек', ' фишка', ' фишки', ' фишек']);
  assert.deepEqual([5, 1234, 1234567n].map(number), ['5', '1\u202f234', '1\u202f234\u202f567']);
  assert.deepEqual(
    [
      chooseLanguage('ru', ['en']),
      chooseLanguage(null, ['de', 'ru-RU', 'en']),
      chooseLanguage('xx', ['fr']),
      chooseLanguage('', []),
    ],
    ['ru', 'ru', 'en', 'en'],
  );
});

test('a value that looks like a place is no place', () => {
  assert.deepEqual(template('{a} {b}', { a: '{b}', b: 'x' }, 'en'), ['{b}', ' ', 'x']);
});

// Rules of the page

test('no sign turns round what stands beside it', () => {
  for (let code = 0; code < 0x10000; code++) {
    const sign = String.fromCharCode(code);
    const turns = /\p{Bidi_Control}/u.test(sign);
    assert.equal(visible(`a${sign}b`), turns ? `a[U+${code.toString(16).toUpperCase().padStart(4, '0')}]b` : `a${sign}b`);
  }
});

test('nothing becomes markup: no innerHTML, no eval, no style or handler in markup', () => {
  const files = readdirSync(PAGE, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(js|html)$/.test(name));
  for (const name of files) {
    const source = readFileSync(new URL(name, PAGE), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    assert.doesNotMatch(
      source,
      /\.innerHTML|\.outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function\(|\bfetch\(|XMLHttpRequest|WebSocket|sendBeacon/,
      name,
    );
    if (name.endsWith('.html')) assert.doesNotMatch(source, /<style|\sstyle=|\son\w+=/, name);
  }
});
