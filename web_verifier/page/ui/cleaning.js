/**
 * What a field does with text that was pasted into it or left in it: stray white space goes, spellings of other pages are turned into
 * those of records, and each change is told by the id of a note. While somebody types nothing is changed.
 *
 * A server seed in upper case is not folded here: it is another seed (`docs/spec/derivation.md`, section 1). The slip offers it.
 */

/** @typedef {{id: string, values?: Record<string, string | number>}} Note */
/** @typedef {{text: string, notes: Note[]}} Cleaned */

/** White space of every kind, and the invisible characters that copying leaves behind. */
const BLANK = '\\s\\u0085\\u180e\\u200b\\u2060\\ufeff';
const EDGES = new RegExp(`^[${BLANK}]+|[${BLANK}]+$`, 'g');
const ALL = new RegExp(`[${BLANK}]+`, 'g');

/** Words of other pages and languages for those of a record. @type {Readonly<Record<string, Readonly<Record<string, string>>>>} */
const WORDS = {
  game: {
    кости: 'dice',
    дайс: 'dice',
    кубик: 'dice',
    лимбо: 'limbo',
    crash: 'limbo',
    плинко: 'plinko',
    мины: 'mines',
    сапёр: 'mines',
    сапер: 'mines',
    'hi-lo': 'hilo',
    'hi lo': 'hilo',
    'high-low': 'hilo',
    хайло: 'hilo',
    'больше-меньше': 'hilo',
    'black jack': 'blackjack',
    21: 'blackjack',
    блэкджек: 'blackjack',
    блекджек: 'blackjack',
    очко: 'blackjack',
  },
  direction: {
    above: 'over',
    higher: 'over',
    more: 'over',
    'roll over': 'over',
    '>': 'over',
    больше: 'over',
    выше: 'over',
    below: 'under',
    lower: 'under',
    less: 'under',
    'roll under': 'under',
    '<': 'under',
    меньше: 'under',
    ниже: 'under',
  },
  risk: { низкий: 'low', med: 'medium', normal: 'medium', средний: 'medium', высокий: 'high' },
};

/**
 * @param {string} name of the field
 * @param {string} text
 * @param {string} [kind] of the field, where it is an option of a game
 * @returns {Cleaned}
 */
export function clean(name, text, kind = 'text') {
  if (name === 'client_seed') return edges(text);
  if (name === 'server_seed' || name === 'server_seed_hash') return blanks(quotes(labelled(edges(text))));
  if (name === 'nonce' || kind === 'whole') return digits(edges(text));
  if (kind === 'places' || kind === 'decimal') return decimal(edges(text), kind);
  if (Object.hasOwn(WORDS, name)) return word(edges(text), WORDS[name]);
  return edges(text);
}

/** @param {string} text @returns {Cleaned} */
function edges(text) {
  const trimmed = text.replace(EDGES, '');
  const count = Array.from(text).length - Array.from(trimmed).length;
  return { text: trimmed, notes: count > 0 ? [{ id: 'note.edges', values: { count } }] : [] };
}

/** Hexadecimal that was broken into lines or groups. @param {Cleaned} cleaned @returns {Cleaned} */
function blanks({ text, notes }) {
  const whole = text.replace(ALL, '');
  return whole === text
    ? { text, notes }
    : { text: whole, notes: [...notes, { id: 'note.blanks', values: { count: text.length - whole.length } }] };
}

/** "Server seed: 61…": only the value is meant. @param {Cleaned} cleaned @returns {Cleaned} */
function labelled({ text, notes }) {
  const value = /^[\p{L}\s()_-]{2,40}[:=]\s*(\S[\s\S]*)$/u.exec(text)?.[1];
  return value === undefined ? { text, notes } : { text: value, notes: [...notes, { id: 'note.label' }] };
}

/** @param {Cleaned} cleaned @returns {Cleaned} */
function quotes({ text, notes }) {
  const inner = /^(["'“”«`])(.*)["'“”»`]$/s.exec(text)?.[2];
  return inner === undefined ? { text, notes } : { text: inner, notes: [...notes, { id: 'note.quotes' }] };
}

/** "№ 1 024", "#127", "007". @param {Cleaned} cleaned @returns {Cleaned} */
function digits({ text, notes }) {
  const plain = text
    .replace(/^(?:#|№|no\.?)/i, '')
    .replace(ALL, '')
    .replace(/^(\d{1,3})(?:,\d{3})+$/, (all) => all.replaceAll(',', ''));
  const read = /^\d+$/.test(plain) ? plain.replace(/^0+(?=\d)/, '') : text;
  return written(text, read, notes);
}

/** "50", "50,0", "×3", "2x", "50 %". @param {Cleaned} cleaned @param {'places' | 'decimal'} kind @returns {Cleaned} */
function decimal({ text, notes }, kind) {
  const plain = text
    .replace(ALL, '')
    .replace(/^[x×х]|[x×х%]$/gi, '')
    .replace(',', '.')
    .replace(/^0+(?=\d)/, '');
  const found = /^(\d+)(?:\.(\d*))?$/.exec(plain);
  if (found === null) return { text, notes };
  const after = found[2] ?? '';
  if (kind === 'decimal') return written(text, after ? `${found[1]}.${after}` : found[1], notes);
  // A third place that is no zero is another number; that is left to whoever typed it.
  return after.slice(2).replace(/0+$/, '')
    ? { text, notes }
    : written(text, `${found[1]}.${after.slice(0, 2).padEnd(2, '0')}`, notes);
}

/** @param {Cleaned} cleaned @param {Readonly<Record<string, string>>} words @returns {Cleaned} */
function word({ text, notes }, words) {
  const lower = text.toLowerCase().replace(ALL, ' ');
  return written(text, Object.hasOwn(words, lower) ? words[lower] : lower, notes);
}

/** @param {string} before @param {string} after @param {Note[]} notes @returns {Cleaned} */
const written = (before, after, notes) =>
  before === after
    ? { text: before, notes }
    : { text: after, notes: [...notes, { id: 'note.written', values: { before, after } }] };

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
  twentyoneplusthree: 'twenty_one_plus_three',
  '21+3': 'twenty_one_plus_three',
  rtp: 'rtp',
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
  const plain = name.toLowerCase().replace(/[\s_.\-–()'"`*№#:]/g, '');
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
