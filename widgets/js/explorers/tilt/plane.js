// Tilt's plane: π* on the frontier with its tangent, the true reward, and π_T. A press moves π* along the
// frontier to the nearest stop of β.
/** @import {Draw, PeakFacts, PlaneFacts, PlaneFrame, Shown, Space} from "../../types" */
/** @import {Point} from "../../plot/labels.js" */
/** @import {Tangent} from "./tangent.js" */
import {setAll, svg, toggle, write} from "../../core/dom.js";
import {fixed} from "../../core/number.js";
import {nearest} from "../../core/sweep.js";
import {handle, numbersTable} from "../../plot/access.js";
import {key, keyOf, say} from "../../plot/frame.js";
import {cross, dot, rule, square} from "../../plot/marks.js";
import {fromStart, plane, pressable} from "../../plot/plane.js";
import {planeNames} from "./planenames.js";
import {planeLabel, planeRows} from "./planewords.js";

/** @typedef {ReturnType<typeof plane>} Plane */

/** @param {PlaneFacts} facts @param {Space} space @returns {Draw<PlaneFrame>} */
export function tiltPlane(facts, space) {
  const {store, el} = space, {stops} = facts;
  const base = plane(facts, space, {title: "Reward against KL", subtitle: legend(facts), label: "Reward–KL plane"});
  const marks = planeMarks(facts, base);
  base.svg.append(...marks.nodes);
  pressable(base.svg, base.shape, stops, (i) => store.set({beta: stops.beta[i]}));
  // Along the frontier to the right is towards a smaller β.
  const count = stops.beta.length, stop = (/** @type {number} */ i) => count - 1 - i;
  const {follow} = handle(base.picture, {
    label: "β, along the frontier", count,
    spoken: (i) => `β ${stops.beta[stop(i)]}: KL ${fixed(stops.kl[stop(i)], 3)} nats, reward ${fixed(stops.reward[stop(i)], 3)}`,
    onMove: (i) => store.set({beta: stops.beta[stop(i)]}),
  });
  const table = numbersTable(el, "Points in the plane", ["point", "KL(π‖π_ref), nats", "E[r]", ...(facts.peak ? ["true E[r]"] : [])]);
  const temperatureKey = keyOf(base.note, "temp");
  return (frame, shown) => {
    marks.move(frame, shown);
    if (temperatureKey) temperatureKey.hidden = !isShown(frame, shown);
    say(base.svg, planeLabel(frame, shown));
    follow(stop(nearest(stops.beta, shown.beta)));
    table(() => planeRows(facts, frame, shown, isShown(frame, shown)));
  };
}

/** π_T is shown as soon as it is there. @param {PlaneFrame} frame @param {Shown} shown */
const isShown = (frame, shown) => Boolean(shown.show_temperature && frame.temp_kl && frame.temp_reward);

/** @param {PlaneFacts} facts */
function legend({peak}) {
  return key("star", "line", "frontier, π*") + key("ref", "dot", "π_ref")
    + (peak ? key("true", "line dashed", "true reward of π*") : "")
    + key("temp", "line dotted", "π_T, all T", "temp");
}

/** @param {PlaneFacts} facts @param {Plane} base */
function planeMarks(facts, base) {
  const {x, y} = base.shape, {cooling, start} = facts;
  const curve = base.curve("curve temp dotted", cooling.kl, cooling.reward), tangent = tangentMarks(base);
  const truth = facts.peak ? truthMarks(facts, base) : null, names = planeNames(facts, base);
  const temp = square("dot temp", 10), star = dot("dot star", {r: 7});
  const nodes = [
    names.words, curve, tangent.node, names.slope, base.frontier(), ...(truth?.nodes ?? []),
    base.reference(), names.ref, ...tangent.above, temp.node, names.temp, star.node, names.peak, names.star,
  ];
  /** @param {PlaneFrame} frame @param {Shown} shown */
  const move = (frame, shown) => {
    const withT = isShown(frame, shown);
    /** @type {Record<string, Point>} */
    const at = {star: [x(frame.kl[0]), y(frame.reward[0])], ref: [x(0), y(start[1] ?? 0)], temp: [x(frame.temp_kl?.[0] ?? 0), y(frame.temp_reward?.[0] ?? 0)]};
    star.move(...at.star);
    if (withT) temp.move(...at.temp);
    if (truth && frame.truth) truth.now.move(...(at.now = [x(frame.kl[0]), y(frame.truth[0])]));
    for (const part of [curve, temp.node, names.temp]) toggle(part, "hidden", !withT);
    names.move(at, tangent.move(frame, shown), shown, withT);
  };
  return {nodes, move};
}

/** From the intercept J(π*) on the reward axis, with slope β, to where it leaves the picture. @param {Plane} base */
function tangentMarks({shape, levels}) {
  const {x, y, extent} = shape;
  const tangent = rule("tangent"), intercept = svg("path", {class: "intercept"}), value = svg("text", {class: "star strong end haloed"});
  /** @param {PlaneFrame} frame @param {Shown} shown @returns {Tangent} */
  const move = (frame, {beta}) => {
    const from = frame.intercept[0], end = Math.min(extent.kl, (extent.high - from) / beta);
    const ends = {x1: x(0), y1: y(from), x2: x(end), y2: y(from + beta * end)};
    tangent.move(ends.x1, ends.y1, ends.x2, ends.y2);
    setAll(intercept, {d: `M${x(0) - 6} ${y(from)}h12`});
    write(setAll(value, {x: x(0) - 8, y: y(from) + 4}), `J ${fixed(from, 2)}`);
    // A tick's label gives way to J where both would stand in one place.
    for (const label of levels) toggle(label, "veiled", Math.abs(Number(label.getAttribute("y")) - y(from) - 4) < 15);
    return ends;
  };
  return {node: tangent.node, above: [intercept, value], move};
}

/** The true reward of π*, dashed, with a ring at its peak. @param {PlaneFacts} facts @param {Plane} base */
function truthMarks(facts, {shape: {x, y}, curve}) {
  const peak = /** @type {PeakFacts} */ (facts.peak), now = cross("cross true");
  const ring = dot("ring true", {r: 5}).move(x(peak.kl), y(peak.true_reward));
  return {now, nodes: [curve("curve true dashed", ...fromStart(facts, "truth")), ring, now.node]};
}
