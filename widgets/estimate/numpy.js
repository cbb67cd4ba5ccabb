// The numbers of Estimate in ten lines of NumPy: the very batches that were drawn, by their seed.
snippets.estimate = ({store: {values}, views}) => {
  const {ref, policy} = unpackedView(views.curves.told).facts, {f, tokens, seed, live} = values;
  return [
    "import numpy as np",
    `ref, N, batches = np.array([${ref.join(", ")}]), ${tokens}, ${live?.frame.batches[0] || 400}`,
    policy ? `p = np.array([${policy.join(", ")}])` : `p = ref ** (1 - ${f})`,
    "p /= p.sum()",
    "l = np.log(p / ref)",
    'terms = {"k1": l, "k2": l**2 / 2, "k3": np.expm1(-l) + l}',
    `counts = np.random.default_rng(${seed}).multinomial(N, p, size=batches)`,
    "for name, k in terms.items():",
    "    x = counts @ k / N",
    '    print(name, "exact", p @ k, "measured", x.mean(), "+-", x.std(ddof=1) / np.sqrt(batches))',
  ];
};
