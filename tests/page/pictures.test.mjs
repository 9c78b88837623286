/**
 * Pictures without a DOM: where things stand, what follows from a record, and that the text equivalents say exactly what the data are. How
 * they look is for `tests/browser/test_pictures.py`.
 */

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { before, describe, test } from 'node:test';

import fc from 'fast-check';

import { LANGUAGES, loadTexts, number, setLanguage, t } from '../../web_verifier/page/ui/language.js';
import { pips, readCard } from '../../web_verifier/page/ui/pictures/cards.js';
import { fractionOf, limboChance, percentText, winningRolls } from '../../web_verifier/page/ui/pictures/chance.js';
import { deal, total } from '../../web_verifier/page/ui/pictures/deal.js';
import { scaleOf, won } from '../../web_verifier/page/ui/pictures/dice.js';
import { stepsOf, ways } from '../../web_verifier/page/ui/pictures/hilo.js';
import { describe as tell } from '../../web_verifier/page/ui/pictures/index.js';
import { chanceAt, curveOf, curvePoints } from '../../web_verifier/page/ui/pictures/limbo.js';
import { cellsOf } from '../../web_verifier/page/ui/pictures/mines.js';
import { levelFrom, pegShare, shared, stations } from '../../web_verifier/page/ui/pictures/plinko.js';
import { anchor, decadesFor, decimal, hundredths, labelRows, lens, logShare, percent } from '../../web_verifier/page/ui/pictures/scale.js';
import { wordPlace } from '../../web_verifier/page/ui/pictures/track.js';
import english from '../../web_verifier/page/texts/pictures-en.js';
import russian from '../../web_verifier/page/texts/pictures-ru.js';
import { cases } from './vectors.mjs';

/** @typedef {import('../../web_verifier/page/ui/pictures/index.js').View} View */

const GAMES = ['dice', 'limbo', 'plinko', 'mines', 'hilo', 'blackjack', 'raw'];

/** The rounds of a game's vectors as they are drawn. @param {string} game @returns {View[]} */
const rounds = (game) =>
  cases(game)
    .filter(({ result }) => result === 'accepted')
    .map(({ given, expect }) => ({
      game,
      params: given.params,
      bet: given.bet ?? null,
      actions: given.actions ?? [],
      outcome: expect.outcome,
      expected: expect.outcome,
      settlement: expect.settlement ?? null,
      differs: false,
    }));

/** A round without anything. @type {Omit<View, 'game'>} */
const NOTHING = { params: {}, bet: null, actions: [], outcome: null, expected: null, settlement: null, differs: false };

before(() => loadTexts('ui', 'pictures', 'more'));

