// The grammar of typed values, and what is said of those that are not taken as they are.
import assert from "node:assert/strict";
import {test} from "node:test";
import {readChoice, readNumber, readSwitch, readWhole} from "../controls/reading.js";

const BETA = {symbol: "β", low: 0.05, high: 10, between: true, clamp: false};
const T = {symbol: "T", low: 0.1, high: 4, between: true, clamp: false};
const F = {symbol: "f", low: -0.7, high: 0.9, between: true, clamp: true};
const N = {symbol: "N", low: 1, high: 256, between: false, clamp: true};
const STOPS = {
  β: [0.05, 0.1, 0.33, 1, 10],
  T: [0.1, 0.5, 1, 4],
  f: Array.from({length: 33}, (_, i) => Math.round(100 * (-0.7 + 0.05 * i)) / 100),
  N: [1, 2, 4, 8, 16, 32, 64, 128, 256],
};
/** @param {typeof BETA} scale @param {string} text @param {number} kept */
const read = (scale, text, kept) => readNumber(scale, STOPS[/** @type {keyof typeof STOPS} */ (scale.symbol)], text, kept);

/** @type {[typeof BETA, string, number][]} */
const GOOD = [
  [BETA, "0.333", 0.333], [BETA, "0.05", 0.05], [BETA, "10", 10], [BETA, " 2 ", 2], [BETA, "1e-1", 0.1],
  [BETA, "3.1420", 3.142], [BETA, "+0.7", 0.7], [BETA, "5E-2", 0.05], [BETA, "2.", 2],
  [T, "0.777", 0.777], [T, "4", 4], [T, ".1", 0.1],
  [F, "0.333", 0.333], [F, "-0.7", -0.7], [F, "−0.7", -0.7], [F, "0.9", 0.9], [F, " 0 ", 0], [F, "-0", 0],
  [F, "-.123", -0.123], [F, "3e-1", 0.3], [F, "+0.25", 0.25],
  [N, "1", 1], [N, "2", 2], [N, " 32 ", 32], [N, "256", 256], [N, "1.6e1", 16], [N, "128.0", 128],
];
for (const [scale, text, value] of GOOD) {
  test(`${scale.symbol} takes “${text}”`, () => {
    const reading = read(scale, text, 1);
    assert.deepEqual(reading, {value, problem: ""});
    assert.ok(!Object.is(reading.value, -0));
  });
}

const NO_NUMBERS = [
  "abc", "", "   ", "nan", "NaN", "inf", "-inf", "Infinity", "1_0", "1_0.0", "٢", "½", "β", "1/2", "0x1", "1.2.3", "1e",
  "--1", "[1]", "None", "True", "null", "\x00", "{{ 7 }}", "'; drop table", ".", "+", "e5", "0,5",
  "<script>alert(1)</script>", "x".repeat(5000), "9".repeat(5000), "0".repeat(5000) + "1",
];
for (const [scale, kept] of /** @type {[typeof BETA, number][]} */ ([[BETA, 1], [T, 0.5], [F, 0.3], [N, 16]])) {
  for (const text of NO_NUMBERS) {
    test(`${scale.symbol} keeps its value at ${JSON.stringify(text.slice(0, 20))}`, () => {
      const {value, problem} = read(scale, text, kept);
      assert.equal(value, kept);
      assert.ok(problem.startsWith(`“${text.trim().slice(0, 20)}” is not a number; ${scale.symbol} takes `), problem);
      assert.ok(problem.endsWith(` ${scale.symbol} stays at ${kept}.`), problem);
      assert.ok(problem.length < 120);
    });
  }
}

test("who writes a comma is told of the point", () => {
  assert.equal(read(BETA, "0,5", 1).problem, "“0,5” is not a number; β takes 0.05 to 10. Decimals take a point. β stays at 1.");
});

for (const text of ["42", "0", "-0", "-1", "1e999", "1e-999", "0.04999", "9".repeat(400)]) {
  test(`β refuses ${text.slice(0, 20)}, which is out of range`, () => {
    assert.deepEqual(read(BETA, text, 1), {
      value: 1, problem: `${text.slice(0, 20)} is out of range; β takes 0.05 to 10. β stays at 1.`,
    });
  });
}

