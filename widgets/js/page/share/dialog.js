// Share: a link to this state, the code of a frame with it, pictures, numbers, and NumPy code.
/** @import {Definition, Explorer, Opening} from "../../types" */
/** @import {Address} from "../address.js" */
/** @import {View} from "./views.js" */
import {html} from "../../core/dom.js";
import {addressOf} from "../address.js";
import {copyable} from "./copyable.js";
import {embedding} from "./embed.js";
import {pngBlob, svgText} from "./picture.js";
import {csvText} from "./table.js";
import {titleOf, viewsIn} from "./views.js";

const LINES = 12;

/** `opening` is that of the page, with all its views. @typedef {{explorer: Explorer, opening: Opening, definition: Definition, element: HTMLElement, address: Address}} Shared */

/** @param {Shared} shared */
export function shareButton(shared) {
  const dialog = html("dialog", {class: "share", "aria-labelledby": "share-title"});
  // A press and a release beside the dialog close it; to select text may end there too.
  const beside = (/** @type {MouseEvent} */ {clientX: x, clientY: y}) => {
    const box = dialog.getBoundingClientRect();
    return x < box.left || x > box.right || y < box.top || y > box.bottom;
  };
  let pressed = false;
  dialog.addEventListener("pointerdown", (event) => { pressed = beside(event); });
  dialog.addEventListener("click", (event) => { if (pressed && event.target === dialog && beside(event)) dialog.close(); });
  document.body.append(dialog);
  document.querySelector("button.share")?.addEventListener("click", () => open(dialog, shared));
}

/** Made when it is opened, of what is on screen then. @param {HTMLDialogElement} dialog @param {Shared} shared */
function open(dialog, {explorer, ...page}) {
  const shown = asShown(explorer), {settings} = shown.store.state, views = viewsIn(page.element);
  const close = html("button", {class: "close", type: "button", "aria-label": "Close"}, "✕");
  close.addEventListener("click", () => dialog.close());
  const python = page.definition.snippet?.(shown) ?? [];
  dialog.replaceChildren(
    html("header", {}, html("h2", {id: "share-title"}, "Share"), close),
    copyable("Link to this state", 1, addressOf(page.address.shared(settings))).section,
    embedding({explorer: shown, ...page}, views),
    ...(python.length ? [copyable("The numbers in NumPy", Math.min(LINES, python.length), python.join("\n")).section] : []),
    downloads(shown, views),
  );
  dialog.showModal();
}

/** Another scenario may be on its way: then what is shared is what is shown. @param {Explorer} explorer @returns {Explorer} */
function asShown(explorer) {
  const {store} = explorer, settings = {...store.state.settings, ...explorer.shown};
  return {...explorer, store: {...store, state: {...store.state, settings}}};
}

/** @param {Explorer} shown @param {View[]} views */
function downloads(shown, views) {
  const {key} = shown.opening, row = html("div", {class: "downloads"});
  for (const {place, root} of views) {
    const drawing = /** @type {SVGSVGElement | null} */ (root.querySelector("svg[role=img]"));
    if (!drawing) continue;
    const title = titleOf(root), name = `kl-leash-${key}-${place}`;
    row.append(html("p", {}, html("span", {}, title),
      action("PNG", `${title} as PNG`, async () => save(`${name}.png`, await pngBlob(drawing), "image/png")),
      action("SVG", `${title} as SVG`, () => save(`${name}.svg`, svgText(drawing), "image/svg+xml"))));
  }
  row.append(html("p", {}, html("span", {}, "All numbers on screen"),
    action("CSV", "All numbers on screen as CSV", () => save(`kl-leash-${key}.csv`, csvText(shown, views), "text/csv"))));
  return html("section", {}, html("h3", {}, "Download"), row);
}

/** @param {string} text @param {string} label @param {() => void} act */
function action(text, label, act) {
  const button = html("button", {type: "button", "aria-label": label}, text);
  button.addEventListener("click", act);
  return button;
}

/** @param {string} name @param {Blob | string} content @param {string} type */
function save(name, content, type) {
  const link = html("a", {download: name, href: URL.createObjectURL(new Blob([content], {type}))});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
