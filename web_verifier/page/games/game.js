/** What every game offers. A round is `start`, folded over its actions by `act`. No game draws anything but from the stream. */

/** @typedef {import('../core/stream.js').Stream} Stream */
/** @typedef {import('./forms.js').Members} Members */

/**
 * @typedef {{stake: number, perfect_pairs?: number, twenty_one_plus_three?: number}} Bet
 * @typedef {{type: string, cell?: number, guess?: string, timeout?: true}} Action
 */

/**
 * @typedef {object} Result
 * @property {Members} outcome as a record writes it
 * @property {number} staked
 * @property {number} returned gross
 * @property {string | null} multiplier of the settlement, with four places, cut; null in a game that shows none
 */

/**
 * @template P the params, every one of them written out
 * @template B the bet
 * @template S the state of a round: never changed, each action gives a new one
 * @typedef {object} Game
 * @property {string} name
 * @property {readonly string[]} choices names of the params that the player chooses; all others are rules of the operator
 * @property {boolean} hasBet whether a round has a bet and a settlement
 * @property {(given: any) => P} fill params of the right form, with the defaults of those that are left out
 * @property {(params: P, bet: B) => void} check ranges and refused bets
 * @property {(params: P, bet: B, stream: Stream) => S} start for params and a bet that passed `check`
 * @property {(state: S, action: Action) => S} act refuses what is not legal
 * @property {(state: S) => boolean} finished
 * @property {(state: S) => Action[]} legal
 * @property {(state: S) => Result} result of a finished round; before, only its outcome says something: what is on the table
 */

/** @typedef {Game<any, any, any>} AnyGame */

export {};
