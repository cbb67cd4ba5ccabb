// What the reader is told of the page itself.
import {html} from "../core/dom.js";

/** Once each. @param {string} text */
export function notify(text) {
  const notices = document.querySelector(".notices");
  if ([...notices?.children ?? []].some(({textContent}) => textContent === text)) return;
  notices?.append(closable(html("p", {class: "notice link", role: "status"}, text)));
}

/** Those that the page came with can be put away like the others. */
export function adoptNotices() {
  for (const notice of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".notices .notice.link"))) closable(notice);
}

/** Take away what was said of another link. */
export function forgetNotices() {
  for (const notice of document.querySelectorAll(".notices .notice.link")) notice.remove();
}

/** A notice that has been read can be put away; the keyboard goes on from the content. @param {HTMLElement} notice */
function closable(notice) {
  const close = html("button", {type: "button", class: "close", "aria-label": "Put this notice away"});
  close.addEventListener("click", () => {
    notice.remove();
    document.getElementById("main")?.focus({preventScroll: true});
  });
  notice.append(close);
  return notice;
}

/** What is said of the connection; no text is nothing. @param {string} text */
export function sayOfConnection(text) {
  const notice = document.getElementById("connection");
  if (!notice) return;
  notice.textContent = text;
  notice.hidden = !text;
}