describe('places', () => {
  test('a share is a length in per cent, and never outside', () => {
    assert.deepEqual([0, 1, 1 / 3, -1, 2, NaN].map(percent), ['0%', '100%', '33.333%', '0%', '100%', '0%']);
    assert.deepEqual([0, 0.5, 1].map((share) => anchor(share)), ['start', 'middle', 'end']);
  });

  test('hundredths are read from two places only', () => {
    assert.deepEqual(['0.00', '99.41', '1000000.00'].map(hundredths), [0, 9941, 100000000]);
    assert.deepEqual(['1', '1.0', '-1.00', 1, null].map(hundredths), [null, null, null, null, null]);
  });

  test('the logarithmic axis has room for all its multipliers', () => {
    assert.deepEqual([[1], [100], [100.01], [1e6], [2e6]].map(decadesFor), [2, 2, 3, 6, 6]);
    fc.assert(
      fc.property(fc.double({ min: 1, max: 1e6, noNaN: true }), (multiplier) => {
        const share = logShare(multiplier, decadesFor([multiplier]));
        assert.ok(share >= 0 && share <= 1);
        assert.ok(Math.abs(10 ** (share * decadesFor([multiplier])) / multiplier - 1) < 1e-9);
      }),
    );
  });

  test('a lens holds both marks, and there is none where they stand apart or together', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10000 }), fc.integer({ min: 0, max: 10000 }), (a, b) => {
        const window = lens([a, b], [0, 10000], (units) => units / 10000);
        if (a === b || Math.abs(a - b) > 400) return assert.equal(window, null);
        assert.ok(window);
        const { from, size } = window;
        assert.ok(from >= 0 && from + size <= 10000);
        return assert.ok([a, b].every((mark) => mark >= from && mark <= from + size), `${a} ${b} ${JSON.stringify(window)}`);
      }),
    );
  });

  test('a lens over a logarithmic scale shows two multipliers that lie on one pixel of it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 10 ** 8 }), fc.integer({ min: -50000, max: 50000 }), (multiplier, gap) => {
        const target = Math.min(10 ** 8, Math.max(101, multiplier + gap));
        const curve = curveOf({ ...NOTHING, game: 'limbo', params: { target: decimal(target), rtp: '0.98' }, outcome: { multiplier: decimal(multiplier) } });
        const [a, b] = [multiplier, target].map((units) => logShare(units / 100, curve.decades));
        if (multiplier === target || Math.abs((a ?? 0) - (b ?? 0)) > 0.04) return assert.equal(curve.window, null);
        assert.ok(curve.window);
        const { from, size } = curve.window;
        assert.ok(from >= 100 && from + size <= 10 ** (curve.decades + 2));
        assert.ok([multiplier, target].every((units) => units >= from && units <= from + size));
        return assert.ok(Math.abs(multiplier - target) * 200 >= size || size === 20, 'a lens that shows no more');
      }),
    );
  });

  test('labels of two marks lie neither on each other nor on the line to the other', () => {
    const place = fc.double({ min: 0, max: 1, noNaN: true });
    const width = fc.double({ min: 0.1, max: 0.33, noNaN: true });
    fc.assert(
      fc.property(place, place, width, width, (a, b, one, other) => {
        fc.pre(Math.abs(a - b) > 0.01);
        const places = labelRows([a, b], [one, other]).map(({ row, anchor: side }, i) => {
          const [x, wide] = i ? [b, other] : [a, one];
          const left = { start: x, middle: x - wide / 2, end: x - wide }[side];
          return { row, x, left, right: left + wide };
        });
        const [first, second] = places;
        assert.ok(first && second);
        for (const { left, right } of places) assert.ok(left >= -1e-9 && right <= 1 + 1e-9, 'off the picture');
        if (first.row === second.row) return assert.ok(first.right <= second.left || second.right <= first.left, 'on each other');
        const [upper, lower] = first.row < second.row ? [first, second] : [second, first];
        return assert.ok(upper.x <= lower.left || upper.x >= lower.right, 'a line through a label');
      }),
    );
  });
});

describe('dice', () => {
  test('the winning part has as many rolls as win', () => {
    for (const view of rounds('dice')) {
      const scale = scaleOf(view);
      let wins = 0;
      for (let roll = 0; roll <= 10000; roll += 1) if (won(roll, scale)) wins += 1;
      assert.equal(wins, winningRolls(scale.target, scale.direction));
      const [mark] = scale.marks;
      assert.equal(mark !== undefined && won(mark.roll, scale), Number(view.settlement?.returned) > 0);
    }
  });

  test('a word in a part of the track has no mark in it', () => {
    const place = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(place, fc.array(place, { maxLength: 2 }), (edge, marks) => {
        for (const part of /** @type {[number, number][]} */ ([[0, edge], [edge, 1]])) {
          const middle = wordPlace(part, marks, 0.15);
          if (middle === null) continue;
          assert.ok(middle - 0.15 >= part[0] - 1e-9 && middle + 0.15 <= part[1] + 1e-9);
          assert.ok(marks.every((mark) => Math.abs(mark - middle) >= 0.15 - 1e-9));
        }
      }),
    );
  });
});

describe('limbo', () => {
  test('chances are rtp / target, cut', () => {
    const chances = ['10000.00', '2.00', '1.01', '3.32'].map((target) => limboChance(hundredths(target) ?? 0, '0.98')?.text);
    assert.deepEqual(chances, ['0.0098', '49', '97.0297', '29.518']);
    assert.equal(limboChance(101, '1')?.text, '99.0099');
    assert.equal(limboChance(100, '1')?.share, 1);
    assert.equal(limboChance(200, 'x'), null);
    assert.deepEqual([percentText(1n, 10001n), percentText(1n, 3n), percentText(1n, 1n)], ['0.0099', '33.3333', '100']);
    assert.deepEqual(fractionOf('0.980'), [980n, 1000n]);
  });

  test('the curve falls from left to right and goes through what it marks', () => {
    const points = curvePoints(0.98, 4);
    for (const [i, [x, y]] of points.entries()) {
      const before = points[i - 1];
      assert.ok(x >= 0 && x <= 1000 && y >= 0 && y <= 1000);
      assert.ok(!before || (x > before[0] && y >= before[1]));
      const chance = 0.98 / 10 ** ((x / 1000) * 4);
      assert.ok(Math.abs(1000 - y - 1000 * chance) < 2);
    }
    assert.equal(chanceAt(100, 0.98), 1);
    assert.equal(chanceAt(200, 0.98), 0.49);
  });
});

