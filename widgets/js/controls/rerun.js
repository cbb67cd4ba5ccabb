// When another run begins, and how one is kept while the page loads itself anew.
/** @import {Values} from "../types" */
/** @import {Run} from "./run.js" */

const REST_MS = 250;

/** Other settings are another run: it begins when the controls have come to rest. @param {Run} run */
export function watchSettings(run) {
  const {store} = run.explorer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let rest;
  /** The settings that a run will begin with. @type {Values | null} */
  let told = null;
  const rested = () => {
    told = null;
    // As many as the page opened with, so that there is something to see.
    if (!run.playing) run.goal = run.opening;
    run.begin();
  };
  store.subscribe(({lost}) => {
    const {wanted} = run, stale = !run.same(wanted, run.chunk.settings);
    store.mark({stale});
    if (!stale) {
      clearTimeout(rest);
      told = null;
    }
    if (!stale || lost || [told, run.refused].some((settings) => settings && run.same(wanted, settings))) return;
    run.refused = null;
    told = wanted;
    clearTimeout(rest);
    rest = setTimeout(rested, REST_MS);
  });
}

/**
 * A page that loads itself anew, since its server was away, shows as many batches as before: the seed
 * draws them again. It says so by an event before it goes.
 * @param {Run} run
 */
export function outlives(run) {
  const name = `kl-leash run ${run.explorer.opening.key}`;
  document.addEventListener("kl-leash:reload", () => {
    const {chunk: {settings}, frame} = run;
    try { sessionStorage.setItem(name, JSON.stringify({settings, batches: frame.batches[0]})); } catch { /* withheld */ }
  });
  const kept = takenFrom(name);
  if (kept && run.same(kept.settings, run.chunk.settings) && kept.batches > run.opening) run.takeUp(kept.batches);
}

/** @param {string} name @returns {{settings: Values, batches: number} | null} */
function takenFrom(name) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(name) ?? "null");
    sessionStorage.removeItem(name);
    return kept;
  } catch {
    return null;  // withheld
  }
}
