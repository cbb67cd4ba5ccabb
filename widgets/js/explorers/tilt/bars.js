// The response bars: π_ref, π* and, when shown, π_T side by side for every response.
/** @import {BarsFacts, BarsFrame, Draw, Numbers, Shown, Space} from "../../types" */
/** @import {BarsShape} from "./barsshape.js" */
import {setAll, svg, toggle, write} from "../../core/dom.js";
import {fixed} from "../../core/number.js";
import {axis} from "../../plot/axis.js";
import {card, key, keyOf, say} from "../../plot/frame.js";
import {bar} from "../../plot/marks.js";
import {pointAt, responseHandle, responseTable} from "../../plot/responses.js";
import {barsShape, HEAD, slotIn} from "./barsshape.js";
import {groupNames} from "./barsnames.js";

const ROLES = ["ref", "star", "temp"];

/** @param {BarsFacts} facts @param {Space} space @returns {Draw<BarsFrame>} */
export function bars(facts, {el, width, store}) {
  const shape = barsShape(facts, width);
  const {svg: drawing, picture, note} = card(el, {title: "Response by response", subtitle: legend(shape), label: "Response bars"}, shape);
  const groups = facts.responses.map((_, i) => barGroup(facts, shape, i, store));
  drawing.append(...axis(shape.y, {side: "left", at: shape.left + 1, across: [shape.left, width], count: 4}), ...groups.map(({root}) => root));
  const follow = responseHandle(picture, "response bars", facts, store), table = responseTable(el, facts);
  const temperatureKey = keyOf(note, "temp");
  return (frame, shown) => {
    const temp = shown.show_temperature ? frame.temp : undefined;
    if (temperatureKey) temperatureKey.hidden = !temp;
    groups.forEach(({move}, i) => move([facts.ref[i], frame.star[i], ...(temp ? [temp[i]] : [])], i === shown.pointed));
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

/** @param {BarsFacts} facts @param {BarsShape} shape @param {number} i @param {Space["store"]} store */
function barGroup(facts, shape, i, store) {
  const {place, group, height} = shape, x = place(i), box = {x, y: 0, width: group, height};
  const marks = ROLES.map((role) => bar(`bar ${role}`)), words = svg("g");
  // Figures of many bars are seen one at a time: they are made when they are.
  const value = figure(words, "middle star strong haloed", {}), cut = figure(words, "middle temp strong haloed", {x: x + group / 2, y: HEAD - 6});
  const band = svg("rect", {class: "band", ...box, rx: 4}), hit = svg("rect", {class: "hit", ...box});
  pointAt(hit, i, store);
  /** @param {number[]} probs of π_ref, π* and, when shown, π_T @param {boolean} pointed */
  const move = (probs, pointed) => {
    probs.forEach((prob, k) => marks[k].move(barBox(shape, x, prob, k, probs.length)));
    toggle(marks[2].node, "hidden", probs.length < 3);
    moveValue(value, shape, x, probs, pointed);
    markCut(cut, facts.top, probs[2] ?? 0);
    toggle(band, "lit", pointed);
  };
  return {root: svg("g", {}, band, ...marks.map(({node}) => node), ...groupNames(facts, shape, i), words, hit), move};
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

/** @param {BarsShape} shape @param {number} x @param {number} prob @param {number} k @param {number} count */
function barBox(shape, x, prob, k, count) {
  const y = Math.max(HEAD, shape.y(prob));
  return {...slotIn(shape, x, k, count), y, height: Math.max(0, shape.base - y)};
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
