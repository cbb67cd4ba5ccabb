// One histogram: bars that grow over the exact distribution, with a line at the KL and at the exact mean.
/** @import {Numbers} from "../../types" */
import {setAll, svg, write} from "../../core/dom.js";
import {fixed} from "../../core/number.js";
import {axis} from "../../plot/axis.js";
import {heap, rule, step} from "../../plot/marks.js";
import {linear} from "../../plot/scale.js";
import {textWidth} from "../../plot/text.js";

export const LEFT = 44, RIGHT = 40;
// Beyond the scale less than this is not worth a figure.
const LEAST_SHARE = 0.0005;

/** @typedef {ReturnType<typeof histogramRow>} Row */
/** What a row is drawn on: exact shares of the bins, the lines in pixels, and where the bins stand. @typedef {{shares: number[], kl: number, mean: number, left: (i: number) => number, cell: number}} RowScale */

/** @param {"k1" | "k2" | "k3"} name @param {string} formula @param {{top: number, base: number, width: number}} place */
export function histogramRow(name, formula, {top, base, width}) {
  const right = width - RIGHT, grid = svg("g"), bars = heap(`heap ${name}`), exact = step("curve ink");
  const kl = rule("truth dashed"), mean = rule("truth"), words = rowWords(name, formula, top, right);
  const cuts = cutMarks(top - 6, right), baseline = rule("axis").move(LEFT, base, right, base);
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
    cuts.move(Array.from(counts, (count) => (total && y(count / total) < top - 6 ? count / total : 0)), at.left, at.cell);
    write(words.measured, measured);
  };
  const root = svg("g", {}, grid, bars.node, exact.node, kl.node, mean.node, baseline, cuts.root, ...Object.values(words));
  return {name, root, scale, fill};
}

/**
 * A bar that is higher than the picture is cut: a notch says so, and beside it stands its share, of the
 * tallest first, as far as there is room.
 * @param {number} top @param {number} right
 */
function cutMarks(top, right) {
  const notches = svg("path", {class: "notch"}), root = svg("g", {}, notches);
  /** @type {SVGTextElement[]} */
  const texts = [];
  /** @param {number[]} shares of the bars that are cut, and 0 of all others @param {(i: number) => number} left @param {number} cell */
  const move = (shares, left, cell) => {
    const cut = shares.flatMap((share, i) => (share ? [i] : []));
    setAll(notches, {d: cut.map((i) => `M${(left(i) - 1).toFixed(1)} ${top + 5}l${(cell / 2 + 1).toFixed(1)} -4l${(cell / 2 + 1).toFixed(1)} 4`).join("")});
    const labels = cutLabels(cut.sort((a, b) => shares[b] - shares[a]), shares, (i) => left(i) + cell + 2, right);
    while (texts.length < labels.length) root.append(texts[texts.push(svg("text", {class: "small strong haloed", y: top + 11})) - 1]);
    texts.forEach((text, k) => write(setAll(text, {x: labels[k]?.x ?? 0}), labels[k]?.words ?? ""));
  };
  return {root, move};
}

/** @param {number[]} order @param {number[]} shares @param {(i: number) => number} after @param {number} right */
function cutLabels(order, shares, after, right) {
  /** @type {{x: number, end: number, words: string}[]} */
  const labels = [];
  for (const i of order) {
    const words = `↑ ${fixed(100 * shares[i], 1)} %`, x = after(i), end = x + textWidth(words, 11, 650);
    if (end < right + RIGHT && labels.every((other) => end + 4 < other.x || other.end + 4 < x)) labels.push({x, end, words});
  }
  return labels;
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
