// The contribution curves, with the tokens at their log-ratios.
const PAD = {left: 34, right: 34, top: 10, bottom: 40};

function buildCurves(facts, {el, width}) {
  const height = 300, {grid, range: [low, high]} = facts;
  const x = linear(grid[0], grid[grid.length - 1], PAD.left, width - PAD.right);
  const y = linear(low, high, height - PAD.bottom, PAD.top);
  const {svg} = card(el, {
    title: "What one token adds",
    subtitle: "by its log-ratio ℓ = log π_θ − log π_ref; a dot is a token, its area its share π_θ",
    label: "Contribution curves",
  }, height, width);
  svg.append(...curveAxes(x, y, facts, width, height));
  for (const name of ["k1", "k2", "k3"]) svg.append(...curve(name, facts, x, y));
  const dots = Array.from({length: 16}, () => make("circle", {class: "token", cy: y(0)}));
  svg.append(...dots);
  const table = numbersTable(el, "The tokens", ["log-ratio, nats", "π_θ"]);
  return {svg, dots, x, table, widest: Math.min(30, width / 12)};
}

function curveAxes(x, y, {grid, range: [low, high]}, width, height) {
  const across = ticks(low, high, 5).flatMap(({value, label}) => [
    make("line", {class: value ? "rule" : "axis", x1: PAD.left, x2: width - PAD.right, y1: y(value), y2: y(value)}),
    make("text", {class: "muted end", x: PAD.left - 7, y: y(value) + 4}, label),
  ]);
  const along = ticks(grid[0], grid[grid.length - 1], 6).map(({value, label}) => (
    make("text", {class: "muted middle", x: x(value), y: height - PAD.bottom + 17}, label)
  ));
  return [...across, ...along, make("text", {class: "muted end", x: width - PAD.right, y: height - 6}, "log-ratio ℓ, nats")];
}

// A curve ends where it leaves the picture; its name stands there.
function curve(name, {grid, curves, range: [low, high]}, x, y) {
  const inside = grid.map((_, i) => i).filter((i) => curves[name][i] <= high && curves[name][i] >= low);
  const d = inside.map((i, n) => `${n ? "L" : "M"}${x(grid[i]).toFixed(1)} ${y(curves[name][i]).toFixed(1)}`).join("");
  const at = name === "k3" ? inside[0] : inside[inside.length - 1];
  const side = name === "k3" ? {x: x(grid[at]) - 6, class: `end strong ${name} haloed`} : {x: x(grid[at]) + 6, class: `strong ${name} haloed`};
  return [make("path", {class: `curve ${name}`, d}), make("text", {...side, y: y(curves[name][at]) + 5}, name)];
}

function drawCurves({svg, dots, x, table, widest}, {ratio, share}, {f}) {
  dots.forEach((dot, i) => {
    dot.classList.toggle("hidden", i >= ratio.length);
    if (i < ratio.length) setAll(dot, {cx: x(ratio[i]), r: Math.max(2.5, widest * Math.sqrt(share[i]) / 2)});
  });
  svg.setAttribute("aria-label", `Contribution curves: k1 is a straight line and negative for ℓ below 0, k2 a parabola, k3 rises steeply for ℓ far below 0. At f ${f} the ${ratio.length} tokens have log-ratios from ${fixed(Math.min(...ratio), 2)} to ${fixed(Math.max(...ratio), 2)}.`);
  table(() => [...ratio].map((value, i) => [fixed(value, 3), fixed(share[i], 4)]));
}

pictures.curves = {build: buildCurves, draw: drawCurves};
