// Where the bars stand, and which responses have room for their name.
/** @import {BarsFacts} from "../../types" */
import {band, linear} from "../../plot/scale.js";
import {textWidth} from "../../plot/text.js";

export const HEAD = 20;
const FOOT = 38, LEFT = 34;

/** @typedef {ReturnType<typeof barsShape>} BarsShape */

/** @param {BarsFacts} facts @param {number} width */
export function barsShape({responses, reward, top}, width) {
  const place = band(responses.length, [LEFT, width]), group = place.step;
  // Words stand below one another; names that are still too wide for their group are turned.
  const lines = responses.map((name) => name.split(" "));
  const upright = Math.max(...lines.flat().map((word) => textWidth(word, 12, 650))) + 3 > group;
  const longest = Math.max(...responses.map((name) => textWidth(name, 12, 650)));
  const foot = upright ? longest + 44 : FOOT + 16 * lines[0].length;
  const height = 214 + foot, base = height - foot;
  return {
    place, group, left: LEFT, width, height, base, upright, longest,
    named: roomyNames(reward, group), y: linear([0, top], [base, HEAD]),
  };
}

/** Which turned names have room: the best rewarded first, none closer than a line of type. @param {number[]} reward @param {number} group */
export function roomyNames(reward, group) {
  const order = reward.map((_, i) => i).sort((a, b) => reward[b] - reward[a] || a - b);
  /** @type {Set<number>} */
  const named = new Set();
  const free = (/** @type {number} */ i) => [...named].every((other) => Math.abs(other - i) * group >= 12);
  for (const i of group < 24 ? order.filter((i) => reward[i] > 0) : order) if (free(i)) named.add(i);
  return named;
}

/** The place of one of several bars within a group that begins at x. @param {Pick<BarsShape, "group">} shape @param {number} x @param {number} k @param {number} count */
export function slotIn({group}, x, k, count) {
  const inner = Math.min(group * 0.8, 96), each = inner / count;
  return {x: x + (group - inner) / 2 + each * k, width: Math.max(1, each - (each > 6 ? 2 : 0.5))};
}
