/**
 * `node weigh.mjs LANGUAGE GAME`: opens the page, types a bet of the game and plays it to its end, and prints as JSON what is shown then
 * and which modules were loaded by then. What comes after the first paint and after the first result is kept from coming.
 */

import { choose, firstResult, loads, open, press, tell, type, until } from './opening.mjs';
import { HASH, SEED } from './pair.mjs';

const [language, game] = process.argv.slice(2);
for (const later of ['ui/around.js', 'ui/whole.js']) await tell({ hold: later });
const page = await open(language);
choose(page, 'game', game);
type(page, 'client_seed', 'quiet harbour');
type(page, 'server_seed', SEED);
type(page, 'server_seed_hash', HASH);
type(page, 'nonce', '127');
if (game !== 'raw') type(page, 'stake', '250');
await until(() => firstResult(page));
if (game === 'mines') {
  type(page, 'cells', '3, 4');
  choose(page, 'end', 'cash_out');
}
/** What the buttons say. @type {Record<string, Record<string, string[]>>} */
const actions = { hilo: { en: ['higher', 'cash out'], ru: ['выше', 'забрать'] }, blackjack: { en: ['stand'], ru: ['хватит'] } };
for (const action of actions[game]?.[language] ?? []) await press(page, action);
const shown = await until(() => {
  const result = firstResult(page);
  return game === 'raw' || result?.chips ? result : null;
});
process.stdout.write(JSON.stringify({ shown, text: page.body.textContent, loads: await loads() }), () => process.exit());
