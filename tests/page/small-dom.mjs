/**
 * As much of a browser as the page's form needs, for Node: elements, text, events, an address, and a clock that stands still until it is
 * moved. Nothing is drawn, so nothing is painted either until `paint` is called.
 */

/** @typedef {(event: any) => void} Listener */

class Target {
  /** @type {Map<string, Listener[]>} */
  #listeners = new Map();

  /** @param {string} type @param {Listener} listener */
  addEventListener(type, listener) {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener]);
  }

  /** @param {string} type @param {Record<string, unknown>} [more] */
  fire(type, more = {}) {
    const event = { type, target: this, preventDefault() {}, ...more };
    for (const listener of this.#listeners.get(type) ?? []) listener(event);
  }
}

export class SmallNode extends Target {
  /** @type {SmallNode[]} */
  childNodes = [];
  /** @type {SmallNode | null} */
  parentNode = null;

  get firstChild() {
    return this.childNodes[0] ?? null;
  }

  /** @param {SmallNode} child */
  appendChild(child) {
    child.remove();
    child.parentNode = this;
    this.childNodes.push(child);
    return child;
  }

  /** @param {SmallNode} child */
  removeChild(child) {
    this.childNodes = this.childNodes.filter((one) => one !== child);
    child.parentNode = null;
    return child;
  }

  remove() {
    this.parentNode?.removeChild(this);
  }

  /** @param {...SmallNode} children */
  append(...children) {
    for (const child of children) this.appendChild(child);
  }

  /** @param {...SmallNode} children */
  prepend(...children) {
    const others = this.childNodes;
    this.childNodes = [];
    this.append(...children, ...others);
  }

  /** @param {SmallNode} child @param {SmallNode | null} next */
  insertBefore(child, next) {
    const others = this.childNodes.filter((one) => one !== child);
    const at = next ? others.indexOf(next) : others.length;
    this.childNodes = [];
    this.append(...others.slice(0, at), child, ...others.slice(at));
    return child;
  }

  /** @param {...SmallNode} children */
  replaceChildren(...children) {
    this.childNodes = [];
    this.append(...children);
  }

  /** @param {SmallNode | null} other @returns {boolean} */
  contains(other) {
    return other === this || (other !== null && this.contains(other.parentNode)) || this.childNodes.some((one) => one === other);
  }

  /** @returns {boolean} */
  get isConnected() {
    return page.body === /** @type {SmallNode} */ (this) || (this.parentNode?.isConnected ?? false);
  }

  /** @returns {string} */
  get textContent() {
    return this.childNodes.map((one) => one.textContent).join('');
  }

  set textContent(text) {
    this.childNodes = [];
    this.append(new SmallText(text));
  }

  /** All elements below, in order. @returns {SmallElement[]} */
  get all() {
    return this.childNodes.flatMap((one) => (one instanceof SmallElement ? [one, ...one.all] : []));
  }
}

class SmallText extends SmallNode {
  /** @param {string} data */
  constructor(data) {
    super();
    this.data = data;
  }

  get textContent() {
    return this.data;
  }
}

export class SmallElement extends SmallNode {
  /** @type {Map<string, string>} */
  attributes = new Map();
  style = { setProperty() {} };
  value = '';
  selected = false;
  hidden = false;
  open = true;

  /** @param {string} tag */
  constructor(tag) {
    super();
    this.tag = tag;
  }

  get id() {
    return this.attributes.get('id') ?? '';
  }

  get classes() {
    return (this.attributes.get('class') ?? '').split(' ').filter(Boolean);
  }

  get classList() {
    return {
      add: (/** @type {string} */ name) => this.setAttribute('class', [...this.classes, name].join(' ')),
      toggle: (/** @type {string} */ name, /** @type {boolean} */ on) =>
        this.setAttribute('class', [...this.classes.filter((one) => one !== name), ...(on ? [name] : [])].join(' ')),
    };
  }

  /** @param {string} name @param {string} value */
  setAttribute(name, value) {
    this.attributes.set(name, value);
  }

  /** @param {string} name */
  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  /** @param {string} name */
  hasAttribute(name) {
    return this.attributes.has(name);
  }

  /** @param {string} name */
  removeAttribute(name) {
    this.attributes.delete(name);
  }

  /** @param {string} selector names of elements, or one class */
  matches(selector) {
    return selector.startsWith('.') ? this.classes.includes(selector.slice(1)) : selector.split(', ').includes(this.tag);
  }

  /** @param {string} selector @returns {SmallElement | null} */
  querySelector(selector) {
    return this.all.find((one) => one.matches(selector)) ?? null;
  }

  /** @param {string} selector */
  querySelectorAll(selector) {
    return this.all.filter((one) => one.matches(selector));
  }

  /** @param {string} selector @returns {SmallElement | null} */
  closest(selector) {
    if (this.matches(selector)) return this;
    return this.parentNode instanceof SmallElement ? this.parentNode.closest(selector) : null;
  }

  focus() {
    page.activeElement = this;
  }
}

const page = Object.assign(new Target(), {
  body: new SmallElement('body'),
  documentElement: { lang: '', dataset: {} },
  activeElement: /** @type {SmallElement | null} */ (null),
  title: '',
  createElement: (/** @type {string} */ tag) => new SmallElement(tag),
  createElementNS: (/** @type {string} */ _space, /** @type {string} */ tag) => new SmallElement(tag),
  createTextNode: (/** @type {string} */ data) => new SmallText(data),
  querySelector: (/** @type {string} */ selector) => page.body.querySelector(selector),
  getElementById: (/** @type {string} */ id) => page.body.all.find((one) => one.id === id) ?? null,
});

/** What waits for the clock: when it is due, and what then runs. @type {{at: number, run: () => void}[]} */
let waiting = [];
/** @type {(() => void)[]} */
let frames = [];
let now = 0;

/** Moves the clock, and runs what is due. @param {number} time in milliseconds */
export function wait(time) {
  now += time;
  const due = waiting.filter(({ at }) => at <= now);
  waiting = waiting.filter(({ at }) => at > now);
  for (const { run } of due) run();
}

/** As if the browser had painted. */
export function paint() {
  const due = frames;
  frames = [];
  for (const run of due) run();
  wait(0);
}

/** So much time as imports need; the page's clock stands. */
export const settle = () => new Promise((done) => setImmediate(done));

/** Puts the browser in the place of Node's globals. @param {string} language @param {string} [hash] */
export function browse(language, hash = '') {
  const view = new Target();
  const root = new SmallElement('div');
  root.setAttribute('id', 'page');
  page.body.append(root);
  const globals = {
    document: page,
    Node: SmallNode,
    Element: SmallElement,
    window: globalThis,
    location: { hash, pathname: '/', search: '', href: 'https://page.example/' },
    history: { replaceState() {} },
    matchMedia: () => Object.assign(new Target(), { matches: false }),
    ResizeObserver: class {
      observe() {}
    },
    innerHeight: 1000,
    addEventListener: view.addEventListener.bind(view),
    requestAnimationFrame: (/** @type {() => void} */ run) => frames.push(run),
    setTimeout: (/** @type {() => void} */ run, time = 0) => {
      const timer = { at: now + time, run };
      waiting.push(timer);
      return timer;
    },
    clearTimeout: (/** @type {unknown} */ timer) => {
      waiting = waiting.filter((one) => one !== timer);
    },
  };
  for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, { value, configurable: true });
  Object.defineProperty(globalThis, 'navigator', { value: { languages: [language] }, configurable: true });
  process.on('unhandledRejection', (reason) => view.fire('unhandledrejection', { reason }));
  return page;
}
