// The numbers of Estimate in ten lines of NumPy: the very batches that were drawn, by their seed.
snippets.estimate = ({store: {values: {live}}, views}) => {
  const {ref, policy} = unpackedView(views.curves.told).facts, {f, tokens, seed} = live.settings;
  const batches = live.frame.batches[0];
  const measured = batches ? ', "measured", x.mean()' : "";
  const error = batches > 1 ? ', "+-", x.std(ddof=1) / np.sqrt(batches)' : "";
  return [
    "import numpy as np",
    `ref, N, batches = np.array([${ref.join(", ")}]), ${tokens}, ${batches}`,
    policy ? `p = np.array([${policy.join(", ")}])` : `p = ref ** (1 - ${f})`,
    "p /= p.sum()",
    "l = np.log(p / ref)",
    'terms = {"k1": l, "k2": l**2 / 2, "k3": np.expm1(-l) + l}',
    `counts = np.random.default_rng(${seed}).multinomial(N, p, size=batches)`,
    "for name, k in terms.items():",
    "    x = counts @ k / N",
    `    print(name, "exact", p @ k${measured}${error})`,
  ];
};
