/**
 * The audit of a player's own history (`docs/schemes.md`, "A history"): commitments, next hashes, nonces, client seeds, outcomes,
 * payouts. What could not be checked is counted with its reason, never passed.
 */

import { Fault } from '../core/fault.js';
import { parseNonce } from '../core/seeds.js';
import { agrees, readClaim } from './claims.js';
import { FIELDS } from './declared.js';
import { diagnose } from './diagnosis.js';
import { Draws, commitmentOf } from './draws.js';
import { FORMULAS, optionsOf } from './formulas.js';
import { readOptions, schemeOf } from './round.js';

/** @typedef {import('./rows.js').Row} Row */
/** @typedef {{check: string, line: number, id: string, values: Record<string, any>}} Finding */
/** @typedef {{passed: number, failed: number, skipped: Record<string, number>}} Count `skipped` by the id of the reason */
/** @typedef {{line: number, row: Record<string, string>, nonce: bigint}} Bet */
/** @typedef {{hash: string, promised: boolean, seed: string, next: string, bets: Bet[]}} Pair */
/** @typedef {{scheme: string, columns: Record<string, string>, bets: number, pairs: Pair[], counts: Record<string, Count>, findings: Finding[], diagnoses: [string, import('./diagnosis.js').Diagnosis][], verdict: string}} Report */

export const CHECKS = ['commitment', 'chain', 'nonces', 'client_seed', 'outcome', 'payout'];
const MOST_FINDINGS = 1000;
const MOST_RANGES = 100;
const SCALE = 10n ** 18n;
/** After so many bets the page may breathe. */
const EVERY = 1000;
/** @type {Record<string, string>} */
const WORDS = { above: 'over', below: 'under', higher: 'over', lower: 'under', yes: 'true', no: 'false' };

/** Column by field; what is told goes before what is guessed, `''` for a field that no column is. @param {readonly string[]} names @param {Record<string, string>} [told] */
export function guessColumns(names, told = {}) {
  const found = { ...told };
  const plain = new Map([...names].reverse().map((name) => [name.toLowerCase().replace(/[^a-z0-9]/g, ''), name]));
  for (const [field, known] of Object.entries(FIELDS)) {
    if (field in found) continue;
    const name = known.find((one) => plain.has(one) && !Object.values(found).includes(/** @type {string} */ (plain.get(one))));
    if (name !== undefined) found[field] = /** @type {string} */ (plain.get(name));
  }
  return Object.fromEntries(Object.entries(found).filter(([, name]) => name !== ''));
}

/**
 * @param {readonly Row[]} rows
 * @param {string} name of the scheme
 * @param {Record<string, string>} [told] column by field
 * @param {() => Promise<void>} [breathe]
 * @returns {Promise<Report>}
 */
