/** The bet slip: what the player chooses, what the service reckons of it before the bet, and the button that bets. */

import { fill, h } from '../verify/ui/dom.js';
import { ACTING, FIELDS, fault } from '../verify/ui/fields.js';
import { select, wordText } from '../verify/ui/controls.js';
import { icon } from '../verify/ui/icons.js';
import { number, t } from '../verify/ui/language.js';
import { times } from '../verify/ui/amounts.js';
import { autoplayField } from './autoplay-field.js';
import { percent, said, say } from './words.js';

/** @typedef {import('../verify/ui/types.js').Field} Field */
/** @typedef {{params: Record<string, unknown>, bet: Record<string, number>}} Choice */
/** @typedef {{settings: Record<string, any>, ruleset: any, limits: any}} Offer what `GET /v1/games/{game}` tells of a game */
/**
 * @typedef {object} SlipState
 * @property {any} quote the last answer of `POST /v1/quotes`; null while there is none
 * @property {boolean} fresh whether it is about the bet as it stands
 * @property {string} refused why this bet would be refused, or ''
 * @property {boolean} busy
 * @property {boolean} open whether a round of this game is open
 * @property {number | null} balance
 * @property {import('./autoplay.js').Autoplay | null} auto the autoplay that runs
 * @property {string} autoEnd how the last one ended
 */

/** Where the operator offers only some values of a field. @type {Record<string, string>} */
const OFFERED = { rows: 'rows', risk: 'risks', size: 'sizes' };

const WITH_AUTOPLAY = new Set(['dice', 'limbo', 'plinko']);

/** What was meant by a number. @param {Field['kind']} kind @param {string} text */
export function tidied(kind, text) {
  const bare = text.replace(/[\s\u00a0\u202f_]/g, '');
  if (kind !== 'places') return bare;
  const decimal = bare.replace(',', '.');
  if (/^\d+$/.test(decimal)) return `${decimal}.00`;
  return /^\d+\.\d$/.test(decimal) ? `${decimal}0` : decimal;
}

/**
 * @param {string} game
 * @param {Offer} offer
 * @param {object} on
 * @param {() => void} on.changed
 * @param {(choice: Choice) => void} on.bet
 * @param {(choice: Choice, limits: import('./autoplay.js').Limits) => void} on.auto
 * @param {() => void} on.stop
 */
