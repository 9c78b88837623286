/**
 * The public calls of the service, and nothing else. A call that changes something carries an Idempotency-Key and keeps it when it is
 * asked again, so that a bet whose answer was lost on the way is never made twice.
 */

/** The service refused: a problem document (docs/operations.md, Refusals). */
export class Refusal extends Error {
  /** @param {number} status @param {{code?: unknown, field?: unknown, detail?: unknown}} problem */
  constructor(status, { code, field, detail }) {
    super(String(detail ?? status));
    this.status = status;
    this.code = typeof code === 'string' ? code : 'internal';
    this.field = typeof field === 'string' ? field : '';
  }
}

/** No answer came. Whether the service acted is not known; `again` asks the same once more. */
export class NoAnswer extends Error {
  /** @param {() => Promise<any>} again */
  constructor(again) {
    super('no answer');
    this.again = again;
  }
}

/** Codes that say nothing but "not now". */
const PASSING = new Set(['busy', 'not_ready', 'idempotency_in_flight']);
/** Between attempts, in milliseconds. */
const PAUSES = [250, 1000];

/** @param {number} time */
const sleep = (time) => new Promise((done) => setTimeout(done, time));

const freshKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export class Api {
  #root;
  #token;
  #ask;
  #pauses;

  /**
   * @param {string} root address that `v1/…` lies under, with its final slash
   * @param {string | null} token of the player
   * @param {typeof fetch} [ask]
   * @param {readonly number[]} [pauses]
   */
  constructor(root, token, ask = (...call) => fetch(...call), pauses = PAUSES) {
    this.#root = root;
    this.#token = token;
    this.#ask = ask;
    this.#pauses = pauses;
  }

  /** @param {string} path below the root @returns {Promise<any>} */
  get(path) {
    return this.#call('GET', path);
  }

  /** @param {string} path @param {unknown} body @returns {Promise<any>} */
  post(path, body) {
    return this.#call('POST', path, JSON.stringify(body), freshKey());
  }

  /** @param {string} path @returns {Promise<any>} */
  remove(path) {
    return this.#call('DELETE', path, undefined, freshKey());
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {string} [body]
   * @param {string} [key]
   * @returns {Promise<any>}
   */
  async #call(method, path, body, key) {
    for (let attempt = 0; ; attempt++) {
      const pause = this.#pauses[attempt];
      try {
        return await this.#once(method, path, body, key);
      } catch (error) {
        const passing = error instanceof Refusal ? PASSING.has(error.code) : true;
        if (!passing) throw error;
        if (pause === undefined) throw error instanceof Refusal ? error : new NoAnswer(() => this.#call(method, path, body, key));
      }
      await sleep(pause);
    }
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {string} [body]
   * @param {string} [key]
   */
  async #once(method, path, body, key) {
    /** @type {Record<string, string>} */
    const headers = { Accept: 'application/json' };
    if (this.#token) headers.Authorization = `Bearer ${this.#token}`;
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (key !== undefined) headers['Idempotency-Key'] = key;
    const answer = await this.#ask(this.#root + path, { method, headers, body, cache: 'no-store', credentials: 'omit', redirect: 'error' });
    const type = answer.headers.get('Content-Type') ?? '';
    // A proxy in between that fails answers with a page of its own: that is no word of the service.
    if (!/json/.test(type)) throw new TypeError('not an answer of the service');
    const value = await answer.json();
    if (!answer.ok) throw new Refusal(answer.status, value);
    return value;
  }
}
