/** The calls of matches. */

/** @typedef {Record<string, any>} View */

export class Calls {
  #api;

  /** @param {import('../api.js').Api} api */
  constructor(api) {
    this.#api = api;
  }

  /** Open matches, the newest first. @returns {Promise<View[]>} */
  async list() {
    return (await this.#api.get('v1/matches?limit=50')).items;
  }

  /** @param {string} match @returns {Promise<View>} */
  look(match) {
    return this.#api.get(`v1/matches/${match}`);
  }

  /** @param {Record<string, unknown>} wish @returns {Promise<{match_id: string, invitation?: string}>} */
  create(wish) {
    return this.#api.post('v1/matches', wish);
  }

  /** @param {string} match @param {string} head of the chain @param {string} invitation `''` none @returns {Promise<View>} */
  join(match, head, invitation) {
    return this.#api.post(`v1/matches/${match}/seats`, { chain_head: head, ...(invitation && { invitation }) });
  }

  /** Its host takes back a match that has not started. @param {string} match @returns {Promise<View>} */
  close(match) {
    return this.#api.remove(`v1/matches/${match}`);
  }

  /** @param {string} match @param {number} seat @returns {Promise<View>} */
  leave(match, seat) {
    return this.#api.remove(`v1/matches/${match}/seats/${seat}`);
  }

  /** @param {string} match @param {string} link @returns {Promise<{counts: boolean, match: View}>} */
  give(match, link) {
    return this.#api.post(`v1/matches/${match}/links`, { link });
  }

  /** @param {string} match @param {View} round @param {Record<string, unknown>} action @returns {Promise<View>} */
  act(match, round, action) {
    return this.#api.post(`v1/matches/${match}/actions`, { ...action, expected_actions: round.actions.length, round_id: round.round_id });
  }

  /** The record with its proofs. @param {string} round @returns {Promise<View>} */
  round(round) {
    return this.#api.get(`v1/rounds/${round}`);
  }
}
