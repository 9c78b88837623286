/** The calls of tables. */

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
      const page = await this.#api.get(`v1/tables?limit=200${cursor}`);
      items.push(...page.items);
      if (page.next_cursor === null) return items;
      cursor = `&cursor=${page.next_cursor}`;
    }
  }

  /** @param {string} table @returns {Promise<View>} */
  look(table) {
    return this.#api.get(`v1/tables/${table}`);
  }

  /** @param {Record<string, unknown>} wish @returns {Promise<{table_id: string, invitation?: string}>} */
  create(wish) {
    return this.#api.post('v1/tables', wish);
  }

  /** @param {string} table @param {Record<string, unknown>} body @returns {Promise<View>} */
  sit(table, body) {
    return this.#api.post(`v1/tables/${table}/seats`, body);
  }

  /** @param {string} table @param {number} seat @returns {Promise<{seat: number, state: string, chips: number | null}>} */
  leave(table, seat) {
    return this.#api.remove(`v1/tables/${table}/seats/${seat}`);
  }

  /** @param {string} table @param {number} seat @param {number} amount @returns {Promise<View>} */
  topUp(table, seat, amount) {
    return this.#api.post(`v1/tables/${table}/seats/${seat}/top_up`, { amount });
  }

  /** For this hand only: a call that is long under way must not give its link to another deck. @param {string} table @param {View} hand @param {{link: string} | {client_seed: string}} seed @returns {Promise<{counts: boolean, table: View}>} */
  give(table, hand, seed) {
    return this.#api.post(`v1/tables/${table}/links`, { ...seed, round_id: hand.round_id });
  }

  /** @param {string} table @param {View} hand @param {Record<string, unknown>} action @returns {Promise<View>} */
  act(table, hand, action) {
    return this.#api.post(`v1/tables/${table}/actions`, { ...action, expected_actions: hand.actions.length, round_id: hand.round_id });
  }

  /** What a hand's record is now, with its proofs. @param {string} round @returns {Promise<View>} */
  hand(round) {
    return this.#api.get(`v1/rounds/${round}`);
  }
}
