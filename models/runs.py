"""A run of the three estimators: batch after batch of real samples, and what they add up to.

After B batches with estimates x_1 .. x_B the run knows their mean, their standard deviation
s = sqrt(sum (x - mean)^2 / (B - 1)), the standard error s / sqrt(B) of the mean, the share of them
below the true KL, and how many fell into each bin of a histogram. All of it depends on the seed and
on the number of batches alone, not on how many were drawn at a time.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.checks import check_count, check_size, refusal
from models.convolution import bin_indices, check_edges
from models.estimators import ESTIMATORS, batch_means, moments
from models.logspace import FloatArray


def scale(probs: ArrayLike, ref_probs: ArrayLike, tokens: int, bins: int) -> FloatArray:
    """Edges (bins + 1,) of a histogram of N-token estimates: the KL, five deviations of k1 around.

    Estimates beyond are rare, but for rare and large ones of k3. Where all are the same, they are
    in the middle of a bin. Raises ValueError as moments does, unless tokens and bins are whole
    numbers of at least 1, and where the KL is infinite.
    """
    k1 = moments(probs, ref_probs)["k1"]
    if np.isinf(k1.mean):
        raise refusal("ref_probs", "positive wherever probs are", "an infinite KL")
    half, bins = 5 * k1.spread(check_count("tokens", tokens)), check_count("bins", bins)
    check_size("bins", bins + 1)
    if half:
        return np.linspace(k1.mean - half, k1.mean + half, bins + 1)
    return k1.mean + (2 * (np.arange(bins + 1) - bins // 2) - 1) / bins


@dataclass(frozen=True, eq=False)
class Frames:
    """The state of a run after each of T frames; the axis E runs over k1, k2, k3.

    batches (T,); counts (T, E, bins + 2), the first and the last bin being what fell outside the
    edges; mean, std and below (T, E): the mean of the estimates and their standard deviation in
    nats, the latter NaN while there is a single one, and the share below the true KL. As soon as an
    estimate is infinite, so are the mean and the standard deviation; the latter is also where the
    squares of the estimates are beyond the range of a float.
    """

    batches: NDArray[np.int64]
    counts: NDArray[np.int64]
    mean: FloatArray
    std: FloatArray
    below: FloatArray

    @property
    def standard_error(self) -> FloatArray:
        """std / sqrt(batches), (T, E): the standard error of the mean of the estimates."""
        error: FloatArray = self.std / np.sqrt(self.batches)[:, None]
        return error


class Run:
    """Estimates of KL(pi || pi_ref) from N tokens each, drawn with a seeded generator.

    Raises ValueError as models.estimators does, and unless seed is a whole number of at least 0.
    """

    def __init__(
        self, probs: ArrayLike, ref_probs: ArrayLike, tokens: int, edges: ArrayLike, seed: int
    ) -> None:
        self._policies, self.tokens = (probs, ref_probs), check_count("tokens", tokens)
        self.edges = check_edges(edges)
        self.kl = moments(probs, ref_probs)["k1"].mean
        self.batches = 0
        self._rng = np.random.default_rng(check_count("seed", seed, 0, np.inf))
        self._counts = np.zeros((len(ESTIMATORS), len(self.edges) + 1), dtype=np.int64)
        # Sums about the true KL, of which the estimates are close: no digits are lost.
        self._centre = self.kl if np.isfinite(self.kl) else 0.0
        self._sums = np.zeros((3, len(ESTIMATORS)))

    def draw(self, frames: int, per_frame: int) -> Frames:
        """Draw frames * per_frame batches more; the state of the run after each frame."""
        shape = check_count("frames", frames), check_count("per_frame", per_frame)
        check_size("frames", shape[0], *self._counts.shape)
        check_size("frames and per_frame", *shape, np.size(self._policies[0]))
        drawn = batch_means(*self._policies, self.tokens, shape[0] * shape[1], self._rng)
        means = np.stack([drawn[name].reshape(shape) for name in ESTIMATORS], axis=1)
        counts = self._counts + np.cumsum(self._count(means), axis=0)
        sums = self._sums + np.cumsum(self._moment_sums(means), axis=0)
        batches = self.batches + shape[1] * np.arange(1, shape[0] + 1)
        self._counts, self._sums, self.batches = counts[-1], sums[-1], int(batches[-1])
        return self._frames(batches, counts, sums)

    def _moment_sums(self, means: FloatArray) -> FloatArray:
        """Of means (T, E, batches): sums, sums of squares, numbers below the KL, (T, 3, E)."""
        away = means - self._centre
        with np.errstate(over="ignore"):
            parts = away.sum(axis=2), (away**2).sum(axis=2), (means < self.kl).sum(axis=2)
        return np.stack(parts, axis=1)

    def _count(self, means: FloatArray) -> NDArray[np.int64]:
        """Counts (T, E, bins + 2) of means (T, E, batches) in the bins of each frame."""
        frames, estimators, _ = means.shape
        bins = len(self.edges) + 1
        row = np.arange(frames * estimators).reshape(frames, estimators, 1) * bins
        flat = (row + bin_indices(means, self.edges) + 1).ravel()
        return np.bincount(flat, minlength=frames * estimators * bins).reshape(
            frames, estimators, bins
        )

    def _frames(
        self, batches: NDArray[np.int64], counts: NDArray[np.int64], sums: FloatArray
    ) -> Frames:
        number = batches[:, None]
        total, squares, below = sums[:, 0], sums[:, 1], sums[:, 2]
        with np.errstate(over="ignore", invalid="ignore"):
            about_mean = np.maximum(squares - total**2 / number, 0.0)
        spread = np.where(np.isinf(squares), np.inf, about_mean)
        variance = np.where(number > 1, spread / np.maximum(number - 1, 1), np.nan)
        return Frames(
            batches, counts, self._centre + total / number, np.sqrt(variance), below / number
        )
