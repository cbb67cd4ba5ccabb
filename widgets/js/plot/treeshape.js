// Where the parts of a token tree stand: plain geometry, recomputed for a scenario and a width only.
/** @import {TreeFacts} from "../types" */
import {rewardText} from "./responses.js";
import {textWidth} from "./text.js";

/** An edge: its depth, its place among those that deep, and the place of the prefix it leaves. @typedef {{t: number, i: number, parent: number}} Edge */
/** @typedef {ReturnType<typeof treeShape>} TreeShape */

// A step of a tree that has room for two tokens and a number between them.
const TIGHT = 72;
// The share of a step in which its edges have parted from one another.
const PARTED = 0.55;

/** @param {TreeFacts} facts @param {number} width */
export function treeShape(facts, width) {
  const {vocab, depth, responses} = facts;
  const leaves = responses.length, narrow = width < 520, dense = leaves > 16, stacked = narrow && !dense;
  const radius = dense ? 6 : narrow ? 11 : 15;
  // The name of the root is centred over it, or where there is little room begins with it.
  const left = narrow ? radius + 1 : 30, step = (/** @type {number} */ block) => (width - block - 10 - left) / depth;
  const {block, line, ...leaf} = leafShape(facts, dense, stacked, step), across = step(block);
  const height = Math.max(narrow ? 300 : 400, leaves * line) + 16, row = (height - 16) / leaves;
  return {
    vocab, depth, leaves, narrow, dense, stacked, radius, right: width - block - 10, height, row, width, ...leaf,
    crowded: (/** @type {number} */ t) => t > 0 && across < 90,
    x: (/** @type {number} */ t) => left + t * across,
    y: (/** @type {number} */ t, /** @type {number} */ i) => 8 + row * (i + 0.5) * vocab.length ** (depth - t),
    terse: isTerse(vocab, narrow, radius, across),
  };
}

/**
 * Whether there is no room for both numbers of an edge, and π_ref is left to its ghost: they end before the
 * token that they lead to, and must begin where the edges have parted.
 * @param {string[]} vocab @param {boolean} narrow @param {number} radius @param {number} across
 */
function isTerse(vocab, narrow, radius, across) {
  const token = Math.max(radius, ...vocab.map((name) => textWidth(name, 12, 650) / 2)) + 7;
  return textWidth(narrow ? "0.00→0.00" : "0.00 → 0.00", narrow ? 11 : 12, 650) + token > PARTED * across;
}

/** How wide and how high a response with its rewards and its probability is. @param {TreeFacts} facts @param {boolean} dense @param {boolean} stacked @param {(block: number) => number} step */
function leafShape(facts, dense, stacked, step) {
  const {responses} = facts, longest = Math.max(...responses.map((name) => textWidth(name, 13, 650))), brief = longest < 60;
  const worth = Math.max(...responses.map((_, i) => textWidth(rewardText(facts, i).join(" "), 12))) + 8;
  if (!stacked) return {longest, brief, tall: false, block: longest + worth + (dense ? 56 : 76), line: dense ? 11.5 : 40};
  const two = Math.max(longest + (brief ? 48 : 0), worth + (brief ? 0 : 46));
  // Where the tokens would run together, the probability stands below the rewards.
  const tall = !brief && step(two) < TIGHT;
  return {longest, brief, tall, block: tall ? Math.max(longest, worth) : two, line: tall ? 52 : 40};
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
