/** The way back from a record to a slip. */

import { FIELDS, GAMES, SEEDS, emptySlip } from './fields.js';

/** @typedef {import('./types.js').Slip} Slip */

/**
 * The slip of a record, as far as its members can stand in a slip. Nothing is judged here: the record is verified as it is.
 * @param {Record<string, any>} record
 * @returns {Slip}
 */
export function fromRecord(record) {
  const game = GAMES.includes(record.game) ? record.game : 'dice';
  const slip = emptySlip(game);
  const seeds = objectOf(record.seeds);
  for (const name of SEEDS) slip[name] = textOf(seeds[name]);
  const params = game === 'raw' ? fromRaw(objectOf(record.params)) : objectOf(record.params);
  const from = { params, bet: objectOf(record.bet) };
  for (const field of FIELDS[game]) {
    const given = from[field.where][field.name];
    slip.options[field.name] = Array.isArray(given) ? given.map(textOf).join(' ') : textOf(given);
  }
  if (Array.isArray(record.actions)) slip.actions = record.actions.filter((action) => typeof action?.type === 'string');
  return slip;
}

/** @param {Record<string, any>} params @returns {Record<string, any>} */
function fromRaw(params) {
  const draw = FIELDS.raw[0].words?.find((name) => name in params) ?? 'integers';
  const given = params[draw];
  if (draw === 'integers') return { draw, n: given?.n, k: given?.count };
  if (draw === 'sample') return { draw, n: given?.n, k: given?.k };
  return draw === 'shuffle' ? { draw, n: given } : { draw, k: given };
}

/** @param {unknown} given @returns {Record<string, any>} */
const objectOf = (given) => (typeof given === 'object' && given !== null && !Array.isArray(given) ? given : {});

/** @param {unknown} given */
const textOf = (given) => (typeof given === 'string' || typeof given === 'number' ? String(given) : '');
