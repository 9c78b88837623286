/** What a reader brings: a pasted text, a file, a link, an example. It is read for what it is, and put where it belongs. */

import { Fault } from '../core/fault.js';
import { slipOfFields } from './aliases.js';
import { textOf } from './arrivals.js';
import { h } from './dom.js';
import { readInput, readRecord } from './input.js';
import { loadTexts, t } from './language.js';
import { VERSION } from './links.js';
import { part } from './parts.js';
import { pastePanel, unreadable } from './paste.js';
import { fromRecord } from './slips.js';
import { isHouse } from '../games/house/names.js';
import { isMatch } from '../verify/match.js';
import { isTable } from '../verify/table-form.js';

/** Files up to this size are read whole, to see whether they are one record; greater ones are many rounds. */
const ONE_RECORD = 2 ** 20;

async function tableSlipOf() {
  const [{ tableSlip }] = await Promise.all([part(import('./tables/slip.js')), loadTexts('tables')]);
  return tableSlip;
}

async function matchSlipOf() {
  const [{ matchSlip }] = await Promise.all([part(import('./matches/slip.js')), loadTexts('tables')]);
  return matchSlip;
}

async function houseSlipOf() {
  const [{ houseSlip }] = await Promise.all([part(import('./house/slip.js')), loadTexts('tables')]);
  return houseSlip;
}

/** @param {typeof import('./tables/examples.js')} examples @param {string} game of tables, or `table` for any of them */
const tableExample = ({ TABLES }, game) => TABLES[game] ?? TABLES.holdem;

/**
 * @param {object} page
 * @param {ReturnType<typeof import('./round.js').roundView>} page.round
 * @param {() => void} page.toRound shows the view of one round
 * @param {() => boolean} page.isMany whether many rounds are in view
 * @param {(files: File[]) => Promise<void>} page.many
 * @param {(files: File[]) => void} page.takeFiles
 * @param {() => void} page.forget the link in the address
 */
export async function intakeOf(page) {
  await loadTexts('checks', 'more');
  const { round } = page;
  const paste = pastePanel({ read: (text) => void (take(text, 'source.pasted') && paste.close()), close });
  paste.show();
  round.panels.prepend(paste.node);

  const chooser = h('input', { type: 'file', multiple: true, hidden: true, accept: '.json,.jsonl,.ndjson,.txt,application/json' });
  chooser.addEventListener('change', () => {
    if (chooser.files?.length) page.takeFiles(Array.from(chooser.files));
    chooser.value = '';
  });
  round.panels.append(chooser);

  function close() {
    paste.close();
    /** @type {HTMLElement | null} */ (round.node.querySelector('.or button'))?.focus();
  }

  /**
   * Whatever a reader gives as text.
   * @param {string} text
   * @param {string} source
   * @param {string} [name] of a file
   * @returns {boolean} whether it could be read
   */
  function take(text, source, name) {
    const input = readInput(text);
    switch (input.kind) {
      case 'record':
        load(text, input.value, source, name);
        break;
      case 'fields':
        round.fillIn({ ...slipOfFields(round.slip(), input.fields, input.renamed), source });
        break;
      case 'link':
        takeLink(input.link);
        break;
      case 'many':
        void page.many([new File([text], name ?? t('paste.name'))]);
        return true;
      default:
        refuse(input, text, name);
        page.toRound();
        return false;
    }
    page.forget();
    page.toRound();
    return true;
  }

  /** @param {string} text @param {Record<string, any>} value @param {string} source @param {string} [name] */
  function load(text, value, source, name) {
    const given = { text, value, source, ...(name === undefined ? {} : { name }) };
    const base = isTable(value.game) || isMatch(value.game) || isHouse(value.game) ? { ...given, aside: asideOf(value, source) } : given;
    round.fillIn({ slip: fromRecord(value), base, source });
  }

  /** A hand has no form: its slip is read only, and is loaded when it is needed. @param {Record<string, any>} value @param {string} source */
  function asideOf(value, source) {
    return async (/** @type {HTMLElement} */ summary, /** @type {HTMLElement} */ body, /** @type {(game: string) => void} */ chosen) => {
      const ways = body.firstChild;
      const slipOf = isMatch(value.game) ? await matchSlipOf() : isHouse(value.game) ? await houseSlipOf() : await tableSlipOf();
      // Unless something newer came meanwhile.
      if (ways?.parentNode === body) slipOf(value, source, { summary, body, ways }, chosen);
    };
  }

  /** @param {Extract<import('./input.js').Input, {kind: 'unreadable'}>} input @param {string} text @param {string} [name] */
  function refuse(input, text, name) {
    const edit = () => {
      round.say();
      paste.open(text);
      paste.refuse(input);
    };
    if (paste.node.hidden) round.say(unreadable(input, name, edit));
    else paste.refuse(input);
  }

  /** @param {import('./links.js').Link} link */
  function takeLink({ version, slip, record }) {
    if (slip) round.fillIn({ slip, source: 'source.link' });
    else if (record !== null) takeRecord(record, 'source.link');
    else round.say(h('p', { class: 'diag' }, t(version > VERSION ? 'link.newer' : 'link.nothing')));
  }

  /** @param {string} text @param {string} source @param {string} [name] */
  function takeRecord(text, source, name) {
    const input = readRecord(text);
    if (input.kind === 'record') load(text, input.value, source, name);
    else refuse(input, text, name);
  }

  return {
    take,
    takeLink,
    openPaste: () => paste.open(),
    chooseFile: () => chooser.click(),
    relabel: paste.show,

    /** A text that was pasted into a field. @param {string} text @param {() => void} insert where it is nothing but a text for the field */
    pasted(text, insert) {
      if (readInput(text).kind === 'unreadable') insert();
      else take(text, 'source.pasted');
    },

    /** A round out of many. @param {string} text @param {string} name */
    openRound(text, name) {
      takeRecord(text, 'source.many', name);
      page.toRound();
    },

    /** @param {File[]} files @param {() => boolean} isLast whether nothing else came meanwhile */
    async takeFiles(files, isLast) {
      const [file] = files;
      if (files.length > 1 || page.isMany() || file.size > ONE_RECORD) return page.many(files);
      const text = await textOf(file).catch((fault) => {
        if (!(fault instanceof Fault)) throw fault;
        if (isLast()) round.say(unreadable({ kind: 'unreadable', fault, place: null }, file.name));
        return null;
      });
      if (text !== null && isLast()) take(text, 'source.file', file.name);
    },

    /** @param {string} game @param {() => boolean} isLast */
    async example(game, isLast) {
      const { EXAMPLES } = await part(import('./examples.js'));
      const match = isMatch(game) ? (await part(import('./matches/examples.js'))).MATCH : undefined;
      const house = isHouse(game) ? (await part(import('./house/examples.js'))).HOUSE[game] : undefined;
      const text = EXAMPLES[game] ?? match ?? house ?? tableExample(await part(import('./tables/examples.js')), game);
      if (!isLast()) return;
      takeRecord(text, 'source.example');
      page.forget();
    },
  };
}
