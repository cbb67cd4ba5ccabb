// The few drawing helpers that the pictures share.
const SVG = "http://www.w3.org/2000/svg";

function make(tag, attributes = {}, ...children) {
  const html = tag.startsWith("html:");
  const node = html ? document.createElement(tag.slice(5)) : document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

// Much of a picture stays as it is from frame to frame: only what changes is written.
function setAll(node, attributes) {
  const drawn = node.drawn ??= {};
  for (const name in attributes) {
    if (drawn[name] !== attributes[name]) node.setAttribute(name, drawn[name] = attributes[name]);
  }
  return node;
}

function write(node, text) {
  if (node.written !== text) node.textContent = node.written = text;
}

// Numbers are written as in print: a real minus sign, no negative zero, infinity by its sign.
function fixed(value, digits) {
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const text = value.toFixed(digits);
  if (Number(text) === 0) return text.replace("-", "");
  return text.replace("-", "−");
}

// "π_ref" as it is set in print, with its index lowered.
const INDEX = /(?<=[πE])_(ref|T|θ|π\*?)/;

function mathHTML(text) {
  return text.replace(new RegExp(INDEX, "g"), "<sub>$1</sub>");
}

function mathSVG(text) {
  const [before, index, after] = text.split(INDEX);
  if (index === undefined) return [text];
  const lowered = make("tspan", {dy: "0.25em", "font-size": "0.92em"}, index);
  return [before, lowered, make("tspan", {dy: "-0.2em"}, after || "\u200b")];
}

function linear(from, to, low, high) {
  const slope = (high - low) / (to - from);
  const scale = (value) => low + (value - from) * slope;
  scale.invert = (pixel) => from + (pixel - low) / slope;
  return scale;
}

// Round tick values: the step is 1, 2 or 5 times a power of ten.
function ticks(low, high, count) {
  const raw = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * [1, 2, 5, 10].find((factor) => factor * power >= raw);
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const values = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; i++) values.push(i * step);
  return values.map((value) => ({value, label: fixed(value, digits)}));
}

const ruler = document.createElement("canvas").getContext("2d");
const widths = new Map();

function textWidth(text, size = 12, weight = 400) {
  const font = `${weight} ${size}px system-ui, sans-serif`, key = font + text;
  if (widths.size > 5000) widths.clear();
  if (!widths.has(key)) {
    ruler.font = font;
    widths.set(key, ruler.measureText(text).width);
  }
  return widths.get(key);
}

// A card: heading, a line that explains the picture, the picture with its name for those who
// cannot see it, and a table of its numbers.
function card(el, {title, subtitle, label}, height, width) {
  const svg = make("svg", {role: "img", "aria-label": label, width, height, viewBox: `0 0 ${width} ${height}`});
  const note = make("html:p", {class: "subtitle"});
  note.innerHTML = mathHTML(subtitle);
  const picture = make("html:div", {class: "picture"}, svg);
  el.replaceChildren(make("html:header", {}, make("html:h2", {}, title), note), picture);
  return {svg, picture, note};
}

// A native range input laid over a picture: it brings focus, arrow keys and a spoken value, which
// a drawing has none of.
function keyboardHandle(picture, {label, count, index, spoken, onMove}) {
  const handle = make("html:input", {
    type: "range", class: "handle", min: 0, max: count - 1, step: 1, "aria-label": label,
  });
  handle.value = index;
  handle.setAttribute("aria-valuetext", spoken(index));
  handle.addEventListener("input", () => onMove(Number(handle.value)));
  picture.append(handle);
  return (now) => {
    if (now < 0) return;
    handle.value = now;
    const text = spoken(now);
    if (handle.getAttribute("aria-valuetext") !== text) handle.setAttribute("aria-valuetext", text);
  };
}

// The numbers of a picture as a table, for screen readers and for downloads; written when the controls
// come to rest, and while a run is played once a second, so that a frame pays nothing for it.
const REST_MS = 200, OVERDUE_MS = 1000;
const unwritten = new Set();

function flushTables() { for (const write of [...unwritten]) write(); }

function numbersTable(el, caption, heads) {
  const cells = (tag, texts) => texts.map((text) => make(`html:${tag}`, {}, text));
  const body = make("html:tbody");
  const head = make("html:thead", {}, make("html:tr", {}, ...cells("th", heads)));
  const table = make("html:table", {}, make("html:caption", {}, caption), head, body);
  // A table takes the height of its rows whatever it is told; the box around it does not.
  el.append(make("html:div", {class: "unseen"}, table));
  let timer = 0, since = 0, rows = null;
  const write = () => {
    clearTimeout(timer);
    unwritten.delete(write);
    body.replaceChildren(...rows().map((row) => make("html:tr", {}, ...cells("td", row))));
  };
  return (latest) => {
    rows = latest;
    if (!unwritten.has(write)) since = performance.now();
    unwritten.add(write);
    clearTimeout(timer);
    timer = setTimeout(write, Math.max(0, Math.min(REST_MS, since + OVERDUE_MS - performance.now())));
  };
}
