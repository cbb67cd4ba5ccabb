"""How often each of a handful of values came in N draws: the counts, and their probabilities.

Everything goes through logarithms in a form that loses no digits at large N.
"""

from functools import lru_cache
from math import lgamma, log, pi

import numpy as np
from numpy.typing import NDArray

from models.logspace import FloatArray

ENUMERABLE = 300_000
# Counts less likely than this are left out of a list that cannot be complete.
NEGLIGIBLE = 1e-15


@lru_cache(maxsize=16)
def compositions(draws: int, kinds: int) -> NDArray[np.unsignedinteger]:
    """All ways (W, kinds) in which `kinds` counts add up to `draws`."""
    small = np.min_scalar_type(draws)
    counts, left = np.zeros((1, 0), dtype=small), np.array([draws])
    for _ in range(kinds - 1):
        parents, taken = _expanded(np.zeros_like(left), left + 1)
        counts = np.column_stack([counts[parents], taken.astype(small)])
        left = left[parents] - taken
    return np.column_stack([counts, left.astype(small)])


def _expanded(
    lowest: NDArray[np.int64], sizes: NDArray[np.int64]
) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """One entry for each number lowest[i], lowest[i] + 1 ... of sizes[i]: i, and the number."""
    parents = np.repeat(np.arange(len(sizes)), sizes)
    first = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    return parents, lowest[parents] + np.arange(len(parents)) - first[parents]


def likely_compositions(
    probs: FloatArray, draws: int
) -> tuple[NDArray[np.int64], FloatArray] | None:
    """The counts (W, K) of N draws that have more than NEGLIGIBLE mass, and their masses (W,).

    probs (K,). Value by value: given the others, the count of the next is binomial. None if there
    are more than 4 ENUMERABLE on the way.
    """
    columns: list[NDArray[np.int64]] = []
    left, logs = np.array([draws], dtype=np.int64), np.zeros(1)
    for k in range(len(probs) - 1):
        share = probs[k] / probs[k:].sum()
        lowest, sizes = _likely_range(left, share, logs - log(NEGLIGIBLE))
        if sizes.sum() > 4 * ENUMERABLE:
            return None
        parents, taken = _expanded(lowest, sizes)
        masses = logs[parents] + binomial_logs(taken, left[parents], share)
        kept = masses > log(NEGLIGIBLE)
        parents, taken, logs = parents[kept], taken[kept], masses[kept]
        columns, left = [*(c[parents] for c in columns), taken], left[parents] - taken
    return np.column_stack([*columns, left]), np.exp(logs)


def _likely_range(
    left: NDArray[np.int64], share: float, exponent: FloatArray
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Where the count of a binomial has a probability above e^-exponent: first count, how many.

    Bernstein: P(|X - mu| >= t) <= 2 exp(-t^2 / (2 (s^2 + t/3))), and each tail is below half that.
    """
    reach = exponent / 3 + np.sqrt(exponent**2 / 9 + 2 * exponent * left * share * (1 - share))
    low = np.maximum(np.ceil(left * share - reach), 0).astype(np.int64)
    high = np.minimum(np.floor(left * share + reach), left).astype(np.int64)
    return low, high - low + 1


def binomial_logs(taken: NDArray[np.int64], draws: NDArray[np.int64], share: float) -> FloatArray:
    """log P(X = taken) for X binomial, of so many draws and this share, elementwise."""
    rest = _deficit(draws - taken, draws * (1 - share))
    return _stirling(draws) - _deficit(taken, draws * share) - rest


def means_and_masses(
    counts: NDArray[np.integer], probs: FloatArray, values: FloatArray, draws: int
) -> tuple[FloatArray, FloatArray]:
    """The mean of each composition (W, K), and its multinomial probability."""
    logs = np.full(len(counts), float(_stirling(np.array([draws]))[0]))
    for column, prob in zip(counts.T, probs, strict=True):
        # A count takes few values and comes in many compositions.
        first = int(column.min())
        numbers = np.arange(first, int(column.max()) + 1)
        logs -= _deficit(numbers, np.asarray(draws * prob))[column - first]
    return counts.astype(np.float64) @ values / draws, np.exp(logs)


def _deficit(counts: NDArray[np.int64], expected: NDArray[np.floating]) -> FloatArray:
    """n log(n / mu) + mu - n + s(n), where s is Stirling's remainder below.

    A multinomial probability is exp(s(N) - sum_i deficit(n_i, N p_i)). Factorials would lose as
    many digits as log N! has before the point, and these terms are of the size of their sum
    (C. Loader, "Fast and accurate computation of binomial probabilities", 2000).
    """
    some, mean = np.maximum(counts, 1), np.where(counts > 0, expected, 1.0)
    away = np.where(counts > 0, (mean - some) / some, 0.0)
    # Near the mean log1p keeps the digits; far below it n / mu may be beyond the range of a float.
    near = np.log1p(np.maximum(away, -0.5))
    entropy = counts * (away - np.where(away < -0.5, np.log(mean) - np.log(some), near))
    deficit: FloatArray = np.where(counts > 0, entropy, expected) + _stirling(counts)
    return deficit


# log n! - (n log n - n), which the series below does not reach.
SMALL = np.array([0.0, *(lgamma(n + 1) - n * log(n) + n for n in range(1, 16))])


def _stirling(counts: NDArray[np.int64]) -> FloatArray:
    """s(n) = log n! - (n log n - n), and 0 for n = 0."""
    n = np.maximum(counts, len(SMALL)).astype(np.float64)
    inverse = 1 / n**2
    series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse / 1680))) / n
    table = SMALL[np.minimum(counts, len(SMALL) - 1).astype(np.intp)]
    return np.where(counts < len(SMALL), table, np.log(2 * pi * n) / 2 + series)
