// The browser's half of a Sweep: unpack a table, and find the frame that the controls point at.
/** @import {Column, ColumnData, ColumnPayload, Frame, SweepPayload, SweepTable, Values} from "../types" */

/** The index of the stop nearest to a value. @param {ArrayLike<number>} stops @param {number} value */
export function nearest(stops, value) {
  let best = 0;
  for (let i = 1; i < stops.length; i++) {
    if (Math.abs(stops[i] - value) < Math.abs(stops[best] - value)) best = i;
  }
  return best;
}

/** @param {string} packed */
export function bytesOf(packed) {
  const text = atob(packed), bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

const KINDS = {f4: Float32Array, f8: Float64Array, i4: Int32Array};

/** @param {ColumnPayload} payload @returns {Column} */
export function unpackColumn({along, count, kind, data}) {
  if (typeof data !== "string" || kind === "text") return {along, count, data: /** @type {ColumnData} */ (data)};
  const Kind = KINDS[kind];
  return {along, count, data: new Kind(ordered(bytesOf(data), Kind.BYTES_PER_ELEMENT, count).buffer)};
}

/**
 * The bytes of numbers one after the other, stop by stop. They come plane by plane, first those that say
 * most of each number, and in each row by row: so that what is alike stands together and packs well.
 * @param {Uint8Array} planes @param {number} size bytes of a number @param {number} count rows
 */
function ordered(planes, size, count) {
  const numbers = planes.length / size, stops = numbers / count, bytes = new Uint8Array(planes.length);
  for (let plane = 0, from = 0; plane < size; plane++) {
    for (let row = 0; row < count; row++) {
      for (let stop = 0; stop < stops; stop++) bytes[(stop * count + row) * size + size - 1 - plane] = planes[from++];
    }
  }
  return bytes;
}

/** The table; axes that are sliders have the explorer's stops. @param {SweepPayload} payload @param {Record<string, number[]>} stops @returns {SweepTable} */
export function unpackSweep({axes, columns}, stops) {
  const entries = Object.entries(columns).map(([name, column]) => [name, unpackColumn(column)]);
  return {axes: {...stops, ...axes}, columns: Object.fromEntries(entries)};
}

/** Facts with their packed numbers as arrays. @param {any} facts @returns {any} */
export function unpackFacts(facts) {
  if (Array.isArray(facts) || facts === null || typeof facts !== "object" || ArrayBuffer.isView(facts)) return facts;
  if (typeof facts.f4 === "string") return new Float32Array(bytesOf(facts.f4).buffer);
  return Object.fromEntries(Object.entries(facts).map(([name, part]) => [name, unpackFacts(part)]));
}

/**
 * The frame at these settings, and the settings as they are shown: a view names the stop whose frame it
 * shows, also while a value between stops is on its way.
 * @param {SweepTable} table @param {Values} settings @returns {{frame: Frame, shown: Values}}
 */
export function pickFrame({axes, columns}, settings) {
  /** @type {Record<string, number>} */
  const at = {};
  const shown = {...settings};
  for (const name in axes) {
    at[name] = nearest(axes[name], Number(settings[name]));
    shown[name] = axes[name][at[name]];
  }
  /** @type {Frame} */
  const frame = {};
  for (const name in columns) {
    const {along, count, data} = columns[name];
    let index = 0;
    for (const axis of along) index = index * axes[axis].length + at[axis];
    frame[name] = cut(data, index * count, (index + 1) * count);
  }
  return {frame, shown};
}

/** @param {ColumnData} data @param {number} from @param {number} to @returns {ColumnData} */
function cut(data, from, to) {
  if (ArrayBuffer.isView(data)) return /** @type {Float32Array} */ (/** @type {unknown} */ (data)).subarray(from, to);
  return Array.prototype.slice.call(data, from, to);
}
