/** What stands on the stage: the board before a bet, an open round with its moves, or how a round ended. The pictures are the verifier's. */

import { h } from '../verify/ui/dom.js';
import { times } from '../verify/ui/amounts.js';
import { number, t } from '../verify/ui/language.js';
import { backOfCard } from '../verify/ui/pictures/card.js';
import { describe, draw } from '../verify/ui/pictures/index.js';
import { stage } from '../verify/ui/pictures/stage.js';
import { isHouse } from '../verify/games/house/names.js';
import { houseMoves, housePicture } from './house/board.js';
import { blackjackMoves, hiloMoves, minesBoard, minesMoves } from './moves.js';
import { line, percent, say } from './words.js';

/** @typedef {import('./player.js').Round} Round */
/** @typedef {import('../verify/ui/pictures/stage.js').Picture} Picture */
/** @typedef {import('../verify/ui/pictures/stage.js').Result} Result */
/** @typedef {{busy: boolean, move: (action: Record<string, unknown>) => void}} Moving */

/** A round as a picture sees it. @param {{game: string} & Record<string, any>} round */
const viewOf = ({ game, params, bet, actions, outcome, settlement }) => ({
  game,
  params,
  bet,
  actions,
  outcome: outcome ?? null,
  expected: null,
  settlement: settlement ?? null,
  differs: false,
});

/** @param {Result | false | undefined} result @returns {Result[]} */
const some = (result) => (result ? [result] : []);

/**
 * The board as it stands before a bet.
 * @param {string} game
 * @param {import('./slip.js').Choice | null} choice
 * @param {any} quote
 * @param {boolean} fresh whether the quote is about this choice
 * @param {any} ruleset of the game, with its paytables; null where it is not known
 */
export function before(game, choice, quote, fresh, ruleset) {
  if (isHouse(game)) return beforeHouse(game, quote, fresh);
  const params = { ...ruleset?.rules, ...choice?.params };
  if (game === 'plinko') params.multipliers = ruleset?.paytables?.[params.risk]?.[params.rows] ?? [];
  const round = { game, params, bet: choice?.bet ?? {}, actions: [], outcome: null, settlement: null };
  const { picture } = describe(viewOf(round));
  const art = artOf(game, choice && picture);
  const results = quote ? figures(quote) : [{ label: t(`game.${game}`), value: '–' }];
  const figure = stage(game, { results, art, line: [[line('stage.ready')]], over: picture?.over && results.length === 1 }, null);
  figure.classList.toggle('stale', !fresh);
  figure.classList.add('undecided');
  return figure;
}

/** @param {string} game @param {any} quote @param {boolean} fresh */
function beforeHouse(game, quote, fresh) {
  const results = quote ? figures(quote) : [{ label: t(`game.${game}`), value: '–' }];
  const figure = stage(game, { results, art: faceDown(5), line: [[line('stage.ready')]] }, null);
  figure.classList.toggle('stale', !fresh);
  figure.classList.add('undecided');
  return figure;
}

/** What is drawn before a bet. @param {string} game @param {Picture | null} picture @returns {Picture['art']} */
function artOf(game, picture) {
  if (game === 'hilo') return faceDown(1);
  if (game === 'blackjack') return faceDown(2);
  if (game === 'mines') return () => h('div', { class: 'pic-solo' }, picture?.art());
  return picture?.art ?? (() => null);
}

/** @param {any} quote @returns {Result[]} */
function figures({ chance, multiplier, greatest_return: greatest }) {
  if (chance === undefined) return [{ label: say('stage.greatest'), value: number(greatest) }];
  return [
    { label: say('stage.chance'), value: `${percent(chance)}\u202f%` },
    { label: say('stage.multiplier'), value: times(multiplier) },
  ];
}

/** @param {number} count of cards */
const faceDown = (count) => () => h('div', { class: 'backs' }, Array.from({ length: count }, backOfCard));

/**
 * A round that is open: its picture, figures, and what can be done.
 * @param {Round} round
 * @param {Moving} on
 */
export function open(round, on) {
  const { picture, moves } = isHouse(round.game) ? { picture: housePicture(round), moves: houseMoves(round, on) } : OPEN[round.game](round, on);
  const figure = stage(round.game, picture, null);
  figure.classList.add('undecided');
  figure.querySelector('.pic')?.after(moves);
  return figure;
}

