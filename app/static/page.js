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

  klLeash.open(written("opening"), written("sheets"));
  themeButton();
  document.addEventListener("step", showStep);
})();
