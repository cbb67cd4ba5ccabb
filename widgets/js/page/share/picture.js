// A picture on its own: what style sheets give it is written into each of its elements, and its title and
// legend, which stand beside it in the page, are drawn above it.
import {svg} from "../../core/dom.js";
import {mathSVG, textWidth} from "../../plot/text.js";
import {titleOf} from "./views.js";

const DRAWN = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
  "paint-order", "opacity", "font-family", "font-size", "font-weight", "font-variant-numeric", "text-anchor",
];
const AROUND = 14, LINE = 18;
/** @type {[string, string][]} */
const MARKS = [["line", "—"], ["dashed", "╌"], ["dotted", "┈"], ["dot", "●"], ["upright", "│"]];

/** The source of a file with this picture. @param {SVGSVGElement} drawing */
export function svgText(drawing) {
  const {width, height} = drawing.viewBox.baseVal, theme = getComputedStyle(drawing);
  const root = /** @type {ShadowRoot} */ (drawing.getRootNode());
  const above = heading(root, width, theme.getPropertyValue("--ink"));
  const wide = width + 2 * AROUND, high = height + above.height + 2 * AROUND;
  const picture = svg("g", {transform: `translate(0 ${above.height})`}, ...styledCopy(drawing).childNodes);
  const whole = svg("svg", {xmlns: "http://www.w3.org/2000/svg", width: wide, height: high, viewBox: `0 0 ${wide} ${high}`},
    svg("title", {}, drawing.getAttribute("aria-label") ?? ""),
    svg("rect", {width: "100%", height: "100%", style: `fill: ${theme.getPropertyValue("--card")}`}),
    svg("g", {transform: `translate(${AROUND} ${AROUND})`}, ...above.lines, picture));
  return new XMLSerializer().serializeToString(whole);
}

/** @param {SVGSVGElement} drawing @returns {Promise<Blob>} */
export async function pngBlob(drawing, scale = 2) {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(drawing))}`;
  await picture.decode();
  const {width, height} = picture;
  const canvas = Object.assign(document.createElement("canvas"), {width: width * scale, height: height * scale});
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture came of it"))), "image/png"));
}

/** @param {SVGSVGElement} drawing */
function styledCopy(drawing) {
  const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  const from = [drawing, ...drawing.querySelectorAll("*")], to = [copy, ...copy.querySelectorAll("*")];
  /** @type {Element[]} */
  const gone = [];
  from.forEach((part, i) => {
    const style = getComputedStyle(part);
    if (style.display === "none" || part.classList.contains("hit")) return void gone.push(to[i]);
    to[i].removeAttribute("class");
    to[i].setAttribute("style", DRAWN.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";"));
  });
  for (const part of gone) part.remove();
  return copy;
}

/** @param {ShadowRoot} root @param {number} width @param {string} ink */
function heading(root, width, ink) {
  const lines = [svg("text", {x: 0, y: 16, style: `font: 650 15px system-ui, sans-serif; fill: ${ink}`}, titleOf(root))];
  let x = 0, y = 38;
  for (const [mark, colour, words] of legendOf(root)) {
    const wide = textWidth(mark ? `${mark} ${words}` : words, 12) + (mark ? 16 : 4);
    if (x && x + wide > width) [x, y] = [0, y + LINE];
    const before = svg("tspan", {style: `fill: ${colour || ink}`}, mark && `${mark} `);
    lines.push(svg("text", {x, y, style: `font: 12px system-ui, sans-serif; fill: ${ink}`}, before, ...mathSVG(words)));
    x += wide;
  }
  return {lines, height: y + 14};
}

/** The words of a part of the page, an index in them as it is written before it is lowered. @param {Node} part @returns {string} */
function wordsOf(part) {
  const text = [...part.childNodes].map((child) => (child.nodeType === Node.TEXT_NODE ? child.textContent ?? "" : wordsOf(child))).join("");
  return part.nodeName === "SUB" ? `_${text}` : text;
}

/** The words of the legend, each after its mark in its colour; or else those of the line below the title, one by one. @param {ShadowRoot} root @returns {string[][]} */
function legendOf(root) {
  const keys = [...root.querySelectorAll("header .key:not([hidden])")];
  if (!keys.length) return wordsOf(root.querySelector("header .subtitle") ?? root).split(/\s+/).map((word) => ["", "", word]);
  return keys.map((key) => {
    const kinds = key.querySelector("i")?.classList;
    const mark = MARKS.filter(([name]) => kinds?.contains(name)).at(-1)?.[1] ?? "■";
    return [mark, getComputedStyle(key).color, wordsOf(key).trim()];
  });
}
