/**
 * The explanation: message, HMAC and its words, arithmetic, outcome, settlement, each step with the clause that it follows
 * (`docs/spec/derivation.md`, `docs/rules/`). Gold marks the bytes that decided something; a rejected word stays in view.
 */

import { hex } from '../core/bytes.js';
import { arithmetic } from './arithmetic.js';
import { difference, marked } from './difference.js';
import { h } from './dom.js';
import { icon } from './icons.js';
import { t } from './language.js';
import { STATES } from './result.js';
import { rolesOf } from './roles.js';
import { same } from './same.js';
import { settle } from './settle.js';

/** @typedef {import('./judge.js').Judgement} Judgement */
/** @typedef {import('./roles.js').Role} Role */
/** @typedef {import('./types.js').Derived} Derived */

const WORDS_IN_BLOCK = 8;

/** Blocks shown at first, and with each further press. */
const FEW = 3;
const MORE = 16;

/** Clauses of the games' outcomes and settlements. @type {Record<string, {outcome: string, pays: string}>} */
const CLAUSES = {
  dice: { outcome: 'dice-win', pays: 'dice-pays' },
  limbo: { outcome: 'limbo-win', pays: 'limbo-pays' },
  plinko: { outcome: 'plinko-bin', pays: 'plinko-pays' },
  mines: { outcome: 'mines-open', pays: 'mines-pays' },
  hilo: { outcome: 'hilo-guess', pays: 'hilo-pays' },
  blackjack: { outcome: 'blackjack-deal', pays: 'blackjack-pays' },
  raw: { outcome: 'derivation-5', pays: '' },
};

/**
 * @param {Judgement} judged
 * @returns {HTMLElement | null} null where the seeds gave nothing
 */
export function explanation(judged) {
  const { derived, record } = judged;
  const { stream, draws, game, outcome } = derived;
  if (stream === null || outcome === null || record.void !== undefined) return null;
  const roles = rolesOf(derived);
  const last = draws.reduce((most, draw) => Math.max(most, draw.words.at(-1)?.index ?? -1), -1);
  const blocks = Math.floor(last / WORDS_IN_BLOCK) + 1;
  const clauses = CLAUSES[game];
  const steps = [
    step(t('why.message'), 'derivation-2', t('why.message_say', { count: blocks }), messages(stream, blocks)),
    step(t('why.hmac'), 'derivation-2', t('why.hmac_say'), words(stream, roles, blocks)),
    ...(last >= 0
      ? [
          step(
            t('why.arithmetic'),
            'derivation-3',
            t(`why.arithmetic_${game === 'raw' ? draws[0].primitive : game}`),
            arithmetic(derived, roles),
          ),
        ]
      : []),
    step(t('why.outcome'), clauses.outcome, t(`why.outcome_${game}`), outcomeBox(judged)),
    ...(derived.settlement ? [step(t('why.settlement'), clauses.pays, t(`why.settlement_${game}`), settle(derived))] : []),
  ];
  return h(
    'section',
    { class: 'why', 'aria-labelledby': 'why-title' },
    h('h2', { id: 'why-title' }, t(`why.title_${game}`)),
    h('p', null, t('why.lead')),
    h(
      'ol',
      { class: 'steps' },
      steps.map((make, i) => make(i + 1)),
    ),
  );
}

/**
 * @param {string} title
 * @param {string} clause
 * @param {string} say
 * @param {import('./dom.js').Child} content
 * @returns {(number: number) => HTMLElement}
 */
export const step = (title, clause, say, content) => (number) =>
  h(
    'li',
    { class: 'step' },
    h('span', { class: 'n', 'aria-hidden': 'true' }, String(number)),
    h(
      'div',
      null,
      h(
        'div',
        { class: 't' },
        h('h3', null, title),
        clause && h('a', { href: `#view=how&clause=${clause}` }, t(`clause.${clause}`)),
      ),
      h('p', { class: 'say' }, say),
      content,
    ),
  );

/** @param {import('../core/stream.js').Stream} stream @param {number} blocks */
export function messages(stream, blocks) {
  const one = (/** @type {number} */ cursor) => [
    h('dt', null, t('why.block', { block: cursor })),
    h('dd', null, h('code', null, stream.message(cursor))),
  ];
  const all = Array.from({ length: Math.min(blocks, 4) }, (_, i) => one(i));
  const shown = blocks <= 4 ? all : [...all.slice(0, 2), [h('dt'), h('dd', null, '…')], one(blocks - 1)];
  return h('dl', { class: 'box eq' }, shown);
}

