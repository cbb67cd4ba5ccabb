// Plays a run: asks for about a second of frames at a time, and shows twenty a second.
/** @import {Explorer, PlayerSpec, State, Widget} from "../types" */
/** @import {Complete} from "./run.js" */
import {html, setAll, write} from "../core/dom.js";
import {fixed} from "../core/number.js";
import {createClock} from "./clock.js";
import {outlives, watchSettings} from "./rerun.js";
import {Run} from "./run.js";

/**
 * @param {PlayerSpec} spec @param {Explorer} explorer
 * @param {Complete} [complete] adds to each frame what is exact of its run
 * @returns {Widget}
 */
export function player(spec, explorer, complete) {
  const run = new Run(explorer, spec.limit, complete), clock = createClock(run);
  const {play, one, reset, speed} = buttons(spec, run, clock);
  const state = html("p", {class: "state", role: "status"});
  explorer.on("chunk", (chunk) => run.receive(chunk));
  explorer.on("refused", () => {
    run.refuse();
    clock.stop();
  });
  watchSettings(run);
  run.show();
  outlives(run);
  const says = saying(spec);
  return {
    root: html("div", {class: "control player"}, html("div", {class: "buttons"}, play, one, reset, speed), state),
    show(now) {
      const {playing, over, lost} = now;
      if (lost && clock.goes) clock.stop();
      const name = playing ? "Pause" : "Play";
      write(play, name);
      setAll(play, {"aria-label": name});
      // Not disabled, which would drop the focus of who pressed it.
      for (const button of [play, one, reset]) setAll(button, {"aria-disabled": String(lost || (over && button !== reset))});
      write(state, says(now));
    },
  };
}

/** @param {PlayerSpec} spec @returns {(state: State) => string} */
function saying({limit, note}) {
  const most = `${fixed(limit, 0)} batches`;
  return ({lost, over}) => {
    if (lost) return "Runs wait until the connection is back.";
    return over ? `The run ends at ${most}.` : note || `A run ends at ${most}.`;
  };
}

/** @param {PlayerSpec} spec @param {Run} run @param {ReturnType<typeof createClock>} clock */
function buttons({step, speeds}, run, clock) {
  const many = step === 1 ? "one batch" : `${step} batches`;
  const play = button("Play", "Play", () => (run.playing ? clock.stop() : clock.play()));
  const one = button(many[0].toUpperCase() + many.slice(1), `Draw ${many}`, () => {
    // Only what plays is stopped: stopping forgets what is on its way, as a click just before this.
    if (clock.goes) clock.stop();
    run.ask(1, step);
  });
  const reset = button("Reset", "Reset the run", () => {
    clock.stop();
    run.begin();
  });
  const speed = html("select", {"aria-label": "Batches a frame"},
    ...speeds.map((each) => html("option", {value: each}, `${each} a frame`)));
  [run.speed] = speeds;
  speed.addEventListener("change", () => { run.speed = Number(speed.value); });
  return {play, one, reset, speed};
}

/** @param {string} text @param {string} label @param {() => void} act */
function button(text, label, act) {
  const made = html("button", {type: "button", "aria-label": label}, text);
  made.addEventListener("click", () => { if (made.getAttribute("aria-disabled") !== "true") act(); });
  return made;
}
