// One histogram: bars that grow over the exact distribution, with a line at the KL and at the exact mean.
/** @import {Numbers} from "../../types" */
import {setAll, svg, write} from "../../core/dom.js";
import {fixed} from "../../core/number.js";
import {axis} from "../../plot/axis.js";
import {heap, rule, step} from "../../plot/marks.js";
import {linear} from "../../plot/scale.js";

export const LEFT = 44, RIGHT = 40;
// Beyond the scale less than this is not worth a figure.
const LEAST_SHARE = 0.0005;

/** @typedef {ReturnType<typeof histogramRow>} Row */
/** What a row is drawn on: exact shares of the bins, the lines in pixels, and where the bins stand. @typedef {{shares: number[], kl: number, mean: number, left: (i: number) => number, cell: number}} RowScale */

/** @param {"k1" | "k2" | "k3"} name @param {string} formula @param {{top: number, base: number, width: number}} place */
export function histogramRow(name, formula, {top, base, width}) {
  const right = width - RIGHT, grid = svg("g"), bars = heap(`heap ${name}`), exact = step("curve ink");
  const kl = rule("truth dashed"), mean = rule("truth"), words = rowWords(name, formula, top, right);
  const baseline = rule("axis").move(LEFT, base, right, base);
  /** @type {RowScale} */
  let at;
  let y = linear([0, 1], [base, top]);
  /** @param {RowScale} scale */
  const scale = (scale) => {
    at = scale;
    const {shares, left, cell} = at, highest = Math.max(...shares);
    y = linear([0, highest * 1.2], [base, top]);
    kl.move(at.kl, top - 6, at.kl, base);
    mean.move(at.mean, top - 6, at.mean, base);
    const percents = linear([0, 120 * highest], y.range);
    grid.replaceChildren(...axis(percents, {side: "left", at: LEFT + 2, across: [LEFT, right], count: 3, keep: ({value}) => value > 0, format: ({label}) => `${label} %`}));
    exact.move(shares.map(y), left, cell);
    beyond(words.low, shares[0], left(0.5), y);
    beyond(words.high, shares[shares.length - 1], left(shares.length - 0.5), y);
  };
  /** @param {Numbers} counts @param {number} total @param {string} measured */
  const fill = (counts, total, measured) => {
    const tops = Array.from(counts, (count) => (count ? Math.max(top - 6, y(count / total)) : base));
    bars.move(total ? tops : [], at.left, at.cell, base);
    write(words.measured, measured);
  };
  const root = svg("g", {}, grid, bars.node, exact.node, kl.node, mean.node, baseline, ...Object.values(words));
  return {name, root, scale, fill};
}

/** @param {string} name @param {string} formula @param {number} top @param {number} right */
function rowWords(name, formula, top, right) {
  return {
    title: svg("text", {class: `strong ${name}`, x: LEFT, y: top - 14}, name, svg("tspan", {class: "muted", dx: 8, "font-weight": 400}, formula)),
    measured: svg("text", {class: "end", x: right, y: top - 14}),
    low: svg("text", {class: "muted middle haloed"}),
    high: svg("text", {class: "muted middle haloed"}),
  };
}

/** What lies beyond the scale, in figures over its bin. @param {SVGTextElement} text @param {number} share @param {number} x @param {(share: number) => number} y */
function beyond(text, share, x, y) {
  write(setAll(text, {x, y: y(share) - 6}), share >= LEAST_SHARE ? `${fixed(100 * share, 1)} %` : "");
}
