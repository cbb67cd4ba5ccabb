// Every mark of the pictures of these views, as the browser has laid it out, read in one go. All is in the units of
// the drawing; what a stylesheet says is in it.
(places) => {
  const all = (root, selector) => [
    ...root.querySelectorAll(selector),
    ...[...root.querySelectorAll("*")].flatMap((part) => part.shadowRoot ? all(part.shadowRoot, selector) : []),
  ];
  const ends = (line) => ["x1", "y1", "x2", "y2"].map((end) => line[end].baseVal.value);
  const mark = (part) => {
    const {x, y, width, height} = part.getBBox(), style = getComputedStyle(part);
    return {
      tag: part.tagName,
      kinds: [...part.classList],
      box: [x, y, width, height],
      ends: part.tagName === "line" ? ends(part) : [],
      path: part.getAttribute("d") ?? "",
      stroke: parseFloat(style.strokeWidth),
      opacity: parseFloat(style.strokeOpacity),
      text: part.textContent.trim(),
      seen: part.checkVisibility({visibilityProperty: true, opacityProperty: true}),
    };
  };
  const drawn = (place) => all(document.querySelector(`section.view.${place}`), "svg[role=img]")[0];
  return places.map((place) => [...drawn(place).querySelectorAll("path, line, circle, rect, text")].map(mark));
}
