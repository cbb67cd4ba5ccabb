// The token tree that explorers share: edges as wide as a policy's π(a|s) over a ghost as wide as
// π_ref(a|s), nodes sized by reach, soft values below them, and a row for each response.
/** @import {Draw, Shown, Space, TreeFacts, TreeFrame} from "../types" */
/** @import {Edge, TreeShape} from "./treeshape.js" */
import {setAll, svg, toggle, write} from "../core/dom.js";
import {fixed} from "../core/number.js";
import {numbersTable} from "./access.js";
import {card, say} from "./frame.js";
import {responseArea, responseHandle, rewardText} from "./responses.js";
import {textWidth} from "./text.js";
import {edgePath, pathTo, prefixName, treeEdges, treeShape} from "./treeshape.js";

const WIDEST = {roomy: 14, dense: 8};
// The opacity of an edge whose prefix is never reached, and of one whose prefix always is.
const FAINTEST = 0.08, FULL = 0.6;
// In a dense tree an edge that is reached less often than this has no label.
const WORTH_A_LABEL = 0.04;
// Nor has one between others whose label would begin before this share of its way.
const LABELLED = 0.44;

/** @param {TreeFacts} facts @param {Space} space @returns {Draw<TreeFrame>} */
export function tree(facts, {el, width, store}) {
  const shape = treeShape(facts, width);
  const {svg: drawing, picture} = card(el, {
    title: "Token by token",
    subtitle: `<span>${legend(shape)}</span>`,
    label: "Token tree",
  }, shape);
  drawing.classList.toggle("dense", shape.dense);
  const {band, hit, follow: light} = leafArea(shape, store), labels = svg("g");
  const edges = treeEdges(facts).map((edge, e) => edgeMarks(shape, edge, facts.edges[e], labels));
  const lines = edges.map(({line}) => line), size = shape.vocab.length;
  const nodes = prefixNodes(facts, shape), branches = nodes.map((_, n) => branch(lines.slice(n * size, (n + 1) * size))), leaves = facts.responses.map((_, i) => leafRow(facts, shape, i));
  drawing.append(
    band, ...edges.map(({ghost}) => ghost), ...branches.map(({root}) => root), ...nodes.map(({circle}) => circle),
    labels, ...nodes.map(({root}) => root), ...leaves.map(({root}) => root), hit,
  );
  const follow = responseHandle(picture, "token tree", facts, store);
  const table = numbersTable(el, "Every token in numbers", ["prefix", "its soft value V", "next token", "π_ref", "π*", "reached under π*"]);
  return (frame, shown) => {
    const onPath = new Set(shown.pointed < 0 ? [] : pathTo(shape, shown.pointed)), {reach} = frame, first = reach.length - shape.leaves;
    const probs = Array.prototype.slice.call(reach, first);
    edges.forEach(({move}, e) => move(frame.edges[e], reach[e], onPath.has(e)));
    // In level order an edge leads to the node after it.
    nodes.forEach(({move}, n) => move(n ? reach[n - 1] : 1, frame.soft[n]));
    branches.forEach(({move}, n) => move(n ? reach[n - 1] : 1));
    leaves.forEach(({move}, i) => move(probs[i]));
    light(shown.pointed);
    say(drawing, treeLabel(facts, frame, probs, shown));
    follow(shown.pointed, probs);
    table(() => treeRows(facts, frame));
  };
}

/** @param {TreeShape} shape */
function legend({terse}) {
  const star = '<b class="star">π*</b>', ref = '<b class="ref">π_ref</b>';
  return `an edge is as wide as ${star}(a|s) over the grey band of ${ref}(a|s), in figures ${terse ? star : `${ref} → ${star}`}; faint, and from a small `
    + "node, where π* hardly reaches the prefix s; V is its soft value: what it is worth to π*";
}

/** The edges that leave a prefix, all as faint as it is rarely reached: one attribute a prefix and frame. @param {SVGPathElement[]} lines */
function branch(lines) {
  const root = svg("g", {}, ...lines);
  const move = (/** @type {number} */ reach) => setAll(root, {"stroke-opacity": (FAINTEST + (FULL - FAINTEST) * Math.sqrt(reach)).toFixed(2)});
  return {root, move};
}

