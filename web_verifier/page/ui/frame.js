/** What stands around every view: header with views, languages and theme; the banner of a failed self-test; the footer. */

import { fill, h } from './dom.js';
import { icon, logo } from './icons.js';
import { LANGUAGES, language, number, parts, t } from './language.js';

export const VIEWS = /** @type {const} */ (['round', 'many', 'how']);
/** @typedef {typeof VIEWS[number]} View */

/**
 * The outcome of the self-test, as `verify/selftest.js` gives it.
 * @typedef {{total: number, failed: {name: string}[], webcrypto: boolean} | null} SelfTest null while it runs
 */

const NAMES = { en: 'English', ru: 'Русский' };

/**
 * @param {object} on
 * @param {(language: import('./language.js').Language) => void} on.language
 * @param {() => void} on.theme
 */
export function frame(on) {
  const header = h('header', { class: 'barline' });
  const banner = h('div', { class: 'wrap', role: 'alert' });
  const bugs = h('div', { class: 'wrap', role: 'alert' });
  const main = h('main', { id: 'main', tabindex: '-1' });
  const footer = h('footer', { class: 'foot' });
  const jump = h('a', { class: 'jump', href: '#main' });
  jump.addEventListener('click', (event) => {
    event.preventDefault();
    main.focus();
  });

  /** @param {View} view @param {SelfTest} selfTest */
  function show(view, selfTest) {
    const focused = header.contains(document.activeElement) ? document.activeElement?.id : undefined;
    fill(jump, t('page.jump'));
    fill(
      header,
      h(
        'div',
        { class: 'wrap bar' },
        h('span', { class: 'name' }, logo(), t('page.name')),
        h(
          'nav',
          { 'aria-label': t('page.views') },
          VIEWS.map((name) =>
            h('a', { id: `v-${name}`, href: `#view=${name}`, 'aria-current': name === view && 'page' }, t(`view.${name}`)),
          ),
        ),
        h(
          'div',
          { class: 'end' },
          h('div', { class: 'lang', role: 'group', 'aria-label': t('page.language') }, LANGUAGES.map(languageButton)),
          h(
            'button',
            { type: 'button', id: 'b-theme', class: 'icon-btn', 'aria-label': t('page.theme'), onclick: on.theme },
            icon('theme', 18),
          ),
        ),
      ),
    );
    if (focused) document.getElementById(focused)?.focus();
    showTest(selfTest);
  }

  /** @param {import('./language.js').Language} name */
  const languageButton = (name) =>
    h(
      'button',
      {
        type: 'button',
        id: `l-${name}`,
        lang: name,
        'aria-pressed': String(name === language()),
        onclick: () => on.language(name),
      },
      name.toUpperCase(),
      h('span', { class: 'vh' }, ` ${NAMES[name]}`),
    );

  /** @param {SelfTest} selfTest */
  function showTest(selfTest) {
    const failed = selfTest?.failed ?? [];
    fill(banner, failed.length > 0 && alarm(t('self.banner'), t('self.banner_text', { what: failed[0].name })));
    fill(
      footer,
      h(
        'div',
        { class: 'wrap' },
        h('div', null, test(selfTest)),
        h('div', null, h('b', null, h('span', { class: 'skip' }, icon('lock', 16)), t('foot.private')), t('foot.private_text')),
        h(
          'div',
          null,
          h('b', null, h('span', { class: 'skip' }, icon('example', 16)), t('foot.spec')),
          parts('foot.spec_text', { link: h('a', { href: '#view=how' }, t('foot.spec_link')) }),
        ),
      ),
    );
  }

  /** @param {string} what */
  function showBug(what) {
    fill(bugs, alarm(t('bug.title'), t('bug.text', { what })));
  }

  /** @param {string} title @param {string} text */
  const alarm = (title, text) =>
    h('div', { class: 'ban' }, h('span', null, icon('failed', 24)), h('div', null, h('b', null, title), h('p', null, text)));

  /** @param {SelfTest} selfTest */
  function test(selfTest) {
    if (selfTest === null)
      return [h('b', null, h('span', { class: 'skip' }, icon('busy', 16)), t('self.busy')), t('self.busy_text')];
    const { total, failed, webcrypto } = selfTest;
    if (failed.length > 0)
      return [
        h('b', null, h('span', { class: 'bad-c' }, icon('failed', 16)), t('self.failed')),
        t('self.failed_text', { count: failed.length, total: number(total) }),
      ];
    return [
      h('b', null, h('span', { class: 'ok' }, icon('verified', 16)), t('self.passed')),
      t(webcrypto ? 'self.passed_both' : 'self.passed_own', { count: total }),
    ];
  }

  return { nodes: [jump, header, banner, bugs, main, footer], main, show, showTest, showBug };
}
