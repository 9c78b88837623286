/**
 * Tables to be seen: what the picture says in words is what the hand was, a seat's view holds nothing that the seat could not know, and
 * the programs deal what was dealt. How it looks is for `tests/browser/test_pictures.py`.
 */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { before, describe, test } from 'node:test';

import { HiddenDeck } from '../../web_verifier/page/core/cards.js';
import { cardText } from '../../web_verifier/page/core/deck.js';
import { readJson } from '../../web_verifier/page/core/json.js';
import { pot } from '../../web_verifier/page/games/poker/betting.js';
import { act, start } from '../../web_verifier/page/games/poker/hand.js';
import { verifyRecord } from '../../web_verifier/page/verify/record.js';
import { loadTexts, setLanguage, t } from '../../web_verifier/page/ui/language.js';
import { sentence } from '../../web_verifier/page/ui/pictures/stage.js';
import { placesOf, placesUsed } from '../../web_verifier/page/ui/tables/deal.js';
import { TABLES } from '../../web_verifier/page/ui/tables/examples.js';
import { lineOf } from '../../web_verifier/page/ui/tables/line.js';
import { momentOf, placesSeen } from '../../web_verifier/page/ui/tables/moment.js';
import { spotsOf } from '../../web_verifier/page/ui/tables/places.js';
import { programsOf } from '../../web_verifier/page/ui/tables/programs.js';
import { storyOf } from '../../web_verifier/page/ui/tables/story.js';
import { streetsOf } from '../../web_verifier/page/ui/tables/streets.js';
import { whereOf } from '../../web_verifier/page/ui/tables/where.js';
import { actionText } from '../../web_verifier/page/ui/tables/words.js';
import { plain, randomOf, randomRecord } from './poker.mjs';

/** @typedef {import('../../web_verifier/page/games/poker/hand.js').Hand} Hand */
/** @typedef {import('../../web_verifier/page/games/poker/hand.js').Setup} Setup */
/** @typedef {import('../../web_verifier/page/ui/tables/story.js').Story} Story */

const GAMES = ['holdem', 'short_deck', 'aof', 'omaha', 'omaha5', 'naiko', 'turkish'];
const COUNT = process.env.FAIRSEED_SOAK ? 200 : 6;
const TEXTS = new URL('../../web_verifier/page/texts/', import.meta.url);

before(async () => {
  await loadTexts('ui', 'pictures', 'more', 'checks', 'tables');
  await setLanguage('en');
});

/** @param {any} record @returns {Story} */
function tell(record) {
  const story = storyOf(record);
  assert.ok(story);
  return story;
}

/** All states of a hand, replayed here. @param {Setup} setup @param {readonly any[]} actions @returns {Hand[]} */
function statesOf(setup, actions) {
  const hands = [start(setup)];
  for (const action of actions) hands.push(act(hands[hands.length - 1], action));
  return hands;
}

/** A number as it is said. @param {string | undefined} text */
const read = (text) => Number(String(text).replaceAll('\u202f', ''));

/** What a text says of a table, read back. @param {string} text */
function readBack(text) {
  const seats = [...text.matchAll(/(?:^| )Seat (\d)(, BOT)?((?: (?:[2-9TJQKA][cdhs]|\?\?))*): ([^.]*)\./g)].filter(([, , , , notes]) => notes.startsWith('stack '));
  const pots = [...text.matchAll(/(?:Pot|Main pot|Side pot(?: \d)?) ([\d\u202f]+), rake ([\d\u202f]+): ([^.]*)\./g)];
  const chips = (/** @type {string} */ notes, /** @type {RegExp} */ pattern) => {
    const found = pattern.exec(notes);
    return found === null ? 0 : read(found[1]);
  };
  const next = /Seat (\d) is next\./.exec(text);
  return {
    pot: read(/Pot ([\d\u202f]+)[.,]/.exec(text)?.[1]),
    next: next === null ? null : Number(next[1]),
    button: Number(/Button: seat (\d)\./.exec(text)?.[1]),
    board: /Board ([^.]*)\./.exec(text)?.[1].split(' ') ?? [],
    seats: Object.fromEntries(
      seats.map(([, seat, , cards, notes]) => [
        seat,
        {
          cards: cards.trim() === '' ? [] : cards.trim().split(' '),
          stack: chips(notes, /^stack ([\d\u202f]+)/),
          bet: chips(notes, /, bet ([\d\u202f]+)/),
          folded: /, folded/.test(notes),
          wins: chips(notes, /, wins ([\d\u202f]+)/),
          back: chips(notes, /, ([\d\u202f]+) back, uncalled/),
        },
      ]),
    ),
    pots: pots.map(([, amount, rake, winners]) => ({
      amount: read(amount),
      rake: read(rake),
      winners: Object.fromEntries([...winners.matchAll(/seat (\d) wins ([\d\u202f]+)/g)].map(([, seat, count]) => [seat, read(count)])),
    })),
  };
}

