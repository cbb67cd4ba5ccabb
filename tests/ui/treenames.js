// The texts of the token tree that lie on one another, and the labels of edges that an edge passes through: a text is as
// high as its figures, and an edge as wide as it is drawn.
async ({openings, betas}) => {
  const loaded = performance.getEntriesByType("resource").map(({name}) => name);
  const {mount} = await import(loaded.find((name) => name.includes("/tilt.js")));
  const channel = {attach() {}, send() {}, require() {}};

  const measured = (drawing) => {
    const seen = (selector) => [...drawing.querySelectorAll(selector)].filter((part) => part.checkVisibility());
    // Each label is drawn twice: its halo is left out.
    const texts = seen("text:not(.hollow)").filter((part) => part.textContent.trim());
    const boxes = texts.map((part) => {
      const {x, width} = part.getBBox(), base = Number(part.getAttribute("y"));
      return {text: part.textContent, label: part.querySelector(".star") && part.parentElement.querySelector(".hollow"), left: x, right: x + width, top: base - 9, bottom: base};
    });
    const edges = seen("path.line, path.ghost").map((path) => {
      const long = path.getTotalLength(), half = parseFloat(getComputedStyle(path).strokeWidth) / 2;
      return {half, points: Array.from({length: 61}, (_, k) => path.getPointAtLength((long * k) / 60))};
    });
    const faults = [];
    boxes.forEach((one, i) => {
      for (const two of boxes.slice(i + 1)) {
        if (one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom) faults.push(`“${one.text}” lies on “${two.text}”`);
      }
      if (!one.label) return;
      for (const {half, points} of edges) {
        const inside = points.filter(({x, y}) => x > one.left && x < one.right && y + half > one.top + 1 && y - half < one.bottom - 1);
        if (inside.length) faults.push(`an edge passes through “${one.text}” at ${inside[0].x.toFixed(0)}, ${inside[0].y.toFixed(0)}`);
      }
    });
    return faults;
  };

  return openings.flatMap((opening) => {
    const element = document.querySelector("main").appendChild(document.createElement("div"));
    const {store} = mount(element, opening, channel);
    const drawing = element.querySelector("section.tree").firstElementChild.shadowRoot.querySelector("svg[role=img]");
    const faults = betas.flatMap((beta) => {
      store.set({beta});
      store.flush();
      return measured(drawing).map((fault) => `${opening.values.scenario}, β ${beta}: ${fault}`);
    });
    element.remove();
    return faults;
  });
}
