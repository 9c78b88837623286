/** The buttons that give something to take away: a link, a report, the record. What they do is loaded when it is asked for. */

import { toRecord } from './fields.js';
import { t } from './language.js';
import { linkOfRecord, linkOfSlip } from './links.js';
import { part } from './parts.js';

/** How long a button says what came of it, in milliseconds. */
const WHILE = 2500;

/**
 * @param {object} from
 * @param {() => import('./judge.js').Judgement | null} from.shown
 * @param {import('./types.js').State} from.state
 * @param {() => import('./types.js').Look} from.look
 * @param {(text: string) => void} from.said for who listens
 */
export function takeAwayOf(from) {
  async function link() {
    const shown = from.shown();
    if (shown === null) return;
    // A link would hold the value alone, and so another record.
    if (shown.faults > 0) return void tell('toast.broken');
    const { copy } = await part(import('./report.js'));
    const fragment = from.state.base === null ? linkOfSlip(from.state.slip, from.look()) : linkOfRecord(shown.record, from.look());
    if (fragment === null) tell('toast.too_long');
    else tell((await copy(`${location.href.split('#')[0]}#${fragment}`)) ? 'toast.copied' : 'toast.not_copied');
  }

  async function report() {
    const shown = from.shown();
    if (shown === null) return;
    const { fileName, report, save } = await part(import('./report.js'));
    save(fileName(shown.record.round_id, '.report.json'), [report(shown)], 'application/json');
  }

  /** The record as it came, letter for letter. */
  async function record() {
    const { fileName, save } = await part(import('./report.js'));
    const { base, slip } = from.state;
    const { round_id } = base?.value ?? {};
    save(fileName(round_id, '.json'), [base?.text ?? JSON.stringify(toRecord(slip))], 'application/json');
  }

  /** @param {string} id of what the button says for a moment */
  function tell(id) {
    const button = document.getElementById('b-copy');
    if (!button) return;
    const before = Array.from(button.childNodes);
    button.replaceChildren(t(id));
    from.said(t(id));
    setTimeout(() => button.isConnected && button.replaceChildren(...before), WHILE);
  }

  return { link, report, record };
}
