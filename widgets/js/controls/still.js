// A bar of controls that does nothing, to see how much room it takes.
/** @import {Control, Explorer} from "../types" */
import {few, sized} from "./fold.js";

/**
 * The bar of an explorer again, less the controls that are hidden here.
 * @param {HTMLElement} bar of the explorer with these controls @param {Control[]} controls
 */
export function stillBar(bar, controls) {
  const standing = controls.filter(({hidden}) => !hidden).map(({name}) => name);
  return (/** @type {Explorer} */ explorer, /** @type {HTMLElement} */ el) => {
    const copy = /** @type {HTMLElement} */ (bar.cloneNode(true)), parts = [...copy.children];
    const stays = explorer.controls.filter(({hidden}) => !hidden).map(({name}) => name);
    copy.classList.remove("folded", "opened");
    // After the controls stands the button that unfolds the bar.
    standing.forEach((name, i) => { if (!stays.includes(name)) parts[i].remove(); });
    few(copy, stays.length);
    el.replaceChildren(copy);
    sized(el, copy);
  };
}
