/** Calls that got no answer. They are asked again together: a quote that was lost later hides no bet or move that was lost before. */

/** In the order in which they are asked again. */
const KINDS = /** @type {const} */ (['call', 'read', 'quote']);

/** @typedef {typeof KINDS[number]} Kind */

export class Unanswered {
  /** The last of each kind. @type {Map<Kind, () => unknown>} */
  #calls = new Map();
  #offer;

  /** @param {(again: () => void) => void} offer tells that there was no answer, and offers to ask again */
  constructor(offer) {
    this.#offer = offer;
  }

  /** @param {Kind} kind @param {() => unknown} again */
  add(kind, again) {
    this.#calls.set(kind, again);
    this.offer();
  }

  /** One of this kind was answered, or another is made in its place. @param {Kind} kind */
  drop(kind) {
    this.#calls.delete(kind);
  }

  /** Offers what there is, also where something else was told meanwhile. */
  offer() {
    if (this.#calls.size > 0) this.#offer(() => void this.#again());
  }

  async #again() {
    const calls = KINDS.map((kind) => this.#calls.get(kind));
    this.#calls.clear();
    for (const call of calls) await call?.();
  }
}
