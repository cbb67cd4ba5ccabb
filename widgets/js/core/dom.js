// Elements: made in one call, and written to only where something changes.
const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string | number>} Attributes */
/** @typedef {{drawn?: Attributes, written?: string, has?: Record<string, boolean>}} Memory */

/** @type {WeakMap<Node, Memory>} */
const memories = new WeakMap();

/** @param {Node} node @returns {Memory} */
function memoryOf(node) {
  let memory = memories.get(node);
  if (!memory) memories.set(node, memory = {});
  return memory;
}

/** @template {Element} E @param {E} node @param {Attributes} attributes @param {(Node | string)[]} children @returns {E} */
function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag @param {Attributes} [attributes] @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Attributes} [attributes] @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function html(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** Much of a picture stays from frame to frame. @template {Element} E @param {E} node @param {Attributes} attributes @returns {E} */
export function setAll(node, attributes) {
  const drawn = memoryOf(node).drawn ??= {};
  for (const name in attributes) {
    if (drawn[name] !== attributes[name]) node.setAttribute(name, String(drawn[name] = attributes[name]));
  }
  return node;
}

/** @param {Element} node @param {string} text */
export function write(node, text) {
  const memory = memoryOf(node);
  if (memory.written !== text) node.textContent = memory.written = text;
}

/** A class that nobody else sets. @param {Element} node @param {string} name @param {boolean} on */
export function toggle(node, name, on) {
  const has = memoryOf(node).has ??= {};
  if (has[name] !== on) node.classList.toggle(name, has[name] = on);
}

/** Styles are parsed once, and shared by all that have them. @param {string} text */
export function sheetOf(text) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}

/** An element within a shadow root of its own, with this style. @param {HTMLElement} host @param {CSSStyleSheet} sheet */
export function styled(host, sheet) {
  const outer = html("div"), el = html("div"), root = outer.attachShadow({mode: "open"});
  root.adoptedStyleSheets = [sheet];
  root.append(el);
  host.replaceChildren(outer);
  return el;
}
