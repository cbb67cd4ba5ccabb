// Reads a table and some settings, as JSON, and prints the whole columns and the frames that the page's
// own script picks.
import {pickFrame, unpackSweep} from "../../widgets/js/core/sweep.js";

let text = "";
for await (const part of process.stdin) text += part;
const {table, at} = JSON.parse(text), sweep = unpackSweep(table, {});
const lists = (columns) => Object.fromEntries(Object.entries(columns).map(([name, data]) => [name, Array.from(data)]));
console.log(JSON.stringify({
  columns: lists(Object.fromEntries(Object.entries(sweep.columns).map(([name, {data}]) => [name, data]))),
  frames: at.map((settings) => lists(pickFrame(sweep, settings).frame)),
}));
