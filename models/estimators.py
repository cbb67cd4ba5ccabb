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

from models.checks import (
    check_array,
    check_count,
    check_generator,
    check_log_probs,
    check_probs,
    check_size,
    refusal,
    shown,
)
from models.convolution import MOST_DRAWS, check_edges, mean_distribution
from models.divergence import kl_estimates
from models.logspace import FloatArray, log_normalise, log_of, powers

ESTIMATORS = ("k1", "k2", "k3")


class Moments(NamedTuple):
    """Of the term of a single token: E[k] and its standard deviation in nats, and P(k < 0)."""

    mean: float
    std: float
    negative: float

    def spread(self, tokens: int) -> float:
        """std / sqrt(N): the standard deviation of the mean of N independent terms, nats.

        Raises ValueError unless tokens is a whole number of at least 1.
        """
        return self.std / float(np.sqrt(check_count("tokens", tokens)))


def flatten(probs: ArrayLike, f: float) -> FloatArray:
    """p(y)^(1 - f), renormalised: f > 0 flatter than p, f < 0 sharper, f = 0 p itself.

    probs (N,); f a number below 1 (at 1 the result would be uniform whatever p is). Computed on
    logarithms; probability 0 stays 0. Raises ValueError for rows that are not probabilities and
    for f that is not a finite number below 1.
    """
    row = _check_row("probs", probs)
    value = check_array("f", f)
    if value.ndim or not np.isfinite(value) or value >= 1:
        raise refusal("f", "a finite number below 1", shown(f))
    flat: FloatArray = np.exp(log_normalise(powers(log_of(row), 1 - value)))
    return flat


def terms(probs: ArrayLike, ref_probs: ArrayLike) -> tuple[FloatArray, dict[str, FloatArray]]:
    """The probabilities of the tokens that pi can sample, (M,), and k1, k2, k3 of each, (M,).

    A term beyond the range of a float is +inf. Raises ValueError for rows that are not
    probabilities or differ in length.
    """
    row, ref_row = _check_rows(probs, ref_probs)
    possible = row > 0
    estimates = kl_estimates(np.log(row[possible]), log_of(ref_row[possible]))
    return row[possible], estimates._asdict()


def log_ratios(probs: ArrayLike, ref_probs: ArrayLike) -> FloatArray:
    """l = log pi(y) - log pi_ref(y) of every token that pi can sample, (M,), nats.

    Raises ValueError as terms does.
    """
    return terms(probs, ref_probs)[1]["k1"]


def _check_rows(probs: ArrayLike, ref_probs: ArrayLike) -> tuple[FloatArray, FloatArray]:
    row, ref_row = _check_row("probs", probs), _check_row("ref_probs", ref_probs)
    if row.shape != ref_row.shape:
        raise refusal("ref_probs", f"of shape {row.shape}, like probs", f"shape {ref_row.shape}")
    return row, ref_row


def moments(probs: ArrayLike, ref_probs: ArrayLike, limit: float = np.inf) -> dict[str, Moments]:
    """Mean, standard deviation and P(k < 0) of each term of a single token, exact.

    probs (N,), the policy that is sampled from; ref_probs (N,). The mean of k1, and of k3 where its
    condition holds, is KL(pi || pi_ref); the standard deviation of the mean of N tokens is
    std / sqrt(N). A token of probability 0, were it by underflow, is not sampled, and what pi_ref
    puts on such tokens is missing from the mean of k3: log_moments knows better.
    Where pi puts mass and pi_ref none, mean and standard deviation are +inf; otherwise they are
    finite, even where a term is beyond the range of a float.
    Each term is first clamped to [-limit, limit], as some libraries do; by default none is.
    Raises ValueError as terms does, and for a limit that is not above zero.
    """
    row, ref_row = _check_rows(probs, ref_probs)
    return _all_moments(row, log_of(row), log_of(ref_row), _check_limit(limit))


def log_moments(
    logps: ArrayLike, ref_logps: ArrayLike, limit: float = np.inf
) -> dict[str, Moments]:
    """The same from log-probabilities (N,), nats, which reach further than probabilities.

    A token with logp = -800 has a probability that no float can hold, and is sampled all the same:
    its share in E[k3] = sum (q - p + p l), where p = pi(y), q = pi_ref(y), is close to q. So
    E[k1] = E[k3] = KL(pi || pi_ref) for pi* at every beta. A standard deviation beyond the range of
    a float is +inf, as are a mean beyond it and both moments where pi has mass and pi_ref none.
    Raises ValueError for rows that do not sum to 1 or differ in length, and for the limit as
    moments does.
    """
    rows, ref_rows = check_log_probs("logps", logps, 1), check_log_probs("ref_logps", ref_logps, 1)
    if rows.shape != ref_rows.shape:
        raise refusal("ref_logps", f"of shape {rows.shape}, like logps", f"shape {ref_rows.shape}")
    return _all_moments(np.exp(rows), rows, ref_rows, _check_limit(limit))


def _check_limit(limit: float) -> float:
    value = check_array("limit", limit, "above zero")
    if value.ndim or not value > 0:
        raise refusal("limit", "above zero", shown(limit))
    return float(value)


