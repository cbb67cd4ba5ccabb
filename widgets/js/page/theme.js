// Light or dark: as the system is, until the reader chooses.
const system = () => matchMedia("(prefers-color-scheme: dark)");

/** @param {() => void} chosen what to do when the reader has chosen */
export function themeButton(chosen) {
  const {dataset} = document.documentElement, button = document.querySelector("button.theme");
  const isDark = () => (dataset.theme ?? (system().matches ? "dark" : "light")) === "dark";
  const show = () => button?.setAttribute("aria-pressed", String(isDark()));
  button?.addEventListener("click", () => {
    dataset.theme = isDark() ? "light" : "dark";
    try { localStorage.setItem("theme", dataset.theme); } catch { /* a private window */ }
    chosen();
    show();
  });
  system().addEventListener("change", show);
  show();
}
