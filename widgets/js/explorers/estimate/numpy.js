// The numbers of Estimate in ten lines of NumPy: the very batches that were drawn, by their seed.
/** @import {CurvesFacts, Explorer, Live} from "../../types" */

/** @param {Explorer} explorer */
export function estimateSnippet({store: {state}, views}) {
  const {ref, policy} = /** @type {CurvesFacts} */ (views.curves.facts);
  const {settings: {f, tokens, seed}, frame} = /** @type {Live} */ (state.live), batches = Number(frame.batches[0]);
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
}
