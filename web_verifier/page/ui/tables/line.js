/** The text equivalent of a table at a moment: everything that the picture shows, in sentences. */

import { number, t } from '../language.js';
import { phrase } from '../pictures/stage.js';
import { actionText, madeText, potName, seatName } from './words.js';

/** @typedef {import('./story.js').Story} Story */
/** @typedef {import('./story.js').Ending} Ending */
/** @typedef {import('./moment.js').Moment} Moment */
/** @typedef {import('./moment.js').Seat} Seat */
/** @typedef {import('../pictures/stage.js').Phrase} Phrase */

/** A card that lies face down, as cards are written. */
const HIDDEN = '??';

/** @param {readonly {card: string | null}[]} cards */
const codes = (cards) => cards.map(({ card }) => card ?? HIDDEN).join(' ');

/**
 * What happened last, and who is next.
 * @param {Story} story
 * @param {Moment} moment
 * @param {number | null} viewer
 * @returns {Phrase[]}
 */
export function happened(story, { at, count, street, pot, next, end }, viewer) {
  const last = at - 1;
  const values = { at, count, street: t(`pt.street.${street}`), pot };
  return [
    at === 0
      ? phrase('pt.line.start', values)
      : phrase('pt.line.action', { ...values, seat: story.actions[last].seat, action: actionText(story, last, viewer) }),
    end ? phrase('pt.line.end') : phrase('pt.line.next', { seat: next }),
    ...(story.stopped !== null && at === count ? [phrase('pt.line.stopped')] : []),
  ];
}

/** @param {Moment} moment @returns {Phrase[]} */
function common({ board, carousel, street, openedBy, brought, button }) {
  const bare = ['first', 'draw', 'second'].includes(street);
  return [
    phrase('pt.line.button', { seat: button }),
    ...(board.length > 0 ? [phrase('pt.line.board', {}, { cards: codes(board) })] : bare ? [] : [phrase('pt.line.no_board')]),
    ...(brought > 0 ? [phrase('pt.line.brought', { count: brought })] : []),
    ...(carousel === null ? [] : [phrase('pt.line.carousel', { powers: carousel.map((power) => t(`pt.power.${power}`)).join(', ') })]),
    ...(openedBy === null ? [] : [phrase('pt.line.opened', { seat: openedBy })]),
  ];
}

/** What is said of a seat beside its cards. @param {Seat} seat @returns {string[]} */
export function notesOf({ blind, folded, allIn, bet, made, wins, back, destellos, anchored, drew, looked, next }) {
  return [
    blind && t(`pt.note.${blind}`),
    folded && t('pt.note.folded'),
    allIn && t('pt.note.all_in'),
    bet > 0 && t('pt.note.bet', { count: bet }),
    destellos !== null && t('pt.note.destellos', { count: destellos }),
    anchored && t('pt.note.anchored'),
    drew !== null && t('pt.note.drew', { count: drew }),
    looked.length > 0 && t('pt.note.looked', { cards: looked.join(' ') }),
    made !== null && madeText(made),
    wins > 0 && t('pt.note.wins', { count: wins }),
    back > 0 && t('pt.note.back', { count: back }),
    next && t('pt.note.next'),
  ].filter((note) => note !== false && note !== null);
}

/** @param {Seat} seat @returns {Phrase} */
function seatLine(seat) {
  const notes = [t('pt.note.stack', { count: seat.stack }), ...notesOf(seat)].join(', ');
  const name = seatName(seat.seat, seat.bot);
  if (seat.cards.every(({ card }) => card === null)) return phrase('pt.line.seat', { name, notes });
  return phrase('pt.line.seat_cards', { name, notes }, { cards: codes(seat.cards) });
}

/** @param {Ending} ending @returns {Phrase[]} */
export function potsLine({ pots = [], rake = 0, pot_carried }) {
  if (pot_carried !== undefined) return [phrase('pt.line.carried', { count: pot_carried })];
  return [
    ...pots.map(({ amount, rake: part, winners }, i) =>
      phrase('pt.line.pot', {
        name: potName(i, pots.length),
        amount,
        rake: part,
        winners: Object.entries(winners)
          .map(([seat, count]) => t('pt.line.winner', { seat, count }))
          .join(', '),
      }),
    ),
    ...(pots.length > 1 && rake > 0 ? [phrase('pt.line.rake', { count: rake })] : []),
  ];
}

/** An ending that only the record knows. @param {Ending} ending @returns {Phrase[]} */
function recordedLine(ending) {
  const { board = [], hole = {}, stacks = {}, uncalled = {} } = ending;
  return [
    phrase('pt.line.from.record'),
    ...(board.length > 0 ? [phrase('pt.line.board', {}, { cards: board.join(' ') })] : []),
    ...Object.entries(hole).map(([seat, cards]) => phrase('pt.line.holds', { name: seatName(Number(seat)) }, { cards: cards.join(' ') })),
    ...potsLine(ending),
    ...Object.entries(uncalled).map(([seat, count]) => phrase('pt.line.back', { seat, count })),
    phrase('pt.line.stacks', {
      stacks: Object.entries(stacks)
        .map(([seat, count]) => t('pt.line.stack', { seat, count: number(count) }))
        .join(', '),
    }),
  ];
}

/**
 * @param {Story} story
 * @param {Moment} moment
 * @param {number | null} viewer
 * @returns {Phrase[][]} paragraphs
 */
export function lineOf(story, moment, viewer) {
  const { ending, recorded, from } = story;
  const compared = moment.end && recorded !== null;
  const paid = moment.end && ending !== null ? potsLine(ending) : [];
  const claimed = moment.end && ending !== null && from === 'record' ? [phrase('pt.line.from.record')] : [];
  const derived = compared ? [phrase('pt.line.from.seeds')] : [];
  return [
    ...(compared ? [recordedLine(recorded)] : []),
    happened(story, moment, viewer),
    [...derived, ...common(moment)],
    moment.seats.map(seatLine),
    paid.length > 0 ? [...claimed, ...paid] : moment.end && ending === null ? [phrase('pt.line.unknown')] : [],
  ].filter((phrases) => phrases.length > 0);
}
