// What an explorer's script exports: a way to put it into any element, and the one that Panel knows. On a
// page of our own it draws that page besides.
/** @import {Channel, Definition, Explorer, Opening, PanelModel} from "../types" */
import {renderBar} from "../controls/bar.js";
import {mount} from "../core/mount.js";
import {sessionChannel} from "../core/session.js";
import {html, write} from "../core/dom.js";
import {startPage} from "./page.js";

/** @typedef {import("../core/session.js").SessionChannel} SessionChannel */

const SILENCE = "Python does not answer. Sliders move the pictures all the same; what else was asked for waits.";

/** @param {Definition} definition */
export function explorer(definition) {
  const whole = {bar: renderBar, ...definition};
  /** Panel may render a component again: then the same explorer goes on. @type {WeakMap<PanelModel, {place: HTMLElement, channel: SessionChannel}>} */
  const rendered = new WeakMap();
  const first = (/** @type {PanelModel} */ model, /** @type {HTMLElement} */ el) => {
    const place = html("div"), channel = sessionChannel();
    // It must be in the document to be measured.
    el.append(place);
    saysWhenAlone(mount(whole, place, JSON.parse(model.opening), channel), place);
    return {place, channel};
  };
  startPage(whole);
  return {
    /** @param {HTMLElement} element @param {Opening} opening @param {Channel} channel */
    mount: (element, opening, channel) => mount(whole, element, opening, channel),

    /** @param {{model: PanelModel, el: HTMLElement}} component */
    render({model, el}) {
      const {place, channel} = rendered.get(model) ?? first(model, el);
      rendered.set(model, {place, channel});
      el.replaceChildren(place);
      channel.join(model);
    },
  };
}

/** In a page of others, as in an exported notebook, there may be no Python any more, and no other line to say so. @param {Explorer} explorer @param {HTMLElement} place */
function saysWhenAlone({store}, place) {
  const note = html("p", {class: "silence", role: "status"});
  place.querySelector(".controls")?.after(note);
  store.subscribe(({slow}) => write(note, slow ? SILENCE : ""));
}
