/**
 * The fields of the slip, game by game, in the order in which a player sees them; and the way from a slip to the claims of a record
 * (`docs/spec/record.md`, section 1). A slip holds what was typed, always as texts.
 */

/** @typedef {import('./types.js').Field} Field */
/** @typedef {import('./types.js').Slip} Slip */

/** What the player chooses. @param {string} name @param {Field['kind']} kind @param {string} first @param {readonly string[]} [words] @returns {Field} */
const choice = (name, kind, first, words) => ({ name, where: 'params', kind, first, words });

/** A rule of the operator. @param {string} name @param {Field['kind']} kind @param {string} [usual] @returns {Field} */
const rule = (name, kind, usual) => ({ name, where: 'params', kind, rule: true, usual });

/** @param {string} name @param {string} [first] @returns {Field} */
const chips = (name, first) => ({ name, where: 'bet', kind: 'whole', first });

const STAKE = chips('stake', '100');
const RTP = rule('rtp', 'decimal', '0.98');
const MAX_PAYOUT = rule('max_payout', 'whole', '10000000');

/** @type {Readonly<Record<string, readonly Field[]>>} */
export const FIELDS = {
  dice: [
    STAKE,
    choice('target', 'places', '50.00'),
    choice('direction', 'word', 'over', ['over', 'under']),
    RTP,
    rule('min_multiplier', 'decimal', '1.0100'),
    MAX_PAYOUT,
  ],
  limbo: [STAKE, choice('target', 'places', '2.00'), RTP, MAX_PAYOUT],
  plinko: [
    STAKE,
    choice('rows', 'whole', '16', ['8', '9', '10', '11', '12', '13', '14', '15', '16']),
    choice('risk', 'word', 'medium', ['low', 'medium', 'high']),
    rule('multipliers', 'decimals'),
    MAX_PAYOUT,
  ],
  mines: [STAKE, choice('size', 'whole', '5', ['5', '6', '7', '8']), choice('mines', 'whole', '5'), RTP, MAX_PAYOUT],
  hilo: [STAKE, RTP, rule('max_skips', 'whole', '52'), MAX_PAYOUT],
  blackjack: [STAKE, chips('perfect_pairs'), chips('twenty_one_plus_three'), MAX_PAYOUT],
  raw: [
    choice('draw', 'word', 'integers', ['integers', 'shuffle', 'sample', 'words', 'bytes']),
    choice('n', 'whole', '6'),
    choice('k', 'whole', '5'),
  ],
};

export const GAMES = Object.freeze(Object.keys(FIELDS));

export const SEEDS = /** @type {const} */ (['client_seed', 'server_seed', 'server_seed_hash', 'nonce']);

/** A seed as it is revealed, and a hash. */
export const WHOLE_SEED = /^[0-9a-f]{64}$/;

/** Games in which a player acts after the bet. */
export const ACTING = new Set(['mines', 'hilo', 'blackjack']);

/** Which of its two numbers a raw draw asks for. @type {Record<string, readonly string[]>} */
const RAW = { integers: ['n', 'k'], sample: ['n', 'k'], shuffle: ['n'], words: ['k'], bytes: ['k'] };

/** The fields that a slip asks for. @param {Slip} slip */
export const fieldsOf = ({ game, options }) =>
  FIELDS[game].filter(({ name }) => game !== 'raw' || name === 'draw' || RAW[options.draw]?.includes(name));

/** @param {string} game @returns {Slip} */
export function emptySlip(game) {
  const options = Object.fromEntries(FIELDS[game].map(({ name, first = '' }) => [name, first]));
  return { game, client_seed: '', server_seed: '', server_seed_hash: '', nonce: '', options, actions: [] };
}

/**
 * The same seeds in another game.
 * @param {Slip} slip
 * @param {string} game
 * @returns {Slip}
 */
export function changeGame(slip, game) {
  const next = { ...slip, ...emptySlip(game), actions: [] };
  for (const name of SEEDS) next[name] = slip[name];
  if (game !== 'raw' && slip.options.stake) next.options.stake = slip.options.stake;
  return next;
}

/** Of a greater number another one would be made. @param {string} text */
const isWhole = (text) => /^(?:0|[1-9][0-9]{0,15})$/.test(text) && Number.isSafeInteger(Number(text));
const DECIMAL = /^(?:0|[1-9][0-9]*)(?:\.[0-9]{1,6})?$/;

/**
 * What is not yet a value of its kind, as the id of a hint.
 * @param {Field} field
 * @param {string} text
 * @returns {string | null}
 */
export function fault(field, text) {
  if (text === '') return null;
  switch (field.kind) {
    case 'whole':
      return isWhole(text) ? null : 'hint.whole';
    case 'places':
      return /^(?:0|[1-9][0-9]*)\.[0-9]{2}$/.test(text) ? null : 'hint.places';
    case 'decimal':
      return DECIMAL.test(text) ? null : 'hint.decimal';
    case 'decimals':
      return text
        .split(/[\s,;]+/)
        .filter(Boolean)
        .every((part) => DECIMAL.test(part))
        ? null
        : 'hint.decimals';
    default:
      return field.words?.includes(text) ? null : 'hint.word';
  }
}

/**
 * A value as the record writes it. What is not of its kind is given as it was typed, and fails the check `format`.
 * @param {Field} field
 * @param {string} text
 */
function value(field, text) {
  if (field.kind === 'whole' && fault(field, text) === null) return Number(text);
  if (field.kind === 'decimals') return text.split(/[\s,;]+/).filter(Boolean);
  return text;
}

/**
 * The claims of a slip as a record, without what came of the round.
 * @param {Slip} slip
 * @returns {Record<string, any>}
 */
export function toRecord(slip) {
  /** @type {{params: Record<string, unknown>, bet: Record<string, unknown>}} */
  const claims = { params: {}, bet: {} };
  for (const field of FIELDS[slip.game]) {
    const text = slip.options[field.name] ?? '';
    if (text !== '') claims[field.where][field.name] = value(field, text);
  }
  /** @type {Record<string, unknown>} */
  const seeds = { scheme: 'fairseed-v1', server_seed_hash: slip.server_seed_hash };
  if (slip.server_seed !== '') seeds.server_seed = slip.server_seed;
  seeds.client_seed = slip.client_seed;
  seeds.nonce = isWhole(slip.nonce) ? Number(slip.nonce) : slip.nonce;
  const record = { type: 'fairseed/round/v1', round_id: 'slip', game: slip.game, params: claims.params };
  if (slip.game === 'raw') return { ...record, params: rawParams(claims.params), seeds, actions: [] };
  return { ...record, bet: claims.bet, seeds, actions: slip.actions };
}

/** @param {Record<string, unknown>} typed */
function rawParams({ draw, n, k }) {
  if (draw === 'integers') return { integers: { n, count: k } };
  if (draw === 'sample') return { sample: { n, k } };
  return { [String(draw)]: draw === 'shuffle' ? n : k };
}

/** Whether a slip says enough for anything to be derived. @param {Slip} slip */
export function complete(slip) {
  if (!WHOLE_SEED.test(slip.server_seed) || !/^\d+$/.test(slip.nonce)) return false;
  return fieldsOf(slip).every((field) => {
    const text = slip.options[field.name] ?? '';
    return text === '' ? field.first === undefined : fault(field, text) === null;
  });
}
