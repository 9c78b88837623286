/** Pages to read: of both languages that stand there one is shown, and the looks can be changed. */

import { fill } from '../verify/ui/dom.js';
import { useShapes } from '../verify/ui/icons.js';
import { setLanguage } from '../verify/ui/language.js';
import { SHAPES } from '../verify/ui/shapes.js';
import { looksOf } from './looks.js';
import { sessionOf } from './session.js';

const looks = looksOf(sessionOf(sessionStorage));

async function show() {
  const focused = document.activeElement?.id;
  const lang = looks.language();
  await setLanguage(lang);
  document.documentElement.dataset.lang = lang;
  document.title = document.querySelector(`article.in-${lang} h1`)?.textContent ?? '';
  fill(document.getElementById('looks') ?? document.body, looks.buttons(() => void show()));
  if (focused) document.getElementById(focused)?.focus();
}

useShapes(SHAPES);
void show();
