// The reward–KL plane that explorers share: axes, the frontier and what lies beyond it, the reference,
// and whatever else an explorer puts into it. Names keep apart.
/** @import {Trace} from "./labels.js" */
/** @import {CurveFacts, Numbers, PlaneFacts, Space} from "../types" */
import {svg} from "../core/dom.js";
import {axis} from "./axis.js";
import {card, clip} from "./frame.js";
import {namer, trace} from "./labels.js";
import {dot, line, pathThrough, scaled} from "./marks.js";
import {linear} from "./scale.js";

export const MARGIN = {left: 46, right: 14, top: 12, bottom: 40};

/** @typedef {ReturnType<typeof planeShape>} PlaneShape */
/** What every plane is drawn from. @typedef {Pick<PlaneFacts, "start" | "curve" | "range">} Region */

/** The scales: fixed for a scenario, whatever is shown. @param {PlaneFacts["range"]} range @param {number} width @param {number} height */
export function planeShape({kl, reward: [low, high]}, width, height) {
  const pad = 0.06 * (high - low || 1), right = width - MARGIN.right, bottom = height - MARGIN.bottom;
  const extent = {kl: kl[1] * 1.03 || 1, low: low - pad, high: high + pad};
  return {
    width, height, right, bottom, extent,
    x: linear([0, extent.kl], [MARGIN.left, right]),
    y: linear([extent.low, extent.high], [bottom, MARGIN.top]),
  };
}

/** The curve from β = ∞ (the reference) to beyond the smallest β of the slider, in order. @param {Region} region @param {"reward" | "truth"} field @returns {[number[], number[]]} */
export function fromStart({start, curve}, field) {
  const order = Array.from(curve.kl, (_, i) => i).sort((a, b) => curve.kl[a] - curve.kl[b]);
  const values = /** @type {Numbers} */ (curve[field]);
  return [
    [/** @type {number} */ (start[0]), ...order.map((i) => curve.kl[i])],
    [/** @type {number} */ (start[field === "truth" ? 2 : 1]), ...order.map((i) => values[i])],
  ];
}

/**
 * @param {Region} facts @param {Space} space
 * @param {{title: string, subtitle: string, label: string, height?: number}} options
 */
export function plane(facts, {el, width}, {title, subtitle, label, height = width < 420 ? 340 : 416}) {
  const shape = planeShape(facts.range, width, height), {x, y, right, bottom} = shape;
  const frame = card(el, {title, subtitle, label}, shape);
  const {defs, cut} = clip({x: x(0), y: MARGIN.top, width: right - x(0), height: bottom - MARGIN.top});
  const axes = [
    ...axis(y, {side: "left", at: MARGIN.left, across: [MARGIN.left, right]}),
    ...axis(x, {side: "bottom", at: bottom, across: [MARGIN.left, right], title: "KL(π‖π_ref), nats"}),
  ];
  const [kl, reward] = fromStart(facts, "reward");
  frame.svg.append(defs, beyond(shape, kl, reward, cut), ...axes);
  /** A curve within the plane. @param {string} kind @param {Numbers} kls @param {Numbers} rewards */
  const curve = (kind, kls, rewards) => line(kind, cut).move(scaled(kls, x), scaled(rewards, y));
  return {
    ...frame, shape, curve,
    levels: axes.filter((part) => part.classList.contains("level")),
    frontier: () => curve("curve star", kl, reward),
    reference: () => dot("dot ref", {r: 6}).move(x(0), y(/** @type {number} */ (facts.start[1]))),
    /** A path that grows, as of a policy that is trained: `move(kls, rewards)`. @param {string} kind */
    path(kind) {
      const {node, move} = line(kind, cut);
      return {node, move: (/** @type {Numbers} */ kls, /** @type {Numbers} */ rewards) => move(scaled(kls, x), scaled(rewards, y))};
    },
    /** The same curve for names to keep off. @param {Numbers} kls @param {Numbers} rewards */
    trace: (kls, rewards) => trace(scaled(kls, x), scaled(rewards, y)),
    names: (/** @type {Trace[]} */ curves) => namer({left: MARGIN.left + 3, right: right + 10, top: MARGIN.top, bottom: bottom - 2}, curves),
  };
}

/** What no policy reaches. @param {PlaneShape} shape @param {number[]} kl @param {number[]} reward @param {Record<string, string>} cut */
function beyond({x, y, extent}, kl, reward, cut) {
  const last = `L${x(extent.kl)} ${y(reward[reward.length - 1])}L${x(extent.kl)} ${MARGIN.top}L${x(0)} ${MARGIN.top}Z`;
  return svg("path", {class: "beyond", ...cut, d: pathThrough(scaled(kl, x), scaled(reward, y)) + last});
}

/**
 * A press on the plane goes to the nearest of some points.
 * @param {SVGElement} drawing @param {PlaneShape} shape @param {{kl: Numbers, reward: Numbers}} points @param {(i: number) => void} choose
 */
export function pressable(drawing, {x, y}, {kl, reward}, choose) {
  const pick = (/** @type {MouseEvent} */ event) => {
    const box = drawing.getBoundingClientRect(), px = event.clientX - box.left, py = event.clientY - box.top;
    const far = Array.from(kl, (value, i) => Math.hypot(x(value) - px, y(reward[i]) - py));
    choose(far.indexOf(Math.min(...far)));
  };
  // A finger that lands here may be about to scroll the page: only a tap counts.
  const touch = (/** @type {MouseEvent} */ event) => /** @type {PointerEvent} */ (event).pointerType === "touch";
  drawing.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || touch(event)) return;
    drawing.setPointerCapture(event.pointerId);
    pick(event);
  });
  drawing.addEventListener("pointermove", (event) => { if (drawing.hasPointerCapture(event.pointerId) && !touch(event)) pick(event); });
  drawing.addEventListener("click", (event) => { if (touch(event)) pick(event); });
}
