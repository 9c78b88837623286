/**
 * Many rounds, one after another, without stopping the page: lines are read from files piece by piece, verified for a few
 * milliseconds, and then the page gets its turn. Of each round a short row is kept, and where its record stands in the file.
 */

import { Fault } from '../core/fault.js';
import { isObject, readJson } from '../core/json.js';
import { Bundle } from '../verify/bundle.js';
import { bytesOf, textOf } from './arrivals.js';
import { TURN, breathe, came, isBlank, isClose, joined, own, parse, said, whole } from './many-pieces.js';

/** @typedef {'verified' | 'failed' | 'pending' | 'unusable'} RowVerdict */
/**
 * @typedef {object} Row
 * @property {number | null} nonce
 * @property {string | null} game
 * @property {string | null} id
 * @property {RowVerdict} verdict
 * @property {string} checks a letter a check, in the order of record.md: `p`, `f`, `s`
 * @property {number | null} staked
 * @property {number | null} returned
 * @property {string} came the outcome in a word
 * @property {number} file
 * @property {number} line
 * @property {number} from bytes of the record in its file
 * @property {number} to
 * @property {Fault | null} fault why it cannot be read
 */
/** @typedef {{from: number, to: number, row: number}} Gap nonces without a record, before a row */

/** Bytes that are read at a time. */
const PIECE = 2 ** 20;

/** A record is at most this long (record.md, section 3). */
const LONGEST = 16 * 2 ** 20;

export class Run {
  /** @type {Row[]} */
  rows = [];
  /** @type {number[]} rows that failed or cannot be read */
  problems = [];
  /** @type {Gap[]} */
  gaps = [];
  counts = { verified: 0, failed: 0, pending: 0, unusable: 0, lost: 0, skipped: 0 };
  /** What comes next in each seed pair, by its hash. @type {Map<string, {first: number, next: number}>} */
  pairs = new Map();
  /** The greatest nonce. */
  greatest = 0;
  /** @type {import('../verify/bundle.js').BundleVerdict | null} */
  bundle = null;
  read = 0;
  size = 0;
  started = 0;
  /** @type {'running' | 'stopped' | 'done'} */
  state = 'running';
  #stop = false;
  #bundle;
  /** Close entries; one pair has one, so each of them is to fit. @type {import('../verify/record.js').Document[]} */
  #closes = [];
  #turn = 0;

  /** @param {File[]} files @param {import('../verify/trust.js').Trust} [trust] */
  constructor(files, trust) {
    this.files = files;
    this.size = files.reduce((sum, file) => sum + file.size, 0);
    this.#bundle = trust === undefined ? new Bundle() : new Bundle(trust);
  }

  stop() {
    this.#stop = true;
  }

