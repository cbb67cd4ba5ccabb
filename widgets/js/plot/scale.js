// From values to pixels, in D3's words: a scale is a function with `invert` and `ticks`.
import {fixed} from "../core/number.js";

/** @typedef {{value: number, label: string}} Tick */
/** @typedef {((value: number) => number) & {invert(pixel: number): number, ticks(count: number): Tick[], domain: number[], range: number[]}} Scale */

// Halfway, on a logarithmic scale, between the steps of 1, 2, 5 and 10.
const THRESHOLDS = [[Math.sqrt(50), 10], [Math.sqrt(10), 5], [Math.sqrt(2), 2]];

/** The step of 1, 2 or 5 times a power of ten that parts a stretch into about so many. @param {number} stretch @param {number} count */
function roundStep(stretch, count) {
  const raw = stretch / count, power = Math.floor(Math.log10(raw)), rest = raw / 10 ** power;
  const factor = THRESHOLDS.find(([least]) => rest >= least)?.[1] ?? 1;
  // Powers below one are no floats; whole numbers divided by their inverses are exact.
  return {power, factor, at: (/** @type {number} */ i) => (power < 0 ? (i * factor) / 10 ** -power : i * factor * 10 ** power)};
}

/** Round values within a stretch, about so many, as D3 has them. @param {number} low @param {number} high @param {number} count @returns {Tick[]} */
export function ticks(low, high, count) {
  if (!(high > low)) return [{value: low, label: fixed(low, 0)}];
  const {power, factor, at} = roundStep(high - low, count), digits = Math.max(0, -power - (factor === 10 ? 1 : 0));
  const values = [];
  for (let i = Math.round(low / at(1)) - 1; at(i) <= high; i++) if (at(i) >= low) values.push(at(i));
  return values.map((value) => ({value, label: fixed(value, digits)}));
}

/** @param {number[]} domain @param {number[]} range @returns {Scale} */
export function linear([from, to], [low, high]) {
  const slope = (high - low) / (to - from || 1);
  return Object.assign((/** @type {number} */ value) => low + (value - from) * slope, {
    invert: (/** @type {number} */ pixel) => from + (pixel - low) / slope,
    ticks: (/** @type {number} */ count) => ticks(Math.min(from, to), Math.max(from, to), count),
    domain: [from, to], range: [low, high],
  });
}

/** A logarithmic scale of positive values; its ticks are 1, 2 and 5 times powers of ten. @param {number[]} domain @param {number[]} range @returns {Scale} */
export function log([from, to], range) {
  const inner = linear([Math.log10(from), Math.log10(to)], range);
  return Object.assign((/** @type {number} */ value) => inner(Math.log10(value)), {
    invert: (/** @type {number} */ pixel) => 10 ** inner.invert(pixel),
    ticks: (/** @type {number} */ count) => logTicks(Math.min(from, to), Math.max(from, to), count),
    domain: [from, to], range,
  });
}

/** @param {number} low @param {number} high @param {number} count @returns {Tick[]} */
function logTicks(low, high, count) {
  const first = Math.floor(Math.log10(low)), last = Math.ceil(Math.log10(high));
  const factors = (last - first) * 3 <= 2 * count ? [1, 2, 5] : [1];
  const found = [];
  for (let power = first; power <= last; power++) {
    for (const factor of factors) {
      const value = power < 0 ? factor / 10 ** -power : factor * 10 ** power;
      if (value >= low && value <= high) found.push({value, label: fixed(value, Math.max(0, -power))});
    }
  }
  return found;
}

/** So many places of equal width side by side; `inner` and `outer` padding as shares of a step. @param {number} count @param {number[]} range @param {{inner?: number, outer?: number}} [padding] */
export function band(count, [low, high], {inner = 0, outer = 0} = {}) {
  const step = (high - low) / Math.max(1, count - inner + 2 * outer), bandwidth = step * (1 - inner);
  const start = low + (high - low - step * (count - inner)) / 2;
  return Object.assign((/** @type {number} */ i) => start + step * i, {step, bandwidth, middle: (/** @type {number} */ i) => start + step * i + bandwidth / 2});
}