export async function auditHistory(rows, name, told = {}, breathe = async () => {}) {
  const scheme = schemeOf(name);
  const columns = guessColumns(Object.keys(rows[0].values), told);
  for (const field of ['client_seed', 'nonce']) if (!(field in columns)) throw new Fault(field, 'history.column');
  const counts = Object.fromEntries(CHECKS.map((check) => [check, /** @type {Count} */ ({ passed: 0, failed: 0, skipped: {} })]));
  /** @type {Finding[]} */
  const findings = [];
  /** @type {Map<string, Pair>} */
  const pairs = new Map();
  /** @type {Map<string, import('./diagnosis.js').Attempt[]>} */
  const mismatched = new Map();
  /** @type {Map<string, Record<string, any>>} */
  const known = new Map();
  const find = (/** @type {string} */ check, /** @type {number} */ line, /** @type {string} */ id, /** @type {Record<string, any>} */ values = {}) => {
    counts[check].failed++;
    if (findings.length < MOST_FINDINGS) findings.push({ check, line, id: `history.f_${id}`, values });
  };
  const skip = (/** @type {string} */ check, /** @type {string} */ id) => {
    const reason = `history.s_${id}`;
    counts[check].skipped[reason] = (counts[check].skipped[reason] ?? 0) + 1;
  };
  const hashOf = (/** @type {string} */ seed) => {
    try {
      return seed === '' ? '' : commitmentOf(scheme.commitment, seed);
    } catch (error) {
      if (error instanceof Fault) return seed;
      throw error;
    }
  };

  for (const row of rows) take(row);
  /** @type {Pair | null} */
  let before = null;
  let seen = 0;
  const order = [...pairs.values()];
  // Operators show the newest bet first, and many write their files so.
  if (newestFirst(order)) order.reverse();
  for (const pair of order) {
    checkPromise(pair);
    if (before !== null) checkChain(before, pair);
    checkNonces(pair);
    const client = checkClients(pair);
    for (const bet of pair.bets) {
      checkPayout(bet, checkOutcome(pair, bet, client));
      if (++seen % EVERY === 0) await breathe();
    }
    before = pair;
  }
  findings.sort((one, other) => one.line - other.line);
  const failed = Object.values(counts).some((count) => count.failed > 0);
  const verdict = failed ? 'failed' : [...pairs.values()].every(({ seed }) => seed !== '') ? 'verified' : 'pending';
  return { scheme: scheme.name, columns, bets: rows.length, pairs: [...pairs.values()], counts, findings, diagnoses: explained(), verdict };

  /** @param {Row} row */
  function take({ line, values }) {
    /** @type {Record<string, string>} */
    const bet = {};
    for (const [field, column] of Object.entries(columns)) bet[field] = (values[column] ?? '').trim();
    // A client seed may begin or end with a space.
    bet.client_seed = values[columns.client_seed] ?? '';
    let nonce = 0n;
    try {
      nonce = parseNonce(bet.nonce);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      throw new Fault(`line ${line}`, 'history.nonce');
    }
    const { server_seed: seed = '', server_seed_hash: hash = '', next_hash: next = '' } = bet;
    const key = hash.toLowerCase() || hashOf(seed);
    if (key === '') throw new Fault(`line ${line}`, 'history.no_seed');
    const pair = pairs.get(key) ?? { hash: key, promised: hash !== '', seed: '', next: '', bets: [] };
    pairs.set(key, pair);
    if (seed !== '' && pair.seed === '') pair.seed = seed;
    else if (seed !== '' && seed !== pair.seed) find('commitment', line, 'other_seed');
    pair.next = next.toLowerCase() || pair.next;
    pair.bets.push({ line, row: bet, nonce });
  }

  /** @param {Pair} pair */
  function checkPromise({ seed, promised, hash, bets }) {
    if (seed === '') skip('commitment', 'not_revealed');
    else if (!promised) skip('commitment', 'no_hash');
    else if (hashOf(seed) !== hash) find('commitment', bets[0].line, 'hash', { hash });
    else counts.commitment.passed++;
  }

  /** @param {Pair} last @param {Pair} pair */
  function checkChain(last, { hash, bets }) {
    if (last.next === '') skip('chain', 'no_next');
    else if (last.next !== hash) find('chain', bets[0].line, 'chain', { announced: last.next, hash });
    else counts.chain.passed++;
  }

  /** @param {Pair} pair */
  function checkNonces({ bets }) {
    /** @type {Map<bigint, number>} */
    const lines = new Map();
    for (const { nonce, line } of bets) {
      const first = lines.get(nonce);
      if (first === undefined) {
        lines.set(nonce, line);
        counts.nonces.passed++;
      } else find('nonces', line, 'double', { nonce: String(nonce), first: String(first) });
    }
    const ordered = [...lines.keys()].sort((a, b) => (a < b ? -1 : 1));
    let gaps = 0;
    for (let at = 1; at < ordered.length; at++) {
      const [one, other] = [ordered[at - 1], ordered[at]];
      if (other === one + 1n || ++gaps > MOST_RANGES) continue;
      const values = { first: String(one + 1n), last: String(other - 1n) };
      find('nonces', /** @type {number} */ (lines.get(other)), other === one + 2n ? 'gap' : 'gaps', values);
    }
    if (ordered[0] > 1n) skip('nonces', 'before');
  }

  /** @param {Pair} pair */
  function checkClients({ bets }) {
    /** @type {Map<string, number>} */
    const many = new Map();
    for (const { row } of bets) many.set(row.client_seed, (many.get(row.client_seed) ?? 0) + 1);
    const [[common]] = [...many].sort(([, one], [, other]) => other - one);
    let inside = false;
    for (const { row, line } of bets) {
      if (row.client_seed === common) {
        counts.client_seed.passed++;
        inside = false;
      } else if (!inside) {
        inside = true;
        find('client_seed', line, 'client', { found: row.client_seed, common });
      }
    }
    return common;
  }

  /** @param {Pair} pair @param {Bet} bet @param {string} client @returns {Record<string, any> | null} */
  function checkOutcome({ seed, hash }, { row, nonce, line }, client) {
    const game = gameOf(row.game ?? '');
    if (seed === '') skip('outcome', 'not_revealed');
    else if (game === undefined) skip('outcome', 'no_game');
    else {
      const rule = { ...scheme.games[game], name: game };
      try {
        const options = optionsFor(rule, row);
        const outcome = FORMULAS[rule.formula](rule, options, new Draws(rule.settings, seed, row.client_seed, nonce));
        if (!row.outcome) {
          skip('outcome', 'no_outcome');
          return outcome;
        }
        const claim = readClaim(rule, options, row.outcome);
        if (agrees(outcome, claim)) {
          counts.outcome.passed++;
          return outcome;
        }
        const derived = Object.fromEntries(Object.keys(claim).map((key) => [key, outcome[key]]));
        find('outcome', line, 'outcome', { nonce: String(nonce), derived: shown(derived), told: shown(claim) });
        if (row.client_seed === client) {
          const attempt = { scheme, rule, server_seed: seed, client_seed: client, nonce, options, claim, promised: null };
          mismatched.set(hash, [...(mismatched.get(hash) ?? []), attempt]);
        }
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        find('outcome', line, 'refused', { field: error.field, fault: error });
      }
    }
    return null;
  }

  /** @param {string} text */
  function gameOf(text) {
    const plain = text.toLowerCase().replace(/[^a-z0-9_]/g, '');
    const names = Object.keys(scheme.games);
    return names.find((one) => one === plain) ?? names.find((one) => [one.replace('_', ''), scheme.name + one].includes(plain));
  }

  /** @param {import('./diagnosis.js').Rule} rule @param {Record<string, string>} row */
  function optionsFor(rule, row) {
    const all = optionsOf(rule);
    const key = JSON.stringify([rule.name, ...all.map((option) => row[option.name] ?? '')]);
    let options = known.get(key);
    if (options === undefined) {
      const given = Object.fromEntries(all.map(({ name: field, kind }) => [field, optionText(kind, row[field] ?? '')]));
      if ('direction' in given && !(given.target && given.direction)) Object.assign(given, { target: '', direction: '' });
      options = readOptions(rule, given);
      known.set(key, options);
    }
    return options;
  }

  /** @param {Bet} bet @param {Record<string, any> | null} outcome */
  function checkPayout({ row, nonce, line }, outcome) {
    if (!row.stake || !row.payout) return skip('payout', 'no_amounts');
    const [stake, payout] = [amount(row.stake), amount(row.payout)];
    if (stake === null || payout === null) return skip('payout', 'unread_amounts');
    const pays = multiplierOf(row, outcome);
    if (pays === null) return skip('payout', 'no_multiplier');
    const off = stake.value * pays - payout.value * SCALE;
    // Cut or rounded to as many places as the file writes; a payout of 0 may stand there without any.
    const places = Math.max(2, stake.places, payout.places);
    if ((off < 0n ? -off : off) < (SCALE * SCALE) / 10n ** BigInt(places)) {
      counts.payout.passed++;
      return;
    }
    const wanted = decimal((stake.value * pays) / SCALE);
    find('payout', line, 'payout', { nonce: String(nonce), stake: row.stake, multiplier: decimal(pays), wanted, payout: row.payout });
  }

  /** What explains the bets that don't match, by pair; the pairs next to it are tried as well. */
  function explained() {
    /** @type {[string, import('./diagnosis.js').Diagnosis][]} */
    const told = [];
    const order = [...pairs.values()];
    for (const [at, pair] of order.entries()) {
      const wrong = mismatched.get(pair.hash);
      if (wrong === undefined || told.length === MOST_RANGES) continue;
      const near = [order[at - 1], order[at + 1]].filter((one) => one !== undefined && one.seed !== '');
      const found = diagnose(wrong, near.map((one) => [one.seed, one.bets[0].row.client_seed]));
      if (found !== null) told.push([pair.hash, found]);
    }
    return told;
  }
}