/** @param {Round} round */
const chipsNote = (round) => line('stage.staked', { count: Object.values(round.bet).reduce((sum, chips) => sum + chips, 0) });

/** What can be taken now. @param {any} shown @returns {Result} */
const nowOf = ({ multiplier, returned }) =>
  returned > 0
    ? { label: say('stage.now'), value: times(multiplier), note: say('stage.chips', { count: returned }) }
    : { label: say('stage.now_none'), value: times(multiplier) };

/** @type {Record<string, (round: Round, on: Moving) => {picture: Picture, moves: HTMLElement}>} */
const OPEN = {
  mines(round, on) {
    const { shown, params } = round;
    const next = shown.next_multiplier && {
      label: say('stage.next'),
      value: times(shown.next_multiplier),
      note: `${say('stage.chips', { count: shown.next_returned })}, ${say('stage.chance_of', { chance: percent(shown.chance) })}`,
    };
    const about = line('stage.mines', { count: params.mines, cells: params.size ** 2 });
    const picture = { results: [nowOf(shown), ...some(next)], art: () => minesBoard(round, on), line: [[about, chipsNote(round)]], told: [[about]] };
    return { picture, moves: minesMoves(round, on) };
  },
  hilo(round, on) {
    const { picture } = describe(viewOf(round));
    const skips = say('stage.skips', { count: round.shown.skips_left });
    const now = { ...nowOf(round.shown), label: say(round.shown.returned > 0 ? 'stage.now' : 'stage.product') };
    const note = now.note ? `${now.note}, ${skips}` : skips;
    return {
      picture: { results: [{ ...now, note }], art: picture?.art ?? (() => null), line: [...(picture?.line ?? []), [chipsNote(round)]] },
      moves: hiloMoves(round, on),
    };
  },
  blackjack(round, on) {
    const outcome = withTotals(round);
    const { picture } = describe(viewOf({ ...round, outcome }));
    const totals = outcome.player_hands.map(({ total }) => String(total)).join(' · ');
    return {
      picture: {
        results: [
          { label: say(outcome.player_hands.length > 1 ? 'stage.totals' : 'stage.total'), value: totals },
          { label: say('stage.dealer'), value: String(outcome.dealer.total) },
        ],
        art: () => holeCard(/** @type {HTMLElement} */ (picture?.art())),
        line: [[chipsNote(round), line('stage.ready_hand', { hand: outcome.player_hands.map(({ cards }) => cards.join(' ')).join(' · '), dealer: outcome.dealer.cards.join(' ') })]],
      },
      moves: blackjackMoves(round, on),
    };
  },
};

/** An open table as its picture reads one: nothing is returned yet, and the dealer's total is that of the up card. @param {Round} round */
function withTotals({ outcome }) {
  const { player_hands, dealer } = /** @type {{player_hands: {cards: string[], total: number}[], dealer: {cards: string[]}}} */ (outcome);
  const up = dealer.cards[0]?.[0] ?? '';
  const total = up === 'A' ? 11 : 'TJQK'.includes(up) ? 10 : Number(up);
  return { player_hands: player_hands.map((hand) => ({ ...hand, returned: 0 })), dealer: { ...dealer, total } };
}

/** Beside the up card lies the hole card, and nothing is said yet of how the dealer played. @param {HTMLElement} drawing */
function holeCard(drawing) {
  const dealer = drawing.querySelector('section');
  const note = dealer?.querySelector('.pic-hand-head .k');
  if (note) note.textContent = say('stage.hole');
  dealer?.querySelector('.pic-cards')?.append(h('li', { class: 'hole' }, backOfCard(), h('span', { class: 'pic-place' }, 3)));
  return drawing;
}

/**
 * How a round ended.
 * @param {Round} round
 * @param {{label: string, go: () => void} | null} again
 */
export function settled(round, again) {
  const figure = isHouse(round.game) ? stage(round.game, housePicture(round), round.settlement) : draw(viewOf(round)).figure;
  if (again) figure.querySelector('.pic')?.after(h('div', { class: 'moves again' }, h('button', { type: 'button', class: 'btn main', id: 'm-again', onclick: again.go }, again.label)));
  return figure;
}
