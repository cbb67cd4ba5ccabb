// Explorers as they were left in this tab: the navigation leads back to them as they were. A link that says
// what it opens is not looked at here.
const KEY = "kl-leash:left:";

/** @param {string} key @param {URLSearchParams} query */
export function leaveAs(key, query) {
  // A view in another page is not where the reader of this tab has been.
  if (document.documentElement.dataset.embedded !== undefined) return;
  try { sessionStorage.setItem(KEY + key, query.toString()); } catch { /* withheld, as in some frames */ }
}

/** The query of the state in which an explorer was left, if it was. @param {string} key */
export function leftAs(key) {
  try { return new URLSearchParams(sessionStorage.getItem(KEY + key) ?? `view=${key}`); } catch { return new URLSearchParams({view: key}); }
}
