// The response bars: π_ref, π* and, when shown, π_T side by side for every response.
const FOOT = 38, HEAD = 20;

// Which turned names have room: the best rewarded first, none closer than a line of type.
function roomyNames(reward, group) {
  const order = reward.map((_, i) => i).sort((a, b) => reward[b] - reward[a] || a - b);
  const named = new Set();
  const free = (i) => [...named].every((other) => Math.abs(other - i) * group >= 12);
  const worth = group < 24 ? order.filter((i) => reward[i] > 0) : order;
  for (const i of worth) if (free(i)) named.add(i);
  return named;
}

function barsShape({responses, reward, top}, width) {
  const count = responses.length, left = 34, group = (width - left) / count;
  // Words stand below one another; names that are still too wide for their group are turned.
  const lines = responses.map((name) => name.split(" "));
  const upright = Math.max(...lines.flat().map((word) => textWidth(word, 12, 650))) + 3 > group;
  const longest = Math.max(...responses.map((name) => textWidth(name, 12, 650)));
  const foot = upright ? longest + 44 : FOOT + 16 * lines[0].length;
  const height = 214 + foot;
  const y = linear(0, top, height - foot, HEAD);
  const named = roomyNames(reward, group);
  return {count, left, group, named, upright, foot, height, y, base: height - foot, longest, width};
}

function buildBars(facts, {el, width, store}) {
  const shape = barsShape(facts, width);
  const {svg, picture, note} = card(el, {title: "Response by response", subtitle: legend(shape), label: "Response bars"}, shape.height, width);
  svg.append(...yAxis(facts, shape));
  const groups = facts.responses.map((_, i) => barGroup(facts, shape, i, store));
  svg.append(...groups.map(({root}) => root));
  const scene = {facts, shape, svg, groups, star: facts.ref, key: note.querySelector("[data-key=temp]")};
  scene.follow = responseHandle(picture, "response bars", facts, store, (i) => scene.star[i]);
  scene.table = responseTable(el, facts);
  return scene;
}

function legend({upright, group}) {
  return '<span class="key ref"><i></i><span>reference π_ref</span></span>'
    + '<span class="key star"><i></i><span>optimum π*</span></span>'
    + '<span class="key temp" data-key="temp"><i></i><span>π_T, the reference at T</span></span>'
    + (upright && group < 24 ? '<span class="key"><span>• earns a reward</span></span>' : "");
}

function yAxis({top}, {y, left, width}) {
  return ticks(0, top, 4).flatMap(({value, label}) => [
    make("line", {class: "rule", x1: left, x2: width, y1: y(value), y2: y(value)}),
    make("text", {class: "muted end", x: left - 6, y: y(value) + 4}, label),
  ]);
}

function barGroup(facts, shape, i, store) {
  const {left, group, base, height} = shape, x = left + group * i;
  const bars = {};
  for (const role of ["ref", "star", "temp"]) bars[role] = make("rect", {class: `bar ${role}`});
  const value = make("text", {class: "middle star strong haloed"});
  const cut = make("text", {class: "middle temp strong haloed", y: HEAD - 6});
  const band = make("rect", {class: "band", x, y: 0, width: group, height, rx: 4});
  const hit = make("rect", {class: "hit", x, y: 0, width: group, height});
  pointAt(hit, i, store);
  const root = make("g", {}, band, bars.ref, bars.star, bars.temp, ...groupNames(facts, shape, i), value, cut, hit);
  return {root, bars, value, cut, band, x, middle: x + group / 2, base};
}

function groupNames(facts, shape, i) {
  const {left, group, base, upright, longest, named} = shape, x = left + group * (i + 0.5);
  const [reward, truth] = rewardText(facts, i);
  if (!upright) {
    const line = (text, k, kind) => make("text", {class: `middle ${kind}`, x, y: base + 16 + 15 * k}, text);
    const words = facts.responses[i].split(" ").map((word, k) => line(word, k, "strong"));
    return [...words, line(reward, words.length, "muted"), line(truth, words.length + 1, "true")];
  }
  const turned = (y, text, kind) => make("text", {class: `end ${kind}`, transform: `translate(${x + 4} ${y}) rotate(-90)`}, text);
  const below = (text, k, kind) => make("text", {class: `middle ${kind}`, x, y: base + longest + 22 + 14 * k}, text);
  const roomy = group >= 24;
  const mark = roomy
    ? [below(reward.slice(2), 0, "muted"), below(truth.slice(5), 1, "true")]
    : [below(facts.reward[i] > 0 ? "•" : "", 0, "muted")];
  return named.has(i) ? [turned(base + 6, facts.responses[i], facts.reward[i] > 0 ? "strong" : "muted"), ...mark] : mark;
}

function drawBars(scene, frame, values) {
  const {facts, shape, groups, svg} = scene, shown = values.show_temperature;
  scene.star = frame.star;
  scene.key.hidden = !shown;
  const probs = {ref: facts.ref, star: frame.star, temp: frame.temp};
  const roles = shown ? ["ref", "star", "temp"] : ["ref", "star"];
  groups.forEach((group, i) => {
    group.bars.temp.classList.toggle("hidden", !shown);
    roles.forEach((role, k) => placeBar(group.bars[role], shape, group, probs[role][i], k, roles.length));
    placeValue(group, shape, roles.map((role) => probs[role][i]), i === values.pointed);
    markCut(group, facts, frame.temp[i], shown);
    group.band.classList.toggle("lit", i === values.pointed);
  });
  const best = frame.star.indexOf(Math.max(...frame.star));
  svg.setAttribute("aria-label", `Response bars at β ${values.beta}: the likeliest response under π* is ${facts.responses[best]}, ${fixed(facts.ref[best], 3)} under π_ref and ${fixed(frame.star[best], 3)} under π*.`);
  scene.table(frame.star, frame.temp, shown);
  scene.follow(values.pointed);
}

function slot({group}, {x}, k, count) {
  const inner = Math.min(group * 0.8, 96), each = inner / count;
  return {x: x + (group - inner) / 2 + each * k, width: Math.max(1, each - (each > 6 ? 2 : 0.5))};
}

function placeBar(bar, shape, group, prob, k, count) {
  const y = Math.max(HEAD, shape.y(prob));
  setAll(bar, {...slot(shape, group, k, count), y, height: Math.max(0, group.base - y)});
}

// π* in figures, on its own bar.
function placeValue(group, shape, probs, pointed) {
  const {x, width} = slot(shape, group, 1, probs.length), prob = probs[1];
  setAll(group.value, {x: x + width / 2, y: Math.max(HEAD, shape.y(prob)) - 5});
  write(group.value, fixed(prob, shape.group >= 34 || !pointed ? 2 : 3));
  group.value.classList.toggle("veiled", !pointed && (shape.group < 30 || prob < 0.005));
}

// A bar of π_T beyond the axis is cut at its end and bears its value.
function markCut({cut, middle}, {top}, prob, shown) {
  const beyond = shown && prob > top;
  cut.classList.toggle("hidden", !beyond);
  if (beyond) write(setAll(cut, {x: middle}), `↑ ${fixed(prob, 2)}`);
}

pictures.bars = {build: buildBars, draw: drawBars};
