/** Language and theme: chosen by buttons, kept in this tab, asked for by the fragment of an address (`#lang=ru&theme=dark`). */

import { h } from '../verify/ui/dom.js';
import { icon } from '../verify/ui/icons.js';
import { LANGUAGES, chooseLanguage, t } from '../verify/ui/language.js';
import { readLook } from '../verify/ui/look.js';

/** @typedef {import('../verify/ui/language.js').Language} Language */

const NAMES = { en: 'English', ru: 'Русский' };

/** @param {import('./session.js').Session} session */
export function looksOf(session) {
  const { look } = readLook(location.hash);
  let language = chooseLanguage(look.lang ?? session.look('lang'), navigator.languages);
  let theme = look.theme ?? session.look('theme');
  if (look.lang) session.setLook('lang', language);
  paint(theme);

  /** @param {string | undefined} asked */
  function paint(asked) {
    if (asked !== 'dark' && asked !== 'light') return;
    theme = asked;
    session.setLook('theme', asked);
    document.documentElement.dataset.theme = asked;
  }

  function turn() {
    const dark = theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    paint(dark ? 'light' : 'dark');
  }

  return {
    language: () => language,
    /** As links to the verifier carry it. */
    shown: () => ({ lang: language, ...(theme ? { theme } : {}) }),
    /**
     * The buttons, in the language that is chosen now.
     * @param {(language: Language) => void} changed
     */
    buttons(changed) {
      const choose = (/** @type {Language} */ name) => () => {
        language = name;
        session.setLook('lang', name);
        changed(name);
      };
      return [
        h(
          'div',
          { class: 'lang', role: 'group', 'aria-label': t('page.language') },
          LANGUAGES.map((name) =>
            h('button', { type: 'button', id: `l-${name}`, lang: name, 'aria-pressed': String(name === language), onclick: choose(name) }, name.toUpperCase(), h('span', { class: 'vh' }, ` ${NAMES[name]}`)),
          ),
        ),
        h('button', { type: 'button', id: 'b-theme', class: 'icon-btn', 'aria-label': t('page.theme'), onclick: turn }, icon('theme', 18)),
      ];
    },
  };
}
