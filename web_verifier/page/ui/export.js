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

/** @param {Run} run @returns {string[]} lines with their ends */
export function toCsv({ rows }) {
  const head = ['file', 'line', 'nonce', 'round_id', 'game', 'verdict', ...CHECKS, 'outcome', 'staked', 'returned'];
  const lines = rows.map((row) => [
    row.file + 1,
    row.line,
    row.nonce,
    row.id,
    row.game,
    row.verdict,
    ...statuses(row),
    row.came,
    row.staked,
    row.returned,
  ]);
  return [head, ...lines].map((line) => `${line.map(cell).join(',')}\r\n`);
}

/** @param {Run} run @returns {string[]} lines with their ends */
export function toJsonLines({ rows, bundle, gaps, files }) {
  const lines = rows.map((row) => {
    const place = { file: files[row.file].name, line: row.line };
    if (row.fault) return { error: { ...place, detail: row.fault.id } };
    const checks = statuses(row).map((status, i) => ({ check: CHECKS[i], status }));
    return { verdict: row.verdict, round_id: row.id, game: row.game, nonce: row.nonce, ...place, checks };
  });
  const plain = bundle && {
    ...bundle,
    checks: bundle.checks.map(({ check, status, detail }) => ({ check, status, detail: detail.id })),
  };
  const last = plain ? [{ ...plain, gaps: gaps.map(({ from, to }) => ({ from, to })) }] : [];
  return [...lines, ...last].map(
    (line) => `${JSON.stringify(line, (_key, value) => (typeof value === 'bigint' ? String(value) : value))}\n`,
  );
}
