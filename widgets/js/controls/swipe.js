// A finger that lands on a slider may be about to scroll the page: the value under it is taken once the
// finger has moved along the slider, or is lifted; and given back where the page scrolls after all.
const SLOP = 8;

/** @typedef {{x: number, y: number, before: string, under: string, along: boolean}} Finger */

/** @param {HTMLInputElement} range @param {() => void} take what to do with its value */
export function takesInput(range, take) {
  /** @type {Finger | null} */
  let finger = null;
  const put = (/** @type {string} */ value) => {
    range.value = value;
    take();
  };
  range.addEventListener("pointerdown", ({pointerType, clientX: x, clientY: y}) => {
    finger = pointerType === "touch" ? {x, y, before: range.value, under: range.value, along: false} : null;
  });
  range.addEventListener("input", () => {
    if (finger && !finger.along) finger.under = range.value;
    else take();
  });
  range.addEventListener("pointermove", ({clientX, clientY}) => {
    if (!finger || finger.along) return;
    const across = Math.abs(clientX - finger.x);
    finger.along = across > SLOP && across > Math.abs(clientY - finger.y);
    if (finger.along) take();
  });
  // The picture may have put the value back meanwhile, as in the frames of a run.
  range.addEventListener("pointerup", () => {
    const lifted = finger;
    finger = null;
    if (lifted && !lifted.along && lifted.under !== lifted.before) put(lifted.under);
  });
  range.addEventListener("pointercancel", () => {
    const gone = finger;
    finger = null;
    if (gone?.along) put(gone.before);
    else if (gone) range.value = gone.before;
  });
}
