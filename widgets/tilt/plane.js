// The reward–KL plane. A press on it moves π* along the frontier to the nearest stop of β.
function buildPlane(facts, {el, width, store}) {
  const shape = planeShape(facts, width, width < 420 ? 340 : 416);
  const {svg, picture, note} = card(el, {title: "Reward against KL", subtitle: planeLegend(facts), label: "Reward–KL plane"}, shape.height, width);
  const marks = planeMarks(facts, shape);
  const axes = planeAxes(shape), labels = axes.filter((part) => part.classList.contains("level"));
  svg.append(...plotArea(shape), outOfReach(facts, shape), ...axes, ...Object.values(marks));
  pressable(svg, facts, shape, store);
  const scene = {facts, shape, svg, marks, labels, key: note.querySelector("[data-key=temp]")};
  const count = facts.stops.kl.length;
  // Along the frontier to the right is towards a smaller β.
  const stop = (i) => count - 1 - i;
  const spoken = (i) => `β ${facts.stops.beta[stop(i)]}: KL ${fixed(facts.stops.kl[stop(i)], 3)} nats, reward ${fixed(facts.stops.reward[stop(i)], 3)}`;
  const onMove = (i) => store.set({beta: facts.stops.beta[stop(i)]});
  scene.follow = keyboardHandle(picture, {label: "β, along the frontier", count, index: 0, spoken, onMove});
  scene.table = numbersTable(el, "Points in the plane", ["point", "KL(π‖π_ref), nats", "E[r]", ...(facts.peak ? ["true E[r]"] : [])]);
  return scene;
}

function planeMarks(facts, shape) {
  const {x, y} = shape, [kl, reward] = frontierLine(facts, "reward");
  const line = (kind, d) => make("path", {class: kind, d, "clip-path": "url(#plot)"});
  const marks = {
    words: make("text", {class: "muted haloed-shade", x: x(0) + 12, y: MARGIN.top + 20}, "no policy gets here"),
    cooling: line("curve temp dotted", polyline(shape, facts.cooling.kl, facts.cooling.reward)),
    tangent: make("line", {class: "tangent"}),
    tangentName: make("text", {class: "star haloed-shade"}, "slope β"),
    frontier: line("curve star", polyline(shape, kl, reward)),
  };
  if (facts.peak) Object.assign(marks, truthMarks(facts, shape));
  marks.ref = make("circle", {class: "dot ref", cx: x(0), cy: y(facts.start[1]), r: 6});
  marks.refName = make("text", {class: "ref haloed"});
  marks.intercept = make("path", {class: "intercept"});
  marks.interceptName = make("text", {class: "star strong end haloed"});
  marks.temp = make("rect", {class: "dot temp", width: 10, height: 10});
  marks.tempName = make("text", {class: "temp strong haloed"});
  marks.star = make("circle", {class: "dot star", r: 7});
  marks.starName = make("text", {class: "star strong haloed"});
  return marks;
}

// The true reward of π*, dashed, and its peak: a ring and a word, so that colour is not alone.
function truthMarks(facts, shape) {
  const {x, y} = shape, [kl, truth] = frontierLine(facts, "truth"), {peak} = facts;
  const cx = x(peak.kl), cy = y(peak.true_reward);
  // The words stand under the part of the dashed line that they are as long as.
  const under = kl.map((_, i) => i).filter((i) => x(kl[i]) > x(0) + 50 && x(kl[i]) < x(0) + 190);
  const below = Math.max(cy, ...under.map((i) => y(truth[i]))) + 18;
  return {
    truth: make("path", {class: "curve true dashed", "clip-path": "url(#plot)", d: polyline(shape, kl, truth)}),
    peak: make("circle", {class: "ring true", cx, cy, r: 5}),
    truthNow: make("path", {class: "cross true"}),
    peakName: make("text", {class: "true haloed", x: x(0) + 54, y: below}, `peak ${fixed(peak.true_reward, 2)} at β ${fixed(peak.beta, 2)}`),
  };
}

