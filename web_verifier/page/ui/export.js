/** The results of many rounds as files: CSV for tables, JSON Lines in the form of `fairseed-verify --json`. Built in pieces. */

/** @typedef {import('./many-run.js').Run} Run */
/** @typedef {import('./many-run.js').Row} Row */

export const CHECKS = ['format', 'commitment', 'receipt', 'log', 'rules', 'outcome', 'settlement'];
const STATUS = /** @type {Record<string, string>} */ ({ p: 'pass', f: 'fail', s: 'skip' });

/** @param {Row} row */
const statuses = ({ checks }) => CHECKS.map((_, i) => STATUS[checks[i]] ?? '');

/**
 * A cell of CSV. A text from a record could be a formula to the program that opens the table, so such a text begins with an
 * apostrophe.
 * @param {unknown} value
 */
export function cell(value) {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @param {Run} run @returns {Generator<string>} lines with their ends */
export function* toCsv({ rows }) {
  const line = (/** @type {unknown[]} */ cells) => `${cells.map(cell).join(',')}\r\n`;
  yield line(['file', 'line', 'nonce', 'round_id', 'game', 'verdict', ...CHECKS, 'result', 'staked', 'returned']);
  for (const row of rows) {
    const { file, nonce, id, game, verdict, came, staked, returned } = row;
    yield line([file + 1, row.line, nonce, id, game, verdict, ...statuses(row), came, staked, returned]);
  }
}

/** @param {Run} run @returns {Generator<string>} lines with their ends */
export function* toJsonLines({ rows, bundle, gaps, files }) {
  const line = (/** @type {object} */ value) =>
    `${JSON.stringify(value, (_key, one) => (typeof one === 'bigint' ? String(one) : one))}\n`;
  for (const row of rows) {
    const place = { file: files[row.file].name, line: row.line };
    const { verdict, id, game, nonce, fault } = row;
    const checks = statuses(row).map((status, i) => ({ check: CHECKS[i], status }));
    yield line(fault ? { error: { ...place, detail: fault.id } } : { verdict, round_id: id, game, nonce, ...place, checks });
  }
  if (bundle === null) return;
  const checks = bundle.checks.map(({ check, status, detail }) => ({ check, status, detail: detail.id }));
  yield line({ ...bundle, checks, gaps: gaps.map(({ from, to }) => ({ from, to })) });
}
