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
  const wait = () => {
    if (!explorer.store.state.lost) patience ||= setTimeout(() => explorer.store.mark({slow: true}), PATIENCE_MS);
  };
  const take = (/** @type {News} */ news) => {
    clearTimeout(patience);
    patience = undefined;
    explorer.store.mark({slow: false});
    settings.learn(news);
    explorer.receive(news);
  };
  // To unpack takes a turn of the browser, but what came first is taken first.
  let turn = Promise.resolve();
  const receive = (/** @type {unknown} */ message) => {
    // One that cannot be taken is spoken of, and holds up none after it.
    turn = turn.then(() => newsOf(message)).then(take).catch((error) => console.error("What the session sent could not be taken:", error));
  };
  return {
    attach(attached) {
      explorer = attached;
      settings = followSettings(explorer, (set, urgent) => {
        post({set});
        if (urgent) wait();
      });
    },
    send(message) {
      settings.flush();
      post(message);
      wait();
    },
    require: (set) => settings.ask(set),
    join(joined) {
      joined.off("msg:custom", receive);
      joined.on("msg:custom", receive);
      // The session may have been told something meanwhile, which has reached nobody.
      if (!model) joined.send_msg({join: explorer.opening.values});
      model = joined;
      waiting.splice(0).forEach(post);
      settings.flush();
    },
  };
}

/** What is large is packed. A chunk of a run is a text of its own: it is the one message that comes again and again. @param {unknown} message @returns {Promise<News>} */
async function newsOf(message) {
  const news = /** @type {any} */ (plain(message));
  if (typeof news.chunk === "string") news.chunk = JSON.parse(news.chunk);
  for (const part of ["views", "columns"]) if (news[part] instanceof ArrayBuffer) news[part] = await inflated(news[part]);
  return news;
}

/** @param {ArrayBuffer} bytes */
const inflated = (bytes) => new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();

/** BokehJS hands a dictionary over as a Map or as an object, depending on where it stands. @param {unknown} value @returns {unknown} */
export function plain(value) {
  if (value instanceof Map) return plain(Object.fromEntries(value));
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== "object" || value instanceof ArrayBuffer) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part)]));
}
