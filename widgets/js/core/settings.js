// When a session learns what the controls say: a value when the hand rests, and before whatever needs it;
// a choice or a switch at once, for tables must come. Nothing is sent in a drag.
/** @import {Explorer, News, Value, Values} from "../types" */

const REST_MS = 250;

/**
 * Follow the settings of an explorer.
 * @param {Explorer} explorer
 * @param {(set: Values, urgent: boolean) => void} publish `urgent`: an answer is waited for
 */
export function followSettings({store, opening}, publish) {
  /** What the session knows, or will by what is under way. */
  const known = {...opening.values};
  /** Values that are on their way to become stops, and are set only then. @type {Map<string, Value>} */
  const asked = new Map();
  /** @type {Record<string, number>} */
  let seen = {};
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let rest;

  const differing = () => Object.keys(known).filter((name) => store.state.settings[name] !== known[name] && !asked.has(name));
  const flush = () => {
    clearTimeout(rest);
    rest = undefined;
    const names = differing(), urgent = names.some((name) => typeof known[name] !== "number");
    if (!names.length) return;
    const set = Object.fromEntries(names.map((name) => [name, store.state.settings[name]]));
    Object.assign(known, set);
    publish(set, urgent);
  };
  const follow = () => {
    const names = differing();
    if (!names.length) return;
    if (names.some((name) => typeof known[name] !== "number")) return flush();
    // Frames of a run pass through here too: only what moves puts the rest off.
    if (rest && names.every((name) => seen[name] === store.moves[name])) return;
    seen = {...store.moves};
    clearTimeout(rest);
    rest = setTimeout(flush, REST_MS);
  };
  store.subscribe(follow);
  // Who waits for tables need not wait for a frame as well.
  store.watch(() => { if (differing().some((name) => typeof known[name] !== "number")) queueMicrotask(flush); });
  return {
    flush,
    /** Ask for values between the stops. @param {Values} set */
    ask(set) {
      flush();
      for (const [name, value] of Object.entries(set)) asked.set(name, value);
      Object.assign(known, set);
      publish(set, true);
    },
    /** @param {News} news */
    learn({values, stops}) {
      Object.assign(known, values);
      for (const [name, value] of asked) if (stops?.[name]?.includes(Number(value))) asked.delete(name);
    },
  };
}
