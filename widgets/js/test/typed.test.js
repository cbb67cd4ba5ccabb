// What is said beside a field, and until when; and what becomes of a value that is taken.
/** @import {Explorer, Values} from "../types" */
import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";
import {takesTyped} from "../controls/typed.js";
import {createExplorer} from "../core/explorer.js";
import {installFrames, opening} from "./opening.js";

const paint = installFrames();

/** As much of an element as a field needs. */
class Part extends EventTarget {
  value = "";
  textContent = "";
  setAttribute() {}
  append() {}
  blur() {}
  getRootNode() { return {activeElement: null}; }
}
Object.assign(globalThis, {document: {createElement: () => new Part()}});

/** @type {Values[]} */
let required = [];
beforeEach(() => { required = []; });

function field(name = "beta") {
  const explorer = createExplorer({...opening(), wholes: {seed: {symbol: "seed", most: 9}}, values: {...opening().values, seed: 0}}, {
    attach() {}, send() {}, require: (settings) => { required.push(settings); },
  });
  const input = /** @type {any} */ (new Part()), {complaint, show} = takesTyped(input, explorer, {name, reveals: "shown"});
  explorer.store.subscribe(show);
  paint();
  return {input, explorer, said: () => complaint.root.textContent, type(/** @type {string} */ text) {
    input.value = text;
    input.dispatchEvent(new Event("change"));
    paint();
  }};
}

/** @param {Explorer} explorer @param {Values} settings */
function set({store}, settings) {
  store.set(settings);
  paint();
}

test("a stop is set, and shows what it changes", () => {
  const {explorer, type, said, input} = field();
  type(" 4 ");
  assert.deepEqual([explorer.store.state.settings.beta, explorer.store.state.settings.shown, input.value], [4, true, "4"]);
  assert.deepEqual([said(), required], ["", []]);
});

test("a value between the stops is required, and the last one stands until it has come", () => {
  const {explorer, type, input, said} = field();
  type("2.50001");
  assert.deepEqual([required, input.value, said()], [[{beta: 2.5}], "1", "2.50001 is rounded to 2.5."]);
  explorer.receive({stops: {beta: [1, 2, 2.5, 4]}});
  paint();
  assert.deepEqual([input.value, said()], ["2.5", "2.50001 is rounded to 2.5."]);
  set(explorer, {beta: 1});
  assert.equal(said(), "");
});

test("who types another value before the first has come gets the last", () => {
  const {explorer, type} = field();
  type("2.5");
  type("1");
  explorer.receive({stops: {beta: [1, 2, 2.5, 4]}});
  paint();
  assert.equal(explorer.store.state.settings.beta, 1);
});

test("what is no good is refused, reveals nothing, and is refused again", () => {
  const {explorer, type, input, said} = field();
  for (const text of ["abc", "9", "abc"]) {
    type(text);
    assert.match(said(), text === "9" ? /^9 is out of range; β takes 1 to 4\. β stays at 1\.$/ : /^“abc” is not a number/);
    assert.deepEqual([input.value, explorer.store.state.settings.shown], ["1", false]);
  }
});

for (const [what, settings] of /** @type {[string, Values][]} */ ([["its value", {beta: 2}], ["a choice", {scenario: "two"}]])) {
  test(`a complaint goes with ${what}`, () => {
    const {explorer, type, said} = field();
    type("abc");
    set(explorer, {shown: true});
    assert.notEqual(said(), "");
    set(explorer, settings);
    assert.equal(said(), "");
  });
}

test("without the server only a stop is taken", () => {
  const {explorer, type, input, said} = field();
  explorer.store.mark({lost: true});
  type("2.5");
  assert.deepEqual([required, input.value], [[], "1"]);
  assert.equal(said(), "Without the server a typed value cannot be taken: it stays at 1.");
  type("2");
  assert.deepEqual([explorer.store.state.settings.beta, said()], [2, ""]);
});

test("a whole number needs nobody to take it", () => {
  const {explorer, type, said} = field("seed");
  explorer.store.mark({lost: true});
  type("7");
  assert.equal(explorer.store.state.settings.seed, 7);
  type("x");
  assert.equal(said(), "“x”: a seed is a whole number from 0 to 9. The seed stays 7.");
});
