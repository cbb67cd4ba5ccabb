// The channel of a page without a server: what it would answer was recorded, and stands in files beside
// the page. They are scripts, since a page opened from a disk may load nothing else.
/** @import {Channel, Explorer, Load, Message, Values} from "../types" */
import {html} from "./dom.js";

/** A loader of files; each is fetched once, and again only if it failed. @returns {Load} */
export function fileLoader() {
  /** @type {Map<string, Promise<any>>} */
  const files = new Map();
  return (name) => {
    const under = files.get(name);
    if (under) return under;
    const file = loaded(name);
    files.set(name, file);
    file.catch(() => files.delete(name));
    return file;
  };
}

/** The file dispatches what it holds at the script element that it is. @param {string} name @returns {Promise<any>} */
function loaded(name) {
  return new Promise((resolve, reject) => {
    const script = html("script", {src: `data/${name}.js`});
    script.addEventListener("recorded", (event) => resolve(/** @type {CustomEvent} */ (event).detail));
    script.addEventListener("error", () => reject(new Error(`the file data/${name}.js could not be loaded`)));
    document.head.append(script);
  });
}

/**
 * @param {Load} load @param {(text: string) => void} notify
 * @param {(explorer: Explorer, message: Message, load: Load) => Promise<void>} [recorder] answers what a session would
 * @returns {Channel}
 */
export function recordedChannel(load, notify, recorder) {
  const failed = (/** @type {Error} */ error) => notify(`This could not be shown: ${error.message}.`);
  /** @type {Explorer} */
  let explorer;
  return {
    attach(attached) {
      explorer = attached;
      followChoices(explorer, load, failed);
    },
    send(message) {
      recorder?.(explorer, message, load).catch((error) => {
        failed(error);
        explorer.refuse(message);
      });
    },
    // Between the stops nothing is recorded.
    require() {},
  };
}

/** @param {Explorer} explorer @param {Load} load @param {(error: Error) => void} failed */
function followChoices(explorer, load, failed) {
  const {store, opening: {key, link: {choices}}} = explorer;
  const chosen = () => Object.fromEntries(choices.map((name) => [name, store.state.settings[name]]));
  const named = (/** @type {Values} */ values) => [key, ...choices.map((name) => values[name])].join("-");
  /** What is wanted, what is shown last, and which of the columns that come only when wanted are there. */
  let wanted = named(explorer.shown), last = explorer.shown;
  const flags = Object.keys(explorer.opening.values).filter((name) => typeof explorer.opening.values[name] === "boolean");
  /** @type {Set<string>} */
  const there = new Set();
  const views = () => {
    const now = chosen(), name = named(now);
    if (name === wanted) return;
    wanted = name;
    load(name).then(({views}) => {
      if (wanted !== name) return;
      last = now;
      there.clear();
      explorer.receive({shown: now, views: copied(views)});
    }, (error) => {
      failed(error);
      wanted = named(last);
      store.set(last);
    });
  };
  const columns = () => {
    for (const flag of flags) {
      const name = `${named(last)}-${flag}`;
      if (!store.state.settings[flag] || there.has(flag) || wanted !== named(last)) continue;
      there.add(flag);
      load(name).then((news) => { if (name === `${wanted}-${flag}`) explorer.receive(news); }, failed);
    }
  };
  store.subscribe(() => { views(); columns(); });
}

/** A file is read once, but columns are added to its views each time. @param {Record<string, any>} views */
function copied(views) {
  return Object.fromEntries(Object.entries(views).map(([place, view]) => [
    place, {...view, sweep: view.sweep && {...view.sweep, columns: {...view.sweep.columns}}},
  ]));
}
