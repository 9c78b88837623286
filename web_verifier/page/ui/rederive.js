/** What the seeds of a record give, whatever its game and whatever it claims, with every draw written down. */

import { recording } from '../core/draws.js';
import { GAMES } from '../games/all.js';
import { CLAIMS } from '../games/claims.js';
import { derive } from './derive.js';

/**
 * @param {Record<string, any>} record
 * @returns {import('./types.js').Derived}
 */
export const deriveRecord = (record) => derive(record, GAMES.get(record.game), { claims: CLAIMS.get(record.game), recording });
