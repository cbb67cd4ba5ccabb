// The three estimators, in the order of everything that has a part for each.
export const NAMES = /** @type {const} */ (["k1", "k2", "k3"]);
