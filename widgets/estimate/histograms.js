// The histograms of a run: one scale for all three, an overflow bin at each end, the exact
// distribution over the bars.
const PLOT = {left: 44, right: 40, head: 34, height: 128, foot: 44};

function buildHistograms(facts, {el, width}) {
  PLOT.height = plotHeight(width);
  const height = 3 * (PLOT.head + PLOT.height) + PLOT.foot;
  const {svg, note} = card(el, {title: "Batch estimates", subtitle: histogramKeys(), label: "Histograms"}, height, width);
  const run = make("html:p", {class: "subtitle run", role: "status"});
  note.after(run);
  const rows = ["k1", "k2", "k3"].map((name, e) => histogramRow(name, e, facts, width));
  const axis = make("g");
  svg.append(...rows.map(({root}) => root), axis);
  const table = numbersTable(el, "The histograms in numbers", ["bin", "k1", "k2", "k3"]);
  return {svg, run, rows, axis, width, height, table, scale: null};
}

// Beside the other views it is about as high as they are together; on a narrow page it stands alone.
function plotHeight(width) {
  if (matchMedia("(max-width: 900px)").matches) return width > 560 ? 236 : 128;
  return width > 560 ? 258 : 285;
}

function histogramKeys() {
  return '<span class="key ink"><i class="bar"></i><span>share of the estimates drawn</span></span>'
    + '<span class="key ink"><i class="line"></i><span>exact distribution</span></span>'
    + '<span class="key ink"><i class="upright dashed"></i><span>true KL</span></span>'
    + '<span class="key ink"><i class="upright"></i><span>exact mean</span></span>'
    + "<span>Each is as tall as its own peak; end bins: all beyond the scale.</span>";
}

function histogramRow(name, e, {formulas}, width) {
  const top = e * (PLOT.head + PLOT.height) + PLOT.head, base = top + PLOT.height;
  const parts = {
    grid: make("g"),
    bars: make("path", {class: `heap ${name}`}),
    exact: make("path", {class: "curve ink"}),
    kl: make("line", {class: "truth dashed", y1: top - 6, y2: base}),
    mean: make("line", {class: "truth", y1: top - 6, y2: base}),
    base: make("line", {class: "axis", x1: PLOT.left, x2: width - PLOT.right, y1: base, y2: base}),
    title: make("text", {class: `strong ${name}`, x: PLOT.left, y: top - 14}, name, make("tspan", {class: "muted", dx: 8, "font-weight": 400}, width < 420 ? "" : formulas[name])),
    measured: make("text", {class: "end", x: width - PLOT.right, y: top - 14}),
    low: make("text", {class: "muted middle haloed"}),
    high: make("text", {class: "muted middle haloed"}),
  };
  return {root: make("g", {}, ...Object.values(parts)), ...parts, name, e, top, base};
}

// The scale is fixed for a run: bins between the edges, and one more at each end for what is beyond.
function setScale(scene, exact) {
  const {width, axis, height} = scene, {edges} = exact, bins = edges.length + 1;
  const cell = (width - PLOT.left - PLOT.right) / bins;
  const left = (i) => PLOT.left + i * cell;
  const x = linear(edges[0], edges[edges.length - 1], left(1), left(bins - 1));
  const clamped = (value) => Math.max(PLOT.left, Math.min(width - PLOT.right, x(value)));
  const at = height - PLOT.foot;
  axis.replaceChildren(
    ...ticks(edges[0], edges[edges.length - 1], Math.max(4, Math.floor(width / 80))).map(({value, label}) => (
      make("text", {class: "muted middle", x: x(value), y: at + 16}, label)
    )),
    make("text", {class: "muted end", x: width - PLOT.right, y: at + 36}, "estimate of the KL, nats"),
  );
  scene.scale = {exact, left, cell, clamped, bins};
  for (const row of scene.rows) {
    const highest = Math.max(...exact.bins[row.e]);
    row.y = linear(0, highest * 1.2, row.base, row.top);
    setAll(row.kl, {x1: clamped(exact.kl), x2: clamped(exact.kl)});
    setAll(row.mean, {x1: clamped(exact.mean[row.e]), x2: clamped(exact.mean[row.e])});
    row.grid.replaceChildren(...ticks(0, 120 * highest, 3).slice(1).flatMap(({value, label}) => [
      make("line", {class: "rule", x1: PLOT.left, x2: width - PLOT.right, y1: row.y(value / 100), y2: row.y(value / 100)}),
      make("text", {class: "muted end", x: PLOT.left - 5, y: row.y(value / 100) + 4}, `${label} %`),
    ]));
    row.exact.setAttribute("d", steps(exact.bins[row.e], scene.scale, row));
    overflow(row, exact.bins[row.e], scene.scale);
  }
}

