/** Hooks of Node that tell which modules are loaded, in their order, and hold or refuse those that they are told to. */

/** @type {import('node:worker_threads').MessagePort} */
let port;
/** Modules to refuse, by the end of their address. @type {string[]} */
let refused = [];
/** Modules to hold, and what lets them go. @type {Map<string, Promise<void>>} */
const held = new Map();
/** @type {Map<string, () => void>} */
const doors = new Map();

/** @param {{port: import('node:worker_threads').MessagePort}} data */
export function initialize(data) {
  port = data.port;
  port.on('message', ({ refuse, hold, free }) => {
    if (refuse) refused = refuse;
    if (hold) held.set(hold, new Promise((open) => doors.set(hold, open)));
    if (free) doors.get(free)?.();
    port.postMessage({ heard: true });
  });
}

/** @param {string} url @param {object} context @param {(url: string, context: object) => Promise<object>} next */
export async function load(url, context, next) {
  if (refused.some((end) => url.endsWith(end))) throw new Error(`refused: ${url}`);
  for (const [end, free] of held) if (url.endsWith(end)) await free;
  const loaded = await next(url, context);
  port.postMessage({ url });
  return loaded;
}
