"""The reward-KL plane: what can be had, and at what distance from the reference.

Put KL(pi || pi_ref) on one axis and E_pi[r] on the other. The optima pi* for all beta trace a
curve, increasing and concave, above which no policy lies: the frontier. Its slope at the point of
beta is beta itself, so the tangent there meets the reward axis at J(pi*) = beta log Z. It starts at
the reference (beta -> inf) and ends where all mass sits on the best responses (beta -> 0).

The reward that is optimised may be a wrong model of the reward that was wanted. The true reward of
the same optima then rises at first and may fall again as beta shrinks: over-optimisation (Gao et
al., "Scaling laws for reward model overoptimization", 2022). The temperature curve shows where
merely sampling the reference at temperature T ends up in the same plane.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from models.checks import check_per_response, check_positive, check_range, check_size
from models.divergence import kl
from models.layers import prefix_logps
from models.lm import ToyLM, check_model, token_logps_at_temperatures
from models.logspace import FloatArray, expectation, log_normalise
from models.tilt import tilted_logps

PEAK_GRID = 200
PEAK_ROUNDS = 4


class Frontier(NamedTuple):
    """pi* at each beta, every field (B,): KL(pi* || pi_ref) in nats, E[r], E[true r] or None."""

    betas: FloatArray
    kl: FloatArray
    reward: FloatArray
    true_reward: FloatArray | None


class TemperatureCurve(NamedTuple):
    """pi_T at each temperature, every field (K,): KL(pi_T || pi_ref), E[r], E[true r] or None."""

    temperatures: FloatArray
    kl: FloatArray
    reward: FloatArray
    true_reward: FloatArray | None


class PlanePoint(NamedTuple):
    """One policy in the reward-KL plane: nats, reward units, true reward or None."""

    kl: float
    reward: float
    true_reward: float | None


class FrontierLimits(NamedTuple):
    """The two ends of the frontier."""

    beta_to_zero: PlanePoint
    beta_to_infinity: PlanePoint


class Peak(NamedTuple):
    """The optimum pi* whose true reward is highest."""

    beta: float
    kl: float
    true_reward: float


def frontier(
    ref: ToyLM, reward: ArrayLike, betas: ArrayLike, true_reward: ArrayLike | None = None
) -> Frontier:
    """(KL(pi* || pi_ref), E_pi*[r]) for each beta (B,), and E_pi*[true r] if it is given.

    reward, true_reward (V**L,). Raises ValueError for betas that are not a vector of positive
    finite numbers, for rewards of the wrong shape or not finite, and unless ref is a ToyLM.
    """
    values = check_positive("betas", betas, (1,))
    ref_logps = check_model("ref", ref).response_logps()
    check_size("betas", values.size, ref_logps.size)
    logps, _ = tilted_logps(ref_logps, reward, values)
    return Frontier(values, *_place(logps, ref, reward, true_reward))


def temperature_curve(
    ref: ToyLM, reward: ArrayLike, temperatures: ArrayLike, true_reward: ArrayLike | None = None
) -> TemperatureCurve:
    """(KL(pi_T || pi_ref), E_pi_T[r]) for each temperature (K,), and the true reward if given.

    Shapes and errors as in frontier.
    """
    values = check_positive("temperatures", temperatures, (1,))
    check_model("ref", ref)
    logps = prefix_logps(token_logps_at_temperatures(ref, values))[-1]
    return TemperatureCurve(values, *_place(logps, ref, reward, true_reward))


def _place(
    logps: FloatArray, ref: ToyLM, reward: ArrayLike, true_reward: ArrayLike | None
) -> tuple[FloatArray, FloatArray, FloatArray | None]:
    """Coordinates in the plane of policies (..., N): KL, reward, true reward."""
    ref_logps = ref.response_logps()
    mean = expectation(logps, check_per_response("reward", reward, ref_logps.size))
    if true_reward is None:
        return kl(logps, ref_logps), mean, None
    truth = check_per_response("true_reward", true_reward, ref_logps.size)
    return kl(logps, ref_logps), mean, expectation(logps, truth)


def limits(ref: ToyLM, reward: ArrayLike, true_reward: ArrayLike | None = None) -> FrontierLimits:
    """The ends of the frontier: beta -> 0 and beta -> infinity.

    beta -> 0: all mass on the best responses that pi_ref can give, shared in proportion to pi_ref,
    so KL = -log pi_ref(best). beta -> infinity: pi_ref itself, at KL 0. Errors as in frontier.
    """
    ref_logps = check_model("ref", ref).response_logps()
    rewards = check_per_response("reward", reward, ref_logps.size)
    reachable = np.where(ref_logps > -np.inf, rewards, -np.inf)
    greedy = log_normalise(np.where(reachable == reachable.max(), ref_logps, -np.inf))
    return FrontierLimits(
        *(_point(logps, ref, rewards, true_reward) for logps in (greedy, ref_logps))
    )


def _point(
    logps: FloatArray, ref: ToyLM, reward: FloatArray, true_reward: ArrayLike | None
) -> PlanePoint:
    divergence, mean, truth = _place(logps, ref, reward, true_reward)
    return PlanePoint(float(divergence), float(mean), None if truth is None else float(truth))


def true_reward_peak(
    ref: ToyLM, reward: ArrayLike, true_reward: ArrayLike, low: float, high: float
) -> Peak:
    """The beta in [low, high] at which E_pi*[true r] is highest, with its KL and true reward.

    A dense logarithmic grid finds the highest of several humps, and is then laid anew between the
    neighbours of its best point until beta is right to about 1e-8, the most that the flat top of a
    curve in double precision allows. On a monotone curve the answer is the end of the range, on a
    plateau its smallest beta. Raises ValueError unless 0 < low < high, and as frontier does.
    """
    low, high = check_range(low, high)
    check_size("ref", PEAK_GRID, check_model("ref", ref).logps[-1].size)
    for _ in range(PEAK_ROUNDS):
        betas = np.geomspace(low, high, PEAK_GRID)
        curve = frontier(ref, reward, betas, true_reward)
        truth = np.asarray(curve.true_reward)
        best = int(np.argmax(truth))
        low, high = betas[max(best - 1, 0)], betas[min(best + 1, PEAK_GRID - 1)]
    return Peak(float(betas[best]), float(curve.kl[best]), float(truth[best]))
