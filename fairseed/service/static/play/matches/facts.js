/** What is to be known of a match before joining, in words. */

import { number } from '../../verify/ui/language.js';
import { say } from './words.js';

/** A share in hundredths, exactly. @param {string} share such as 0.05 */
export function percentOf(share) {
  const [whole, part = ''] = share.split('.');
  const digits = part.padEnd(2, '0');
  const rest = digits.slice(2).replace(/0+$/, '');
  return `${BigInt(whole + digits.slice(0, 2))}${rest && `.${rest}`}`;
}

/** @param {Record<string, any>} match */
export const factsOf = ({ params, pot, prize }) => [
  say('mt.facts', { players: params.players, target: number(params.target), ante: number(params.ante), pot: number(pot), prize: number(prize), commission: percentOf(params.commission) }),
  say('mt.clocks', { decision: params.decision_seconds, grace: params.grace_seconds }),
];
