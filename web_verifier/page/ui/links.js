/**
 * Links: everything that a round needs stands in the fragment, and begins with the version, `v=1`. Unknown names are left out, so that
 * old pages read newer links.
 *
 * A round is written in one of two ways: `record=` holds a whole record as JSON; else seeds, options and actions stand by their
 * names in records. A server seed goes into a link only where it is whole, as only a revealed seed can be: while a pair is in use,
 * nobody but the operator knows its seed, and a part of one that is still being typed is no seed.
 */

import { FIELDS, GAMES, SEEDS, WHOLE_SEED, emptySlip } from './fields.js';
import { LOOKS, readLook } from './look.js';

/** @typedef {import('./types.js').Slip} Slip */
/** @typedef {import('./types.js').Look} Look */
/** @typedef {{version: number, look: Look, slip: Slip | null, record: string | null}} Link */

export const VERSION = 1;

/** A fragment longer than this is not written; browsers and chats cut longer ones. */
export const LONGEST = 8000;

/**
 * @param {string} fragment with or without its `#`
 * @returns {Link}
 */
export function readLink(fragment) {
  const { look, round } = readLook(fragment);
  const given = new Map(new URLSearchParams(round));
  const asked = given.get('v') ?? '';
  const version = /^[1-9][0-9]{0,3}$/.test(asked) ? Number(asked) : 0;
  const nothing = { version, look, slip: null, record: null };
  if (version !== VERSION) return nothing;
  const record = given.get('record');
  if (record !== undefined) return { ...nothing, record };
  const game = given.get('game') ?? '';
  if (!GAMES.includes(game)) return nothing;
  const slip = emptySlip(game);
  for (const name of SEEDS) slip[name] = given.get(name) ?? '';
  for (const { name } of FIELDS[game]) slip.options[name] = given.get(name) ?? '';
  slip.actions = readActions(given.get('actions'));
  return { ...nothing, slip };
}

/** Whether a link says anything to this page: a round, or that a newer page can read it. @param {Link} link */
export const holds = ({ version, slip, record }) => slip !== null || record !== null || version > VERSION;

/** @param {string | undefined} text @returns {import('./types.js').Action[]} */
function readActions(text) {
  try {
    const list = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? list.filter((action) => typeof action?.type === 'string') : [];
  } catch {
    return [];
  }
}

/**
 * The fragment of a slip, without `#`.
 * @param {Slip} slip
 * @param {Look} [look]
 */
export function linkOfSlip(slip, look = {}) {
  const written = new URLSearchParams({ v: String(VERSION), game: slip.game });
  for (const name of SEEDS) {
    if (slip[name] === '' || (name === 'server_seed' && !WHOLE_SEED.test(slip[name]))) continue;
    written.set(name, slip[name]);
  }
  for (const { name } of FIELDS[slip.game]) if (slip.options[name]) written.set(name, slip.options[name]);
  if (slip.actions.length) written.set('actions', JSON.stringify(slip.actions));
  return withLook(look, written);
}

/** Members of a record that a link leaves out: they prove when and by whom, and are longer than a link may be. */
const HEAVY = new Set(['receipt', 'action_receipts', 'commitment']);

/**
 * The fragment of a record, or null where it is too long for one.
 * @param {Record<string, unknown>} record
 * @param {Look} [look]
 */
export function linkOfRecord(record, look = {}) {
  const kept = Object.fromEntries(Object.entries(record).filter(([name]) => !HEAVY.has(name)));
  const whole = (/** @type {string} */ name, /** @type {any} */ value) =>
    name === 'server_seed' && !WHOLE_SEED.test(value) ? undefined : value;
  const link = withLook(look, new URLSearchParams({ v: String(VERSION), record: JSON.stringify(kept, whole) }));
  return link.length > LONGEST ? null : link;
}

/**
 * A fragment, without `#`.
 * @param {Look} look
 * @param {URLSearchParams} written what it says of a round
 */
function withLook(look, written) {
  for (const name of LOOKS) if (look[name]) written.set(name, /** @type {string} */ (look[name]));
  return written.toString();
}
