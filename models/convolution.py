"""The distribution of the mean of N independent draws from a handful of values.

How often each value came is multinomial. Outcomes of more than HEAVY mass, of which there cannot be
more than 1 / HEAVY, are listed, each with its sum as it is: they carry much mass each, which must
fall on the right side of a bin's edge. The light rest is a dust: what remains of a convolution of
all draws on a fine lattice, by the Fourier transform, when the listed outcomes are taken out.

The lattice is the one, among some thousands, whose points come nearest to the values: multiples of
a common step fall on it, and then nothing is displaced, however many outcomes share a sum. Values
far away and next to never drawn would make it coarse. How often they came is listed apart.
"""

from collections.abc import Iterator
from math import comb, lgamma, log, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.checks import check_array, refusal, shown
from models.logspace import FloatArray

# More draws, or more different values, would take long.
MOST_DRAWS, MOST_KINDS = 1_024, 1_024
# With no more outcomes than this all are listed; else those of more than this mass.
ENUMERABLE, HEAVY = 20_000, 1e-4
# The points of the lattice at most; a mass that may fall off it, or be left out of it.
LATTICE, LOST = 2**17, 2e-6
# Values that are together drawn less often than this, and make the lattice so many times coarser,
# are set apart; only so many of them, lest what is left out of their outcomes add up.
RARE, FAR, MOST_APART = 0.05, 4, 16
# Lattices are compared by so many of the likeliest values, in so many fractions of each of them.
JUDGES, FRACTIONS = 12, 1_024
# Apart by less than this, relative above 1, two values differ by the rounding of logarithms.
EQUAL, ON_EDGE = 1e-13, 1e-12

# The squares of larger steps may add up to more than a float can hold.
LARGE = 1e140

# A distribution in parts: sums (W,) and their masses (W,).
Parts = Iterator[tuple[FloatArray, FloatArray]]


def mean_distribution(
    probs: FloatArray, values: FloatArray, draws: int, edges: FloatArray
) -> FloatArray:
    """P(mean in [edges[i], edges[i+1])), the last bin closed: (M,), (M,), N, (B + 1,) -> (B,).

    probs positive, values finite or +inf: then the mean is +inf whenever such a value is drawn.
    Raises ValueError for more than MOST_KINDS different values.
    """
    finite = np.isfinite(values)
    never = (probs[finite].sum() / probs.sum()) ** draws
    result = _binned(np.array([np.inf]), np.array([1 - never]), edges)
    if never > 0:
        mass, distinct = merged(probs[finite] / probs[finite].sum(), values[finite])
        parts, steps = _near_sums if _few(draws, len(mass)) else _sums, distinct - distinct[0]
        unit = _unit(steps)
        for sums, masses in parts(mass, steps / unit, draws):
            result += never * _binned(distinct[0] + sums / draws * unit, masses, edges)
    return result


def _unit(steps: FloatArray) -> float:
    """A power of two, for steps so large that sums or squares of them would be out of range."""
    largest = np.abs(steps).max()
    return float(np.ldexp(1.0, np.frexp(largest)[1] - 1)) if largest > LARGE else 1.0


