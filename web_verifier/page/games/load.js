/** Games by name, each loaded when it is first asked for. @type {Readonly<Record<string, () => Promise<import('./game.js').AnyGame>>>} */
export const LOADERS = {
  dice: async () => (await import('./dice.js')).dice,
  limbo: async () => (await import('./limbo.js')).limbo,
  plinko: async () => (await import('./plinko.js')).plinko,
  mines: async () => (await import('./mines.js')).mines,
  hilo: async () => (await import('./hilo.js')).hilo,
  blackjack: async () => (await import('./blackjack.js')).blackjack,
  raw: async () => (await import('./raw.js')).raw,
};
