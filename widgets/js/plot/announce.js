// What changes at the pace of a drag or of a run is told to a screen reader only now and then.
import {html} from "../core/dom.js";

// It is told when it has come to rest, and while it goes on changing not more often than this.
const REST_MS = 700, OVERDUE_MS = 5000;

/**
 * A live region out of sight. The returned function takes what there is to say, as often as it changes;
 * what stands there at first is read with the page, and not told besides.
 * @param {HTMLElement} el
 */
export function announcer(el) {
  const live = html("p", {class: "unseen", "aria-live": "polite"});
  el.append(live);
  let timer = 0, since = 0, latest = "";
  /** @type {string | null} */
  let told = null;
  const tell = () => {
    timer = 0;
    if (told !== latest) live.textContent = told = latest;
  };
  return (/** @type {string} */ words) => {
    if (words === latest) return;
    latest = words;
    told ??= words;
    if (!timer) since = performance.now();
    clearTimeout(timer);
    timer = setTimeout(tell, Math.max(0, Math.min(REST_MS, since + OVERDUE_MS - performance.now())));
  };
}
