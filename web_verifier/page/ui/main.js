/** The page: its views, its address, and what is loaded beside the form. */

import { fill, h } from './dom.js';
import { frame } from './frame.js';
import { chooseLanguage, loadTexts, setLanguage, t } from './language.js';
import { readLook, withLook } from './look.js';
import { afterPaint, part } from './parts.js';
import { roundView } from './round.js';

/** @typedef {import('./frame.js').View} View */
/** @typedef {Awaited<ReturnType<typeof import('./intake.js').intakeOf>>} Intake */

const look = { lang: /** @type {string | undefined} */ (undefined), theme: /** @type {string | undefined} */ (undefined) };
/** @type {View} */
let view = 'round';
/** @type {string | undefined} */
let clause;
/** The part of the address that holds a round. */
let opened = '';
/** Counts whatever comes in, typed or brought: what was waited for and is no longer the last is dropped. */
let latest = 0;
/** @type {Promise<Intake> | null} */
let intake = null;
/** @type {ReturnType<typeof import('./many.js').manyView> | null} */
let many = null;
/** @type {Awaited<ReturnType<typeof import('./around.js').around>> | null} */
let around = null;

const page = frame({ language: changeLanguage, theme: changeTheme, again: () => void again() });
const round = roundView({
  on: {
    pasted: (text, insert) => void bring((to) => to.pasted(text, insert)).catch((error) => (insert(), page.showError(error))),
    paste: () => void bring((to) => to.openPaste()),
    file: () => chooser.click(),
  },
  example: (game) => void bring((to, isLast) => to.example(game, isLast)),
  look: () => ({ ...look }),
  changed() {
    latest++;
    forget();
  },
});

const chooser = h('input', { type: 'file', multiple: true, hidden: true, accept: '.json,.jsonl,.ndjson,.txt,application/json' });
chooser.addEventListener('change', () => {
  if (chooser.files?.length) takeFiles(Array.from(chooser.files));
  chooser.value = '';
});

/**
 * Hands on what a reader brings, unless something newer came while what reads it was loaded.
 * @param {(to: Intake, isLast: () => boolean) => void | Promise<void>} hand
 */
async function bring(hand) {
  const mine = ++latest;
  const isLast = () => mine === latest;
  intake ??= part(import('./intake.js')).then(({ intakeOf }) =>
    intakeOf({ round, toRound: () => view !== 'round' && go('round'), isMany: () => view === 'many', many: startMany, forget }),
  );
  const to = await intake.catch((error) => {
    intake = null;
    throw error;
  });
  if (isLast()) await hand(to, isLast);
}

/** @param {File[]} files */
const takeFiles = (files) => void bring((to, isLast) => to.takeFiles(files, isLast));

/** Shows the current view in the current language. */
async function show() {
  document.title = view === 'round' ? round.title() : `${t(`view.${view}`)}. ${t('page.title')}`;
  page.show(view);
  around?.show();
  if (view === 'round') fill(page.main, round.node);
  if (view === 'many') {
    const { node } = await manyRounds();
    if (view === 'many') fill(page.main, node);
  }
  if (view === 'how') {
    const [{ howView }] = await Promise.all([part(import('./how.js')), loadTexts('more')]);
    if (view === 'how') fill(page.main, howView(clause));
    const quoted = clause && document.getElementById(`clause-${clause}`);
    if (quoted) quoted.scrollIntoView();
  }
}

async function manyRounds() {
  const [{ manyView }] = await Promise.all([part(import('./many.js')), loadTexts('checks', 'more')]);
  const open = (/** @type {string} */ text, /** @type {string} */ name) => void bring((to) => to.openRound(text, name));
  many ??= manyView({ file: () => chooser.click(), open, trust: round.trust });
  many.show();
  return many;
}

/** @param {File[]} files */
async function startMany(files) {
  const rounds = await manyRounds();
  go('many');
  await rounds.run(files);
}

/** @param {View} next */
function go(next) {
  view = next;
  clause = undefined;
  remember();
  void show();
}

/**
 * The address says how the page is shown, and the round of the link that was opened while it is shown unchanged. What is typed goes
 * into no address: a round is written only into links that are copied.
 */
function remember() {
  const shown = withLook({ ...look, ...(view === 'round' ? {} : { view }), ...(clause ? { clause } : {}) });
  const fragment = [opened, shown].filter(Boolean).join('&');
  try {
    history.replaceState(null, '', fragment ? `#${fragment}` : location.pathname + location.search);
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

/** Reads the address, at the start and when it changes. */
async function readAddress() {
  const { look: asked, round: given } = readLook(location.hash);
  if (asked.theme === 'dark' || asked.theme === 'light') look.theme = asked.theme;
  if (look.theme) document.documentElement.dataset.theme = look.theme;
  if (asked.lang) look.lang = asked.lang;
  await setLanguage(chooseLanguage(look.lang, navigator.languages));
  view = asked.view === 'many' || asked.view === 'how' ? asked.view : 'round';
  clause = asked.clause;
  // The language may be another one now.
  round.show();
  if (given)
    await bring((to) => {
      if (to.openLink(given)) opened = given;
    });
  // A link to a view holds only that; what the page knows about its look and its round is added again.
  remember();
  await show();
}

/** @param {import('./language.js').Language} chosen */
async function changeLanguage(chosen) {
  look.lang = chosen;
  await setLanguage(chosen);
  remember();
  round.show();
  (await intake)?.relabel();
  many?.show();
  await show();
}

function changeTheme() {
  const dark = look.theme ? look.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  look.theme = dark ? 'light' : 'dark';
  document.documentElement.dataset.theme = look.theme;
  remember();
}

/** Asks once more for what did not come. */
async function again() {
  round.show();
  await Promise.all([show(), comeAround()]);
}

/** What comes once the form stands. */
async function comeAround() {
  if (around) return;
  const { around: begin } = await part(import('./around.js'));
  around = await begin(page.places, takeFiles, (text, source) => void bring((to) => void to.take(text, source)));
  await around.test();
}

/** Nothing is left unsaid: what no part of the page took care of is shown. */
function listenForErrors() {
  addEventListener('error', ({ error, message }) => page.showError(error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => page.showError(reason));
}

async function start() {
  listenForErrors();
  try {
    await readAddress();
  } finally {
    fill(document.getElementById('page') ?? document.body, page.nodes, chooser);
  }
  addEventListener('hashchange', () => void readAddress());
  await afterPaint();
  await comeAround();
}

void start();