/** What a table is at a moment, from the replay and the record alone. @param {any} record @param {Hand[]} hands @param {number} at */
function truth(record, hands, at) {
  const hand = hands[at];
  const { betting, setup } = hand;
  const deck = /** @type {readonly number[]} */ (setup.dealt.cards);
  const end = hand.turn === null;
  const { outcome, settlement } = record;
  const won = (/** @type {number} */ seat) => outcome.pots.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + (one.winners[seat] ?? 0), 0);
  return {
    pot: pot(betting) + setup.table.carried,
    next: hand.turn,
    button: setup.table.button,
    board: hand.board.map((place) => cardText(deck[place])),
    seats: Object.fromEntries(
      setup.table.seats.map((seat) => {
        const live = betting.live.includes(seat);
        const back = end ? (outcome.uncalled[seat] ?? 0) : 0;
        if (end) assert.equal(settlement.returned[seat], won(seat) + back);
        return [
          seat,
          {
            cards: live ? hand.holes[seat].map((place) => cardText(deck[Number(place)])) : [],
            stack: end ? outcome.stacks[seat] : betting.stacks[seat],
            bet: end ? 0 : betting.round[seat],
            folded: !live,
            wins: end ? won(seat) : 0,
            back,
          },
        ];
      }),
    ),
    pots: end ? outcome.pots : [],
  };
}