def _all_moments(
    row: FloatArray, logps: FloatArray, ref_logps: FloatArray, limit: float
) -> dict[str, Moments]:
    possible = logps > -np.inf
    row, logps, ref_logps = row[possible], logps[possible], ref_logps[possible]
    values = kl_estimates(logps, ref_logps)
    if np.isinf(limit) and np.isneginf(ref_logps).any():
        lost = {name: float(row[k < 0].sum()) for name, k in values._asdict().items()}
        return {name: Moments(np.inf, np.inf, negative) for name, negative in lost.items()}
    clamped = {name: np.clip(k, -limit, limit) for name, k in values._asdict().items()}
    root, result = np.exp(logps / 2), {}
    for name, k in clamped.items():
        shares, roots = _weighed_by(row, k), _weighed_by(root, k)
        if name == "k3":
            large = (values.k1 < -1) & ((k < limit) | np.isinf(limit))
            log_ratio = np.where(large, values.k1, 0.0)
            shares = np.where(large, _k3_weighed_by(row, ref_logps, log_ratio), shares)
            roots = np.where(large, _k3_weighed_by(root, ref_logps - logps / 2, log_ratio), roots)
        result[name] = _moments(row, root, k, shares, roots)
    return result


def _k3_weighed_by(weights: FloatArray, logs: FloatArray, log_ratio: FloatArray) -> FloatArray:
    """w k3 = w e^{-l} - w + w l, given log(w e^{-l}): in range, it may be, though e^{-l} is not."""
    with np.errstate(over="ignore"):
        weighed: FloatArray = np.exp(logs) - weights + weights * log_ratio
    return weighed


def _moments(
    row: FloatArray, root: FloatArray, k: FloatArray, shares: FloatArray, roots: FloatArray
) -> Moments:
    """From p, sqrt(p), the term k, p k, which adds up to the mean, and sqrt(p) k, each (M,)."""
    with np.errstate(over="ignore"):
        mean = shares.sum()
    negative = float(row[k < 0].sum())
    if np.isinf(mean):
        return Moments(np.inf, np.inf, negative)
    return Moments(float(mean), _norm(roots - root * mean), negative)


def _weighed_by(weights: FloatArray, k: FloatArray) -> FloatArray:
    """w k, and 0 where the weight is below the range of a float, even if k is infinite."""
    return weights * np.where(weights > 0, k, 0.0)


def _norm(deviations: FloatArray) -> float:
    """sqrt(sum d^2), by way of d over the largest: the squares alone may be beyond a float."""
    largest = float(np.abs(deviations).max(initial=0.0))
    if largest in (0.0, np.inf):
        return largest
    with np.errstate(over="ignore"):
        return float(largest * np.sqrt(((deviations / largest) ** 2).sum()))


def batch_means(
    probs: ArrayLike, ref_probs: ArrayLike, tokens: int, batches: int, rng: np.random.Generator
) -> dict[str, FloatArray]:
    """Real estimates: for each of `batches` batches of `tokens` tokens from pi, the mean terms.

    Returns (batches,) for k1, k2 and k3; the three see the same tokens. A batch is one multinomial
    draw of how often each token came, which is all that a mean depends on. A mean is +inf if a
    token came whose term is. Raises ValueError as terms does, unless tokens and batches are whole
    numbers of at least 1, and for an rng that is none.
    """
    row, values = terms(probs, ref_probs)
    size = check_count("tokens", tokens), check_count("batches", batches)
    check_generator("rng", rng, "multinomial")
    check_size("batches", size[1], row.size)
    counts = rng.multinomial(size[0], row / row.sum(), size=size[1])
    return {name: _means(counts, k, size[0]) for name, k in values.items()}


def _means(counts: NDArray[np.int64], k: FloatArray, tokens: int) -> FloatArray:
    # A token that never came adds nothing, even where its term is infinite: 0 times inf is 0 here.
    infinite = np.isinf(k)
    finite, numbers = np.where(infinite, 0.0, k), counts.astype(np.float64)
    with np.errstate(over="ignore", invalid="ignore"):
        means = numbers @ finite / tokens
    if not np.isfinite(means).all():
        # The sum, but not the mean, is beyond the range of a float.
        means = (numbers / tokens) @ finite
    return np.where((counts[:, infinite] > 0).any(axis=1), np.inf, means)


def exact_distribution(
    probs: ArrayLike, ref_probs: ArrayLike, tokens: int, edges: ArrayLike
) -> dict[str, FloatArray]:
    """P(mean of N terms in [edges[i], edges[i+1])) for each bin, (bins,), of k1, k2 and k3.

    tokens is N, 1 to 1,024. edges (bins + 1,), increasing; the ends may be -inf and inf, and the
    last bin is closed, as in numpy.histogram. A mean within 1e-12 of an edge, relative to it above
    1, counts as on it. Tokens whose terms are equal count as one.
    Up to 20,000 ways of drawing the different terms (8 of them and N = 10, 2 and any N) all are
    listed, and the error is that of rounding. Beyond, those of more than 1e-4 of the mass are, and
    the light rest is convolved on a lattice that moves a sum by about 1/1000 of its deviation, and
    not at all where the terms are multiples of a common step. The error in a bin is below 1e-3,
    commonly below 1e-4. The exception are terms that are nearly but not quite equal: their sums
    pile up, and a pile so close to an edge may be cut at another place.
    Raises ValueError as terms does, unless tokens is a whole number from 1 to 1,024, for more than
    1,024 different terms, and for edges that do not increase.
    """
    row, values = terms(probs, ref_probs)
    size = check_count("tokens", tokens, most=MOST_DRAWS)
    bounds = check_edges(edges)
    return {name: mean_distribution(row, k, size, bounds) for name, k in values.items()}


def _check_row(name: str, value: ArrayLike) -> FloatArray:
    array = check_array(name, value)
    if array.ndim != 1:
        raise refusal(name, "a vector of probabilities", f"shape {array.shape}")
    return check_probs(name, value)
