// The browser's half of a Sweep: find the frame that the controls point at, and draw it.

function nearest(stops, value) {
  let best = 0;
  for (let i = 1; i < stops.length; i++) {
    if (Math.abs(stops[i] - value) < Math.abs(stops[best] - value)) best = i;
  }
  return best;
}

// Numbers come as base64 of float64, texts as they are.
function unpack(data) {
  if (Array.isArray(data)) return data;
  const text = atob(data), bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  return new Float64Array(bytes.buffer);
}

function unpacked({axes, columns}) {
  const entries = Object.entries(columns).map(([name, column]) => [name, {...column, data: unpack(column.data)}]);
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

// A picture is {build(facts, space) -> scene, draw(scene, frame, values)}: build makes the elements
// for a scenario and a width, draw moves them. What goes wrong is shown in the picture's own place.
function follow({model, el, view}, picture) {
  const store = storeOf(view.model.document);
  let scene = null, width = 0, told = null;
  const paint = (values) => {
    if (!model.told || !width) return;
    told ??= JSON.parse(model.told, (name, part) => (name === "sweep" ? unpacked(part) : part));
    // The controls may be drawn after the views; without them there is no frame to pick.
    if (Object.keys(told.sweep.axes).some((axis) => values[axis] === undefined)) return;
    scene ??= picture.build(told.facts, {el, width, store});
    const {frame, shown} = sweepFrame(told.sweep, values);
    picture.draw(scene, frame, shown);
  };
  const draw = (values) => guarded(el, model.failure, () => paint(values));
  const rebuild = () => { scene = told = null; store.invalidate(); };
  const sized = new ResizeObserver(([entry]) => {
    const now = Math.floor(entry.contentRect.width);
    if (now !== width) { width = now; scene = null; store.invalidate(); }
  });
  sized.observe(el);
  model.on(["told", "failure"], rebuild);
  const leave = store.subscribe(draw);
  model.on("remove", () => { leave(); sized.disconnect(); });
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
