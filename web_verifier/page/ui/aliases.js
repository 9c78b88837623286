/** Names that fields have on the pages of other operators, and what text with such names fills into a slip. */

import { clean } from './cleaning.js';
import { FIELDS, GAMES, changeGame } from './fields.js';

/** @typedef {import('./types.js').Slip} Slip */
/** @typedef {import('./cleaning.js').Note} Note */

/** Names of fields on other pages, in lower case and without separators. @type {Readonly<Record<string, string>>} */
const NAMES = {
  game: 'game',
  игра: 'game',
  clientseed: 'client_seed',
  client: 'client_seed',
  playerseed: 'client_seed',
  userseed: 'client_seed',
  клиентскийсид: 'client_seed',
  сидклиента: 'client_seed',
  сидигрока: 'client_seed',
  serverseed: 'server_seed',
  server: 'server_seed',
  revealedseed: 'server_seed',
  revealedserverseed: 'server_seed',
  unhashedserverseed: 'server_seed',
  seed: 'server_seed',
  серверныйсид: 'server_seed',
  сидсервера: 'server_seed',
  serverseedhash: 'server_seed_hash',
  hashedserverseed: 'server_seed_hash',
  serverseedhashed: 'server_seed_hash',
  serverseedsha256: 'server_seed_hash',
  serverhash: 'server_seed_hash',
  hash: 'server_seed_hash',
  sha256: 'server_seed_hash',
  hashshownbeforeplay: 'server_seed_hash',
  хеш: 'server_seed_hash',
  хэш: 'server_seed_hash',
  хешсерверногосида: 'server_seed_hash',
  хешпоказанныйдоигры: 'server_seed_hash',
  nonce: 'nonce',
  round: 'nonce',
  roundnumber: 'nonce',
  номер: 'nonce',
  nonceномер: 'nonce',
  номерnonce: 'nonce',
  номерраунда: 'nonce',
  нонс: 'nonce',
  stake: 'stake',
  bet: 'stake',
  betamount: 'stake',
  amount: 'stake',
  wager: 'stake',
  ставка: 'stake',
  target: 'target',
  payout: 'target',
  cashoutat: 'target',
  targetmultiplier: 'target',
  цель: 'target',
  direction: 'direction',
  condition: 'direction',
  направление: 'direction',
  rows: 'rows',
  lines: 'rows',
  ряды: 'rows',
  risk: 'risk',
  difficulty: 'risk',
  риск: 'risk',
  size: 'size',
  gridsize: 'size',
  размер: 'size',
  mines: 'mines',
  minescount: 'mines',
  minecount: 'mines',
  мины: 'mines',
  perfectpairs: 'perfect_pairs',
  идеальныепары: 'perfect_pairs',
  twentyoneplusthree: 'twenty_one_plus_three',
  '21+3': 'twenty_one_plus_three',
  rtp: 'rtp',
  returntoplayer: 'rtp',
  возвратигроку: 'rtp',
  minmultiplier: 'min_multiplier',
  maxpayout: 'max_payout',
  maxskips: 'max_skips',
  multipliers: 'multipliers',
};

/**
 * What a name on another page means here.
 * @param {string} name
 * @returns {string | undefined}
 */
export function alias(name) {
  const plain = name.toLowerCase().replace(/[\s_.,\-–()'"`*№#:]/g, '');
  return Object.hasOwn(NAMES, plain) ? NAMES[plain] : undefined;
}

/**
 * Lines such as "Client seed: quiet harbour", as pages of many operators show them. Line breaks inside a seed do not end it.
 * @param {string} text
 * @returns {{fields: Record<string, string>, renamed: {from: string, to: string}[]} | null} null where no two fields are named
 */
export function readLines(text) {
  /** @type {Record<string, string>} */
  const fields = {};
  const renamed = [];
  for (const line of text.split(/[\r\n;]+/)) {
    const found = /^\s*["'*•-]*\s*([^:=\t]{2,60}?)["'*]*\s*(?:[:=]|\t)\s*["']?(.*?)["']?,?\s*$/.exec(line);
    const to = found ? alias(found[1]) : undefined;
    if (!found || !to) continue;
    fields[to] = found[2];
    if (found[1] !== to) renamed.push({ from: found[1].trim(), to });
  }
  return Object.keys(fields).length >= 2 ? { fields, renamed } : null;
}

/**
 * A slip with what stood in fields of another page, cleaned, and what is to be told of each.
 * @param {Slip} slip
 * @param {Record<string, string>} fields
 * @param {readonly {from: string, to: string}[]} renamed
 * @returns {{slip: Slip, notes: Record<string, {notes: Note[], before: string}>}}
 */
export function slipOfFields(slip, fields, renamed) {
  const asked = clean('game', fields.game ?? '').text;
  const game = GAMES.includes(asked) ? asked : slip.game;
  const filled = changeGame(slip, game);
  /** @type {Record<string, {notes: Note[], before: string}>} */
  const notes = {};
  for (const [name, text] of Object.entries(fields)) {
    const field = FIELDS[game].find((each) => each.name === name);
    const cleaned = clean(name, text, field?.kind);
    const from = renamed.find(({ to }) => to === name)?.from;
    if (from !== undefined && plain(from) !== plain(name)) cleaned.notes.unshift({ id: 'note.renamed', values: { name: from } });
    if (field) filled.options[name] = cleaned.text;
    else if (name in filled && name !== 'game') Reflect.set(filled, name, cleaned.text);
    if (cleaned.notes.length) notes[name] = { notes: cleaned.notes, before: text };
  }
  return { slip: filled, notes };
}

/** A name without what only makes it readable. @param {string} name */
const plain = (name) => name.toLowerCase().replace(/[\s_-]/g, '');
