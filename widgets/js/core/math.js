// Formulas in words: "π_ref" as it is set in print, with its index lowered.
import {html} from "./dom.js";

const INDEX = /(?<=[πE])_(ref|T|θ|π\*?)/;
const ALL = new RegExp(INDEX, "g");

/** Text before, its index, text between, the next index, and so on. @param {string} text */
export const partsOf = (text) => text.split(INDEX);

/** The same as markup; what is markup already stays so. @param {string} text */
export function mathHTML(text) {
  return text.replace(ALL, "<sub>$1</sub>");
}

/** The same as nodes, for words that are no markup. @param {string} text @returns {(Node | string)[]} */
export function mathNodes(text) {
  return partsOf(text).map((part, i) => (i % 2 ? html("sub", {}, part) : part));
}
