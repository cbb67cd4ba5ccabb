// The words in the plane, kept out of one another's way and off the points.

// Boxes are [left, baseline, width] of a line of type; a point is as wide as its mark.
const pointBox = (x, y) => [x - 8, y + 5, 16];
const nameBox = (text) => {
  const width = textWidth(text.textContent), x = Number(text.getAttribute("x"));
  return [text.classList.contains("end") ? x - width : x, Number(text.getAttribute("y")), width];
};
const apart = ([l, b, w]) => ([left, base, width]) => left > l + w || l > left + width || Math.abs(b - base) > 14;
// Where a name may stand: right (1) or left (-1) of its point, so far below it. The first free place
// is taken; the last ones are far off, and only for points that must be named.
const PLACES = [[1, 18], [1, 34], [1, -11], [-1, 18], [-1, -11], [-1, 34], [1, 50], [-1, 50], [1, -27], [-1, -27]];
const NEAR = 5;

// Each point's name stands below and to the right of it, unless something else is there.
function namePoints({marks, shape, facts}, frame, {beta, temperature, show_temperature: shown}) {
  const {x, y} = shape, {peakName, peak} = marks;
  const at = {
    star: [x(frame.kl[0]), y(frame.reward[0])], ref: [x(0), y(facts.start[1])],
    temp: [x(frame.temp_kl[0]), y(frame.temp_reward[0])],
  };
  const taken = {points: [pointBox(...at.star), pointBox(...at.ref)], names: [nameBox(marks.tangentName)]};
  if (shown) taken.points.push(pointBox(...at.temp));
  if (peak) {
    taken.names.push(nameBox(peakName));
    taken.points.push(pointBox(Number(peak.getAttribute("cx")), Number(peak.getAttribute("cy"))));
  }
  place(marks.starName, shape, at.star, `π* at β ${beta}`, taken);
  if (shown) place(marks.tempName, shape, at.temp, `π_T at T ${temperature}`, taken);
  // The legend names the reference too, so its name may stay away where there is no room.
  marks.refName.classList.toggle("veiled", !place(marks.refName, shape, at.ref, "π_ref", taken, NEAR));
}

function place(text, {right, bottom}, [x, y], words, taken, most = PLACES.length) {
  if (text.textContent !== words.replace("_", "")) text.replaceChildren(...mathSVG(words));
  const width = textWidth(words, 12, 650);
  // Beside the point, or as far beside it as the edge of the picture lets it be.
  const across = (side) => Math.max(MARGIN.left + 4, Math.min(right + 10 - width, side > 0 ? x + 11 : x - 11 - width));
  const boxes = PLACES.slice(0, most).map(([side, below]) => [across(side), y + below, width]);
  const inside = boxes.filter(([, base]) => base > MARGIN.top + 10 && base < bottom - 3);
  const clear = (of) => (candidate) => of.every((other) => apart(other)(candidate));
  const free = inside.find(clear([...taken.names, ...taken.points]));
  // A name has a halo, and can be read over a point, but not over another name.
  const box = free ?? inside.find(clear(taken.names)) ?? boxes[0];
  taken.names.push(box);
  setAll(text, {x: box[0], y: box[1]});
  return free !== undefined;
}

// "slope β" stands on the outer side of the tangent, where no curve is; beside the axis there is no
// room for it, and it goes to the other side. The region's words give way to the tangent, and the
// tangent's name to those words.
function nameTangent({tangentName, words}, {x, y, right}, {intercept, beta, end, late}) {
  const across = (at) => x(Math.max(0, (y.invert(at) - intercept) / beta));
  const line = MARGIN.top + 20, crossing = across(line), width = textWidth(words.textContent);
  const met = intercept < y.invert(line - 12) && crossing > x(0) + 4 && across(line + 4) < x(0) + 20 + width;
  const start = met ? Math.min(crossing + 14, right - width) : x(0) + 12;
  words.setAttribute("x", start);
  const long = textWidth(tangentName.textContent), clearOfWords = apart([start - 6, line, width + 12]);
  const places = (late ? [0.68, 0.56, 0.44] : [0.8, 0.66, 0.52]).map((k) => [x(k * end), y(intercept + beta * k * end)]);
  const found = places.find(([left, base]) => clearOfWords([left - 8 - long, base - 6, long]));
  const [px, py] = found ?? places[0];
  const level = MARGIN.top + 44, beside = px < x(0) + 64;
  setAll(tangentName, beside ? {x: across(level) + 9, y: level} : {x: px - 8, y: py - 6});
  tangentName.classList.toggle("end", !beside);
  // Where the picture is too small for both, the shade speaks for itself.
  words.classList.toggle("veiled", !found && !beside);
}

// A tick's label gives way to J where both would stand in one place.
function hideTicks(labels, at) {
  for (const label of labels) label.classList.toggle("veiled", Math.abs(Number(label.getAttribute("y")) - at) < 12);
}
