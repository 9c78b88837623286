/** All games by name. */

import { blackjack } from './blackjack.js';
import { dice } from './dice.js';
import { hilo } from './hilo.js';
import { fiveCardPoker } from './house/five-card.js';
import { russianPoker } from './house/russian.js';
import { limbo } from './limbo.js';
import { mines } from './mines.js';
import { plinko } from './plinko.js';
import { raw } from './raw.js';

/** @type {ReadonlyMap<string, import('./game.js').AnyGame>} */
export const GAMES = new Map(
  [dice, limbo, plinko, mines, hilo, blackjack, russianPoker, fiveCardPoker, raw].map((game) => [game.name, game]),
);
