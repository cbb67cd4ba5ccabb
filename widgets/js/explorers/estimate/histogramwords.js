// The histograms in words and as a table.
/** @import {Frame, Live} from "../../types" */
import {fixed} from "../../core/number.js";
import {NAMES} from "./names.js";

/** @param {Frame} frame @param {string} name */
export const measured = (frame, name) => `${frame[`${name}_average`][0]} ± ${frame[`${name}_error`][0]}`;

/** @param {Live} live */
export function histogramsLabel({frame, exact, settings}) {
  const total = Number(frame.batches[0]);
  const parts = NAMES.map((name, e) => `${name}: mean ${total ? measured(frame, name) : "none yet"}, exact ${fixed(exact.mean[e], 4)}`);
  return `Histograms of ${fixed(total, 0)} batch estimates of N = ${settings.tokens} tokens; the true KL is ${fixed(exact.kl, 4)}. ${parts.join("; ")}.`;
}

/** @param {Live} live */
export function histogramsRows({frame, exact}) {
  return exact.bins[0].map((_, i) => [binName(exact.edges, i), ...NAMES.map((name) => fixed(Number(frame[`${name}_counts`]?.[i] ?? 0), 0))]);
}

/** @param {number[]} edges @param {number} i */
export function binName(edges, i) {
  if (i === 0) return `below ${fixed(edges[0], 3)}`;
  if (i === edges.length) return `from ${fixed(edges[i - 1], 3)}`;
  return `${fixed(edges[i - 1], 3)} to ${fixed(edges[i], 3)}`;
}
