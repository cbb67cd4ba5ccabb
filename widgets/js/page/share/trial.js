// How high a frame must be: what it is to show is drawn out of sight, as wide as this window.
/** @import {Channel} from "../../types" */
/** @import {Shared} from "./dialog.js" */
import {stillBar} from "../../controls/still.js";
import {html} from "../../core/dom.js";
import {mount} from "../../core/mount.js";
import {readEmbedding} from "../embedding.js";

// Type may be a little larger elsewhere, and a frame that is too low scrolls.
const SPARE = 6;
/** @type {Channel} */
const NOBODY = {attach() {}, send() {}, require() {}};

/** @param {Shared} shared @param {URLSearchParams} query the frame's own */
export function heightIn({explorer, opening, definition, element}, query) {
  const {store, views, stops} = explorer;
  const place = html("div", {class: "explorer"}), origin = document.querySelector(".origin")?.cloneNode(true);
  const trial = html("div", {class: "trial", inert: ""}, place, ...(origin ? [origin] : []));
  const bar = /** @type {HTMLElement | undefined} */ (element.querySelector(".controls > div")?.shadowRoot?.querySelector(".bar"));
  document.body.append(trial);
  const asked = readEmbedding({...opening, views, stops}, query).opening;
  const tried = mount({...definition, bar: bar && stillBar(bar, explorer.controls)}, place, asked, NOBODY, store.state.settings);
  // What is played has a line of its own.
  tried.store.mark({live: store.state.live});
  tried.store.flush();
  const {height} = trial.getBoundingClientRect();
  trial.remove();
  return Math.ceil(height) + SPARE;
}
