// What the page itself needs: the theme, and a notice while the server cannot be reached.
(() => {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";
  const written = (id) => JSON.parse(document.getElementById(id).textContent);

  function themeButton() {
    const button = document.querySelector("button.theme");
    const show = () => button.setAttribute("aria-pressed", isDark());
    button.addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      try { localStorage.setItem("theme", root.dataset.theme); } catch { /* a private window */ }
      show();
    });
    system.addEventListener("change", show);
    show();
  }

  // A step of the guide changes pictures that may have been scrolled past.
  function showStep() {
    const pictures = document.querySelector(".columns");
    if (pictures.getBoundingClientRect().top < 0) pictures.scrollIntoView();
  }

  function say(text) {
    const notice = document.getElementById("connection");
    notice.textContent = text;
    notice.hidden = !text;
  }

  const LOST = "The connection to the server is lost. The sliders go on working; typed values and other scenarios are not taken until it is back. Trying to connect again …";
  const REFUSED = "The server has not accepted a connection from this page. The sliders work; typed values and other scenarios are not taken. Reload the page to try again.";

  // BokehJS can take up a lost connection itself, but afterwards the server no longer answers what
  // the page sends. So the page waits until the server serves again, and loads itself anew; where
  // the controls were stands in the address.
  function comeBack() {
    const script = document.querySelector("script[src]").src;
    const retry = () => setTimeout(comeBack, 2000);
    fetch(script, {method: "HEAD", cache: "no-store"}).then(({ok}) => {
      if (!ok) return retry();
      host.writeAddress();
      location.reload();
    }, retry);
  }

  function watchConnection(lost) {
    lost.on_event("connection_lost", () => {
      say(LOST);
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

  const host = klLeash.open(written("opening"), written("sheets"));
  klLeash.connect = klLeash.connect.bind(null, host);
  themeButton();
  watchStart();
  document.addEventListener("step", showStep);
})();
