/**
 * News of a table: a stream of the service's events where it has room for one, else asked for now and then. Events tell only that there is
 * something new; what it is, is read from the table's view.
 */

const POLL = 1000;
const QUIET = 2000;

export class Feed {
  #root;
  #table;
  #token;
  #news;
  #ask;
  #pauses;
  #what;
  #after = -1;
  #stop = new AbortController();
  /** How news come now. @type {'stream' | 'poll' | 'none'} */
  by = 'none';

  /**
   * @param {string} root address that `v1/…` lies under
   * @param {string} table
   * @param {string} token
   * @param {() => void} news
   * @param {typeof fetch} [ask]
   * @param {{poll: number, quiet: number}} [pauses] in milliseconds, between two questions and after one that failed
   * @param {'tables' | 'matches' | 'house-tables'} [what]
   */
  constructor(root, table, token, news, ask = (...call) => fetch(...call), pauses = { poll: POLL, quiet: QUIET }, what = 'tables') {
    this.#root = root;
    this.#table = table;
    this.#token = token;
    this.#news = news;
    this.#ask = ask;
    this.#pauses = pauses;
    this.#what = what;
  }

  /** Goes on until it is stopped. */
  async run() {
    while (!this.#stop.signal.aborted) {
      try {
        const streamed = await this.#stream();
        if (streamed) continue;
        for (let i = 0; i < 30 && !this.#stop.signal.aborted; i++) {
          await this.#poll();
          await this.#pause(this.#pauses.poll);
        }
      } catch {
        this.by = 'none';
        await this.#pause(this.#pauses.quiet);
      }
    }
  }

  stop() {
    this.#stop.abort();
  }

  /** @param {string} query @param {string} accept */
  #get(query, accept) {
    const headers = { Accept: accept, Authorization: `Bearer ${this.#token}` };
    const url = `${this.#root}v1/${this.#what}/${this.#table}/events${query}`;
    return this.#ask(url, { headers, cache: 'no-store', credentials: 'omit', redirect: 'error', signal: this.#stop.signal });
  }

  /** Reads a stream to its end; false where the service has no room for one. */
  async #stream() {
    const answer = await this.#get(`?after=${this.#after}`, 'text/event-stream');
    if (answer.status === 503) return false;
    if (!answer.ok || !answer.body) throw new Error(String(answer.status));
    this.by = 'stream';
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return true;
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      const ids = lines.flatMap((line) => /^id: ?(\d+)$/.exec(line)?.[1] ?? []);
      if (ids.length > 0) this.#told(Number(ids[ids.length - 1]));
    }
  }

  async #poll() {
    const answer = await this.#get(`?after=${this.#after}`, 'application/json');
    if (!answer.ok) throw new Error(String(answer.status));
    this.by = 'poll';
    const { items, next_cursor } = await answer.json();
    if (items.length > 0) this.#told(Number(next_cursor));
  }

  /** @param {number} after */
  #told(after) {
    this.#after = after;
    this.#news();
  }

  /** @param {number} time */
  #pause(time) {
    return new Promise((done) => {
      const timer = setTimeout(done, time);
      this.#stop.signal.addEventListener('abort', () => (clearTimeout(timer), done(null)), { once: true });
    });
  }
}
