// A text in a field, and a button that copies it.
import {html} from "../../core/dom.js";

/** @param {string} label @param {number} rows @param {string} text */
export function copyable(label, rows, text) {
  const field = html("textarea", {rows, readonly: "", spellcheck: "false", "aria-label": label});
  field.value = text;
  const button = html("button", {type: "button", "aria-label": `Copy: ${label}`}, "Copy");
  button.addEventListener("click", async () => {
    field.select();
    // Without a clipboard, as in a frame that was not given one, the text stands selected.
    button.textContent = await navigator.clipboard?.writeText(field.value).then(() => "Copied", () => "Press Ctrl+C") ?? "Press Ctrl+C";
  });
  return {field, section: html("section", {}, html("h3", {}, label), html("div", {class: "copyable"}, field, button))};
}