/** @param {TreeShape} shape @param {Edge} edge @param {number} ref @param {SVGGElement} labels */
function edgeMarks(shape, edge, ref, labels) {
  const d = edgePath(shape, edge), widest = shape.dense ? WIDEST.dense : WIDEST.roomy, last = edge.t + 1 === shape.depth;
  const bare = shape.dense && (last || shape.crowded(edge.t) || !hasRoom(shape, edge));
  const ghost = svg("path", {class: "ghost", d, "stroke-width": widest * ref}), line = svg("path", {class: "line", d});
  // Most labels of a dense tree are never seen: one is made when it is.
  /** @type {ReturnType<typeof edgeLabel> | null} */
  let label = null;
  /** @param {number} prob @param {number} reach @param {boolean} lit */
  const move = (prob, reach, lit) => {
    setAll(line, {"stroke-width": Math.max(0.4, widest * prob).toFixed(2)});
    toggle(line, "lit", lit);
    // In a dense tree only the strong edges are labelled, and none where the leaves stand close.
    const veiled = !lit && shape.dense && (bare || reach < WORTH_A_LABEL);
    if (label) toggle(label.root, "veiled", veiled);
    if (veiled) return;
    if (!label) labels.append((label = edgeLabel(shape, edge, ref)).root);
    for (const layer of label.now) write(layer, fixed(prob, 2));
  };
  return {ghost, line, move};
}

/** The label keeps to the outer side of its edge: above one that climbs, below one that descends. @param {TreeShape} shape @param {Edge} edge @param {number} ref */
function edgeLabel(shape, edge, ref) {
  const at = labelAt(shape, edge);
  const layers = ["haloed hollow", ""].map((layer) => labelLayer(at, layer, shape, ref));
  return {root: svg("g", {}, ...layers.map(({text}) => text)), now: layers.map(({now}) => now)};
}

/** Where the label of an edge ends. @param {TreeShape} shape @param {Edge} edge */
function labelAt(shape, edge) {
  const {x, y, radius, depth, narrow, vocab} = shape, {t, i} = edge;
  const off = labelOff(shape, edge), inner = t + 1 < depth, value = off > 10 ? textWidth(valueText(narrow, 0)) / 2 : 0;
  const token = Math.max(value, textWidth(vocab[i % vocab.length], 12, 650) / 2);
  return {x: x(t + 1) - (inner ? Math.max(radius, token) + 7 : 4), y: y(t + 1, i) + off};
}

/** Whether the label of an edge in a dense tree is clear of the edges beside it; the outermost always is. @param {TreeShape} shape @param {Edge} edge */
function hasRoom(shape, edge) {
  const {x, vocab: {length}, terse, narrow} = shape, {t, i} = edge, place = i % length;
  if (!terse || place === 0 || place === length - 1) return true;
  return labelAt(shape, edge).x - textWidth("0.00", narrow ? 11 : 12, 650) > x(t) + LABELLED * (x(t + 1) - x(t));
}

/** How far below the end of an edge its label stands. @param {TreeShape} shape @param {Edge} edge */
function labelOff({y, dense}, {t, i, parent}) {
  const drop = y(t + 1, i) - y(t, parent);
  if (!dense) return drop > 1 ? 18 : -10;
  // Close below, the next edge passes: between this one and the one above there is room.
  return drop > 30 ? 14 : -6 - Math.max(0, drop / 4);
}

/** A label is drawn twice: its halo, then its figures, or the halo of one part would eat the next. @param {{x: number, y: number}} at @param {string} layer @param {TreeShape} shape @param {number} ref */
function labelLayer(at, layer, {narrow, terse}, ref) {
  const now = svg("tspan", {class: "star strong"}), kept = terse ? "hidden" : "";
  const before = svg("tspan", {class: `ref ${kept}`}, fixed(ref, 2)), arrow = svg("tspan", {class: `muted ${kept}`}, narrow ? "→" : " → ");
  return {now, text: svg("text", {...at, class: `${layer} end ${narrow ? "small" : ""}`}, before, arrow, now)};
}

