// How the bar fits into its page.
import {html} from "../core/dom.js";

// A page with a window of 900 or 640 pixels leaves a bar so much.
const MEDIUM = 868, NARROW = 616;
// While less than this is left of an explorer, its bar would cover what comes after it.
const LEFT = 80;
// What a folded bar within a page of others takes, with the ground above and below it; the style sheet has it too.
const FOLDED = 62;
const LOW = "(max-height: 639px)";

/** Of a few controls each has an equal share. @param {HTMLElement} bar @param {number} count */
export const few = (bar, count) => { bar.classList.toggle("few", count < 3); };

/** The bar has as many columns as there is room for; no container, for it is to be fixed. @param {HTMLElement} el @param {HTMLElement} bar */
export function sized(el, bar) {
  const place = (/** @type {number} */ width) => {
    bar.classList.toggle("medium", width > NARROW && width <= MEDIUM);
    bar.classList.toggle("narrow", width > 0 && width <= NARROW);
  };
  place(el.getBoundingClientRect().width);
  new ResizeObserver(([entry]) => place(entry.contentRect.width)).observe(el);
}

/** Where the bar would take too much of the window it folds to its first slider once it has been scrolled past. @param {HTMLElement} el @param {HTMLElement} bar */
export function foldable(el, bar) {
  const fold = html("button", {class: "fold", type: "button", "aria-expanded": "false", "aria-label": "All controls"}, "▾");
  bar.append(fold);
  fold.addEventListener("click", () => {
    const opened = bar.classList.toggle("opened");
    fold.setAttribute("aria-expanded", String(opened));
    fold.textContent = opened ? "▴" : "▾";
  });
  const root = el.getRootNode(), section = root instanceof ShadowRoot ? root.host.parentElement : null;
  const explorer = section?.closest(".kl-leash");
  if (!section || !(explorer instanceof HTMLElement)) return;
  if (explorer.dataset.theme === undefined) inWindow(el, bar, explorer);
  else inPage(el, bar, section, explorer);
}

/** The place of a folded bar is kept, so that nothing jumps. @param {HTMLElement} el @param {HTMLElement} bar @param {boolean} folded */
function setFolded(el, bar, folded) {
  if (folded === bar.classList.contains("folded")) return;
  el.style.height = folded ? `${el.offsetHeight}px` : "";
  bar.classList.toggle("folded", folded);
}

/** How much of the window the bar takes, for what is scrolled to: the style sheets leave that free. @param {HTMLElement} explorer @param {number} height */
const tellRoom = (explorer, height) => { explorer.style.setProperty("--bar", `${Math.ceil(height)}px`); };

/** On a page of its own it is fixed to the window. @param {HTMLElement} el @param {HTMLElement} bar @param {HTMLElement} explorer */
function inWindow(el, bar, explorer) {
  const small = matchMedia(`(max-width: 640px), ${LOW}`);
  const place = () => setFolded(el, bar,
    small.matches && el.getBoundingClientRect().bottom < 0 && explorer.getBoundingClientRect().bottom > LEFT);
  const tell = () => tellRoom(explorer, small.matches ? FOLDED : el.offsetHeight);
  addEventListener("scroll", place, {passive: true});
  for (const each of [place, tell]) small.addEventListener("change", each);
  new ResizeObserver(tell).observe(el);
}

/**
 * In a page of others it keeps to its explorer, whatever scrolls that: it is sticky, and so far up that of
 * one that folds only the last line stays in sight.
 * @param {HTMLElement} el @param {HTMLElement} bar @param {HTMLElement} section @param {HTMLElement} explorer
 */
function inPage(el, bar, section, explorer) {
  const low = matchMedia(LOW);
  // As high as what is out of sight by then.
  const rest = html("div", {class: "rest"});
  let seen = true;
  bar.classList.add("within");
  el.append(rest);
  const place = () => {
    const folds = low.matches || bar.classList.contains("narrow"), {height, bottom} = rest.getBoundingClientRect();
    section.style.top = folds ? `${FOLDED - section.offsetHeight}px` : "0";
    tellRoom(explorer, folds ? FOLDED : section.offsetHeight);
    setFolded(el, bar, folds && !seen && height > 0 && bottom < innerHeight / 2);
  };
  // Who jumps past the rest sees the section come, whose last line stays.
  const watch = new IntersectionObserver((entries) => {
    for (const {target, isIntersecting} of entries) if (target === rest) seen = isIntersecting;
    place();
  });
  [rest, section].forEach((each) => watch.observe(each));
  new ResizeObserver(place).observe(el);
  low.addEventListener("change", place);
}
