// Text that follows the controls: markup written by the server once a scenario, with slots whose
// numbers and words are picked from the sweep.
function buildText(facts, {el, store}) {
  const focused = el.contains(el.getRootNode().activeElement);
  el.innerHTML = facts.html;
  if (focused) keepFocus(el);
  for (const button of el.querySelectorAll("[data-step]")) {
    button.addEventListener("click", () => {
      store.set(facts.steps[button.dataset.step]);
      // The page brings into view what the step speaks of.
      el.dispatchEvent(new CustomEvent("step", {bubbles: true, composed: true}));
    });
  }
  return {facts, slots: [...el.querySelectorAll("[data-slot]")], el, announce: announcer(el)};
}

// Who came to another scenario from the keyboard goes on where its steps begin.
function keepFocus(el) {
  const heading = el.querySelector("h2");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({preventScroll: true});
}

// The sentence is read out when the controls have come to rest, not at every stop on the way.
function announcer(el) {
  const says = el.querySelector(".says");
  if (!says) return () => {};
  const live = make("html:p", {class: "unseen", "aria-live": "polite"});
  el.append(live);
  let timer = 0, last = null;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (last !== null && last !== says.textContent) live.textContent = says.textContent;
      last = says.textContent;
    }, 700);
  };
}

function drawText({facts, slots, el, announce}, frame, values) {
  for (const slot of slots) {
    const [value] = frame[slot.dataset.slot];
    const text = typeof value === "string" ? value : fixed(value, 3);
    if (slot.textContent !== text) slot.textContent = text;
  }
  // What a run has measured so far comes with the run, not with the sliders.
  for (const slot of el.querySelectorAll("[data-live]")) {
    const value = values.live?.frame[slot.dataset.live]?.[0];
    slot.textContent = value === undefined ? "–" : typeof value === "string" ? value : fixed(value, 0);
    slot.classList.toggle("stale", Boolean(values.stale));
  }
  for (const part of el.querySelectorAll("[data-if]")) part.hidden = !values[part.dataset.if];
  for (const part of el.querySelectorAll("[data-unless]")) part.hidden = values[part.dataset.unless];
  announce();
  (facts.steps ?? []).forEach((step, i) => markStep(el, i, values, step));
}

// A step knows when the controls stand where it would put them, whoever put them there.
function markStep(el, i, values, step) {
  const item = el.querySelector(`[data-step="${i}"]`).closest("li");
  const here = Object.entries(step).every(([name, value]) => values[name] === value);
  if (here) item.setAttribute("aria-current", "step");
  else item.removeAttribute("aria-current");
}

pictures.text = {build: buildText, draw: drawText};
