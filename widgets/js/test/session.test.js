// What is sent to a session, and when.
/** @import {Message, PanelModel} from "../types" */
import assert from "node:assert/strict";
import {beforeEach, mock, test} from "node:test";
import {deflateSync} from "node:zlib";
import {createExplorer} from "../core/explorer.js";
import {sessionChannel} from "../core/session.js";
import {installFrames, opening} from "./opening.js";

const paint = installFrames();
mock.timers.enable({apis: ["setTimeout"]});
/** @type {Message[]} */
let sent = [];
/** @type {(message: unknown) => void} */
let answer = () => {};
beforeEach(() => { sent = []; });

/** An answer of the session, taken. @param {unknown} message */
async function answered(message) {
  answer(message);
  await new Promise((done) => { setImmediate(done); });
}

/** @returns {PanelModel} */
const session = () => ({
  opening: "", send_msg: (message) => { sent.push(message); }, on: (_, listener) => { answer = listener; }, off: () => {},
});

function linked() {
  const channel = sessionChannel(), explorer = createExplorer(opening(), channel);
  channel.join(session());
  sent = [];
  return {channel, explorer, store: explorer.store};
}

/** A move of the hand, and the frame that shows it. @param {ReturnType<typeof linked>} page @param {number} beta */
function move({store}, beta) {
  store.set({beta});
  paint();
}

test("a drag sends nothing, its rest one message", () => {
  const page = linked();
  for (const beta of [2, 4, 2, 1, 4]) {
    move(page, beta);
    mock.timers.tick(100);
  }
  assert.deepEqual(sent, []);
  mock.timers.tick(250);
  assert.deepEqual(sent, [{set: {beta: 4}}]);
});

test("who comes back to where the session is sends nothing", () => {
  const page = linked();
  move(page, 2);
  move(page, 1);
  mock.timers.tick(1000);
  assert.deepEqual(sent, []);
});

test("frames that change nothing do not put the rest off", () => {
  const page = linked();
  move(page, 2);
  for (let i = 0; i < 5; i++) {
    mock.timers.tick(60);
    page.store.invalidate();
    paint();
  }
  assert.deepEqual(sent, [{set: {beta: 2}}]);
});

test("a choice goes at once, with what was moved before it", () => {
  const page = linked();
  move(page, 2);
  page.store.set({scenario: "two"});
  paint();
  assert.deepEqual(sent, [{set: {beta: 2, scenario: "two"}}]);
});

test("a message that needs the values comes after them", () => {
  const page = linked();
  move(page, 2);
  page.explorer.send({draw: 1, per_frame: 1, after: 0});
  assert.deepEqual(sent, [{set: {beta: 2}}, {draw: 1, per_frame: 1, after: 0}]);
});

test("a value between stops is asked for, and set when it is one", async () => {
  const page = linked();
  page.explorer.require("beta", 3);
  paint();
  mock.timers.tick(1000);
  assert.deepEqual(sent, [{set: {beta: 3}}]);
  assert.equal(page.store.state.settings.beta, 1);
  await answered({stops: {beta: [1, 2, 3, 4]}});
  paint();
  mock.timers.tick(1000);
  assert.equal(page.store.state.settings.beta, 3);
  assert.equal(sent.length, 1);
});

test("a late answer does not undo what came after", async () => {
  const page = linked();
  page.explorer.require("beta", 3);
  move(page, 4);
  await answered({stops: {beta: [1, 2, 3, 4]}});
  paint();
  assert.equal(page.store.state.settings.beta, 4);
  mock.timers.tick(1000);
  assert.deepEqual(sent, [{set: {beta: 3}}, {set: {beta: 4}}]);
});

test("a stop is set without asking", () => {
  const page = linked();
  page.explorer.require("beta", 2);
  assert.equal(page.store.state.settings.beta, 2);
  paint();
  mock.timers.tick(1000);
  assert.deepEqual(sent, [{set: {beta: 2}}]);
});

test("what is done before the session comes waits, in order", () => {
  const channel = sessionChannel(), explorer = createExplorer(opening(), channel);
  explorer.require("beta", 3);
  explorer.store.set({shown: true});
  paint();
  explorer.send({draw: 1, per_frame: 1, after: 0});
  channel.join(session());
  assert.deepEqual(sent, [{join: opening().values}, {set: {beta: 3}}, {set: {shown: true}}, {draw: 1, per_frame: 1, after: 0}]);
});

test("what the session sets is not sent back", async () => {
  const page = linked();
  await answered(new Map([["values", new Map([["beta", 4]])]]));
  paint();
  mock.timers.tick(1000);
  assert.equal(page.store.state.settings.beta, 4);
  assert.deepEqual(sent, []);
});

test("a session that does not answer is spoken of, until it does", async () => {
  const page = linked();
  page.store.set({scenario: "two"});
  paint();
  mock.timers.tick(2400);
  assert.equal(page.store.state.slow, false);
  mock.timers.tick(200);
  assert.equal(page.store.state.slow, true);
  await answered({answered: true});
  assert.equal(page.store.state.slow, false);
});

test("a move that needs no answer is not waited for", () => {
  const page = linked();
  move(page, 2);
  mock.timers.tick(9000);
  assert.equal(page.store.state.slow, false);
});

test("nothing is sent over a lost connection", () => {
  const page = linked();
  page.store.mark({lost: true});
  move(page, 2);
  page.store.set({scenario: "two"});
  paint();
  mock.timers.tick(9000);
  assert.deepEqual(sent, []);
  assert.equal(page.store.state.slow, false);
});

test("a chunk comes as a text, and what is told goes to who listens", async () => {
  const page = linked();
  /** @type {unknown[]} */
  const heard = [];
  page.explorer.on("chunk", (chunk) => heard.push(chunk));
  page.explorer.on("views", (views) => heard.push(Object.keys(views)));
  await answered({chunk: '{"run": 3}', views: new Map([["a", new Map([["failure", "no"]])]])});
  assert.deepEqual(heard, [["a"], {run: 3}]);
  assert.equal(page.explorer.views.a.failure, "no");
});

test("two explorers do not know of one another", () => {
  const one = linked(), other = linked();
  move(one, 2);
  mock.timers.tick(1000);
  assert.equal(other.store.state.settings.beta, 1);
  assert.deepEqual(sent, [{set: {beta: 2}}]);
});

test("views are unpacked, and what comes after them waits its turn", async () => {
  const page = linked(), bytes = deflateSync(JSON.stringify({a: {kind: "text", facts: {}, sweep: null, failure: "packed"}}));
  /** @type {unknown[]} */
  const heard = [];
  page.explorer.on("views", (views) => heard.push(views.a.failure));
  page.explorer.on("chunk", (chunk) => heard.push(chunk));
  answer({views: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)});
  answer({chunk: '{"run": 1}'});
  await settled(2, heard);
  assert.deepEqual(heard, ["packed", {run: 1}]);
});

test("what cannot be unpacked is spoken of, and holds up nothing after it", async (t) => {
  const said = t.mock.method(console, "error", () => {});
  const page = linked();
  answer({views: new Uint8Array([1, 2, 3]).buffer});
  answer({values: new Map([["beta", 4]])});
  while (page.store.state.settings.beta !== 4) await new Promise((done) => { setImmediate(done); });
  assert.equal(said.mock.callCount(), 1);
});

/** @param {number} many @param {unknown[]} heard */
async function settled(many, heard) { while (heard.length < many) await new Promise((done) => { setImmediate(done); }); }
