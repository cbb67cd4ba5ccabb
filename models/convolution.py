"""The exact distribution of the mean of N independent draws from a handful of values.

How often each of M values came in N draws is multinomial. Where the C(N + M - 1, M - 1) possible
counts can be listed, the mean of every one and its probability give the distribution as it is.
Where they are too many, those are listed in which all but m draws gave the likeliest value: they
hold the sums that carry much mass each, which must fall on the right side of a bin's edge. The rest
is a dust of light sums, and comes from the powers of a characteristic function: with p the
probability of the likeliest value and psi the transform of the others on a fine lattice,
(p + psi)^N = sum_k C(N, k) p^(N - k) psi^k, of which the terms up to k = m are already listed.
"""

from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from models.logspace import FloatArray

ENUMERABLE = 300_000
LATTICE = 2**17
LOST_MASS = 1e-9
ON_EDGE = 1e-12


def mean_distribution(
    probs: FloatArray, values: FloatArray, draws: int, edges: FloatArray
) -> FloatArray:
    """P(mean in [edges[i], edges[i+1])), the last bin closed: (M,), (M,), N, (B + 1,) -> (B,).

    probs positive, values finite or +inf: then the mean is +inf whenever such a value is drawn.
    """
    infinite = np.isinf(values)
    if infinite.any():
        return _with_infinite(probs, values, draws, edges, infinite)
    if np.ptp(values) == 0:
        return _binned(values[:1], np.ones(1), edges)
    order = np.argsort(-probs, kind="stable")
    probs, values = probs[order], values[order]
    others = _listed(draws, len(values))
    result = _enumerated(probs, values, draws, others, edges)
    if others < draws:
        result += _dust(probs, values, draws, others, edges)
    return result


def _listed(draws: int, kinds: int) -> int:
    """The most draws m of other values than the likeliest whose compositions can be listed."""
    if kinds == 1:
        return draws
    others = 0
    while others < draws and comb(others + kinds, kinds - 1) <= ENUMERABLE:
        others += 1
    return others


def bin_indices(means: FloatArray, edges: FloatArray) -> NDArray[np.intp]:
    """The bin of each mean, -1 before the first edge and len(edges) - 1 after the last.

    A mean within rounding of an edge counts as on it, and so belongs to the bin that begins there;
    the last edge belongs to the last bin.
    """
    finite = edges[np.isfinite(edges)]
    slack = ON_EDGE * max(1.0, float(np.abs(finite).max(initial=0.0)))
    index = np.searchsorted(edges - slack, means, side="right") - 1
    on_last = (index == len(edges) - 1) & (means <= edges[-1] + slack)
    return np.where(on_last, len(edges) - 2, index)


def _binned(means: FloatArray, masses: FloatArray, edges: FloatArray) -> FloatArray:
    index = bin_indices(means, edges)
    inside = (index >= 0) & (index < len(edges) - 1)
    total = np.bincount(index[inside], weights=masses[inside], minlength=len(edges) - 1)
    return total.astype(np.float64)


def _with_infinite(
    probs: FloatArray,
    values: FloatArray,
    draws: int,
    edges: FloatArray,
    infinite: NDArray[np.bool_],
) -> FloatArray:
    finite_mass = probs[~infinite].sum()
    never = finite_mass**draws
    result = _binned(np.array([np.inf]), np.array([1 - never]), edges)
    if finite_mass > 0:
        rest = probs[~infinite] / finite_mass
        result += never * mean_distribution(rest, values[~infinite], draws, edges)
    return result


def _enumerated(
    probs: FloatArray, values: FloatArray, draws: int, others: int, edges: FloatArray
) -> FloatArray:
    counts = compositions(others, len(values)).astype(np.float64)
    counts[:, 0] += draws - others
    log_factorials = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, draws + 1)))])
    ways = log_factorials[draws] - log_factorials[counts.astype(np.intp)].sum(axis=1)
    return _binned(counts @ values / draws, np.exp(ways + counts @ np.log(probs)), edges)


@lru_cache(maxsize=16)
def compositions(draws: int, kinds: int) -> NDArray[np.int16]:
    """All ways (W, kinds) in which `kinds` counts add up to `draws`."""
    counts, left = np.zeros((1, 0), dtype=np.int16), np.array([draws])
    for _ in range(kinds - 1):
        parents = np.repeat(np.arange(len(left)), left + 1)
        first = np.concatenate([[0], np.cumsum(left + 1)[:-1]])
        taken = np.arange(len(parents)) - first[parents]
        counts = np.column_stack([counts[parents], taken.astype(np.int16)])
        left = left[parents] - taken
    return np.column_stack([counts, left.astype(np.int16)])


def _dust(
    probs: FloatArray, values: FloatArray, draws: int, others: int, edges: FloatArray
) -> FloatArray:
    """The part of the distribution with more than `others` draws of less likely values."""
    steps = values - values[0]
    low, high = _window(probs, steps, draws)
    # The two likeliest values stand on lattice points, so that sums of them alone are not split.
    cell = (high - low) / LATTICE
    cell = max(cell, abs(steps[1]) / max(1, int(abs(steps[1]) / cell)))
    rest = np.fft.rfft(_on_lattice(probs[1:], steps[1:] / cell))
    spectrum, power = (probs[0] + rest) ** draws, np.ones_like(rest)
    for k in range(others + 1):
        spectrum -= comb(draws, k) * probs[0] ** (draws - k) * power
        power *= rest
    masses = np.maximum(np.fft.irfft(spectrum, LATTICE), 0.0)
    # Sums are known modulo the window: those from low / cell on come first.
    first = int(np.ceil(low / cell))
    sums = np.arange(first, first + LATTICE) * cell
    return _binned(values[0] + sums / draws, np.roll(masses, -first), edges)


def _on_lattice(probs: FloatArray, places: FloatArray) -> FloatArray:
    """Mass (M,) at real places (M,) split between the two lattice points around each."""
    below = np.floor(places)
    part = places - below
    points = np.concatenate([below, below + 1]).astype(np.int64) % LATTICE
    masses = np.concatenate([probs * (1 - part), probs * part])
    return np.asarray(np.bincount(points, weights=masses, minlength=LATTICE), dtype=np.float64)


def _window(probs: FloatArray, steps: FloatArray, draws: int) -> tuple[float, float]:
    """An interval that the sum leaves with probability below LOST_MASS, by Chernoff's bound.

    P(S >= s) <= exp(N log E[e^{a x}] - a s) for every a > 0: the least s with a bound of
    LOST_MASS / 2 over a grid of a, and never more than the sum can reach.
    """
    high = _reach(probs, steps, draws)
    return -_reach(probs, -steps, draws), high


def _reach(probs: FloatArray, steps: FloatArray, draws: int) -> float:
    tilts = np.geomspace(1e-3, 1e3, 200)[:, None] / np.abs(steps).max()
    exponents = tilts * steps + np.log(probs)
    top = exponents.max(axis=1)
    log_mgf = top + np.log(np.exp(exponents - top[:, None]).sum(axis=1))
    bound = (draws * log_mgf - np.log(LOST_MASS / 2)) / tilts[:, 0]
    # One step more, for the mass that is split to a neighbour.
    return float(min(bound.min(), draws * max(steps.max(), 0.0)) + 1e-3 * np.abs(steps).max())