/** @type {[typeof BETA, string, number][]} */
const CLAMPED = [
  [F, "5", 0.9], [F, "0.91", 0.9], [F, "-0.71", -0.7], [F, "−3", -0.7], [F, "1e999", 0.9], [F, "9".repeat(400), 0.9],
  [N, "1000", 256], [N, "0", 1], [N, "-4", 1], [N, "0.5", 1], [{...BETA, clamp: true}, "99", 10], [{...T, clamp: true}, "0", 0.1],
];
for (const [scale, text, end] of CLAMPED) {
  test(`${text.slice(0, 20)} becomes the nearest end of ${scale.symbol}`, () => {
    const {value, problem} = read(scale, text, 0.3);
    assert.equal(value, end);
    assert.ok(problem.startsWith(`${text.slice(0, 20)} is out of range; ${scale.symbol} takes `));
    assert.ok(problem.endsWith(`, so ${String(end).replace("-", "−")} is taken.`), problem);
    assert.ok(problem.length < 120);
  });
}

test("the range is written as in print", () => {
  assert.equal(read(F, "5", 0.3).problem, "5 is out of range; f takes −0.7 to 0.9, so 0.9 is taken.");
  assert.equal(read(F, "x", -0.5).problem, "“x” is not a number; f takes −0.7 to 0.9. f stays at −0.5.");
});

for (const [text, stop] of /** @type {[string, number][]} */ ([["20", 16], ["25", 32], ["3.5", 4], ["16.4", 16], ["255", 256], ["1.4", 1]])) {
  test(`between two stops of N ${text} becomes ${stop}`, () => {
    assert.deepEqual(read(N, text, 16), {value: stop, problem: `${text} is no stop of N: ${stop} is taken.`});
  });
}

test("of more digits than the page shows four are taken, and that is said", () => {
  assert.deepEqual(read(BETA, "3.14159265", 1), {value: 3.142, problem: "3.14159265 is rounded to 3.142."});
  assert.deepEqual(read(BETA, "0.049999", 1), {value: 0.05, problem: "0.049999 is rounded to 0.05."});
});

const SEED = {symbol: "seed", most: 2 ** 32 - 1};

for (const [text, seed] of /** @type {[string, number][]} */ ([["7", 7], ["0", 0], [" 12 ", 12], ["007", 7], ["4294967295", 2 ** 32 - 1]])) {
  test(`“${text}” is a seed`, () => assert.deepEqual(readWhole(SEED, text, 5), {value: seed, problem: ""}));
}

for (const text of ["x", "-1", "1.5", "", " ", "99999999999", "4294967296", "9".repeat(5000), "1e3", "٢", "²", "0x1"]) {
  test(`“${text.slice(0, 20)}” is no seed`, () => {
    const shown = text.trim().slice(0, 20);
    assert.deepEqual(readWhole(SEED, text, 5), {
      value: 5, problem: `“${shown}”: a seed is a whole number from 0 to 4294967295. The seed stays 5.`,
    });
  });
}

test("a choice is one of those that there are", () => {
  assert.deepEqual(readChoice(["worked", "flattery"], "flattery", "worked"), {value: "flattery", problem: ""});
  assert.deepEqual(readChoice(["worked", "flattery"], "wroked", "worked"), {
    value: "worked", problem: "there is no “wroked”, only worked, flattery; worked is taken.",
  });
  assert.ok(readChoice(["a"], "x".repeat(1e6), "a").problem.length < 100);
  // No letter is cut in two.
  assert.match(readChoice(["a"], "𝜋".repeat(30), "a").problem, /“(?:𝜋){20}”/u);
});

test("a switch is 1 or 0", () => {
  assert.deepEqual(readSwitch("1", false), {value: true, problem: ""});
  assert.deepEqual(readSwitch("0", true), {value: false, problem: ""});
  assert.deepEqual(readSwitch("maybe", false), {value: false, problem: "there is no “maybe”, only 1, 0; 0 is taken."});
  assert.deepEqual(readSwitch("", true), {value: true, problem: "there is no “”, only 1, 0; 1 is taken."});
});
