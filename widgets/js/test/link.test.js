// The codec of links: there and back, and links nobody should write.
/** @import {Opening, Values} from "../types" */
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {readQuery, stateQuery} from "../page/link.js";
import {opening} from "./opening.js";

/** @type {Opening} */
const TILT = {
  ...opening(), key: "tilt",
  controls: [{
    kind: "picker", name: "scenario", label: "Scenario",
    options: [["worked", "Worked"], ["likely-is-good", "Likely"], ["blind-spot", "Blind"]],
  }],
  scales: {
    beta: {symbol: "β", low: 0.05, high: 10, between: true, clamp: false},
    temperature: {symbol: "T", low: 0.1, high: 4, between: true, clamp: false},
  },
  link: {
    keys: {scenario: "scenario", beta: "beta", temperature: "T", show_temperature: "piT"}, choices: ["scenario"],
    defaults: {scenario: "worked", beta: 1, temperature: 0.5, show_temperature: false},
  },
  values: {scenario: "worked", beta: 1, temperature: 0.5, show_temperature: false},
  stops: {beta: [0.05, 0.33, 1, 10], temperature: [0.1, 0.5, 2, 4]},
};

/** @type {Opening} */
const ESTIMATE = {
  ...opening(), key: "estimate",
  controls: [
    {kind: "picker", name: "position", label: "Position", options: [["eight", "Eight"], ["treacherous", "Two"]]},
    {kind: "field", name: "seed", label: "Seed"},
  ],
  scales: {
    f: {symbol: "f", low: -0.7, high: 0.9, between: true, clamp: true},
    tokens: {symbol: "N", low: 1, high: 256, between: false, clamp: true},
  },
  wholes: {seed: {symbol: "seed", most: 2 ** 32 - 1}},
  link: {
    keys: {position: "position", f: "f", tokens: "N", seed: "seed"}, choices: ["position"],
    defaults: {position: "eight", f: 0.3, tokens: 16, seed: 0},
  },
  values: {position: "eight", f: 0.3, tokens: 16, seed: 0},
  stops: {f: [-0.7, 0.3, 0.9], tokens: [1, 2, 4, 8, 16, 32, 64, 128, 256]},
};

/** @param {Opening} opening @param {string} query */
const read = (opening, query, recorded = false) => readQuery(opening, new URLSearchParams(query), recorded);

/** @type {[Opening, Values, string][]} */
const LINKS = [
  [TILT, {}, "view=tilt"],
  [TILT, {beta: 0.5}, "view=tilt&beta=0.5"],
  [TILT, {scenario: "blind-spot", beta: 0.42, temperature: 2, show_temperature: true}, "view=tilt&scenario=blind-spot&beta=0.42&T=2&piT=1"],
  [TILT, {beta: 0.3333, temperature: 1.234}, "view=tilt&beta=0.3333&T=1.234"],
  [ESTIMATE, {position: "treacherous", f: -0.123, tokens: 256, seed: 4294967295}, "view=estimate&position=treacherous&f=-0.123&N=256&seed=4294967295"],
];
for (const [opening, settings, query] of LINKS) {
  test(`there and back: ${query}`, () => {
    assert.equal(stateQuery(opening, {...opening.link.defaults, ...settings}).toString(), query);
    assert.deepEqual(read(opening, query), {settings, notices: []});
  });
}

// The server reads the same table.
/** @type {["tilt" | "estimate", string, Values][]} */
const AS_MEANT = JSON.parse(readFileSync(new URL("asmeant.json", import.meta.url), "utf-8"));
for (const [key, query, settings] of AS_MEANT) {
  test(`a link is read as it was meant: ${query}`, () => {
    assert.deepEqual(read({tilt: TILT, estimate: ESTIMATE}[key], query), {settings, notices: []});
  });
}

test("of keys that differ in their case alone each is itself", () => {
  const twins = {...TILT, link: {...TILT.link, keys: {beta: "b", temperature: "B"}}};
  assert.deepEqual(read(twins, "B=2&b=0.5").settings, {beta: 0.5, temperature: 2});
  assert.deepEqual(read({...TILT, link: {...TILT.link, keys: {beta: "ab", temperature: "Ab"}}}, "AB=2").settings, {});
});

