/** The picture of another operator's round, where this page has one of the game and knows all that it shows. */

import { schemeOf } from '../../schemes/round.js';
import { draw } from '../pictures/index.js';
import { hundredths } from '../../schemes/formulas.js';

/** @param {ReturnType<typeof import('../../schemes/round.js').deriveRound>} derived */
export function pictureOf({ game, seeds, params, outcome }) {
  const shown = viewOf(schemeOf(seeds.scheme).games[game], game, params, outcome);
  if (shown === null) return null;
  const view = { bet: null, actions: [], expected: null, settlement: null, differs: false, ...shown };
  return draw(view).figure;
}

/** @param {import('../../schemes/formulas.js').Rule} rule @param {string} game @param {Record<string, any>} params @param {Record<string, any>} outcome */
function viewOf({ formula, settings, tables }, game, params, outcome) {
  if (formula === 'roll' && 'target' in params && settings.n === 10001)
    return { game: 'dice', params: { target: hundredths(params.target), direction: params.direction }, outcome: { roll: outcome.roll } };
  if (formula === 'path' && 'risk' in params)
    return { game: 'plinko', params: { ...params, multipliers: tables[`${params.rows}-${params.risk}`] }, outcome };
  if (game === 'mines' && settings.cells === 25) {
    const mines = outcome.mines.map((/** @type {number} */ cell) => cell - Number(params.base));
    return { game: 'mines', params: { size: 5, mines: mines.length }, outcome: { mines, opened: [], result: 'open' } };
  }
  if (formula === 'cards') return { game: 'deck', params: { dealt: outcome.cards.length }, outcome: { deck: outcome.cards } };
  return null;
}
