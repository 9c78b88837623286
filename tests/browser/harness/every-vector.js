/**
 * Runs every test vector through the page's own modules, in a browser, and writes what came of each into the page. It is laid beside
 * the page's modules, with the vectors in `vectors.js`, and is put into one file with them by the same tool.
 */

import { clientSeedFaults } from './core/acceptance.js';
import { hex, utf8 } from './core/bytes.js';
import * as cards from './core/cards.js';
import { choice } from './core/choice.js';
import { cardText, shoe } from './core/deck.js';
import { coveredByDigest, recordDigest, rulesetDigest } from './core/digests.js';
import { recording } from './core/draws.js';
import { Fault, at } from './core/fault.js';
import { canonical, readJson } from './core/json.js';
import { fromHex } from './core/octets.js';
import { sample } from './core/sample.js';
import { serverSeedHash } from './core/seeds.js';
import { sha256 } from './core/sha256.js';
import { shuffle } from './core/shuffle.js';
import { Stream } from './core/stream.js';
import { words } from './core/words.js';
import { GAMES } from './games/all.js';
import { CLAIMS } from './games/claims.js';
import { readAction } from './games/poker/claims.js';
import { dealtDeck } from './games/poker/deal.js';
import { finished, replay as replayHand } from './games/poker/hand.js';
import { checkParams, readParams } from './games/poker/params.js';
import { result } from './games/poker/result.js';
import { readTable } from './games/poker/table.js';
import { VARIANTS } from './games/poker/variants.js';
import { readHand } from './games/ranking.js';
import { replay } from './games/replay.js';
import * as dice from './games/tavern/match.js';
import * as rulesOfDice from './games/tavern/params.js';
import { deriveRound } from './schemes/round.js';
import { VECTORS } from './vectors.js';
import { Bundle } from './verify/bundle.js';
import { verifyRecord } from './verify/record.js';
import { runSelfTest } from './verify/selftest.js';

const streamOf = (given) => Stream.ofSeeds(given.server_seed, given.client_seed, given.nonce);
const range = (count) => Array.from({ length: count }, (_, i) => i);
const statuses = (checks) => Object.fromEntries(checks.map(({ check, status }) => [check, status]));

/** What is drawn, with the count of words that were drawn and of those that were rejected. */
function counted(given, take) {
  const draws = [];
  const [value, next] = take(recording(streamOf(given), draws));
  return { value, drawn: next.index, rejected: draws.flatMap((one) => one.words).filter((word) => word.rejected).length };
}

function inOrder(stream, { n, count }) {
  const values = [];
  for (let next = stream; values.length < count; stream = next) {
    const [value, after] = stream.uniform(n);
    values.push(value);
    next = after;
  }
  return [values, stream];
}

const KINDS = {
  stream: (given) => {
    const stream = streamOf(given);
    return { blocks: [0, 1].map((cursor) => hex(stream.block(cursor))), words: words(stream, 16)[0] };
  },
  uniform: (given) => {
    const { value, ...count } = counted(given, (stream) => inOrder(stream, given));
    return { values: value, ...count };
  },
  shuffle: (given) => {
    const { value, ...count } = counted(given, (stream) => shuffle(stream, range(given.n)));
    return { places: value, ...count };
  },
  sample: (given) => {
    const { value, ...count } = counted(given, (stream) => sample(stream, given.n, given.k));
    return { places: value, ...count };
  },
  choice: (given) => {
    const { value, ...count } = counted(given, (stream) => choice(stream, given.weights));
    return { index: value, ...count };
  },
  cards: (given) => {
    const lowest = { 52: '2', 36: '6', 32: '7' }[given.deck] ?? given.deck;
    const deck = given.deck === 'six_decks' ? shoe() : cards.deck(lowest);
    const { value, ...count } = counted(given, (stream) => shuffle(stream, deck));
    const texts = value.map(cardText);
    return { first: texts.slice(0, 10), sha256: hex(sha256(utf8(texts.join(' ')))), ...count };
  },
  hands,
  client_seeds: (given) => {
    for (const fault of clientSeedFaults(given.client_seed)) throw fault;
    return { utf8: hex(utf8(given.client_seed)) };
  },
  commitments,
  rankings,
  tables,
  table_records: (given) => judged(given.text),
  house_records: (given) => judged(given.text),
  matches,
  schemes,
  match_records: (given) => judged(given.text),
  records: (given) => judged(given.text ?? fromHex(given.hex)),
  bundles: (given) => {
    const bundle = new Bundle();
    const lines = given.text.split('\n').filter((line) => line.trim() !== '');
    const records = lines.map((line) => {
      const { verdict, checks } = bundle.take(readJson(line));
      return { verdict, checks: statuses(checks) };
    });
    const { verdict, checks } = bundle.finish();
    return { records, bundle: { verdict, checks: statuses(checks) } };
  },
};
for (const name of GAMES.keys()) KINDS[name] ??= (given) => play(name, given);

function judged(input) {
  const { verdict, checks } = verifyRecord(readJson(input));
  return { verdict, checks: statuses(checks) };
}

/** A Fault of a seed or of the rest, as the vectors name what refuses. */
function schemes(given) {
  let found;
  try {
    found = deriveRound(given);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw new Fault(error.field, ['server_seed', 'client_seed', 'nonce'].includes(error.field) ? 'seed.refused' : 'draw.refused');
  }
  const { server_seed_hash } = found.seeds;
  if ((given.server_seed_hash ?? server_seed_hash) !== server_seed_hash) throw new Fault('server_seed_hash', 'commitment.differs');
  return { server_seed_hash, outcome: found.outcome };
}

