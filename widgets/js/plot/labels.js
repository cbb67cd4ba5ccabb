// Names in a picture: each near its mark, off the curves and the marks, and out of the way of the others.
// A name that finds no free place is shortened, as far as it can be, and then left out: legend and table
// still say what it would.
import {setAll, toggle} from "../core/dom.js";
import {spell, textWidth} from "./text.js";

/** @typedef {{left: number, right: number, top: number, bottom: number}} Box */
/** A curve in pixels. @typedef {{xs: number[], ys: number[]}} Trace */
/** @typedef {{width: number, height: number}} Size */
/** @typedef {[number, number]} Point */

// A line of type from its highest letters to its lowest, and how much lower an index reaches.
const ASCENT = 11, DESCENT = 3, INDEX = 2;
// Between a name and what it keeps off: half the width of a curve, and some ground.
const GAP = 2;
// Points of a curve that are closer to one another than this are one.
const FINE = 1.5;

/** @param {number[]} xs @param {number[]} ys @returns {Trace} */
export function trace(xs, ys) {
  /** @type {Trace} */
  const kept = {xs: [], ys: []};
  xs.forEach((x, i) => {
    const last = kept.xs.length - 1;
    if (i < xs.length - 1 && last >= 0 && Math.hypot(x - kept.xs[last], ys[i] - kept.ys[last]) < FINE) return;
    kept.xs.push(x);
    kept.ys.push(ys[i]);
  });
  return kept;
}

/** What a mark covers. @param {Point} at @param {number} across @param {number} [up] half its width and height @returns {Box} */
export const around = ([x, y], across, up = across) => ({left: x - across, right: x + across, top: y - up, bottom: y + up});

/** @param {Box} one @param {Box} other */
export const apart = (one, other) => (
  one.left >= other.right || other.left >= one.right || one.top >= other.bottom || other.top >= one.bottom);

/** Whether a curve passes through a box. @param {Trace} trace @param {Box} box */
export function crosses({xs, ys}, box) {
  for (let i = 1; i < xs.length; i++) if (segmentCrosses(xs[i - 1], ys[i - 1], xs[i], ys[i], box)) return true;
  return false;
}

/** @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1 @param {Box} box */
function segmentCrosses(x0, y0, x1, y1, {left, right, top, bottom}) {
  if ((x0 < left && x1 < left) || (x0 > right && x1 > right) || (y0 < top && y1 < top) || (y0 > bottom && y1 > bottom)) return false;
  // The line leaves the box alone if all four corners are on one side of it.
  const side = (/** @type {number} */ x, /** @type {number} */ y) => (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0);
  const sides = [side(left, top), side(right, top), side(left, bottom), side(right, bottom)];
  return Math.min(...sides) <= 0 && Math.max(...sides) >= 0;
}

// Where a name may stand about its mark, as shares of the way to the right and down: best of all below
// and to the right. The first free place is taken, the nearest first, and none that is too far for the
// eye to join the two.
const SIDES = [
  [1, 1], [1, 0], [1, -1], [-1, 1], [-1, 0], [-1, -1], [1, 0.5], [1, -0.5], [-1, 0.5], [-1, -0.5],
  [0.7, 1], [0.35, 1], [0, 1], [-0.35, 1], [-0.7, 1], [0.7, -1], [0.35, -1], [0, -1], [-0.35, -1], [-0.7, -1],
];
const STEP = 3, FAR = 36;

/** Places for a name beside its mark. @param {Point} at @param {number} radius */
export const beside = ([x, y], radius) => function* (/** @type {Size} */ {width, height}) {
  for (let off = radius + GAP + 0.5; off <= FAR; off += STEP) {
    for (const [right, down] of SIDES) {
      const box = centred(x + right * (off + width / 2), y + down * (off + height / 2), {width, height});
      if (distance([x, y], box) <= FAR) yield box;
    }
  }
};

/** From a point to the nearest part of a box. @param {Point} point @param {Box} box */
const distance = ([x, y], {left, right, top, bottom}) => Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));

/** @param {number} x @param {number} y @param {Size} size @returns {Box} */
export const centred = (x, y, {width, height}) => around([x, y], width / 2, height / 2);

/**
 * Names what is in a picture, one after the other: who comes first has the choice.
 * @param {Box} bounds @param {Trace[]} curves
 */
export function namer(bounds, curves) {
  /** @type {Box[]} */
  const taken = [];
  const free = (/** @type {Box} */ box) => {
    const wide = {left: box.left - GAP, right: box.right + GAP, top: box.top - GAP, bottom: box.bottom + GAP};
    return taken.every((other) => apart(wide, other)) && !curves.some((curve) => crosses(curve, wide));
  };
  const firstFree = (/** @type {Iterable<Box>} */ places) => {
    for (const place of places) {
      const box = within(bounds, place);
      if (free(box)) return box;
    }
    return null;
  };
  return {
    /** @param {...Box} marks */
    avoid: (...marks) => { taken.push(...marks); },
    /**
     * Put a name where it is free, in the longest of its wordings that is free anywhere.
     * @param {Element} text @param {string[]} wordings @param {(size: Size) => Iterable<Box>} places
     */
    name(text, wordings, places) {
      const weight = text.classList.contains("strong") ? 650 : 400;
      for (const words of wordings) {
        const width = textWidth(words.replace("_", ""), 12, weight), height = ASCENT + DESCENT + (words.includes("_") ? INDEX : 0);
        const box = firstFree(places({width, height}));
        toggle(text, "veiled", !box);
        if (!box) continue;
        taken.push(box);
        spell(text, words);
        setAll(text, {x: box.left, y: box.top + ASCENT});
        return;
      }
    },
  };
}

/** As near to its place as the edge of the picture lets it be. @param {Box} bounds @param {Box} box @returns {Box} */
function within({left, right, top, bottom}, box) {
  const dx = Math.max(left - box.left, Math.min(0, right - box.right)), dy = Math.max(top - box.top, Math.min(0, bottom - box.bottom));
  return {left: box.left + dx, right: box.right + dx, top: box.top + dy, bottom: box.bottom + dy};
}
