// The session as our own page meets it. Its script has drawn already, so that of Panel's component only the
// messages are wanted: no module is loaded, for Panel does that from a blob, which a policy may forbid.
/** @import {Message, PanelModel} from "../types" */

const bokeh = () => /** @type {any} */ (globalThis).Bokeh;

/** Before Panel makes the model: without anything compiled it loads and renders nothing. */
export function withoutModule() {
  const model = bokeh()?.Models?.get("panel.models.esm.ReactiveESM");
  if (model) model.prototype.compile = () => null;
}

/** The document that the server has sent, with the model in it; or nothing yet. */
export function sessionNow() {
  const [served] = bokeh()?.documents ?? [], [root] = served?.roots() ?? [];
  return root && {served, model: modelOf(root)};
}

/** The model of a component, as Panel hands it to the component's script. @param {any} root @returns {PanelModel} */
function modelOf(root) {
  const {ModelEvent} = bokeh().require("core/bokeh_events");
  class DataEvent extends ModelEvent {
    static { this.prototype.event_name = "data_event"; }
    /** @param {Message} data */
    constructor(data) {
      super();
      this.data = data;
    }
    get event_values() { return {model: this.origin, data: this.data}; }
  }
  /** @type {Set<(message: unknown) => void>} */
  const listeners = new Set();
  root.on_event("esm_event", (/** @type {{data: unknown}} */ {data}) => listeners.forEach((hear) => hear(data)));
  return {
    opening: "",
    send_msg: (message) => root.trigger_event(new DataEvent(message)),
    on: (_, hear) => void listeners.add(hear),
    off: (_, hear) => void listeners.delete(hear),
  };
}
