/** What a player does, through the public calls: seeds, bets, actions, reveals, history. No elements and no storage of its own. */

import { Refusal } from './api.js';
import { freshSeed } from './client-seed.js';
import { serverSeedHash } from '../verify/core/seeds.js';

/** @typedef {{server_seed_hash: string, client_seed: string, nonce: number}} Active */
/** @typedef {{active: Active, next: {server_seed_hash: string}}} Seeds */
/** @typedef {{server_seed_hash: string, server_seed: string, rounds: number, keeps: boolean}} Revealed `keeps`: the seed has the promised hash */
/** @typedef {{active: Active, next: {server_seed_hash: string}, revealed: {server_seed_hash: string, server_seed: string, rounds: number} | null}} Rotation */
/** @typedef {Record<string, any> & {round_id: string, game: string, seeds: any}} Round a view, or a record once revealed */
/** @typedef {{index: number, at: string, kind: string, amount: number, balance: number, detail: string, round_id?: string}} Entry */

/** So many rounds, and entries of the ledger, are read at first and each time that more are asked for. */
const PAGE = 50;

export class Player {
  #api;
  #session;
  /** @type {Seeds | null} */
  seeds = null;
  /** Rounds that were read or played, by their ids. @type {Map<string, Round>} */
  rounds = new Map();
  /** Behind which round there are earlier ones; null where all are known. @type {string | null} */
  earlierRounds = null;
  /** The last changes of the balance, the oldest first; null where balances are kept elsewhere. @type {Entry[] | null} */
  ledger = null;
  /** Behind which entry there are earlier ones; null where all are known. @type {string | null} */
  earlierEntries = null;
  /** The pair that was revealed last. @type {Revealed | null} */
  revealed = null;
  /** Whether every receipt found room. */
  roomy = true;

  /**
   * @param {string} name
   * @param {import('./api.js').Api} api
   * @param {import('./session.js').Session} session
   */
  constructor(name, api, session) {
    this.name = name;
    this.#api = api;
    this.#session = session;
  }

  get balance() {
    return this.ledger?.at(-1)?.balance ?? (this.ledger ? 0 : null);
  }

  /** The open round of a game, the newest. @param {string} game */
  open(game) {
    return [...this.rounds.values()].filter((round) => round.game === game && round.state === 'open').at(-1) ?? null;
  }

  /** Rounds, the newest first. */
  past() {
    return [...this.rounds.values()].sort((a, b) => (a.round_id < b.round_id ? 1 : -1));
  }

  /**
   * Finds or makes the seeds, the last rounds and those that are open, and the balance.
   * @param {boolean} [unknown] a new player, who has no seeds yet
   */
  async begin(unknown = false) {
    await this.#findSeeds(unknown);
    await Promise.all([this.findRounds(), this.history()]);
  }

