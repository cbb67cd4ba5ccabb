// State in a link: ?view=tilt&scenario=blind-spot&beta=0.42, and no defaults.
/** @import {Opening, Value, Values} from "../types" */
/** @import {Reading} from "../controls/reading.js" */
import {readChoice, readNumber, readSwitch, readWhole} from "../controls/reading.js";
import {bare, bareNumber, nameMeant, textsMeant} from "./asmeant.js";

// No value is longer; what a link says beyond is not looked at.
const MOST = 1000;
// What would not be seen, or would change how the rest is read.
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

/** @param {Opening} opening @param {Values} settings */
export function stateQuery({key, link}, settings) {
  const query = new URLSearchParams({view: key});
  for (const [name, short] of Object.entries(link.keys)) {
    const value = settings[name];
    if (value !== link.defaults[name]) query.set(short, String(typeof value === "boolean" ? Number(value) : value));
  }
  return query;
}

/**
 * The settings that a query asks for, each the nearest that is valid; notices name the others. What is no
 * key of this explorer is passed over.
 * @param {Opening} opening @param {URLSearchParams} query @param {boolean} [recorded] whether only what was recorded can be had
 */
export function readQuery(opening, query, recorded = false) {
  /** @type {Values} */
  const settings = {};
  /** @type {string[]} */
  const notices = [];
  const texts = textsMeant(query, Object.values(opening.link.keys));
  for (const [name, short] of Object.entries(opening.link.keys)) {
    const text = texts.get(short)?.slice(0, MOST).replace(UNPRINTABLE, "\ufffd");
    if (text === undefined) continue;
    const {value, problem} = readSetting(opening, name, text, recorded);
    settings[name] = value;
    if (problem) notices.push(`${short}: ${problem}`);
  }
  return {settings, notices};
}

/** @param {Opening} opening @param {string} name @param {string} text @param {boolean} recorded @returns {Reading<Value>} */
function readSetting({controls, link, scales, stops, values, wholes}, name, text, recorded) {
  const kept = link.defaults[name], control = controls.find((control) => control.name === name);
  if (scales[name]) {
    const scale = {...scales[name], clamp: true, between: scales[name].between && !recorded};
    return readNumber(scale, stops[name], bareNumber(text), Number(kept));
  }
  if (typeof kept === "boolean") return readSwitch(bareNumber(text), kept);
  if (wholes[name] && (control || !recorded)) return readWhole(wholes[name], bareNumber(text), Number(kept));
  if (control?.kind === "picker") {
    const options = control.options.map(([value]) => value);
    return readChoice(options, nameMeant(options, text), String(kept));
  }
  // Without a control there is only what the page opens with.
  return {...readChoice([String(values[name])], bare(text), String(values[name])), value: values[name]};
}
