/** The bet slip. It is built anew when a record comes in or the game changes; while somebody types only the hints below change. */

import { actionsField } from './actions.js';
import { hintLine, listen, select, wordText } from './controls.js';
import { fill, h } from './dom.js';
import { ACTING, FIELDS, GAMES, RAW } from './fields.js';
import { hintsOf } from './hints.js';
import { icon } from './icons.js';
import { number, t } from './language.js';

/** @typedef {import('./fields.js').Slip} Slip */
/** @typedef {import('./fields.js').Field} Field */
/** @typedef {import('./hints.js').Hint} Hint */
/** @typedef {import('./cleaning.js').Note} Note */

/**
 * @typedef {object} SlipState
 * @property {Slip} slip
 * @property {string} source where the slip came from, as the id of a text
 * @property {boolean} changed since then
 * @property {Record<string, {notes: Note[], before: string}>} notes what was cleaned, by field
 * @property {import('../games/game.js').Action[]} legal
 * @property {boolean} known whether the seeds are known, so that `legal` says something
 * @property {Record<string, Hint[]>} offers
 */
/**
 * @typedef {object} SlipEvents
 * @property {(name: string, value: string) => void} typed
 * @property {(name: string, cleaned: import('./cleaning.js').Cleaned, before: string) => void} cleaned
 * @property {(patch: Record<string, string>) => void} patch
 * @property {(game: string) => void} game
 * @property {(actions: import('./fields.js').Action[]) => void} actions
 * @property {(text: string) => boolean} pasted whether a pasted text was more than one field
 * @property {() => void} paste
 * @property {() => void} file
 * @property {() => void} example
 * @property {() => void} undo
 */

const SEED_FIELDS = /** @type {const} */ (['client_seed', 'server_seed', 'server_seed_hash', 'nonce']);

