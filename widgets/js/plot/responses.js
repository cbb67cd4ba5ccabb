// What the pictures of single responses share: pointing at one lights it up in every view.
/** @import {Numbers, ResponseFacts, Store} from "../types" */
import {setAll, svg, toggle} from "../core/dom.js";
import {fixed, short} from "../core/number.js";
import {handle, numbersTable} from "./access.js";

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/**
 * An area cut into an equal share for each response, down its height or along its width: it takes the
 * pointer for all of them, and a band lights up the one pointed at. Two elements, however many there are.
 * @param {Box} area @param {{count: number, along: "x" | "y", lit: (i: number) => Box}} shares @param {Store} store
 */
export function responseArea(area, {count, along, lit}, store) {
  const band = svg("rect", {class: "band", rx: 4}), hit = svg("rect", {class: "hit", ...area});
  const under = (/** @type {PointerEvent} */ event) => {
    const {left, top, width, height} = hit.getBoundingClientRect();
    const share = along === "x" ? (event.clientX - left) / width : (event.clientY - top) / height;
    const pointed = Math.max(0, Math.min(count - 1, Math.floor(share * count)));
    if (store.state.pointed !== pointed) store.mark({pointed});
  };
  hit.addEventListener("pointerenter", under);
  hit.addEventListener("pointermove", under);
  // A finger leaves as soon as it is lifted; what it tapped stays lit until the next tap.
  hit.addEventListener("pointerleave", (event) => { if (event.pointerType !== "touch") store.mark({pointed: -1}); });
  const follow = (/** @type {number} */ pointed) => {
    const shown = pointed >= 0 && pointed < count;
    if (shown) setAll(band, {...lit(pointed)});
    toggle(band, "lit", shown);
  };
  return {band, hit, follow};
}

/** The reward, and the true one where it differs. @param {ResponseFacts} facts @param {number} i */
export function rewardText({reward, truth}, i) {
  return [`r ${short(reward[i])}`, truth && truth[i] !== reward[i] ? `true ${short(truth[i])}` : ""];
}

/**
 * A handle that walks through the responses; what it says of one is taken from the frame last shown.
 * @param {HTMLElement} picture @param {string} title @param {ResponseFacts} facts @param {Store} store
 */
export function responseHandle(picture, title, facts, store) {
  /** @type {Numbers} */
  let probs = facts.ref;
  const count = facts.responses.length, point = (/** @type {number} */ pointed) => store.mark({pointed});
  const spoken = (/** @type {number} */ i) => [
    `${facts.responses[i]}: π* ${fixed(probs[i], 3)}`, `π_ref ${fixed(facts.ref[i], 3)}`, ...rewardText(facts, i).filter(Boolean),
  ].join(", ");
  // What was pointed at in a larger scenario may not exist in this one.
  if (store.state.pointed >= count) point(-1);
  const {input, follow} = handle(picture, {label: `Response pointed at, ${title}`, count, spoken, onMove: point});
  // The responses stand from top to bottom, while a slider's values rise upwards.
  input.addEventListener("keydown", (event) => {
    const step = {ArrowUp: -1, ArrowDown: 1}[event.key];
    if (!step) return;
    event.preventDefault();
    point(Math.max(0, Math.min(count - 1, Number(input.value) + step)));
  });
  input.addEventListener("focus", () => { if (input.matches(":focus-visible")) point(Number(input.value)); });
  input.addEventListener("blur", () => point(-1));
  return (/** @type {number} */ pointed, /** @type {Numbers} */ now) => {
    probs = now;
    follow(pointed < count ? pointed : -1);
  };
}

/** @param {HTMLElement} el @param {ResponseFacts} facts */
export function responseTable(el, facts) {
  const update = numbersTable(el, "Every response in numbers", ["response", "π_ref", "π*", "π_T", "reward", "true reward"]);
  return (/** @type {Numbers} */ star, /** @type {Numbers | undefined} */ temp) => update(() => facts.responses.map((name, i) => [
    name, fixed(facts.ref[i], 3), fixed(star[i], 3), temp ? fixed(temp[i], 3) : "not shown",
    short(facts.reward[i]), short((facts.truth ?? facts.reward)[i]),
  ]));
}
