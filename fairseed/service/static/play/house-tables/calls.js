/** The calls of public tables of five-card poker. */

/** @typedef {Record<string, any>} View */

export class Calls {
  #api;

  /** @param {import('../api.js').Api} api */
  constructor(api) {
    this.#api = api;
  }

  /** Open tables, all pages of them. @returns {Promise<View[]>} */
  async list() {
    const items = [];
    for (let cursor = ''; ; ) {
      const page = await this.#api.get(`v1/house-tables?limit=200${cursor}`);
      items.push(...page.items);
      if (page.next_cursor === null) return items;
      cursor = `&cursor=${page.next_cursor}`;
    }
  }

  /** The rooms that are offered, by name. @returns {Promise<Record<string, {min_ante: number, max_ante: number}>>} */
  async rooms() {
    return (await this.#api.get('v1/games/five_card_poker')).settings.rooms;
  }

  /** @param {string} table @returns {Promise<View>} */
  look(table) {
    return this.#api.get(`v1/house-tables/${table}`);
  }

  /** @param {Record<string, unknown>} wish @returns {Promise<{table_id: string, invitation?: string}>} */
  create(wish) {
    return this.#api.post('v1/house-tables', wish);
  }

  /** @param {string} table @returns {Promise<View>} */
  close(table) {
    return this.#api.remove(`v1/house-tables/${table}`);
  }

  /** @param {string} table @param {Record<string, unknown>} body @returns {Promise<View>} */
  sit(table, body) {
    return this.#api.post(`v1/house-tables/${table}/seats`, body);
  }

  /** @param {string} table @param {number} seat @returns {Promise<{seat: number, state: string}>} */
  leave(table, seat) {
    return this.#api.remove(`v1/house-tables/${table}/seats/${seat}`);
  }

  /** An ANTE for the next round, 0 for none. @param {string} table @param {number} ante @returns {Promise<View>} */
  ante(table, ante) {
    return this.#api.post(`v1/house-tables/${table}/antes`, { ante });
  }

  /** @param {string} table @returns {Promise<View>} */
  deal(table) {
    return this.#api.post(`v1/house-tables/${table}/deal`, {});
  }

  /** For this round only, as at the poker tables. @param {string} table @param {View} hand @param {{link: string} | {client_seed: string}} seed @returns {Promise<{counts: boolean, table: View}>} */
  give(table, hand, seed) {
    return this.#api.post(`v1/house-tables/${table}/links`, { ...seed, round_id: hand.round_id });
  }

  /** @param {string} table @param {View} hand @param {Record<string, unknown>} action @returns {Promise<View>} */
  act(table, hand, action) {
    return this.#api.post(`v1/house-tables/${table}/actions`, { ...action, expected_actions: hand.actions.length, round_id: hand.round_id });
  }

  /** The last rounds that have ended, the newest first. @param {string} table @returns {Promise<View[]>} */
  async ended(table) {
    return (await this.#api.get(`v1/house-tables/${table}/hands?order=newest&limit=10`)).items;
  }
}
