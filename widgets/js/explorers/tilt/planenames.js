// The names in Tilt's plane, in the order in which they choose their places: π*, π_T, the peak of the true
// reward, which so is named by a word as well as a colour, π_ref, the tangent and the region beyond.
/** @import {PlaneFacts, Shown} from "../../types" */
/** @import {Point} from "../../plot/labels.js" */
/** @import {Plane} from "./plane.js" */
/** @import {Tangent} from "./tangent.js" */
import {svg} from "../../core/dom.js";
import {fixed} from "../../core/number.js";
import {around, beside} from "../../plot/labels.js";
import {fromStart} from "../../plot/plane.js";
import {alongTangent, outOfReach} from "./tangent.js";

// Half of what each mark covers, its rim included.
const RADIUS = {star: 8, ref: 7, temp: 6, ring: 6, cross: 6};

/** @param {PlaneFacts} facts @param {Plane} base */
export function planeNames(facts, base) {
  const {shape: {x, y}} = base, {peak, cooling} = facts;
  const text = (/** @type {string} */ kind) => svg("text", {class: kind});
  const names = {
    star: text("star strong haloed"), temp: text("temp strong haloed"), ref: text("ref haloed"), peak: text("true haloed"),
    slope: text("star haloed-shade"), words: text("muted haloed-shade"),
  };
  const frontier = base.trace(...fromStart(facts, "reward")), cold = base.trace(cooling.kl, cooling.reward);
  const still = [frontier, ...(peak ? [base.trace(...fromStart(facts, "truth"))] : [])];
  /** @type {Point | null} */
  const top = peak && [x(peak.kl), y(peak.true_reward)];
  /** @param {Record<string, Point>} at @param {Tangent} tangent @param {Shown} shown @param {boolean} withT */
  const move = (at, tangent, shown, withT) => {
    const {x1, y1, x2, y2} = tangent;
    const {avoid, name} = base.names([...still, ...(withT ? [cold] : []), {xs: [x1, x2], ys: [y1, y2]}]);
    avoid(around(at.star, RADIUS.star), around(at.ref, RADIUS.ref), around([x1, y1], 6, 2));
    if (withT) avoid(around(at.temp, RADIUS.temp));
    if (top) avoid(around(top, RADIUS.ring));
    if (at.now) avoid(around(at.now, RADIUS.cross));
    name(names.star, [`π* at β ${shown.beta}`, "π*"], beside(at.star, RADIUS.star));
    if (withT) name(names.temp, [`π_T at T ${shown.temperature}`, "π_T"], beside(at.temp, RADIUS.temp));
    if (peak && top) name(names.peak, peakWords(peak), beside(top, RADIUS.ring));
    name(names.ref, ["π_ref"], beside(at.ref, RADIUS.ref));
    name(names.slope, ["slope β"], alongTangent(tangent));
    name(names.words, ["no policy gets here"], outOfReach(base.shape, tangent, frontier));
  };
  return {...names, move};
}

/** @param {NonNullable<PlaneFacts["peak"]>} peak */
function peakWords({true_reward: reward, beta}) {
  const top = `peak ${fixed(reward, 2)}`;
  return [`${top} at β ${fixed(beta, 2)}`, top, "peak"];
}
