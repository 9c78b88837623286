/**
 * The view of one round: the slip at the side, and what comes of it. A first result is shown as soon as the rules of its game are
 * there; checks, picture and explanation follow in `whole.js`. Whatever is shown is worked out from what stands in the slip now: what
 * was loaded late only asks for that again.
 */

import { serverSeedHash } from '../core/seeds.js';
import { LOADERS } from '../games/load.js';
import { derive } from './derive.js';
import { fill, h } from './dom.js';
import { GAMES, WHOLE_SEED, changeGame, complete, emptySlip, toRecord } from './fields.js';
import { t } from './language.js';
import { afterPaint, part } from './parts.js';
import { emptyView, readout, waitingView } from './readout.js';
import { slipView } from './slip.js';

/** @typedef {import('./types.js').Filled} Filled */

/** The result follows after this many milliseconds without a key. */
const PAUSE = 120;

/**
 * @param {object} page
 * @param {Pick<import('./types.js').SlipEvents, 'pasted' | 'paste' | 'file'>} page.on
 * @param {(game: string) => void} page.example
 * @param {() => import('./types.js').Look} page.look
 * @param {() => void} page.changed
 * @param {() => void} page.loaded told when something came that was asked for
 */
export function roundView(page) {
  /** @type {import('./types.js').State} */
  const state = {
    slip: emptySlip('plinko'),
    base: null,
    source: 'source.typed',
    changed: false,
    notes: {},
    offers: {},
    legal: [],
    known: false,
    arrived: false,
  };
  /** @type {Map<string, import('../games/game.js').AnyGame>} */
  const games = new Map();
  /** @type {Awaited<ReturnType<typeof import('./whole.js').wholeView>> | null} */
  let whole = null;
  /** What is being loaded. @type {Set<string>} */
  const loading = new Set();
  let timer = 0;
  /** What came in last, as it was. @type {Filled | null} */
  let came = null;

  const result = h('div');
  const more = h('div');
  const message = h('div');
  const panels = h('div');
  const slip = slipView(state, {
    ...page.on,
    typed,
    cleaned: (name, { text, notes }, before) => {
      state.notes[name] = { notes, before };
      typed(name, text, true);
    },
    patch,
    game: (game) => {
      if (!GAMES.includes(game)) return page.example(game);
      // A record of one game claims nothing of another.
      Object.assign(state, { slip: changeGame(state.slip, game), base: null, notes: {} });
      edited();
      show();
    },
    actions: (actions) => {
      state.slip = { ...state.slip, actions };
      edited();
      compute();
    },
    example,
    undo: () => came && fillIn(came),
  });
  const node = h('div', { class: 'wrap app' }, slip.node, h('div', null, panels, message, result, more));

  function example() {
    page.example(state.slip.game);
  }

  /** Marks that the slip is no longer what came in. */
  function edited() {
    state.changed = state.source !== 'source.typed';
    state.offers = {};
    state.arrived = false;
    fill(message);
    page.changed();
  }

  /** @param {string} name @param {string} value */
  function put(name, value) {
    if (name in state.slip.options) state.slip = { ...state.slip, options: { ...state.slip.options, [name]: value } };
    else state.slip = { ...state.slip, [name]: value };
  }

  /** @param {string} name @param {string} value @param {boolean} [cleaned] */
  function typed(name, value, cleaned = false) {
    put(name, value);
    if (!cleaned) delete state.notes[name];
    edited();
    if (name === 'draw') slip.show();
    else slip.update();
    clearTimeout(timer);
    timer = window.setTimeout(compute, PAUSE);
  }

  /** Puts values into the slip, as an offer or a hint proposes. @param {Record<string, string>} values */
  function patch(values) {
    for (const [name, value] of Object.entries(values)) {
      delete state.notes[name];
      put(name, value);
    }
    edited();
    show();
  }

  /** A slip that came from somewhere, with the record that it is from, or without one. @param {Filled} filled */
  function fillIn(filled) {
    came = filled;
    Object.assign(state, { base: null, changed: false, offers: {}, arrived: true }, filled, { notes: { ...filled.notes } });
    fill(message);
    show();
  }

  function show() {
    slip.show();
    whole?.relabel();
    compute();
  }

  /** Loads what is needed, once, and works out anew when it is there. @param {string} name @param {() => Promise<void>} load */
  async function need(name, load) {
    if (loading.has(name)) return;
    loading.add(name);
    await load().finally(() => loading.delete(name));
    page.loaded();
    compute();
  }

  /** Shows what comes of what stands in the slip. */
  function compute() {
    clearTimeout(timer);
    if (whole?.waits()) return;
    Object.assign(state, { legal: [], known: false });
    try {
      if (state.base === null && !complete(state.slip)) showEmpty();
      else if (whole) whole.show();
      else showFirst();
    } catch (error) {
      // A bug is no verdict, and neither is what was shown before it.
      whole?.clear();
      fill(result);
      throw error;
    }
    slip.update();
    if (node.isConnected) document.title = title();
  }

  function showEmpty() {
    state.arrived = false;
    whole?.clear();
    fill(result, emptyView(missing(), example));
  }

  /** What can be shown without checks; where a check would fail, or a record is to be judged, they are waited for. */
  function showFirst() {
    const { slip, base } = state;
    const rules = games.get(slip.game);
    if (base === null && rules === undefined) {
      fill(result, waitingView());
      void need(slip.game, async () => void games.set(slip.game, await part(LOADERS[slip.game]())));
      return;
    }
    // Actions that a link brought may be of any form; no field of the slip saw to it.
    const strange = base !== null || (came?.slip.actions.length ?? 0) > 0;
    const derived = strange ? null : derive(toRecord(slip), rules);
    const broken = derived !== null && WHOLE_SEED.test(slip.server_seed_hash) && serverSeedHash(slip.server_seed) !== slip.server_seed_hash;
    if (derived === null || derived.fault || broken) fill(result, waitingView());
    else {
      Object.assign(state, { legal: derived.legal, known: true });
      fill(result, readout(derived));
    }
    void need('whole', loadWhole);
  }

  async function loadWhole() {
    await afterPaint();
    const { wholeView } = await part(import('./whole.js'));
    whole = await wholeView({ state, slip, panels, result, more, patch, again: compute, look: page.look });
  }

  const title = () => whole?.title() ?? t('page.title');

  /** What the slip still needs, in one sentence. */
  function missing() {
    const { client_seed, server_seed, nonce } = state.slip;
    if (server_seed === '' && nonce === '' && client_seed === '') return 'empty.text';
    if (!WHOLE_SEED.test(server_seed)) return server_seed === '' ? 'empty.server_seed' : 'empty.server_seed_part';
    return nonce === '' ? 'empty.nonce' : 'empty.options';
  }

  return {
    node,
    panels,
    show,
    fillIn,
    title,
    slip: () => state.slip,
    trust: () => whole?.trust(),
    /** Something said above everything. @param {...import('./dom.js').Child} said */
    say: (...said) => void fill(message, said),
  };
}
