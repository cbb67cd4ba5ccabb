// The channel to a Panel session, which may come after the pictures: until then, what is sent waits.
/** @import {Channel, Explorer, Message, News, PanelModel} from "../types" */
import {followSettings} from "./settings.js";

// Where an answer is waited for, how long before the reader is told.
const PATIENCE_MS = 2500;

/** @typedef {Channel & {join(model: PanelModel): void}} SessionChannel */

/** @returns {SessionChannel} */
export function sessionChannel() {
  /** @type {Explorer} */
  let explorer;
  /** @type {ReturnType<typeof followSettings>} */
  let settings;
  /** @type {PanelModel | null} */
  let model = null;
  /** @type {Message[]} */
  const waiting = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let patience;

  /** @param {Message} message */
  const post = (message) => {
    if (explorer.store.state.lost) return;
    if (model) model.send_msg(message);
    else waiting.push(message);
  };
  const receive = (/** @type {unknown} */ message) => {
    clearTimeout(patience);
    patience = undefined;
    explorer.store.mark({slow: false});
    const news = newsOf(message);
    settings.learn(news);
    explorer.receive(news);
  };
  return {
    attach(attached) {
      explorer = attached;
      settings = followSettings(explorer, (set, urgent) => {
        post({set});
        if (urgent && !explorer.store.state.lost) patience ||= setTimeout(() => explorer.store.mark({slow: true}), PATIENCE_MS);
      });
    },
    send(message) {
      settings.flush();
      post(message);
    },
    require: (set) => settings.ask(set),
    join(joined) {
      joined.off("msg:custom", receive);
      joined.on("msg:custom", receive);
      model = joined;
      waiting.splice(0).forEach(post);
      settings.flush();
    },
  };
}

/** A chunk of a run is a text of its own: it is the one message that comes again and again. @param {unknown} message @returns {News} */
function newsOf(message) {
  const news = /** @type {any} */ (plain(message));
  return typeof news.chunk === "string" ? {...news, chunk: JSON.parse(news.chunk)} : news;
}

/** BokehJS hands a dictionary over as a Map or as an object, depending on where it stands. @param {unknown} value @returns {unknown} */
export function plain(value) {
  if (value instanceof Map) return plain(Object.fromEntries(value));
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== "object") return value;
  if (ArrayBuffer.isView(value)) return plainArray(value);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part)]));
}

/** Its arrays are of classes of its own, a part of which is not what a part of a typed array is. @param {ArrayBufferView} array */
function plainArray(array) {
  const Kind = [Float32Array, Float64Array, Int32Array].find((kind) => array instanceof kind);
  if (!Kind) throw new TypeError(`a column of ${array.constructor.name}; only numbers of f4, f8 and i4 can be drawn`);
  return new Kind(/** @type {ArrayBuffer} */ (array.buffer), array.byteOffset, array.byteLength / Kind.BYTES_PER_ELEMENT);
}
