/** Client seeds that the browser makes: 128 bits of its own generator, as 32 hexadecimal characters. */

/** @param {Pick<Crypto, 'getRandomValues'>} [source] */
export const freshSeed = (source = crypto) =>
  Array.from(source.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
