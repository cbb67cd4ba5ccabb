// What an explorer of a test opens with: one slider, one switch, one menu, and a view.
/** @import {Opening} from "../types" */

/** Frames of the browser, run by hand: `paint` runs those that wait. */
export function installFrames() {
  /** @type {(() => void)[]} */
  let waiting = [];
  Object.assign(globalThis, {
    requestAnimationFrame: (/** @type {() => void} */ work) => waiting.push(work),
    cancelAnimationFrame: () => {},
  });
  return function paint() {
    const now = waiting;
    waiting = [];
    now.forEach((work) => work());
  };
}

/** @returns {Opening} */
export const opening = () => ({
  key: "toy", title: "Toy", theme: "", chunk: null,
  layout: {above: ["controls"], columns: [["a"]], below: []},
  controls: [],
  scales: {beta: {symbol: "β", low: 1, high: 4, between: true, clamp: false}},
  wholes: {},
  link: {keys: {beta: "beta", shown: "s", scenario: "scenario"}, choices: ["scenario"], defaults: {beta: 1, shown: false, scenario: "one"}},
  values: {beta: 1, shown: false, scenario: "one"},
  shown: {scenario: "one"},
  stops: {beta: [1, 2, 4]},
  views: {a: {kind: "text", facts: {html: "", steps: []}, sweep: {axes: {}, columns: {}}, failure: ""}},
});
