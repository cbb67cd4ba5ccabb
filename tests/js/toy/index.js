// A small explorer of its own: a grid of cells, a line over steps, and a path in the plane. It stands for the
// next explorer, and shows what one has to write.
/** @import {Draw, Frame, Numbers, PlaneFacts, Space} from "kl-leash/types" */
import {svg} from "kl-leash/core/dom.js";
import {fixed} from "kl-leash/core/number.js";
import {explorer} from "kl-leash/page/start.js";
import {handle, handle2, numbersTable} from "kl-leash/plot/access.js";
import {axis} from "kl-leash/plot/axis.js";
import {card, key, say} from "kl-leash/plot/frame.js";
import {around, beside} from "kl-leash/plot/labels.js";
import {arrow, cell, dot, line, rule} from "kl-leash/plot/marks.js";
import {plane} from "kl-leash/plot/plane.js";
import {prose} from "kl-leash/plot/prose.js";
import {band, linear} from "kl-leash/plot/scale.js";

const PAD = {left: 46, right: 14, top: 12, bottom: 40};

/** Every response a cell, first token by row. @param {{vocab: string[]}} facts @param {Space} space @returns {Draw<{probs: Numbers}>} */
function grid({vocab}, {el, width, store}) {
  const size = Math.min(width - PAD.left, 260), place = band(vocab.length, [0, size], {inner: 0.06}), height = size + PAD.top + 24;
  const {svg: drawing, picture} = card(el, {title: "Two tokens, one cell", subtitle: key("star", "", "π of a response"), label: "Grid"}, {width, height});
  const corner = (/** @type {number} */ i) => [PAD.left + place(i % vocab.length), PAD.top + place(Math.floor(i / vocab.length))];
  const cells = Array.from({length: vocab.length ** 2}, (_, i) => {
    const [x, y] = corner(i);
    return cell("cell star", {x, y, width: place.bandwidth, height: place.bandwidth});
  });
  const names = vocab.flatMap((token, i) => [
    svg("text", {class: "muted end", x: PAD.left - 7, y: PAD.top + place.middle(i) + 4}, token),
    svg("text", {class: "muted middle", x: PAD.left + place.middle(i), y: height - 6}, token),
  ]);
  const ring = svg("rect", {class: "curve star", width: place.bandwidth, height: place.bandwidth});
  drawing.append(...cells.map(({node}) => node), ring, ...names);
  const last = vocab.length - 1;
  let at = 0;
  const {follow} = handle2(picture, {label: "Response in the grid", onMove(dx, dy) {
    const column = Math.max(0, Math.min(last, (at % vocab.length) + dx)), row = Math.max(0, Math.min(last, Math.floor(at / vocab.length) - dy));
    at = row * vocab.length + column;
    store.invalidate();
  }});
  return ({probs}) => {
    cells.forEach(({move}, i) => move(probs[i]));
    const [x, y] = corner(at), words = `${vocab[Math.floor(at / vocab.length)]}${vocab[at % vocab.length]}: ${fixed(probs[at], 3)}`;
    ring.setAttribute("x", String(x));
    ring.setAttribute("y", String(y));
    say(drawing, `A grid of ${cells.length} responses`);
    follow(words);
  };
}

/** What is earned, step by step. @param {{steps: number[], objective: Numbers}} facts @param {Space} space @returns {Draw<Frame>} */
function overSteps({steps, objective}, {el, width, store}) {
  const height = 240, right = width - PAD.right, base = height - PAD.bottom, values = Array.from(objective);
  const {svg: drawing, picture} = card(el, {title: "Objective over steps", subtitle: "J at β 1", label: "Line"}, {width, height});
  const x = linear([0, steps.length - 1], [PAD.left, right]), y = linear([Math.min(...values), Math.max(...values)], [base, PAD.top]);
  const curve = line("curve star"), now = rule("truth dashed"), point = dot("dot star", {r: 5});
  curve.move(steps.map(x), values.map(y));
  drawing.append(
    ...axis(y, {side: "left", at: PAD.left, across: [PAD.left, right]}),
    ...axis(x, {side: "bottom", at: base, across: [PAD.left, right], title: "step"}), curve.node, now.node, point.node,
  );
  const table = numbersTable(el, "Objective by step", ["step", "J"]);
  const {follow} = handle(picture, {
    label: "Step, along the line", count: steps.length, spoken: (i) => `step ${i}: J ${fixed(values[i], 3)}`, onMove: (step) => store.set({step}),
  });
  return (_, {step}) => {
    now.move(x(step), PAD.top, x(step), base);
    point.move(x(step), y(values[step]));
    say(drawing, `J at step ${step} is ${fixed(values[step], 3)}`);
    follow(step);
    table(() => steps.map((i) => [String(i), fixed(values[i], 3)]));
  };
}

/** The path up to this step. @param {Pick<PlaneFacts, "start" | "curve" | "range"> & {kl: Numbers, reward: Numbers}} facts @param {Space} space @returns {Draw<Frame>} */
function path(facts, space) {
  const base = plane(facts, space, {title: "The way there", subtitle: key("star", "line", "frontier") + key("temp", "line", "path"), label: "Plane"});
  const way = base.path("curve temp"), push = arrow("intercept"), name = svg("text", {class: "strong haloed"}), {x, y} = base.shape;
  base.svg.append(base.frontier(), way.node, push.node, base.reference(), name);
  return (_, {step}) => {
    const kl = Array.from(facts.kl).slice(0, step + 1), reward = Array.from(facts.reward).slice(0, step + 1);
    /** @type {[number, number]} */
    const tip = [x(kl[step]), y(reward[step])];
    way.move(kl, reward);
    push.move(x(kl[Math.max(0, step - 1)]), y(reward[Math.max(0, step - 1)]), ...tip);
    const names = base.names([base.trace(kl, reward)]);
    names.avoid(around(tip, 3));
    names.name(name, [`step ${step}`, String(step)], beside(tip, 3));
    say(base.svg, `After step ${step}: ${fixed(kl[step], 3)} nats, reward ${fixed(reward[step], 3)}`);
  };
}

export const {mount, render} = explorer({pictures: {grid, line: overSteps, path, text: prose}});
