/** The page: its views, its address, and what is loaded beside the form. */

import { fill } from './dom.js';
import { frame } from './frame.js';
import { chooseLanguage, setLanguage, t } from './language.js';
import { readLook } from './look.js';
import { afterPaint, part } from './parts.js';
import { roundView } from './round.js';

/** @typedef {import('./frame.js').View} View */
/** @typedef {Awaited<ReturnType<typeof import('./intake.js').intakeOf>>} Intake */

/** @type {import('./types.js').Look} */
const look = {};
/** @type {View} */
let view = 'round';
/** @type {string | undefined} */
let clause;
/** The part of the address that holds a round. */
let opened = '';
/** Counts whatever comes in, typed or brought: what was waited for and is no longer the last is dropped. */
let latest = 0;
let addresses = 0;
/** @type {Promise<Intake> | null} */
let intake = null;
/** @type {ReturnType<typeof import('./views.js').viewsOf> | null} */
let others = null;
/** @type {ReturnType<typeof import('./around.js').around> | null} */
let around = null;

const page = frame({ language: changeLanguage, theme: changeTheme, again: () => void again() });
const round = roundView({
  on: {
    pasted: (text, insert) => void bring((to) => to.pasted(text, insert)).catch((error) => (insert(), page.showError(error))),
    paste: () => void bring((to) => to.openPaste()),
    file: chooseFile,
  },
  example: (game) => void bring((to, isLast) => to.example(game, isLast)),
  look: () => ({ ...look }),
  loaded: page.calm,
  changed() {
    latest++;
    forget();
  },
});

/**
 * Hands on what a reader brings, unless something newer came while what reads it was loaded.
 * @param {(to: Intake, isLast: () => boolean) => void | Promise<void>} hand
 */
async function bring(hand) {
  const mine = ++latest;
  const isLast = () => mine === latest;
  intake ??= part(import('./intake.js')).then(({ intakeOf }) =>
    intakeOf({ round, toRound: () => view !== 'round' && go('round'), isMany: () => view === 'many', many: startMany, takeFiles, forget }),
  );
  const to = await intake.catch((error) => {
    intake = null;
    throw error;
  });
  if (isLast()) await hand(to, isLast);
}

function chooseFile() {
  void bring((to) => to.chooseFile());
}

/** @param {File[]} files */
function takeFiles(files) {
  void bring((to, isLast) => to.takeFiles(files, isLast));
}

/** The views beside that of one round. */
async function otherViews() {
  const open = (/** @type {string} */ text, /** @type {string} */ name) => void bring((to) => to.openRound(text, name));
  others ??= (await part(import('./views.js'))).viewsOf({ file: chooseFile, open, trust: round.trust });
  return others;
}

/** @param {File[]} files */
const startMany = async (files) => (await otherViews()).runMany(files, () => go('many'));

/** Shows the current view in the current language. */
async function show() {
  const shown = view;
  document.title = shown === 'round' ? round.title() : `${t(`view.${shown}`)}. ${t('page.title')}`;
  page.show(shown);
  around?.show();
  const node = shown === 'round' ? round.node : await (await otherViews())[shown](clause);
  if (shown !== view) return;
  fill(page.main, node);
  if (clause) document.getElementById(`clause-${clause}`)?.scrollIntoView();
}

/** @param {View} next */
function go(next) {
  view = next;
  clause = undefined;
  // The way back leads to the view that was left.
  remember(true);
  void show();
}

/**
 * The address says how the page is shown, and the round of the link that was opened while it is shown unchanged. What is typed goes
 * into no address: a round is written only into links that are copied.
 */
function remember(added = false) {
  const shown = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...look, view: view === 'round' ? '' : view, clause })) if (value) shown.set(name, value);
  const fragment = [opened, String(shown)].filter(Boolean).join('&');
  try {
    history[added ? 'pushState' : 'replaceState'](null, '', fragment ? `#${fragment}` : location.pathname + location.search);
  } catch {
    // Some browsers let no page from a disk write its address; then nothing is remembered.
  }
}

/** What is shown is no longer what the link in the address says. */
function forget() {
  if (opened === '') return;
  opened = '';
  remember();
}

/** Reads the address, at the start and when it changes. @param {string} hash */
async function readAddress(hash) {
  const mine = ++addresses;
  const { look: asked, round: given } = readLook(hash);
  showTheme(asked.theme);
  if (asked.lang) look.lang = asked.lang;
  await setLanguage(chooseLanguage(look.lang, navigator.languages));
  if (mine !== addresses) return;
  view = asked.view === 'many' || asked.view === 'how' ? asked.view : 'round';
  clause = asked.clause;
  // The language may be another one now.
  round.show();
  if (given) await openLink(given);
  // A link to a view holds only that; what the page knows about its look and its round is added again.
  remember();
  await show();
}

/** A slip is filled in at once; what else a link holds is handed on. @param {string} fragment */
async function openLink(fragment) {
  const mine = ++latest;
  const link = (await part(import('./links.js'))).readLink(fragment);
  if (mine !== latest || (link.version === 0 && !/(?:^|&)v=/.test(fragment))) return;
  opened = fragment;
  if (link.slip) round.fillIn({ slip: link.slip, source: 'source.link' });
  else await bring((to) => to.takeLink(link));
}

/** @param {import('./language.js').Language} chosen */
async function changeLanguage(chosen) {
  look.lang = chosen;
  await setLanguage(chosen);
  remember();
  round.show();
  (await intake)?.relabel();
  await show();
}

function changeTheme() {
  const dark = look.theme ? look.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  showTheme(dark ? 'light' : 'dark');
  remember();
}

/** @param {string | undefined} theme */
function showTheme(theme) {
  if (theme !== 'dark' && theme !== 'light') return;
  look.theme = theme;
  document.documentElement.dataset.theme = theme;
}

/** Asks once more for what did not come. */
async function again() {
  round.show();
  await Promise.all([show(), comeAround()]);
}

/** What comes once the form stands. */
async function comeAround() {
  const { around: begin } = await part(import('./around.js'));
  around ??= begin(page.places, takeFiles, (text, source) => void bring((to) => void to.take(text, source)), round);
  await around.test();
}

/** Nothing is left unsaid: what no part of the page took care of is shown. */
function listenForErrors() {
  addEventListener('error', ({ error, message }) => page.showError(error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => page.showError(reason));
}

async function start() {
  listenForErrors();
  addEventListener('hashchange', ({ newURL }) => void readAddress(new URL(newURL).hash));
  try {
    await readAddress(location.hash);
  } finally {
    fill(document.getElementById('page') ?? document.body, page.nodes);
  }
  await afterPaint();
  await comeAround();
}

void start();
