/** The page on which a person plays: who plays, which game is shown, and what is told. */

import { fill, h } from '../verify/ui/dom.js';
import { useShapes } from '../verify/ui/icons.js';
import { SHAPES } from '../verify/ui/shapes.js';
import { Api, NoAnswer, Refusal } from './api.js';
import { deskView } from './desk.js';
import { entryView } from './entry.js';
import { frame } from './frame.js';
import { looksOf } from './looks.js';
import { Player } from './player.js';
import { reason } from './refusals.js';
import { sessionOf } from './session.js';
import { houseTableOf } from './house-tables/address.js';
import { matchOf } from './matches/address.js';
import { tableOf } from './tables/address.js';
import { say, useLanguage } from './words.js';

/** Games of one player, in the order in which they stand in the header. */
const GAMES = /** @type {const} */ (['dice', 'limbo', 'plinko', 'mines', 'hilo', 'blackjack', 'russian_poker', 'five_card_poker']);
/** @typedef {typeof GAMES[number]} Game */

/**
 * What is no game of one player; each comes with the first look at it. `game`: whose place it has in the header.
 * @typedef {object} Part
 * @property {string} game
 * @property {(hash: string) => string | null} of what of it an address names
 * @property {(on: import('./section.js').Given) => Promise<ReturnType<typeof import('./section.js').section>>} view
 */
/** @type {readonly Part[]} */
const PARTS = [
  { game: 'tables', of: tableOf, view: async (on) => (await import('./tables/index.js')).tablesView(on) },
  { game: 'matches', of: matchOf, view: async (on) => (await import('./matches/index.js')).matchesView(on) },
  { game: 'five_card_poker', of: houseTableOf, view: async (on) => (await import('./house-tables/index.js')).houseTablesView(on) },
];

/** What the service lies under: this page is at `…/play/`. */
const ROOT = new URL('../', import.meta.url).href;

const session = sessionOf(sessionStorage);
const looks = looksOf(session);
const page = frame({ looks: () => looks.buttons(() => void relabel()), leave });
const entry = entryView({ guest: () => void come(), own: (me) => void enter(me) });

/** @type {Player | null} */
let player = null;
/** What each game offers; null for one that is not offered here. @type {Record<string, import('./slip.js').Offer | null>} */
let offers = {};
/** @type {ReturnType<typeof deskView> | null} */
let desk = null;
/** What is shown of PARTS. @type {{of: Part, view: ReturnType<typeof import('./section.js').section>} | null} */
let part = null;
/** Why nobody plays, as the id of a text. */
let why = '';
/** Said by the service itself, and not in our words. */
let spoken = '';
let [guests, busy] = [true, false];

const offered = () => GAMES.filter((name) => offers[name]);

/** The game that the address names, else the first. */
function asked() {
  const name = new URLSearchParams(location.hash.slice(1)).get('game');
  return offered().find((game) => game === name) ?? offered()[0];
}

/** The part that the address names, and what of it. */
function named() {
  for (const wanted of PARTS) {
    const id = wanted.of(location.hash);
    if (id !== null) return { wanted, id };
  }
  return null;
}

function showFrame() {
  const games = player ? offered() : [];
  page.show({ games, game: part?.of.game ?? desk?.game ?? '', player: player?.name ?? null, balance: player?.balance ?? null });
}

function showEntry() {
  document.title = say('page.title');
  showFrame();
  entry.show({ why: spoken || (why && say(why)), guests, busy });
  fill(page.main, entry.node);
}

/** Shows the game that the address names, each game on a desk of its own. */
function showDesk() {
  const game = asked();
  if (player === null) return showEntry();
  const found = named();
  if (found !== null) return void showPart(player, found.wanted, found.id);
  leavePart();
  if (game === undefined) {
    showFrame();
    return void fill(page.main, h('div', { class: 'wrap entry' }, h('p', null, say('refused.not_offered'))));
  }
  if (desk?.game !== game) {
    desk?.stop();
    const on = { changed: showFrame, lost, tell: page.tell, game: (/** @type {string} */ name) => (location.hash = `game=${name}`), look: looks.shown };
    page.tell();
    desk = deskView(game, offers[game] ?? { settings: {}, ruleset: null, limits: null }, player, session, on);
    fill(page.main, desk.node);
  }
  showFrame();
  desk.label();
  document.title = `${document.getElementById('heading')?.textContent ?? ''}. ${say('page.title')}`;
}

