// Marks: each is built once and then moved. `node` goes into a picture, `move` is called in every frame.
/** @import {Numbers} from "../types" */
import {setAll, svg} from "../core/dom.js";

/** @typedef {Record<string, string | number>} Attributes */

/** The path through points in pixels. @param {Numbers} xs @param {Numbers} ys */
export function pathThrough(xs, ys) {
  let d = "";
  for (let i = 0; i < xs.length; i++) d += `${i ? "L" : "M"}${xs[i].toFixed(2)} ${ys[i].toFixed(2)}`;
  return d;
}

/** @param {Numbers} values @param {(value: number) => number} scale */
export const scaled = (values, scale) => Array.from(values, scale);

/** A line through points. @param {string} kind @param {Attributes} [more] */
export function line(kind, more = {}) {
  const node = svg("path", {class: kind, ...more});
  return {node, move: (/** @type {Numbers} */ xs, /** @type {Numbers} */ ys) => setAll(node, {d: pathThrough(xs, ys)})};
}

/** A level for each of some places of one width, as of a histogram. @param {string} kind @param {Attributes} [more] */
export function step(kind, more = {}) {
  const node = svg("path", {class: kind, ...more});
  /** @param {Numbers} ys @param {(i: number) => number} left @param {number} width */
  const move = (ys, left, width) => setAll(node, {
    d: Array.from(ys, (y, i) => `${i ? "L" : "M"}${left(i).toFixed(1)} ${y.toFixed(1)}h${width.toFixed(1)}`).join(""),
  });
  return {node, move};
}

/** @param {string} kind @param {Attributes} [more] */
export function dot(kind, more = {}) {
  const node = svg("circle", {class: kind, ...more});
  return {node, move: (/** @type {number} */ cx, /** @type {number} */ cy) => setAll(node, {cx, cy})};
}

/** A square about a point. @param {string} kind @param {number} size */
export function square(kind, size) {
  const node = svg("rect", {class: kind, width: size, height: size});
  return {node, move: (/** @type {number} */ x, /** @type {number} */ y) => setAll(node, {x: x - size / 2, y: y - size / 2})};
}

/** A cross over a point. @param {string} kind */
export function cross(kind) {
  const node = svg("path", {class: kind});
  return {node, move: (/** @type {number} */ x, /** @type {number} */ y) => setAll(node, {d: `M${x - 5} ${y - 5}l10 10m0 -10l-10 10`})};
}

/** Bars of equal width in one path: for many of them. @param {string} kind @param {number} [gap] left free between neighbours */
export function heap(kind, gap = 1) {
  const node = svg("path", {class: kind});
  /** Bars with nothing in them are left out. @param {Numbers} tops @param {(i: number) => number} left @param {number} width @param {number} base */
  const move = (tops, left, width, base) => {
    let d = "";
    for (let i = 0; i < tops.length; i++) {
      if (tops[i] < base) d += `M${(left(i) + gap / 2).toFixed(2)} ${base}V${tops[i].toFixed(2)}h${(width - gap).toFixed(2)}V${base}`;
    }
    return setAll(node, {d});
  };
  return {node, move};
}

/** A straight line between two points. @param {string} kind @param {Attributes} [more] */
export function rule(kind, more = {}) {
  const node = svg("line", {class: kind, ...more});
  /** @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 */
  const move = (x1, y1, x2, y2) => setAll(node, {x1, y1, x2, y2});
  return {node, move};
}

/** A cell of a grid, as full of its colour as its share of one. @param {string} kind @param {{x: number, y: number, width: number, height: number}} box */
export function cell(kind, box) {
  const node = svg("rect", {class: kind, ...box});
  return {node, move: (/** @type {number} */ share) => setAll(node, {"fill-opacity": share.toFixed(3)})};
}

/** An arrow; one too short for a head is a stroke. @param {string} kind @param {number} [head] */
export function arrow(kind, head = 7) {
  const node = svg("path", {class: kind});
  /** @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1 */
  const move = (x0, y0, x1, y1) => {
    const angle = Math.atan2(y1 - y0, x1 - x0), long = Math.hypot(x1 - x0, y1 - y0), size = Math.min(head, long);
    const barb = (/** @type {number} */ turn) => `${(x1 - size * Math.cos(angle + turn)).toFixed(2)} ${(y1 - size * Math.sin(angle + turn)).toFixed(2)}`;
    const tip = `${x1.toFixed(2)} ${y1.toFixed(2)}`;
    return setAll(node, {d: `M${x0.toFixed(2)} ${y0.toFixed(2)}L${tip}${long < 1 ? "" : `M${barb(0.45)}L${tip}L${barb(-0.45)}`}`});
  };
  return {node, move};
}
