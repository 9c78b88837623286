/**
 * The first choice of the slip: whose round it is. It stands above the form of this page's own scheme; the form of another operator is
 * loaded when one is chosen, and gives way again to whatever is brought as a record.
 */

import { select } from '../controls.js';
import { fill, h } from '../dom.js';
import { t } from '../language.js';
import { part } from '../parts.js';

/** The operators whose schemes are declared, by name. @type {Readonly<Record<string, string>>} */
export const OPERATORS = { stake: 'Stake', duel: 'Duel', liqd: 'LIQD', primedice: 'Primedice', luckydice: 'LuckyDice' };

/** @param {ReturnType<typeof import('../round.js').roundView>} round */
export function operatorChoice(round) {
  const place = h('div', { class: 'field operator' });
  const [slip, result] = /** @type {HTMLElement[]} */ (Array.from(round.node.childNodes));
  slip.insertBefore(place, slip.childNodes[1]);
  /** @type {Awaited<ReturnType<typeof import('./view.js').operatorView>> | null} */
  let view = null;
  let chosen = '';

  function show() {
    const names = ['', ...Object.keys(OPERATORS)];
    const options = names.map((name) => h('option', { value: name, selected: name === chosen }, OPERATORS[name] ?? t('operator.own')));
    fill(place, h('label', { for: 'f-operator' }, t('operator.choice')), select('operator', options, choose), h('div', { id: 'h-operator' }));
    view?.show();
  }

  /** @param {string} name none: this page's own scheme */
  async function choose(name) {
    chosen = name;
    round.node.classList.toggle('elsewhere', name !== '');
    if (name === '') return view?.leave();
    const { operatorView } = await part(import('./view.js'));
    view ??= await operatorView();
    if (chosen !== name) return;
    slip.append(view.form);
    result.parentNode?.appendChild(view.result);
    view.choose(name);
  }

  // A record that comes in is one of this page's own scheme.
  const { fillIn } = round;
  round.fillIn = (filled) => {
    if (chosen !== '') {
      void choose('');
      show();
    }
    fillIn(filled);
  };
  show();
  return {
    show,
    /** A history, where one comes: a table of bets, or whatever is dropped while another operator is chosen. @param {File[]} files */
    takes(files) {
      if (files.length !== 1 || (chosen === '' && !/\.csv$/i.test(files[0].name))) return false;
      void takeHistory(files[0]);
      return true;
    },
  };

  /** @param {File} file */
  async function takeHistory(file) {
    if (chosen === '') {
      await choose(Object.keys(OPERATORS)[0]);
      show();
    }
    await view?.take(file);
  }
}
