// What the page itself needs: the theme, and a notice while the server cannot be reached.
(() => {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const stored = (() => { try { return localStorage.getItem("theme"); } catch { return null; } })();
  if (stored) root.dataset.theme = stored;
  const isDark = () => (root.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";

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

  function say(text) {
    const notice = document.getElementById("connection");
    notice.textContent = text;
    notice.hidden = !text;
  }

  const lost = "The connection to the server is lost. The sliders go on working; a typed value or another scenario has to wait. ";

  function watchConnection() {
    for (const document of Bokeh.documents) {
      document.on_event("connection_lost", (_, event) => {
        say(lost + (event.timeout == null ? "Reload the page to connect again." : "Trying to connect again …"));
      });
      document.on_event("client_reconnected", () => say(""));
    }
  }

  // The socket is opened by Bokeh after the page has loaded; one that never opens is refused.
  function watchStart(tries = 100) {
    if (globalThis.Bokeh?.documents?.length) return watchConnection();
    if (tries) return setTimeout(watchStart, 100, tries - 1);
    say("The server did not accept a connection from this page, so it cannot be drawn. Reload it to try again.");
  }

  document.addEventListener("DOMContentLoaded", () => { themeButton(); watchStart(); });
})();