describe('plinko', () => {
  test('a path ends over its bin', () => {
    for (const { params, outcome } of rounds('plinko')) {
      const hits = stations(String(outcome?.path), Number(params.rows));
      assert.equal(hits.length, Number(params.rows) + 1);
      assert.equal(hits.at(-1), outcome?.bin);
    }
    assert.deepEqual(stations('RRRR', 2), [0, 1, 2]);
  });

  test('row r has r + 1 pegs, the next row stands between them, and all is symmetric', () => {
    for (let rows = 8; rows <= 16; rows += 1) {
      for (let row = 0; row <= rows; row += 1) {
        for (let i = 0; i <= row; i += 1) {
          const here = pegShare(row, i, rows);
          assert.ok(here > 0 && here < 1);
          assert.ok(Math.abs(here + pegShare(row, row - i, rows) - 1) < 1e-12);
          if (row === rows) continue;
          const [left, right] = [pegShare(row + 1, i, rows), pegShare(row + 1, i + 1, rows)];
          assert.ok(Math.abs((left + right) / 2 - here) < 1e-12);
        }
      }
    }
  });

  test('two paths share what they begin with', () => {
    assert.deepEqual([shared('LRL', 'LRR'), shared('R', 'L'), shared('LL', 'LL'), shared('', 'L')], [2, 0, 2, 0]);
  });

  test('labels stand level only where each has room in its bin; the style sheet knows each width', () => {
    assert.equal(levelFrom(Array(9).fill('29')), 280);
    assert.equal(levelFrom(Array(17).fill('1.45')), 530);
    assert.equal(levelFrom(Array(17).fill('0.000001')), 0);
    const css = readFileSync(new URL('../../web_verifier/page/css/pictures.css', import.meta.url), 'utf8');
    for (let width = 10; width < 40; width += 0.5) {
      const level = levelFrom([...Array(9).fill('1'), '9'.repeat(Math.floor(width / 7.7))]);
      if (level) assert.match(css, new RegExp(`min-width: ${level}px\\) \\{ \\.pic-level-${level} `));
    }
  });
});

describe('mines', () => {
  test('cells hold the mines and the order of opening', () => {
    for (const { params, outcome } of rounds('mines')) {
      const layout = /** @type {import('../../web_verifier/page/ui/pictures/mines.js').Layout} */ (outcome);
      const cells = cellsOf(Number(params.size), layout);
      assert.deepEqual(cells.filter(({ mine }) => mine).map((cell) => cell.number), layout.mines);
      const opened = cells.filter(({ order }) => order > 0).sort((a, b) => a.order - b.order);
      assert.deepEqual(opened.map((cell) => cell.number), layout.opened);
      assert.equal(cells.some(({ exploded }) => exploded), layout.result === 'exploded');
    }
  });

  test('what differs from the one differs from the other', () => {
    const cell = fc.uniqueArray(fc.integer({ min: 0, max: 24 }), { maxLength: 24 });
    fc.assert(
      fc.property(cell, cell, cell, (a, b, opened) => {
        const [one, other] = [a, b].map((mines) => ({ mines, opened, result: 'open' }));
        assert.ok(one && other);
        const [left, right] = [cellsOf(5, one, other), cellsOf(5, other, one)];
        assert.deepEqual(left.map(({ differs }) => differs), right.map(({ differs }) => differs));
        const expected = Array.from({ length: 25 }, (_, i) => a.includes(i) !== b.includes(i));
        assert.deepEqual(left.map(({ differs }) => differs), expected);
      }),
    );
  });
});

