// How a page is embedded: ?embed=1 drops the header, show= picks views, hide= controls, theme= light
// or dark. What is asked for and does not exist is named in a notice; the rest is done.
/** @import {Control, Opening} from "../types" */
import {withoutControls, withViews} from "../core/layout.js";
import {quoted} from "../controls/reading.js";
import {nameMeant, textsMeant} from "./asmeant.js";

/** The keys of the ways in which a page can be shown. */
export const WAYS = ["embed", "show", "hide", "theme"];
const THEMES = ["light", "dark", "auto"];

/** The ways in which a page is shown that a link keeps, each with its names. @typedef {[key: string, names: string[]][]} Kept */

/** The opening as it is to be mounted. @param {Opening} opening @param {URLSearchParams} query */
export function readEmbedding(opening, query) {
  /** @type {string[]} */
  const notices = [];
  const texts = textsMeant(query, WAYS);
  const known = (/** @type {string} */ key, /** @type {string} */ what, /** @type {string[]} */ names) => {
    const asked = listed(texts.get(key)).map((name) => nameMeant(names, name)), unknown = asked.find((name) => !names.includes(name));
    if (unknown !== undefined) notices.push(`${key}: there is no ${what} “${quoted(unknown, 40)}”, only ${names.join(", ")}.`);
    return asked.filter((name) => names.includes(name));
  };
  const keys = opening.controls.map((control) => keyOf(opening, control));
  const show = known("show", "view", [...Object.keys(opening.views), "controls"]);
  const hide = known("hide", "control", [...keys, "controls"]);
  const theme = known("theme", "theme", THEMES), embed = known("embed", "value", ["1", "0"]);
  const controls = opening.controls.map((control, i) => ({...control, hidden: hide.includes(keys[i])}));
  const bare = hide.includes("controls") || controls.every(({hidden}) => hidden);
  const shown = show.length ? withViews(opening.layout, show) : opening.layout;
  const kept = /** @type {Kept} */ (Object.entries({embed, show, hide, theme})).filter(([, names]) => names.length);
  return {opening: {...opening, controls, layout: bare ? withoutControls(shown) : shown}, kept, notices};
}

/** What a link calls a control. @param {Opening} opening @param {Control} control */
export const keyOf = ({link}, {name, kind}) => link.keys[name] ?? kind;

/** @param {string} [text] */
function listed(text = "") {
  return text.split(",").map((name) => name.trim()).filter(Boolean);
}

/** The page around sizes the frame by what it is told here: at every change, and when it asks, for its script may come late. */
export function reportHeight() {
  const tell = () => parent.postMessage({klLeash: {height: Math.ceil(document.body.getBoundingClientRect().height)}}, "*");
  if (parent === window || document.documentElement.dataset.embedded === undefined) return;
  new ResizeObserver(tell).observe(document.body);
  addEventListener("message", ({source, data}) => { if (source === parent && data?.klLeash?.ask === "height") tell(); });
  tell();
}
