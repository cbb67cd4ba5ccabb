// Tilt's plane: π* on the frontier with its tangent, the true reward, and π_T. A press moves π* along the
// frontier to the nearest stop of β.
/** @import {Draw, PlaneFacts, PlaneFrame, Shown, Space} from "../../types" */
import {setAll, svg, toggle, write} from "../../core/dom.js";
import {fixed} from "../../core/number.js";
import {nearest} from "../../core/sweep.js";
import {handle, numbersTable} from "../../plot/access.js";
import {key, keyOf, say} from "../../plot/frame.js";
import {nameBox} from "../../plot/labels.js";
import {cross, dot, rule, square} from "../../plot/marks.js";
import {fromStart, plane, pressable} from "../../plot/plane.js";
import {nameTangent} from "./tangent.js";
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
  const truth = facts.peak ? truthMarks(facts, base) : null;
  const temp = square("dot temp", 10), tempName = svg("text", {class: "temp strong haloed"}), refName = svg("text", {class: "ref haloed"});
  const star = dot("dot star", {r: 7}), starName = svg("text", {class: "star strong haloed"});
  const nodes = [
    tangent.words, curve, ...tangent.below, base.frontier(), ...(truth?.nodes ?? []),
    base.reference(), refName, ...tangent.above, temp.node, tempName, star.node, starName,
  ];
  /** Each point's name stands below and to the right of it, unless something else is there. @param {PlaneFrame} frame @param {Shown} shown */
  const name = (frame, shown) => {
    const names = base.names(), withT = isShown(frame, shown);
    /** @type {Record<string, [number, number]>} */
    const at = {star: [x(frame.kl[0]), y(frame.reward[0])], ref: [x(0), y(start[1] ?? 0)], temp: [x(frame.temp_kl?.[0] ?? 0), y(frame.temp_reward?.[0] ?? 0)]};
    names.avoid(at.star, at.ref, ...(withT ? [at.temp] : []), ...(truth ? [truth.at] : []));
    names.keep(nameBox(tangent.name), ...(truth ? [nameBox(truth.name)] : []));
    names.name(starName, at.star, `π* at β ${shown.beta}`);
    if (withT) {
      temp.move(...at.temp);
      names.name(tempName, at.temp, `π_T at T ${shown.temperature}`);
    }
    for (const part of [curve, temp.node, tempName]) toggle(part, "hidden", !withT);
    // The legend names the reference too, so its name may stay away where there is no room.
    toggle(refName, "veiled", !names.name(refName, at.ref, "π_ref", false));
  };
  /** @param {PlaneFrame} frame @param {Shown} shown */
  const move = (frame, shown) => {
    star.move(x(frame.kl[0]), y(frame.reward[0]));
    tangent.move(frame, shown);
    if (frame.truth) truth?.now.move(x(frame.kl[0]), y(frame.truth[0]));
    name(frame, shown);
  };
  return {nodes, move};
}

/** From the intercept J(π*) on the reward axis, with slope β, to where it leaves the picture. @param {Plane} base */
function tangentMarks({shape, levels}) {
  const {x, y, extent} = shape;
  const words = svg("text", {class: "muted haloed-shade"}, "no policy gets here"), name = svg("text", {class: "star haloed-shade"}, "slope β");
  const tangent = rule("tangent"), intercept = svg("path", {class: "intercept"}), value = svg("text", {class: "star strong end haloed"});
  /** @param {PlaneFrame} frame @param {Shown} shown */
  const move = (frame, {beta}) => {
    const from = frame.intercept[0], end = Math.min(extent.kl, (extent.high - from) / beta);
    tangent.move(x(0), y(from), x(end), y(from + beta * end));
    nameTangent({name, words}, shape, {intercept: from, beta, end, late: frame.kl[0] > 0.55 * extent.kl});
    setAll(intercept, {d: `M${x(0) - 6} ${y(from)}h12`});
    write(setAll(value, {x: x(0) - 8, y: y(from) + 4}), `J ${fixed(from, 2)}`);
    // A tick's label gives way to J where both would stand in one place.
    for (const label of levels) toggle(label, "veiled", Math.abs(Number(label.getAttribute("y")) - y(from) - 4) < 12);
  };
  return {words, name, below: [tangent.node, name], above: [intercept, value], move};
}

/** The true reward of π*, dashed, and its peak: a ring and a word, so that colour is not alone. @param {PlaneFacts} facts @param {Plane} base */
function truthMarks(facts, {shape: {x, y}, curve}) {
  const [kl, truth] = fromStart(facts, "truth"), peak = /** @type {NonNullable<PlaneFacts["peak"]>} */ (facts.peak);
  /** @type {[number, number]} */
  const at = [x(peak.kl), y(peak.true_reward)];
  // The words stand under the part of the dashed line that they are as long as.
  const under = truth.filter((_, i) => x(kl[i]) > x(0) + 50 && x(kl[i]) < x(0) + 190);
  const below = Math.max(at[1], ...under.map(y)) + 18;
  const name = svg("text", {class: "true haloed", x: x(0) + 54, y: below}, `peak ${fixed(peak.true_reward, 2)} at β ${fixed(peak.beta, 2)}`);
  const now = cross("cross true"), ring = dot("ring true", {r: 5}).move(...at);
  return {at, now, name, nodes: [curve("curve true dashed", kl, truth), ring, now.node, name]};
}
