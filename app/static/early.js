// Before anything is painted: the theme, and whether the page is embedded in another.
(() => {
  const root = document.documentElement;
  const asked = new URLSearchParams(root.dataset.static === undefined ? location.search : location.hash.slice(1));
  const stored = () => { try { return localStorage.getItem("theme"); } catch { return null; } };
  const embedded = asked.get("embed") === "1", theme = asked.get("theme");
  if (embedded) root.dataset.embedded = "";
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  // A page within another goes with its system, not with what was once chosen here.
  else if (!embedded && theme !== "auto" && stored()) root.dataset.theme = stored();
})();
