/**
 * The only ways in which this page makes elements. Text becomes text nodes and attributes, never markup: nothing here or elsewhere
 * assigns `innerHTML`, so the page runs under `require-trusted-types-for 'script'`, and nothing from a record or a link can turn
 * into an element. Styles are set through the CSSOM, since `style-src 'self'` blocks the attribute.
 */

/** @typedef {Node | string | number | bigint | null | undefined | false} Leaf */
/** @typedef {Leaf | readonly Child[]} Child */
/** @typedef {string | number | boolean | null | undefined | ((event: any) => void) | Record<string, string>} Prop */

const SVG = 'http://www.w3.org/2000/svg';

/** Names that mean the present state of a control; the attribute of the same name would only mean its first state. */
const PROPERTIES = new Set(['value', 'checked', 'selected', 'indeterminate']);

/** Attributes that could hold code or an address; this page sets no such address but fragments, downloads of its own and data. */
const ADDRESS = new Set(['href', 'src', 'action', 'formaction', 'xlink:href']);

/**
 * An HTML element. `on…` with a function listens; `style` with an object sets properties; `true` is an empty attribute; `false`, `null` and
 * `undefined` are left out; everything else is an attribute (`class`, `aria-label`, `data-…`).
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, Prop> | null} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props, ...children) {
  const node = document.createElement(tag);
  dress(node, props ?? {});
  append(node, children);
  return node;
}

/**
 * An SVG element; takes the same.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, Prop> | null} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, attributes, ...children) {
  const node = /** @type {SVGElementTagNameMap[T]} */ (document.createElementNS(SVG, tag));
  dress(node, attributes ?? {});
  append(node, children);
  return node;
}

/**
 * Puts children in the place of those that are there.
 * @template {Node} T
 * @param {T} node
 * @param {...Child} children
 * @returns {T}
 */
export function fill(node, ...children) {
  while (node.firstChild) node.removeChild(node.firstChild);
  append(node, children);
  return node;
}

/** @param {Element} node @param {Record<string, Prop>} props */
function dress(node, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') {
      node.addEventListener(name.replace(/^on/, ''), value);
    } else if (typeof value === 'object') {
      if (name !== 'style') throw new TypeError(`an object only as style, not as ${name}`);
      const { style } = /** @type {HTMLElement} */ (node);
      for (const [property, text] of Object.entries(value)) style.setProperty(property, text);
    } else if (PROPERTIES.has(name) && name in node) {
      Reflect.set(node, name, value);
    } else {
      const text = value === true ? '' : String(value);
      if (name.startsWith('on') || name === 'style' || name === 'srcdoc') throw new TypeError(`no text as ${name}`);
      if (ADDRESS.has(name) && !safeAddress(text)) throw new TypeError(`no such address in ${name}`);
      node.setAttribute(name, text);
    }
  }
}

/**
 * Fragments of this page, files it made itself, plain images in the page, its own files, and pages that a text names.
 *
 * @param {string} text
 */
function safeAddress(text) {
  return /^(#|blob:|data:image\/|https:\/\/|\.{0,2}\/)/.test(text);
}

/** Signs that turn round what stands beside them are shown as what they are. @param {string} text */
export const visible = (text) =>
  text.replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, (sign) => `[U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`);

/** @param {Node} node @param {any[]} children */
function append(node, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(node, child);
    else node.appendChild(child instanceof Node ? child : document.createTextNode(visible(String(child))));
  }
}
