// One axis for all pictures: numbers beside the lines of a scale, or below them, and what is measured.
/** @import {Scale, Tick} from "./scale.js" */
import {svg} from "../core/dom.js";
import {mathSVG} from "./text.js";

/**
 * @typedef {object} Axis
 * @property {"left" | "bottom"} side
 * @property {number} at where it stands: the x of one at the left, the y of one below
 * @property {number[]} [across] from where to where its lines go; none without it
 * @property {number} [count] about how many numbers it has
 * @property {(tick: Tick) => string} [format]
 * @property {(tick: Tick) => boolean} [keep] which of the ticks it shows
 * @property {boolean} [zero] whether the line at zero is an axis of its own
 * @property {string} [title] written at its end
 * @property {number} [low] how far below the axis the title stands
 */

/** @param {Scale} scale @param {Axis} options @returns {SVGElement[]} */
export function axis(scale, options) {
  const {count = 5, keep = () => true, side, title} = options;
  const shown = scale.ticks(count).filter(keep);
  const marks = shown.flatMap((tick) => (side === "left" ? leftTick(scale, tick, options) : bottomTick(scale, tick, options)));
  if (side === "bottom" && options.across) marks.push(svg("line", {class: "axis", x1: options.across[0], x2: options.across[1], y1: options.at, y2: options.at}));
  return title ? [...marks, titleOf(scale, title, options)] : marks;
}

const plain = (/** @type {Tick} */ {label}) => label;

/** @param {Scale} scale @param {Tick} tick @param {Axis} axis */
function leftTick(scale, tick, {at, across, zero, format = plain}) {
  const y = scale(tick.value);
  const label = svg("text", {class: "muted end level", x: at - 7, y: y + 4}, format(tick));
  if (!across) return [label];
  return [svg("line", {class: zero && tick.value === 0 ? "axis" : "rule", x1: across[0], x2: across[1], y1: y, y2: y}), label];
}

/** @param {Scale} scale @param {Tick} tick @param {Axis} axis */
function bottomTick(scale, tick, {at, format = plain}) {
  return [svg("text", {class: "muted middle", x: scale(tick.value), y: at + 16}, format(tick))];
}

/** @param {Scale} scale @param {string} title @param {Axis} axis */
function titleOf(scale, title, {side, at, low = 33}) {
  if (side === "left") return svg("text", {class: "muted", x: at, y: Math.min(...scale.range) - 8}, ...mathSVG(title));
  return svg("text", {class: "muted end", x: Math.max(...scale.range), y: at + low}, ...mathSVG(title));
}