/** Shows a part of the page that is no game of one player. @param {Player} who @param {Part} wanted @param {string} id */
async function showPart(who, wanted, id) {
  desk?.stop();
  desk = null;
  if (part?.of !== wanted) leavePart();
  const me = session.me();
  if (part === null && me !== null) {
    const on = { root: ROOT, me, player: who, session, store: sessionStorage, main: page.main, changed: showFrame, lost, tell: page.tell, look: looks.shown };
    const view = await wanted.view(on);
    // Somebody may have gone elsewhere meanwhile.
    if (player !== who || named()?.wanted !== wanted) return;
    part ??= { of: wanted, view };
  }
  part?.view.show(named()?.id ?? id);
  showFrame();
}

function leavePart() {
  part?.view.stop();
  part = null;
}

/** Getting in: one call after another, and what fails is told where it can be tried again. @param {() => Promise<void>} work */
async function getIn(work) {
  if (busy) return;
  [busy, why, spoken] = [true, '', ''];
  page.tell();
  showEntry();
  try {
    await work();
  } catch (error) {
    desk = player = null;
    if (error instanceof NoAnswer) page.tell(say('offline.title'), undefined, { label: say('offline.again'), go: () => void getIn(work) });
    else if (error instanceof Refusal) refusedEntry(error);
    else throw error;
  } finally {
    busy = false;
    if (player) showDesk();
    else showEntry();
    if (player) document.getElementById('heading')?.focus({ preventScroll: true });
  }
}

/** @param {Refusal} error */
function refusedEntry(error) {
  if (error.code === 'not_found' && error.field === 'path') guests = false;
  else if (error.status === 401 || error.status === 403) {
    why = session.me() ? 'entry.lost' : 'entry.wrong';
    session.lose();
  } else spoken = reason(error);
}

/** A guest is made, and comes in. */
const come = () =>
  getIn(async () => {
    const me = await new Api(ROOT, null).post('v1/guests', {});
    session.leave();
    await begin(me, true);
  });

/** @param {import('./session.js').Me} me */
const enter = (me) => getIn(() => begin(me));

/** @param {import('./session.js').Me} me @param {boolean} [unknown] a new player */
async function begin({ player: name, token }, unknown = false) {
  const api = new Api(ROOT, token);
  const found = new Player(encodeURIComponent(name), api, session);
  // A player of another name has no business with what this tab kept.
  if (session.me() === null && session.last() !== name) session.leave();
  const [told] = await Promise.all([offersOf(api, found), found.begin(unknown)]);
  session.enter({ player: name, token });
  [offers, player, desk] = [told, found, null];
  entry.clear();
}

/**
 * What each game offers. Of blackjack nothing is to be known but whether it is there, and its full description costs the service an
 * enumeration of all hands: so it is asked for the least bet.
 * @param {Api} api
 * @param {Player} who
 */
async function offersOf(api, who) {
  /** @type {[string, import('./slip.js').Offer | null][]} */
  const told = await Promise.all(
    GAMES.map(async (name) => {
      try {
        if (name !== 'blackjack') return [name, await api.get(`v1/games/${name}`)];
        await who.quote(name, {}, { stake: 1 });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (error.status === 401 || error.status === 403) throw error;
        if (error.code === 'not_found' || (error.code === 'invalid_field' && error.field === 'game')) return [name, null];
      }
      return [name, { settings: {}, ruleset: null, limits: null }];
    }),
  );
  return Object.fromEntries(told);
}

/** Whether an error ended the session: then somebody has to come in again. @param {unknown} error */
function lost(error) {
  if (!(error instanceof Refusal) || error.code !== 'unauthorized') return false;
  desk?.stop();
  leavePart();
  session.lose();
  [player, desk, why] = [null, null, 'entry.lost'];
  page.tell();
  showEntry();
  document.getElementById('heading')?.focus();
  return true;
}

function leave() {
  desk?.stop();
  leavePart();
  session.leave();
  [player, desk, why] = [null, null, 'entry.left'];
  page.tell();
  showEntry();
  document.getElementById('heading')?.focus();
}

async function relabel() {
  await useLanguage(looks.language());
  page.tell();
  if (player) showDesk();
  else showEntry();
}

/** A fault of this page is shown as one. @param {unknown} error */
const bug = (error) => page.tell(say('bug.title'), String(error));

async function start() {
  useShapes(SHAPES);
  addEventListener('error', ({ error, message }) => bug(error ?? message));
  addEventListener('unhandledrejection', ({ reason: error }) => bug(error));
  await useLanguage(looks.language());
  fill(document.getElementById('page') ?? document.body, page.nodes);
  addEventListener('hashchange', () => player && showDesk());
  const me = session.me();
  if (me) await enter(me);
  else showEntry();
}

void start();
