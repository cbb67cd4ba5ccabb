// An explorer in the page: its views drawn from what the page brought along, its controls, and a
// link over which the rest comes. The page draws itself before any server is connected.

// What the explorer is told: views, stops, problems and chunks. Whoever brings news calls `tell`.
function makeHost(opening) {
  const host = {...opening, store: makeStore({...opening.values, ...resumed()}), waiting: []};
  const listeners = {};
  host.on = (name, listener) => { (listeners[name] ??= []).push(listener); };
  host.tell = (name, news) => {
    host[name] = news;
    for (const listener of listeners[name] ?? []) listener(news);
  };
  // Until there is somebody to hear it, what is said waits.
  host.send = (message) => { host.waiting.push(message); };
  return host;
}

// What was set when the connection was lost, left by the page before it loaded itself anew.
function resumed() {
  const kept = sessionStorage.getItem("resume");
  sessionStorage.removeItem("resume");
  return kept ? JSON.parse(kept) : {};
}

// Styles are parsed once, and shared by all views that have them.
function styled(section, sheet) {
  const outer = document.createElement("div"), el = document.createElement("div");
  const root = outer.attachShadow({mode: "open"});
  root.adoptedStyleSheets = [sheet];
  root.append(el);
  section.replaceChildren(outer);
  return el;
}

function sheetOf(text) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}

function openExplorer(opening, styles) {
  const host = makeHost(opening);
  const sheets = {views: sheetOf(styles.views), controls: sheetOf(styles.controls)};
  for (const [place, kind] of Object.entries(opening.kinds)) {
    const section = document.querySelector(`section.view.${place}`);
    if (section) follow(host, place, styled(section, sheets.views), pictures[kind]);
  }
  const bar = document.querySelector("section.view.controls");
  renderControls(host, bar ? styled(bar, sheets.controls) : document.createElement("div"));
  return host;
}

// The server's model of the controls: values go both ways, news one way, messages the other.
function connect(host, model) {
  const {store} = host, names = Object.keys(host.values);
  const fromServer = (name) => store.set({[name]: model[name]});
  const toServer = (values) => {
    for (const name of names) if (model[name] !== values[name]) model[name] = values[name];
  };
  for (const name of names) model.on(name, () => fromServer(name));
  for (const name of ["views", "stops", "problems", "chunk"]) {
    if (model[name] !== undefined) model.on(name === "problems" ? "told" : name, () => host.tell(name, plain(model[name])));
  }
  store.subscribe(toServer);
  host.send = (message) => model.send_msg(message);
  host.waiting.splice(0).forEach(host.send);
  document.documentElement.dataset.linked = "";
}

// BokehJS hands a dictionary over as a Map or as an object, depending on where it stands.
function plain(value) {
  if (value instanceof Map) value = Object.fromEntries(value);
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part)]));
}
