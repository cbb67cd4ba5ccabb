// What of the page a frame is to have: its views and controls by the names that they have on screen, and
// whose theme it wears.
/** @import {Control, Explorer} from "../../types" */
/** @import {Shared} from "./dialog.js" */
/** @import {View} from "./views.js" */
import {html} from "../../core/dom.js";
import {mathNodes} from "../../core/math.js";
import {keyOf} from "../embedding.js";
import {copyable} from "./copyable.js";
import {frameCode} from "./frame.js";
import {titleOf} from "./views.js";

/** @type {[string, string][]} */
const THEMES = [["light", "light"], ["dark", "dark"], ["host", "that of the page around it"], ["auto", "that of the reader’s system"]];

/** @param {Shared} shared @param {View[]} views */
export function embedding(shared, views) {
  const {explorer, address} = shared;
  const shown = picks("Views", views.filter(({place}) => place !== "controls").map(({place, root}) => [place, titleOf(root) || capital(place)]));
  const controls = picks("Controls", explorer.controls.filter(({hidden}) => !hidden).map((control) => [keyOf(explorer.opening, control), nameOf(control)]));
  const theme = html("select", {}, ...THEMES.map(([value, text]) => html("option", {value}, text)));
  const asked = address.shown().get("theme");
  if (asked) theme.value = asked;
  const code = () => frameCode(shared, shown.all, {views: shown.picked(), hidden: hidden(explorer, controls.picked()), theme: theme.value});
  const {section, field} = copyable("Embed it in a page", 4, code());
  const wears = html("label", {class: "picks"}, html("span", {}, "Theme"), theme);
  section.firstElementChild?.after(shown.root, ...(controls.all.length ? [controls.root] : []), wears);
  section.addEventListener("change", ({target}) => {
    // A frame with nothing in it is of no use.
    if (target instanceof HTMLInputElement && !shown.picked().length) target.checked = true;
    if (target !== field) field.value = code();
  });
  return section;
}

/** Boxes, all ticked. @param {string} label @param {[value: string, name: string][]} options */
function picks(label, options) {
  const boxes = options.map(([value]) => html("input", {type: "checkbox", value, checked: ""}));
  const labels = boxes.map((box, i) => html("label", {}, box, " ", ...mathNodes(options[i][1])));
  return {
    root: html("div", {class: "picks", role: "group", "aria-label": `${label} in the frame`}, html("span", {}, label), ...labels),
    all: options.map(([value]) => value),
    picked: () => boxes.filter(({checked}) => checked).map(({value}) => value),
  };
}

/** Those that the frame is without, some of which may be hidden here already. @param {Explorer} explorer @param {string[]} picked */
function hidden({opening, controls}, picked) {
  const without = controls.map((control) => keyOf(opening, control)).filter((key) => !picked.includes(key));
  return without.length === controls.length ? ["controls"] : without;
}

/** @param {Control} control */
const nameOf = (control) => ("label" in control ? control.label : capital(control.kind));

/** @param {string} word */
const capital = (word) => word[0].toUpperCase() + word.slice(1);
