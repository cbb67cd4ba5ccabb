// A run that is played, by an explorer whose settings are others than those of any on the page.
/** @import {Chunk, Explorer, Message, Opening, Values} from "../types" */
import assert from "node:assert/strict";
import {beforeEach, mock, test} from "node:test";
import {createClock} from "../controls/clock.js";
import {outlives, watchSettings} from "../controls/rerun.js";
import {Run} from "../controls/run.js";
import {createExplorer} from "../core/explorer.js";
import {installFrames, opening} from "./opening.js";

const paint = installFrames();
mock.timers.enable({apis: ["setTimeout", "setInterval"]});

/** What the browser has besides, as far as a run needs it. */
const tab = Object.assign(new EventTarget(), {hidden: false});
/** @type {Map<string, string>} */
const stored = new Map();
Object.assign(globalThis, {
  document: tab,
  sessionStorage: {
    getItem: (/** @type {string} */ name) => stored.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ text) => stored.set(name, text),
    removeItem: (/** @type {string} */ name) => stored.delete(name),
  },
});

const SETTINGS = {objective: "kto", rate: 0.1};
const OPENING = 400, LIMIT = 1000;
/** @type {Message[]} */
let sent = [];
beforeEach(() => {
  sent = [];
  stored.clear();
  tab.hidden = false;
});

/**
 * A chunk with a frame after every so many batches.
 * @param {{run?: number, after?: number, ticks?: number, each?: number, settings?: Values, over?: boolean}} [of] @returns {Chunk}
 */
function chunk({run = 0, after = 0, ticks = 1, each = 1, settings = SETTINGS, over = false} = {}) {
  const at = Array.from({length: ticks}, (_, i) => after + (i + 1) * each), batches = at.at(-1) ?? after;
  return /** @type {Chunk} */ (/** @type {unknown} */ ({
    run, after, settings, batches, over, ticks, exact: {kl: 1},
    sweep: {axes: {tick: at.map((_, i) => i)}, columns: {batches: {along: ["tick"], count: 1, kind: "i4", data: at}}},
  }));
}

function opened(first = chunk({after: OPENING - 100, each: 100}), limit = LIMIT) {
  /** @type {Opening} */
  const brought = {...opening(), values: SETTINGS, scales: {}, stops: {}, shown: {}, chunk: first,
    link: {keys: {objective: "objective", rate: "rate"}, choices: [], defaults: SETTINGS}};
  const explorer = createExplorer(brought, {attach() {}, require() {}, send: (message) => { sent.push(message); }});
  const run = new Run(explorer, limit), clock = createClock(run);
  explorer.on("chunk", (news) => run.receive(news));
  run.show();
  return {explorer, run, clock, beat: (times = 1) => { for (let i = 0; i < times; i++) mock.timers.tick(50); }};
}

/** @param {Explorer} explorer */
const batches = ({store}) => store.state.live?.frame.batches[0];

test("it opens with what the page brought along", () => {
  const {explorer, run} = opened();
  assert.deepEqual(explorer.store.state.live?.settings, SETTINGS);
  assert.equal(batches(explorer), OPENING);
  assert.deepEqual([run.opening, run.expected], [OPENING, OPENING]);
});

test("an explorer without a run has no player", () => {
  assert.throws(() => opened(/** @type {any} */ (null)), /needs an opening with a chunk/);
});

test("what is exact of a run is added to its frames", () => {
  const {explorer} = opened();
  new Run(explorer, LIMIT, (frame, exact) => ({...frame, kl: [exact.kl]})).show();
  assert.deepEqual(explorer.store.state.live?.frame.kl, [1]);
});

test("each click asks for what comes after the one before", () => {
  const {explorer, run} = opened();
  for (let i = 0; i < 3; i++) run.ask(1, 1);
  assert.deepEqual(sent, [400, 401, 402].map((after) => ({draw: 1, per_frame: 1, after})));
  for (const after of [400, 401, 402]) explorer.receive({chunk: chunk({after})});
  assert.equal(batches(explorer), 403);
});

test("the clock shows frames, and asks for more before they run out", () => {
  const {explorer, clock, beat} = opened();
  clock.play();
  beat();
  assert.deepEqual(sent, [{draw: 20, per_frame: 1, after: 400}]);
  explorer.receive({chunk: chunk({after: 400, ticks: 20})});
  beat(10);
  assert.equal(batches(explorer), 410);
  beat(3);
  assert.deepEqual(sent.slice(1), [{draw: 20, per_frame: 1, after: 420}]);
});

