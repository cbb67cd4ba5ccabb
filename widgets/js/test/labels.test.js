// Where names may stand: what a curve passes through, and that a name comes near its mark or not at all.
import assert from "node:assert/strict";
import {test} from "node:test";
import {around, beside, crosses, trace} from "../plot/labels.js";

const BOX = {left: 10, right: 30, top: 10, bottom: 20};

/** @type {[string, number[], number[], boolean][]} */
const LINES = [
  ["level, through the middle", [0, 40], [15, 15], true],
  ["level, above", [0, 40], [5, 5], false],
  ["upright, through the middle", [20, 20], [0, 40], true],
  ["slanting, past a corner outside", [0, 22], [18, 40], false],
  ["slanting, that touches a corner", [5, 20], [15, 30], true],
  ["slanting, cutting a corner off", [5, 20], [12, 27], true],
  ["from within", [20, 100], [15, 100], true],
  ["wholly within", [15, 18], [12, 16], true],
  ["that ends before it", [0, 9], [15, 15], false],
  ["with a bend, around it", [0, 35, 35], [5, 5, 40], false],
  ["with a bend, into it", [0, 35, 20], [5, 5, 12], true],
];
for (const [words, xs, ys, expected] of LINES) {
  test(`a line ${words}`, () => assert.equal(crosses({xs, ys}, BOX), expected));
}

test("a curve keeps both its ends, and of close points one", () => {
  assert.deepEqual(trace([0, 0.1, 5, 5.1, 9, 9.2], [0, 0, 0, 0, 0, 0]), {xs: [0, 5, 9, 9.2], ys: [0, 0, 0, 0]});
});

test("places for a name are off its mark, near it, and the nearest first", () => {
  const mark = around([100, 100], 8), size = {width: 80, height: 14};
  const places = [...beside([100, 100], 8)(size)];
  assert.ok(places.length > 100);
  for (const {left, right, top, bottom} of places) {
    assert.ok(left >= mark.right || right <= mark.left || top >= mark.bottom || bottom <= mark.top);
    assert.ok(Math.hypot(Math.max(left - 100, 0, 100 - right), Math.max(top - 100, 0, 100 - bottom)) <= 36);
  }
  const [first] = places;
  assert.ok(first.left > mark.right && first.top > mark.bottom && first.left < mark.right + 5);
});