/** @param {TreeFacts} facts @param {TreeShape} shape */
function prefixNodes({vocab, depth}, shape) {
  const nodes = [];
  for (let t = 0; t < depth; t++) {
    for (let i = 0; i < vocab.length ** t; i++) nodes.push(prefixNode(t ? vocab[i % vocab.length] : "prompt", t, i, shape));
  }
  return nodes;
}

/** @param {string} name @param {number} t @param {number} i @param {TreeShape} shape */
function prefixNode(name, t, i, {x, y, radius, dense, narrow}) {
  const cx = x(t), cy = y(t, i), root = narrow && t === 0;
  const circle = svg("circle", {class: "node", cx, cy});
  // At the edge of a small picture the words of the root begin with it, above the label of a level edge.
  const kind = root ? "" : "middle", at = root ? 0 : cx, up = radius + (root ? 12 : dense ? 3 : 4);
  const token = svg("text", {x: at, y: cy - up, class: `haloed ${kind} strong`}, name);
  const value = svg("text", {x: at, y: cy + radius + 13, class: `haloed ${kind} muted`});
  /** @param {number} reach @param {number} soft */
  const move = (reach, soft) => {
    setAll(circle, {r: (radius * (0.3 + 0.7 * Math.sqrt(reach))).toFixed(2)});
    write(value, valueText(narrow, soft));
  };
  return {circle, root: svg("g", {}, token, value), move};
}

/** @param {boolean} narrow @param {number} soft */
const valueText = (narrow, soft) => `${narrow ? "V" : "V ="} ${fixed(soft, 2)}`;

/** Where a pointer is at a response, and the band that then lights up its row. @param {TreeShape} shape @param {Space["store"]} store */
function leafArea({x, y, depth, row, width, leaves}, store) {
  const height = Math.min(row, 38), left = x(depth) - 60;
  const lit = (/** @type {number} */ i) => ({x: 0, width, y: y(depth, i) - height / 2, height});
  return responseArea({x: left, width: width - left, y: y(depth, 0) - row / 2, height: row * leaves}, {count: leaves, along: "y", lit}, store);
}

/** A response: its name, rewards and probability. @param {TreeFacts} facts @param {TreeShape} shape @param {number} i */
function leafRow(facts, shape, i) {
  const {y, depth, width, right, stacked, longest, brief, tall} = shape;
  const cy = y(depth, i), x0 = right + 10, [reward, truth] = rewardText(facts, i);
  const first = tall ? cy - 10 : stacked ? cy - 2 : cy + 4, second = stacked ? first + 15 : first;
  const at = tall ? {x: x0, y: second + 15, class: "star strong"} : {x: width, y: brief ? first : second, class: "end star strong"};
  const prob = svg("text", at);
  const name = svg("text", {x: x0, y: first, class: "strong name"}, facts.responses[i]);
  const worth = svg("text", {x: stacked ? x0 : x0 + longest + 12, y: second},
    svg("tspan", {class: "muted"}, reward), ...(truth ? [svg("tspan", {class: "true", dx: 4}, truth)] : []));
  const move = (/** @type {number} */ share) => write(prob, fixed(share, 3));
  return {root: svg("g", {class: facts.reward[i] > 0 ? "paid" : ""}, name, worth, prob), move};
}

/** @param {TreeFacts} facts @param {TreeFrame} frame @param {number[]} probs @param {Shown} shown */
function treeLabel({responses}, {soft}, probs, {beta}) {
  const best = probs.indexOf(Math.max(...probs));
  return `Token tree at β ${beta}: the soft value of the prompt is ${fixed(soft[0], 3)}; the likeliest response under π* is ${responses[best]}, with probability ${fixed(probs[best], 3)}.`;
}

/** An edge a row: the prefix and what it is worth, the token, and where it leads. @param {TreeFacts} facts @param {TreeFrame} frame */
function treeRows(facts, {edges, reach, soft}) {
  const size = facts.vocab.length;
  return treeEdges(facts).map(({t, parent, i}, e) => [
    prefixName(facts, t, parent), fixed(soft[(size ** t - 1) / (size - 1) + parent], 3), facts.vocab[i % size],
    fixed(facts.edges[e], 3), fixed(edges[e], 3), fixed(reach[e], 3),
  ]);
}
