// Text that follows the controls: markup written by the server once a scenario, with slots whose
// numbers and words are picked from the sweep.
function buildText(facts, {el, store}) {
  el.innerHTML = facts.html;
  for (const button of el.querySelectorAll("[data-step]")) {
    button.addEventListener("click", () => store.set(facts.steps[button.dataset.step]));
  }
  return {facts, slots: [...el.querySelectorAll("[data-slot]")], el};
}

function drawText({facts, slots, el}, frame, values) {
  for (const slot of slots) {
    const [value] = frame[slot.dataset.slot];
    const text = typeof value === "string" ? value : fixed(value, 3);
    if (slot.textContent !== text) slot.textContent = text;
  }
  for (const part of el.querySelectorAll("[data-if]")) part.hidden = !values[part.dataset.if];
  for (const part of el.querySelectorAll("[data-unless]")) part.hidden = values[part.dataset.unless];
  (facts.steps ?? []).forEach((step, i) => markStep(el, i, values, step));
}

// A step knows when the controls stand where it would put them, whoever put them there.
function markStep(el, i, values, step) {
  const item = el.querySelector(`[data-step="${i}"]`).closest("li");
  const here = Object.entries(step).every(([name, value]) => values[name] === value);
  if (here) item.setAttribute("aria-current", "step");
  else item.removeAttribute("aria-current");
}

export function render(component) {
  follow(component, {build: buildText, draw: drawText});
}
