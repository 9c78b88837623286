/** What the seeds of a record give, whatever its game and whatever it claims. */

import { GAMES } from '../games/all.js';
import { CLAIMS } from '../games/claims.js';
import { derive } from './derive.js';

/**
 * @param {Record<string, any>} record
 * @returns {import('./types.js').Derived}
 */
export const deriveRecord = (record) => derive(record, GAMES.get(record.game), CLAIMS.get(record.game));
