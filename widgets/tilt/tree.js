// The token tree: edges as wide as π*(a|s) over a ghost as wide as π_ref(a|s).
const WIDEST = {roomy: 14, dense: 8};

function buildTree(facts, {el, width, store}) {
  const shape = treeShape(facts, width);
  const {svg, picture} = card(el, {
    title: "Token by token",
    subtitle: `<span>each edge: ${edgeWords(shape)}; V is the soft value of a prefix: what it is worth to π*</span>`,
    label: "Token tree",
  }, shape.height, width);
  svg.classList.toggle("dense", shape.dense);
  const edges = treeEdges(facts);
  const widest = shape.dense ? WIDEST.dense : WIDEST.roomy;
  const ghosts = edges.map((edge, e) => make("path", {class: "ghost", d: edgePath(shape, edge), "stroke-width": widest * facts.edges[e]}));
  const lines = edges.map((edge) => make("path", {class: "line", d: edgePath(shape, edge)}));
  const labels = edges.map((edge, e) => edgeLabel(shape, edge, facts.edges[e]));
  const nodes = prefixNodes(facts, shape);
  const leaves = facts.responses.map((name, i) => leafRow(facts, shape, i, store));
  svg.append(
    ...leaves.map(({band}) => band), ...ghosts, ...lines, ...nodes.map(({circle}) => circle),
    ...labels.map(({root}) => root), ...nodes.map(({root}) => root), ...leaves.map(({root}) => root),
  );
  const star = (i) => scene.leafProbs[i];
  const scene = {facts, shape, svg, edges, lines, ghosts, labels, nodes, leaves, widest, leafProbs: facts.ref};
  scene.follow = responseHandle(picture, "token tree", facts, store, star);
  scene.table = numbersTable(el, "Every token in numbers", ["prefix", "its soft value V", "next token", "π_ref", "π*", "reached under π*"]);
  return scene;
}

// Where there is no room for both numbers, π_ref is left to the ghost of the edge.
const isBrief = ({x, dense}) => x(1) - x(0) < 105 && !dense;

function edgeWords(shape) {
  const star = '<b class="star">π*</b>', ref = '<b class="ref">π_ref</b>';
  return isBrief(shape) ? `${star} in figures, ${ref} as the grey band` : `${ref} → ${star}`;
}

// The label keeps to the outer side of its edge: above one that climbs, below one that descends.
function edgeLabel(shape, {t, i, parent}, ref) {
  const {x, y, radius, depth, narrow, dense, vocab} = shape;
  const off = dense ? 4 : y(t + 1, i) > y(t, parent) + 1 ? 18 : -10;
  const inner = t + 1 < depth, value = off > 10 ? (narrow ? 24 : 32) : 0;
  const token = Math.max(value, textWidth(vocab[i % vocab.length], 12, 650) / 2);
  const at = {x: x(t + 1) - (inner ? Math.max(radius, token) + 7 : 4), y: y(t + 1, i) + off};
  const layers = ["haloed hollow", ""].map((layer) => labelLayer(at, layer, {narrow, brief: isBrief(shape)}, ref));
  return {root: make("g", {}, ...layers.map(({text}) => text)), now: layers.map(({now}) => now)};
}

// A label is drawn twice: its halo, then its figures, or the halo of one part would eat the next.
function labelLayer(at, layer, {narrow, brief}, ref) {
  const now = make("tspan", {class: "star strong"});
  const kept = brief ? "hidden" : "";
  const before = make("tspan", {class: `ref ${kept}`}, fixed(ref, 2));
  const arrow = make("tspan", {class: `muted ${kept}`}, narrow ? "→" : " → ");
  return {now, text: make("text", {...at, class: `${layer} end ${narrow ? "small" : ""}`}, before, arrow, now)};
}

function prefixNodes({vocab, depth}, {x, y, radius, dense}) {
  const nodes = [];
  for (let t = 0; t < depth; t++) {
    for (let i = 0; i < vocab.length ** t; i++) nodes.push(prefixNode(t ? vocab[i % vocab.length] : "prompt", x(t), y(t, i), radius, dense));
  }
  return nodes;
}

function prefixNode(name, cx, cy, radius, dense) {
  const circle = make("circle", {class: "node", cx, cy});
  const token = make("text", {x: cx, y: cy - radius - 4, class: "haloed middle strong"}, name);
  const value = make("text", {x: cx, y: cy + radius + 13, class: "haloed middle muted"});
  if (dense) setAll(token, {y: cy - radius - 3});
  return {circle, value, root: make("g", {}, token, value)};
}

