// The names below the bars: upright where there is room, turned where there is not.
/** @import {BarsFacts} from "../../types" */
/** @import {BarsShape} from "./barsshape.js" */
import {svg} from "../../core/dom.js";
import {rewardText} from "../../plot/responses.js";

/** @param {BarsFacts} facts @param {BarsShape} shape @param {number} i */
export function groupNames(facts, shape, i) {
  return shape.upright ? turnedName(facts, shape, i) : levelName(facts, shape, i);
}

/** @param {BarsFacts} facts @param {BarsShape} shape @param {number} i */
function levelName(facts, {place, base}, i) {
  const [reward, truth] = rewardText(facts, i), words = facts.responses[i].split(" ");
  const line = (/** @type {string} */ text, /** @type {number} */ k, /** @type {string} */ kind) => (
    svg("text", {class: `middle ${kind}`, x: place.middle(i), y: base + 16 + 15 * k}, text));
  return [...words.map((word, k) => line(word, k, "strong")), line(reward, words.length, "muted"), line(truth, words.length + 1, "true")];
}

/** @param {BarsFacts} facts @param {BarsShape} shape @param {number} i */
function turnedName(facts, {place, group, base, longest, named}, i) {
  const x = place.middle(i), [reward, truth] = rewardText(facts, i), paid = facts.reward[i] > 0;
  const below = (/** @type {string} */ text, /** @type {number} */ k, /** @type {string} */ kind) => (
    svg("text", {class: `middle ${kind}`, x, y: base + longest + 22 + 14 * k}, text));
  const marks = group >= 24
    ? [below(reward.slice(2), 0, "muted"), below(truth.slice(5), 1, "true")]
    : paid ? [below("•", 0, "muted")] : [];
  if (!named.has(i)) return marks;
  const turn = `translate(${x + 4} ${base + 6}) rotate(-90)`;
  return [svg("text", {class: `end ${paid ? "strong" : "muted"}`, transform: turn}, facts.responses[i]), ...marks];
}