/**
 * The blocks with words that decided something, the others on demand.
 * @param {import('../core/stream.js').Stream} stream
 * @param {Role[]} roles
 * @param {number} blocks
 */
export function words(stream, roles, blocks) {
  /** @type {Map<number, {role: Role, at: number}>} */
  const byIndex = new Map();
  for (const role of roles) role.draw.words.forEach(({ index }, at) => byIndex.set(index, { role, at }));
  const list = h('div');
  const more = h('p', { class: 'more' });
  let shown = 0;
  /** @param {number} count */
  const add = (count) => {
    const from = shown;
    for (; shown < Math.min(blocks, from + count); shown++) list.append(block(stream, byIndex, shown));
    more.replaceChildren();
    if (shown < blocks) {
      more.append(
        h('button', { type: 'button', class: 'link', onclick: () => add(MORE) }, t('why.more_blocks', { count: blocks - shown })),
      );
    }
  };
  const needed = roles
    .filter((role) => role.needed)
    .flatMap(({ draw }) => draw.words.map(({ index }) => Math.floor(index / WORDS_IN_BLOCK)));
  add(Math.min(FEW, Math.max(1, ...needed.slice(0, FEW * WORDS_IN_BLOCK).map((cursor) => cursor + 1))));
  return [list, more];
}

/** @param {import('../core/stream.js').Stream} stream @param {Map<number, {role: Role, at: number}>} byIndex @param {number} cursor */
function block(stream, byIndex, cursor) {
  const bytes = stream.block(cursor);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  let used = 0;
  const cells = Array.from({ length: WORDS_IN_BLOCK }, (_, i) => {
    const text = hex(bytes.subarray(4 * i, 4 * i + 4));
    const found = byIndex.get(WORDS_IN_BLOCK * cursor + i);
    const rejected = found?.role.draw.words[found.at].rejected ?? false;
    const needed = found !== undefined && found.role.needed && !rejected;
    if (needed) used += 4;
    const arrow = found && { 'role.left': 'left', 'role.right': 'right' }[found.role.label[0]];
    const shown = rejected ? h('s', null, text) : needed ? h('span', { class: 'm' }, text) : text;
    const says = rejected
      ? t('why.rejected')
      : needed
        ? t(found.role.label[Math.min(found.at, found.role.label.length - 1)], found.role.values)
        : t(found ? 'why.undealt' : 'why.not_needed');
    return h(
      'li',
      { class: rejected ? 'rj' : needed ? '' : 'off' },
      h('span', { class: 'hx' }, shown),
      h('span', { class: 'de' }, String(view.getUint32(4 * i))),
      h('span', { class: 'rs' }, arrow && needed && icon(arrow, 14), says),
    );
  });
  return h(
    'div',
    { class: 'blk' },
    h('p', { class: 'h' }, h('span', null, t('why.block', { block: cursor })), h('span', null, t('why.used', { count: used }))),
    h('ol', { class: 'words' }, cells),
  );
}

/** What the seeds give beside what the record says. @param {Judgement} judged */
function outcomeBox({ record, derived, verdict }) {
  const { outcome } = derived;
  const compared = verdict !== 'derived' && record.outcome !== undefined;
  if (!compared) return h('div', { class: 'box' }, h('code', null, written(outcome)));
  const equal = same(outcome, record.outcome);
  const [expected, actual] = difference(outcome, record.outcome);
  const look = STATES[equal ? 'pass' : 'fail'];
  return h(
    'div',
    { class: 'box cmp' },
    h(
      'dl',
      { class: 'eq' },
      equal
        ? [h('dt', null, t('why.both')), h('dd', null, marked(expected))]
        : [
            h('dt', null, t('why.recomputed')),
            h('dd', null, marked(expected)),
            h('dt', null, t('why.recorded')),
            h('dd', null, marked(actual)),
          ],
    ),
    h('span', { class: `state ${look.tone}` }, icon(look.icon), t(equal ? 'why.equal' : 'why.not_equal')),
  );
}

/** @param {any} outcome */
const written = (outcome) =>
  difference(outcome, outcome)[0]
    .map(({ text }) => text)
    .join('');
