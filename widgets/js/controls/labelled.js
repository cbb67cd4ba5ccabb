// A label and the id of what it names.
import {html} from "../core/dom.js";
import {mathNodes} from "../core/math.js";

let serial = 0;

/** @param {{name: string, label: string}} spec */
export function labelled({name, label}) {
  const id = `control-${name}-${++serial}`;
  return {id, label: html("label", {for: id}, ...mathNodes(label))};
}
