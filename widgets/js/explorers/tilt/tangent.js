// Where the names of the tangent and of the region above the frontier stand.
/** @import {PlaneShape} from "../../plot/plane.js" */
import {setAll, toggle} from "../../core/dom.js";
import {apart} from "../../plot/labels.js";
import {MARGIN} from "../../plot/plane.js";
import {textWidth} from "../../plot/text.js";

/**
 * "slope β" stands on the outer side of the tangent, where no curve is; beside the axis there is no room
 * for it, and it goes to the other side. The region's words give way to the tangent, and the tangent's
 * name to those words.
 * @param {{name: SVGTextElement, words: SVGTextElement}} texts @param {PlaneShape} shape
 * @param {{intercept: number, beta: number, end: number, late: boolean}} tangent `late`: π* is far along it
 */
export function nameTangent({name, words}, {x, y, right}, {intercept, beta, end, late}) {
  const across = (/** @type {number} */ at) => x(Math.max(0, (y.invert(at) - intercept) / beta));
  const level = MARGIN.top + 20, crossing = across(level), width = textWidth(words.textContent ?? "");
  const met = intercept < y.invert(level - 12) && crossing > x(0) + 4 && across(level + 4) < x(0) + 20 + width;
  const start = met ? Math.min(crossing + 14, right - width) : x(0) + 12;
  setAll(words, {x: start, y: level});
  const long = textWidth(name.textContent ?? ""), clear = apart([start - 6, level, width + 12]);
  const places = (late ? [0.68, 0.56, 0.44] : [0.8, 0.66, 0.52]).map((k) => [x(k * end), y(intercept + beta * k * end)]);
  const found = places.find(([left, base]) => clear([left - 8 - long, base - 6, long]));
  const [px, py] = found ?? places[0];
  const lower = MARGIN.top + 44, beside = px < x(0) + 64;
  setAll(name, beside ? {x: across(lower) + 9, y: lower} : {x: px - 8, y: py - 6});
  toggle(name, "end", !beside);
  // Where the picture is too small for both, the shade speaks for itself.
  toggle(words, "veiled", !found && !beside);
}
