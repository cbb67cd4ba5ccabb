// One explorer in the browser, without its pictures: what it brought along, what its controls say now,
// and what it is told since.
/** @import {Channel, Explorer, News, Opening, Topics, Values} from "../types" */
import {createStore} from "./store.js";

/** @param {Opening} opening @param {Channel} channel @param {Values} [settings] @returns {Explorer} */
export function createExplorer(opening, channel, settings = opening.values) {
  const store = createStore(opening.values);
  /** @type {Record<string, ((news: any) => void)[]>} */
  const listeners = {};
  /** Values that are to be stops, and how often the control had been moved when they were asked for. @type {Map<string, {value: number, moves: number}>} */
  const awaited = new Map();
  /** @type {{[T in keyof Topics]?: Topics[T]}} */
  const latest = {stops: opening.stops, views: {...opening.views}, shown: opening.shown};
  const movesOf = (/** @type {string} */ name) => store.moves[name] ?? 0;

  /** A value that has become a stop is set, unless the reader has moved the control since. */
  const settle = () => {
    for (const [name, {value, moves}] of awaited) {
      if (!explorer.stops[name].includes(value)) continue;
      awaited.delete(name);
      if (movesOf(name) === moves) store.set({[name]: value});
    }
  };
  /** @template {keyof Topics} T @param {T} topic @param {Topics[T]} news */
  const emit = (topic, news) => { for (const listener of listeners[topic] ?? []) listener(news); };

  /** @type {Explorer} */
  const explorer = {
    opening, store, controls: opening.controls,
    get stops() { return latest.stops ?? {}; },
    get views() { return latest.views ?? {}; },
    get shown() { return latest.shown ?? {}; },
    on(topic, listener) { (listeners[topic] ??= []).push(listener); },
    receive(/** @type {News} */ news) {
      if (news.stops) latest.stops = news.stops;
      if (news.shown) latest.shown = news.shown;
      if (news.views) Object.assign(explorer.views, news.views);
      for (const topic of /** @type {const} */ (["stops", "shown", "views", "columns", "chunk"])) {
        if (news[topic]) emit(topic, news[topic]);
      }
      store.set(news.values ?? {});
      settle();
      store.invalidate();
    },
    refuse: (message) => emit("refused", message),
    send: (message) => channel.send(message),
    require(name, value) {
      // One that was asked for before is not wanted any more.
      awaited.delete(name);
      if (explorer.stops[name].includes(value)) return store.set({[name]: value});
      awaited.set(name, {value, moves: movesOf(name)});
      channel.require({[name]: value});
    },
  };
  channel.attach(explorer);
  for (const [name, value] of Object.entries(settings)) {
    if (explorer.stops[name]) explorer.require(name, Number(value));
    else store.set({[name]: value});
  }
  return explorer;
}
