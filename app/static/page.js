// What the page itself needs: the theme, and that a step of the guide can be seen.
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
      // From now on it is the reader's choice, not the link's.
      klLeash.host.keepNot("theme");
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

  // By script, for a fragment in the address would be an entry without a state.
  function skipLink() {
    document.querySelector(".skip").addEventListener("click", (event) => {
      event.preventDefault();
      const main = document.getElementById("main");
      main.focus();
      main.scrollIntoView();
    });
  }

  document.querySelectorAll(".notice.link").forEach(klLeash.closable);
  klLeash.open(written("opening"), written("sheets"));
  themeButton();
  skipLink();
  document.addEventListener("step", showStep);
})();
