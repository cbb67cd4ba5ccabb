// With a server: a notice while it cannot be reached, and the way back.
(() => {
  function say(text) {
    const notice = document.getElementById("connection");
    notice.textContent = text;
    notice.hidden = !text;
  }

  const LOST = "The connection to the server is lost. The sliders go on working; typed values are not taken, other scenarios and new runs wait until it is back. Trying to connect again …";
  const SLOW = "The server has not answered yet. The sliders go on working; what else was asked for comes when it answers.";
  const REFUSED = "The server has not accepted a connection from this page. The sliders work; typed values, other scenarios and new runs do not. Reload the page to try again.";

  // Whether somebody serves at this page's address; where nobody answers, that is an answer too.
  function isServed() {
    const script = document.querySelector("script[src]").src;
    return fetch(script, {method: "HEAD", cache: "no-store"}).then(({ok}) => ok, () => false);
  }

  // BokehJS can take up a lost connection itself, but afterwards the server no longer answers what
  // the page sends. So the page waits until the server serves again, and loads itself anew; where
  // the controls were stands in the address.
  async function comeBack() {
    // Nor is a dialog taken away from under the reader's hands.
    if (document.querySelector("dialog[open]") || !await isServed()) return setTimeout(comeBack, 2000);
    klLeash.host.writeAddress();
    klLeash.host.keepRun?.();
    location.reload();
  }

  function lose() {
    say(LOST);
    klLeash.host.store.set({lost: true});
    comeBack();
  }

  // A server that answers but opens no socket would do so again: the reader is told. One that is
  // away has been lost before it was linked.
  async function giveUp() {
    if (!await isServed()) return lose();
    say(REFUSED);
    watchStart(-Infinity);
  }

  function follow(served) {
    let slow;
    served.on_event("connection_lost", lose);
    klLeash.host.store.subscribe((values) => {
      if (values.lost || values.slow === slow) return;
      slow = values.slow;
      say(slow ? SLOW : "");
    });
  }

  // The socket is opened by Bokeh after the page has loaded.
  function watchStart(waited = 0) {
    const [served] = globalThis.Bokeh?.documents ?? [];
    if (served) return follow(served);
    if (waited > 8000) return giveUp();
    setTimeout(watchStart, 100, waited + 100);
  }

  watchStart();
})();
