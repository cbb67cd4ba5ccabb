// Before anything is painted: the theme, and whether the page is embedded in another.
import {nameMeant, textsMeant} from "./asmeant.js";

const root = document.documentElement;
const asked = new URLSearchParams(root.dataset.static === undefined ? location.search : location.hash.slice(1));
const texts = textsMeant(asked, ["embed", "theme"]);
const embedded = nameMeant(["1"], texts.get("embed") ?? "") === "1";
const theme = nameMeant(["light", "dark", "auto"], texts.get("theme") ?? "");
const settled = ["light", "dark", "auto"].includes(theme);

function stored() {
  try { return localStorage.getItem("theme"); } catch { return null; }
}

/** A page within another is light like most hosts, whatever its system is or was once chosen here. */
function chosen() {
  if (settled) return theme === "auto" ? null : theme;
  return embedded ? "light" : stored();
}

/** The host may say its own theme at any time, unless the link has settled it. */
function listenToHost() {
  addEventListener("message", ({source, data}) => {
    const said = data?.klLeash?.theme;
    if (source === parent && (said === "light" || said === "dark")) root.dataset.theme = said;
  });
  // A host answers when it is told a height: the one that the frame has, so that nothing moves yet.
  parent.postMessage({klLeash: {height: innerHeight}}, "*");
}

if (embedded) root.dataset.embedded = "";
const wears = chosen();
if (wears) root.dataset.theme = wears;
if (embedded && !settled && parent !== window) listenToHost();
