// The bar of controls: native inputs, each with a name and a spoken value. What a control says is
// set in the store; a typed text is sent to whoever can tell whether it is taken.
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

// The server says whether a typed value is taken; until then, and if not, the last good one stands.
function typeable(typed, {name}, {send, store}, problem) {
  const putBack = () => { typed.value = store.values[name]; };
  typed.addEventListener("change", () => {
    const text = typed.value;
    putBack();
    if (store.values.lost) problem.textContent = `Without the server a typed value cannot be taken: it stays at ${typed.value}.`;
    else send({typed: name, text});
  });
  typed.addEventListener("keydown", ({key}) => {
    if (key === "Escape") putBack();
    if (key === "Enter" || key === "Escape") typed.blur();
  });
}

function slider(spec, host) {
  const {store} = host, stops = (name) => host.stops[name];
  const {id, label} = labelled(spec);
  const range = make("html:input", {id, type: "range", min: 0, step: 1, style: `--tint: var(--${spec.role})`});
  const typed = spec.typed
    ? make("html:input", {class: "typed", inputmode: "decimal", autocomplete: "off", "aria-label": `${spec.label}, typed value`})
    : make("html:span", {class: "typed"});
  const problem = make("html:p", {class: "problem", role: "alert"});
  const head = make("html:div", {class: "head"}, label, typed);
  const shows = spec.reveals ? {[spec.reveals]: true} : {};
  range.addEventListener("input", () => {
    problem.textContent = "";
    store.set({[spec.name]: stops(spec.name)[range.value], ...shows});
  });
  typeable(typed, spec, host, problem);
  const show = (values) => {
    const all = stops(spec.name), value = values[spec.name], index = nearest(all, value);
    const [condition, wanted] = spec.applies ?? [];
    range.disabled = typed.disabled = Boolean(condition) && values[condition] !== wanted;
    root.classList.toggle("idle", range.disabled);
    range.max = all.length - 1;
    range.value = index;
    range.style.setProperty("--fill", `${(100 * index) / (all.length - 1)}%`);
    range.setAttribute("aria-valuetext", `${spec.symbol} ${value}`);
    if (typed !== typed.getRootNode().activeElement) typed[spec.typed ? "value" : "textContent"] = value;
  };
  const complain = (text) => { problem.textContent = text; };
  const root = make("html:div", {class: "control"}, head, range, problem);
  return {root, show, complain};
}

function textField(spec, host) {
  const {store} = host, {id, label} = labelled(spec);
  const typed = make("html:input", {id, class: "typed", inputmode: "numeric", autocomplete: "off"});
  const problem = make("html:p", {class: "problem", role: "alert"});
  typeable(typed, spec, host, problem);
  const show = (values) => { if (typed !== typed.getRootNode().activeElement) typed.value = values[spec.name]; };
  const complain = (text) => { problem.textContent = text; };
  return {root: make("html:div", {class: "control field"}, make("html:div", {class: "head"}, label, typed), problem), show, complain};
}

const kinds = {picker, toggle, slider, field: textField};

// On a narrow or a low screen the bar folds to its first slider once it has been scrolled past.
function foldable(el, bar) {
  const fold = make("html:button", {class: "fold", type: "button", "aria-expanded": "false", "aria-label": "All controls"}, "▾");
  bar.append(fold);
  fold.addEventListener("click", () => {
    const opened = bar.classList.toggle("opened");
    fold.setAttribute("aria-expanded", opened);
    fold.textContent = opened ? "▴" : "▾";
  });
  const narrow = matchMedia("(max-width: 640px), (max-height: 639px)");
  const place = () => {
    const passed = narrow.matches && el.getBoundingClientRect().bottom < 0;
    if (passed === bar.classList.contains("folded")) return;
    el.style.height = passed ? `${el.offsetHeight}px` : "";
    bar.classList.toggle("folded", passed);
  };
  addEventListener("scroll", place, {passive: true});
  narrow.addEventListener("change", place);
}

function renderControls(host, el) {
  const {store, items} = host;
  const controls = items.map((spec) => kinds[spec.kind](spec, host));
  const visible = controls.filter((_, i) => !items[i].hidden);
  const bar = make("html:div", {class: "bar", role: "group", "aria-label": "Controls"}, ...visible.map(({root}) => root));
  controls[items.findIndex(({kind, hidden}) => kind === "slider" && !hidden)]?.root.classList.add("first");
  bar.classList.toggle("few", visible.length < 3);
  el.replaceChildren(bar);
  store.subscribe((values) => controls.forEach(({show}) => show(values)));
  host.on("problems", (problems) => items.forEach(({name}, i) => controls[i].complain?.(problems[name] ?? "")));
  host.on("stops", store.invalidate);
  foldable(el, bar);
}
