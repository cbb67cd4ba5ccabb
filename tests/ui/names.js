// Draws the plane of each opening, steps it through these states, and says where a name is crossed by a curve, lies on a
// mark or on another name, or stands far from what it names; and how often a mark goes without its name, or a name without
// its figures. A state is set and measured in one turn.
async ({openings, states}) => {
  const loaded = performance.getEntriesByType("resource").map(({name}) => name);
  const {mount} = await import(loaded.find((name) => name.includes("/tilt.js")));
  const channel = {attach() {}, send() {}, require() {}};
  // Half a pixel of what a text's box has around its letters; how far a name may be from the middle of its mark.
  const RIM = 0.5, FAR = 37;
  const NAMED = {"text.star.strong:not(.end)": "circle.dot.star", "text.temp": "rect.dot.temp", "text.ref": "circle.dot.ref", "text.true": "circle.ring.true"};

  const box = (part) => { const {x, y, width, height} = part.getBBox(); return {left: x, right: x + width, top: y, bottom: y + height}; };
  const meet = (a, b) => a.left < b.right - RIM && b.left < a.right - RIM && a.top < b.bottom - RIM && b.top < a.bottom - RIM;
  const corners = (part) => part.tagName === "line"
    ? [["x1", "y1"], ["x2", "y2"]].map((ends) => ends.map((end) => part[end].baseVal.value))
    : [...part.getAttribute("d").matchAll(/[ML]([-\d.]+) ([-\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
  // A segment is cut to the box, direction by direction; is anything left of it?
  const enters = ([x0, y0], [x1, y1], {left, right, top, bottom}) => {
    let from = 0, to = 1;
    for (const [start, way, low, high] of [[x0, x1 - x0, left, right], [y0, y1 - y0, top, bottom]]) {
      if (!way && (start <= low || start >= high)) return false;
      if (!way) continue;
      const ends = [(low - start) / way, (high - start) / way];
      [from, to] = [Math.max(from, Math.min(...ends)), Math.min(to, Math.max(...ends))];
    }
    return from < to;
  };
  const passes = (points, one) => points.some((point, k) => k && enters(points[k - 1], point, one));
  const far = ([x, y], {left, right, top, bottom}) => Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
  const middle = ({left, right, top, bottom}) => [(left + right) / 2, (top + bottom) / 2];

  const measured = (drawing, fault, tally) => {
    const seen = (selector) => [...drawing.querySelectorAll(selector)].filter((part) => part.checkVisibility());
    const texts = seen("text").map((part) => [part, box(part)]);
    const marks = seen("circle, rect.dot, path.cross, path.intercept").map((part) => [part, box(part)]);
    const curves = seen("path.curve, line.tangent").map((part) => [part, corners(part)]);
    texts.forEach(([text, one], i) => {
      const name = `“${text.textContent}”`;
      for (const [other, two] of texts.slice(i + 1)) if (meet(one, two)) fault(`${name} lies on “${other.textContent}”`);
      // What has no halo is a number of an axis, beside the plane.
      if (!/haloed/.test(text.getAttribute("class"))) return;
      for (const [mark, two] of marks) if (meet(one, two)) fault(`${name} lies on ${mark.getAttribute("class")}`);
      for (const [curve, points] of curves) if (passes(points, one)) fault(`${name} is crossed by ${curve.getAttribute("class")}`);
    });
    for (const [name, mark] of Object.entries(NAMED)) {
      const [point] = seen(mark), [text] = seen(name);
      if (point) tally(mark, !text ? "nameless" : / at |πref/.test(text.textContent) ? "whole" : "short");
      if (point && text && far(middle(box(point)), box(text)) > FAR) fault(`“${text.textContent}” is far from its mark`);
    }
  };

  const faults = [], tallies = {};
  for (const opening of openings) {
    const {scenario} = opening.values, counts = tallies[scenario] = {};
    const element = document.querySelector("main").appendChild(document.createElement("div"));
    const {store} = mount(element, opening, channel);
    const {shadowRoot} = element.querySelector("section.plane").firstElementChild, drawing = shadowRoot.querySelector("svg[role=img]");
    for (const state of states) {
      store.set(state);
      store.flush();
      measured(drawing, (words) => faults.push(`${scenario}, ${JSON.stringify(state)}: ${words}`), (mark, how) => {
        const count = counts[mark] ??= {whole: 0, short: 0, nameless: 0};
        count[how] += 1;
      });
    }
    element.remove();
  }
  return {faults, tallies};
}
