/**
 * Actions chosen before the turn comes (docs/spec/poker.md, section 2): kept by the page, made only on the own turn and only if legal then;
 * one with an amount is dropped when that amount has changed.
 */

/** @typedef {{type: 'check_fold'} | {type: 'check'} | {type: 'call', chips: number}} Chosen */

/**
 * What the seat would have to put in to stay, as far as the view tells it.
 * @param {Record<string, any>} hand
 * @param {number} seat
 */
export function owed({ shown, params, game }, seat) {
  const own = shown.seats[seat];
  const bets = Object.values(shown.seats).map(({ bet }) => bet);
  const least = shown.board.length === 0 && game !== 'turkish' ? (params.big_blind ?? 0) : 0;
  return Math.min(own.stack, Math.max(least, ...bets) - own.bet);
}

/** What can be chosen now; nothing where the seat is asked, is out, or has no chips left. @param {Record<string, any>} hand @param {number} seat @returns {Chosen[]} */
export function choices(hand, seat) {
  const own = hand.shown.seats?.[seat];
  if (hand.state !== 'open' || hand.legal.length > 0 || !own || own.folded || own.stack === 0 || hand.game === 'aof') return [];
  const chips = owed(hand, seat);
  return [{ type: 'check_fold' }, ...(chips > 0 ? [{ type: /** @type {const} */ ('call'), chips }] : [{ type: /** @type {const} */ ('check') }])];
}

/**
 * The choice after the hand went on: null where it is dropped.
 * @param {Chosen | null} chosen
 * @param {Record<string, any>} hand
 * @param {number} seat
 * @returns {Chosen | null}
 */
export function kept(chosen, hand, seat) {
  if (chosen === null || hand.state !== 'open' || !hand.shown.seats?.[seat] || hand.shown.seats[seat].folded) return null;
  if (chosen.type === 'check_fold') return chosen;
  const chips = hand.legal.length > 0 ? (hand.legal.find((/** @type {any} */ { type }) => type === 'call')?.chips ?? 0) : owed(hand, seat);
  return chips === (chosen.type === 'call' ? chosen.chips : 0) ? chosen : null;
}

/**
 * The action that a choice is, on the own turn.
 * @param {Chosen} chosen
 * @param {readonly Record<string, any>[]} legal
 * @returns {{type: string} | null} null where none is legal
 */
export function actionOf(chosen, legal) {
  const find = (/** @type {string} */ type) => legal.find((action) => action.type === type);
  if (chosen.type === 'call') return find('call')?.chips === chosen.chips ? { type: 'call' } : null;
  if (find('check')) return { type: 'check' };
  return chosen.type === 'check_fold' && find('fold') ? { type: 'fold' } : null;
}
