/** @import {Explorer, SwitchSpec, Widget} from "../types" */
import {html} from "../core/dom.js";
import {mathNodes} from "../core/math.js";

/** A switch. @param {SwitchSpec} spec @param {Explorer} explorer @returns {Widget} */
export function toggle({name, label}, {store}) {
  const input = html("input", {type: "checkbox", role: "switch", name});
  input.addEventListener("change", () => store.set({[name]: input.checked}));
  const root = html("label", {class: "control switch"}, input, html("span", {}, ...mathNodes(label)));
  return {root, show: ({settings}) => { input.checked = Boolean(settings[name]); }};
}
