import assert from "node:assert/strict";
import {test} from "node:test";

import {fixed} from "kl-leash/core/number.js";

test("a number has as many digits after the point as are asked for", () => {
  assert.equal(fixed(1.25, 1), "1.3");
  assert.equal(fixed(2, 3), "2.000");
  assert.equal(fixed(0.4, 0), "0");
});

test("a negative number has a real minus sign", () => {
  assert.equal(fixed(-1.5, 2), "−1.50");
});

test("what rounds to zero has no sign", () => {
  assert.equal(fixed(-0.004, 2), "0.00");
  assert.equal(fixed(-0, 1), "0.0");
});

test("infinity is written by its sign", () => {
  assert.equal(fixed(Infinity, 2), "∞");
  assert.equal(fixed(-Infinity, 2), "−∞");
});
