/** What can be taken away: a report of one round as JSON, the record itself, and files in general. Nothing is sent anywhere. */

import { t } from './language.js';

/** @typedef {import('./judge.js').Judgement} Judgement */

/**
 * A report that a person can read and a program too: verdict and checks in the form of `fairseed-verify --json`, with their texts, the
 * record that was checked, and what the seeds gave.
 * @param {Judgement} judged
 */
export function report({ verdict, checks, warnings, record, derived }) {
  const told = (/** @type {{id: string, values: Record<string, any>}} */ detail) => t(detail.id, detail.values);
  const written = {
    type: 'fairseed/report/v1',
    verdict: verdict === 'derived' ? null : verdict,
    round_id: record.round_id ?? null,
    checks: checks.map(({ check, status, detail, expected, actual }) => ({
      check,
      status,
      detail: told(detail),
      expected,
      actual,
    })),
    warnings: warnings.map(told),
    record,
    derived: { outcome: derived.outcome, settlement: derived.settlement },
  };
  return `${JSON.stringify(written, (_key, value) => (typeof value === 'bigint' ? String(value) : value), 2)}\n`;
}

/**
 * Gives a file to the reader, to be kept on the own device.
 * @param {string} name
 * @param {BlobPart[]} content
 * @param {string} type
 */
export function save(name, content, type) {
  const address = URL.createObjectURL(new Blob(content, { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * A name for a file, of letters that every system takes.
 * @param {unknown} id
 * @param {string} ending
 */
export const fileName = (id, ending) =>
  `${
    String(id ?? 'round')
      .replace(/[^A-Za-z0-9._-]+/g, '-')
      .replace(/^[-.]+/, '')
      .slice(0, 60) || 'round'
  }${ending}`;

/**
 * Puts a text on the clipboard; where the page may not, it is selected for the reader to copy.
 * @param {string} text
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Pages from a disk or over plain http have no clipboard of that kind.
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'vh';
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}
