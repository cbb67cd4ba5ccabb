// Tables as they come over the wire, and the frame under the controls.
import assert from "node:assert/strict";
import {test} from "node:test";
import {nearest, pickFrame, unpackColumn, unpackFacts, unpackSweep} from "../core/sweep.js";

/** @param {ArrayLike<number | string>} data */
const list = (data) => Array.from(data);

/** @param {Float32Array | Float64Array | Int32Array} array */
const packed = (array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString("base64");

/** As Python sends it: row by row along the stops, and of each number first the byte that says most. @param {Float32Array | Float64Array | Int32Array} array @param {number} [count] */
function planes(array, count = 1) {
  const stops = array.length / count, rows = array.map((_, i) => array[(i % stops) * count + Math.floor(i / stops)]);
  const size = array.BYTES_PER_ELEMENT, bytes = new Uint8Array(rows.buffer);
  return Buffer.from(bytes.map((_, i) => bytes[(i % array.length) * size + size - 1 - Math.floor(i / array.length)])).toString("base64");
}

test("the nearest stop; of two as near the first", () => {
  assert.equal(nearest([1, 2, 4], 3), 1);
  assert.equal(nearest([1, 2, 4], 3.1), 2);
  assert.equal(nearest([1, 2, 4], -9), 0);
  assert.equal(nearest([1, 2, 4], Infinity), 0);
});

test("every kind of column is unpacked", () => {
  assert.deepEqual(list(unpackColumn({along: [], count: 2, kind: "f4", data: planes(new Float32Array([0.5, -2]), 2)}).data), [0.5, -2]);
  assert.deepEqual(list(unpackColumn({along: [], count: 1, kind: "f8", data: planes(new Float64Array([0.1]))}).data), [0.1]);
  assert.deepEqual(list(unpackColumn({along: [], count: 2, kind: "i4", data: planes(new Int32Array([7, -7]), 2)}).data), [7, -7]);
  assert.deepEqual(unpackColumn({along: [], count: 1, kind: "text", data: ["a", "b"]}).data, ["a", "b"]);
});

test("rows of several stops come stop by stop", () => {
  const data = planes(new Float32Array([1, 2, 3, 4, 5, 6]), 3);
  assert.deepEqual(list(unpackColumn({along: ["beta"], count: 3, kind: "f4", data}).data), [1, 2, 3, 4, 5, 6]);
});

test("a column is picked along the axes that it names, in their order", () => {
  const data = new Float32Array(Array.from({length: 12}, (_, i) => i));
  const table = unpackSweep({axes: {t: [10, 20]}, columns: {
    both: {along: ["beta", "t"], count: 2, kind: "f4", data: planes(data, 2)},
    words: {along: ["t"], count: 1, kind: "text", data: ["x", "y"]},
    always: {along: [], count: 3, kind: "f4", data: planes(new Float32Array([7, 8, 9]), 3)},
  }}, {beta: [1, 2, 4]});
  const {frame, shown} = pickFrame(table, {beta: 2, t: 20, name: "n"});
  assert.deepEqual(list(frame.both), [6, 7]);
  assert.deepEqual(list(frame.words), ["y"]);
  assert.deepEqual(list(frame.always), [7, 8, 9]);
  assert.deepEqual(shown, {beta: 2, t: 20, name: "n"});
});

test("a value between stops is shown at the stop whose frame it is", () => {
  const table = unpackSweep({axes: {}, columns: {c: {along: ["beta"], count: 1, kind: "f4", data: planes(new Float32Array([5, 6, 7]))}}}, {beta: [1, 2, 4]});
  const {frame, shown} = pickFrame(table, {beta: 2.4});
  assert.equal(frame.c[0], 6);
  assert.equal(shown.beta, 2);
});

test("packed numbers of facts become arrays, wherever they stand", () => {
  const facts = unpackFacts({curve: {kl: {f4: packed(new Float32Array([1, 0.25]))}, truth: null}, names: ["a"], depth: 2});
  assert.deepEqual([...facts.curve.kl], [1, 0.25]);
  assert.deepEqual([facts.curve.truth, facts.names, facts.depth], [null, ["a"], 2]);
});
