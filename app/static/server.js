// With a server: a notice while it cannot be reached, and the way back.
(() => {
  function say(text) {
    const notice = document.getElementById("connection");
    notice.textContent = text;
    notice.hidden = !text;
  }

  const LOST = "The connection to the server is lost. The sliders go on working; typed values, other scenarios and new runs wait until it is back. Trying to connect again …";
  const REFUSED = "The server has not accepted a connection from this page. The sliders work; typed values, other scenarios and new runs do not. Reload the page to try again.";

  // BokehJS can take up a lost connection itself, but afterwards the server no longer answers what
  // the page sends. So the page waits until the server serves again, and loads itself anew; where
  // the controls were stands in the address.
  function comeBack() {
    const script = document.querySelector("script[src]").src;
    const retry = () => setTimeout(comeBack, 2000);
    fetch(script, {method: "HEAD", cache: "no-store"}).then(({ok}) => {
      if (!ok) return retry();
      klLeash.host.writeAddress();
      location.reload();
    }, retry);
  }

  function watchConnection(lost) {
    lost.on_event("connection_lost", () => {
      say(LOST);
      klLeash.host.store.set({lost: true});
      comeBack();
    });
  }

  // The socket is opened by Bokeh after the page has loaded; one that never opens is refused.
  function watchStart(waited = 0) {
    const [served] = globalThis.Bokeh?.documents ?? [];
    if (served) {
      say("");
      return watchConnection(served);
    }
    if (waited > 8000) say(REFUSED);
    setTimeout(watchStart, 100, waited + 100);
  }

  watchStart();
})();
