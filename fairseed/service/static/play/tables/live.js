/**
 * What a seat checks at the deal and at each card after it, without any secret (docs/spec/derivation.md, section 7): the hand is dealt from
 * the deck that was fixed before the seat gave its link, by the links of all seats, and every card that is shown is proven.
 */

import { checkLink, checkOpenings } from '../../verify/core/cards.js';
import { Fault } from '../../verify/core/fault.js';
import { storyOf } from '../../verify/ui/tables/story.js';

/** @typedef {import('../../verify/core/cards.js').Opening} Opening */
/** @typedef {import('../../verify/ui/tables/story.js').Story} Story */
/** @typedef {import('./chain.js').Promised} Promised */
/** @typedef {{why: string, values?: Record<string, unknown>, fault?: Fault}} Alarm `why` behind `tb.alarm.` in the texts; `fault` in the verifier's words */
/** @typedef {{opening: Opening, own: boolean}} Proof */
/** @typedef {{alarm: Alarm | null, proofs: Proof[], story: Story | null}} Checked */

/** Openings of one hand, kept to its end: no card may be in two places, whenever they were shown. */
export class LiveCheck {
  #round = '';
  /** @type {Map<number, Opening>} */
  #seen = new Map();
  /** @type {Alarm | null} what was found in this hand stays found */
  #alarm = null;

  /**
   * @param {Record<string, any>} hand as the service shows it
   * @param {number | null} seat whose cards are own; null for who only watches
   * @param {{promised: Promised | null, link: string} | null} [given] what the seat gave its link for, and the link
   * @returns {Checked}
   */
  check(hand, seat, given = null) {
    if (hand.round_id !== this.#round) {
      this.#round = hand.round_id;
      this.#seen = new Map();
      this.#alarm = null;
    }
    if (hand.receipt === undefined || hand.state === 'void') return { alarm: this.#alarm, proofs: [], story: null };
    const story = storyOf(hand);
    this.#alarm ??= this.#found(hand, seat, given, story);
    return { alarm: this.#alarm, proofs: story === null ? [] : proofsOf(story, seat), story };
  }

  /**
   * @param {Record<string, any>} hand
   * @param {number | null} seat
   * @param {{promised: Promised | null, link: string} | null} given
   * @param {Story | null} story
   * @returns {Alarm | null}
   */
  #found(hand, seat, given, story) {
    if (story === null) return { why: 'unreadable' };
    const dealtIn = seat !== null && story.round.table.seats.includes(seat);
    if (dealtIn && given !== null) {
      const promise = given.promised;
      const { server_seed_hash, nonce } = hand.seeds;
      if (promise === null || promise.deck_root !== hand.deck_root || promise.server_seed_hash !== server_seed_hash || promise.nonce !== nonce) {
        return { why: 'promise', values: { shown: promise?.deck_root ?? '–', now: hand.deck_root } };
      }
      if (hand.seeds.client_seeds[seat] !== given.link) return { why: 'own_link' };
    }
    try {
      if (hand.params.seat_seeds === 'chain') {
        for (const [each, link] of Object.entries(hand.seeds.client_seeds)) checkLink(link, hand.seeds.chain_heads?.[each]);
      }
      for (const opening of hand.opened ?? []) {
        const before = this.#seen.get(opening.place);
        if (before !== undefined && before.card !== opening.card) return { why: 'changed', values: { place: opening.place, before: before.card, now: opening.card } };
        this.#seen.set(opening.place, opening);
      }
      checkOpenings([...this.#seen.values()], story.dealt.perm, hand.deck_root, story.dealt.order);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return { why: 'proof', fault: error };
    }
    if (story.stopped !== null) return { why: 'rules', fault: story.stopped };
    return unproven(hand, seat, story);
  }
}

/**
 * A card that is shown and isn't proven at the place where the rules put it.
 * @param {Record<string, any>} hand
 * @param {number | null} seat
 * @param {Story} story
 * @returns {Alarm | null}
 */
function unproven(hand, seat, { hands, known }, shown = hand.shown ?? {}) {
  const last = hands[hands.length - 1];
  /** @param {readonly (number | null)[]} places @param {unknown} cards @returns {Alarm | null} */
  const compare = (places, cards) => {
    if (!Array.isArray(cards)) return null;
    for (const [i, card] of cards.entries()) {
      const place = places[i] ?? null;
      const found = place === null ? undefined : known.get(place);
      if (found === undefined || !found.proven || found.card !== card) return { why: 'unproven', values: { card, place: place ?? '–' } };
    }
    return null;
  };
  const board = compare(last.board, shown.board ?? hand.outcome?.board);
  if (board !== null) return board;
  for (const [each, cards] of Object.entries(shown.hole ?? hand.outcome?.hole ?? {})) {
    const found = compare(last.holes[Number(each)] ?? [], cards);
    if (found !== null) return found;
  }
  // Who was dealt in sees its cards at once.
  const own = seat === null ? undefined : last.holes[seat];
  if (own && !own.every((place) => place === null || known.get(place)?.proven)) return { why: 'no_cards' };
  return null;
}

/** Openings that are proven, the seat's own cards first. @param {Story} story @param {number | null} seat @returns {Proof[]} */
function proofsOf({ opened, hands }, seat) {
  const own = new Set((seat === null ? undefined : hands[hands.length - 1].holes[seat]) ?? []);
  const proofs = opened.map((opening) => ({ opening, own: own.has(opening.place) }));
  return proofs.sort((one, other) => Number(other.own) - Number(one.own) || one.opening.place - other.opening.place);
}
