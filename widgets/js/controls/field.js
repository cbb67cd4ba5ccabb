/** @import {Explorer, FieldSpec, Widget} from "../types" */
import {html} from "../core/dom.js";
import {labelled} from "./labelled.js";
import {takesTyped} from "./typed.js";

/** A field for a whole number. @param {FieldSpec} spec @param {Explorer} explorer @returns {Widget} */
export function field(spec, explorer) {
  const {id, label} = labelled(spec);
  const input = html("input", {id, class: "typed", inputmode: "numeric", autocomplete: "off"});
  const {complaint, show} = takesTyped(input, explorer, spec);
  return {root: html("div", {class: "control field"}, html("div", {class: "head"}, label, input), complaint.root), show};
}
