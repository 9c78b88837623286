/** English texts of verdicts on the records of tables: what `verify/table.js` and `games/poker/` say beside the texts of every record. */

/** @type {import('../ui/language.js').Texts} */
const texts = {
  'check.cards': 'Cards',
  'check.bots': 'Bots',
  'head.failed_cards': 'The cards are not those that were fixed',

  // What checks say.
  'commitment.chain':
    'SHA-256 of the server seed is the hash shown before play, and every seat’s seed is the next link of the chain it had shown.',
  'commitment.chain-bots':
    'SHA-256 of the server seed is the hash shown before play, and every seat’s seed is the next link of the chain it had shown. The seeds of BOT seats ({seats}) were made by the service.',
  'commitment.plain': 'SHA-256 of the server seed is the hash shown before play. The seats’ seeds are plain texts that were not committed.',
  'commitment.plain-bots':
    'SHA-256 of the server seed is the hash shown before play. The seats’ seeds are plain texts that were not committed; those of BOT seats ({seats}) were made by the service.',
  'commitment.links-alone': 'Needs the server seed. Every seat’s seed is the next link of the chain it had shown.',
  'commitment.no-link': 'The seed of seat {seat} is no link of a chain: 64 lowercase hexadecimal characters.',
  'commitment.seat-link': 'SHA-256 of the seed of seat {seat} is not the link that the seat had shown before.',
  'log.other-table': '{field} does not activate the pair for this table.',
  'rules.table': 'The table is allowed, and every action was legal when it was made.',
  'rules.table-defaults': 'The table is allowed, and every action was legal when it was made. Left out and taken from the defaults: {names}.',
  'rules.table-blind': 'What can be known without the server seed is allowed: every action, as far as it does not depend on hidden cards.',
  'rules.table-blind-defaults':
    'What can be known without the server seed is allowed: every action, as far as it does not depend on hidden cards. Left out and taken from the defaults: {names}.',
  'settlement.seats.pass': 'All seats together staked {staked} and got back {returned}, each seat what the rules give it.',
  'settlement.seats.fail': 'The rules give the seats other chips.',
  'cards.deck.pass': 'The server seed gives the deck that was fixed before the seats’ seeds were known.',
  'cards.deck.fail': 'The server seed gives another deck than the one that was fixed before the seats’ seeds were known.',
  'cards.deck-opened': {
    one: 'The server seed gives the deck that was fixed before the seats’ seeds were known. {count} card was opened, and lay where the seats’ seeds put it.',
    other: 'The server seed gives the deck that was fixed before the seats’ seeds were known. {count} cards were opened, and lay where the seats’ seeds put them.',
  },
  'cards.opened': {
    one: '{count} card was opened. It was fixed before the seats’ seeds were known, and lay where they put it.',
    other: '{count} cards were opened. They were fixed before the seats’ seeds were known, and lay where they put them.',
  },
  'cards.none-opened': 'No card was opened, and the deck needs the server seed.',
  'cards.no-deck': 'No deck was dealt.',
  'cards.undealt': {
    one: '{count} card was opened, but without the seeds of all seats nothing is dealt.',
    other: '{count} cards were opened, but without the seeds of all seats nothing is dealt.',
  },
  'cards.shown': '{field} shows another card than the one opened at place {place}, {card}.',
  'bots.none': 'No bot was dealt in.',
  'bots.pass': {
    one: '{count} action of BOT seats is what their published policy does with what the seat could see.',
    other: '{count} actions of BOT seats are what their published policies do with what the seats could see.',
  },
  'bots.fail': 'actions[{index}]: with what BOT seat {seat} could see, the policy {policy} does something else.',
  'bots.unknown': 'BOT seats {seats} name policies that this page does not know: {policies}.',
  'warning.omitted': 'Left out of the hand because they gave no link in time: seats {seats}.',

  // Refusals: the form.
  'format.not-boolean': '{field} must be true or false.',
  'format.true': '{field} must be true, or not be there.',
  'format.lowest-rank': '{field} must be a rank from 2 to 9, as a text.',
  'format.limit': '{field}: the game {game} is not offered with this limit.',
  'format.seat': '{field}: a seat must be a number from 1 to {most}.',
  'format.seats': '{field} must name exactly the seats that were dealt in: {seats}.',
  'format.so-many-seats': '{field}: {game} is played by 2 to {most} seats.',
  'format.chips': '{field} must be chips, from {least} to {most}.',
  'format.stack': '{field}: every stack must be {stack} big blinds here, so {chips}.',
  'format.deck': '{field}: a deck of {size} cards is too small for so many seats: {count}.',
  'format.button': '{field} is a seat that was not dealt in.',
  'format.blinds': '{field}: the seats of both blinds must be named, two different ones.',
  'format.not-dealt-in': '{field} must be a seat that was dealt in.',
  'format.omitted': '{field}: a seat that was left out cannot be dealt in.',
  'format.destellos': '{field} must be from 0 to 3.',
  'format.plain-seeds': '{field} must not be there: the seats’ seeds are plain texts.',

  // Refusals: the rules.
  'rules.first-button': '{field}: the button was drawn, and the seeds give seat {expected}, not {button}.',
  'rules.out-of-turn': '{field}: seat {turn} was to act, not {seat}.',
  'rules.check': {
    one: '{field}: to check is not possible, {count} chip is owed.',
    other: '{field}: to check is not possible, {count} chips are owed.',
  },
  'rules.call': '{field}: there is nothing to call.',
  'rules.raise': '{field}: the seat may not raise now.',
  'rules.raise-to': '{field}: the seat can raise to {least} at least and {most} at most.',
  'rules.timeout-fold': '{field}: when the time is up the clock checks where that is legal, and does not fold.',
  'rules.timeout-draw': '{field}: when the time is up the clock discards no card.',
  'rules.opening': '{field}: only a pair of kings or a better hand may open.',
  'rules.drawing': '{field}: it is the turn to draw.',
  'rules.no-draw': '{field}: it is not the time to draw.',
  'rules.discards': '{field}: at most {most} cards can be discarded.',
  'rules.discard-twice': '{field} names a card twice.',
  'rules.not-in-hand': '{field}: {card} is not in the hand.',
  'rules.not-in-carousel': '{field}: the power {power} is not in the carousel of this hand.',
  'rules.power-used': '{field}: the seat has used the power {power} in this hand.',
  'rules.one-power': '{field}: only one power can be used in a turn.',
  'rules.activations': '{field}: only {most} powers can be used at the table in one round of betting.',
  'rules.destellos': '{field}: the power costs {cost} Destellos, and the seat has {held}.',
  'rules.peek-river': '{field}: there is no card to look at on the river.',
  'rules.swap-late': '{field}: a card can be swapped only before the flop, before the seat’s own first action.',
  'rules.anchor-target':
    '{field}: seat {target} cannot be anchored now. It must be another seat in the hand, with chips, that has not acted in this round, and only once a round.',
  'rules.window': '{field}: the seat that was anchored must answer first.',
  'rules.no-window': '{field}: there is no anchor to answer.',
};

export default texts;
