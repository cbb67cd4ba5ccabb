// The grammar of a value that a reader types into a field, or writes into a link; and what is said where
// another one is taken, or none.
/** @import {ScaleFacts, WholeFacts} from "../types" */
import {nearest} from "../core/sweep.js";

// What a reader would call a number: Number() also takes "0x1", "Infinity" and nothing at all.
const NUMBER = /^[+−-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
// A pattern takes its time with a megabyte of digits; and no more of a text is quoted.
const LONGEST = 1000, QUOTED = 20;
// As many digits as the page shows; more would be cut in one place and not another.
const DIGITS = 4;

/** The value that a text stands for, and what is to be said of it, if anything. @template V @typedef {{value: V, problem: string}} Reading */

/** The beginning of a text. @param {string} text @param {number} [most] */
export function quoted(text, most = QUOTED) {
  return Array.from(text.trim().slice(0, 2 * most)).slice(0, most).join("");
}

/** A value as it is written in a sentence. @param {number} value */
const plain = (value) => String(Number(value.toPrecision(6))).replace("-", "−");

/** @param {string} text @returns {number | null} */
function numberIn(text) {
  const numeral = text.length < LONGEST ? text.trim() : "";
  return NUMBER.test(numeral) ? Number(numeral.replace("−", "-")) : null;
}

/**
 * A value of a slider. Out of range it becomes the nearest end where the scale clamps, and is refused
 * where it does not; between two stops it is taken, or becomes the nearer one.
 * @param {ScaleFacts} scale @param {ArrayLike<number>} stops @param {string} text @param {number} kept the value that stays
 * @returns {Reading<number>}
 */
export function readNumber({symbol, low, high, between, clamp}, stops, text, kept) {
  const shown = quoted(text), typed = numberIn(text);
  const takes = `${symbol} takes ${plain(low)} to ${plain(high)}`, stays = `${symbol} stays at ${plain(kept)}.`;
  if (typed === null) {
    const hint = text.includes(",") ? " Decimals take a point." : "";
    return {value: kept, problem: `“${shown}” is not a number; ${takes}.${hint} ${stays}`};
  }
  // There is no negative zero.
  const value = Number(typed.toPrecision(DIGITS)) + 0;
  if (value < low || value > high) {
    if (!clamp) return {value: kept, problem: `${shown} is out of range; ${takes}. ${stays}`};
    const end = value < low ? low : high;
    return {value: end, problem: `${shown} is out of range; ${takes}, so ${plain(end)} is taken.`};
  }
  const stop = stops[nearest(stops, value)];
  if (!between && stop !== value) return {value: stop, problem: `${shown} is no stop of ${symbol}: ${plain(stop)} is taken.`};
  return {value, problem: value === typed ? "" : `${shown} is rounded to ${plain(value)}.`};
}

/** A whole number from 0 to the most that there is. @param {WholeFacts} whole @param {string} text @param {number} kept @returns {Reading<number>} */
export function readWhole({symbol, most}, text, kept) {
  const digits = text.length < LONGEST ? text.trim() : "";
  if (/^\d{1,12}$/.test(digits) && Number(digits) <= most) return {value: Number(digits), problem: ""};
  const allowed = `a ${symbol} is a whole number from 0 to ${most}`;
  return {value: kept, problem: `“${quoted(text)}”: ${allowed}. The ${symbol} stays ${kept}.`};
}

/** One of some words, as a link names it. @param {string[]} options @param {string} text @param {string} kept @returns {Reading<string>} */
export function readChoice(options, text, kept) {
  if (options.includes(text)) return {value: text, problem: ""};
  return {value: kept, problem: `there is no “${quoted(text)}”, only ${options.join(", ")}; ${kept} is taken.`};
}

/** On or off, as a link says it. @param {string} text @param {boolean} kept @returns {Reading<boolean>} */
export function readSwitch(text, kept) {
  const {value, problem} = readChoice(["1", "0"], text, kept ? "1" : "0");
  return {value: value === "1", problem};
}
