/** Opens the page where the rules of mines can't be loaded, and prints as JSON what it says: for mines, and for dice after that. */

import { choose, firstResult, open, tell, type, until } from './opening.mjs';
import { SEED } from './pair.mjs';

await tell({ hold: 'ui/whole.js' });
await tell({ refuse: ['games/mines.js'] });
const page = await open('en');
const alarm = () => page.body.querySelector('.ban')?.textContent ?? '';
choose(page, 'game', 'dice');
type(page, 'client_seed', 'quiet harbour');
type(page, 'server_seed', SEED);
choose(page, 'game', 'mines');
type(page, 'nonce', '127');
const missing = await until(alarm);
const without = firstResult(page);
choose(page, 'game', 'dice');
const after = await until(() => firstResult(page));
process.stdout.write(JSON.stringify({ missing, without, after: { ...after, alarm: alarm() } }), () => process.exit());
