/** The page: its views, what comes in by link, paste, drop and typing, and what is shown of it. */

import { fill, h } from './dom.js';
import { listenForDrops, listenForPastes } from './arrivals.js';
import { frame } from './frame.js';
import { chooseLanguage, loadMore, setLanguage, t } from './language.js';
import { VERSION, linkOfLook, readLink } from './links.js';
import { readInput } from './input.js';
import { roundView } from './round.js';

/** @typedef {import('./frame.js').View} View */

/** Files up to this size are read whole, to see whether they are one record; greater ones are many rounds. */
const ONE_RECORD = 2 ** 20;

const look = { lang: /** @type {string | undefined} */ (undefined), theme: /** @type {string | undefined} */ (undefined) };
/** @type {View} */
let view = 'round';
/** @type {string | undefined} */
let clause;
/** The part of the address that holds a round. */
let opened = '';
/** @type {import('./frame.js').SelfTest} */
let selfTest = null;
/** @type {ReturnType<typeof import('./many.js').manyView> | null} */
let many = null;

const page = frame({ language: changeLanguage, theme: changeTheme });
const round = roundView({ take, file: chooseFile, look: () => ({ ...look }), changed: forgetLink });

const chooser = h('input', { type: 'file', multiple: true, hidden: true, accept: '.json,.jsonl,.ndjson,.txt,application/json' });
chooser.addEventListener('change', () => {
  if (chooser.files?.length) void takeFiles(Array.from(chooser.files));
  chooser.value = '';
});

function chooseFile() {
  chooser.click();
}

/** Shows the current view in the current language. */
async function show() {
  document.title = view === 'round' ? round.title() : `${t(`view.${view}`)}. ${t('page.title')}`;
  page.show(view, selfTest);
  if (view === 'round') fill(page.main, round.node);
  if (view === 'many') fill(page.main, (await manyRounds()).node);
  if (view === 'how') {
    const [{ howView }] = await Promise.all([import('./how.js'), loadMore()]);
    if (view === 'how') fill(page.main, await howView(clause));
    const quoted = clause && document.getElementById(`clause-${clause}`);
    if (quoted) quoted.scrollIntoView();
  }
}

async function manyRounds() {
  const [{ manyView }] = await Promise.all([import('./many.js'), loadMore()]);
  many ??= manyView({ file: chooseFile, open: openRound, trust: round.trust });
  many.show();
  return many;
}

/** @param {string} text of one record @param {string} name */
function openRound(text, name) {
  const input = readInput(text);
  if (input.kind === 'record') round.load({ text: input.text, value: input.value, source: 'source.many', name });
  else if (input.kind === 'unreadable') round.refuse(input, text, name);
  go('round');
}

/**
 * @param {View} next
 */
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
  const shown = linkOfLook({ ...look, ...(view === 'round' ? {} : { view }), ...(clause ? { clause } : {}) });
  const fragment = [opened, shown].filter(Boolean).join('&');
  try {
    history.replaceState(null, '', fragment ? `#${fragment}` : location.pathname + location.search);
  } catch {
    // Some browsers let no page from a disk write its address; then nothing is remembered.
  }
}

/** What is typed is no longer what the link in the address says. */
function forgetLink() {
  if (opened === '') return;
  opened = '';
  remember();
}

/** Reads the address, at the start and when it changes. */
async function readAddress() {
  const link = readLink(location.hash);
  const theme = link.look.theme;
  if (theme === 'dark' || theme === 'light') look.theme = theme;
  if (look.theme) document.documentElement.dataset.theme = look.theme;
  if (link.look.lang) look.lang = link.look.lang;
  await setLanguage(chooseLanguage(look.lang, navigator.languages));
  const named = link.look.view;
  view = named === 'many' || named === 'how' ? named : 'round';
  clause = link.look.clause;
  if (link.version > 0) opened = roundOfAddress();
  // The language may be another one now.
  round.show();
  if (link.slip || link.record !== null) takeLink(link);
  else if (link.version > VERSION) round.say('link.newer');
  // A link to a view holds only that; what the page knows about its look and its round is added again.
  remember();
  await show();
}

function roundOfAddress() {
  const given = new URLSearchParams(location.hash.slice(1));
  for (const name of ['lang', 'theme', 'view', 'clause']) given.delete(name);
  return given.toString();
}

/** @param {import('./links.js').Link} link */
function takeLink(link) {
  if (link.slip) round.fillIn(link.slip, 'source.link');
  if (link.record === null) return;
  const input = readInput(link.record);
  if (input.kind === 'record') round.load({ text: input.text, value: input.value, source: 'source.link' });
  else if (input.kind === 'unreadable') round.refuse(input, link.record);
}

/** @param {import('./language.js').Language} chosen */
async function changeLanguage(chosen) {
  look.lang = chosen;
  await setLanguage(chosen);
  remember();
  round.show();
  many?.show();
  await show();
}

function changeTheme() {
  const dark = look.theme ? look.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  look.theme = dark ? 'light' : 'dark';
  document.documentElement.dataset.theme = look.theme;
  remember();
}

/**
 * Whatever a reader gives as text.
 * @param {string} text
 * @param {string} source
 * @param {string} [name] of a file
 * @returns {boolean} whether it could be read
 */
function take(text, source, name) {
  const input = readInput(text);
  switch (input.kind) {
    case 'record':
      round.load({ text, value: input.value, source, ...(name === undefined ? {} : { name }) });
      break;
    case 'fields':
      round.fillFields(input.fields, input.renamed, source);
      break;
    case 'link':
      takeLink(input.link);
      break;
    case 'many':
      void startMany([new File([text], name ?? t('paste.name'))]);
      return true;
    default:
      round.refuse(input, text, name);
      if (view !== 'round') go('round');
      return false;
  }
  forgetLink();
  if (view !== 'round') go('round');
  return true;
}

/** @param {File[]} files */
async function takeFiles(files) {
  const [file] = files;
  if (files.length === 1 && view !== 'many' && file.size <= ONE_RECORD) take(await file.text(), 'source.file', file.name);
  else await startMany(files);
}

/** @param {File[]} files */
async function startMany(files) {
  const rounds = await manyRounds();
  go('many');
  await rounds.run(files);
}

async function testItself() {
  try {
    const { runSelfTest } = await import('../verify/selftest.js');
    selfTest = await runSelfTest();
  } catch (error) {
    selfTest = { total: 0, failed: [{ name: String(error) }], webcrypto: false };
  }
  page.showTest(selfTest);
}

/** Whatever is thrown and is no `Fault` is a bug of this page: it is shown as one. */
function listenForBugs() {
  addEventListener('error', ({ message }) => page.showBug(message));
  addEventListener('unhandledrejection', ({ reason }) => page.showBug(String(reason)));
}

async function start() {
  listenForBugs();
  await readAddress();
  const root = document.getElementById('page') ?? document.body;
  fill(root, page.nodes, chooser);
  listenForDrops(
    (files) => void takeFiles(files),
    (text) => take(text, 'source.file'),
  );
  listenForPastes((text) => take(text, 'source.pasted'));
  addEventListener('hashchange', () => void readAddress());
  await testItself();
}

void start();
