// All numbers on screen as one file: the settings, then every table of the explorer.
/** @import {Explorer} from "../../types" */
/** @import {View} from "./views.js" */
import {flushTables} from "../../plot/access.js";
import {titleOf} from "./views.js";

/** @param {Explorer} explorer @param {View[]} views */
export function csvText({opening: {key, link}, store}, views) {
  flushTables();
  const settings = Object.entries(link.keys).map(([name, short]) => [short, String(store.state.settings[name])]);
  /** One that stands behind two pictures is given once. @type {Map<string, string[][]>} */
  const blocks = new Map([["settings", [["setting", "value"], ["view", key], ...settings]]]);
  for (const {root} of views) {
    for (const table of root.querySelectorAll("table")) blocks.set(table.caption?.textContent ?? titleOf(root), cellsOf(table));
  }
  // A byte order mark tells spreadsheets what the bytes are.
  return "\ufeff" + [...blocks].map(([name, rows]) => [[name], ...rows].map(line).join("\r\n")).join("\r\n\r\n") + "\r\n";
}

/** @param {HTMLTableElement} table */
function cellsOf(table) {
  const texts = (/** @type {HTMLTableRowElement} */ row) => [...row.cells].filter(({hidden}) => !hidden).map((cell) => plainText(cell.textContent ?? ""));
  return [...table.rows].map(texts);
}

/** @param {string[]} row */
const line = (row) => row.map((value) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(",");

/** As a spreadsheet reads it: a hyphen for a minus, nothing for a dash, neither spaces nor commas within a number. @param {string} text */
export function plainText(text) {
  const words = text.trim();
  return words === "–" ? "" : words.replaceAll("\u202f", "").replace(/−(?=\d)/g, "-").replace(/(?<=\d),(?=\d{3}(?!\d))/g, "");
}
