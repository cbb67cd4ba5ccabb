// An explorer put into an element: its views in their places, its controls above the columns. What goes
// wrong with a view is shown in its own place, and the others work on.
/** @import {Arranged, Channel, Definition, Draw, Explorer, Opening, Picture, Space, SweepTable, Values} from "../types" */
import layoutText from "../style/layout.css";
import paletteText from "../style/palette.css";
import controlsText from "../style/controls.css";
import viewsText from "../style/views.css";
import {createExplorer} from "./explorer.js";
import {html, sheetOf, styled} from "./dom.js";
import {pickFrame, unpackColumn, unpackFacts, unpackSweep} from "./sweep.js";

/** @type {Record<string, CSSStyleSheet>} */
const sheets = {};
const sheet = (/** @type {string} */ text) => sheets[text] ??= sheetOf(text);

/**
 * @param {Definition} definition @param {HTMLElement} element @param {Opening} opening @param {Channel} channel
 * @param {Values} [settings] where the controls stand, if not as in the opening
 * @returns {Explorer}
 */
export function mount(definition, element, opening, channel, settings = opening?.values) {
  checkOpening(opening);
  const explorer = createExplorer(opening, channel, settings);
  const sections = arrange(element, opening);
  const bar = (/** @type {HTMLElement} */ el) => definition.bar?.(explorer, el, definition.controls ?? {});
  for (const [place, section] of sections) {
    if (place === "controls") bar(styled(section, sheet(controlsText)));
    else if (opening.views[place]) follow(explorer, place, styled(section, sheet(viewsText)), definition, widener(section));
  }
  // Controls that are hidden are made all the same: the player among them plays the run on.
  if (!sections.has("controls")) bar(html("div"));
  // At once: a frame that is out of sight is given no turn to draw, and its height is wanted.
  explorer.store.flush();
  return explorer;
}

/** @param {Opening} opening */
function checkOpening(opening) {
  const needed = /** @type {const} */ (["layout", "controls", "scales", "stops", "values", "views", "link"]);
  const missing = needed.filter((name) => !opening?.[name]);
  if (missing.length) throw new TypeError(`an opening needs ${missing.join(", ")}; got ${Object.keys(opening ?? {}).join(", ") || "nothing"}`);
}

/** The sections of all places, put into the element. @param {HTMLElement} element @param {Omit<Opening, "layout"> & {layout: Arranged}} opening */
function arrange(element, {layout, theme, key}) {
  /** @type {Map<string, HTMLElement>} */
  const sections = new Map();
  const section = (/** @type {string} */ place) => {
    const made = html("section", {class: `view ${place}`});
    sections.set(place, made);
    return made;
  };
  const rows = [layout.columns, ...(layout.rows ?? [])].map((columns) => (
    html("div", {class: "columns"}, ...columns.filter((places) => places.length).map((places) => (
      html("div", {class: "column"}, ...places.map(section)))))));
  const above = layout.above.map(section), below = layout.below.map(section);
  element.classList.add("kl-leash", key);
  if (theme) element.dataset.theme = theme;
  element.replaceChildren(...above, html("div", {class: "stage"}, ...rows), ...below);
  const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
  // The page's own style sheet has the palette already, before the first script.
  for (const text of theme ? [paletteText, layoutText] : [layoutText]) {
    if (!root.adoptedStyleSheets.includes(sheet(text))) root.adoptedStyleSheets.push(sheet(text));
  }
  return sections;
}

/**
 * A view whose facts say that it is `wide` stands below the columns, as wide as they are together, unless
 * it is all that its column has; and goes back to its place when they say so no more.
 * @param {HTMLElement} section
 */
function widener(section) {
  const home = section.parentElement, stage = section.closest(".stage"), kept = document.createComment("");
  return (/** @type {boolean} */ wide) => {
    const away = !home?.contains(section);
    if (wide === away || (wide && (!stage || home?.childElementCount === 1))) return;
    if (away) return kept.replaceWith(section);
    section.replaceWith(kept);
    stage?.append(section);
  };
}

/** @param {Explorer} explorer @param {string} place @param {HTMLElement} el @param {Definition} definition @param {(wide: boolean) => void} widen */
function follow(explorer, place, el, {pictures}, widen) {
  const {store} = explorer;
  /** @type {SweepTable | null} */
  let table = null;
  /** @type {Draw<any> | null} */
  let draw = null;
  let width = Math.floor(el.getBoundingClientRect().width);
  const paint = () => {
    const {kind, facts, sweep, failure} = explorer.views[place];
    if (failure) throw new Error(failure);
    if (!draw) {
      widen(Boolean(facts && "wide" in facts && facts.wide));
      width = Math.floor(el.getBoundingClientRect().width);
    }
    if (!width || !facts || !sweep) return;
    table ??= unpackSweep(sweep, explorer.stops);
    draw ??= pictureOf(pictures, kind)(unpackFacts(facts), spaceOf(el, width, explorer));
    const {frame, shown} = pickFrame(table, store.state.settings);
    draw(frame, {...store.state, ...shown});
  };
  const rebuild = () => { table = draw = null; store.invalidate(); };
  new ResizeObserver(([entry]) => {
    const now = Math.floor(entry.contentRect.width);
    if (now !== width) { width = now; draw = null; store.invalidate(); }
  }).observe(el);
  explorer.on("views", (views) => { if (place in views) rebuild(); });
  explorer.on("columns", ({[place]: columns}) => {
    const entries = Object.entries(columns ?? {}).map(([name, column]) => [name, unpackColumn(column)]);
    if (table) Object.assign(table.columns, Object.fromEntries(entries));
    else Object.assign(explorer.views[place].sweep?.columns ?? {}, columns);
    store.invalidate();
  });
  store.subscribe(() => guarded(el, paint));
}

/** @param {Definition["pictures"]} pictures @param {string} kind @returns {Picture<any, any>} */
function pictureOf(pictures, kind) {
  if (!pictures[kind]) throw new Error(`there is no picture of kind “${kind}”, only ${Object.keys(pictures).join(", ")}`);
  return pictures[kind];
}

/** @param {HTMLElement} el @param {number} width @param {Explorer} explorer @returns {Space} */
function spaceOf(el, width, {store}) {
  const host = /** @type {ShadowRoot} */ (el.getRootNode()).host, stage = host?.closest(".stage");
  return {el, width, store, alone: !stage || width > 0.75 * stage.clientWidth};
}

/** @param {HTMLElement} el @param {() => void} work */
function guarded(el, work) {
  try {
    work();
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    el.replaceChildren(html("p", {class: "failure", role: "alert"}, `This view could not be drawn: ${words}`));
  }
}
