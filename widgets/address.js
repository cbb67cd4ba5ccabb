// State in the link, as in address.py: ?view=tilt&scenario=blind-spot&beta=0.42, and no defaults.
// The address follows the controls; where there is no server it is read here too, from the hash.
const NUMERAL = /^[+−-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

const isStatic = () => document.documentElement.dataset.static !== undefined;
const queryOf = (address) => new URLSearchParams(isStatic() ? address.hash.slice(1) : address.search);

function stateQuery({link, store}, values = store.values) {
  const query = new URLSearchParams({view: link.view});
  for (const [name, key] of Object.entries(link.keys)) {
    const value = values[name];
    if (value !== link.defaults[name]) query.set(key, typeof value === "boolean" ? Number(value) : value);
  }
  return query;
}

// The address of this page with another query.
function addressOf(query) {
  const base = location.href.replace(/[?#].*$/, ""), text = query.toString().replaceAll("%2C", ",");
  return text ? `${base}${isStatic() ? "#" : "?"}${text}` : base;
}

// The state, and of the ways in which the page is shown those that are to be kept.
function shownQuery(host, values, keeps = () => true) {
  const query = stateQuery(host, values);
  for (const [key, names] of host.kept) if (keeps(key)) query.set(key, names.join(","));
  return query;
}

// A plain address stays plain while all is as it opens.
function ownAddress(host, values) {
  const query = shownQuery(host, values);
  return addressOf(query.size === 1 && !queryOf(location).has("view") ? new URLSearchParams() : query);
}

// A link to this state opens it in a page of its own, whatever frame it was copied from.
const sharedQuery = (host, values = host.store.values) => shownQuery(host, values, (key) => key !== "embed");

// The page's own links: out of the frame to this state, and to the other explorers in this theme.
function leadOn(host, values) {
  document.querySelector(".origin a").href = addressOf(sharedQuery(host, values));
  const [, [theme = ""] = []] = host.kept.find(([key]) => key === "theme") ?? [];
  for (const link of document.querySelectorAll(".top nav a")) {
    const to = new URL(link.href), query = queryOf(to);
    if (theme) query.set("theme", theme);
    else query.delete("theme");
    to[isStatic() ? "hash" : "search"] = query;
    link.href = to;
  }
}

// Another scenario is a place to come back to; all else changes the place one is at. An embedded
// page leaves the history to its host.
function followAddress(host) {
  const {store, link} = host, embedded = document.documentElement.dataset.embedded !== undefined;
  const values = () => Object.fromEntries(Object.keys(link.keys).map((name) => [name, store.values[name]]));
  const differ = (before, now, names = Object.keys(now)) => names.some((name) => before[name] !== now[name]);
  const put = (way, at) => {
    history[way]({values: at}, "", ownAddress(host, at));
    leadOn(host, at);
  };
  let written = values(), seen = written, timer = 0;
  const write = () => {
    clearTimeout(timer);
    timer = 0;
    written = values();
    put("replaceState", written);
  };
  const leave = () => {
    // The place that is left keeps where its controls stood last.
    if (timer) put("replaceState", seen);
    clearTimeout(timer);
    timer = 0;
    written = values();
    put("pushState", written);
  };
  write();
  host.writeAddress = () => { if (timer) write(); };
  host.keepNot = (key) => { host.kept = host.kept.filter(([kept]) => kept !== key); write(); };
  store.subscribe(() => {
    const now = values();
    if (differ(written, now)) {
      if (differ(written, now, link.choices) && !embedded) leave();
      else { clearTimeout(timer); timer = setTimeout(write, 250); }
    }
    seen = now;
  });
  addEventListener("pagehide", host.writeAddress);
  addEventListener("popstate", ({state}) => {
    if (state?.values) {
      written = seen = state.values;
      return store.set(written);
    }
    // Without a state it is a link within this page, or one typed over the address.
    if (isStatic() && location.hash.includes("=")) followHash(host);
    write();
  });
}

function followHash(host) {
  const query = queryOf(location), kept = Object.fromEntries(host.kept.map(([key, names]) => [key, names.join(",")]));
  // How a page is embedded is settled when it opens.
  if (["embed", "show", "hide", "theme"].some((key) => (query.get(key) ?? undefined) !== kept[key])) return location.reload();
  document.querySelectorAll(".notice.link").forEach((notice) => notice.remove());
  goToView(host);
  host.store.set(readAddress(host));
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
  if (stops[name]) return readNumber(items.find((item) => item.name === name).symbol, stops[name], text, kept);
  const options = items.find((item) => item.name === name)?.options?.map(([value]) => value);
  const allowed = options ?? (typeof kept === "boolean" ? ["1", "0"] : [String(kept)]);
  if (!allowed.includes(text)) return [kept, `there is no “${shown}”, only ${allowed.join(", ")}; ${Number(kept) || kept || 0} is taken.`];
  return [typeof kept === "boolean" ? text === "1" : options ? text : kept, ""];
}

function readNumber(symbol, stops, text, kept) {
  const shown = text.slice(0, 20), low = stops[0], high = stops[stops.length - 1];
  const takes = `${symbol} takes ${low} to ${high}`.replace("-", "−");
  if (text.length > 1000 || !NUMERAL.test(text.trim())) return [kept, `“${shown}” is not a number; ${takes}. ${symbol} stays at ${kept}.`];
  const value = Number(text.trim().replace("−", "-")), taken = stops[nearest(stops, Math.max(low, Math.min(high, value)))];
  if (value < low || value > high) return [taken, `${shown} is out of range; ${takes}, so ${taken} is taken.`];
  return [taken, taken === value ? "" : `${shown} is no stop of ${symbol}: ${taken} is taken.`];
}
