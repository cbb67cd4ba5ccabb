// Words in a picture, kept out of one another's way and off the points.
import {setAll} from "../core/dom.js";
import {mathSVG, textWidth} from "./text.js";

/** A line of type, or a point as wide as its mark: left, baseline, width. @typedef {[number, number, number]} Box */
/** @typedef {{left: number, right: number, top: number, bottom: number}} Bounds */

const LINE = 14;

/** @param {number} x @param {number} y @returns {Box} */
export const pointBox = (x, y) => [x - 8, y + 5, 16];

/** The box of a text that stands. @param {Element} text @returns {Box} */
export function nameBox(text) {
  const width = textWidth(text.textContent ?? ""), x = Number(text.getAttribute("x"));
  return [text.classList.contains("end") ? x - width : x, Number(text.getAttribute("y")), width];
}

/** @param {Box} one @returns {(other: Box) => boolean} */
export const apart = ([l, b, w]) => ([left, base, width]) => left > l + w || l > left + width || Math.abs(b - base) > LINE;

// Where a name may stand: right (1) or left (-1) of its point, so far below it. The first free place
// is taken; the last ones are far off, and only for points that must be named.
const PLACES = [[1, 18], [1, 34], [1, -11], [-1, 18], [-1, -11], [-1, 34], [1, 50], [-1, 50], [1, -27], [-1, -27]];
const NEAR = 5;

/** Names points one after the other: each stands below and to the right, unless something else is there. @param {Bounds} bounds */
export function namer(bounds) {
  /** @type {Box[]} */
  const points = [], /** @type {Box[]} */ names = [];
  return {
    /** @param {...[number, number]} at */
    avoid: (...at) => { points.push(...at.map(([x, y]) => pointBox(x, y))); },
    /** @param {...Box} boxes */
    keep: (...boxes) => { names.push(...boxes); },
    /**
     * Put a name beside its point; says whether it found a free place.
     * @param {Element} text @param {[number, number]} at @param {string} words @param {boolean} [must] whether far places will do
     */
    name(text, at, words, must = true) {
      if (text.textContent !== words.replace("_", "")) text.replaceChildren(...mathSVG(words));
      const inside = candidates(bounds, at, textWidth(words, 12, 650), must ? PLACES.length : NEAR);
      const clear = (/** @type {Box[]} */ of) => (/** @type {Box} */ candidate) => of.every((other) => apart(other)(candidate));
      const free = inside.find(clear([...names, ...points]));
      // A name has a halo, and can be read over a point, but not over another name.
      const box = free ?? inside.find(clear(names)) ?? inside[0] ?? [at[0], at[1], 0];
      names.push(box);
      setAll(text, {x: box[0], y: box[1]});
      return free !== undefined;
    },
  };
}

/** @param {Bounds} bounds @param {[number, number]} at @param {number} width @param {number} most @returns {Box[]} */
function candidates({left, right, top, bottom}, [x, y], width, most) {
  // Beside the point, or as far beside it as the edge of the picture lets it be.
  const across = (/** @type {number} */ side) => Math.max(left, Math.min(right - width, side > 0 ? x + 11 : x - 11 - width));
  return PLACES.slice(0, most)
    .map(([side, below]) => /** @type {Box} */ ([across(side), y + below, width]))
    .filter(([, base]) => base > top && base < bottom);
}