function pressable(svg, {stops}, {x, y}, store) {
  const pick = (event) => {
    const box = svg.getBoundingClientRect();
    const px = event.clientX - box.left, py = event.clientY - box.top;
    const far = stops.kl.map((kl, i) => Math.hypot(x(kl) - px, y(stops.reward[i]) - py));
    store.set({beta: stops.beta[far.indexOf(Math.min(...far))]});
  };
  // A finger that lands here may be about to scroll the page: only a tap counts.
  const pressed = (event) => event.button === 0 && event.pointerType !== "touch";
  svg.addEventListener("pointerdown", (event) => { if (pressed(event)) { svg.setPointerCapture(event.pointerId); pick(event); } });
  svg.addEventListener("pointermove", (event) => { if (svg.hasPointerCapture(event.pointerId) && event.pointerType !== "touch") pick(event); });
  svg.addEventListener("click", (event) => { if (event.pointerType === "touch") pick(event); });
}

function drawPlane(scene, frame, values) {
  const {shape, marks, facts, svg} = scene, {x, y} = shape;
  const kl = frame.kl[0], reward = frame.reward[0], intercept = frame.intercept[0];
  setAll(marks.star, {cx: x(kl), cy: y(reward)});
  drawTangent(shape, marks, {kl, intercept, beta: values.beta});
  hideTicks(scene.labels, y(intercept) + 4);
  if (frame.truth) setAll(marks.truthNow, {d: cross(x(kl), y(frame.truth[0]))});
  drawCooling(scene, frame, values);
  namePoints(scene, frame, values);
  svg.setAttribute("aria-label", planeLabel(facts, frame, values));
  scene.follow(facts.stops.beta.length - 1 - nearest(facts.stops.beta, values.beta));
  scene.table(() => planeRows(facts, frame, values));
}

const cross = (x, y) => `M${x - 5} ${y - 5}l10 10m0 -10l-10 10`;

// From the intercept J(π*) on the reward axis, with slope β, to where it leaves the picture.
function drawTangent(shape, marks, {kl, intercept, beta}) {
  const {x, y, extent} = shape;
  const end = Math.min(extent.kl, (extent.high - intercept) / beta);
  setAll(marks.tangent, {x1: x(0), y1: y(intercept), x2: x(end), y2: y(intercept + beta * end)});
  nameTangent(marks, shape, {intercept, beta, end, late: kl > 0.55 * extent.kl});
  marks.intercept.setAttribute("d", `M${x(0) - 6} ${y(intercept)}h12`);
  setAll(marks.interceptName, {x: x(0) - 8, y: y(intercept) + 4});
  write(marks.interceptName, `J ${fixed(intercept, 2)}`);
}

function drawCooling({marks, shape: {x, y}, key}, frame, values) {
  const hidden = !values.show_temperature;
  key.hidden = hidden;
  for (const name of ["cooling", "temp", "tempName"]) marks[name].classList.toggle("hidden", hidden);
  const px = x(frame.temp_kl[0]), py = y(frame.temp_reward[0]);
  setAll(marks.temp, {x: px - 5, y: py - 5});
}

function planeLabel(facts, frame, {beta}) {
  const truth = frame.truth ? ` Its true reward is ${fixed(frame.truth[0], 3)}.` : "";
  return `Reward–KL plane: π* at β ${beta} earns ${fixed(frame.reward[0], 3)} at ${fixed(frame.kl[0], 3)} nats from π_ref; the tangent of slope β meets the reward axis at J = ${fixed(frame.intercept[0], 3)}.${truth}`;
}

// Every mark of the picture a row; the true rewards where there are any.
function planeRows({start, peak}, frame, {beta, temperature, show_temperature: shown}) {
  const row = (name, kl, reward, truth) => [name, fixed(kl, 3), reward === null ? "–" : fixed(reward, 3), ...(peak ? [truth === null ? "–" : fixed(truth, 3)] : [])];
  const rows = [
    row("π_ref", 0, start[1], start[2]),
    row(`π* at β ${beta}`, frame.kl[0], frame.reward[0], frame.truth?.[0]),
    row("J(π*), where the tangent meets the axis", 0, frame.intercept[0], null),
  ];
  if (shown) rows.push(row(`π_T at T ${temperature}`, frame.temp_kl[0], frame.temp_reward[0], null));
  if (peak) rows.push(row(`peak of the true reward, at β ${fixed(peak.beta, 2)}`, peak.kl, null, peak.true_reward));
  return rows;
}

pictures.plane = {build: buildPlane, draw: drawPlane};
