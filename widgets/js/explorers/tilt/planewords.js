// The plane in words and as a table.
/** @import {PlaneFacts, PlaneFrame, Shown} from "../../types" */
import {fixed} from "../../core/number.js";

/** @param {PlaneFrame} frame @param {Shown} shown */
export function planeLabel(frame, {beta}) {
  const truth = frame.truth ? ` Its true reward is ${fixed(frame.truth[0], 3)}.` : "";
  return `Reward–KL plane: π* at β ${beta} earns ${fixed(frame.reward[0], 3)} at ${fixed(frame.kl[0], 3)} nats from π_ref; the tangent of slope β meets the reward axis at J = ${fixed(frame.intercept[0], 3)}.${truth}`;
}

/** Every mark of the picture a row; the true rewards where there are any. @param {PlaneFacts} facts @param {PlaneFrame} frame @param {Shown} shown @param {boolean} withT */
export function planeRows({start, peak}, frame, {beta, temperature}, withT) {
  const digits = (/** @type {number | null | undefined} */ value) => (value === null || value === undefined ? "–" : fixed(value, 3));
  /** @param {string} name @param {...(number | null | undefined)} values */
  const row = (name, ...values) => [name, ...values.slice(0, peak ? 3 : 2).map(digits)];
  const rows = [
    row("π_ref", 0, start[1], start[2]),
    row(`π* at β ${beta}`, frame.kl[0], frame.reward[0], frame.truth?.[0]),
    row("J(π*), where the tangent meets the axis", 0, frame.intercept[0], null),
  ];
  if (withT) rows.push(row(`π_T at T ${temperature}`, frame.temp_kl?.[0], frame.temp_reward?.[0], null));
  if (peak) rows.push(row(`peak of the true reward, at β ${fixed(peak.beta, 2)}`, peak.kl, null, peak.true_reward));
  return rows;
}
