// A page of our own: its explorer drawn from what the page brought along, and all that stands around it.
// It draws itself before any server is connected.
/** @import {Definition, Opening, PanelModel} from "../types" */
import {mount} from "../core/mount.js";
import {fileLoader, recordedChannel} from "../core/recorded.js";
import {sessionChannel} from "../core/session.js";
import {createAddress, goToView, isStatic, queryOf} from "./address.js";
import {connect} from "./connection.js";
import {readEmbedding, reportHeight} from "./embedding.js";
import {readQuery} from "./link.js";
import {adoptNotices, notify} from "./notices.js";
import {shareButton} from "./share/dialog.js";
import {themeButton} from "./theme.js";

const root = document.documentElement;

/** Once, and only where the document is one of ours: others may load an explorer too. @param {Definition} definition */
export function startPage(definition) {
  if (root.dataset.page === undefined || root.dataset.started !== undefined) return;
  root.dataset.started = "";
  const opening = /** @type {Opening} */ (JSON.parse(document.getElementById("opening")?.textContent ?? ""));
  const element = /** @type {HTMLElement} */ (document.querySelector("main div.explorer"));
  adoptNotices();
  goToView(opening);
  const query = queryOf(location), read = readQuery(opening, query, isStatic()), embedding = readEmbedding(opening, query);
  [...read.notices, ...embedding.notices].forEach(notify);
  const {channel, joins} = channelOf(definition);
  const explorer = mount(definition, element, embedding.opening, channel, {...opening.values, ...read.settings});
  reportHeight();
  const address = createAddress(explorer, embedding.kept);
  shareButton({explorer, opening, definition, element, address});
  themeButton(() => address.keepNot("theme"));
  skipLink();
  document.addEventListener("step", (event) => showStep(element, /** @type {CustomEvent} */ (event).detail.byKey));
  if (joins) connect(explorer, address, joins);
}

/** Where there is a session, its model comes later. @param {Definition} definition */
function channelOf({recorder}) {
  if (isStatic()) return {channel: recordedChannel(fileLoader(), notify, recorder)};
  const channel = sessionChannel();
  return {channel, joins(/** @type {PanelModel} */ model) {
    channel.join(model);
    root.dataset.linked = "";
  }};
}

/** By script, for a fragment in the address would be an entry without a state. */
function skipLink() {
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    const main = document.getElementById("main");
    main?.focus();
    main?.scrollIntoView();
  });
}

/** A step of the guide changes pictures that may have been scrolled past; who uses the keyboard goes there, for what has focus is to be seen. @param {HTMLElement} element @param {boolean} byKey */
function showStep(element, byKey) {
  const pictures = /** @type {HTMLElement | null} */ (element.querySelector(".columns"));
  if (!pictures || pictures.getBoundingClientRect().top >= 0) return;
  if (byKey) {
    pictures.tabIndex = -1;
    pictures.focus({preventScroll: true});
  }
  pictures.scrollIntoView();
}
