// The browser's half of a Sweep: find the frame that the controls point at, and draw it.

function nearest(stops, value) {
  let best = 0;
  for (let i = 1; i < stops.length; i++) {
    if (Math.abs(stops[i] - value) < Math.abs(stops[best] - value)) best = i;
  }
  return best;
}

function bytesOf(packed) {
  const text = atob(packed), bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

// Numbers come as base64 of float64, whole ones of int32, texts as they are.
function unpack({data, whole}) {
  if (typeof data !== "string") return data;
  const bytes = bytesOf(data);
  return whole ? new Int32Array(bytes.buffer) : new Float64Array(bytes.buffer);
}

function unpacked({axes, columns}) {
  const entries = Object.entries(columns).map(([name, column]) => [name, {...column, data: unpack(column)}]);
  return {axes, columns: Object.fromEntries(entries)};
}

function sweepFrame({axes, columns}, values) {
  const at = {};
  for (const name in axes) at[name] = nearest(axes[name], values[name]);
  // A view names the stop whose frame it shows, also while a value between stops is on its way.
  const shown = {...values};
  for (const name in axes) shown[name] = axes[name][at[name]];
  const frame = {};
  for (const name in columns) {
    const {along, count, data} = columns[name];
    const index = along.reduce((sum, axis) => sum * axes[axis].length + at[axis], 0);
    frame[name] = data.slice(index * count, (index + 1) * count);
  }
  return {frame, shown};
}

// How the views draw, by the kind of the view: {build(facts, space) -> scene, draw(scene, frame,
// values)}. build makes the elements for a scenario and a width, draw moves them.
const pictures = {};

// What goes wrong with a picture is shown in its own place.
function follow(host, place, el, picture) {
  const {store} = host;
  let scene = null, width = Math.floor(el.getBoundingClientRect().width), told = null;
  const paint = (values) => {
    if (!width || !host.views[place].told) return;
    told ??= unpackedView(host.views[place].told);
    scene ??= picture.build(told.facts, {el, width, store});
    const {frame, shown} = sweepFrame(told.sweep, values);
    picture.draw(scene, frame, shown);
  };
  const draw = (values) => guarded(el, host.views[place].failure, () => paint(values));
  const rebuild = () => { scene = told = null; store.invalidate(); };
  new ResizeObserver(([entry]) => {
    const now = Math.floor(entry.contentRect.width);
    if (now !== width) { width = now; scene = null; store.invalidate(); }
  }).observe(el);
  host.on("views", rebuild);
  store.subscribe(draw);
}

// What the page brought along is an object already, what the server sends later is a text.
function unpackedView(told) {
  const {facts, sweep} = typeof told === "string" ? JSON.parse(told) : told;
  return {facts, sweep: unpacked(sweep)};
}

function guarded(el, failure, work) {
  try {
    if (failure) throw new Error(failure);
    work();
  } catch (error) {
    const notice = document.createElement("p");
    notice.className = "failure";
    notice.setAttribute("role", "alert");
    notice.textContent = `This view could not be drawn: ${error.message}`;
    el.replaceChildren(notice);
  }
}
