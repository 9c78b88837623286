/** What can be known of a round before its seed is revealed: whether any seed could make it legal. */

import { checkActions as checkBlackjack } from './blackjack-blind.js';
import { checkActions as checkHilo } from './hilo-blind.js';
import { checkHouse } from './house/blind.js';
import { fold } from './replay.js';

/**
 * Refuses what no seed could make legal.
 * @param {import('./game.js').AnyGame} game
 * @param {any} params
 * @param {any} bet
 * @param {readonly import('./game.js').Action[]} actions
 */
export function checkBlind(game, params, bet, actions) {
  game.check(params, bet);
  switch (game.name) {
    case 'hilo':
      return checkHilo(params, bet, actions);
    case 'blackjack':
      return checkBlackjack(actions);
    case 'russian_poker':
    case 'five_card_poker':
      return checkHouse(game.name, params, actions);
    default:
      // A board without mines allows whatever any board allows: every cell is safe, and the last safe one ends the round. The other
      // games are over at once, whatever was drawn, and have no actions.
      fold({ params, bet, mined: [], opened: [], end: null }, actions, game.act);
  }
}
