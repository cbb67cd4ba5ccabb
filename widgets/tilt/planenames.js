// The words in the plane, kept out of one another's way and off the points.

// Boxes are [left, baseline, width] of a line of type; a point is as wide as its mark.
const pointBox = (x, y) => [x - 8, y + 5, 16];
const apart = ([l, b, w]) => ([left, base, width]) => left > l + w || l > left + width || Math.abs(b - base) > 14;
const PLACES = [[11, 18], [11, 34], [11, 50], [11, -11]];

// Each point's name stands below and to the right of it, unless something else is there.
function namePoints({marks, shape, facts}, frame, {beta, temperature, show_temperature: shown}) {
  const {x, y} = shape, {peakName, peak} = marks;
  const at = {
    star: [x(frame.kl[0]), y(frame.reward[0])], ref: [x(0), y(facts.start[1])],
    temp: [x(frame.temp_kl[0]), y(frame.temp_reward[0])],
  };
  const taken = [pointBox(...at.star), pointBox(...at.ref)];
  if (shown) taken.push(pointBox(...at.temp));
  if (peak) {
    taken.push([Number(peakName.getAttribute("x")), Number(peakName.getAttribute("y")), textWidth(peakName.textContent)]);
    taken.push(pointBox(Number(peak.getAttribute("cx")), Number(peak.getAttribute("cy"))));
  }
  place(marks.starName, shape, at.star, `π* at β ${beta}`, taken);
  if (shown) place(marks.tempName, shape, at.temp, `π_T at T ${temperature}`, taken);
  // The legend names the reference too, so its name may stay away where there is no room.
  marks.refName.classList.toggle("veiled", !place(marks.refName, shape, at.ref, "π_ref", taken));
}

function place(text, {right}, [x, y], words, taken) {
  if (text.textContent !== words.replace("_", "")) text.replaceChildren(...mathSVG(words));
  const width = textWidth(words, 12, 650), outside = x + 11 + width > right + 10;
  const boxes = outside ? [[right - width, y - 13, width]] : PLACES.map(([dx, dy]) => [x + dx, y + dy, width]);
  const free = boxes.find((candidate) => taken.every((other) => apart(other)(candidate)));
  const box = free ?? boxes[0];
  taken.push(box);
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
  const long = textWidth(tangentName.textContent), inTheWay = apart([start - 6, line, width + 12]);
  const places = (late ? [0.68, 0.56, 0.44] : [0.8, 0.66, 0.52]).map((k) => [x(k * end), y(intercept + beta * k * end)]);
  const [px, py] = places.find(([left, base]) => inTheWay([left - 8 - long, base - 6, long])) ?? places[0];
  const level = MARGIN.top + 44, beside = px < x(0) + 64;
  setAll(tangentName, beside ? {x: across(level) + 9, y: level} : {x: px - 8, y: py - 6});
  tangentName.classList.toggle("end", !beside);
}

// A tick's label gives way to J where both would stand in one place.
function hideTicks(labels, at) {
  for (const label of labels) label.classList.toggle("veiled", Math.abs(Number(label.getAttribute("y")) - at) < 12);
}
