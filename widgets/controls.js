// BokehJS hands a dictionary over as a Map or as an object, depending on where it stands.
function plain(value) {
  if (value instanceof Map) value = Object.fromEntries(value);
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part)]));
}

// The bar of controls: native inputs, each with a name and a spoken value. It is also the bridge
// between the browser's store and the server's state: what a control says is set in the store, and
// the value, nothing else, is sent.
let serial = 0;

function labelled(spec) {
  const id = `control-${spec.name}-${++serial}`;
  const label = make("html:label", {for: id});
  label.innerHTML = mathHTML(spec.label);
  return {id, label};
}

function picker(spec, {store}) {
  const {id, label} = labelled(spec);
  const options = spec.options.map(([value, text]) => make("html:option", {value}, text));
  const select = make("html:select", {id}, ...options);
  select.addEventListener("change", () => store.set({[spec.name]: select.value}));
  const root = make("html:div", {class: "control picker"}, make("html:div", {class: "head"}, label), select);
  return {root, show: (values) => { select.value = values[spec.name]; }};
}

function toggle(spec, {store}) {
  const input = make("html:input", {type: "checkbox", role: "switch", name: spec.name});
  input.addEventListener("change", () => store.set({[spec.name]: input.checked}));
  const root = make("html:label", {class: "control switch"}, input, make("html:span"));
  root.lastChild.innerHTML = mathHTML(spec.label);
  return {root, show: (values) => { input.checked = values[spec.name]; }};
}

function slider(spec, {store, model, stops}) {
  const {id, label} = labelled(spec);
  const range = make("html:input", {id, type: "range", min: 0, step: 1, style: `--tint: var(--${spec.role})`});
  const typed = make("html:input", {class: "typed", inputmode: "decimal", autocomplete: "off", "aria-label": `${spec.label}, typed value`});
  const problem = make("html:p", {class: "problem", role: "alert"});
  const head = make("html:div", {class: "head"}, label, typed);
  const shows = spec.reveals ? {[spec.reveals]: true} : {};
  range.addEventListener("input", () => {
    problem.textContent = "";
    store.set({[spec.name]: stops(spec.name)[range.value], ...shows});
  });
  // The server says whether the value is taken; until then, and if not, the last good one stands.
  typed.addEventListener("change", () => {
    model.send_msg({typed: spec.name, text: typed.value});
    typed.value = store.values[spec.name];
    store.set(shows);
  });
  typed.addEventListener("keydown", (event) => { if (event.key === "Enter") typed.blur(); });
  const show = (values) => {
    const all = stops(spec.name), value = values[spec.name], index = nearest(all, value);
    const [condition, wanted] = spec.applies ?? [];
    range.disabled = typed.disabled = Boolean(condition) && values[condition] !== wanted;
    root.classList.toggle("idle", range.disabled);
    range.max = all.length - 1;
    range.value = index;
    range.style.setProperty("--fill", `${(100 * index) / (all.length - 1)}%`);
    range.setAttribute("aria-valuetext", `${spec.symbol} ${value}`);
    if (typed !== typed.getRootNode().activeElement) typed.value = value;
  };
  const complain = (text) => { problem.textContent = text; };
  const root = make("html:div", {class: "control"}, head, range, problem);
  return {root, show, complain};
}

function textField(spec, {store, model}) {
  const {id, label} = labelled(spec);
  const typed = make("html:input", {id, class: "typed", inputmode: "numeric", autocomplete: "off"});
  const problem = make("html:p", {class: "problem", role: "alert"});
  typed.addEventListener("change", () => {
    model.send_msg({typed: spec.name, text: typed.value});
    typed.value = store.values[spec.name];
  });
  typed.addEventListener("keydown", (event) => { if (event.key === "Enter") typed.blur(); });
  const show = (values) => { if (typed !== typed.getRootNode().activeElement) typed.value = values[spec.name]; };
  const complain = (text) => { problem.textContent = text; };
  return {root: make("html:div", {class: "control field"}, make("html:div", {class: "head"}, label, typed), problem), show, complain};
}

const kinds = {picker, toggle, slider, field: textField};

// On a narrow screen the bar folds to its first slider once it has been scrolled past.
function foldable(el, bar) {
  const fold = make("html:button", {class: "fold", type: "button", "aria-expanded": "false", "aria-label": "All controls"}, "▾");
  bar.append(fold);
  fold.addEventListener("click", () => {
    const opened = bar.classList.toggle("opened");
    fold.setAttribute("aria-expanded", opened);
    fold.textContent = opened ? "▴" : "▾";
  });
  const narrow = matchMedia("(max-width: 640px)");
  const place = () => {
    const passed = narrow.matches && el.getBoundingClientRect().bottom < 0;
    if (passed === bar.classList.contains("folded")) return;
    el.style.height = passed ? `${el.offsetHeight}px` : "";
    bar.classList.toggle("folded", passed);
  };
  addEventListener("scroll", place, {passive: true});
  narrow.addEventListener("change", place);
  return () => {
    removeEventListener("scroll", place);
    narrow.removeEventListener("change", place);
  };
}

// What was set when the connection was lost, left by the page before it loaded itself anew.
function resumed() {
  const kept = sessionStorage.getItem("resume");
  sessionStorage.removeItem("resume");
  return kept ? JSON.parse(kept) : {};
}

function bridge(model, store, names) {
  const kept = resumed();
  const fromServer = (name) => store.set({[name]: model[name]});
  const toServer = (values) => {
    for (const name of names) if (model[name] !== values[name]) model[name] = values[name];
  };
  for (const name of names) {
    if (kept[name] === undefined) fromServer(name);
    else store.set({[name]: kept[name]});
    model.on(name, () => fromServer(name));
  }
  return store.subscribe(toServer);
}

export function render({model, el, view}) {
  const store = storeOf(view.model.document);
  const specs = plain(model.items);
  let grids = plain(model.stops);
  const stops = (name) => grids[name];
  const controls = specs.map((spec) => kinds[spec.kind](spec, {store, model, stops}));
  const bar = make("html:div", {class: "bar", role: "group", "aria-label": "Controls"}, ...controls.map(({root}) => root));
  controls[specs.findIndex(({kind}) => kind === "slider")]?.root.classList.add("first");
  el.replaceChildren(bar);
  const leaveBridge = bridge(model, store, specs.map(({name}) => name).filter(Boolean));
  const leave = store.subscribe((values) => controls.forEach(({show}) => show(values)));
  const complain = () => {
    const problems = plain(model.problems);
    specs.forEach(({name}, i) => controls[i].complain?.(problems[name] ?? ""));
  };
  model.on("told", complain);
  model.on("stops", () => { grids = plain(model.stops); store.invalidate(); });
  const unfold = foldable(el, bar);
  model.on("remove", () => {
    leave();
    leaveBridge();
    unfold();
    controls.forEach(({stop}) => stop?.());
  });
}
