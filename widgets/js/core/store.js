// What the controls say, shared by all views of an explorer. Setting a value redraws every view once,
// in the next frame, without asking the server.
/** @import {State, Status, Store, Values} from "../types" */

/** @param {Values} settings @returns {Store} */
export function createStore(settings) {
  /** @type {State} */
  const state = {
    settings: {...settings}, pointed: -1, lost: false, slow: false, live: null, stale: false, playing: false, over: false,
  };
  /** @type {Record<string, number>} */
  const moves = {};
  /** @type {Set<(state: State) => void>} */
  const listeners = new Set();
  /** @type {Set<() => void>} */
  const watchers = new Set();
  let frame = 0;
  const flush = () => {
    cancelAnimationFrame(frame);
    frame = 0;
    for (const listener of [...listeners]) listener(state);
  };
  const invalidate = () => { frame ||= requestAnimationFrame(flush); };
  /** @param {Record<string, any>} target @param {Record<string, any>} patch */
  const update = (target, patch) => {
    const changed = Object.keys(patch).filter((name) => target[name] !== patch[name]);
    if (!changed.length) return changed;
    Object.assign(target, patch);
    invalidate();
    return changed;
  };
  return {
    state, moves, invalidate, flush,
    set(patch) {
      const changed = update(state.settings, patch);
      for (const name of changed) moves[name] = (moves[name] ?? 0) + 1;
      if (changed.length) watchers.forEach((listener) => listener());
    },
    watch: (listener) => { watchers.add(listener); },
    mark: (/** @type {Partial<Status>} */ patch) => { update(state, patch); },
    subscribe(listener) {
      listeners.add(listener);
      invalidate();
      return () => listeners.delete(listener);
    },
  };
}
