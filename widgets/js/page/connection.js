// With a server: a notice while it cannot be reached, and the way back.
/** @import {Explorer} from "../types" */
/** @import {Address} from "./address.js" */
import {insertLate, painted, probeOf} from "./late.js";
import {sayOfConnection as say} from "./notices.js";

const LOST = "The connection to the server is lost. The sliders go on working; typed values are not taken between their stops; other scenarios, new runs and what was not shown yet wait until it is back. Trying to connect again …";
const SLOW = "The server has not answered yet. The sliders go on working; what else was asked for comes when it answers.";
const REFUSED = "The server has not accepted a connection from this page. The sliders work; typed values between their stops, other scenarios and new runs do not. Reload the page to try again.";

const TEMPLATE = "link";
const AGAIN_MS = 2000, LOOK_MS = 100, PATIENCE_MS = 8000;

/** @param {Explorer} explorer @param {Address} address */
export function connect(explorer, address) {
  const probe = probeOf(TEMPLATE);
  /** Whether somebody serves at this page's address; where nobody answers, that is an answer too. */
  const isServed = () => fetch(probe, {method: "HEAD", cache: "no-store"}).then(({ok}) => ok, () => false);

  // BokehJS can take up a lost connection itself, but afterwards the server no longer answers what the
  // page sends. So the page waits until the server serves again, and loads itself anew; where the
  // controls were stands in the address.
  const comeBack = async () => {
    // Nor is a dialog taken away from under the reader's hands.
    if (document.querySelector("dialog[open]") || !await isServed()) return void setTimeout(comeBack, AGAIN_MS);
    address.writeLate();
    document.dispatchEvent(new CustomEvent("kl-leash:reload"));
    location.reload();
  };
  const lose = () => {
    say(LOST);
    explorer.store.mark({lost: true});
    comeBack();
  };
  let given = false;
  // A server that answers but opens no socket would do so again: the reader is told. One that is away
  // has been lost before it was linked.
  const giveUp = async () => {
    if (given) return;
    given = true;
    if (await isServed()) say(REFUSED);
    else lose();
  };
  // The socket is opened by Bokeh when its scripts are there and the page has loaded.
  const look = (waited = 0) => {
    const [served] = /** @type {any} */ (globalThis).Bokeh?.documents ?? [];
    if (served) {
      served.on_event("connection_lost", lose);
      return speakOfSlowness(explorer);
    }
    if (waited > PATIENCE_MS) giveUp();
    setTimeout(look, LOOK_MS, waited + LOOK_MS);
  };
  painted().then(() => insertLate(TEMPLATE)).catch(giveUp);
  look();
}

/** @param {Explorer} explorer */
function speakOfSlowness({store}) {
  /** @type {boolean | null} */
  let said = null;
  store.subscribe(({lost, slow}) => {
    if (lost || slow === said) return;
    said = slow;
    say(slow ? SLOW : "");
  });
}
