// The frame of the reward–KL plane: scales, ticks, the curves, and the region out of reach.
const MARGIN = {left: 46, right: 14, top: 12, bottom: 40};

function planeShape({range}, width, height) {
  const [low, high] = range.reward, pad = 0.06 * (high - low || 1);
  const right = width - MARGIN.right, bottom = height - MARGIN.bottom;
  return {
    width, height, right, bottom,
    x: linear(0, range.kl[1] * 1.03 || 1, MARGIN.left, right),
    y: linear(low - pad, high + pad, bottom, MARGIN.top),
    extent: {kl: range.kl[1] * 1.03 || 1, low: low - pad, high: high + pad},
  };
}

function planeAxes({x, y, right, bottom, extent}) {
  const parts = [];
  for (const {value, label} of ticks(extent.low, extent.high, 5)) {
    parts.push(make("line", {class: "rule", x1: MARGIN.left, x2: right, y1: y(value), y2: y(value)}));
    parts.push(make("text", {class: "muted end level", x: MARGIN.left - 7, y: y(value) + 4}, label));
  }
  for (const {value, label} of ticks(0, extent.kl, 5)) {
    parts.push(make("text", {class: "muted middle", x: x(value), y: bottom + 16}, label));
  }
  parts.push(make("line", {class: "axis", x1: MARGIN.left, x2: right, y1: bottom, y2: bottom}));
  parts.push(make("text", {class: "muted end", x: right, y: bottom + 33}, ...mathSVG("KL(π‖π_ref), nats")));
  return parts;
}

// What the frontier is clipped to: it goes on, beyond the slider, to the limit of β → 0.
function plotArea({x, right, bottom}) {
  const area = make("rect", {x: x(0), y: MARGIN.top, width: right - x(0), height: bottom - MARGIN.top});
  return [make("defs", {}, make("clipPath", {id: "plot"}, area))];
}

function polyline({x, y}, kl, reward) {
  return kl.map((value, i) => `${i ? "L" : "M"}${x(value).toFixed(2)} ${y(reward[i]).toFixed(2)}`).join("");
}

// The frontier from β = ∞ (the reference) to beyond the smallest β of the slider.
function frontierLine(facts, field) {
  const {kl} = facts.curve, order = kl.map((_, i) => i).sort((a, b) => kl[a] - kl[b]);
  const from = field === "truth" ? 2 : 1;
  return [[facts.start[0], ...order.map((i) => kl[i])], [facts.start[from], ...order.map((i) => facts.curve[field][i])]];
}

function outOfReach(facts, shape) {
  const [kl, reward] = frontierLine(facts, "reward");
  const {x, y, extent} = shape;
  const last = `L${x(extent.kl)} ${y(reward[reward.length - 1])}L${x(extent.kl)} ${MARGIN.top}L${x(0)} ${MARGIN.top}Z`;
  return make("path", {class: "beyond", "clip-path": "url(#plot)", d: polyline(shape, kl, reward) + last});
}

function planeLegend({peak}) {
  const key = (role, mark, text, extra = "") => `<span class="key ${role}" ${extra}><i class="${mark}"></i><span>${text}</span></span>`;
  return key("star", "line", "frontier, π*") + key("ref", "dot", "π_ref")
    + (peak ? key("true", "line dashed", "true reward of π*") : "")
    + key("temp", "line dotted", "π_T, all T", 'data-key="temp"');
}
