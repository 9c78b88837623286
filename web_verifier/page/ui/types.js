/** What the modules of the page hand to one another. These are types only: nothing here runs, and no browser loads it. */

/** @typedef {import('../core/fault.js').Fault} Fault */
/** @typedef {import('../core/draws.js').Draw} Draw */
/** @typedef {import('../core/stream.js').Stream} Stream */
/** @typedef {import('./cleaning.js').Note} Note */

/**
 * @typedef {object} Field
 * @property {string} name as the record calls it
 * @property {'params' | 'bet'} where
 * @property {'whole' | 'places' | 'decimal' | 'decimals' | 'word'} kind `places` is a decimal with exactly two places
 * @property {readonly string[]} [words] of a word, and of a whole number that is chosen from a list
 * @property {string} [first] what a new slip holds
 * @property {boolean} [rule] a rule of the operator: left empty, the default holds
 * @property {string} [usual] the default of a rule
 */

/** @typedef {{type: string, [member: string]: unknown}} Action */

/**
 * @typedef {object} Slip
 * @property {string} game
 * @property {string} client_seed
 * @property {string} server_seed
 * @property {string} server_seed_hash
 * @property {string} nonce
 * @property {Record<string, string>} options by the name of the field, stakes included
 * @property {Action[]} actions
 */

/**
 * @typedef {object} Hint
 * @property {string} id
 * @property {Record<string, any>} [values]
 * @property {'plain' | 'good' | 'attn' | 'idea'} tone
 * @property {Record<string, string>} [patch] what a button beside it would put into the slip
 * @property {string} [button] id of that button's text
 */

/**
 * @typedef {object} SlipState
 * @property {Slip} slip
 * @property {Base | null} base
 * @property {string} source where the slip came from, as the id of a text
 * @property {boolean} changed since then
 * @property {Record<string, {notes: Note[], before: string}>} notes what was cleaned, by field
 * @property {Action[]} legal
 * @property {boolean} known whether the seeds are known, so that `legal` says something
 * @property {Record<string, Hint[]>} offers
 */
/**
 * @typedef {object} SlipEvents
 * @property {(name: string, value: string) => void} typed
 * @property {(name: string, cleaned: import('./cleaning.js').Cleaned, before: string) => void} cleaned
 * @property {(patch: Record<string, string>) => void} patch
 * @property {(game: string) => void} game
 * @property {(actions: Action[]) => void} actions
 * @property {(text: string, insert: () => void) => void} pasted a text that may be more than one field; `insert` where it is not
 * @property {() => void} paste
 * @property {() => void} file
 * @property {() => void} example
 * @property {() => void} undo
 */

/** @typedef {{lang?: string, theme?: string, view?: string, clause?: string}} Look how the page is shown; no part of a round */
/**
 * The record that a slip came from.
 * @typedef {object} Base
 * @property {string} text
 * @property {Record<string, any>} value
 * @property {string} source
 * @property {string} [name]
 * @property {(summary: HTMLElement, body: HTMLElement, chosen: (game: string) => void) => void} [aside] what stands in the place of a
 *   form that the game has not
 */
/** @typedef {SlipState & {arrived: boolean}} State of the view of one round; `arrived`: it came as a whole, and was not shown yet */
/** @typedef {Pick<State, 'slip' | 'source'> & Partial<Pick<State, 'base' | 'notes'>>} Filled a slip that came from somewhere */

/** @typedef {{claims?: import('../games/claims.js').Claims, recording?: typeof import('../core/draws.js').recording}} Reading how claims are read and draws written down */
/**
 * @typedef {object} Derived
 * @property {string} game
 * @property {any} params written out, with the defaults
 * @property {any} bet null in `raw`
 * @property {Action[]} actions those that were legal
 * @property {Record<string, any> | null} outcome null where nothing could be derived
 * @property {{staked: number, returned: number, multiplier: string | null} | null} settlement of a finished round
 * @property {boolean} finished
 * @property {Action[]} legal what could be done next
 * @property {Draw[]} draws none where nothing wrote them down
 * @property {Stream | null} stream at word 0
 * @property {Fault | null} fault why it stopped
 */

export {};
