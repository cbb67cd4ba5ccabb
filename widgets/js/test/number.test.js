import assert from "node:assert/strict";
import {test} from "node:test";

import {fixed, short} from "kl-leash/core/number.js";

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

test("thousands are parted by commas, digits after the point are not", () => {
  assert.equal(fixed(6400, 0), "6,400");
  assert.equal(fixed(-1234567.891234, 5), "−1,234,567.89123");
  assert.equal(fixed(999.9996, 3), "1,000.000");
  assert.equal(fixed(123, 4), "123.0000");
});

test("a short number has the digits that it has", () => {
  assert.equal(short(-0.7), "−0.7");
  assert.equal(short(0.30000001), "0.30000001");
  assert.equal(short(100000), "100,000");
});
