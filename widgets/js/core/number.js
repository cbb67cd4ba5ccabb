// Numbers as they are written in print, everywhere on screen: a real minus sign, and commas between
// thousands. What a program reads, as a link or a file of numbers, is written elsewhere.

/**
 * With so many digits after the point; no negative zero, infinity by its sign.
 *
 * @param {number} value
 * @param {number} digits  after the point
 * @returns {string}
 */
export function fixed(value, digits) {
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const text = value.toFixed(digits);
  return printed(Number(text) === 0 ? text.replace("-", "") : text);
}

/** With as many digits as it has. @param {number} value */
export const short = (value) => printed(String(value));

/** @param {string} text */
function printed(text) {
  const [whole, ...rest] = text.replace("-", "−").split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...rest].join(".");
}
