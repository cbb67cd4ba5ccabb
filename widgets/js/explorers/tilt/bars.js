// The response bars: π_ref, π* and, when shown, π_T side by side for every response.
/** @import {BarsFacts, BarsFrame, Draw, Numbers, Shown, Space} from "../../types" */
/** @import {BarsShape} from "./barsshape.js" */
import {setAll, svg, toggle, write} from "../../core/dom.js";
import {fixed} from "../../core/number.js";
import {axis} from "../../plot/axis.js";
import {card, key, keyOf, say} from "../../plot/frame.js";
import {heap, scaled} from "../../plot/marks.js";
import {responseArea, responseHandle, responseTable} from "../../plot/responses.js";
import {barsShape, HEAD, slotIn} from "./barsshape.js";
import {groupNames} from "./barsnames.js";

const ROLES = ["ref", "star", "temp"];

/** @param {BarsFacts} facts @param {Space} space @returns {Draw<BarsFrame>} */
export function bars(facts, {el, width, store}) {
  const shape = barsShape(facts, width), {place, group, height} = shape, count = facts.responses.length;
  const {svg: drawing, picture, note} = card(el, {title: "Response by response", subtitle: legend(shape), label: "Response bars"}, shape);
  const lit = (/** @type {number} */ i) => ({x: place(i), y: 0, width: group, height});
  const area = responseArea({...lit(0), width: group * count}, {count, along: "x", lit}, store);
  const marks = ROLES.map((role) => heap(`bar ${role}`, 0)), words = facts.responses.map((_, i) => barWords(facts, shape, i));
  drawing.append(
    ...axis(shape.y, {side: "left", at: shape.left + 1, across: [shape.left, width], count: 4}), area.band,
    ...marks.map(({node}) => node), ...facts.responses.flatMap((_, i) => groupNames(facts, shape, i)), ...words.map(({root}) => root), area.hit,
  );
  const follow = responseHandle(picture, "response bars", facts, store), table = responseTable(el, facts);
  const temperatureKey = keyOf(note, "temp");
  return (frame, shown) => {
    const temp = shown.show_temperature ? frame.temp : undefined, probs = [facts.ref, frame.star, ...(temp ? [temp] : [])];
    if (temperatureKey) temperatureKey.hidden = !temp;
    marks.forEach(({move}, k) => moveBars(move, shape, probs[k] ?? [], k, probs.length));
    words.forEach(({move}, i) => move(probs.map((all) => all[i]), i === shown.pointed));
    area.follow(shown.pointed);
    say(drawing, label(facts, frame.star, shown));
    table(frame.star, temp);
    follow(shown.pointed, frame.star);
  };
}

/** @param {BarsShape} shape */
function legend({upright, group}) {
  return key("ref", "", "reference π_ref") + key("star", "", "optimum π*") + key("temp", "", "π_T, the reference at T", "temp")
    + (upright && group < 24 ? '<span class="key"><span>• earns a reward</span></span>' : "");
}

/** @param {BarsFacts} facts @param {Numbers} star @param {Shown} shown */
function label({responses, ref}, star, {beta}) {
  const best = Array.prototype.indexOf.call(star, Math.max(...Array.from(star)));
  return `Response bars at β ${beta}: the likeliest response under π* is ${responses[best]}, ${fixed(ref[best], 3)} under π_ref and ${fixed(star[best], 3)} under π*.`;
}

/** @param {ReturnType<typeof heap>["move"]} move @param {BarsShape} shape @param {Numbers} probs none, where the role is not shown @param {number} k @param {number} count */
function moveBars(move, shape, probs, k, count) {
  const {width} = slotIn(shape, 0, k, count);
  move(scaled(probs, (prob) => Math.max(HEAD, shape.y(prob))), (i) => slotIn(shape, shape.place(i), k, count).x, width, shape.base);
}

/** The figures of a response: π* on its bar, and π_T where its bar is cut. @param {BarsFacts} facts @param {BarsShape} shape @param {number} i */
function barWords({top}, shape, i) {
  const x = shape.place(i), root = svg("g");
  // Figures of many bars are seen one at a time: they are made when they are.
  const value = figure(root, "middle star strong haloed", {}), cut = figure(root, "middle temp strong haloed", {x: x + shape.group / 2, y: HEAD - 6});
  /** @param {number[]} probs of π_ref, π* and, when shown, π_T @param {boolean} pointed */
  const move = (probs, pointed) => {
    moveValue(value, shape, x, probs, pointed);
    markCut(cut, top, probs[2] ?? 0);
  };
  return {root, move};
}

/** A text that is made when it is first to be seen. @param {SVGGElement} into @param {string} kind @param {Record<string, number>} at @returns {(shown: boolean) => SVGTextElement | null} */
function figure(into, kind, at) {
  /** @type {SVGTextElement | null} */
  let text = null;
  return (shown) => {
    if (shown && !text) into.append(text = svg("text", {class: kind, ...at}));
    if (text) toggle(text, "hidden", !shown);
    return shown ? text : null;
  };
}

/** π* in figures, on its own bar. @param {ReturnType<typeof figure>} value @param {BarsShape} shape @param {number} x @param {number[]} probs @param {boolean} pointed */
function moveValue(value, shape, x, probs, pointed) {
  const prob = probs[1], text = value(pointed || (shape.group >= 30 && prob >= 0.005));
  if (!text) return;
  const slot = slotIn(shape, x, 1, probs.length);
  setAll(text, {x: slot.x + slot.width / 2, y: Math.max(HEAD, shape.y(prob)) - 5});
  write(text, fixed(prob, shape.group >= 34 || !pointed ? 2 : 3));
}

/** A bar of π_T beyond the axis is cut at its end and bears its value. @param {ReturnType<typeof figure>} cut @param {number} top @param {number} prob */
function markCut(cut, top, prob) {
  const text = cut(prob > top);
  if (text) write(text, `↑ ${fixed(prob, 2)}`);
}
