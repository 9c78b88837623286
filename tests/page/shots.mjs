/**
 * Screenshots of the gallery at 360, 768 and 1440 pixels in both themes and languages, by headless Chromium over a pipe, and what the
 * gallery's audit finds at each. `node tests/page/shots.mjs [--out DIR] [--game NAME] [--width W] [--theme T] [--lang L] [--audit]`; ends
 * with 1 where the audit found anything.
 */

import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TYPES = /** @type {Record<string, string>} */ ({ '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.json': 'application/json' });
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--hide-scrollbars', '--remote-debugging-pipe'];

const { values: options } = parseArgs({
  options: {
    out: { type: 'string', default: join(tmpdir(), 'fairseed-shots') },
    game: { type: 'string' },
    width: { type: 'string', multiple: true, default: ['360', '768', '1440'] },
    theme: { type: 'string', multiple: true, default: ['light', 'dark'] },
    lang: { type: 'string', multiple: true, default: ['en', 'ru'] },
    audit: { type: 'boolean', default: false },
  },
});

/** Files of the repository, on loopback only. */
async function serve() {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
    const type = TYPES[extname(path)];
    const body = type && (await readFile(join(ROOT, path)).catch(() => null));
    response.writeHead(body ? 200 : 404, { 'content-type': type ?? 'text/plain; charset=utf-8' });
    response.end(body || 'not found');
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(null)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { origin: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}

/** The DevTools protocol over two pipes: messages of JSON, each ended by a zero byte. @param {string} profile */
function browser(profile) {
  const child = spawn('chromium', [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  const [, , , input, output] = child.stdio;
  /** @type {Map<number, {resolve: (result: any) => void, reject: (error: Error) => void}>} */
  const waiting = new Map();
  let last = 0;
  let rest = '';
  /** @type {any} */ (output).setEncoding('utf8').on('data', (/** @type {string} */ chunk) => {
    const messages = (rest + chunk).split('\0');
    rest = messages.pop() ?? '';
    for (const message of messages.map((text) => JSON.parse(text))) {
      const call = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error) call?.reject(new Error(message.error.message));
      else call?.resolve(message.result);
    }
  });
  /** @param {string} method @param {object} [params] @param {string} [sessionId] @returns {Promise<any>} */
  const send = (method, params = {}, sessionId = undefined) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      /** @type {any} */ (input).write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
    });
  const ended = new Promise((exit) => child.once('exit', exit));
  return { send, close: async () => void (await send('Browser.close').catch(() => {}), await ended) };
}

/** @param {(method: string, params?: object) => Promise<any>} call @param {string} expression */
async function evaluate(call, expression) {
  const { result, exceptionDetails } = await call('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}

async function main() {
  const profile = await mkdtemp(join(tmpdir(), 'fairseed-chromium-'));
  const { origin, close: closeServer } = await serve();
  const { send, close: closeBrowser } = browser(profile);
  let found = 0;
  try {
    await mkdir(options.out, { recursive: true });
    const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
    const call = (/** @type {string} */ method, /** @type {object} */ params = {}) => send(method, params, sessionId);
    for (const width of options.width.map(Number)) {
      await call('Emulation.setDeviceMetricsOverride', { width, height: 900, deviceScaleFactor: 1, mobile: false });
      for (const theme of options.theme) {
        for (const lang of options.lang) {
          const query = new URLSearchParams({ theme, lang, ...(options.game ? { game: options.game } : {}) });
          await call('Page.navigate', { url: `${origin}/tests/page/gallery.html?${query}` });
          await evaluate(call, 'new Promise((done, fail) => { const ask = (left) => (window.ready ? done(1) : left && !window.failed ? setTimeout(ask, 50, left - 1) : fail(new Error(window.failed || "no gallery"))); ask(200) })');
          const faults = await evaluate(call, 'audit()');
          found += faults.length;
          for (const fault of faults) console.log(`${width} ${theme} ${lang}: ${fault}`);
          if (options.audit) continue;
          const { data } = await call('Page.captureScreenshot', { format: 'png', captureBeyondViewport: true });
          await writeFile(join(options.out, `${options.game ?? 'all'}-${width}-${theme}-${lang}.png`), Buffer.from(data, 'base64'));
        }
      }
    }
  } finally {
    await closeBrowser();
    closeServer();
    await rm(profile, { recursive: true, force: true });
  }
  console.log(`${found} found by the audit; pictures in ${options.out}`);
  return found === 0 ? 0 : 1;
}

process.exitCode = await main();
