/**
 * Refusals. Whatever this code refuses it refuses with a `Fault`: by the id of a text in `texts/`, never by a
 * sentence. The part of the id before the dot is the layer that refuses, by the names of `vectors/README.md`:
 * `seed`, `draw`, `format`, `commitment`, `cards`, `rules`, `unusable`; and `log`, `receipt` for signatures and
 * proofs. Anything else that is thrown is a bug.
 */

/** @typedef {string | number | bigint} FaultValue */

export class Fault extends Error {
  /**
   * @param {string} field what was refused: `nonce`, or a path such as `actions[0].cell`
   * @param {string} id the id of its text
   * @param {Record<string, FaultValue>} [values] what the text shows
   */
  constructor(field, id, values = {}) {
    super(field ? `${field}: ${id}` : id);
    this.name = 'Fault';
    this.field = field;
    this.id = id;
    this.values = values;
  }

  /** What refuses: the id up to its dot. */
  get layer() {
    return this.id.slice(0, this.id.indexOf('.'));
  }
}

/** The name of what stands within a field. @param {string} field @param {string} name */
export const inside = (field, name) => (field ? `${field}.${name}` : name);

/**
 * What `run` gives; a refusal is put under the field where it happened.
 * @template T
 * @param {string} field
 * @param {() => T} run
 * @returns {T}
 */
export function at(field, run) {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw new Fault(error.field ? inside(field, error.field) : field, error.id, error.values);
  }
}
