// Before anything is painted: the theme that was chosen here before, if any.
(() => {
  try {
    const stored = localStorage.getItem("theme");
    if (stored) document.documentElement.dataset.theme = stored;
  } catch { /* a private window */ }
})();
