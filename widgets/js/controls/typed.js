// A field that takes typed values: they are read here, and what is no good is refused beside the field.
/** @import {Explorer, State} from "../types" */
import {html} from "../core/dom.js";
import {readNumber, readWhole} from "./reading.js";

/**
 * @param {HTMLInputElement} input @param {Explorer} explorer
 * @param {{name: string, reveals?: string}} spec `reveals` is switched on by a value that is taken
 */
export function takesTyped(input, explorer, {name, reveals}) {
  const {store} = explorer, complaint = createComplaint(explorer, name);
  const kept = () => Number(store.state.settings[name]);
  // Without commas, which are no part of what can be typed.
  const putBack = () => { input.value = String(kept()).replace("-", "−"); };
  input.addEventListener("change", () => {
    const text = input.value;
    putBack();
    const {value, problem} = read(explorer, name, text, kept());
    // Between two stops only a server can take it.
    if (store.state.lost && explorer.stops[name]?.includes(value) === false) {
      return complaint.say(`Without the server a typed value cannot be taken: it stays at ${kept()}.`);
    }
    complaint.say(problem, value);
    if (problem && value === kept()) return;
    if (reveals) store.set({[reveals]: true});
    if (explorer.stops[name]) explorer.require(name, value);
    else store.set({[name]: value});
  });
  input.addEventListener("keydown", ({key}) => {
    if (key === "Escape") putBack();
    if (key === "Enter" || key === "Escape") input.blur();
  });
  return {complaint, show: () => {
    if (!hasFocus(input)) putBack();
    complaint.show();
  }};
}

/** @param {Explorer} explorer @param {string} name @param {string} text @param {number} kept */
function read({opening: {scales, wholes}, stops}, name, text, kept) {
  if (scales[name]) return readNumber(scales[name], stops[name], text, kept);
  return readWhole(wholes[name], text, kept);
}

/** @param {Element} input */
const hasFocus = (input) => /** @type {Document | ShadowRoot} */ (input.getRootNode()).activeElement === input;

/**
 * What is said beside a field: until the value is another one than was spoken of, or another choice is
 * made. The value that is taken may come later.
 * @param {Pick<Explorer, "store" | "opening">} explorer @param {string} name
 */
export function createComplaint({store, opening: {link}}, name) {
  const root = html("p", {class: "problem", role: "alert"});
  const now = () => store.state.settings[name];
  const choices = () => link.choices.map((choice) => store.state.settings[choice]).join("\n");
  let kept = now(), taken = now(), chosen = "";
  return {
    root,
    say(/** @type {string} */ text, value = now()) {
      root.textContent = text;
      [kept, taken, chosen] = [now(), value, choices()];
    },
    show() {
      if (!root.textContent) return;
      if (now() === taken) kept = taken;
      if (now() !== kept || choices() !== chosen) root.textContent = "";
    },
    clear() { root.textContent = ""; },
  };
}
