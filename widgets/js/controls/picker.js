/** @import {Explorer, PickerSpec, Widget} from "../types" */
import {html} from "../core/dom.js";
import {labelled} from "./labelled.js";

/** A menu. @param {PickerSpec} spec @param {Explorer} explorer @returns {Widget} */
export function picker(spec, {store}) {
  const {id, label} = labelled(spec);
  const select = html("select", {id}, ...spec.options.map(([value, text]) => html("option", {value}, text)));
  select.addEventListener("change", () => store.set({[spec.name]: select.value}));
  const root = html("div", {class: "control picker"}, html("div", {class: "head"}, label), select);
  return {root, show: ({settings}) => { select.value = String(settings[spec.name]); }};
}