export function slipView(game, offer, on) {
  const fields = FIELDS[game].filter(({ rule }) => !rule);
  /** @type {Record<string, string>} */
  const values = Object.fromEntries(fields.map(({ name, first = '' }) => [name, first]));
  /** @type {Record<string, HTMLElement>} */
  const hints = {};
  /** @type {SlipState} */
  let now = { quote: null, fresh: false, refused: '', busy: false, open: false, balance: null, auto: null, autoEnd: '' };

  const facts = h('dl', { class: 'facts' });
  const bins = h('details', { class: 'more-rules' });
  const reason = h('p', { class: 'hint attn', id: 'h-bet', 'aria-live': 'polite' });
  const bet = h('button', { type: 'submit', class: 'btn main bet', id: 'b-bet', 'aria-describedby': 'h-bet' });
  const controls = h('fieldset', { class: 'fields' });
  const auto = WITH_AUTOPLAY.has(game) ? autoplayField({ start: (limits) => withChoice((choice) => on.auto(choice, limits)), stop: on.stop }) : null;
  const legend = h('legend', { class: 'vh' });
  const rules = h('p', { class: 'small' });
  const node = h('form', { class: 'slip', novalidate: true, onsubmit: submit }, controls, facts, bins, h('div', { class: 'bet-bar' }, bet, reason), auto?.node, rules);

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    if (!now.busy && !now.open && now.refused === '') withChoice(on.bet);
  }

  /** @param {(choice: Choice) => void} go */
  function withChoice(go) {
    const made = choice();
    if (made !== null) go(made);
  }

  /** What was chosen; null while a field is empty or not right. @returns {Choice | null} */
  function choice() {
    /** @type {Choice} */
    const made = { params: {}, bet: {} };
    for (const field of fields) {
      const text = values[field.name] ?? '';
      if (text === '' && field.first === undefined) continue;
      if (text === '' || fault(field, text) !== null) return null;
      const value = field.kind === 'whole' ? Number(text) : text;
      if (field.where === 'bet') made.bet[field.name] = Number(value);
      else made.params[field.name] = value;
    }
    return made;
  }

  /** @param {string} name @param {string} text */
  function set(name, text) {
    values[name] = text;
    on.changed();
  }

  /** @param {Field} field */
  function control(field) {
    const { name, kind, first } = field;
    const id = `f-${name}`;
    const hint = (hints[name] = h('p', { class: 'hint', id: `h-${name}` }));
    const label = h('label', { for: id }, t(`field.${name}`), first === undefined && h('span', null, say('auto.optional')));
    if (field.words) return h('div', { class: 'field' }, label, choose(field), hint);
    const input = h('input', {
      id,
      type: 'text',
      inputmode: kind === 'places' ? 'decimal' : 'numeric',
      autocomplete: 'off',
      value: values[name],
      'aria-describedby': `h-${name}`,
      oninput: () => set(name, tidied(kind, input.value)),
      onchange: () => {
        input.value = tidied(kind, input.value);
        set(name, input.value);
      },
    });
    return h('div', { class: `field${field.where === 'bet' ? ' whole' : ''}` }, label, name === 'stake' ? withSteps(input) : input, hint);
  }

  /** @param {Field} field */
  function choose({ name, words = [] }) {
    const offered = offer.settings[OFFERED[name] ?? '']?.map(String) ?? words;
    if (!offered.includes(values[name])) values[name] = offered[0];
    const options = offered.map((/** @type {string} */ word) => h('option', { value: word, selected: word === values[name] }, wordText(name, word)));
    return select(name, options, (value) => set(name, value));
  }

  /** A stake is halved, doubled, or all that is there. @param {HTMLInputElement} input */
  function withSteps(input) {
    const put = (/** @type {(stake: number) => number} */ change) => () => {
      const stake = Math.max(now.quote?.min_stake ?? 1, Math.min(most(), Math.floor(change(Number(values.stake) || 0))));
      input.value = String(stake);
      set('stake', input.value);
    };
    const step = (/** @type {string} */ id, /** @type {() => void} */ go, /** @type {string} */ sign) =>
      h('button', { type: 'button', class: 'btn small', 'aria-label': `${sign} ${say(id)}`, title: say(id), onclick: go }, sign);
    return h(
      'div',
      { class: 'stake' },
      input,
      step('slip.half', put((stake) => stake / 2), '½'),
      step('slip.double', put((stake) => stake * 2), '2×'),
    );
  }

  const most = () => Math.min(now.balance ?? Number.MAX_SAFE_INTEGER, now.quote?.max_stake ?? Number.MAX_SAFE_INTEGER);

  /** In the language that is chosen now. */
  function label() {
    fill(legend, say('slip.title'));
    fill(controls, legend, h('div', { class: 'duo' }, fields.map(control)));
    fill(rules, h('a', { href: `./rules/${game}` }, say('slip.rules', { game: t(`game.${game}`) })), mean());
    auto?.label();
    show();
  }

  /** C-14, C-15: a return is told with its ruleset, and as what it is. */
  function mean() {
    const rtp = offer.ruleset?.rules.rtp;
    return rtp && h('span', { class: 'soft mean' }, say('slip.mean', { rtp }));
  }

  function show() {
    const { quote, fresh, refused, busy, open, balance } = now;
    const running = now.auto !== null;
    controls.disabled = open || running;
    for (const field of fields) {
      const wrong = fault(field, values[field.name] ?? '');
      fill(hints[field.name], wrong && [icon('info', 14), h('span', null, t(wrong))]);
      hints[field.name]?.classList.toggle('attn', wrong !== null);
    }
    fill(facts, quote && factsOf(quote).map(([term, text]) => h('div', null, h('dt', null, term), h('dd', null, text))));
    facts.classList.toggle('stale', !fresh);
    showBins(quote?.bins);
    const made = choice();
    const need = made === null ? 0 : Object.values(made.bet).reduce((sum, chips) => sum + chips, 0);
    const short = !open && balance !== null && need > balance;
    const why = open ? say('slip.open') : refused || (short ? say('slip.needs', { have: balance, need }) : '');
    fill(reason, why && [icon('info', 14), h('span', null, why)]);
    const ready = made !== null && refused === '' && !short && !open && !running;
    bet.disabled = !ready;
    bet.setAttribute('aria-disabled', String(busy));
    fill(bet, made ? say('slip.bet', { stake: need }) : say('slip.bet_none'));
    auto?.show({ running: now.auto, end: now.autoEnd, ready: ready && !busy });
  }

  /** @param {any} quote @returns {[string, import('../verify/ui/dom.js').Child][]} */
  function factsOf(quote) {
    const first = ACTING.has(game) ? '_first' : '';
    /** @type {[string, import('../verify/ui/dom.js').Child][]} */
    const told = [];
    if (quote.chance) told.push([say(`slip.chance${first}`), `${percent(quote.chance)} %`]);
    if (quote.multiplier) told.push([say(`slip.multiplier${first}`), times(quote.multiplier)]);
    told.push([say('slip.greatest'), number(quote.greatest_return)]);
    if (quote.targets) told.push([say('slip.targets'), say('slip.range', { least: quote.targets.lowest, most: quote.targets.highest })]);
    told.push([say('slip.stakes'), said('slip.range', { least: quote.min_stake, most: quote.max_stake })]);
    return told;
  }

  /** @param {any[] | undefined} told of plinko: the chance, multiplier and return of each bin */
  function showBins(told) {
    bins.hidden = !told;
    if (!told) return;
    const head = ['slip.bin', 'slip.chance', 'slip.multiplier', 'slip.returns'].map((id) => h('th', { scope: 'col', class: id !== 'slip.bin' && 'num' }, say(id)));
    const rows = told.map(({ bin, chance, multiplier, returned }) =>
      h('tr', null, h('td', null, bin), [`${percent(chance)} %`, times(multiplier), number(returned)].map((text) => h('td', { class: 'num' }, text))),
    );
    fill(bins, h('summary', null, say('slip.bins')), h('div', { class: 'tbl', tabindex: '0', role: 'region', 'aria-label': say('slip.bins') }, h('table', null, h('thead', null, h('tr', null, head)), h('tbody', null, rows))));
  }

  return {
    node,
    choice,
    label,
    /** @param {Partial<SlipState>} state */
    update(state) {
      now = { ...now, ...state };
      show();
    },
    focus: () => bet.focus(),
  };
}