  /** @param {boolean} unknown */
  async #findSeeds(unknown) {
    const path = `v1/players/${this.name}/seeds`;
    try {
      const found = unknown ? null : await this.#api.get(path);
      if (found?.active) return void (this.seeds = found);
      if (found === null) await this.#api.post(path, {});
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'not_found')) throw error;
      await this.#api.post(path, {});
    }
    // The promise is made: only now is there a client seed.
    this.rotated(await this.rotate(freshSeed()));
  }

  /** Reads the last rounds, and those that are open, whenever they were begun. */
  async findRounds() {
    const [open, last] = await Promise.all([this.#all('v1/rounds', { player: this.name, state: 'open' }), this.#newest('v1/rounds', { player: this.name })]);
    this.rounds = new Map();
    this.earlierRounds = last.next_cursor;
    for (const round of [...open, ...last.items]) this.#take(round);
  }

  /** Reads the rounds before those that are known. */
  async moreRounds() {
    if (this.earlierRounds === null) return;
    const { items, next_cursor } = await this.#newest('v1/rounds', { player: this.name, cursor: this.earlierRounds });
    this.earlierRounds = next_cursor;
    for (const round of items) this.#take(round);
  }

  /** @param {string} path @param {Record<string, string>} query @returns {Promise<{items: any[], next_cursor: string | null}>} */
  #newest(path, query) {
    return this.#api.get(`${path}?${new URLSearchParams({ ...query, order: 'newest', limit: String(PAGE) })}`);
  }

  /** @param {string} path @param {Record<string, string>} query */
  async #all(path, query) {
    const found = [];
    for await (const one of this.#pages(path, query)) found.push(one);
    return found;
  }

  /** @param {string} path @param {Record<string, string>} query */
  async *#pages(path, query) {
    const asked = new URLSearchParams({ ...query, limit: '200' });
    for (;;) {
      const { items, next_cursor } = await this.#api.get(`${path}?${asked}`);
      yield* items;
      if (next_cursor === null) return;
      asked.set('cursor', next_cursor);
    }
  }

  /** Reads what the ledger has behind what is known of it, at first its end. */
  async history() {
    const path = `v1/players/${this.name}/ledger`;
    const known = this.ledger ?? [];
    try {
      if (known.length > 0) {
        this.ledger = [...known, ...(await this.#all(path, { cursor: String(known[known.length - 1].index) }))];
      } else {
        const { items, next_cursor } = await this.#newest(path, {});
        [this.ledger, this.earlierEntries] = [items.reverse(), next_cursor];
      }
    } catch (error) {
      // No balances are kept here, or this player has no chips yet: then none are shown.
      if (!(error instanceof Refusal && error.code === 'not_found')) throw error;
      this.ledger = null;
    }
  }

  /** Reads the entries before those that are known. */
  async moreEntries() {
    if (this.earlierEntries === null) return;
    const { items, next_cursor } = await this.#newest(`v1/players/${this.name}/ledger`, { cursor: this.earlierEntries });
    [this.ledger, this.earlierEntries] = [[...items.reverse(), ...(this.ledger ?? [])], next_cursor];
  }

  #current() {
    if (this.seeds === null) throw new Error('no seeds yet');
    return this.seeds;
  }

  /** @param {Round} round */
  #take(round) {
    this.rounds.delete(round.round_id);
    this.rounds.set(round.round_id, round);
    if (!('server_seed' in round.seeds)) this.roomy = this.#session.keep(round) && this.roomy;
    return round;
  }

  /** @param {string} game @param {Record<string, unknown>} params @param {Record<string, number>} bet @returns {Promise<any>} */
  quote(game, params, bet) {
    return this.#api.post('v1/quotes', { player: this.name, game, params, bet });
  }

  // Bets, actions and changes of seeds: the call by itself, so that it can be asked once more, and apart from it what follows from its
  // answer.

  /** @param {string} game @param {Record<string, unknown>} params @param {Record<string, number>} bet @returns {Promise<Round>} */
  play(game, params, bet) {
    return this.#api.post('v1/rounds', { player: this.name, game, params, bet });
  }

  /** @param {Round} round @param {Record<string, unknown>} action @returns {Promise<Round>} */
  act(round, action) {
    return this.#api.post(`v1/rounds/${round.round_id}/actions`, { ...action, expected_actions: round.actions.length });
  }

  /** A round as it stands now: another tab may have played on. @param {Round} round @returns {Promise<Round>} */
  look(round) {
    return this.#api.get(`v1/rounds/${round.round_id}`);
  }

  /** What follows from the answer to a bet or an action; the balance is asked for apart. @param {Round} round */
  taken(round) {
    this.#take(round);
    const { active } = this.#current();
    if (round.seeds.server_seed_hash === active.server_seed_hash) active.nonce = Math.max(active.nonce, round.seeds.nonce + 1);
    return round;
  }

  /** @param {string} clientSeed @returns {Promise<Rotation>} */
  rotate(clientSeed) {
    return this.#api.post(`v1/players/${this.name}/seeds/rotate`, { client_seed: clientSeed });
  }

  /**
   * What follows from a change of seeds: others are active, and the old seed is compared with the promise that was shown.
   * @param {Rotation} told
   */
  rotated({ active, next, revealed }) {
    const before = this.seeds?.active.server_seed_hash;
    this.seeds = { active, next };
    if (before === undefined) return;
    const keeps = revealed?.server_seed_hash === before && serverSeedHash(revealed.server_seed) === before;
    this.revealed = revealed && { ...revealed, keeps };
  }
}