describe('hilo', () => {
  test('the chances of the guesses that were right make the multiplier', () => {
    for (const { params, actions, outcome, settlement } of rounds('hilo')) {
      const row = { cards: /** @type {string[]} */ (outcome?.cards), result: String(outcome?.result) };
      const steps = stepsOf(row, actions);
      assert.equal(steps.length, row.cards.length);
      const right = steps.filter(({ verdict }) => verdict === 'right');
      assert.equal(steps.some(({ verdict }) => verdict === 'wrong'), row.result === 'lost');
      const [n, d] = fractionOf(params.rtp ?? '0.98') ?? [1n, 1n];
      const top = right.reduce((product) => product * n * 13n, 10000n);
      const under = right.reduce((product, { chance }) => product * d * BigInt(chance ?? 1), 1n);
      const cut = row.result === 'cashed_out' ? top / under : 0n;
      assert.equal(settlement?.multiplier, `${cut / 10000n}.${String(cut % 10000n).padStart(4, '0')}`);
    }
  });

  test('the ways of a card', () => {
    assert.deepEqual(['higher', 'same'].map((guess) => ways('As', guess)), [12, 1]);
    assert.deepEqual(['lower', 'same'].map((guess) => ways('Kd', guess)), [12, 1]);
    assert.deepEqual(['higher_or_same', 'lower_or_same'].map((guess) => ways('7c', guess)), [7, 7]);
    assert.equal(ways('??', 'higher'), null);
  });
});

describe('cards', () => {
  test('a card has as many pips as its rank, in rows and upright above the middle', () => {
    for (const rank of '23456789T') {
      const places = pips(rank);
      assert.equal(places.length, rank === 'T' ? 10 : Number(rank));
      assert.equal(new Set(places.map(({ x, y }) => `${x} ${y}`)).size, places.length);
      for (const { x, y, turned } of places) {
        assert.ok(x >= 30 && x <= 70 && y >= 15 && y <= 125);
        assert.equal(turned, y > 70);
      }
    }
    assert.deepEqual([...'AJQK'].flatMap(pips), []);
  });

  test('what is no card is none', () => {
    assert.deepEqual(readCard('Th'), { code: 'Th', rank: 'T', index: '10', suit: 'h', red: true });
    assert.deepEqual(['10h', 'th', 'T', '', null, 5].map(readCard), [null, null, null, null, null, null]);
  });

  test('blackjack: stakes, totals and places follow from the record', () => {
    for (const { bet, actions, outcome, settlement } of rounds('blackjack')) {
      const hands = /** @type {{cards: string[], total: number, result: string}[]} */ (outcome?.player_hands);
      const dealer = /** @type {{cards: string[], total: number}} */ (outcome?.dealer);
      const dealt = deal(hands, dealer.cards, actions, Number(bet?.stake));
      const sides = Number(bet?.perfect_pairs ?? 0) + Number(bet?.twenty_one_plus_three ?? 0);
      assert.equal(dealt.hands.reduce((sum, { stake }) => sum + stake, sides), settlement?.staked);
      const places = [...dealt.hands.flatMap((hand) => hand.places), ...dealt.dealer].sort((a, b) => a - b);
      assert.deepEqual(places, places.map((_, i) => i));
      assert.deepEqual(hands.map(({ cards }) => total(cards)), hands.map((hand) => hand.total));
      assert.equal(total(dealer.cards), dealer.total);
      for (const [i, { result }] of hands.entries()) assert.equal(dealt.hands[i]?.ending === 'bust', result === 'bust');
    }
  });
});

/** The words that stand for a value of an enumeration. */
const WORDS = /** @type {Record<string, (value: string, where: string) => string>} */ ({
  mines: (value) => t(`pic.mines.result.${value}`),
  hilo: (value) => t(`pic.hilo.result.${value}`),
  blackjack: (value, where) => t(where.includes('side') ? `pic.bj.side.${value ?? 'none'}` : `pic.bj.result.${value}`),
});

/**
 * Every value in an outcome, as the text must have it.
 *
 * @param {string} game
 * @param {any} value
 * @param {string} [where]
 * @returns {string[]}
 */
function said(game, value, where = '') {
  if (Array.isArray(value)) return value.flatMap((item) => said(game, item, where));
  if (typeof value === 'object' && value !== null) return Object.entries(value).flatMap(([name, item]) => said(game, item, `${where}.${name}`));
  if (where.endsWith('.result')) return [WORDS[game]?.(value, where) ?? ''];
  if (typeof value === 'number') return [game === 'blackjack' ? number(value) : String(value)];
  return where === '.bytes' ? (value.match(/.{1,8}/g) ?? []) : [value];
}

/** Whether the words stand in the text, whole. @param {string} text @param {string[]} words */
function holds(text, words) {
  for (const word of words) {
    const pattern = new RegExp(`(?<![\\p{L}\\d.])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\d])`, 'u');
    assert.match(text, pattern, `"${word}" is not in: ${text}`);
  }
}

