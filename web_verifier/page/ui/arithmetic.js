/** From words to numbers, written out: one draw in full where there is one, a table where there are many. */

import { parseDecimal } from '../core/numbers.js';
import { h } from './dom.js';
import { number, parts, t } from './language.js';

/** @typedef {import('./roles.js').Role} Role */
/** @typedef {import('./types.js').Derived} Derived */

const WORD = 2n ** 32n;

/** Rows shown at first, and with each further press. */
const FEW = 24;
const MORE = 100;

/**
 * @param {Derived} derived
 * @param {Role[]} roles
 * @param {string} [label] of a table of draws
 * @returns {import('./dom.js').Child}
 */
export function arithmetic(derived, roles, label = t('why.arithmetic')) {
  const { game } = derived;
  if (game === 'dice') return h('dl', { class: 'box eq' }, drawLines(roles[0]));
  if (game === 'limbo') return h('dl', { class: 'box eq' }, limboLines(derived, roles[0]));
  if (game === 'plinko') return h('dl', { class: 'box eq' }, plinkoLines(roles));
  if (roles[0].draw.primitive === 'words' || roles[0].draw.primitive === 'bytes')
    return h('div', { class: 'box' }, t('why.taken'));
  return table(
    roles.filter(({ needed }) => needed),
    game,
    label,
  );
}

/** @param {string} id @param {Record<string, any>} values */
const line = (id, values) => [h('dt', null, t(`${id}.what`, values)), h('dd', null, parts(id, values))];

/**
 * One uniform draw in full, with the words that were rejected.
 * @param {Role} role
 */
function drawLines({ draw, values }) {
  const n = BigInt(draw.n ?? 1);
  return draw.words.map(({ word, rejected }, i) => {
    const product = BigInt(word) * n;
    const shown = {
      place: i + 1,
      word: BigInt(word),
      n,
      product,
      rest: product % WORD,
      threshold: BigInt(draw.threshold ?? 0),
      result: h('b', null, number(product / WORD)),
      ...values,
    };
    return line(rejected ? 'sum.rejected' : 'sum.taken', shown);
  });
}

/** @param {Derived} derived @param {Role} role */
function limboLines({ params, outcome }, { draw }) {
  const [high, low] = draw.words.map(({ word }) => BigInt(word));
  const x = BigInt(/** @type {bigint} */ (draw.result));
  const rtp = parseDecimal(params.rtp);
  const raw = (rtp.n * 100n * 2n ** 64n) / (rtp.d * (x + 1n));
  const bound = raw < 100n ? 'sum.limbo_least' : raw > 100_000_000n ? 'sum.limbo_most' : null;
  return [
    line('sum.limbo_x', { high, low, x }),
    line('sum.limbo_raw', { rtp: params.rtp, x, result: h('b', null, number(raw)) }),
    bound === null ? [] : line(bound, {}),
    line('sum.limbo_result', { multiplier: h('b', null, String(outcome?.multiplier)) }),
  ];
}

/** @param {Role[]} roles */
function plinkoLines(roles) {
  const { word } = roles[0].draw.words[0];
  const product = 2n * BigInt(word);
  const side = t(roles[0].label[0]);
  return [
    line('sum.row', { word: h('code', null, word.toString(16).padStart(8, '0')), value: BigInt(word) }),
    line('sum.twice', { value: BigInt(word), product }),
    line('sum.half', { product, result: h('b', null, number(product / WORD)), side }),
    line('sum.none_rejected', {}),
  ];
}

/** @param {Role[]} roles @param {string} game @param {string} label */
function table(roles, game, label) {
  const exchange = roles[0]?.change !== undefined;
  const columns = [
    'draw',
    'word',
    'value',
    'n',
    'result',
    ...(exchange ? ['change'] : []),
    game === 'mines' ? 'mine' : game === 'raw' ? 'item' : 'card',
  ];
  const numeric = new Set(['draw', 'value', 'n', 'result', 'mine', 'item', 'card']);
  const body = h('tbody');
  const more = h('p', { class: 'more' });
  let shown = 0;
  /** @param {number} count */
  const add = (count) => {
    const from = shown;
    for (; shown < Math.min(roles.length, from + count); shown++) body.append(...rows(roles[shown], shown, exchange));
    more.replaceChildren();
    if (shown < roles.length)
      more.append(
        h(
          'button',
          { type: 'button', class: 'link', onclick: () => add(MORE) },
          t('why.more_draws', { count: roles.length - shown }),
        ),
      );
  };
  add(FEW);
  return h(
    'div',
    { class: 'box tbl', tabindex: '0', role: 'region', 'aria-label': label },
    h(
      'table',
      null,
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          columns.map((name) => h('th', { scope: 'col', class: numeric.has(name) ? 'num' : '' }, t(`col.${name}`))),
        ),
      ),
      body,
    ),
    more,
  );
}

/** A row a word: those rejected first. @param {Role} role @param {number} index @param {boolean} exchange */
function rows({ draw, change, values, label }, index, exchange) {
  const n = BigInt(draw.n ?? 1);
  if (draw.words.length === 0)
    return [h('tr', null, cells([String(index + 1), '–', '–', number(n), '0'], [exchange ? '–' : null, last(label, values)]))];
  return draw.words.map(({ word, rejected }) => {
    const text = word.toString(16).padStart(8, '0');
    const product = BigInt(word) * n;
    const start = [
      String(index + 1),
      h('code', null, rejected ? h('s', null, text) : h('span', { class: 'm' }, text)),
      h('span', { class: 'mono' }, String(word)),
      number(n),
    ];
    if (rejected) {
      const why = t('sum.rejected_row', { rest: product % WORD, threshold: BigInt(draw.threshold ?? 0) });
      return h('tr', { class: 'rj' }, cells(start, []), h('td', { colspan: exchange ? 3 : 2 }, why));
    }
    const places =
      change === undefined
        ? null
        : change[0] === change[1]
          ? t('sum.stays', { a: change[0] })
          : t('sum.change', { a: change[0], b: change[1] });
    return h('tr', null, cells([...start, number(product / WORD)], [places, last(label, values)]));
  });
}

/** @param {string[]} label @param {Record<string, any>} values */
const last = (label, values) =>
  h('b', null, label[0] === 'role.card' ? String(values.card) : String(values.item ?? values.value));

/** @param {import('./dom.js').Leaf[]} start @param {import('./dom.js').Leaf[]} end */
const cells = (start, end) => [
  ...start.map((content, i) => h('td', { class: i === 1 ? '' : 'num' }, content)),
  ...end
    .filter((content) => content !== null)
    .map((content, i, all) => h('td', { class: i === all.length - 1 ? 'num' : '' }, content)),
];
