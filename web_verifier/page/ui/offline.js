/** The page in one file: its download, and what that file says of itself. */

import { h } from './dom.js';
import { number, t } from './language.js';

/**
 * What the server wrote into the page, which can't ask for it: name, bytes and SHA-256 of the file.
 * @typedef {{name: string, bytes: number, digest: string}} Copy
 */

/**
 * @param {string | null | undefined} told `verifier.html 123456 64 hex digits`
 * @returns {Copy | null} null where nothing is told, or something else
 */
export function readCopy(told) {
  const found = /^([a-z]+\.html) ([1-9][0-9]{0,8}) ([0-9a-f]{64})$/.exec(told ?? '');
  return found && { name: found[1], bytes: Number(found[2]), digest: found[3] };
}

/**
 * The text of the footer; null where there is no file to tell of.
 * @returns {import('./dom.js').Child}
 */
export function offlineCopy() {
  const copy = readCopy(document.querySelector('meta[name="offline-copy"]')?.getAttribute('content'));
  if (copy)
    return [
      h('a', { href: `./${copy.name}`, download: copy.name }, t('foot.offline_get', { size: number(Math.ceil(copy.bytes / 1000)) })),
      ' ',
      t('foot.offline_text'),
      h('code', { class: 'digest' }, copy.digest),
    ];
  return location.protocol === 'file:' ? [t('foot.offline_here')] : null;
}
