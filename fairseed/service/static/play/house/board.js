/** The board of a game against the house: dealer and boxes, and what can be done; only what the service says is legal now. */

import { h } from '../../verify/ui/dom.js';
import { number, t } from '../../verify/ui/language.js';
import { chipCard } from '../../verify/ui/pictures/card.js';
import { drawing } from '../../verify/ui/house/picture.js';
import { storyOf } from '../../verify/ui/house/story.js';
import { lineOf } from '../../verify/ui/house/words.js';
import { say } from '../words.js';

/** @typedef {import('../player.js').Round} Round */
/** @typedef {import('../stage.js').Moving} Moving */
/** @typedef {import('../../verify/ui/pictures/stage.js').Picture} Picture */

/** @param {string} text @returns {import('../../verify/ui/pictures/stage.js').Phrase} */
const plain = (text) => ({ text, nodes: () => [text] });

/** @param {Round} round @returns {Picture} */
export function housePicture(round) {
  const story = storyOf(round);
  const [, ...said] = story === null ? [''] : lineOf(story, 0);
  const { boxes = [] } = /** @type {any} */ (round.outcome ?? {});
  const results = boxes.map((/** @type {any} */ { result }) => result).filter(Boolean);
  const value = results.length > 0 ? results.map((/** @type {string} */ result) => t(`hp.result.${result}`)).join(', ') : t('hp.going_on');
  return { results: [{ label: t('hp.label'), value }], art: () => (story === null ? null : drawing(story, 0)), line: [said.map(plain)] };
}

/** Cards chosen for an exchange, of the round as it stands. @type {{of: string, box: number, cards: string[]}} */
let chosen = { of: '', box: -1, cards: [] };

/**
 * @param {Round} round
 * @param {Moving} on
 * @returns {HTMLElement}
 */
export function houseMoves(round, on) {
  const of = `${round.round_id} ${round.actions.length}`;
  if (chosen.of !== of) chosen = { of, box: -1, cards: [] };
  const boxes = [...new Set(round.legal.map((/** @type {any} */ { box }) => box))];
  const node = h('div', { class: 'moves house', role: 'group', 'aria-label': say('move.group') });
  for (const box of boxes) node.append(movesOf(/** @type {number} */ (box)));

  /** @param {string} id @param {string} label @param {() => void} go @param {boolean} [legal] @param {boolean} [main] */
  function button(id, label, go, legal = true, main = false) {
    const shut = !legal || on.busy;
    return h('button', { type: 'button', id: `m-${id}`, class: `btn move${main ? ' main' : ''}`, 'aria-disabled': shut && 'true', onclick: () => !shut && go() }, h('span', null, label));
  }

  /** @param {number} box */
  function movesOf(box) {
    const count = round.bet.antes.length;
    const name = count === 1 ? t('hp.box_only') : t('hp.box', { box });
    const legal = round.legal.filter((/** @type {any} */ action) => action.box === box);
    return h('div', { class: 'moves', role: 'group', 'aria-label': name }, h('p', { class: 'note' }, h('b', null, name)), legal.map((/** @type {any} */ action) => moveOf(action, box)));
  }

  /** @param {any} action @param {number} box */
  function moveOf(action, box) {
    if (action.type === 'exchange') return exchange(action, box);
    const label = action.cost === undefined ? say(`house.move.${action.type}`) : say('house.move.costs', { action: say(`house.move.${action.type}`), cost: number(action.cost) });
    return button(`${action.type}-${box}`, label, () => on.move({ box, type: action.type }), true, ['bet', 'raise'].includes(action.type));
  }

  /** Cards to choose, and what their exchange costs. @param {any} action @param {number} box */
  function exchange({ cards, least, most, costs }, box) {
    const place = h('span', { class: 'house-exchange' });
    const draw = () => {
      const own = chosen.box === box ? chosen.cards : [];
      const ready = own.length >= least && own.length <= most;
      const toggles = cards.map((/** @type {string} */ card) =>
        h(
          'button',
          {
            type: 'button',
            id: `m-card-${card}`,
            class: 'btn small',
            'aria-pressed': String(own.includes(card)),
            onclick: () => {
              chosen = { of, box, cards: own.includes(card) ? own.filter((one) => one !== card) : [...own, card] };
              draw();
              document.getElementById(`m-card-${card}`)?.focus();
            },
          },
          h('span', { 'aria-hidden': 'true' }, chipCard(card)),
          h('span', { class: 'vh' }, say('house.card', { card })),
        ),
      );
      const label = ready ? say('house.move.costs', { action: say('house.move.exchange'), cost: number(costs[own.length - 1]) }) : say('house.move.exchange');
      place.replaceChildren(...toggles, button(`exchange-${box}`, label, () => on.move({ box, type: 'exchange', cards: own }), ready));
    };
    draw();
    return place;
  }

  return node;
}