function steps(shares, {left, cell}, {y}) {
  return shares.map((share, i) => `${i ? "L" : "M"}${left(i).toFixed(1)} ${y(share).toFixed(1)}h${cell.toFixed(1)}`).join("");
}

function overflow(row, shares, {left, cell, bins}) {
  const words = (share) => (share >= 0.0005 ? `${fixed(100 * share, 1)} %` : "");
  write(setAll(row.low, {x: left(0.5), y: row.y(shares[0]) - 6}), words(shares[0]));
  write(setAll(row.high, {x: left(bins - 0.5), y: row.y(shares[bins - 1]) - 6}), words(shares[bins - 1]));
}

function heap(counts, total, {left, cell}, {y, base, top}) {
  if (!total) return "";
  let d = "";
  counts.forEach((count, i) => {
    if (count) d += `M${(left(i) + 0.5).toFixed(1)} ${base}V${Math.max(top - 6, y(count / total)).toFixed(1)}h${(cell - 1).toFixed(1)}V${base}`;
  });
  return d;
}

function drawHistograms(scene, _, {live, stale, lost}) {
  if (!live) return;
  const {frame, settings, exact} = live, total = frame.batches[0];
  if (scene.scale?.exact !== exact && JSON.stringify(scene.scale?.exact) !== JSON.stringify(exact)) setScale(scene, exact);
  const count = `${total.toLocaleString("en")} ${total === 1 ? "batch" : "batches"} of N = ${settings.tokens}, seed ${settings.seed}`;
  const words = stale ? `The settings have changed: a new run begins${lost ? " when the connection is back" : ""}.` : total ? count : `A new run: no batches yet, seed ${settings.seed}`;
  if (scene.run.textContent !== words) scene.run.textContent = words;
  scene.svg.classList.toggle("stale", Boolean(stale));
  for (const row of scene.rows) {
    row.bars.setAttribute("d", heap(frame[`${row.name}_counts`] ?? [], total, scene.scale, row));
    write(row.measured, total ? `mean ${measured(frame, row.name)}` : "");
  }
  describeHistograms(scene, live);
}

const measured = (frame, name) => `${frame[`${name}_average`][0]} ± ${frame[`${name}_error`][0]}`;

function describeHistograms({svg, table}, {frame, exact, settings}) {
  const total = frame.batches[0];
  const part = (name, e) => `${name}: mean ${total ? measured(frame, name) : "none yet"}, exact ${fixed(exact.mean[e], 4)}`;
  svg.setAttribute("aria-label", `Histograms of ${total} batch estimates of N = ${settings.tokens} tokens; the true KL is ${fixed(exact.kl, 4)}. ${["k1", "k2", "k3"].map(part).join("; ")}.`);
  table(() => exact.bins[0].map((_, i) => [binName(exact.edges, i), ...["k1", "k2", "k3"].map((name) => String(frame[`${name}_counts`]?.[i] ?? 0))]));
}

function binName(edges, i) {
  if (i === 0) return `below ${fixed(edges[0], 3)}`;
  if (i === edges.length) return `from ${fixed(edges[i - 1], 3)}`;
  return `${fixed(edges[i - 1], 3)} to ${fixed(edges[i], 3)}`;
}

pictures.histograms = {build: buildHistograms, draw: drawHistograms};
