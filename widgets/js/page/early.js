// Before anything is painted: the theme, and whether the page is embedded in another.
const root = document.documentElement;
const asked = new URLSearchParams(root.dataset.static === undefined ? location.search : location.hash.slice(1));
const embedded = asked.get("embed") === "1", theme = asked.get("theme") ?? "";

function stored() {
  try { return localStorage.getItem("theme"); } catch { return null; }
}

/** A page within another goes with its system, not with what was once chosen here. */
function chosen() {
  if (theme === "light" || theme === "dark") return theme;
  return embedded || theme === "auto" ? null : stored();
}

if (embedded) root.dataset.embedded = "";
const wears = chosen();
if (wears) root.dataset.theme = wears;

export {};
