// How the bar fits into its page.
import {html} from "../core/dom.js";

// A page with a window of 900 or 640 pixels leaves a bar so much.
const MEDIUM = 868, NARROW = 616;
// While less than this is left of an explorer, its bar would cover what comes after it.
const LEFT = 80;

/** The bar has as many columns as there is room for; no container, for it is to be fixed. @param {HTMLElement} el @param {HTMLElement} bar */
export function sized(el, bar) {
  const place = (/** @type {number} */ width) => {
    bar.classList.toggle("medium", width > NARROW && width <= MEDIUM);
    bar.classList.toggle("narrow", width > 0 && width <= NARROW);
  };
  place(el.getBoundingClientRect().width);
  new ResizeObserver(([entry]) => place(entry.contentRect.width)).observe(el);
}

/** In a narrow or a low window the bar folds to its first slider once it has been scrolled past. @param {HTMLElement} el @param {HTMLElement} bar */
export function foldable(el, bar) {
  const fold = html("button", {class: "fold", type: "button", "aria-expanded": "false", "aria-label": "All controls"}, "▾");
  bar.append(fold);
  fold.addEventListener("click", () => {
    const opened = bar.classList.toggle("opened");
    fold.setAttribute("aria-expanded", String(opened));
    fold.textContent = opened ? "▴" : "▾";
  });
  const small = matchMedia("(max-width: 640px), (max-height: 639px)");
  const place = () => {
    const passed = small.matches && el.getBoundingClientRect().bottom < 0 && bottomOf(el) > LEFT;
    if (passed === bar.classList.contains("folded")) return;
    el.style.height = passed ? `${el.offsetHeight}px` : "";
    bar.classList.toggle("folded", passed);
  };
  addEventListener("scroll", place, {passive: true});
  small.addEventListener("change", place);
}

/** Where the explorer ends to which these controls belong. @param {HTMLElement} el */
function bottomOf(el) {
  const root = el.getRootNode(), explorer = root instanceof ShadowRoot && root.host.closest(".kl-leash");
  return explorer ? explorer.getBoundingClientRect().bottom : Infinity;
}
