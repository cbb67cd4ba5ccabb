// The clock of a run: while it goes, frames are shown and, before they run out, the next are asked for.
/** @import {Run} from "./run.js" */
import {SECOND} from "./run.js";

/** @param {Run} run */
export function createClock(run) {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    Object.assign(run, {playing: false, goal: 0});
    run.forget();
    run.show();
  };
  const beat = () => {
    if (document.hidden) return stop();
    const {over} = run;
    if (run.playing && !run.asked && !run.chunk.over && run.ahead < SECOND / 2) run.ask(SECOND, run.speed);
    // While another run is awaited the clock goes on: to stop would forget how far that one is to go.
    if (!run.advance() && !run.starting && (over || (!run.playing && !run.asked))) stop();
  };
  run.roll = () => { timer ||= setInterval(beat, 1000 / SECOND); };
  document.addEventListener("visibilitychange", () => { if (document.hidden) stop(); });
  return {
    stop,
    get goes() { return timer !== undefined; },
    play() {
      Object.assign(run, {playing: true, goal: 0});
      run.roll();
      run.show();
    },
  };
}
