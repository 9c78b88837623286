/** The footer, and the banner above all where the self-test failed. */

import { fill, h } from './dom.js';
import { alarm } from './frame.js';
import { number, parts, t } from './language.js';
import { icon } from './icons.js';
import { offlineCopy } from './offline.js';

/**
 * The outcome of the self-test, as `verify/selftest.js` gives it.
 * @typedef {{total: number, failed: {name: string}[], webcrypto: boolean} | null} SelfTest null while it runs
 */

/** @param {{banner: HTMLElement, footer: HTMLElement}} places @param {SelfTest} selfTest */
export function showFooter({ banner, footer }, selfTest) {
  const failed = selfTest?.failed ?? [];
  const copy = offlineCopy();
  fill(banner, failed.length > 0 && alarm(t('self.banner'), t('self.banner_text', { what: failed[0].name })));
  fill(
    footer,
    h(
      'div',
      { class: 'wrap' },
      h('div', null, test(selfTest)),
      h('div', null, title('lock', 'skip', 'foot.private'), t('foot.private_text')),
      h(
        'div',
        null,
        title('example', 'skip', 'foot.spec'),
        parts('foot.spec_text', { link: h('a', { href: '#view=how' }, t('foot.spec_link')) }),
      ),
      copy && h('div', null, title('file', 'skip', 'foot.offline'), copy),
    ),
  );
}

/** @param {SelfTest} selfTest */
function test(selfTest) {
  if (selfTest === null) return [title('busy', 'skip', 'self.busy'), t('self.busy_text')];
  const { total, failed, webcrypto } = selfTest;
  if (failed.length > 0)
    return [title('failed', 'bad-c', 'self.failed'), t('self.failed_text', { count: failed.length, total: number(total) })];
  return [title('verified', 'ok', 'self.passed'), t(webcrypto ? 'self.passed_both' : 'self.passed_own', { count: total })];
}

/** @param {string} look @param {string} tone @param {string} id */
const title = (look, tone, id) => h('b', null, h('span', { class: tone }, icon(look, 16)), t(id));