/** @param {SlipEvents} on */
export function slipView(on) {
  const summary = h('summary');
  const body = h('div', { class: 'body' });
  const node = h('details', { class: 'slip', open: true }, summary, body);
  /** @type {Map<string, HTMLElement>} */
  const hintNodes = new Map();
  const acts = actionsField(on.actions);

  /** @param {SlipState} state */
  function show(state) {
    const focused = body.contains(document.activeElement) ? document.activeElement?.id : undefined;
    const moreOpen = body.querySelector('.more-rules')?.hasAttribute('open');
    hintNodes.clear();
    const { slip } = state;
    const fields = FIELDS[slip.game].filter(
      (field) => slip.game !== 'raw' || field.name === 'draw' || RAW[slip.options.draw]?.includes(field.name),
    );
    const choices = fields.filter((field) => !field.rule);
    const rules = fields.filter((field) => field.rule);
    fill(
      body,
      h(
        'p',
        { class: 'live' },
        icon(state.source === 'source.typed' ? 'info' : 'paste', 16),
        h('span', null, liveText(state)),
        undo(state),
      ),
      h(
        'div',
        { class: 'fields' },
        game(slip),
        seedField(slip, 'client_seed'),
        seedField(slip, 'server_seed'),
        seedField(slip, 'server_seed_hash'),
        pairs([() => seedField(slip, 'nonce'), ...choices.map((field) => () => option(slip, field))]),
        ACTING.has(slip.game) && acts.node,
        rules.length > 0 &&
          h(
            'details',
            {
              class: 'more-rules',
              open: moreOpen || rules.some(({ name, usual }) => usual && slip.options[name] && slip.options[name] !== usual),
            },
            h('summary', null, t('slip.rules')),
            h('div', null, h('p', { class: 'small soft' }, t('slip.rules_note')), ...rules.map((field) => option(slip, field))),
          ),
      ),
      h(
        'div',
        { class: 'or' },
        way('paste', 'slip.paste', on.paste),
        way('file', 'slip.file', on.file),
        way('example', 'slip.example', on.example),
      ),
    );
    update(state);
    if (focused) document.getElementById(focused)?.focus();
  }

  /** Only what is said, not what is typed. @param {SlipState} state */
  function update(state) {
    const { slip } = state;
    fill(
      summary,
      h('b', null, t(`game.${slip.game}`)),
      h(
        'span',
        { class: 'sub' },
        [slip.client_seed, slip.nonce && t('what.nonce', { nonce: slip.nonce })].filter(Boolean).join(', '),
      ),
      h('span', { class: 'edit' }, t('slip.edit')),
    );
    const hints = hintsOf(slip);
    for (const [name, place] of hintNodes) {
      const offered = state.offers[name] ?? [];
      const notes = state.notes[name]?.notes.map((note) => /** @type {Hint} */ ({ ...note, tone: 'plain' })) ?? [];
      if (notes.length)
        Object.assign(notes[notes.length - 1], { patch: { [name]: state.notes[name].before }, button: 'button.undo' });
      const said = [...(hints[name] ?? []), ...notes, ...offered];
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
    const live = body.querySelector('.live');
    if (live)
      fill(live, icon(state.source === 'source.typed' ? 'info' : 'paste', 16), h('span', null, liveText(state)), undo(state));
    const revealed = body.querySelector('.revealed');
    if (revealed)
      fill(revealed, slip.server_seed === '' ? t('field.unrevealed') : slip.server_seed.length === 64 && t('field.revealed'));
    acts.show(state);
  }

  /** @param {SlipState} state */
  const liveText = (state) => t(state.changed && state.source !== 'source.typed' ? `${state.source}_changed` : state.source);

  /** @param {SlipState} state */
  const undo = (state) =>
    state.changed &&
    state.source !== 'source.typed' &&
    h('button', { type: 'button', class: 'link', onclick: on.undo }, t('slip.undo'));

  /** @param {string} iconName @param {string} id @param {() => void} go */
  const way = (iconName, id, go) => h('button', { type: 'button', class: 'link', onclick: go }, icon(iconName, 18), t(id));

  /** @param {Slip} slip */
  function game(slip) {
    const options = GAMES.map((name) => h('option', { value: name, selected: name === slip.game }, t(`game.${name}`)));
    return labelled(
      'game',
      t('field.game'),
      select('game', options, (value) => on.game(value)),
    );
  }

  /** @param {Slip} slip @param {typeof SEED_FIELDS[number]} name */
  function seedField(slip, name) {
    const isHex = name === 'server_seed' || name === 'server_seed_hash';
    const long = isHex || /[\n\r\t]/.test(slip[name]);
    const props = {
      id: `f-${name}`,
      value: slip[name],
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      'aria-describedby': `h-${name}`,
      ...(isHex ? { class: 'hexin', rows: 2 } : {}),
      ...(name === 'nonce' ? { inputmode: 'numeric' } : {}),
    };
    const control = long ? h('textarea', { rows: 1, ...props }) : h('input', { type: 'text', ...props });
    listen(control, name, 'text', on);
    const note = name === 'server_seed' ? h('span', { class: 'revealed' }) : null;
    return labelled(name, t(`field.${name}`), control, note);
  }

  /** @param {Slip} slip @param {Field} field */
  function option(slip, field) {
    const { name } = field;
    const value = slip.options[name] ?? '';
    const label = t(slip.game === 'raw' && name !== 'draw' ? `field.raw_${slip.options.draw}_${name}` : `field.${name}`);
    if (field.words && (value === '' || field.words.includes(value))) {
      const words = [...(value === '' ? [''] : []), ...field.words];
      const options = words.map((word) => h('option', { value: word, selected: word === value }, wordText(name, word)));
      return labelled(
        name,
        label,
        select(name, options, (chosen) => on.typed(name, chosen)),
      );
    }
    const props = { id: `f-${name}`, value, autocomplete: 'off', spellcheck: 'false', 'aria-describedby': `h-${name}` };
    const numeric = field.kind === 'whole' ? { inputmode: 'numeric' } : { inputmode: 'decimal' };
    const optional = !field.rule && field.first === undefined && slip.game !== 'raw';
    const usual = optional
      ? { placeholder: t('field.optional') }
      : field.usual
        ? { placeholder: t('field.usual', { usual: field.kind === 'whole' ? number(Number(field.usual)) : field.usual }) }
        : {};
    const control =
      field.kind === 'decimals'
        ? h('textarea', { ...props, rows: 2, class: 'hexin', placeholder: t('field.usual_table') })
        : h('input', { type: 'text', ...props, ...numeric, ...usual });
    listen(control, name, field.kind, on);
    return labelled(name, label, control);
  }

  /** @param {string} name @param {string} label @param {HTMLElement} control @param {HTMLElement | null} [note] */
  function labelled(name, label, control, note = null) {
    const place = h('div', { id: `h-${name}` });
    hintNodes.set(name, place);
    return h('div', { class: 'field' }, h('label', { for: `f-${name}` }, label, note), control, place);
  }

  /** Two beside each other, as on a slip. @param {(() => HTMLElement)[]} make */
  function pairs(make) {
    return h(
      'div',
      { class: 'duo' },
      make.map((one) => one()),
    );
  }

  // A slip that is higher than the window sticks by its lower edge, so that all of it can be seen.
  const stick = () => {
    node.style.top = `${Math.min(24, innerHeight - node.offsetHeight - 24)}px`;
  };
  new ResizeObserver(stick).observe(node);
  addEventListener('resize', stick);

  return { node, show, update };
}
