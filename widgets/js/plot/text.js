// Words in a picture: formulas with lowered indices, and how wide a text is drawn.
import {partsOf} from "../core/math.js";
import {svg} from "../core/dom.js";

export {mathHTML} from "../core/math.js";

/** What to put into a text element. @param {string} text @returns {(Node | string)[]} */
export function mathSVG(text) {
  const [before, ...rest] = partsOf(text);
  /** @type {(Node | string)[]} */
  const nodes = [before];
  for (let i = 0; i < rest.length; i += 2) {
    nodes.push(
      svg("tspan", {dy: "0.25em", "font-size": "0.92em"}, rest[i]),
      // Something must stand on the line, for it to come back to it.
      svg("tspan", {dy: "-0.2em"}, rest[i + 1] || "\u200b"),
    );
  }
  return nodes;
}

/** @type {WeakMap<Element, string>} */
const spelled = new WeakMap();

/** Put words into a text element, unless they are in it already. @param {Element} node @param {string} text */
export function spell(node, text) {
  if (spelled.get(node) === text) return;
  spelled.set(node, text);
  node.replaceChildren(...mathSVG(text));
}

/** @type {CanvasRenderingContext2D | null} */
let ruler = null;
/** @type {Map<string, number>} */
const widths = new Map();

/** In pixels. @param {string} text @param {number} [size] @param {number} [weight] */
export function textWidth(text, size = 12, weight = 400) {
  const font = `${weight} ${size}px system-ui, sans-serif`, key = font + text;
  const known = widths.get(key);
  if (known !== undefined) return known;
  if (widths.size > 5000) widths.clear();
  const width = measured(text, font);
  widths.set(key, width);
  return width;
}

/** @param {string} text @param {string} font */
function measured(text, font) {
  ruler ??= document.createElement("canvas").getContext("2d");
  if (!ruler) return 0;
  ruler.font = font;
  return ruler.measureText(text).width;
}
