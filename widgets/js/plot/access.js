// For those who cannot see a picture, or use no pointer: handles for the keyboard, and its numbers as a
// table.
import {html} from "../core/dom.js";

/**
 * A native range input laid over a picture: it brings focus, arrow keys and a spoken value, which a
 * drawing has none of. What it says is true from the first frame on: the returned function is called in
 * each, with the stop it is at, or -1 to leave it where it is.
 * @param {HTMLElement} picture
 * @param {{label: string, count: number, spoken: (i: number) => string, onMove: (i: number) => void}} options
 */
export function handle(picture, {label, count, spoken, onMove}) {
  const input = html("input", {type: "range", class: "handle", min: 0, max: count - 1, step: 1, "aria-label": label});
  input.value = "0";
  input.addEventListener("input", () => onMove(Number(input.value)));
  picture.append(input);
  const follow = (/** @type {number} */ now) => {
    if (now >= 0 && Number(input.value) !== now) input.value = String(now);
    speak(input, spoken(Number(input.value)));
  };
  return {input, follow};
}

/** @param {Element} input @param {string} words */
function speak(input, words) {
  if (input.getAttribute("aria-valuetext") !== words) input.setAttribute("aria-valuetext", words);
}

/** @type {Record<string, [number, number]>} */
const ARROWS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]};

/**
 * The same in two dimensions: arrow keys move along both, with Shift ten times as far.
 * @param {HTMLElement} picture @param {{label: string, onMove: (dx: number, dy: number) => void}} options
 */
export function handle2(picture, {label, onMove}) {
  const input = html("input", {type: "range", class: "handle", min: 0, max: 2, step: 1, "aria-label": label, "aria-roledescription": "point"});
  input.value = "1";
  input.addEventListener("keydown", (event) => {
    const [dx, dy] = ARROWS[event.key] ?? [0, 0], far = event.shiftKey ? 10 : 1;
    if (!dx && !dy) return;
    event.preventDefault();
    onMove(dx * far, dy * far);
  });
  // Assistive technology may set the value itself; up and down is all that it can say.
  input.addEventListener("input", () => {
    const turn = Number(input.value) - 1;
    input.value = "1";
    if (turn) onMove(turn, 0);
  });
  picture.append(input);
  return {input, follow: (/** @type {string} */ words) => speak(input, words)};
}

// A table is written when the controls come to rest, and while a run is played once a second, so that a
// frame pays nothing for it.
const REST_MS = 200, OVERDUE_MS = 1000;
/** @type {Set<() => void>} */
const unwritten = new Set();

/** Write at once what waits: who reads the tables wants the present numbers. */
export function flushTables() { for (const write of [...unwritten]) write(); }

/**
 * The numbers of a picture as a table, for screen readers and for downloads.
 * @param {HTMLElement} el @param {string} caption @param {string[]} heads
 */
export function numbersTable(el, caption, heads) {
  const cells = (/** @type {"td" | "th"} */ tag, /** @type {string[]} */ texts) => texts.map((text) => html(tag, {}, text));
  const body = html("tbody");
  const table = html("table", {}, html("caption", {}, caption), html("thead", {}, html("tr", {}, ...cells("th", heads))), body);
  // A table takes the height of its rows whatever it is told; the box around it does not.
  el.append(html("div", {class: "unseen"}, table));
  let timer = 0, since = 0;
  /** @type {() => string[][]} */
  let rows = () => [];
  const write = () => {
    clearTimeout(timer);
    unwritten.delete(write);
    body.replaceChildren(...rows().map((row) => html("tr", {}, ...cells("td", row))));
  };
  return (/** @type {() => string[][]} */ latest) => {
    rows = latest;
    if (!unwritten.has(write)) since = performance.now();
    unwritten.add(write);
    clearTimeout(timer);
    timer = setTimeout(write, Math.max(0, Math.min(REST_MS, since + OVERDUE_MS - performance.now())));
  };
}
