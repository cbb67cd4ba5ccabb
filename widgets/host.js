// An explorer in the page: its views drawn from what the page brought along, its controls, and a
// link over which the rest comes. The page draws itself before any server is connected.

// What the explorer is told: views, stops, problems and chunks. Whoever brings news calls `tell`.
function makeHost(opening) {
  const values = isStatic() ? readAddress(opening) : opening.values;
  const host = {...opening, values, store: makeStore(values), waiting: []};
  const listeners = {};
  host.on = (name, listener) => { (listeners[name] ??= []).push(listener); };
  host.tell = (name, news) => {
    host[name] = news;
    for (const listener of listeners[name] ?? []) listener(news);
  };
  // Until there is somebody to hear it, what is said waits, with what was set by then.
  host.deliver = (message, values) => { host.waiting.push([message, values]); };
  const typed = {};
  host.send = (message) => {
    if (message.typed) typed[message.typed] = host.store.moves[message.typed];
    host.deliver(message, {...host.store.values});
  };
  // A typed value that is taken is taken up here, unless the reader has moved the slider since.
  host.awaits = (name) => {
    const moved = name in typed && typed[name] !== host.store.moves[name];
    delete typed[name];
    return !moved;
  };
  return host;
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
  goToView(opening);
  const host = makeHost(opening);
  applyEmbedding(host);
  const sheets = {views: sheetOf(styles.views), controls: sheetOf(styles.controls)};
  for (const [place, kind] of Object.entries(opening.kinds)) {
    const section = document.querySelector(`section.view.${place}`);
    if (section) follow(host, place, styled(section, sheets.views), pictures[kind]);
  }
  const bar = document.querySelector("section.view.controls");
  // Controls that are hidden are made all the same: the player among them plays the run on.
  renderControls(host, bar ? styled(bar, sheets.controls) : document.createElement("div"));
  // At once: a frame that is out of sight is given no turn to draw, and its height is wanted.
  host.store.flush();
  reportHeight();
  followAddress(host);
  shareButton(host);
  klLeash.host = host;
}

// Panel may render the component that calls this more than once.
function connect(model) {
  const {host} = klLeash;
  host.session ??= makeSession(host);
  host.session.join(model);
  document.documentElement.dataset.linked = "";
}

// What was said to the server, and what it has to tell. A value is sent at once, those of a drag after
// it ten times a second: more would be of no use to anybody.
const PACE_MS = 100;
// Where an answer is waited for, how long before the reader is told.
const PATIENCE_MS = 2500;

function makeSession(host) {
  const {store, link} = host, names = Object.keys(host.values), known = {...host.values};
  let model = null, timer = 0;
  const differs = (name) => store.values[name] !== known[name];
  let waits = 0;
  const wait = ({typed, set = {}}) => {
    if (typed || link.choices.some((name) => name in set)) waits ||= setTimeout(() => store.set({slow: true}), PATIENCE_MS);
  };
  const answered = () => {
    clearTimeout(waits);
    waits = 0;
    store.set({slow: false});
  };
  const say = (message) => {
    if (store.values.lost) return;
    model.send_msg(message);
    wait(message);
  };
  const flush = (values = store.values) => {
    const changed = names.filter((name) => values[name] !== known[name]);
    if (!changed.length) return;
    const set = Object.fromEntries(changed.map((name) => [name, values[name]]));
    Object.assign(known, set);
    say({set});
  };
  const pause = () => { timer = setTimeout(() => { timer = 0; if (names.some(differs)) { flush(); pause(); } }, PACE_MS); };
  const follow = () => {
    if (!names.some(differs) || (timer && !link.choices.some(differs))) return;
    flush();
    clearTimeout(timer);
    pause();
  };
  const hear = (message) => {
    answered();
    const {values = {}, ...news} = plain(message);
    for (const [name, part] of Object.entries(news)) host.tell(name, part);
    Object.assign(known, values);
    store.set(Object.fromEntries(Object.entries(values).filter(([name]) => host.awaits(name))));
    flush();
  };
  // What is asked for comes after the values that were set before, and before those set since.
  const deliver = (message, values) => { flush(values); say(message); };
  const join = (joined) => {
    joined.off("msg:custom", hear);
    joined.on("msg:custom", hear);
    if (!model) store.subscribe(follow);
    model = joined;
    host.deliver = deliver;
    host.waiting.splice(0).forEach(([message, values]) => deliver(message, values));
    flush();
  };
  return {join};
}

// BokehJS hands a dictionary over as a Map or as an object, depending on where it stands.
function plain(value) {
  if (value instanceof Map) value = Object.fromEntries(value);
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part)]));
}