test("what was drawn ahead and never shown is drawn again", () => {
  const {explorer, run, clock, beat} = opened();
  clock.play();
  beat();
  explorer.receive({chunk: chunk({after: 400, ticks: 20})});
  beat(5);
  clock.stop();
  assert.equal(batches(explorer), 405);
  run.ask(1, 1);
  assert.deepEqual(sent.at(-1), {draw: 1, per_frame: 1, after: 405});
  // What was on its way then is not taken for it.
  explorer.receive({chunk: chunk({after: 420, ticks: 20})});
  assert.equal(batches(explorer), 405);
  explorer.receive({chunk: chunk({after: 405})});
  assert.equal(batches(explorer), 406);
});

test("frames of a run that another has followed are not shown", () => {
  const {explorer, run} = opened();
  run.ask(1, 1);
  run.begin();
  explorer.receive({chunk: chunk({after: 400})});
  assert.equal(batches(explorer), 400);
  explorer.receive({chunk: chunk({run: 1, ticks: 0})});
  assert.equal(batches(explorer), 0);
});

test("a run ends where it is to end, also if that is no multiple of the speed", () => {
  const {explorer, run, clock, beat} = opened(undefined, 425);
  run.speed = 10;
  clock.play();
  beat();
  assert.deepEqual(sent, [{draw: 2, per_frame: 10, after: 400}]);
  explorer.receive({chunk: chunk({after: 400, ticks: 2, each: 10})});
  beat(2);
  assert.deepEqual(sent.at(-1), {draw: 1, per_frame: 5, after: 420});
  explorer.receive({chunk: chunk({after: 420, each: 5, over: true})});
  beat(3);
  assert.equal(batches(explorer), 425);
  const {over, playing} = explorer.store.state;
  assert.deepEqual([over, playing, clock.goes], [true, false, false]);
});

test("a tab that is hidden plays nothing", () => {
  const {explorer, clock, beat} = opened();
  clock.play();
  beat();
  tab.hidden = true;
  tab.dispatchEvent(new Event("visibilitychange"));
  assert.deepEqual([explorer.store.state.playing, clock.goes], [false, false]);
});

/** @param {ReturnType<typeof opened>} page @param {Values} settings */
function move({explorer}, settings) {
  explorer.store.set(settings);
  paint();
  paint();
}

test("other settings are another run, which begins when they rest and gets as far as the page opens with", () => {
  const page = opened(), {explorer, run, beat} = page;
  watchSettings(run);
  move(page, {rate: 0.2});
  assert.equal(explorer.store.state.stale, true);
  mock.timers.tick(200);
  move(page, {rate: 0.3});
  mock.timers.tick(200);
  assert.deepEqual(sent, []);
  mock.timers.tick(50);
  const settings = {objective: "kto", rate: 0.3};
  assert.deepEqual(sent, [{start: settings, run: 1}]);
  explorer.receive({chunk: chunk({run: 1, settings, ticks: 0})});
  paint();
  assert.equal(explorer.store.state.stale, false);
  assert.deepEqual(sent.at(-1), {draw: 20, per_frame: 20, after: 0});
  explorer.receive({chunk: chunk({run: 1, settings, ticks: 20, each: 20})});
  beat(25);
  assert.equal(batches(explorer), 400);
  assert.equal(explorer.store.state.playing, false);
});

test("there and back at once is no other run", () => {
  const page = opened();
  watchSettings(page.run);
  move(page, {rate: 0.2});
  move(page, {rate: 0.1});
  mock.timers.tick(1000);
  assert.deepEqual(sent, []);
});

test("without a server no run begins, and one that cannot be had is asked for once", () => {
  const page = opened(), {explorer, run} = page;
  watchSettings(run);
  explorer.store.mark({lost: true});
  move(page, {rate: 0.2});
  mock.timers.tick(1000);
  assert.deepEqual(sent, []);
  explorer.store.mark({lost: false});
  paint();
  mock.timers.tick(250);
  assert.equal(sent.length, 1);
  run.refuse();
  explorer.store.invalidate();
  paint();
  mock.timers.tick(1000);
  assert.equal(sent.length, 1);
});

test("a page that loads itself anew shows as many batches as before, once", () => {
  const before = opened();
  outlives(before.run);
  before.run.ask(1, 50);
  before.explorer.receive({chunk: chunk({after: 400, each: 50})});
  tab.dispatchEvent(new Event("kl-leash:reload"));
  sent = [];

  const after = opened();
  outlives(after.run);
  assert.deepEqual(sent, [{draw: 1, per_frame: 1, after: 449}]);
  after.explorer.receive({chunk: chunk({after: 449})});
  assert.equal(batches(after.explorer), 450);
  sent = [];
  outlives(opened().run);
  assert.deepEqual(sent, []);
});

test("a run of other settings is not taken up", () => {
  stored.set("kl-leash run toy", JSON.stringify({settings: {...SETTINGS, rate: 9}, batches: 500}));
  outlives(opened().run);
  assert.deepEqual(sent, []);
  stored.set("kl-leash run toy", "no JSON");
  outlives(opened().run);
  assert.deepEqual(sent, []);
});