  /**
   * Reads and verifies all.
   * @param {() => void} tell called when there is something new to show
   */
  async go(tell) {
    this.started = performance.now();
    this.#turn = this.started;
    try {
      for (let index = 0; index < this.files.length && !this.#stop; index++) await this.#file(index, tell);
    } catch (error) {
      // A fault of this page: what was not read was not checked.
      this.state = 'stopped';
      tell();
      throw error;
    }
    this.state = this.#stop ? 'stopped' : 'done';
    if (this.state === 'done' && this.rows.some(({ verdict }) => verdict !== 'unusable'))
      this.bundle = this.#judged();
    this.#gapAtStart();
    tell();
  }

  /** The verdict on the bundle, by the first close entry that does not fit where there is one. */
  #judged() {
    const all = (this.#closes.length > 0 ? this.#closes : [null]).map((close) => this.#bundle.finish(close));
    return all.find(({ checks }) => checks[2].status === 'fail') ?? all[0];
  }

  /** What cannot be read of a file is told in its place, and the next one is read. @param {number} index @param {() => void} tell */
  async #file(index, tell) {
    const reached = { line: 0, start: 0 };
    try {
      if (!(await this.#takeWhole(index))) await this.#lines(index, tell, reached);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const { line, start } = reached;
      this.#unusable(error, { file: index, line: line + 1, from: start, to: start });
    }
    if (!this.#stop) this.read = this.#before(index + 1);
  }

  /** @param {number} index @param {() => void} tell @param {{line: number, start: number}} reached what was read so far */
  async #lines(index, tell, reached) {
    const file = this.files[index];
    let rest = new Uint8Array(0);
    /** Where a line began that is longer than any record; what follows of it is not kept. @type {number | null} */
    let tooLong = null;
    for (let offset = 0; offset < file.size && !this.#stop; offset += PIECE) {
      const piece = await bytesOf(file.slice(offset, offset + PIECE));
      const last = offset + PIECE >= file.size;
      const bytes = joined(rest, piece);
      let from = 0;
      for (let end = bytes.indexOf(10); end >= 0 || (last && from < bytes.length); end = bytes.indexOf(10, from)) {
        const to = end < 0 ? bytes.length : end;
        reached.line++;
        const { line, start } = reached;
        const place = { file: index, line, from: tooLong ?? start + from, to: start + to };
        if (tooLong === null) this.#line(bytes.subarray(from, to), place);
        else this.#unusable(new Fault('', 'unusable.too-large', { most: LONGEST }), place);
        tooLong = null;
        from = to + 1;
        this.read = this.#before(index) + Math.min(file.size, start + from);
        if (performance.now() - this.#turn < TURN) continue;
        await this.#rest(tell);
        if (this.#stop) return;
      }
      reached.start += Math.min(from, bytes.length);
      rest = bytes.slice(from);
      if (tooLong === null && rest.length > LONGEST) tooLong = reached.start;
      if (tooLong === null) continue;
      reached.start += rest.length;
      rest = new Uint8Array(0);
    }
  }

  /** What is drawn has a turn of its own. @param {() => void} tell */
  async #rest(tell) {
    await breathe();
    tell();
    await breathe();
    this.#turn = performance.now();
  }

  /** @param {number} index */
  #before(index) {
    return this.files.slice(0, index).reduce((sum, { size }) => sum + size, 0);
  }

  /**
   * record.md, section 3: a file is one JSON object if it parses as one, else JSON Lines. Only a file whose first line is no object
   * by itself can be an object over several lines.
   * @param {number} index
   */
  async #takeWhole(index) {
    const file = this.files[index];
    if (file.size > LONGEST) return false;
    let head = await bytesOf(file.slice(0, PIECE));
    if (head.indexOf(10) < 0) head = await bytesOf(file);
    const end = head.indexOf(10);
    if (end < 0 || parse(head.subarray(0, end)) !== null) return false;
    const whole = await bytesOf(file);
    if (parse(whole) === null) return false;
    this.#line(whole, { file: index, line: 1, from: 0, to: file.size });
    this.read = this.#before(index) + file.size;
    return true;
  }

  /**
   * @param {Uint8Array} bytes
   * @param {{file: number, line: number, from: number, to: number}} place
   */
  #line(bytes, place) {
    if (isBlank(bytes)) return;
    try {
      const document = readJson(bytes);
      if (isClose(document.value)) {
        this.#closes.push(document);
        return;
      }
      this.#row(document, this.#bundle.take(document), place);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.#unusable(error, place);
    }
  }

  /** @param {Fault} fault @param {{file: number, line: number, from: number, to: number}} place */
  #unusable(fault, place) {
    // A trace for each of a hundred thousand lines would be longer than the lines.
    fault.stack = '';
    this.counts.unusable++;
    this.problems.push(this.rows.length);
    this.rows.push({
      nonce: null,
      game: null,
      id: null,
      verdict: 'unusable',
      checks: '',
      staked: null,
      returned: null,
      came: '',
      fault,
      ...place,
    });
  }

  /**
   * @param {import('../verify/record.js').Document} document
   * @param {import('../verify/record.js').Verdict} verdict
   * @param {{file: number, line: number, from: number, to: number}} place
   */
  #row({ value }, { verdict, checks, game, roundId }, place) {
    const seeds = isObject(value.seeds) ? value.seeds : {};
    const settlement = isObject(value.settlement) ? value.settlement : {};
    const nonce = whole(seeds.nonce);
    const row = this.rows.length;
    this.counts[verdict]++;
    for (const { status } of checks) if (status === 'skip') this.counts.skipped++;
    const returned = whole(settlement.returned);
    if (returned === 0) this.counts.lost++;
    if (verdict === 'failed') this.problems.push(row);
    if (nonce !== null) this.#place(said(seeds.server_seed_hash) ?? '', nonce, row);
    this.rows.push({
      nonce,
      game: own(game),
      id: own(roundId),
      verdict,
      checks: checks.map(({ status }) => status[0]).join(''),
      staked: whole(settlement.staked),
      returned,
      came: came(value),
      fault: null,
      ...place,
    });
  }

  /** @param {string} pair @param {number} nonce @param {number} row */
  #place(pair, nonce, row) {
    this.greatest = Math.max(this.greatest, nonce);
    const known = this.pairs.get(pair);
    if (known === undefined) {
      this.pairs.set(own(pair), { first: nonce, next: nonce + 1 });
      return;
    }
    if (nonce > known.next) this.gaps.push({ from: known.next, to: nonce - 1, row });
    known.next = Math.max(known.next, nonce + 1);
  }

  /** A bundle begins with 0; the history of a player may begin anywhere. */
  #gapAtStart() {
    const [only, ...more] = this.pairs.values();
    if (only && more.length === 0 && only.first > 0) this.gaps.unshift({ from: 0, to: only.first - 1, row: 0 });
  }

  /**
   * The text of a row's record, read anew from its file and refused again where it was refused; of a longer line, a byte more than a
   * record may have.
   * @param {Row} row
   */
  text({ file, from, to }) {
    return textOf(this.files[file].slice(from, Math.min(to, from + LONGEST + 1)));
  }
}
