/** The bet slip. It is built anew when a record comes in or the game changes; while somebody types only the hints below change. */

import { hintLine, listen, select, wordText } from './controls.js';
import { fill, h } from './dom.js';
import { ACTING, GAMES, SEEDS, fieldsOf } from './fields.js';
import { PLAIN_SEED, hintsOf } from './hints.js';
import { icon } from './icons.js';
import { loadTexts, number, t } from './language.js';
import { part } from './parts.js';

/** @typedef {import('./types.js').Field} Field */
/** @typedef {import('./types.js').Hint} Hint */
/** @typedef {import('./types.js').SlipState} SlipState */

/** @param {SlipState} state @param {import('./types.js').SlipEvents} on */
export function slipView(state, on) {
  const summary = h('summary');
  const body = h('div', { class: 'body' });
  const node = h('details', { class: 'slip', open: true }, summary, body);
  const acts = h('div');
  /** @type {Map<string, HTMLElement>} */
  const hintNodes = new Map();
  /** What is asked about client seeds that are not plain. @type {typeof import('../core/acceptance.js').clientSeedFaults | null} */
  let faults = null;
  /** The fields for actions that were needed so far. @type {Record<string, {node: HTMLElement, show: (state: SlipState) => void}>} */
  const actionFields = {};

  function show() {
    const focused = body.contains(document.activeElement) ? document.activeElement?.id : undefined;
    const moreOpen = body.querySelector('.more-rules')?.hasAttribute('open');
    hintNodes.clear();
    const { slip } = state;
    if (state.base?.aside) return state.base.aside(summary, fill(body, ways()), on.game);
    const rules = fieldsOf(slip).filter(({ rule }) => rule);
    const choices = fieldsOf(slip).filter(({ rule }) => !rule);
    const games = [...GAMES, 'table'].map((name) => h('option', { value: name, selected: name === slip.game }, t(`game.${name}`)));
    fill(
      body,
      h('p', { class: 'live' }),
      h(
        'div',
        { class: 'fields' },
        labelled('game', t('field.game'), select('game', games, on.game)),
        SEEDS.filter((name) => name !== 'nonce').map(seed),
        h('div', { class: 'duo' }, seed('nonce'), choices.map(option)),
        ACTING.has(slip.game) && acts,
        rules.length > 0 &&
          h(
            'details',
            {
              class: 'more-rules',
              open: moreOpen || rules.some(({ name, usual }) => usual && slip.options[name] && slip.options[name] !== usual),
            },
            h('summary', null, t('slip.rules')),
            h('div', null, h('p', { class: 'small soft' }, t('slip.rules_note')), rules.map(option)),
          ),
      ),
      ways(),
    );
    update();
    if (focused) document.getElementById(focused)?.focus();
  }

  const ways = () => h('div', { class: 'or' }, way('paste', on.paste), way('file', on.file), way('example', on.example));

  /** Only what is said, not what is typed. */
  function update() {
    const { slip, source, changed, offers } = state;
    if (state.base?.aside) return;
    const nonce = slip.nonce && t('what.nonce', { nonce: slip.nonce });
    fill(
      summary,
      h('b', null, t(`game.${slip.game}`)),
      h('span', { class: 'sub' }, [slip.client_seed, nonce].filter(Boolean).join(', ')),
      h('span', { class: 'edit' }, t('slip.edit')),
    );
    const hints = hintsOf(slip, faults);
    if (faults === null && !PLAIN_SEED.test(slip.client_seed)) void loadFaults();
    for (const [name, place] of hintNodes) say(place, [...(hints[name] ?? []), ...notes(name), ...(offers[name] ?? [])]);
    const moved = changed && source !== 'source.typed';
    const live = body.querySelector('.live');
    if (live)
      fill(
        live,
        icon(source === 'source.typed' ? 'info' : 'paste', 16),
        h('span', null, t(moved ? `${source}_changed` : source)),
        moved && h('button', { type: 'button', class: 'link', onclick: on.undo }, t('slip.undo')),
      );
    const revealed = body.querySelector('.revealed');
    if (revealed)
      fill(revealed, slip.server_seed === '' ? t('field.unrevealed') : slip.server_seed.length === 64 && t('field.revealed'));
    if (ACTING.has(slip.game)) void showActions();
  }

  /** What was cleaned in a field, and the way back. @param {string} name @returns {Hint[]} */
  function notes(name) {
    const { notes = [], before = '' } = state.notes[name] ?? {};
    const back = { patch: { [name]: before }, button: 'button.undo' };
    return notes.map((note, i) => ({ ...note, tone: 'plain', ...(i === notes.length - 1 ? back : {}) }));
  }

  /** @param {HTMLElement} place @param {Hint[]} said */
  function say(place, said) {
    fill(
      place,
      said.map((one) => hintLine(one, on.patch)),
    );
    const field = place.closest('.field');
    const attention = said.some(({ tone }) => tone === 'attn' || tone === 'idea');
    field?.classList.toggle('flag', attention);
    const control = field?.querySelector('input, textarea, select');
    if (said.some(({ tone }) => tone === 'attn')) control?.setAttribute('aria-invalid', 'true');
    else control?.removeAttribute('aria-invalid');
  }

  async function loadFaults() {
    const [{ clientSeedFaults }] = await Promise.all([part(import('../core/acceptance.js')), loadTexts('checks')]);
    faults = clientSeedFaults;
    update();
  }

  /** The field for actions stands beside the others as soon as it is there. */
  async function showActions() {
    const kind = state.slip.game === 'mines' ? 'board' : 'steps';
    const field = actionFields[kind];
    if (field) {
      if (field.node.parentNode !== acts) fill(acts, field.node);
      field.show(state);
      return;
    }
    fill(acts);
    const { actionsField } = await part(kind === 'board' ? import('./board.js') : import('./steps.js'));
    actionFields[kind] ??= actionsField(on.actions);
    if (ACTING.has(state.slip.game)) void showActions();
  }

  /** @param {'paste' | 'file' | 'example'} name of icon and text @param {() => void} go */
  const way = (name, go) => h('button', { type: 'button', class: 'link', onclick: go }, icon(name, 18), t(`slip.${name}`));

  /** @param {typeof SEEDS[number]} name */
  function seed(name) {
    const value = state.slip[name];
    const isHex = name === 'server_seed' || name === 'server_seed_hash';
    const kind = isHex ? 'hex' : name === 'nonce' ? 'whole' : 'text';
    const note = name === 'server_seed' ? h('span', { class: 'revealed' }) : null;
    return labelled(name, t(`field.${name}`), typed(name, kind, value, isHex ? 2 : /[\n\r\t]/.test(value) ? 1 : 0), note);
  }

  /** @param {Field} field */
  function option(field) {
    const { name, kind, words } = field;
    const { game, options } = state.slip;
    const value = options[name] ?? '';
    const label = t(game === 'raw' && name !== 'draw' ? `field.raw_${options.draw}_${name}` : `field.${name}`);
    if (words && (value === '' || words.includes(value))) {
      const all = [...(value === '' ? [''] : []), ...words];
      const items = all.map((word) => h('option', { value: word, selected: word === value }, wordText(name, word)));
      return labelled(
        name,
        label,
        select(name, items, (chosen) => on.typed(name, chosen)),
      );
    }
    return labelled(name, label, typed(name, kind, value, kind === 'decimals' ? 2 : 0, placeholder(field)));
  }

  /** What holds where a field is left empty. @param {Field} field */
  function placeholder({ kind, rule, first, usual }) {
    if (kind === 'decimals') return t('field.usual_table');
    if (usual) return t('field.usual', { usual: kind === 'whole' ? number(Number(usual)) : usual });
    return !rule && first === undefined && state.slip.game !== 'raw' && t('field.optional');
  }

  /** @param {string} name @param {string} kind @param {string} value @param {number} rows 0 for a single line @param {string | false} [holds] */
  function typed(name, kind, value, rows, holds = false) {
    const props = {
      id: `f-${name}`,
      value,
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      'aria-describedby': `h-${name}`,
      placeholder: holds,
      class: rows > 1 && 'hexin',
      inputmode: kind === 'whole' ? 'numeric' : (kind === 'places' || kind === 'decimal') && 'decimal',
    };
    const control = rows > 0 ? h('textarea', { rows, ...props }) : h('input', { type: 'text', ...props });
    listen(control, name, kind, on);
    return control;
  }

  /** @param {string} name @param {string} label @param {HTMLElement} control @param {HTMLElement | null} [note] */
  function labelled(name, label, control, note = null) {
    const place = h('div', { id: `h-${name}` });
    hintNodes.set(name, place);
    return h('div', { class: 'field' }, h('label', { for: `f-${name}` }, label, note), control, place);
  }

  return { node, show, update };
}
