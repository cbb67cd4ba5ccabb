// The histograms of a run: one scale for all three, an overflow bin at each end, the exact distribution
// over the bars.
/** @import {Draw, HistogramsFacts, Live, RunExact, Shown, Space} from "../../types" */
/** @import {Row} from "./histogramrow.js" */
import {html, svg, toggle, write} from "../../core/dom.js";
import {fixed} from "../../core/number.js";
import {announcer} from "../../plot/announce.js";
import {axis} from "../../plot/axis.js";
import {card, key, say} from "../../plot/frame.js";
import {linear} from "../../plot/scale.js";
import {numbersTable} from "../../plot/access.js";
import {histogramRow, LEFT, RIGHT} from "./histogramrow.js";
import {histogramsLabel, histogramsRows, measured} from "./histogramwords.js";
import {NAMES} from "./names.js";

const HEAD = 34, FOOT = 44;

/** @param {HistogramsFacts} facts @param {Space} space @returns {Draw<{}>} */
export function histograms({formulas}, {el, width, alone}) {
  const plot = plotHeight(width, alone), height = NAMES.length * (HEAD + plot) + FOOT;
  const {svg: drawing, note} = card(el, {title: "Batch estimates", subtitle: legend(), label: "Histograms"}, {width, height});
  const run = html("p", {class: "subtitle run"}), tell = announcer(el);
  note.after(run);
  const rows = NAMES.map((name, e) => {
    const top = e * (HEAD + plot) + HEAD;
    return histogramRow(name, width < 420 ? "" : formulas[name], {top, base: top + plot, width});
  });
  const below = svg("g"), table = numbersTable(el, "The histograms in numbers", ["bin", ...NAMES]);
  drawing.append(...rows.map(({root}) => root), below);
  /** @type {RunExact | null} */
  let scaled = null;
  return (_, shown) => {
    const {live} = shown;
    if (!live) return;
    if (scaled !== live.exact) setScale(rows, below, scaled = live.exact, width, height - FOOT);
    toggle(drawing, "stale", shown.stale);
    const words = runWords(live, shown);
    write(run, words);
    tell(words);
    rows.forEach((row) => drawRow(row, live));
    say(drawing, histogramsLabel(live));
    table(() => histogramsRows(live));
  };
}

/** Beside the other views it is about as high as they are together. @param {number} width @param {boolean} alone */
function plotHeight(width, alone) {
  if (alone) return width > 560 ? 236 : 128;
  return width > 560 ? 258 : 285;
}

function legend() {
  return key("ink", "bar", "share of the estimates drawn") + key("ink", "line", "exact distribution")
    + key("ink", "upright dashed", "true KL") + key("ink", "upright", "exact mean")
    + "<span>Each is as tall as its own peak; end bins: all beyond the scale.</span>";
}

/** The scale is fixed for a run: bins between the edges, and one more at each end for what is beyond. @param {Row[]} rows @param {SVGGElement} below @param {RunExact} exact @param {number} width @param {number} at */
function setScale(rows, below, exact, width, at) {
  const {edges} = exact, bins = edges.length + 1, cell = (width - LEFT - RIGHT) / bins;
  const left = (/** @type {number} */ i) => LEFT + i * cell;
  const x = linear([edges[0], edges[edges.length - 1]], [left(1), left(bins - 1)]);
  const clamped = (/** @type {number} */ value) => Math.max(LEFT, Math.min(width - RIGHT, x(value)));
  const count = Math.max(4, Math.floor(width / 80));
  const title = svg("text", {class: "muted end", x: width - RIGHT, y: at + 36}, "estimate of the KL, nats");
  below.replaceChildren(...axis(x, {side: "bottom", at, count}), title);
  rows.forEach((row, e) => row.scale({shares: exact.bins[e], kl: clamped(exact.kl), mean: clamped(exact.mean[e]), left, cell}));
}

/** @param {Row} row @param {Live} live */
function drawRow(row, {frame}) {
  const total = Number(frame.batches[0]);
  row.fill(/** @type {ArrayLike<number>} */ (frame[`${row.name}_counts`] ?? []), total, total ? `mean ${measured(frame, row.name)}` : "");
}

/** @param {Live} live @param {Shown} shown */
function runWords({frame, settings: {tokens, seed}}, {stale, lost}) {
  const total = Number(frame.batches[0]);
  if (stale) return `The settings have changed: a new run begins${lost ? " when the connection is back" : ""}.`;
  if (!total) return `A new run: no batches yet, seed ${seed}`;
  return `${fixed(total, 0)} ${total === 1 ? "batch" : "batches"} of N = ${tokens}, seed ${seed}`;
}
