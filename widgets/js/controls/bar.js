// The bar of controls: native inputs, each with a name and a spoken value. What a control says is set in
// the store.
/** @import {Control, Explorer, Widget} from "../types" */
import {html} from "../core/dom.js";
import {field} from "./field.js";
import {few, foldable, sized} from "./fold.js";
import {picker} from "./picker.js";
import {slider} from "./slider.js";
import {toggle} from "./toggle.js";

/** @typedef {Record<string, (spec: any, explorer: Explorer) => Widget>} Kinds */

/** @type {Kinds} */
const COMMON = {picker, toggle, slider, field};

/** @param {Explorer} explorer @param {HTMLElement} el @param {Kinds} [kinds] those that only this explorer has */
export function renderBar(explorer, el, kinds = {}) {
  const controls = explorer.controls;
  const widgets = controls.map((spec) => made(spec, explorer, {...COMMON, ...kinds}));
  // A control that is hidden is made all the same: the player among them plays the run.
  const visible = widgets.filter((_, i) => !controls[i].hidden);
  const bar = html("div", {class: "bar", role: "group", "aria-label": "Controls"}, ...visible.map(({root}) => root));
  widgets[controls.findIndex(({kind, hidden}) => kind === "slider" && !hidden)]?.root.classList.add("first");
  few(bar, visible.length);
  el.replaceChildren(bar);
  explorer.store.subscribe((state) => { for (const {show} of widgets) show(state); });
  sized(el, bar);
  foldable(el, bar);
}

/** @param {Control} spec @param {Explorer} explorer @param {Kinds} kinds */
function made(spec, explorer, kinds) {
  if (!kinds[spec.kind]) throw new TypeError(`there is no control of kind “${spec.kind}”, only ${Object.keys(kinds).join(", ")}`);
  return kinds[spec.kind](spec, explorer);
}