// A response: its name, rewards and probability, and a band that lights up and takes the pointer.
function leafRow(facts, shape, i, store) {
  const {x, y, depth, row, width, right, stacked, longest, brief} = shape;
  const cy = y(depth, i), x0 = right + 10;
  const [reward, truth] = rewardText(facts, i);
  const prob = make("text", {x: width, y: stacked ? cy + (brief ? -2 : 13) : cy + 4, class: "end star strong"});
  const name = make("text", {x: x0, y: stacked ? cy - 2 : cy + 4, class: "strong name"}, facts.responses[i]);
  const worth = make("text", {x: stacked ? x0 : x0 + longest + 12, y: stacked ? cy + 13 : cy + 4}, make("tspan", {class: "muted"}, reward), make("tspan", {class: "true", dx: 4}, truth));
  const height = Math.min(row, 38);
  const band = make("rect", {class: "band", x: 0, width, y: cy - height / 2, height, rx: 4});
  const hit = make("rect", {class: "hit", x: right - 60, width: width - right + 60, y: cy - row / 2, height: row});
  pointAt(hit, i, store);
  const paid = facts.reward[i] > 0 ? "paid" : "";
  return {band, prob, root: make("g", {class: paid}, name, worth, prob, hit)};
}

function drawTree(scene, frame, values) {
  const {facts, shape, svg} = scene;
  const onPath = new Set(values.pointed < 0 ? [] : pathTo(shape, values.pointed));
  scene.leafProbs = frame.reach.slice(-shape.leaves);
  scene.edges.forEach((edge, e) => drawEdge(scene, frame, e, onPath.has(e)));
  scene.nodes.forEach((node, n) => drawNode(scene, node, n ? frame.reach[n - 1] : 1, frame.soft[n]));
  scene.leaves.forEach(({prob, band}, i) => {
    write(prob, fixed(scene.leafProbs[i], 3));
    band.classList.toggle("lit", i === values.pointed);
  });
  svg.setAttribute("aria-label", treeLabel(facts, frame, scene.leafProbs, values));
  scene.follow(values.pointed);
  scene.table(() => treeRows(scene, frame));
}

// An edge a row: the prefix and what it is worth, the token, and where it leads.
function treeRows({facts: {vocab, responses, edges: ref, depth}, edges}, {edges: star, reach, soft}) {
  const size = vocab.length, gap = responses[0].length > depth ? " " : "";
  const name = (t, i) => Array.from({length: t}, (_, k) => vocab[Math.floor(i / size ** (t - 1 - k)) % size]).join(gap) || "(prompt)";
  return edges.map(({t, parent, i}, e) => [
    name(t, parent), fixed(soft[(size ** t - 1) / (size - 1) + parent], 3), vocab[i % size], fixed(ref[e], 3), fixed(star[e], 3), fixed(reach[e], 3),
  ]);
}

function drawEdge({edges: drawn, lines, labels, widest, shape}, {edges, reach}, e, lit) {
  // In a dense tree only the strong edges are labelled, and none where the leaves stand close.
  const last = drawn[e].t + 1 === shape.depth;
  setAll(lines[e], {"stroke-width": Math.max(0.4, widest * edges[e])});
  lines[e].classList.toggle("lit", lit);
  for (const now of labels[e].now) write(now, fixed(edges[e], 2));
  labels[e].root.classList.toggle("veiled", !lit && shape.dense && (last || shape.crowded(drawn[e].t) || reach[e] < 0.04));
}

function drawNode({shape: {radius, narrow}}, {circle, value}, reach, soft) {
  setAll(circle, {r: radius * (0.3 + 0.7 * Math.sqrt(reach))});
  write(value, `${narrow ? "V" : "V ="} ${fixed(soft, 2)}`);
}

function treeLabel({responses}, {soft}, leafProbs, {beta}) {
  const best = leafProbs.indexOf(Math.max(...leafProbs));
  return `Token tree at β ${beta}: the soft value of the prompt is ${fixed(soft[0], 3)}; the likeliest response under π* is ${responses[best]}, with probability ${fixed(leafProbs[best], 3)}.`;
}

pictures.tree = {build: buildTree, draw: drawTree};
