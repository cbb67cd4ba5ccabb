"""The reward–KL plane: the frontier, where π* stands on it, and what no policy can reach."""

from typing import Any, ClassVar

import numpy as np

from models.frontier import Frontier, TemperatureCurve
from widgets.sweep import Sweep, SweepView
from widgets.tilt.solution import Solution


class RewardKLPlane(SweepView):
    """A click or the arrow keys on the frontier set β; the tangent there has slope β."""

    kind: ClassVar[str] = "plane"
    scripts: ClassVar[tuple[str, ...]] = ("tilt/planeaxes", "tilt/planenames", "tilt/plane")

    @staticmethod
    def contents(solution: Solution) -> tuple[dict[str, Any], Sweep]:
        """Facts: the curves. Columns: the points of π* and π_T, and the tangent's intercept."""
        star, tempered = solution.summary.star, solution.summary.tempered
        columns = {
            "kl": (["beta"], star.kl),
            "reward": (["beta"], star.reward),
            "intercept": (["beta"], solution.summary.beta_log_z),
            "temp_kl": (["temperature"], tempered.kl),
            "temp_reward": (["temperature"], tempered.reward),
        }
        if star.true_reward is not None:
            columns["truth"] = (["beta"], star.true_reward)
        return _facts(solution), Sweep(solution.axes, columns)


def _facts(solution: Solution) -> dict[str, Any]:
    summary, start = solution.summary, solution.ends.beta_to_infinity
    peak = solution.peak
    return {
        "start": [start.kl, start.reward, start.true_reward],
        "curve": _lists(solution.curve),
        "cooling": _lists(solution.cooling),
        "stops": {
            "beta": summary.betas.tolist(),
            "kl": summary.star.kl.tolist(),
            "reward": summary.star.reward.tolist(),
        },
        "peak": None if peak is None else peak._asdict(),
        "range": _range(solution),
    }


def _lists(curve: Frontier | TemperatureCurve) -> dict[str, Any]:
    truth = curve.true_reward
    return {
        "kl": curve.kl.tolist(),
        "reward": curve.reward.tolist(),
        "truth": None if truth is None else truth.tolist(),
    }


def _range(solution: Solution) -> dict[str, list[float]]:
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