/** @param {string} kind @param {string} text */
function optionText(kind, text) {
  const found = kind === 'hundredths' ? /^([0-9]+)(?:[.,]([0-9]{0,2})0*)?$/.exec(text) : null;
  if (found) return `${found[1]}.${(found[2] ?? '').padEnd(2, '0')}`;
  const plain = text.toLowerCase();
  return kind === 'word' || kind === 'flag' ? (Object.hasOwn(WORDS, plain) ? WORDS[plain] : plain) : text;
}

/** Whether nonces fall more often than they rise from one bet of a pair to the next in the file. @param {readonly Pair[]} pairs */
function newestFirst(pairs) {
  let rising = 0;
  for (const { bets } of pairs)
    for (let at = 1; at < bets.length; at++) rising += Number(bets[at].nonce > bets[at - 1].nonce) - Number(bets[at].nonce < bets[at - 1].nonce);
  return rising < 0;
}

/**
 * A decimal in units of 10^-18, and the places with which it is written; null where it is none. `1.5`, `0,5`, `1 234,50`, `1,234.50`,
 * `2e-08`, `+1.5 BTC`, `1.98x`. What may be either of two amounts (`1,234`) is none.
 * @param {string} text
 */
function amount(text) {
  let plain = text.replace(/[ \u00a0\u2009\u202f]/g, '');
  plain = plain.replace(/^[A-Za-z$€£¥₽₿₮]{1,6}(?=[0-9.,+])|(?<=[0-9])[A-Za-z×$€£¥₽₿₮]{1,6}$/g, '').replace(/^\++/, '');
  const grouped = /^([1-9][0-9]{0,2}(?:([.,'])[0-9]{3})(?:\2[0-9]{3})*)(?:([.,])([0-9]*))?$/.exec(plain);
  if (grouped) {
    const [, whole, sign, point, part] = grouped;
    // Twice the same sign, an apostrophe, or two signs: the first can only part thousands.
    if (plain.split(sign).length > 2 || sign === "'" || (point !== undefined && point !== sign)) plain = whole.replace(/[.,']/g, '') + (part ? `.${part}` : '');
    else if (sign === ',') return null;
  }
  const found = /^(?=[.]?[0-9])(0|[1-9][0-9]{0,17})?(?:\.([0-9]{1,18}))?(?:e([+-]?[0-9]{1,2}))?$/i.exec(plain.replace(',', '.'));
  if (!found) return null;
  const [, whole = '0', part = '', power = '0'] = found;
  const places = part.length - Number(power);
  if (places < -18 || places > 18) return null;
  return { value: BigInt(whole + part) * 10n ** BigInt(18 - places), places: Math.max(0, places) };
}

/** @param {string | undefined} text */
const valueOf = (text) => amount(text ?? '')?.value ?? null;

/** What the bet pays: by the scheme where it says so, else by the file. @param {Record<string, string>} row @param {Record<string, any> | null} outcome */
function multiplierOf(row, outcome) {
  const told = valueOf(row.multiplier);
  if (outcome === null) return told;
  if (outcome.win === false) return 0n;
  const derived = valueOf(outcome.multiplier);
  if (derived === null) return told;
  if ('roll' in outcome || 'path' in outcome) return derived;
  const target = valueOf(row.target);
  return target === null ? told : derived >= target ? target : 0n;
}

/** @param {bigint} value */
const decimal = (value) => `${value / SCALE}.${String(value % SCALE).padStart(18, '0')}`.replace(/\.?0+$/, '');

/** @param {Record<string, any>} claim */
const shown = (claim) =>
  Object.values(claim)
    .map((value) => (Array.isArray(value) ? value.join(' ') : String(value)))
    .join(', ');
