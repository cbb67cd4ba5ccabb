// State in the link, as in address.py: ?view=tilt&scenario=blind-spot&beta=0.42, and no defaults.
// The address follows the controls; where there is no server it is read here too, from the hash.
const NUMERAL = /^[+−-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

const isStatic = () => document.documentElement.dataset.static !== undefined;
const queryOf = (address) => new URLSearchParams(isStatic() ? address.hash.slice(1) : address.search);

function stateQuery({link, store}) {
  const query = new URLSearchParams({view: link.view});
  for (const [name, key] of Object.entries(link.keys)) {
    const value = store.values[name];
    if (value !== link.defaults[name]) query.set(key, typeof value === "boolean" ? Number(value) : value);
  }
  return query;
}

// The address of this page with another query.
function addressOf(query) {
  const base = location.href.replace(/[?#].*$/, ""), text = query.toString().replaceAll("%2C", ",");
  return text ? `${base}${isStatic() ? "#" : "?"}${text}` : base;
}

// A plain address stays plain while all is as it opens.
function ownAddress(host) {
  const query = stateQuery(host);
  // What stays besides the state is how the page is embedded.
  for (const [key, names] of host.kept) query.set(key, names.join(","));
  return addressOf(query.size === 1 && !queryOf(location).has("view") ? new URLSearchParams() : query);
}

// Another scenario is a place to come back to; all else changes the place one is at. An embedded
// page leaves the history to its host.
function followAddress(host) {
  const {store, link} = host, embedded = queryOf(location).has("embed");
  const values = () => Object.fromEntries(Object.keys(link.keys).map((name) => [name, store.values[name]]));
  const moved = (before, now) => link.choices.some((name) => before[name] !== now[name]);
  let written = values(), timer = 0;
  const write = () => {
    clearTimeout(timer);
    timer = 0;
    const now = values(), push = moved(written, now) && !embedded;
    written = now;
    history[push ? "pushState" : "replaceState"]({values: now}, "", ownAddress(host));
  };
  write();
  host.writeAddress = () => { if (timer) write(); };
  store.subscribe(() => {
    if (Object.entries(values()).every(([name, value]) => written[name] === value)) return;
    clearTimeout(timer);
    timer = setTimeout(write, 250);
  });
  addEventListener("pagehide", host.writeAddress);
  addEventListener("popstate", ({state}) => {
    // Without a state it is a link within this page, or one typed over the address.
    const target = state?.values ?? (isStatic() ? readAddress(host) : null);
    goToView(host);
    if (!target) return;
    written = target;
    store.set(target);
    if (!state) write();
  });
}

// Without a server a link may lead to another explorer's page than the one it was given.
function goToView({link: {view, views}}) {
  const asked = queryOf(location).get("view");
  if (!isStatic() || !asked || asked === view) return;
  if (views.includes(asked)) location.replace(`${asked}.html${location.hash}`);
  else notify(`There is no explorer “${asked.slice(0, 40)}”; this is “${view}”. There are: ${views.join(", ")}.`);
}

// The settings that the address asks for, each the nearest that is valid; notices name the others.
function readAddress(host) {
  const {link} = host, query = queryOf(location), settings = {...link.defaults};
  document.querySelectorAll(".notice.link").forEach((notice) => notice.remove());
  for (const [name, key] of Object.entries(link.keys)) {
    if (!query.has(key)) continue;
    const [value, problem] = readValue(host, name, query.get(key));
    settings[name] = value;
    if (problem) notify(`${key}: ${problem}`);
  }
  return settings;
}

function readValue({link, stops, items}, name, text) {
  const kept = link.defaults[name], shown = text.slice(0, 20);
  if (stops[name]) return readNumber(stops[name], text, kept);
  const options = items.find((item) => item.name === name)?.options?.map(([value]) => value);
  const allowed = options ?? (typeof kept === "boolean" ? ["1", "0"] : [String(kept)]);
  if (!allowed.includes(text)) return [kept, `there is no “${shown}”, only ${allowed.join(", ")}; ${Number(kept) || kept || 0} is taken.`];
  return [typeof kept === "boolean" ? text === "1" : options ? text : kept, ""];
}

function readNumber(stops, text, kept) {
  const shown = text.slice(0, 20), low = stops[0], high = stops[stops.length - 1];
  if (text.length > 1000 || !NUMERAL.test(text.trim())) return [kept, `“${shown}” is not a number; it takes ${low} to ${high}. It stays at ${kept}.`];
  const value = Number(text.trim().replace("−", "-")), taken = stops[nearest(stops, Math.max(low, Math.min(high, value)))];
  if (value < low || value > high) return [taken, `${shown} is out of range; it takes ${low} to ${high}, so ${taken} is taken.`];
  return [taken, taken === value ? "" : `${shown} is no stop: ${taken} is taken.`];
}
