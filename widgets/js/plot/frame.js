// The frame of a picture: heading, legend, the picture with its name, and what it is clipped to.
import {html, svg} from "../core/dom.js";
import {mathHTML} from "./text.js";

let serial = 0;

/**
 * A card: heading, a line that explains the picture, and the picture with its name for those who cannot
 * see it.
 * @param {HTMLElement} el @param {{title: string, subtitle: string, label: string}} words
 * @param {{width: number, height: number}} size
 */
export function card(el, {title, subtitle, label}, {width, height}) {
  const drawing = svg("svg", {role: "img", "aria-label": label, width, height, viewBox: `0 0 ${width} ${height}`});
  const note = html("p", {class: "subtitle"});
  note.innerHTML = mathHTML(subtitle);
  const picture = html("div", {class: "picture"}, drawing);
  el.replaceChildren(html("header", {}, html("h2", {}, title), note), picture);
  return {svg: drawing, picture, note};
}

/** What a picture shows now, said. @param {Element} drawing @param {string} words */
export function say(drawing, words) {
  if (drawing.getAttribute("aria-label") !== words) drawing.setAttribute("aria-label", words);
}

/**
 * A key of a legend: the mark as it is drawn, in its colour, and its name.
 * @param {string} role @param {string} mark @param {string} words @param {string} [name] by which it can be hidden
 */
export function key(role, mark, words, name = "") {
  return `<span class="key ${role}"${name && ` data-key="${name}"`}><i class="${mark}"></i><span>${words}</span></span>`;
}

/** @param {HTMLElement} note @param {string} name @returns {HTMLElement | null} */
export const keyOf = (note, name) => note.querySelector(`[data-key=${name}]`);

/** What lies outside of a box is cut off: the definition, and the attribute of what it cuts. @param {{x: number, y: number, width: number, height: number}} box */
export function clip(box) {
  const id = `clip-${++serial}`;
  return {defs: svg("defs", {}, svg("clipPath", {id}, svg("rect", {...box}))), cut: {"clip-path": `url(#${id})`}};
}
