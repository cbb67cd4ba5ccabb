// A slider through the stops of a setting, with a field for a typed value, or the value alone.
/** @import {Explorer, SliderSpec, Widget} from "../types" */
import {html, setAll, toggle, write} from "../core/dom.js";
import {short} from "../core/number.js";
import {nearest} from "../core/sweep.js";
import {labelled} from "./labelled.js";
import {takesInput} from "./swipe.js";
import {takesTyped} from "./typed.js";

/** @param {SliderSpec} spec @param {Explorer} explorer @returns {Widget} */
export function slider(spec, explorer) {
  const {name, symbol, role, applies} = spec, {store} = explorer;
  const {id, label} = labelled(spec);
  const range = html("input", {id, type: "range", min: 0, step: 1, style: `--tint: var(--${role})`});
  const value = spec.typed ? typedValue(spec, explorer) : writtenValue(spec, explorer);
  const shows = spec.reveals ? {[spec.reveals]: true} : {};
  takesInput(range, () => {
    value.clear();
    store.set({[name]: explorer.stops[name][Number(range.value)], ...shows});
  });
  const root = html("div", {class: "control"}, html("div", {class: "head"}, label, value.root), range, ...value.below);
  return {root, show: ({settings}) => {
    const stops = explorer.stops[name], last = stops.length - 1, index = nearest(stops, Number(settings[name]));
    const idle = Boolean(applies) && settings[String(applies?.[0])] !== applies?.[1];
    range.disabled = idle;
    toggle(root, "idle", idle);
    range.max = String(last);
    range.value = String(index);
    range.style.setProperty("--fill", `${(100 * index) / last}%`);
    setAll(range, {"aria-valuetext": `${symbol} ${short(Number(settings[name]))}`});
    value.show(idle);
  }};
}

/** @param {SliderSpec} spec @param {Explorer} explorer */
function typedValue(spec, explorer) {
  const root = html("input", {class: "typed", inputmode: "decimal", autocomplete: "off", "aria-label": `${spec.label}, typed value`});
  const {complaint, show} = takesTyped(root, explorer, spec);
  return {root, below: [complaint.root], clear: complaint.clear, show(/** @type {boolean} */ idle) {
    root.disabled = idle;
    show();
  }};
}

/** @param {SliderSpec} spec @param {Explorer} explorer */
function writtenValue({name}, {store}) {
  const root = html("span", {class: "typed"});
  return {root, below: [], clear() {}, show() { write(root, short(Number(store.state.settings[name]))); }};
}
