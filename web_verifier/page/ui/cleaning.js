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
