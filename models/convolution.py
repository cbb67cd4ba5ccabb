"""The exact distribution of the mean of N independent draws from a handful of values.

How often each of M values came in N draws is multinomial; values that are equal count as one. Where
the C(N + M - 1, M - 1) possible counts can be listed, or those of up to four values that are not
negligible, the mean of every one and its probability give the distribution as it is.

Where they are too many, those are listed in which all but m draws gave the likeliest value: they
hold the sums that carry much mass each, which must fall on the right side of a bin's edge. The rest
is a dust of light sums, and comes from the powers of a characteristic function: with p the
probability of the likeliest value and psi the transform of the others on a fine lattice,
(p + psi)^N = sum_k C(N, k) p^(N - k) psi^k, of which the terms up to k = m are already listed. The
lattice is the one, among some thousands, whose points come nearest to the values: values that are
multiples of a common step fall on it, and then nothing is displaced.
"""

from math import ceil, comb

import numpy as np
from numpy.typing import NDArray

from models.checks import refusal
from models.logspace import FloatArray
from models.multinomial import (
    ENUMERABLE,
    binomial_logs,
    compositions,
    likely_compositions,
    means_and_masses,
)

LATTICE = 2**17
LOST_MASS = 1e-9
ON_EDGE = 1e-12
# Apart by less than this, relative above 1, two values differ by the rounding of logarithms.
EQUAL = 1e-13
FEW_KINDS = 4
# Drawn less often than this on average, a value far away from the others is set apart.
RARE, FAR = 0.05, 4
# At most so many draws go over the lattice: its rounding adds to the variance in proportion to N.
LATTICE_DRAWS = 100_000
# The powers of psi that are worth subtracting one by one, and the lattices that are compared.
POWERS, LATTICES = 1_000, 2_048


def mean_distribution(
    probs: FloatArray, values: FloatArray, draws: int, edges: FloatArray
) -> FloatArray:
    """P(mean in [edges[i], edges[i+1])), the last bin closed: (M,), (M,), N, (B + 1,) -> (B,).

    probs positive, values finite or +inf: then the mean is +inf whenever such a value is drawn.
    Raises ValueError for more draws than can be listed or put on the lattice.
    """
    probs = probs / probs.sum()
    infinite = np.isinf(values)
    if infinite.any():
        return _with_infinite(probs, values, draws, edges, infinite)
    probs, values = merged(probs, values)
    # A sum beyond the range of a float is +inf, which is the bin where it belongs.
    with np.errstate(over="ignore"):
        return _finite_distribution(probs, values, draws, edges)