/** @type {[Opening, string, Values, string][]} */
const BAD = [
  [TILT, "beta=99", {beta: 10}, "beta: 99 is out of range; β takes 0.05 to 10, so 10 is taken."],
  [TILT, "beta=-1", {beta: 0.05}, "so 0.05 is taken"],
  [TILT, "beta=1e999", {beta: 10}, "so 10 is taken"],
  [TILT, "beta=NaN", {beta: 1}, "“NaN” is not a number"],
  [TILT, "beta=", {beta: 1}, "“” is not a number"],
  [TILT, "beta=0,5", {beta: 1}, "Decimals take a point."],
  [TILT, "T=0", {temperature: 0.1}, "T: 0 is out of range"],
  [TILT, "piT=maybe", {show_temperature: false}, "piT: there is no “maybe”, only 1, 0"],
  [TILT, "scenario=wroked", {scenario: "worked"}, "only worked, likely-is-good, blind-spot"],
  [TILT, "scenario=%00", {scenario: "worked"}, "scenario: there is no “\ufffd”"],
  [ESTIMATE, "N=20", {tokens: 16}, "N: 20 is no stop of N: 16 is taken."],
  [ESTIMATE, "N=1e9", {tokens: 256}, "so 256 is taken"],
  [ESTIMATE, "f=-3", {f: -0.7}, "so −0.7 is taken"],
  [ESTIMATE, "seed=1.5", {seed: 0}, "seed: “1.5”: a seed is a whole number"],
  [ESTIMATE, "seed=99999999999", {seed: 0}, "The seed stays 0."],
  [ESTIMATE, "position=nine", {position: "eight"}, "only eight, treacherous"],
];
for (const [opening, query, settings, words] of BAD) {
  test(`a bad value becomes the nearest and is named: ${query}`, () => {
    const {settings: taken, notices} = read(opening, query);
    assert.deepEqual(taken, settings);
    assert.equal(notices.length, 1);
    assert.ok(notices[0].includes(words), notices[0]);
  });
}

const ABSURD = [
  "\x00", "%00", "\ud800", "<script>alert(1)</script>", "\"'><img src=x onerror=alert(1)>", "NaN", "1e999", "-1e999", "inf",
  "0x10", "١", "½", "1_0", "{{ 7*7 }}", "${7*7}", "../../etc/passwd", "1".repeat(100_000), "x".repeat(1_000_000), "a&b", "=",
  "true", "[]", "null", "-0", `${"0".repeat(5000)}1`, "1e-999", ".", "+", "e5", "__proto__", "constructor",
];
for (const opening of [TILT, ESTIMATE]) {
  for (const text of ABSURD) {
    test(`an absurd link opens a valid state of ${opening.key}: ${JSON.stringify(text.slice(0, 12))}`, () => {
      for (const [name, key] of Object.entries(opening.link.keys)) {
        const {settings, notices} = readQuery(opening, new URLSearchParams([[key, text], ["nobody", text]]));
        assert.deepEqual(Object.keys(settings), [name]);
        assert.ok(notices.every((notice) => notice.length < 250));
        // What was taken can be linked to without another word.
        const again = stateQuery(opening, {...opening.link.defaults, ...settings});
        assert.deepEqual(readQuery(opening, again).notices, []);
      }
    });
  }
}

test("what is no key is passed over", () => {
  assert.deepEqual(read(TILT, "view=tilt&solution=1&name=x&stops=2&f=0.5"), {settings: {}, notices: []});
});

test("of a key that stands twice the first counts", () => {
  assert.deepEqual(read(TILT, "beta=0.5&beta=abc"), {settings: {beta: 0.5}, notices: []});
});

test("where all is recorded a value becomes a stop, and what has no control stays", () => {
  assert.deepEqual(read(TILT, "beta=0.333", true), {
    settings: {beta: 0.33}, notices: ["beta: 0.333 is no stop of β: 0.33 is taken."],
  });
  const bare = {...ESTIMATE, controls: ESTIMATE.controls.slice(0, 1)};
  assert.deepEqual(read(bare, "seed=7", true), {settings: {seed: 0}, notices: ["seed: there is no “7”, only 0; 0 is taken."]});
  assert.deepEqual(read(bare, "seed=0", true), {settings: {seed: 0}, notices: []});
});
