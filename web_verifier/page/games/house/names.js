/** The games against the house. */

export const HOUSE_GAMES = Object.freeze(['russian_poker', 'five_card_poker']);

/** @param {unknown} game */
export const isHouse = (game) => typeof game === 'string' && HOUSE_GAMES.includes(game);
