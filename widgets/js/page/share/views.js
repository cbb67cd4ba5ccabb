// The views on screen, by their sections.

/** @typedef {{place: string, section: HTMLElement, root: ShadowRoot}} View */

/** @param {HTMLElement} element that an explorer is in @returns {View[]} */
export function viewsIn(element) {
  const sections = /** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll("section.view"));
  return [...sections].flatMap((section) => {
    const root = section.firstElementChild?.shadowRoot;
    const place = [...section.classList].find((name) => name !== "view") ?? "";
    return root ? [{place, section, root}] : [];
  });
}

/** What a view is called. @param {ShadowRoot} root */
export const titleOf = (root) => root.querySelector("h2")?.textContent ?? "";
