"""Three ways to estimate KL(pi || pi_ref) from sampled tokens, exactly and by real sampling.

A token y sampled from pi has the log-ratio l = log pi(y) - log pi_ref(y); E_pi[l] is the KL. The
terms k1 = l, k2 = l^2 / 2 and k3 = e^{-l} - 1 + l (Schulman, "Approximating KL Divergence", 2020)
are averaged over N tokens. k1 and k3 are unbiased, k3 provided that pi > 0 wherever pi_ref > 0; k2
is not, but is small in variance where the policies are close. For one position with a handful of
tokens the moments of a term are finite sums, and the distribution of the N-token mean can be
computed as well as sampled, so that a histogram has a truth to be compared with.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.checks import check_array, check_probs, refusal
from models.convolution import mean_distribution
from models.divergence import kl_estimates
from models.logspace import FloatArray, log_normalise, log_of

ESTIMATORS = ("k1", "k2", "k3")


class Moments(NamedTuple):
    """Of the term of a single token: E[k] and its standard deviation in nats, and P(k < 0)."""

    mean: float
    std: float
    negative: float

    def spread(self, tokens: int) -> float:
        """std / sqrt(N): the standard deviation of the mean of N independent terms, nats."""
        return self.std / float(np.sqrt(tokens))


def flatten(probs: ArrayLike, f: float) -> FloatArray:
    """p(y)^(1 - f), renormalised: f > 0 flatter than p, f < 0 sharper, f = 0 p itself.

    probs (N,); f a number below 1 (at 1 the result would be uniform whatever p is). Computed on
    logarithms; probability 0 stays 0. Raises ValueError for rows that are not probabilities and
    for f that is not a finite number below 1.
    """
    row = _check_row("probs", probs)
    value = check_array("f", f)
    if value.ndim or not np.isfinite(value) or value >= 1:
        raise refusal("f", "a finite number below 1", f)
    flat: FloatArray = np.exp(log_normalise((1 - value) * log_of(row)))
    return flat


def terms(probs: ArrayLike, ref_probs: ArrayLike) -> tuple[FloatArray, dict[str, FloatArray]]:
    """The probabilities of the tokens that pi can sample, (M,), and k1, k2, k3 of each, (M,).

    Raises ValueError for rows that are not probabilities or differ in length.
    """
    row, ref_row = _check_row("probs", probs), _check_row("ref_probs", ref_probs)
    if row.shape != ref_row.shape:
        raise refusal("ref_probs", f"of shape {row.shape}, like probs", f"shape {ref_row.shape}")
    possible = row > 0
    estimates = kl_estimates(np.log(row[possible]), log_of(ref_row[possible]))
    return row[possible], estimates._asdict()


def log_ratios(probs: ArrayLike, ref_probs: ArrayLike) -> FloatArray:
    """l = log pi(y) - log pi_ref(y) of every token that pi can sample, (M,), nats.

    Raises ValueError as terms does.
    """
    return terms(probs, ref_probs)[1]["k1"]


def moments(probs: ArrayLike, ref_probs: ArrayLike, limit: float = np.inf) -> dict[str, Moments]:
    """Mean, standard deviation and P(k < 0) of each term of a single token, exact.

    probs (N,), the policy that is sampled from; ref_probs (N,). The mean of k1, and of k3 where its
    condition holds, is KL(pi || pi_ref); the standard deviation of the mean of N tokens is
    std / sqrt(N). Where pi puts mass and pi_ref none, mean and standard deviation are +inf.
    Each term is first clamped to [-limit, limit], as some libraries do; by default none is.
    Raises ValueError as terms does, and for a limit that is not above zero.
    """
    if not limit > 0:
        raise refusal("limit", "above zero", repr(limit))
    row, values = terms(probs, ref_probs)
    return {name: _moments(row, np.clip(k, -limit, limit)) for name, k in values.items()}


def _moments(row: FloatArray, k: FloatArray) -> Moments:
    negative = float(row[k < 0].sum())
    if np.isinf(k).any():
        return Moments(np.inf, np.inf, negative)
    mean = row @ k
    return Moments(float(mean), float(np.sqrt(row @ (k - mean) ** 2)), negative)


def batch_means(
    probs: ArrayLike, ref_probs: ArrayLike, tokens: int, batches: int, rng: np.random.Generator
) -> dict[str, FloatArray]:
    """Real estimates: for each of `batches` batches of `tokens` tokens from pi, the mean terms.

    Returns (batches,) for k1, k2 and k3; the three see the same tokens. A batch is one multinomial
    draw of how often each token came, which is all that a mean depends on. Raises ValueError as
    terms does, and unless tokens and batches are whole numbers of at least 1.
    """
    row, values = terms(probs, ref_probs)
    size = check_count("tokens", tokens), check_count("batches", batches)
    counts = rng.multinomial(size[0], row / row.sum(), size=size[1])
    return {name: _weighed(counts, k) / size[0] for name, k in values.items()}


def _weighed(counts: NDArray[np.int64], k: FloatArray) -> FloatArray:
    # A token that never came adds nothing, even where its term is infinite: 0 times inf is 0 here.
    infinite = np.isinf(k)
    total = counts.astype(np.float64) @ np.where(infinite, 0.0, k)
    return np.where((counts[:, infinite] > 0).any(axis=1), np.inf, total)


def exact_distribution(
    probs: ArrayLike, ref_probs: ArrayLike, tokens: int, edges: ArrayLike
) -> dict[str, FloatArray]:
    """P(mean of N terms in [edges[i], edges[i+1])) for each bin, (bins,), of k1, k2 and k3.

    edges (bins + 1,), increasing; the ends may be -inf and inf, and the last bin is closed, as in
    numpy.histogram. Up to some 300,000 ways of drawing the tokens (8 tokens and N = 16, 2 tokens
    and any N) all are listed, and the error is that of rounding. Beyond, the ways in which at most
    16 of 8 tokens are not the likeliest are listed, and the light rest is convolved on a lattice of
    2**17 points that keeps its mean and all but 1e-9 of its mass; the error is the mass that this
    carries over an edge, promised below 1e-3 in a bin and commonly below 1e-4. A mean within 1e-12
    of an edge counts as on it.
    Raises ValueError as terms does, for tokens below 1, and for edges that do not increase.
    """
    row, values = terms(probs, ref_probs)
    size = check_count("tokens", tokens)
    bounds = check_edges(edges)
    return {name: mean_distribution(row, k, size, bounds) for name, k in values.items()}


def check_count(name: str, value: object) -> int:
    """A whole number of at least 1."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 1:
        raise refusal(name, "a whole number of at least 1", repr(value))
    return int(value)


def check_edges(edges: ArrayLike) -> FloatArray:
    """Bin edges (bins + 1,): at least two, strictly increasing."""
    bounds = check_array("edges", edges)
    if bounds.ndim != 1 or bounds.size < 2 or not (np.diff(bounds) > 0).all():
        raise refusal("edges", "a vector of two or more increasing numbers", f"{bounds}")
    return bounds


def _check_row(name: str, value: ArrayLike) -> FloatArray:
    row = check_probs(name, value)
    if row.ndim != 1:
        raise refusal(name, "a vector of probabilities", f"shape {row.shape}")
    return row
