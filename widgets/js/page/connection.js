// With a server: a notice while it cannot be reached, and the way back.
/** @import {Explorer, PanelModel} from "../types" */
/** @import {Address} from "./address.js" */
import {insertLate, painted, probeOf} from "./late.js";
import {sayOfConnection as say} from "./notices.js";
import {sessionNow, withoutModule} from "./session.js";

const LOST = "The connection to the server is lost. The sliders go on working; typed values are not taken between their stops; other scenarios, new runs and what was not shown yet wait until it is back. Trying to connect again …";
const SLOW = "The server has not answered yet. The sliders go on working; what else was asked for comes when it answers.";
const LATE = "This page is not connected to its server yet. The sliders work; typed values between their stops, other scenarios and new runs wait until it is.";
const REFUSED = "The server has not accepted a connection from this page. The sliders work; typed values between their stops, other scenarios and new runs do not. Reload the page to try again.";

const TEMPLATE = "link";
const AGAIN_MS = 2000, LOOK_MS = 50, LATE_MS = 2500, PATIENCE_MS = 8000, ANSWER_MS = 2000;

/** @param {Explorer} explorer @param {Address} address @param {(model: PanelModel) => void} joins */
export function connect(explorer, address, joins) {
  const probe = probeOf(TEMPLATE);
  /** Whether somebody serves at this page's address; where nobody answers, that is an answer too. */
  const isServed = () => fetch(probe, {method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(ANSWER_MS)}).then(({ok}) => ok, () => false);

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
  const look = (since = performance.now()) => {
    const session = sessionNow(), waited = performance.now() - since;
    if (session) {
      session.served.on_event("connection_lost", lose);
      joins(session.model);
      say("");
      return speakOfSlowness(explorer);
    }
    if (waited > PATIENCE_MS) giveUp();
    else if (waited > LATE_MS && !given) say(LATE);
    setTimeout(look, LOOK_MS, since);
  };
  painted().then(() => insertLate(TEMPLATE, withoutModule)).catch(giveUp);
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
