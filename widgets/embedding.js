// How a page is embedded: ?embed=1 drops the header, show= picks views, hide= controls, theme= light
// or dark. What is asked for and does not exist is named in a notice; the rest is done.
const THEMES = ["light", "dark", "auto"];

function listed(query, key) {
  return (query.get(key) ?? "").split(",").map((name) => name.trim()).filter(Boolean);
}

// Of the names asked for, those that exist.
function known(query, key, what, names, notices) {
  const asked = listed(query, key), unknown = asked.filter((name) => !names.includes(name));
  if (unknown.length) notices.push(`${key}: there is no ${what} “${unknown[0].slice(0, 40)}”, only ${names.join(", ")}.`);
  return asked.filter((name) => names.includes(name));
}

function applyEmbedding(host) {
  const query = queryOf(location), notices = [];
  const places = [...Object.keys(host.kinds), "controls"];
  const shown = known(query, "show", "view", places, notices);
  if (shown.length) keepSections([...shown, "controls"]);
  const keyed = host.items.map((item) => [host.link.keys[item.name] ?? item.kind, item]);
  const hidden = known(query, "hide", "control", [...keyed.map(([key]) => key), "controls"], notices);
  // A control that is hidden is there all the same: the player plays the run.
  host.items = keyed.map(([key, item]) => ({...item, hidden: hidden.includes(key)}));
  if (hidden.includes("controls") || host.items.every((item) => item.hidden)) document.querySelector("section.view.controls")?.remove();
  const theme = known(query, "theme", "theme", THEMES, notices), embed = known(query, "embed", "value", ["1", "0"], notices);
  host.kept = Object.entries({embed, show: shown, hide: hidden, theme}).filter(([, names]) => names.length);
  notices.forEach(notify);
}

function keepSections(places) {
  for (const section of document.querySelectorAll("section.view")) {
    if (!places.some((place) => section.classList.contains(place))) section.remove();
  }
  for (const column of document.querySelectorAll(".column")) if (!column.children.length) column.remove();
}

function notify(text) {
  const notices = document.querySelector(".notices");
  if ([...notices.children].some(({textContent}) => textContent === text)) return;
  const notice = document.createElement("p");
  notice.className = "notice link";
  notice.setAttribute("role", "status");
  notice.textContent = text;
  closable(notice);
  notices.append(notice);
}

// A notice that has been read can be put away; the keyboard goes on from the content.
function closable(notice) {
  const close = make("html:button", {type: "button", class: "close", "aria-label": "Put this notice away"});
  close.addEventListener("click", () => {
    notice.remove();
    document.getElementById("main").focus({preventScroll: true});
  });
  notice.append(close);
}

// The host page sizes the frame by what it is told here.
function reportHeight() {
  const tell = () => parent.postMessage({klLeash: {height: Math.ceil(document.body.getBoundingClientRect().height)}}, "*");
  if (parent === window || document.documentElement.dataset.embedded === undefined) return;
  new ResizeObserver(tell).observe(document.body);
  tell();
}
