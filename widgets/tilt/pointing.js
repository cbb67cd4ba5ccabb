// Linked pointing: a response pointed at or focused in one view is `pointed` in the store, and every
// view lights it up.
function pointAt(target, index, store) {
  target.addEventListener("pointerenter", () => store.set({pointed: index}));
  // A finger leaves as soon as it is lifted; what it tapped stays lit until the next tap.
  const byFinger = (event) => event.pointerType === "touch";
  target.addEventListener("pointerleave", (event) => { if (!byFinger(event)) store.set({pointed: -1}); });
}

function rewardText(facts, index) {
  const reward = `r ${facts.reward[index]}`;
  if (!facts.truth || facts.truth[index] === facts.reward[index]) return [reward, ""];
  return [reward, `true ${facts.truth[index]}`];
}

// Arrow keys walk through the responses; `star` gives π* of each in the frame now shown.
function responseHandle(picture, title, facts, store, star) {
  const spoken = (i) => [
    `${facts.responses[i]}: π* ${fixed(star(i), 3)}`, `π_ref ${fixed(facts.ref[i], 3)}`,
    ...rewardText(facts, i).filter(Boolean),
  ].join(", ");
  const count = facts.responses.length;
  // What was pointed at in a larger scenario may not exist in this one.
  if (store.values.pointed >= count) store.set({pointed: -1});
  const onMove = (pointed) => store.set({pointed});
  const follow = keyboardHandle(picture, {label: `Response pointed at, ${title}`, count, index: 0, spoken, onMove});
  const handle = picture.querySelector(".handle");
  // The responses stand from top to bottom, while a slider's values rise upwards.
  handle.addEventListener("keydown", (event) => {
    const step = {ArrowUp: -1, ArrowDown: 1}[event.key];
    if (!step) return;
    event.preventDefault();
    onMove(Math.max(0, Math.min(count - 1, Number(handle.value) + step)));
  });
  handle.addEventListener("focus", () => { if (handle.matches(":focus-visible")) onMove(Number(handle.value)); });
  handle.addEventListener("blur", () => onMove(-1));
  return (now) => follow(now < count ? now : -1);
}

function responseTable(el, facts) {
  const update = numbersTable(el, "Every response in numbers", ["response", "π_ref", "π*", "π_T", "reward", "true reward"]);
  return (star, temp, shown) => update(() => facts.responses.map((name, i) => [
    name, fixed(facts.ref[i], 3), fixed(star[i], 3), shown ? fixed(temp[i], 3) : "not shown",
    String(facts.reward[i]), String((facts.truth ?? facts.reward)[i]),
  ]));
}