function matches({ server_seed, client_seeds, nonce, params: rawParams, actions }) {
  const stream = Stream.ofSeeds(server_seed, cards.tableClientSeed(client_seeds), nonce);
  const params = rulesOfDice.readParams(rawParams, false);
  const made = actions.map((raw, i) => at(`actions[${i}]`, () => dice.readAction(raw)));
  rulesOfDice.checkParams(params);
  const match = made.reduce(dice.act, dice.start(params, stream));
  if (match.winner === null) throw new Fault('actions', 'rules.not-finished');
  return dice.result(match);
}

function hands(given, { layer }) {
  const deck = cards.deck(given.lowest);
  const seed = cards.tableClientSeed(given.client_seeds);
  if (layer === 'cards') {
    const [perm] = cards.permutation(seed, given.server_seed_hash, given.nonce, deck.length);
    cards.checkOpenings(given.opened, perm, given.deck_root, deck);
    return null;
  }
  const hidden = new cards.HiddenDeck(given.server_seed, given.nonce, deck);
  const [perm, after] = cards.permutation(seed, serverSeedHash(given.server_seed), given.nonce, deck.length);
  const opened = given.places.map((place) => hidden.open(place, perm));
  cards.checkOpenings(opened, perm, hidden.root, deck);
  const dealt = perm.map((slot) => cardText(hidden.slots[slot]));
  return { table_client_seed: seed, deck_root: hidden.root, perm, deck: dealt, carousel: after.uniform(3)[0], opened };
}

function commitments(given, { expect }) {
  if (given.link !== undefined) {
    const before = cards.linkBefore(given.link);
    if (given.chain_head !== undefined) cards.checkLink(given.link, given.chain_head);
    return { before };
  }
  if (given.server_seed !== undefined) {
    if (given.server_seed_hash !== undefined) cards.checkCommitment(given.server_seed, given.server_seed_hash);
    return { server_seed_hash: serverSeedHash(given.server_seed) };
  }
  if (given.record !== undefined) return { canonical: canonical(coveredByDigest(given.record)), digest: recordDigest(given.record) };
  const { game, rules, paytables } = JSON.parse(expect.canonical);
  return { canonical: canonical({ paytables, game, rules }), digest: rulesetDigest(game, rules, paytables) };
}

function play(name, given) {
  const game = GAMES.get(name);
  const claims = CLAIMS.get(name);
  const params = game.fill(claims.readParams(given.params));
  const bet = claims.readBet?.(given.bet);
  const actions = given.actions.map((raw, i) => at(`actions[${i}]`, () => claims.readAction(raw)));
  const { outcome, staked, returned, multiplier } = game.result(replay(game, params, bet, actions, streamOf(given)));
  if (!game.hasBet) return { outcome };
  return { outcome, settlement: { staked, returned, ...(multiplier === null ? {} : { multiplier }) } };
}

function choices(from, count) {
  if (count === 0) return [[]];
  return from.flatMap((one, i) => choices(from.slice(i + 1), count - 1).map((rest) => [one, ...rest]));
}

/** The best of all five cards that the rules allow, hand by hand, and which hand beats which. */
function rankings({ game, board = [], hands, claim, ...params }) {
  const { ranking, exact } = VARIANTS.get(game);
  const order = ranking(params);
  const common = board.map(number);
  const best = hands.map((texts) => {
    const hole = texts.map(number);
    const fives = exact ? choices(hole, 2).flatMap((two) => choices(common, 3).map((three) => [...two, ...three])) : choices([...hole, ...common], 5);
    const read = fives.map((five) => ({ five, ...readHand(five, order) }));
    return read.reduce((found, one) => (one.strength > found.strength ? one : found));
  });
  const falling = [...new Set(best.map(({ strength }) => strength))].sort((a, b) => b - a);
  const found = falling.map((value) => best.flatMap(({ strength }, i) => (strength === value ? [i] : [])));
  if (claim !== undefined && JSON.stringify(claim.order) !== JSON.stringify(found)) throw new Fault('claim', 'outcome.order');
  return { hands: best.map(({ category, five }) => ({ category, cards: five.sort((a, b) => b - a).map(cardText) })), order: found };
}

const number = (text) => cards.deck('2').find((one) => cardText(one) === text);

function tables(given) {
  const variant = VARIANTS.get(given.game);
  const params = readParams(variant, given.params, false);
  const table = readTable(variant, params, given.table, false);
  const actions = given.actions.map((raw, i) => at(`actions[${i}]`, () => readAction(variant, raw, true)));
  checkParams(variant, params);
  const seeds = { ...given, server_seed_hash: serverSeedHash(given.server_seed), nonce: Number(given.nonce) };
  const dealt = dealtDeck(variant.lowest ?? params.lowest_rank, seeds);
  const hand = replayHand({ variant, params, table, dealt }, actions);
  if (!finished(hand)) throw new Fault('actions', 'rules.not-finished');
  return result(hand);
}

/** What came of a case: a value, the layer that refused it, or what no verifier may throw. */
function cameOf(kind, one) {
  try {
    return { value: KINDS[kind](one.given, one) };
  } catch (error) {
    return error instanceof Fault ? { layer: error.layer } : { bug: String(error) };
  }
}

async function start() {
  const found = {};
  for (const [kind, cases] of Object.entries(VECTORS)) found[kind] = cases.map((one) => ({ id: one.id, ...cameOf(kind, one) }));
  const told = document.createElement('pre');
  told.textContent = JSON.stringify({ found, subtle: globalThis.crypto?.subtle !== undefined, selfTest: await runSelfTest() });
  document.body.replaceChildren(told);
}

void start();
