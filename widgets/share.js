// Share: a link to this state, the code of an iframe with it, pictures, numbers, and NumPy code.
const DRAWN = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
  "paint-order", "opacity", "font-family", "font-size", "font-weight", "font-variant-numeric", "text-anchor",
];

// How to compute what is shown, by the explorer: (host) -> lines of Python.
const snippets = {};

const shadowOf = (section) => section.firstElementChild?.shadowRoot;

function viewsShown() {
  return [...document.querySelectorAll("section.view")].filter((section) => shadowOf(section));
}

// A picture on its own: what style sheets give it is written into each of its elements, and its title
// and legend, which stand beside it in the page, are drawn above it.
const MARGIN_AROUND = 14;
const MARKS = [["line", "—"], ["dashed", "╌"], ["dotted", "┈"], ["dot", "●"], ["upright", "│"]];

function styledCopy(svg) {
  const copy = svg.cloneNode(true), from = [svg, ...svg.querySelectorAll("*")], to = [copy, ...copy.querySelectorAll("*")];
  const gone = [];
  from.forEach((part, i) => {
    const style = getComputedStyle(part);
    if (style.display === "none" || part.classList.contains("hit")) return gone.push(to[i]);
    to[i].removeAttribute("class");
    to[i].setAttribute("style", DRAWN.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";"));
  });
  gone.forEach((part) => part.remove());
  return copy;
}

// The words of the legend, each after its mark in its colour; or else the line below the title.
function legendWords(header) {
  const keys = [...header.querySelectorAll(".key:not([hidden])")];
  if (!keys.length) return [["", "", header.querySelector(".subtitle").textContent]];
  return keys.map((key) => {
    const kind = key.querySelector("i")?.classList ?? {contains: () => false};
    const dashed = MARKS.filter(([name]) => kind.contains(name)).at(-1);
    return [dashed?.[1] ?? "■", getComputedStyle(key).color, key.textContent.trim()];
  });
}

function heading(header, width, ink) {
  const title = make("text", {x: 0, y: 16, style: `font: 650 15px system-ui, sans-serif; fill: ${ink}`}, header.querySelector("h2").textContent);
  const lines = [title];
  let x = 0, y = 38;
  for (const [mark, colour, words] of legendWords(header)) {
    const wide = textWidth(`${mark} ${words}`, 12) + 16;
    if (x && x + wide > width) { x = 0; y += 18; }
    lines.push(make("text", {x, y, style: `font: 12px system-ui, sans-serif; fill: ${ink}`}, make("tspan", {style: `fill: ${colour || ink}`}, mark ? `${mark} ` : ""), words));
    x += wide;
  }
  return {lines, height: y + 14};
}

function svgText(svg) {
  const header = svg.getRootNode().querySelector("header"), {width, height} = svg.viewBox.baseVal;
  const theme = getComputedStyle(document.documentElement), card = theme.getPropertyValue("--card");
  const above = heading(header, width, theme.getPropertyValue("--ink"));
  const wide = width + 2 * MARGIN_AROUND, high = height + above.height + 2 * MARGIN_AROUND;
  const picture = make("g", {transform: `translate(0 ${above.height})`}, ...styledCopy(svg).childNodes);
  const body = make("g", {transform: `translate(${MARGIN_AROUND} ${MARGIN_AROUND})`}, ...above.lines, picture);
  const whole = make("svg", {xmlns: SVG, width: wide, height: high, viewBox: `0 0 ${wide} ${high}`},
    make("title", {}, svg.getAttribute("aria-label")), make("rect", {width: "100%", height: "100%", style: `fill: ${card}`}), body);
  return new XMLSerializer().serializeToString(whole);
}

async function pngBlob(svg, scale = 2) {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(svg))}`;
  await picture.decode();
  const {width, height} = picture;
  const canvas = Object.assign(document.createElement("canvas"), {width: width * scale, height: height * scale});
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((settle) => canvas.toBlob(settle, "image/png"));
}

// The settings, then every table of the page; one that stands behind two pictures is given once.
function csvText(host) {
  flushTables();
  const settings = Object.entries(host.link.keys).map(([name, key]) => [key, host.store.values[name]]);
  const blocks = new Map([["settings", [["setting", "value"], ["view", host.link.view], ...settings]]]);
  for (const section of viewsShown()) {
    for (const table of shadowOf(section).querySelectorAll("table")) {
      const name = table.caption?.textContent ?? shadowOf(section).querySelector("h2").textContent;
      const cells = (row) => [...row.cells].filter((cell) => !cell.hidden).map((cell) => plainText(cell.textContent.trim()));
      blocks.set(name, [...table.rows].map(cells));
    }
  }
  const field = (value) => (/[",\n]/.test(value) ? `"${String(value).replaceAll('"', '""')}"` : value);
  return "\ufeff" + [...blocks].map(([name, rows]) => [[name], ...rows].map((row) => row.map(field).join(",")).join("\r\n")).join("\r\n\r\n") + "\r\n";
}

// As a spreadsheet reads it: a hyphen for a minus, nothing for a dash, no spaces within a number.
const plainText = (text) => (text === "–" ? "" : text.replaceAll("\u202f", "").replace(/−(?=\d)/g, "-"));

