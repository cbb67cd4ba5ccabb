// State in the link, as in address.py: ?view=tilt&scenario=blind-spot&beta=0.42, and only what is not
// the default. The address follows the controls; where there is no server it is read here too.
const NUMERAL = /^[+−-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

// What stays in the address besides the state: how the page is embedded.
const KEPT = ["embed", "show", "hide", "theme"];

const inHash = () => Boolean(document.documentElement.dataset.static !== undefined);
const queryOf = (address) => new URLSearchParams(inHash() ? address.hash.slice(1) : address.search);

function linkOf({link, store}, view = link.view) {
  const query = new URLSearchParams({view});
  for (const [name, key] of Object.entries(link.keys)) {
    const value = store.values[name];
    if (value !== link.defaults[name]) query.set(key, typeof value === "boolean" ? Number(value) : value);
  }
  return query;
}

// The address with this query in the place where this page has it.
function addressOf(query) {
  const text = query.toString();
  const base = location.href.replace(/[?#].*$/, "");
  return text ? `${base}${inHash() ? "#" : "?"}${text}` : base;
}

// A plain address stays plain while all is as it opens.
function ownAddress(host) {
  const query = linkOf(host), now = queryOf(location);
  for (const key of KEPT) if (now.has(key)) query.set(key, now.get(key));
  return addressOf(query.size === 1 && !now.has("view") ? new URLSearchParams() : query);
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
    if (!state?.values) return;
    written = state.values;
    store.set(state.values);
  });
}
