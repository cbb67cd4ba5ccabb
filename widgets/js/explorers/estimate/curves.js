// The contribution curves, with the tokens at their log-ratios.
/** @import {CurvesFacts, CurvesFrame, Draw, Space} from "../../types" */
/** @import {Scale} from "../../plot/scale.js" */
import {setAll, svg, toggle} from "../../core/dom.js";
import {fixed, short} from "../../core/number.js";
import {numbersTable} from "../../plot/access.js";
import {axis} from "../../plot/axis.js";
import {card, say} from "../../plot/frame.js";
import {dot, line} from "../../plot/marks.js";
import {linear} from "../../plot/scale.js";
import {NAMES} from "./names.js";

const PAD = {left: 34, right: 34, top: 10, bottom: 40}, HEIGHT = 300;

/** @param {CurvesFacts} facts @param {Space} space @returns {Draw<CurvesFrame>} */
export function curves(facts, {el, width}) {
  const {grid, range} = facts, right = width - PAD.right, base = HEIGHT - PAD.bottom;
  const x = linear([grid[0], grid[grid.length - 1]], [PAD.left, right]), y = linear(range, [base, PAD.top]);
  const {svg: drawing} = card(el, {
    title: "What one token adds",
    subtitle: "by its log-ratio ℓ = log π_θ − log π_ref; a dot is a token, its area its share π_θ",
    label: "Contribution curves",
  }, {width, height: HEIGHT});
  const dots = facts.ref.map(() => dot("token", {cy: y(0)}).node);
  drawing.append(
    ...axis(y, {side: "left", at: PAD.left, across: [PAD.left, right], zero: true}),
    ...axis(x, {side: "bottom", at: base, count: 6, title: "log-ratio ℓ, nats", low: 34}),
    ...NAMES.flatMap((name) => curve(name, facts, x, y)), ...dots,
  );
  const table = numbersTable(el, "The tokens", ["log-ratio, nats", "π_θ"]), widest = Math.min(30, width / 12);
  return ({ratio, share}, {f}) => {
    dots.forEach((node, i) => {
      toggle(node, "hidden", i >= ratio.length);
      if (i < ratio.length) setAll(node, {cx: x(ratio[i]), r: Math.max(2.5, widest * Math.sqrt(share[i]) / 2)});
    });
    const ends = [Math.min, Math.max].map((end) => fixed(end(...Array.from(ratio)), 2)).join(" to ");
    say(drawing, `Contribution curves: k1 is a straight line and negative for ℓ below 0, k2 a parabola, k3 rises steeply for ℓ far below 0. At f ${short(f)} the ${ratio.length} tokens have log-ratios from ${ends}.`);
    table(() => Array.from(ratio, (value, i) => [fixed(value, 3), fixed(share[i], 4)]));
  };
}

/** A curve ends where it leaves the picture; its name stands there. @param {"k1" | "k2" | "k3"} name @param {CurvesFacts} facts @param {Scale} x @param {Scale} y */
function curve(name, {grid, curves: {[name]: values}, range: [low, high]}, x, y) {
  const inside = Array.from(grid, (_, i) => i).filter((i) => values[i] <= high && values[i] >= low);
  const {node, move} = line(`curve ${name}`);
  move(inside.map((i) => x(grid[i])), inside.map((i) => y(values[i])));
  const first = name === "k3", at = inside[first ? 0 : inside.length - 1];
  const side = first ? {x: x(grid[at]) - 6, class: `end strong ${name} haloed`} : {x: x(grid[at]) + 6, class: `strong ${name} haloed`};
  return [node, svg("text", {...side, y: y(values[at]) + 5}, name)];
}
