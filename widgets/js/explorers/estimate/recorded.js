// Answers the player from a recorded run, as the session would: which bin each batch fell into, and what
// the run said after every few.
/** @import {Chunk, ColumnPayload, Explorer, Load, Message, RunExact, RunSettings} from "../../types" */
import {bytesOf} from "../../core/sweep.js";
import {NAMES} from "./names.js";

/** A run as it stands in a file: the bin of each estimate, one byte, and texts after every `step` batches. @typedef {{bins: string, texts: Record<string, string[]>, size: number, step: number}} Recording */
/** @typedef {{exact: Record<string, RunExact>, runs: Record<string, Recording>}} Recordings */

/** Of each explorer, the run that was asked for last. @type {WeakMap<Explorer, {settings: RunSettings, run: number}>} */
const begun = new WeakMap();

/** @param {Explorer} explorer @param {Message} message @param {Load} load */
export async function estimateRecorder(explorer, message, load) {
  if ("set" in message || "join" in message) return;
  // A copy: the state goes on with the controls, and this is what the run was drawn with.
  const current = /** @type {unknown} */ ({...explorer.store.state.settings});
  const asked = "start" in message ? {settings: message.start, run: message.run}
    : begun.get(explorer) ?? {settings: /** @type {RunSettings} */ (current), run: 0};
  begun.set(explorer, asked);
  const {settings: {position, f, tokens}} = asked;
  /** @type {Recordings} */
  const {exact, runs} = await load(fixedPosition(explorer, position) ? `estimate-${position}-run` : `estimate-${position}-${f}`);
  const [after, frames, perFrame] = "start" in message ? [0, 0, 1] : [message.after, message.draw, message.per_frame];
  explorer.receive({chunk: {...asked, after, exact: exact[tokens], ...played(runs[tokens], after, frames, perFrame)}});
}

/** Where f changes nothing there is one run for all of it. @param {Explorer} explorer @param {string} position */
function fixedPosition({opening: {controls}}, position) {
  return !controls.some((spec) => spec.kind === "slider" && spec.name === "f" && spec.applies?.[1] === position);
}

/** @param {Recording} recording @param {number} after @param {number} frames @param {number} perFrame @returns {Pick<Chunk, "ticks" | "batches" | "over" | "sweep">} */
export function played({bins, texts, size, step}, after, frames, perFrame) {
  const drawn = bytesOf(bins), last = texts.k1_average.length * step;
  const ticks = Math.max(0, Math.min(frames, Math.floor((last - after) / perFrame)));
  const at = Array.from({length: ticks}, (_, i) => after + (i + 1) * perFrame);
  /** @type {Record<string, ColumnPayload>} */
  const columns = {batches: column(at, 1, "i4")};
  for (const [name, all] of Object.entries(texts)) columns[name] = column(at.map((batches) => all[batches / step - 1]), 1, "text");
  NAMES.forEach((name, e) => { columns[`${name}_counts`] = column(counted(drawn, e, at, size), size, "i4"); });
  const batches = ticks ? at[ticks - 1] : after;
  return {ticks, batches, over: batches === last, sweep: {axes: {tick: at.map((_, i) => i)}, columns}};
}

/** Numbers need not be packed here, only to be unpacked again. @param {number[] | string[]} data @param {number} count @param {ColumnPayload["kind"]} kind @returns {ColumnPayload} */
const column = (data, count, kind) => ({along: ["tick"], count, kind, data: /** @type {any} */ (data)});

/** Into which bin each estimate fell, added up to how many are in each. @param {Uint8Array} drawn @param {number} e @param {number[]} at @param {number} size */
function counted(drawn, e, at, size) {
  const counts = new Int32Array(size);
  /** @type {number[]} */
  const rows = [];
  let next = 0;
  for (const batches of at) {
    for (; next < batches; next++) counts[drawn[NAMES.length * next + e]] += 1;
    rows.push(...counts);
  }
  return rows;
}
