/** The view that says how rounds are verified, what each check means, what a verdict does not say, and the clauses behind the steps. */

import { h } from './dom.js';
import { t } from './language.js';

const CHECKS = ['format', 'commitment', 'receipt', 'log', 'rules', 'outcome', 'settlement', 'nonces', 'seed', 'close_root'];
const CLAUSES = [
  'derivation-2',
  'derivation-3',
  'derivation-5',
  'derivation-6',
  'derivation-7',
  'dice-win',
  'dice-pays',
  'limbo-win',
  'limbo-pays',
  'plinko-bin',
  'plinko-pays',
  'mines-open',
  'mines-pays',
  'hilo-guess',
  'hilo-pays',
  'blackjack-deal',
  'blackjack-pays',
];

/**
 * @param {string | undefined} clause the one that a link points to
 * @returns {HTMLElement}
 */
export const howView = (clause) =>
  h(
    'div',
    { class: 'wrap' },
    h(
      'div',
      { class: 'how' },
      h('h1', { tabindex: '-1' }, t('how.title')),
      section(
        'how.promise',
        ['how.promise_1', 'how.promise_2', 'how.promise_3'].map((id) => h('p', null, t(id))),
      ),
      section(
        'how.checks',
        h(
          'dl',
          { class: 'eq' },
          CHECKS.flatMap((name) => [h('dt', null, h('b', null, t(`check.${name}`))), h('dd', null, t(`how.check_${name}`))]),
        ),
      ),
      section(
        'how.limits',
        ['how.limits_1', 'how.limits_2'].map((id) => h('p', null, t(id))),
      ),
      section('how.clauses', [
        h('p', { class: 'soft' }, t('how.clauses_1')),
        ...CLAUSES.map((name) => quote(name, name === clause)),
      ]),
    ),
  );

/** @param {string} title @param {import('./dom.js').Child} content */
const section = (title, content) => h('section', null, h('h2', null, t(title)), content);

/** @param {string} name @param {boolean} on */
const quote = (name, on) =>
  h(
    'div',
    { class: on ? 'clause on' : 'clause', id: `clause-${name}`, tabindex: '-1' },
    h('h3', null, t(`clause.${name}`)),
    h('p', null, t(`quote.${name}`)),
  );
