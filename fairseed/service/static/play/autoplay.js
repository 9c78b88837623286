/**
 * Bets that repeat themselves: one after another, each an ordinary round (docs/rules/plinko.md, P-16 to P-18). Never more rounds than
 * the player said, and no bet that could take the loss beyond what the player said.
 */

/** @typedef {{rounds: number, win: number | null, loss: number | null}} Limits `win`, `loss` in chips, counted from the start */
/** @typedef {'rounds' | 'win' | 'loss' | 'stopped'} End */

export class Autoplay {
  #limits;
  #stake;
  #stopped = false;
  /** Rounds played. */
  done = 0;
  /** Returned − staked so far. */
  net = 0;

  /** @param {Limits} limits @param {number} stake of each bet */
  constructor(limits, stake) {
    this.#limits = limits;
    this.#stake = stake;
  }

  get rounds() {
    return this.#limits.rounds;
  }

  get stopping() {
    return this.#stopped;
  }

  /** No bet is made any more; one that is on its way ends as it does. */
  stop() {
    this.#stopped = true;
  }

  /** Why there is no next bet, or null. @returns {End | null} */
  end() {
    const { rounds, win, loss } = this.#limits;
    if (this.#stopped) return 'stopped';
    if (win !== null && this.net >= win) return 'win';
    if (this.done >= rounds) return 'rounds';
    if (loss !== null && this.net - this.#stake < -loss) return 'loss';
    return null;
  }

  /**
   * Plays until there is no next bet. What `play` throws ends it and is thrown on.
   * @param {() => Promise<{staked: number, returned: number}>} play one round
   * @param {() => void} [told] after each round
   * @returns {Promise<End>}
   */
  async run(play, told = () => {}) {
    for (;;) {
      const end = this.end();
      if (end !== null) return end;
      const { staked, returned } = await play();
      this.done += 1;
      this.net += returned - staked;
      told();
    }
  }
}