describe('the text equivalent', () => {
  for (const game of GAMES) {
    test(`${game}: every moment of random hands says what the hand was`, () => {
      for (let seed = 0; seed < COUNT; seed++) {
        const { record, setup } = randomRecord(seed, game);
        const story = tell(record);
        const hands = statesOf(setup, record.actions);
        assert.equal(story.hands.length, hands.length);
        for (const at of hands.keys()) {
          const text = sentence(lineOf(story, momentOf(story, at, null), null).flat());
          assert.deepEqual(plain(readBack(text)), plain(truth(record, hands, at)), `${game} ${seed}, ${at}: ${text}`);
          assert.doesNotMatch(text, /pt\.|\{|undefined|NaN/);
        }
      }
    });
  }

  test('it is whole in Russian too', async () => {
    await setLanguage('ru');
    for (const game of GAMES) {
      const { record } = randomRecord(3, game);
      const story = tell(record);
      for (const at of story.hands.keys()) {
        const text = sentence(lineOf(story, momentOf(story, at, null), null).flat());
        assert.doesNotMatch(text, /pt\.|\{|undefined|NaN/);
        assert.match(text, /Банк|банк/);
      }
    }
    await setLanguage('en');
  });

  test('an outcome that differs is told beside what the seeds give, and marked where it differs', () => {
    const { record } = randomRecord(5, 'holdem');
    const [seat] = Object.keys(record.outcome.stacks);
    const changed = structuredClone(record);
    changed.outcome.stacks[seat] += 5;
    const story = tell(changed);
    const moment = momentOf(story, record.actions.length, null);
    const text = sentence(lineOf(story, moment, null).flat());
    assert.match(text, new RegExp(`The record says:.* seat ${seat} ${changed.outcome.stacks[seat]}`));
    assert.match(text, /The seeds give:/);
    assert.deepEqual(moment.seats.filter(({ differs }) => differs).map((one) => String(one.seat)), [seat]);
  });
});

describe('what a seat knew', () => {
  for (const game of GAMES) {
    test(`${game}: its own cards, the board so far, its looks, and hands that were shown`, () => {
      for (let seed = 0; seed < COUNT; seed++) {
        const { record, setup } = randomRecord(seed, game);
        const story = tell(record);
        const hands = statesOf(setup, record.actions);
        for (const at of hands.keys()) {
          const hand = hands[at];
          const showdown = hand.turn === null && hand.betting.live.length > 1 && record.outcome.pot_carried === undefined;
          for (const viewer of setup.table.seats) {
            const looks = record.actions.flatMap((/** @type {any} */ { seat, type }, /** @type {number} */ i) => (i < at && type === 'peek' && seat === viewer ? [hands[i].next] : []));
            const shown = showdown ? hand.betting.live.flatMap((seat) => hand.holes[seat]) : [];
            const allowed = new Set([...hand.holes[viewer], ...hand.board, ...looks, ...shown]);
            assert.deepEqual([...placesSeen(story, at, viewer)].sort(), [...allowed].sort());
            const moment = momentOf(story, at, viewer);
            assert.equal(moment.seats[0].seat, viewer);
            const open = moment.seats.flatMap(({ cards }) => cards).filter(({ card }) => card !== null);
            for (const { place } of open) assert.ok(allowed.has(Number(place)), `${game} ${seed}, ${at}, seat ${viewer}`);
            for (const { seat, looked } of moment.seats) assert.ok(looked.length === 0 || seat === viewer);
          }
        }
      }
    });
  }

  test('cards that others swapped, drew for or looked at are named to nobody else', () => {
    let secrets = 0;
    for (const game of ['naiko', 'turkish']) {
      for (let seed = 0; seed < 40; seed++) {
        const { record, setup } = randomRecord(seed, game);
        const story = tell(record);
        for (const [i, { seat, type, discard }] of record.actions.entries()) {
          if (!['swap', 'peek', 'draw'].includes(type) || discard?.length === 0) continue;
          secrets += 1;
          const other = setup.table.seats.find((one) => one !== seat) ?? 0;
          assert.match(actionText(story, i, seat), /\b[2-9TJQKA][cdhs]\b/);
          assert.match(actionText(story, i, null), /\b[2-9TJQKA][cdhs]\b/);
          assert.doesNotMatch(actionText(story, i, other), /\b[2-9TJQKA][cdhs]\b/);
        }
      }
    }
    assert.ok(secrets > 40);
  });
});

/**
 * The record of one seat before the reveal: its own cards and the board are opened to it.
 * @param {number} seed
 * @param {string} game
 */
function sealed(seed, game) {
  const { record, hand, setup } = randomRecord(seed, game);
  const { server_seed, nonce } = record.seeds;
  const hidden = new HiddenDeck(server_seed, nonce, setup.dealt.order);
  const own = setup.table.seats[setup.table.seats.length - 1];
  const places = [...start(setup).holes[own], ...hand.board].map(Number);
  const view = structuredClone(record);
  delete view.seeds.server_seed;
  delete view.outcome;
  delete view.settlement;
  view.opened = places.map((place) => hidden.open(place, setup.dealt.perm));
  return { view, own, places, record };
}

describe('before the seed is revealed', () => {
  for (const game of ['holdem', 'omaha', 'short_deck']) {
    test(`${game}: the record is that of the seat whose cards were opened; all else stays hidden`, () => {
      for (let seed = 0; seed < COUNT; seed++) {
        const { view, own, places } = sealed(seed, game);
        const story = tell(view);
        assert.equal(story.own, own);
        assert.deepEqual([...story.known.keys()].sort(), [...places].sort());
        const rows = placesOf(story);
        for (const { place, how, opening, card } of rows) {
          const isOpen = places.includes(place);
          assert.deepEqual([how, opening !== null, card !== null], isOpen ? ['opened', true, true] : ['hidden', false, false]);
        }
        const moment = momentOf(story, view.actions.length, null);
        assert.ok(moment.seats[0].cards.every(({ card, proven }) => card !== null && proven));
        for (const { cards } of moment.seats.slice(1)) assert.ok(cards.every(({ card }) => card === null));
        if (story.hands.at(-1)?.betting.live.length !== 1) assert.equal(story.ending, null);
      }
    });
  }

  test('a card that is not what its opening proves is not told as proven', () => {
    const { view } = sealed(1, 'holdem');
    view.opened[0].card = view.opened[0].card === '2c' ? '3c' : '2c';
    const story = tell(view);
    assert.equal(story.opened.length, view.opened.length - 1);
    assert.equal(story.known.get(view.opened[0].place), undefined);
  });
});

describe('streets', () => {
  for (const game of GAMES) {
    test(`${game}: each action stands once, in order, under its street; the board is whole`, () => {
      for (let seed = 0; seed < COUNT; seed++) {
        const { record } = randomRecord(seed, game);
        const streets = streetsOf(tell(record));
        assert.deepEqual(streets.flatMap(({ actions }) => actions), [...record.actions.keys()]);
        assert.deepEqual(streets.flatMap(({ cards }) => cards), record.outcome.board);
        assert.equal(new Set(streets.map(({ name }) => name)).size, streets.length);
      }
    });
  }
});

describe('programs and proofs', () => {
  /** @param {{python: string, javascript: string}} written */
  const run = ({ python, javascript }) =>
    [execFileSync('python3', ['-c', python]), execFileSync('node', ['-e', javascript])].map((out) => out.toString().trim());

  test('the programs deal what was dealt, whatever plain seeds hold', () => {
    const hostile = '"; import os #\\ ${1} {x} \u{1F3B2} игрок\u2028';
    for (const game of GAMES) {
      const { record } = randomRecord(7, game);
      if (game === 'holdem') {
        const [seat] = Object.keys(record.seeds.client_seeds);
        record.seeds.client_seeds[seat] = hostile;
      }
      const story = tell(record);
      const written = programsOf(story);
      for (const text of Object.values(written)) assert.ok(text.split('\n').length <= 15);
      const wanted = placesOf(story).map(({ card }) => card).join(' ');
      assert.deepEqual(run(written), [wanted, wanted], game);
    }
  });

  test('before the reveal they give the slots', () => {
    const { view } = sealed(2, 'holdem');
    const story = tell(view);
    const wanted = placesOf(story).map(({ slot }) => slot).join(' ');
    assert.deepEqual(run(programsOf(story)), [wanted, wanted]);
  });

  test('every card of the outcome is in the table of places, with who it went to', () => {
    for (const game of GAMES) {
      for (let seed = 0; seed < COUNT; seed++) {
        const { record } = randomRecord(seed, game);
        const story = tell(record);
        const rows = placesOf(story);
        assert.equal(rows.length, placesUsed(story));
        const of = (/** @type {(row: import('../../web_verifier/page/ui/tables/deal.js').Place) => boolean} */ wanted) => rows.filter(wanted).map(({ card }) => card);
        assert.deepEqual(of(({ street }) => street !== null), record.outcome.board);
        for (const [seat, hole] of Object.entries(record.outcome.hole)) {
          const held = new Set(rows.filter((row) => row.seat === Number(seat)).map(({ card }) => card));
          if (story.hands.at(-1)?.draw?.next !== story.dealt.perm.length) assert.ok(/** @type {string[]} */ (hole).every((card) => held.has(card)), `${game} ${seed}`);
        }
      }
    }
  });
});

describe('where a check failed', () => {
  /** @param {any} record @param {string} name */
  function failed(record, name) {
    const { checks } = verifyRecord(readJson(JSON.stringify(record)));
    const check = /** @type {any} */ (checks.find((one) => one.check === name));
    assert.equal(check.status, 'fail', JSON.stringify(check));
    const where = whereOf(tell(record), check);
    assert.ok(where);
    return { at: where.at, text: where.texts.join(' ') };
  }

  const holdem = () => JSON.parse(TABLES.holdem);

  test('an action that is not legal: its seat, number, street and pot', () => {
    const record = holdem();
    const last = record.actions.length - 1;
    record.actions[last] = { seat: record.actions[last].seat, type: 'raise', to: 1 };
    const { at, text } = failed(record, 'rules');
    assert.equal(at, last);
    assert.equal(text, `The record says: seat 2, raise to 1. It is action ${last + 1}: river, 15\u202f500 in the pot, Seat 2 to act.`);
  });

  test('a hand that is not finished: who was to act', () => {
    const record = holdem();
    record.actions.pop();
    const { at, text } = failed(record, 'rules');
    assert.deepEqual([at, text], [record.actions.length, 'Seat 2 was to act next: river, 15\u202f500 in the pot.']);
  });

  test('an outcome: which card, pot and stack', () => {
    const record = holdem();
    record.outcome.board[3] = '9h';
    record.outcome.pots[1].rake = 7;
    record.outcome.stacks[2] += 1;
    assert.equal(failed(record, 'outcome').text, 'Card 4 of the board. Side pot: chips, rake or winners. Seat 2, stack at the end.');
  });

  test('a settlement: which seat, and by how much', () => {
    const record = holdem();
    record.settlement.returned[3] += 40;
    assert.equal(failed(record, 'settlement').text, 'Seat 3 gets back 6\u202f600, the record says 6\u202f640.');
  });

  test('a bot: its action', () => {
    const record = holdem();
    const index = record.actions.findIndex((/** @type {any} */ { seat, type }) => seat === 4 && type === 'check');
    record.actions[index] = { seat: 4, type: 'raise', to: 300 };
    record.actions.length = index + 1;
    const { checks } = verifyRecord(readJson(JSON.stringify(record)));
    assert.equal(checks.find(({ check }) => check === 'rules')?.status, 'fail');
    const where = whereOf(tell(record), { check: 'bots', status: 'fail', detail: { id: 'bots.fail', values: { index } }, expected: null, actual: null });
    assert.deepEqual(where, { texts: [`Action ${index + 1}: preflop, 300 in the pot.`], at: index });
  });

  test('a card: whose place it is', () => {
    const { view, places } = sealed(1, 'holdem');
    view.opened[0].salt = '0'.repeat(64);
    const { text } = failed(view, 'cards');
    assert.match(text, new RegExp(`^Place ${places[0]} of the deck: Seat \\d\\.$`));
  });
});

describe('examples and places', () => {
  test('every example is verified, bots and all', () => {
    for (const [game, text] of Object.entries(TABLES)) {
      const { verdict, checks } = verifyRecord(readJson(text));
      assert.equal(verdict, 'verified', game);
      assert.equal(checks.find(({ check }) => check === 'bots')?.status, 'pass');
    }
  });

  test('seats stand clockwise from the bottom, and none where another does', () => {
    for (let count = 2; count <= 9; count++) {
      const spots = spotsOf(count);
      assert.equal(spots.length, count);
      assert.deepEqual(spots[0], { x: 50, y: 100, side: 'low' });
      assert.equal(new Set(spots.map(({ x, y }) => `${x} ${y}`)).size, count);
      // Clockwise from the bottom is first to the left; and each has its mirror.
      if (count > 2) assert.ok(spots[1].x < 50);
      for (const [i, { x, y }] of spots.entries()) {
        const other = spots[(count - i) % count];
        assert.deepEqual([other.x, other.y], [100 - x, y]);
      }
    }
  });

  test('a record that is not well formed tells no story, and breaks nothing', () => {
    const { record } = randomRecord(1, 'holdem');
    assert.equal(storyOf({ ...record, table: null }), null);
    assert.equal(storyOf({ ...record, params: { ...record.params, rake: 3 } }), null);
    const random = randomOf(1);
    for (const name of Object.keys(record)) assert.doesNotThrow(() => storyOf({ ...record, [name]: random.one([null, 1, 'x', [], {}]) }), name);
  });
});

describe('texts', () => {
  test('every id that the modules name has a text', () => {
    const folder = new URL('../../web_verifier/page/ui/tables/', import.meta.url);
    let named = 0;
    for (const name of readdirSync(folder)) {
      const source = readFileSync(new URL(name, folder), 'utf8');
      for (const [, id] of source.matchAll(/'((?:pt|why|field|slip|action|game|hand)\.[\w.-]+)'/g)) {
        named += 1;
        assert.notEqual(t(id), id, `${name}: ${id}`);
      }
    }
    assert.ok(named > 100);
  });

  test('both languages have every text of tables, in every plural form, with the same values', async () => {
    const [en, ru] = await Promise.all(['en', 'ru'].map(async (language) => (await import(new URL(`tables-${language}.js`, TEXTS).href)).default));
    assert.deepEqual(Object.keys(ru).sort(), Object.keys(en).sort());
    const forms = (/** @type {any} */ text) => (typeof text === 'string' ? [text] : Object.values(text));
    const values = (/** @type {string} */ text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join();
    for (const [id, text] of Object.entries(en)) {
      const other = ru[id];
      if (typeof text === 'object') assert.deepEqual(Object.keys(text), ['one', 'other'], id);
      if (typeof other === 'object') assert.deepEqual(Object.keys(other), ['one', 'few', 'many', 'other'], id);
      for (const form of forms(other)) {
        assert.equal(values(form), values(forms(text).join()), id);
        assert.doesNotMatch(form, /!|доказуемо честн|100 ?%/);
        if (form.replace(/\{\w+\}/g, '').replace(/[^\p{L}]/gu, '') !== '') assert.match(form, /\p{Script=Cyrillic}/u, id);
      }
      for (const form of forms(text)) assert.doesNotMatch(form, /!|provably|100 ?%/i, id);
    }
  });
});
