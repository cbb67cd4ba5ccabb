// Scales against d3-scale, which pictures everywhere are drawn with.
import assert from "node:assert/strict";
import {test} from "node:test";
import {scaleBand, scaleLinear, scaleLog} from "d3-scale";
import {band, linear, log, ticks} from "../plot/scale.js";

/** @type {[number, number][]} */
const STRETCHES = [
  [0, 1], [0, 0.3], [0, 1.9], [-0.13, 2.13], [0.05, 10], [-2.5, 4], [0, 100], [0, 63.7], [-0.0021, 0.0047], [3, 1e6], [0, 1e-9], [0.2, 0.9], [-7, -2],
];

for (const [low, high] of STRETCHES) {
  test(`ticks of ${low} to ${high}`, () => {
    for (let count = 1; count <= 12; count++) {
      const ours = ticks(low, high, count).map(({value}) => value), theirs = scaleLinear([low, high], [0, 1]).ticks(count);
      // Where D3 finds no round value for one tick it asks again for two.
      if (ours.length || count > 1) assert.deepEqual(ours, theirs.map((value) => value || 0));
    }
  });

  test(`labels of ${low} to ${high}`, () => {
    for (const count of [3, 5, 8]) {
      const format = scaleLinear([low, high], [0, 1]).tickFormat(count);
      for (const {value, label} of ticks(low, high, count)) assert.equal(label, format(value));
    }
  });

  test(`pixels of ${low} to ${high}, and back`, () => {
    const ours = linear([low, high], [380, 12]), theirs = scaleLinear([low, high], [380, 12]);
    for (const share of [-0.2, 0, 0.1, 0.5, 1, 1.3]) {
      const value = low + share * (high - low);
      close(ours(value), theirs(value));
      close(ours.invert(ours(value)), value, Math.abs(high) + Math.abs(low));
    }
  });
}

test("the ticks of a scale that runs downwards are those of one that runs up", () => {
  assert.deepEqual(linear([4, -2.5], [0, 1]).ticks(5), ticks(-2.5, 4, 5));
});

test("a scale of one value has that value, and no NaN", () => {
  assert.deepEqual(ticks(2, 2, 5), [{value: 2, label: "2"}]);
  assert.equal(linear([2, 2], [0, 10])(2), 0);
});

for (const [low, high] of [[0.05, 10], [0.1, 4], [1, 256], [1e-3, 1e3]]) {
  test(`a logarithmic scale from ${low} to ${high}`, () => {
    const ours = log([low, high], [10, 400]), theirs = scaleLog([low, high], [10, 400]);
    for (const value of [low, high, Math.sqrt(low * high), 1]) {
      close(ours(value), theirs(value));
      close(ours.invert(ours(value)), value, high);
    }
    const all = theirs.ticks(10);
    for (const {value, label} of ours.ticks(6)) {
      assert.ok(all.includes(value), `${value} is no tick of D3's`);
      assert.equal(Number(label.replaceAll(",", "")), value);
    }
    assert.ok(ours.ticks(6).length >= 2);
  });
}

for (const [count, inner, outer] of [[4, 0, 0], [9, 0.2, 0.1], [64, 0.1, 0], [1, 0, 0.5]]) {
  test(`${count} bands with padding ${inner} and ${outer}`, () => {
    const theirs = scaleBand([34, 700]).domain(Array.from({length: count}, (_, i) => String(i))).paddingInner(inner).paddingOuter(outer);
    const ours = band(count, [34, 700], {inner, outer});
    close(ours.step, theirs.step());
    close(ours.bandwidth, theirs.bandwidth());
    for (const i of [0, count - 1]) {
      close(ours(i), theirs(String(i)) ?? NaN);
      close(ours.middle(i), (theirs(String(i)) ?? NaN) + theirs.bandwidth() / 2);
    }
  });
}

/** @param {number} ours @param {number} theirs @param {number} [size] */
function close(ours, theirs, size = Math.abs(theirs)) {
  assert.ok(Math.abs(ours - theirs) <= 1e-9 * Math.max(1, size), `${ours} is not ${theirs}`);
}