def merged(probs: FloatArray, values: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The distinct values and their probabilities, likeliest first: (M,), (M,) -> (K,), (K,)."""
    order = np.argsort(values, kind="stable")
    ordered = values[order]
    apart = np.diff(ordered) > EQUAL * np.maximum(1.0, np.abs(ordered[1:]))
    starts = np.concatenate([[0], np.flatnonzero(apart) + 1])
    if len(starts) > MOST_KINDS:
        raise refusal("probs", f"tokens of at most {MOST_KINDS:,} different terms", len(starts))
    mass = np.add.reduceat(probs[order], starts)
    likeliest = np.argsort(-mass, kind="stable")
    return mass[likeliest], ordered[starts][likeliest]


def check_edges(edges: ArrayLike) -> FloatArray:
    """Bin edges (bins + 1,): at least two, strictly increasing."""
    bounds = check_array("edges", edges)
    if bounds.ndim != 1 or bounds.size < 2 or not (bounds[1:] > bounds[:-1]).all():
        raise refusal("edges", "a vector of two or more increasing numbers", shown(edges))
    return bounds


def bin_indices(means: FloatArray, edges: FloatArray) -> NDArray[np.intp]:
    """The bin of each mean, -1 before the first edge and len(edges) - 1 after the last.

    A mean within rounding of an edge counts as on it, and so belongs to the bin that begins there;
    the last edge belongs to the last bin.
    """
    slack = ON_EDGE * np.maximum(1.0, np.abs(np.where(np.isfinite(edges), edges, 0.0)))
    with np.errstate(over="ignore"):
        low, end = edges - slack, edges[-1] + slack[-1]
    index = np.searchsorted(low, means, side="right") - 1
    on_last = (index == len(edges) - 1) & (means <= end)
    return np.where(on_last, len(edges) - 2, index)


def _binned(means: FloatArray, masses: FloatArray, edges: FloatArray) -> FloatArray:
    # With a bin before and a bin after, for what is outside.
    index = bin_indices(means, edges) + 1
    total = np.bincount(index, weights=masses, minlength=len(edges) + 1)[1:-1]
    return total.astype(np.float64)


def _sums(probs: FloatArray, steps: FloatArray, draws: int) -> Parts:
    """The sum of N steps in parts: sums and their masses; likeliest first, and steps[0] = 0."""
    apart = _rare_and_far(probs, steps, draws)
    share = probs[~apart].sum()
    # How often each value that is apart came, the others being one value that adds nothing.
    columns = np.stack([np.append(0.0, steps[apart]), np.append(0.0, np.ones(apart.sum()))])
    (moves, times), weights = _outcomes(np.append(share, probs[apart]), columns, draws, LOST)
    for number in np.unique(times[times < draws]):
        near = list(_near_sums(probs[~apart] / share, steps[~apart], draws - int(number)))
        for move, weight in zip(moves[times == number], weights[times == number], strict=True):
            yield from ((sums + move, masses * weight) for sums, masses in near)


def _rare_and_far(probs: FloatArray, steps: FloatArray, draws: int) -> NDArray[np.bool_]:
    """The values that are hardly ever drawn, if the lattice would have to be coarse for them."""
    rare = draws * probs[::-1].cumsum()[::-1] < RARE
    farthest = np.argsort(np.where(rare, -np.abs(steps), 0.0))[:MOST_APART]
    apart = rare & np.isin(np.arange(len(steps)), farthest)
    whole, near = (np.ptp(_window(probs[k], steps[k], draws)) for k in (rare | True, ~apart))
    return apart & (whole > FAR * near)


def _near_sums(probs: FloatArray, steps: FloatArray, draws: int) -> Parts:
    """All outcomes, where they are few; else the heavy ones and the dust."""
    if _few(draws, len(steps)):
        (sums,), masses = _outcomes(probs, steps[None], draws, 0.0)
        yield sums, masses
    else:
        yield from _heavy_and_dust(probs, steps, draws)


def _few(draws: int, kinds: int) -> bool:
    return comb(draws + kinds - 1, draws) <= ENUMERABLE


def _outcomes(
    probs: FloatArray, columns: FloatArray, draws: int, least: float
) -> tuple[FloatArray, FloatArray]:
    """Each outcome of more than `least` mass: (K,), (C, K) -> sums of columns (C, W), masses (W,).

    Value by value: given the counts before, the next is binomial. What has at most `least` mass
    already is dropped, so there are never more than 1 / least.
    """
    factorials = np.array([lgamma(n + 1) for n in range(draws + 1)])
    floor = log(least) if least else -1e9
    tails = probs[::-1].cumsum()[::-1]
    left, logs, sums = np.array([draws]), np.zeros(1), np.zeros((len(columns), 1))
    for k in range(len(probs) - 1):
        share, rest = probs[k] / tails[k], tails[k + 1] / tails[k]
        parents, taken = _likely_counts(left, share, logs - floor)
        before, left = left[parents], left[parents] - taken
        ways = factorials[before] - factorials[taken] - factorials[left]
        logs = logs[parents] + ways + taken * log(share) + left * log(rest)
        kept = np.flatnonzero(logs > floor) if least else slice(None)
        left, logs = left[kept], logs[kept]
        sums = sums[:, parents[kept]] + taken[kept] * columns[:, k, None]
    return sums + left * columns[:, -1:], np.exp(logs)


def _likely_counts(
    left: NDArray[np.int64], share: float, exponent: FloatArray
) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """Every count of a binomial that may have more than e^-exponent, and of which row it is.

    Bernstein: P(|X - mu| >= t) <= 2 exp(-t^2 / (2 (s^2 + t/3))), and each tail is below half that.
    """
    reach = exponent / 3 + np.sqrt(exponent**2 / 9 + 2 * exponent * left * share * (1 - share))
    low = np.maximum(np.ceil(left * share - reach), 0).astype(np.int64)
    sizes = np.minimum(np.floor(left * share + reach), left).astype(np.int64) - low + 1
    parents = np.repeat(np.arange(len(left)), sizes)
    first = low - np.cumsum(sizes) + sizes
    return parents, np.arange(len(parents)) + first[parents]


def _heavy_and_dust(probs: FloatArray, steps: FloatArray, draws: int) -> Parts:
    (low, high), size = _window(probs, steps, draws), _lattice(draws)
    cell = _cell(probs, steps, (high - low) / (size - 2 * draws - 2))
    places = np.rint(steps / cell)
    (sums, images), masses = _outcomes(probs, np.stack([steps, places]), draws, HEAVY)
    yield sums, masses
    dust = np.fft.irfft(_power(np.fft.rfft(_on_lattice(places, probs, size)), draws), size)
    dust -= _on_lattice(images, masses, size)
    # Sums are known modulo the lattice: the points from `first` on. An image is off by up to half a
    # cell for each draw, and on average by what is added here.
    first = int(low // cell) - draws
    points = np.arange(first, first + size) * cell + draws * (probs @ (steps - places * cell))
    yield points, np.maximum(np.roll(dust, -first), 0.0)


def _lattice(draws: int) -> int:
    """How many points: what one draw is off by, N are by the root of N times as much."""
    return LATTICE >> (draws <= MOST_DRAWS // 4) + (draws < MOST_DRAWS // 32)


def _power(numbers: NDArray[np.complex128], exponent: int) -> NDArray[np.complex128]:
    """By squaring: many times faster than through logarithms."""
    result, square = np.ones_like(numbers), numbers
    for bit in reversed(f"{exponent:b}"):
        result = result * square if bit == "1" else result
        square = square * square
    return result


def _on_lattice(places: FloatArray, masses: FloatArray, size: int) -> FloatArray:
    points = places.astype(np.int64) % size
    return np.bincount(points, weights=masses, minlength=size).astype(np.float64)


def _window(probs: FloatArray, steps: FloatArray, draws: int) -> tuple[float, float]:
    """An interval that the sum leaves with probability below LOST, by Bernstein's inequality."""
    mean, exponent = probs @ steps, log(2 / LOST)
    part = exponent * np.abs(steps - mean).max() / 3
    reach = part + sqrt(part**2 + 2 * exponent * draws * (probs @ (steps - mean) ** 2))
    low, high = max(mean - reach / draws, steps.min()), min(mean + reach / draws, steps.max())
    return float(draws * low), float(draws * high)


def _cell(probs: FloatArray, steps: FloatArray, least: float) -> float:
    """The width of a lattice, at least `least`, that displaces the likeliest values least.

    Whole fractions of their steps are tried; a draw is off by half a cell at most.
    """
    others = np.abs(steps[1 : JUDGES + 1, None])
    parts = np.maximum(np.floor(others / least) - np.arange(FRACTIONS), 1)
    tried = np.append(np.maximum(others / parts, least), least)
    off = others / tried
    added = probs[1 : JUDGES + 1] @ (off - np.rint(off)) ** 2 * tried**2
    return float(tried[np.argmin(added)])
