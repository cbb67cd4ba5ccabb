"""What is exact of a position at every stop of f, computed once."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.estimators import ESTIMATORS, log_ratios, moments
from widgets.cache import shared
from widgets.estimate.positions import POSITIONS, Position

FLATNESS = (-0.7, 0.9)
TOKENS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
CLAMP = 10.0


@dataclass(frozen=True, eq=False)
class Solution:
    """A position, solved at F stops of f; the last axis E runs over k1, k2, k3.

    policies and log_ratios, ℓ of each token in nats, (F, M); kl (F,); mean, std, negative (F, E) of
    the term of a single token; spread (F, T, E) of the mean of N tokens, for each N; clamped
    (F, E): the mean of the term clamped to ±10.
    """

    position: Position
    stops: NDArray
    policies: NDArray
    log_ratios: NDArray
    kl: NDArray
    mean: NDArray
    std: NDArray
    negative: NDArray
    spread: NDArray
    clamped: NDArray

    @property
    def bias(self) -> NDArray:
        """Exact mean of each term less the KL, (F, E), nats."""
        bias: NDArray = self.mean - self.kl[:, None]
        return bias

    @property
    def axes(self) -> dict[str, NDArray]:
        """The stops of the two sliders, by the name of the control."""
        return {"f": self.stops, "tokens": np.array(TOKENS, dtype=float)}


@shared
def solve(key: str, stops: tuple[float, ...]) -> Solution:
    """The solution of position ``key``; cached per process, for it depends on nothing else."""
    solved = zip(*(_at(key, f) for f in stops), strict=True)
    policies, ratios, tables, spreads, clamped = map(np.array, solved)
    return Solution(
        position=POSITIONS[key],
        stops=np.array(stops),
        policies=policies,
        log_ratios=ratios,
        kl=tables[:, 0, 0],
        mean=tables[:, :, 0],
        std=tables[:, :, 1],
        negative=tables[:, :, 2],
        spread=spreads,
        clamped=clamped,
    )


# A value that is typed makes one new stop among old ones.
@shared
def _at(key: str, f: float) -> tuple[NDArray, ...]:
    """At one stop: π_θ and ℓ (M,), moments (E, 3), spreads (T, E), clamped means (E,)."""
    position = POSITIONS[key]
    policy = position.policy(f)
    single = moments(policy, position.ref)
    clamped = moments(policy, position.ref, limit=CLAMP)
    return (
        policy,
        log_ratios(policy, position.ref),
        np.array([single[name] for name in ESTIMATORS]),
        np.array([[single[name].spread(n) for name in ESTIMATORS] for n in TOKENS]),
        np.array([clamped[name].mean for name in ESTIMATORS]),
    )