function save(name, content, type) {
  const link = Object.assign(document.createElement("a"), {download: name, href: URL.createObjectURL(new Blob([content], {type}))});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const placeOf = (section) => [...section.classList].find((name) => name !== "view");
const heightOf = (part) => part.getBoundingClientRect().height;

// With all the views that are shown, or with those that are picked; where no script sizes the frame, as
// high as they stand here, one below the other.
function iframeCode(host, picked) {
  const query = shownQuery(host), views = viewsShown();
  const parts = views.filter((section) => ["controls", ...picked].includes(placeOf(section)));
  query.set("embed", "1");
  if (parts.length < views.length) query.set("show", picked.join(","));
  const source = addressOf(query).replaceAll("&", "&amp;");
  const high = parts.length < views.length ? parts.reduce((sum, part) => sum + heightOf(part) + 18, 0) : heightOf(document.querySelector("main"));
  const height = Math.ceil(high) + 60;
  return `<iframe data-kl-leash src="${source}" title="The KL leash" loading="lazy" style="width: 100%; height: ${height}px; border: 0"></iframe>
<script>
addEventListener("message", ({source, data}) => {
  for (const frame of document.querySelectorAll("iframe[data-kl-leash]"))
    if (frame.contentWindow === source && data?.klLeash) frame.style.height = data.klLeash.height + "px";
});
</${"script"}>`;
}

// The code of a frame, and boxes to pick its views with.
function embedding(host) {
  const places = viewsShown().map(placeOf).filter((place) => place !== "controls");
  const boxes = places.map((place) => make("html:input", {type: "checkbox", value: place, checked: ""}));
  const section = copyable("Embed it in a page", 4, iframeCode(host, places)), field = section.querySelector("textarea");
  for (const box of boxes) {
    box.addEventListener("change", () => {
      if (!boxes.some(({checked}) => checked)) box.checked = true;  // a frame with nothing in it is of no use
      field.value = iframeCode(host, boxes.filter(({checked}) => checked).map(({value}) => value));
    });
  }
  const labels = boxes.map((box, i) => make("html:label", {}, box, ` ${places[i]}`));
  section.firstElementChild.after(make("html:div", {class: "picks", role: "group", "aria-label": "Views in the frame"}, ...labels));
  return section;
}

function copyable(label, rows, text) {
  const field = make("html:textarea", {rows, readonly: "", spellcheck: "false", "aria-label": label});
  field.value = text;
  const button = make("html:button", {type: "button", "aria-label": `Copy: ${label}`}, "Copy");
  button.addEventListener("click", async () => {
    field.select();
    // Without a clipboard, as in a frame that was not given one, the text stands selected.
    button.textContent = await navigator.clipboard?.writeText(field.value).then(() => "Copied", () => "Press Ctrl+C") ?? "Press Ctrl+C";
  });
  return make("html:section", {}, make("html:h3", {}, label), make("html:div", {class: "copyable"}, field, button));
}

function downloads(host) {
  const row = make("html:div", {class: "downloads"});
  const add = (text, label, act) => {
    const button = make("html:button", {type: "button", "aria-label": label}, text);
    button.addEventListener("click", act);
    return button;
  };
  for (const section of viewsShown()) {
    const svg = shadowOf(section).querySelector("svg[role=img]");
    if (!svg) continue;
    const title = shadowOf(section).querySelector("h2").textContent, name = `kl-leash-${host.link.view}-${placeOf(section)}`;
    row.append(make("html:p", {}, make("html:span", {}, title),
      add("PNG", `${title} as PNG`, async () => save(`${name}.png`, await pngBlob(svg), "image/png")),
      add("SVG", `${title} as SVG`, () => save(`${name}.svg`, svgText(svg), "image/svg+xml"))));
  }
  row.append(make("html:p", {}, make("html:span", {}, "All numbers on screen"),
    add("CSV", "All numbers on screen as CSV", () => save(`kl-leash-${host.link.view}.csv`, csvText(host), "text/csv"))));
  return make("html:section", {}, make("html:h3", {}, "Download"), row);
}

// Made when it is opened, of what is on screen then: another scenario may be on its way.
function openShare(host, dialog) {
  const shown = {...host, store: {...host.store, values: {...host.store.values, ...host.shown}}};
  const close = make("html:button", {class: "close", type: "button", "aria-label": "Close"}, "✕");
  close.addEventListener("click", () => dialog.close());
  const python = snippets[host.link.view]?.(shown) ?? [];
  dialog.replaceChildren(
    make("html:header", {}, make("html:h2", {id: "share-title"}, "Share"), close),
    copyable("Link to this state", 1, addressOf(sharedQuery(shown))),
    embedding(shown),
    copyable("The numbers in NumPy", Math.min(12, python.length), python.join("\n")),
    downloads(shown),
  );
  dialog.showModal();
}

function shareButton(host) {
  const dialog = make("html:dialog", {class: "share", "aria-labelledby": "share-title"});
  // A press and a release beside the dialog close it; to select text may end there too.
  const beside = ({clientX: x, clientY: y}) => {
    const box = dialog.getBoundingClientRect();
    return x < box.left || x > box.right || y < box.top || y > box.bottom;
  };
  let pressed = false;
  dialog.addEventListener("pointerdown", (event) => { pressed = beside(event); });
  dialog.addEventListener("click", (event) => { if (pressed && event.target === dialog && beside(event)) dialog.close(); });
  document.body.append(dialog);
  document.querySelector("button.share").addEventListener("click", () => openShare(host, dialog));
}
