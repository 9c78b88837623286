/** Chances that pictures show: exact fractions, cut to four decimals and never rounded up (C-10). */

const DECIMAL = /^(\d+)(?:\.(\d+))?$/;

/**
 * The exact value of a decimal text as numerator and denominator, or null where it is none.
 *
 * @param {unknown} text
 * @returns {[bigint, bigint] | null}
 */
export function fractionOf(text) {
  const match = typeof text === 'string' ? DECIMAL.exec(text) : null;
  if (match === null) return null;
  const places = match[2] ?? '';
  return [BigInt(`${match[1]}${places}`), 10n ** BigInt(places.length)];
}

/**
 * n/d in per cent, cut to four decimals, without zeros at the end: 5000/10001 gives "49.995".
 *
 * @param {bigint} n
 * @param {bigint} d
 */
export function percentText(n, d) {
  const scaled = (n * 1000000n) / d;
  const places = String(scaled % 10000n).padStart(4, '0').replace(/0+$/, '');
  return `${scaled / 10000n}${places === '' ? '' : `.${places}`}`;
}

/**
 * How many of the 10 001 rolls win (D-6).
 *
 * @param {number} target in hundredths
 * @param {unknown} direction
 */
export const winningRolls = (target, direction) => (direction === 'under' ? target : 10000 - target);

/**
 * The chance that limbo's multiplier is at least the target: rtp / target (L-8), at most certain.
 *
 * @param {number} target in hundredths
 * @param {unknown} rtp a decimal
 * @returns {{text: string, share: number} | null} in per cent, and as a number for the eye
 */
export function limboChance(target, rtp) {
  const exact = fractionOf(rtp);
  if (exact === null || exact[0] <= 0n || target < 1) return null;
  const [n, d] = [exact[0] * 100n, exact[1] * BigInt(target)];
  return n >= d ? { text: '100', share: 1 } : { text: percentText(n, d), share: Number(n) / Number(d) };
}
