/** What stands around every view: header with views, languages and theme; alarms; places for the banner and the footer. */

import { fill, h } from './dom.js';
import { icon } from './icons.js';
import { LANGUAGES, language, t } from './language.js';
import { NotLoaded } from './parts.js';

const VIEWS = /** @type {const} */ (['round', 'many', 'how']);
/** @typedef {typeof VIEWS[number]} View */

const NAMES = { en: 'English', ru: 'Русский' };

/**
 * @param {object} on
 * @param {(language: import('./language.js').Language) => void} on.language
 * @param {() => void} on.theme
 * @param {() => void} on.again asks for what is shown once more
 */
export function frame(on) {
  const header = h('header', { class: 'barline' });
  const banner = h('div', { class: 'wrap', role: 'alert' });
  const alarms = h('div', { class: 'wrap', role: 'alert' });
  const main = h('main', { id: 'main', tabindex: '-1' });
  const footer = h('footer', { class: 'foot' });
  const jump = h('a', { class: 'jump', href: '#main' });
  jump.addEventListener('click', (event) => {
    event.preventDefault();
    main.focus();
  });

  /** @param {View} view */
  function show(view) {
    const focused = header.contains(document.activeElement) ? document.activeElement?.id : undefined;
    fill(jump, t('page.jump'));
    fill(
      header,
      h(
        'div',
        { class: 'wrap bar' },
        h('span', { class: 'name' }, icon('logo', 28), t('page.name')),
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
          h(
            'div',
            { class: 'lang', role: 'group', 'aria-label': t('page.language') },
            LANGUAGES.map((name) =>
              button(
                `l-${name}`,
                { lang: name, 'aria-pressed': String(name === language()) },
                () => on.language(name),
                [name.toUpperCase(), h('span', { class: 'vh' }, ` ${NAMES[name]}`)],
              ),
            ),
          ),
          button('b-theme', { class: 'icon-btn', 'aria-label': t('page.theme') }, on.theme, icon('theme', 18)),
        ),
      ),
    );
    if (focused) document.getElementById(focused)?.focus();
  }

  /**
   * Whatever is thrown and is no `Fault` is shown: a bug of this page as one, a part of it that did not come as what it is.
   * @param {unknown} error
   */
  function showError(error) {
    const again = () => {
      fill(alarms);
      on.again();
    };
    const shown =
      error instanceof NotLoaded
        ? alarm(t('load.title'), t('load.text', { what: error.message }), button('b-again', { class: 'btn' }, again, t('load.again')))
        : alarm(t('bug.title'), t('bug.text', { what: String(error) }));
    fill(alarms, shown);
  }

  /** What was asked for has come. */
  function calm() {
    if (document.getElementById('b-again')) fill(alarms);
  }

  return { nodes: [jump, header, banner, alarms, main, footer], places: { banner, footer }, main, show, showError, calm };
}

/** @param {string} id @param {Record<string, string>} props @param {() => void} onclick @param {import('./dom.js').Child} content */
const button = (id, props, onclick, content) => h('button', { type: 'button', id, ...props, onclick }, content);

/** @param {string} title @param {string} text @param {import('./dom.js').Child} [more] */
export const alarm = (title, text, more) =>
  h('div', { class: 'ban' }, h('span', null, icon('failed', 24)), h('div', null, h('b', null, title), h('p', null, text), more));
