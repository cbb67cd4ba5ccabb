"""The reward–KL plane: the frontier, where π* stands on it, and what no policy can reach.

A click or the arrow keys on the frontier set β; the tangent there has slope β.
"""

from typing import Any, NotRequired, TypedDict

import numpy as np

from models.frontier import Frontier, TemperatureCurve
from widgets.payloads import Numbers
from widgets.sweep import Column, Sweep
from widgets.tilt.solution import Solution
from widgets.view import View


class CurveFacts(TypedDict):
    """A curve in the plane, with the true reward along it where that differs."""

    kl: Numbers
    reward: Numbers
    truth: Numbers | None


class StopFacts(TypedDict):
    """Where π* stands at each stop of β."""

    beta: list[float]
    kl: Numbers
    reward: Numbers


class PeakFacts(TypedDict):
    """The β of the best true reward within the slider, and what that is."""

    beta: float
    kl: float
    true_reward: float


class RangeFacts(TypedDict):
    """The ends of the axes."""

    kl: list[float]
    reward: list[float]


class PlaneFacts(TypedDict):
    """The reference (KL, reward, true reward), the curves, and the axes."""

    start: list[float | None]
    curve: CurveFacts
    cooling: CurveFacts
    stops: StopFacts
    peak: PeakFacts | None
    range: RangeFacts


class PlaneFrame(TypedDict):
    """The point of π*, its tangent's intercept, and the point of π_T while it is shown."""

    kl: Numbers
    reward: Numbers
    intercept: Numbers
    temp_kl: NotRequired[Numbers]
    temp_reward: NotRequired[Numbers]
    truth: NotRequired[Numbers]


def contents(solution: Solution) -> tuple[PlaneFacts, Sweep]:
    """Facts, and the frames of ``PlaneFrame``: of π* along β, of π_T along T."""
    star, tempered = solution.summary.star, solution.summary.tempered
    columns: dict[str, Any] = {
        "kl": (["beta"], star.kl),
        "reward": (["beta"], star.reward),
        "intercept": (["beta"], solution.summary.beta_log_z),
        "temp_kl": Column(["temperature"], tempered.kl, when="show_temperature"),
        "temp_reward": Column(["temperature"], tempered.reward, when="show_temperature"),
    }
    if star.true_reward is not None:
        columns["truth"] = (["beta"], star.true_reward)
    return _facts(solution), Sweep(solution.axes, columns)


PLANE = View("plane", contents)


def _facts(solution: Solution) -> PlaneFacts:
    start, peak = solution.ends.beta_to_infinity, solution.peak
    return {
        "start": [start.kl, start.reward, start.true_reward],
        "curve": _curve(solution.curve),
        "cooling": _curve(solution.cooling),
        "stops": _stops(solution),
        "peak": peak and {"beta": peak.beta, "kl": peak.kl, "true_reward": peak.true_reward},
        "range": _range(solution),
    }


def _curve(curve: Frontier | TemperatureCurve) -> CurveFacts:
    return {"kl": curve.kl, "reward": curve.reward, "truth": curve.true_reward}


def _stops(solution: Solution) -> StopFacts:
    star = solution.summary.star
    return {"beta": solution.summary.betas.tolist(), "kl": star.kl, "reward": star.reward}


def _range(solution: Solution) -> RangeFacts:
    """The extent of the axes: fixed for a scenario, whatever is shown, so that nothing jumps."""
    curves = (solution.curve, solution.cooling)
    reach = max(solution.summary.star.kl.max(), solution.cooling.kl.max())
    rewards = [c.reward for c in curves] + [np.asarray(solution.ends.beta_to_zero.reward)]
    rewards += [c.true_reward for c in curves[:1] if c.true_reward is not None]
    values = np.concatenate([np.atleast_1d(r) for r in rewards])
    return {
        "kl": [0.0, float(reach)],
        "reward": [float(values.min()), float(values.max())],
    }
