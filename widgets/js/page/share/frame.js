// The code of a frame with this state.
/** @import {Address} from "../address.js" */
/** @import {View} from "./views.js" */
/** @import {Values} from "../../types" */
import {addressOf} from "../address.js";

/**
 * With all the views that are shown, or with those that are picked; where no script sizes the frame, as
 * high as they stand here, one below the other.
 * @param {Address} address @param {Values} settings @param {View[]} views @param {string[]} picked their places
 */
export function frameCode(address, settings, views, picked) {
  const query = address.shown(settings);
  const parts = views.filter(({place}) => ["controls", ...picked].includes(place)), some = parts.length < views.length;
  query.set("embed", "1");
  if (some) query.set("show", picked.join(","));
  const source = addressOf(query).replaceAll("&", "&amp;");
  const high = some ? parts.reduce((sum, {section}) => sum + heightOf(section) + 18, 0) : heightOf(document.querySelector("main"));
  const height = Math.ceil(high) + 60;
  return `<iframe data-kl-leash src="${source}" title="The KL leash" loading="lazy" style="width: 100%; height: ${height}px; border: 0"></iframe>
<script>
addEventListener("message", ({source, data}) => {
  for (const frame of document.querySelectorAll("iframe[data-kl-leash]"))
    if (frame.contentWindow === source && data?.klLeash) frame.style.height = data.klLeash.height + "px";
});
</${"script"}>`;
}

/** @param {Element | null} part */
const heightOf = (part) => part?.getBoundingClientRect().height ?? 0;