describe('text equivalents', () => {
  for (const language of LANGUAGES) {
    for (const game of GAMES) {
      test(`${game}, ${language}: every value of outcome and settlement is said`, async () => {
        await setLanguage(language);
        for (const view of rounds(game)) {
          const { text } = tell(view);
          assert.doesNotMatch(text, /undefined|null|NaN|\{|pic\./);
          holds(text, said(game, view.outcome));
          if (view.settlement) holds(text, [number(Number(view.settlement.staked)), number(Number(view.settlement.returned))]);
        }
      });

      test(`${game}, ${language}: where they differ, both are said`, async () => {
        await setLanguage(language);
        const all = rounds(game);
        for (const [i, view] of all.entries()) {
          const other = all[(i + 7) % all.length];
          if (!other || JSON.stringify(other.outcome) === JSON.stringify(view.outcome)) continue;
          const { text, picture } = tell({ ...view, outcome: other.outcome, differs: true });
          holds(text, [...said(game, view.outcome), ...said(game, other.outcome)]);
          holds(text, [t('pic.from.record').split(' ').at(-1) ?? '', t('pic.from.seeds').split(' ').at(-1) ?? '']);
          assert.ok(picture && picture.results.length >= 1);
        }
      });
    }
  }

  test('two outcomes never have one text', async () => {
    await setLanguage('en');
    for (const game of GAMES) {
      /** @type {Map<string, string>} */
      const texts = new Map();
      for (const view of rounds(game)) {
        const { text } = tell({ ...view, settlement: null });
        const data = JSON.stringify([view.params, view.bet, view.actions, view.outcome]);
        const same = texts.get(text);
        if (same !== undefined) assert.deepEqual(JSON.parse(same)[3], view.outcome, text);
        texts.set(text, data);
      }
    }
  });

  test('English says the data so that they can be read back', async () => {
    await setLanguage('en');
    const numbers = (/** @type {string | undefined} */ list) => (list ?? '').split(/,? /).filter(Boolean).map(Number);
    for (const view of rounds('mines')) {
      const { text } = tell(view);
      const mines = numbers(/cells, mines? at ([\d, ]+)\./.exec(text)?.[1]);
      const opened = numbers(/Opened (?:in order )?([\d, ]+), [a-z]/.exec(text)?.[1]);
      assert.deepEqual({ mines, opened }, { mines: view.outcome?.mines, opened: view.outcome?.opened });
    }
    for (const view of rounds('hilo')) {
      assert.deepEqual(/Cards ([^.]+)\./.exec(tell(view).text)?.[1]?.split(' '), view.outcome?.cards);
    }
    for (const view of rounds('raw')) {
      const items = /In the order drawn: ([^.]+)\./.exec(tell(view).text)?.[1] ?? '';
      const [value] = Object.values(view.outcome ?? {});
      if (typeof value === 'string') assert.equal(items.replaceAll(' ', ''), value);
      else assert.deepEqual(numbers(items), value);
    }
    for (const view of rounds('blackjack')) {
      const { text } = tell(view);
      const hands = [...text.matchAll(/hand ((?:[2-9TJQKA][cdhs] ?)+), (\d+),.*?, staked ([\d\u202f]+), returned ([\d\u202f]+)\./g)].map(([, cards, sum, , returned]) => ({
        cards: cards?.split(' '),
        total: Number(sum),
        returned: Number(returned?.replaceAll('\u202f', '')),
      }));
      assert.deepEqual(hands, /** @type {any[]} */ (view.outcome?.player_hands).map(({ cards, total: sum, returned }) => ({ cards, total: sum, returned })));
    }
  });

  test('a long draw is told up to a thousand, and what is left is counted', async () => {
    await setLanguage('en');
    const integers = Array.from({ length: 1500 }, (_, i) => i);
    const { text } = tell({ game: 'raw', params: { integers: { n: 2000, count: 1500 } }, bet: null, actions: [], outcome: { integers }, expected: null, settlement: null, differs: false });
    assert.match(text, /1\u202f500 numbers from 0 to 1\u202f999\./);
    assert.match(text, / 999\. And 500 more\.$/);
  });

  test('without an outcome nothing is drawn', () => {
    for (const game of [...GAMES, 'deck', 'no such game']) {
      const view = { game, params: {}, bet: null, actions: [], outcome: null, expected: null, settlement: null, differs: false };
      assert.equal(tell(view).text, t('pic.none'));
    }
  });

  test('only the seeds\' outcome is drawn where no record is', async () => {
    await setLanguage('en');
    for (const game of GAMES) {
      for (const view of rounds(game).slice(0, 5)) assert.equal(tell({ ...view, outcome: null }).text, tell(view).text);
    }
  });
});

describe('texts', () => {
  const FORMS = { en: ['one', 'other'], ru: ['few', 'many', 'one', 'other'] };
  const names = (/** @type {string} */ text) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort();
  const variants = (/** @type {import('../../web_verifier/page/ui/language.js').Text} */ text) => (typeof text === 'string' ? [text] : Object.values(text));

  test('both languages have the same ids, each with all its plural forms and the same values', () => {
    assert.deepEqual(Object.keys(english), Object.keys(russian));
    for (const [id, text] of Object.entries(english)) {
      const translated = russian[id] ?? '';
      assert.equal(typeof text, typeof translated, id);
      if (typeof text !== 'string') assert.deepEqual(Object.keys(text).sort(), FORMS.en, id);
      if (typeof translated !== 'string') assert.deepEqual(Object.keys(translated).sort(), FORMS.ru, id);
      const [most] = [...variants(text)].sort((a, b) => names(b).length - names(a).length);
      for (const form of [...variants(text), ...variants(translated)]) {
        const extra = names(form).filter((name) => !names(most ?? '').includes(name) && name !== 'count');
        assert.deepEqual(extra, [], `${id}: ${form}`);
        assert.equal(form, form.trim().length ? form : form, id);
      }
    }
  });

  test('every id that the pictures use is a text, and every text is used', () => {
    const folder = new URL('../../web_verifier/page/ui/pictures/', import.meta.url);
    const source = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n');
    const used = [...source.matchAll(/'(pic\.[\w.]+)'|`(pic\.(?:[\w.]|\$\{[^}]*\})+)`/g)].map(([, plain, pattern]) => plain ?? pattern ?? '');
    const patterns = used.map((id) => new RegExp(`^${id.replace(/\$\{[^}]*\}/g, '@').replace(/[.]/g, '\\.').replace(/@/g, '[\\w.]*')}$`));
    for (const [i, id] of used.entries()) {
      assert.ok(Object.keys(english).some((text) => patterns[i]?.test(text)), `no text for ${id}`);
    }
    for (const id of Object.keys(english)) assert.ok(patterns.some((pattern) => pattern.test(id)), `nothing uses ${id}`);
  });
});

describe('colours', () => {
  /** @param {string} block @returns {Record<string, string>} */
  const tokens = (block) => Object.fromEntries([...block.matchAll(/--([\w-]+):\s*(#[0-9A-Fa-f]{6})/g)].map(([, name, value]) => [name, value]));
  const css = readFileSync(new URL('../../web_verifier/page/css/tokens.css', import.meta.url), 'utf8');
  const light = tokens(/:root \{([^}]*)\}/.exec(css)?.[1] ?? '');
  const dark = { ...light, ...tokens(/:root\[data-theme="dark"\] \{([^}]*)\}/.exec(css)?.[1] ?? '') };

  /** Relative luminance by WCAG 2. @param {string} colour */
  function luminance(colour) {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }
  /** @param {string} a @param {string} b */
  const contrast = (a, b) => (Math.max(luminance(a), luminance(b)) + 0.05) / (Math.min(luminance(a), luminance(b)) + 0.05);

  /** Text or sign, what it stands on, and the least contrast. @type {[string, string, number][]} */
  const PAIRS = [
    ['st-ink', 'st', 4.5], ['st-soft', 'st', 4.5], ['gold', 'st', 4.5],
    ['st-soft', 'st-tile', 4.5], ['st-ink', 'st-tile', 4.5], ['st-ink', 'st-tile2', 4.5], ['st-soft', 'st-low', 4.5],
    ['gold-ink', 'gold', 4.5], ['gold-ink', 'st-peg', 4.5], ['card-ink', 'card', 4.5], ['card-red', 'card', 4.5],
    ['st-peg', 'st', 3], ['gold', 'st-low', 3], ['gold', 'st-tile', 3], ['gold', 'st-tile2', 3], ['st-peg', 'st-low', 3], ['card', 'st', 3],
  ];
  for (const [theme, colours] of Object.entries({ light, dark })) {
    test(`${theme}: text at least 4.5 and signs at least 3 to what they stand on`, () => {
      for (const [front, back, least] of PAIRS) {
        const found = contrast(colours[front] ?? '', colours[back] ?? '');
        assert.ok(found >= least, `${front} on ${back}: ${found.toFixed(2)}`);
      }
    });
  }
});
