// Everything that the page says in figures, read in one go through the shadow roots.
() => {
  const all = (root, selector) => [
    ...root.querySelectorAll(selector),
    ...[...root.querySelectorAll("*")].flatMap((part) => part.shadowRoot ? all(part.shadowRoot, selector) : []),
  ];
  const view = (place) => document.querySelector(`section.view.${place}`);
  const texts = (place, selector) => all(view(place), selector).map((part) => part.textContent.trim());
  const match = (list, pattern) => list.map((text) => text.match(pattern)?.[1]).filter((text) => text !== undefined);
  const picture = (place) => all(view(place), "svg[role=img]")[0]?.getAttribute("aria-label") ?? "";
  const figures = (text) => text.replace(/[βT] [\d.]+/g, "").match(/−?\d+\.\d{3}(?!\d)/g) ?? [];
  const [beta, temperature] = all(view("controls"), "input[type=range]");
  if (!beta || !picture("tree") || !picture("bars") || !picture("plane")) return null;
  const inTree = texts("tree", "svg text:not(.hollow)").map((text) => text.replace(/\s/g, ""));
  // Of 64 leaves the labels are only those that are seen; the table has all, to three digits.
  const dense = all(view("tree"), "svg.dense").length > 0;
  const inTable = all(view("tree"), "tbody tr").map((row) => [...row.cells].map((cell) => cell.textContent)).map((row) => `${row[3]}→${row[4]}`);
  const cells = all(view("readouts"), "tr").map((row) => [...row.querySelectorAll("td")].filter((cell) => cell.checkVisibility()));
  // The bars of a role are one path; each is found in the share of the width that its response has.
  const area = all(view("bars"), "svg rect.hit")[0], [left, width] = ["x", "width"].map((name) => Number(area.getAttribute(name)));
  const responses = Number(all(view("bars"), "input.handle")[0].max) + 1;
  const heights = (role) => {
    const drawn = all(view("bars"), `svg path.bar.${role}`)[0].getAttribute("d") ?? "", found = Array(responses).fill(0);
    for (const [, x, base, top, wide] of drawn.matchAll(/M([\d.]+) ([\d.]+)V([\d.]+)h([\d.]+)V/g)) {
      found[Math.floor((Number(x) + wide / 2 - left) / width * responses)] += base - top;
    }
    return found;
  };
  return {
    beta: beta.getAttribute("aria-valuetext"),
    temperature: temperature.getAttribute("aria-valuetext"),
    shown: all(view("controls"), "input[role=switch]")[0].checked,
    scenario: all(view("controls"), "select")[0].value,
    tree: {
      edges: dense ? inTable : match(inTree, /^(\d\.\d\d→\d\.\d\d)$/),
      values: match(inTree, /^V=?([−\d.]+)$/),
      leaves: match(inTree, /^(\d\.\d{3})$/),
      label: figures(picture("tree")),
    },
    bars: figures(picture("bars")),
    plane: figures(picture("plane")),
    handle: figures(all(view("plane"), "input[type=range]")[0].getAttribute("aria-valuetext")),
    readouts: cells.map((row) => row.map((cell) => cell.textContent.trim())).filter((row) => row.length),
    attained: figures(texts("readouts", "p").join(" ")),
    heights: {ref: heights("ref"), star: heights("star"), temp: heights("temp")},
  };
}
