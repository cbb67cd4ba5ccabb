// The numbers of Tilt in a dozen lines of NumPy, from π_ref and the rewards alone.
/** @import {Explorer, TreeFacts} from "../../types" */

/** @param {number[]} rows @param {number} size */
function nested(rows, size) {
  const lines = [];
  for (let i = 0; i < rows.length; i += size) lines.push(`[${rows.slice(i, i + size).join(", ")}]`);
  return `[${lines.join(", ")}]`;
}

/** π_ref token by token: a nested list a level. @param {TreeFacts} facts */
function levels({vocab, depth, edges}) {
  const size = vocab.length, found = [];
  for (let t = 0, at = 0; t < depth; at += size ** ++t) found.push(nested(edges.slice(at, at + size ** (t + 1)), size));
  return found;
}

/** @param {Explorer} explorer */
export function tiltSnippet({views, store: {state: {settings: {beta, temperature, show_temperature: cold}}}}) {
  const facts = /** @type {TreeFacts} */ (views.tree.facts);
  const truth = facts.truth ? `, "E[true r]", star @ np.array([${facts.truth.join(", ")}])` : "";
  return [
    "import numpy as np",
    `tokens = [np.array(p) for p in (${levels(facts).join(", ")},)]  # pi_ref(a|s), prefix by prefix`,
    `r, beta, T = np.array([${facts.reward.join(", ")}]), ${beta}, ${temperature}`,
    "def whole(rows, p=np.ones(1)): return whole(rows[1:], (p[:, None] * rows[0]).ravel()) if rows else p",
    "ref = whole(tokens)",
    "log_z = np.logaddexp.reduce(np.log(ref) + r / beta)",
    "star = np.exp(np.log(ref) + r / beta - log_z)  # the optimum",
    "kl = star @ (r / beta - log_z)",
    `print(dict(zip(${JSON.stringify(facts.responses)}, star.round(3).tolist())))`,
    `print("E[r]", star @ r, "KL", kl, "J", star @ r - beta * kl, "beta log Z", beta * log_z${truth})`,
    ...(cold ? [
      "cold = whole([p ** (1 / T) / (p ** (1 / T)).sum(1, keepdims=True) for p in tokens])  # pi_ref at T",
      'print("at T: E[r]", cold @ r, "KL", cold @ np.log(cold / ref))',
    ] : []),
  ];
}
