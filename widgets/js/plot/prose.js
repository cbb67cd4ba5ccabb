// Text that follows the controls: markup written by the server once a scenario, with slots whose
// numbers and words are picked from the sweep.
/** @import {Draw, Frame, Shown, Space, TextFacts, Values} from "../types" */
import {write} from "../core/dom.js";
import {fixed} from "../core/number.js";
import {announcer} from "./announce.js";

/** @param {TextFacts} facts @param {Space} space @returns {Draw<Frame>} */
export function prose(facts, {el, store}) {
  const focused = el.contains(/** @type {ShadowRoot} */ (el.getRootNode()).activeElement);
  el.innerHTML = facts.html;
  if (focused) keepFocus(el);
  for (const button of all(el, "data-step")) {
    button.addEventListener("click", ({detail: presses}) => {
      store.set(facts.steps[Number(button.dataset.step)]);
      // The page brings into view what the step speaks of. From the keyboard no press is counted.
      el.dispatchEvent(new CustomEvent("step", {bubbles: true, composed: true, detail: {byKey: presses === 0}}));
    });
  }
  const says = el.querySelector(".says"), tell = says && announcer(el), slots = all(el, "data-slot"), live = all(el, "data-live");
  const shownIf = all(el, "data-if"), hiddenIf = all(el, "data-unless"), steps = all(el, "data-step");
  return (frame, shown) => {
    for (const slot of slots) fill(slot, frame[/** @type {string} */ (slot.dataset.slot)]?.[0]);
    for (const slot of live) fillLive(slot, shown);
    for (const part of shownIf) part.hidden = !shown[/** @type {string} */ (part.dataset.if)];
    for (const part of hiddenIf) part.hidden = shown[/** @type {string} */ (part.dataset.unless)];
    tell?.(says?.textContent ?? "");
    facts.steps.forEach((step, i) => markStep(steps[i], step, shown));
  };
}

/** @param {HTMLElement} el @param {string} name @returns {HTMLElement[]} */
const all = (el, name) => [...el.querySelectorAll(`[${name}]`)].map((part) => /** @type {HTMLElement} */ (part));

/** A column that has not come yet leaves its place as it is. @param {HTMLElement} slot @param {string | number | undefined} value */
function fill(slot, value) {
  if (value !== undefined) write(slot, typeof value === "string" ? value : fixed(value, 3));
}

/** What a run has measured so far comes with the run, not with the sliders. @param {HTMLElement} slot @param {Shown} shown */
function fillLive(slot, {live, stale}) {
  const value = live?.frame[/** @type {string} */ (slot.dataset.live)]?.[0];
  write(slot, value === undefined ? "–" : typeof value === "string" ? value : fixed(value, 0));
  slot.classList.toggle("stale", stale);
}

/** Who came to another scenario from the keyboard goes on where its steps begin. @param {HTMLElement} el */
function keepFocus(el) {
  const heading = el.querySelector("h2");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({preventScroll: true});
}

/** A step knows when the controls stand where it would put them, whoever put them there. @param {HTMLElement} button @param {Values} step @param {Shown} shown */
function markStep(button, step, shown) {
  const item = button.closest("li");
  if (Object.entries(step).every(([name, value]) => shown[name] === value)) item?.setAttribute("aria-current", "step");
  else item?.removeAttribute("aria-current");
}
