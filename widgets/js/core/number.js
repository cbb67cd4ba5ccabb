/**
 * A number as it is written in print: a real minus sign, no negative zero, infinity by its sign.
 *
 * @param {number} value
 * @param {number} digits  after the point
 * @returns {string}
 */
export function fixed(value, digits) {
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const text = value.toFixed(digits);
  if (Number(text) === 0) return text.replace("-", "");
  return text.replace("-", "−");
}