def merged(probs: FloatArray, values: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The distinct values and their probabilities, likeliest first: (M,), (M,) -> (K,), (K,)."""
    order = np.argsort(values, kind="stable")
    ordered = values[order]
    apart = np.diff(ordered) > EQUAL * np.maximum(1.0, np.abs(ordered[1:]))
    starts = np.concatenate([[0], np.flatnonzero(apart) + 1])
    mass = np.add.reduceat(probs[order], starts)
    likeliest = np.argsort(-mass, kind="stable")
    return mass[likeliest], ordered[starts][likeliest]


def _finite_distribution(
    probs: FloatArray, values: FloatArray, draws: int, edges: FloatArray
) -> FloatArray:
    kinds = len(values)
    if kinds == 1:
        return _binned(values, np.ones(1), edges)
    if comb(draws + kinds - 1, kinds - 1) <= ENUMERABLE:
        every = compositions(draws, kinds)
        return _binned(*means_and_masses(every, probs, values, draws), edges)
    listed = likely_compositions(probs, draws) if kinds <= FEW_KINDS else None
    if listed is not None:
        counts, masses = listed
        return _binned(counts.astype(np.float64) @ values / draws, masses, edges)
    if draws > LATTICE_DRAWS:
        raise refusal("tokens", f"at most {LATTICE_DRAWS:,} for {kinds} different terms", draws)
    far = _far_and_rare(probs, values, draws)
    if far is not None:
        return _by_rare_draws(probs, values, draws, edges, far)
    return _heavy_and_dust(probs, values, draws, edges)


def _heavy_and_dust(
    probs: FloatArray, values: FloatArray, draws: int, edges: FloatArray
) -> FloatArray:
    others = _most_others(draws, len(values))
    counts = compositions(others, len(values)).astype(np.int64)
    counts[:, 0] += draws - others
    result = _binned(*means_and_masses(counts, probs, values, draws), edges)
    return result + _dust(probs, values, draws, others, edges)


def _most_others(draws: int, kinds: int) -> int:
    """The most draws m of other values than the likeliest whose compositions can be listed."""
    others = 0
    while others < min(draws, POWERS) and comb(others + kinds, kinds - 1) <= ENUMERABLE:
        others += 1
    return others


def bin_indices(means: FloatArray, edges: FloatArray) -> NDArray[np.intp]:
    """The bin of each mean, -1 before the first edge and len(edges) - 1 after the last.

    A mean within rounding of an edge counts as on it, and so belongs to the bin that begins there;
    the last edge belongs to the last bin.
    """
    slack = ON_EDGE * np.maximum(1.0, np.abs(np.where(np.isfinite(edges), edges, 0.0)))
    index = np.searchsorted(edges - slack, means, side="right") - 1
    on_last = (index == len(edges) - 1) & (means <= edges[-1] + slack[-1])
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
    # 1 - p to the power N, with the digits of a small p.
    never = float(np.exp(draws * np.log1p(-probs[infinite].sum()))) if finite_mass > 0 else 0.0
    result = _binned(np.array([np.inf]), np.array([1 - never]), edges)
    if never > 0:
        result += never * mean_distribution(probs[~infinite], values[~infinite], draws, edges)
    return result


def _dust(
    probs: FloatArray, values: FloatArray, draws: int, others: int, edges: FloatArray
) -> FloatArray:
    """The part of the distribution with more than `others` draws of less likely values."""
    steps = values - values[0]
    low, high = _window(probs, steps, draws)
    cell = _cell(probs, steps, (high - low) / LATTICE)
    rest = np.fft.rfft(_on_lattice(probs[1:], steps[1:] / cell))
    spectrum, power = (probs[0] + rest) ** draws, np.ones_like(rest)
    numbers, share = np.arange(others + 1), float(probs[1:].sum())
    listed = np.exp(binomial_logs(numbers, np.full_like(numbers, draws), share))
    for weight in listed:
        spectrum -= weight * power
        power *= rest / share
    masses = np.maximum(np.fft.irfft(spectrum, LATTICE), 0.0)
    # Sums are known modulo the window: those from low / cell on come first.
    first = ceil(low / cell)
    sums = np.arange(first, first + LATTICE) * cell
    return _binned(values[0] + sums / draws, np.roll(masses, -first), edges)


def _cell(probs: FloatArray, steps: FloatArray, least: float) -> float:
    """The width of a lattice, at least `least`, that splits as little mass as can be.

    Whole fractions of each step are tried. A value between two points adds part (1 - part) cell^2
    to the variance of a draw, part being how far along it lies.
    """
    most = np.floor(np.abs(steps[1:]) / least)[:, None]
    parts = np.maximum(most - np.arange(LATTICES), 1)
    tried = np.append(np.maximum(np.abs(steps[1:, None]) / parts, least), least)
    added = np.zeros_like(tried)
    for prob, step in zip(probs[1:], steps[1:], strict=True):
        place = step / tried
        part = place - np.floor(place)
        added += prob * part * (1 - part) * tried**2
    return float(tried[np.argmin(added)])


def _on_lattice(probs: FloatArray, places: FloatArray) -> FloatArray:
    """Mass (M,) at real places (M,) split between the two lattice points around each."""
    below = np.floor(places)
    part = places - below
    points = np.concatenate([below, below + 1]).astype(np.int64) % LATTICE
    masses = np.concatenate([probs * (1 - part), probs * part])
    return np.asarray(np.bincount(points, weights=masses, minlength=LATTICE), dtype=np.float64)


def _far_and_rare(probs: FloatArray, values: FloatArray, draws: int) -> int | None:
    """The value next to never drawn for whose sake alone the lattice would have to be coarse."""
    steps = values - values[0]
    far = int(np.argmax(np.abs(steps)))
    if draws * probs[far] > RARE:
        return None
    rest = np.arange(len(values)) != far
    low, high = _window(probs, steps, draws)
    near_low, near_high = _window(probs[rest] / probs[rest].sum(), steps[rest], draws)
    return far if high - low > FAR * (near_high - near_low) else None


def _by_rare_draws(
    probs: FloatArray, values: FloatArray, draws: int, edges: FloatArray, far: int
) -> FloatArray:
    """The distribution given that values[far] came 0, 1, 2 ... times, weighed and added up."""
    rest = np.arange(len(values)) != far
    result, left, j = np.zeros(len(edges) - 1), 1.0, 0
    while left > LOST_MASS and j < draws:
        times = np.array([j])
        mass = float(np.exp(binomial_logs(times, np.array([draws]), probs[far]))[0])
        moved = edges + (edges - values[far]) * (j / (draws - j)) if j else edges
        result += mass * mean_distribution(probs[rest], values[rest], draws - j, moved)
        left, j = left - mass, j + 1
    return result


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
