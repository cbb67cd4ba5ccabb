// The numbers of Tilt in a dozen lines of NumPy, from π_ref and the rewards alone.
function nested(rows, size) {
  const lines = [];
  for (let i = 0; i < rows.length; i += size) lines.push(`[${[...rows.slice(i, i + size)].join(", ")}]`);
  return `[${lines.join(", ")}]`;
}

snippets.tilt = (host) => {
  const {facts} = unpackedView(host.views.tree.told), {beta, temperature, show_temperature: cold} = host.store.values;
  const size = facts.vocab.length, levels = [];
  for (let t = 0, at = 0; t < facts.depth; at += size ** ++t) levels.push(nested(facts.edges.slice(at, at + size ** (t + 1)), size));
  const truth = facts.truth ? `, "E[true r]", star @ np.array([${facts.truth.join(", ")}])` : "";
  return [
    "import numpy as np",
    `tokens = [np.array(p) for p in (${levels.join(", ")},)]  # pi_ref(a|s), prefix by prefix`,
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
};
