import assert from "node:assert/strict";
import {test} from "node:test";

import {withoutControls, withViews} from "../core/layout.js";

const even = {above: ["words", "controls"], columns: [["a", "b"], ["c", "d"]], below: ["guide"]};
const odd = {above: ["controls"], columns: [["a"], ["b", "c"]], below: []};
/** @param {import("../types").Arranged} layout */
const rowsOf = ({columns, rows = []}) => [columns, ...rows].map((row) => row.map((column) => column.join(" ")).join(" | "));

test("the whole stands as it is laid out", () => {
  assert.deepEqual(rowsOf(withViews(even, ["a", "b", "c", "d"])), ["a b | c d"]);
  assert.deepEqual(rowsOf(withViews(odd, ["c", "b", "a"])), ["a | b c"]);
});

test("of a part only what stands across from each other does so", () => {
  assert.deepEqual(rowsOf(withViews(even, ["a", "b", "c"])), ["a | c", "b"]);
  assert.deepEqual(rowsOf(withViews(even, ["a", "d"])), ["a", "d"]);
  assert.deepEqual(rowsOf(withViews(even, ["a", "c", "d"])), ["a | c", "d"]);
  assert.deepEqual(rowsOf(withViews(odd, ["a", "c"])), ["a", "c"]);
});

test("one column is one, and none is none", () => {
  assert.deepEqual(rowsOf(withViews(even, ["a", "b"])), ["a b"]);
  assert.deepEqual(withViews(even, ["guide"]), {above: ["controls"], columns: [], rows: [], below: ["guide"]});
  assert.deepEqual(withoutControls(withViews(even, ["words"])).above, ["words"]);
});
