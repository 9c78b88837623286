/** What comes to the page from outside: files and texts that are dropped or pasted. */

import { Fault } from '../core/fault.js';
import { h } from './dom.js';
import { t } from './language.js';

/**
 * A file may be dropped anywhere; while it is over the page, the page says so.
 * @param {(files: File[]) => void} takeFiles
 * @param {(text: string) => void} takeText
 */
export function listenForDrops(takeFiles, takeText) {
  let shown = /** @type {HTMLElement | null} */ (null);
  const hide = () => {
    shown?.remove();
    shown = null;
  };
  addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.some((type) => type === 'Files' || type === 'text/plain')) return;
    event.preventDefault();
    if (shown === null) {
      shown = h('div', { class: 'drop' }, h('p', { class: 'mid' }, t('drop.here')));
      document.body.append(shown);
    }
  });
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) hide();
  });
  addEventListener('drop', (event) => {
    event.preventDefault();
    hide();
    const files = Array.from(event.dataTransfer?.files ?? []);
    const text = event.dataTransfer?.getData('text/plain');
    if (files.length) takeFiles(files);
    else if (text) takeText(text);
  });
}

/**
 * The bytes of a file or of a part of one. A folder that was dropped has none, and neither has a file that went away.
 * @param {Blob} file
 */
export async function bytesOf(file) {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new Fault('', 'unusable.file');
  }
}

/** Half of a character, which no UTF-8 stands for: who reads it refuses it as what is no UTF-8. */
const NO_TEXT = '\ud800';

/**
 * The text of a file, no kinder than record.md is (section 3): `File.text()` would leave out a byte order mark and put another
 * character for bytes that are no UTF-8, and what is judged is what stands in the file.
 * @param {Blob} file or a part of one
 */
export async function textOf(file) {
  const bytes = await bytesOf(file);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return NO_TEXT;
  }
}

/**
 * A record that is pasted where no field has the focus is taken as one.
 * @param {(text: string) => void} takeText
 */
export function listenForPastes(takeText) {
  document.addEventListener('paste', (event) => {
    const target = event.target instanceof Element ? event.target.closest('input, textarea, select') : null;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (target === null && text.trim() !== '') takeText(text);
  });
}
