/** What stands on a public table, by its view alone; no elements. */

/** @typedef {Record<string, any>} View */
/**
 * @typedef {object} Place
 * @property {number} seat
 * @property {string | null} player
 * @property {boolean} own
 * @property {number} ante that lies there for the next round
 * @property {boolean} ready whether "play" was pressed
 * @property {number | null} box of the round that is shown
 * @property {readonly (string | null)[]} cards null is one that is not seen
 * @property {string | null} combination
 * @property {number | null} staked
 * @property {number} exchanged cards
 * @property {'fold' | 'raise' | null} decided
 * @property {boolean} timeout
 * @property {boolean} turn
 * @property {string | null} result
 * @property {number | null} returned
 */
/**
 * @typedef {object} Model
 * @property {'waiting' | 'timer' | 'links' | 'open' | 'settled' | 'void' | 'closed'} state
 * @property {readonly (string | null)[]} dealer none before cards are dealt
 * @property {string | null} combination the dealer's
 * @property {boolean} shows whether the dealer has shown
 * @property {readonly Place[]} places by seat
 */

const HIDDEN = [null, null, null, null, null];

/** Whether a round is being played. @param {View} view */
export const running = ({ hand }) => hand !== null && (hand.state === 'links' || hand.state === 'open');

/** @param {View} view @returns {Model['state']} */
function stateOf(view) {
  if (running(view)) return view.hand.state;
  if (view.state !== 'open') return 'closed';
  if (view.deals_at !== null) return 'timer';
  return view.hand === null ? 'waiting' : view.hand.state;
}

/** @param {View} view @returns {Model} */
export function modelOf(view) {
  const { hand } = view;
  const dealt = hand !== null && hand.state !== 'links' && hand.outcome !== undefined;
  const dealer = dealt ? hand.outcome.dealer : { cards: [] };
  const shows = dealer.cards.length === HIDDEN.length;
  const places = Array.from({ length: view.seats }, (_, seat) => placeOf(view, seat, dealt));
  return { state: stateOf(view), dealer: shows || !dealt ? dealer.cards : [...HIDDEN.slice(1), ...dealer.cards], combination: dealer.combination ?? null, shows, places };
}

/** @param {View} view @param {number} seat @param {boolean} dealt @returns {Place} */
function placeOf({ hand, seat: own, taken }, seat, dealt) {
  const { player = null, ante = 0, ready = false } = taken[seat] ?? {};
  const at = dealt ? hand.table.seats.indexOf(seat) : -1;
  /** @type {Place} */
  const place = { seat, player, own: own === seat, ante, ready, box: null, cards: [], combination: null, staked: null, exchanged: 0, decided: null, timeout: false, turn: false, result: null, returned: null };
  if (at < 0) return place;
  const box = hand.outcome.boxes[at] ?? {};
  /** @type {any[]} */
  const actions = hand.actions.filter((/** @type {any} */ action) => action.box === at);
  const exchange = actions.find(({ type }) => type === 'exchange');
  const decision = actions.find(({ type }) => type !== 'exchange');
  return {
    ...place,
    box: at,
    cards: box.cards ?? HIDDEN,
    combination: box.combination ?? null,
    staked: hand.settlement?.staked[at] ?? hand.shown?.stakes?.[at] ?? null,
    // Of another's exchange only the number of cards is told.
    exchanged: exchange === undefined ? 0 : (exchange.cards.length ?? exchange.cards),
    decided: decision?.type ?? null,
    timeout: decision?.timeout === true,
    turn: hand.state === 'open' && hand.shown?.box === at,
    result: box.result ?? null,
    returned: hand.settlement?.returned[at] ?? null,
  };
}

/** An ANTE as it was typed; null where it is none. @param {string} text */
export function anteOf(text) {
  const digits = text.replace(/[\s\u00a0\u202f_]/g, '');
  return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : null;
}
