// Where the parts of a token tree stand: plain geometry, recomputed for a scenario and a width only.
/** @import {TreeFacts} from "../types" */
import {rewardText} from "./responses.js";
import {textWidth} from "./text.js";

/** An edge: its depth, its place among those that deep, and the place of the prefix it leaves. @typedef {{t: number, i: number, parent: number}} Edge */
/** @typedef {ReturnType<typeof treeShape>} TreeShape */

/** @param {TreeFacts} facts @param {number} width */
export function treeShape(facts, width) {
  const {vocab, depth, responses} = facts;
  const leaves = responses.length, narrow = width < 520, dense = leaves > 16;
  const longest = Math.max(...responses.map((name) => textWidth(name, 13, 650)));
  const stacked = narrow && !dense, brief = longest < 60;
  const worth = Math.max(...responses.map((_, i) => textWidth(rewardText(facts, i).join(" "), 12))) + 8;
  const two = Math.max(longest + (brief ? 48 : 0), worth + (brief ? 0 : 46));
  const block = stacked ? two : longest + worth + (dense ? 56 : 76);
  const radius = dense ? 6 : narrow ? 11 : 15;
  const left = 30, right = width - block - 10, step = (right - left) / depth;
  const height = Math.max(narrow ? 300 : 400, leaves * (dense ? 11.5 : 40)) + 16, row = (height - 16) / leaves;
  return {
    vocab, depth, leaves, narrow, dense, stacked, radius, right, height, row, width, longest, brief,
    crowded: (/** @type {number} */ t) => t > 0 && step < 90,
    x: (/** @type {number} */ t) => left + t * step,
    y: (/** @type {number} */ t, /** @type {number} */ i) => 8 + row * (i + 0.5) * vocab.length ** (depth - t),
    // Where there is no room for both numbers, π_ref is left to the ghost of the edge.
    terse: step < 105 && !dense,
  };
}

/** Edges in level order, each with the place in its level of the prefix it leads to. @param {Pick<TreeFacts, "vocab" | "depth">} facts */
export function treeEdges({vocab, depth}) {
  /** @type {Edge[]} */
  const edges = [];
  for (let t = 0; t < depth; t++) {
    for (let i = 0; i < vocab.length ** (t + 1); i++) edges.push({t, i, parent: Math.floor(i / vocab.length)});
  }
  return edges;
}

/** @param {TreeShape} shape @param {Edge} edge */
export function edgePath({x, y, depth, radius}, {t, i, parent}) {
  const [x0, y0, x1, y1] = [x(t), y(t, parent), x(t + 1), y(t + 1, i)];
  const middle = x0 + (x1 - x0) * 0.38, flat = x1 - (t + 1 < depth ? radius : 0);
  return `M${x0} ${y0}C${middle} ${y0} ${middle} ${y1} ${flat} ${y1}`;
}

/** The edges that lead from the root to a response, as indices in level order. @param {TreeShape} shape @param {number} response */
export function pathTo({vocab, depth}, response) {
  const path = [];
  for (let t = 0, start = 0; t < depth; t++) {
    path.push(start + Math.floor(response / vocab.length ** (depth - 1 - t)));
    start += vocab.length ** (t + 1);
  }
  return path;
}

/** The name of a prefix: its tokens, as responses are written. @param {TreeFacts} facts @param {number} t @param {number} i */
export function prefixName({vocab, responses, depth}, t, i) {
  const gap = responses[0].length > depth ? " " : "";
  return Array.from({length: t}, (_, k) => vocab[Math.floor(i / vocab.length ** (t - 1 - k)) % vocab.length]).join(gap) || "(prompt)";
}
