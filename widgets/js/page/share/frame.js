// The code of a frame with this state.
/** @import {Shared} from "./dialog.js" */
import {addressOf} from "../address.js";
import {heightIn} from "./trial.js";

/** What is picked of what is on screen: the places of its views, the keys of the controls that it is without, and whose theme it has. @typedef {{views: string[], hidden: string[], theme: string}} Picked */

const FRAMES = 'document.querySelectorAll("iframe[data-kl-leash]")';
// Whichever of frame and script is there first: the frame says its height, and is asked for it.
const SIZES = `addEventListener("message", ({source, data}) => {
  for (const frame of ${FRAMES})
    if (frame.contentWindow === source && data?.klLeash) frame.style.height = data.klLeash.height + "px";
});
for (const frame of ${FRAMES})
  frame.contentWindow.postMessage({klLeash: {ask: "height"}}, "*");`;
// What stands in light type stands on a dark ground; what the page wears may change while it is read.
const THEMES = `const tellTheme = () => {
  for (const frame of document.querySelectorAll("iframe[data-kl-leash=theme]")) {
    const [r, g, b] = getComputedStyle(frame).color.match(/[\\d.]+/g).map(Number);
    frame.contentWindow.postMessage({klLeash: {theme: r + g + b > 382 ? "dark" : "light"}}, "*");
  }
};
for (const event of ["message", "transitionend"]) addEventListener(event, tellTheme);
for (const part of [document.documentElement, document.body])
  new MutationObserver(tellTheme).observe(part, {attributes: true});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", tellTheme);
tellTheme();`;

/**
 * With all the views that are shown, or with those that are picked; where no script sizes the frame, as
 * high as it must be where it is as wide as this window.
 * @param {Shared} shared @param {string[]} places that could be picked @param {Picked} picked
 */
export function frameCode(shared, places, picked) {
  const query = shared.address.shown(shared.explorer.store.state.settings), hosts = picked.theme === "host";
  query.set("embed", "1");
  if (picked.views.length < places.length) query.set("show", picked.views.join(","));
  if (picked.hidden.length) query.set("hide", picked.hidden.join(","));
  if (["dark", "auto"].includes(picked.theme)) query.set("theme", picked.theme);
  else query.delete("theme");
  const source = addressOf(query).replaceAll("&", "&amp;"), height = heightIn(shared, query);
  return `<iframe data-kl-leash${hosts ? "=theme" : ""} src="${source}" title="The KL leash" loading="lazy" style="width: 100%; height: ${height}px; border: 0"></iframe>
<script>
${SIZES}
${hosts ? `{\n${THEMES.replace(/^/gm, "  ")}\n}\n` : ""}</${"script"}>`;
}
