// Without a server: what is asked of the files, and what becomes of an answer that comes too late.
import assert from "node:assert/strict";
import {test} from "node:test";
import {createExplorer} from "../core/explorer.js";
import {recordedChannel} from "../core/recorded.js";
import {installFrames, opening} from "./opening.js";

const paint = installFrames();
const settled = () => new Promise((done) => { setImmediate(done); });
const view = (/** @type {string} */ kind) => ({views: {a: {kind, facts: {}, sweep: {axes: {}, columns: {}}, failure: ""}}});

/** @param {Record<string, unknown>} files */
function alone(files) {
  /** @type {string[]} */
  const asked = [], /** @type {string[]} */ notices = [];
  const channel = recordedChannel((name) => {
    asked.push(name);
    return files[name] ? Promise.resolve(files[name]) : Promise.reject(new Error(`no ${name}`));
  }, (text) => notices.push(text));
  return {asked, notices, explorer: createExplorer(opening(), channel)};
}

test("another choice is another file", async () => {
  const {asked, explorer} = alone({"toy-two": view("two")});
  paint();
  assert.deepEqual(asked, []);
  explorer.store.set({scenario: "two"});
  paint();
  await settled();
  assert.deepEqual(asked, ["toy-two"]);
  assert.equal(explorer.views.a.kind, "two");
  assert.deepEqual(explorer.shown, {scenario: "two"});
});

test("of two choices the last counts, in whatever order the files come", async () => {
  const {explorer} = alone({"toy-two": view("two"), "toy-three": view("three")});
  explorer.store.set({scenario: "two"});
  paint();
  explorer.store.set({scenario: "three"});
  paint();
  await settled();
  assert.equal(explorer.views.a.kind, "three");
});

test("a file that is missing is named, and the last state comes back", async () => {
  const {notices, explorer} = alone({});
  explorer.store.set({scenario: "two"});
  paint();
  await settled();
  assert.deepEqual(notices, ["This could not be shown: no toy-two."]);
  assert.equal(explorer.store.state.settings.scenario, "one");
});

test("columns that come only when they are wanted are a file of their own, once", async () => {
  const columns = {a: {extra: {along: [], count: 1, kind: "f4", data: [1]}}};
  const {asked, explorer} = alone({"toy-one-shown": {columns}, "toy-two": view("two"), "toy-two-shown": {columns}});
  /** @type {unknown[]} */
  const heard = [];
  explorer.on("columns", (news) => heard.push(news));
  for (const shown of [true, false, true]) {
    explorer.store.set({shown});
    paint();
    await settled();
  }
  assert.deepEqual(asked, ["toy-one-shown"]);
  assert.deepEqual(heard, [columns]);
  explorer.store.set({scenario: "two"});
  paint();
  await settled();
  paint();
  await settled();
  assert.deepEqual(asked, ["toy-one-shown", "toy-two", "toy-two-shown"]);
});
