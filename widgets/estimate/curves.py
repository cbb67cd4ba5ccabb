"""The contribution curves: what one token adds to k1, k2 and k3, by its log-ratio.

The tokens stand as dots on the axis, sized by π_θ.
"""

from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from models.divergence import kl_estimates
from widgets.estimate.solution import Solution
from widgets.payloads import Numbers
from widgets.sweep import Sweep
from widgets.view import View

HIGHEST, LOWEST = 4.0, -2.5


class TermFacts(TypedDict):
    """What a token adds, by estimator, at each log-ratio of the grid."""

    k1: Numbers
    k2: Numbers
    k3: Numbers


class CurvesFacts(TypedDict):
    """The curves over a grid of log-ratios, the axis, π_ref, and π_θ, or None where f makes it."""

    grid: Numbers
    curves: TermFacts
    range: list[float]
    ref: list[float]
    policy: list[float] | None


class CurvesFrame(TypedDict):
    """ℓ and π_θ of each token."""

    ratio: Numbers
    share: Numbers


def contents(solution: Solution) -> tuple[CurvesFacts, Sweep]:
    """Facts, and the frames of ``CurvesFrame`` along f."""
    ratios, fixed = solution.log_ratios, solution.position.fixed
    reach = float(np.abs(ratios).max()) * 1.08
    grid = np.linspace(-reach, reach, 241)
    facts: CurvesFacts = {
        "grid": grid,
        "curves": _terms(grid),
        "range": [LOWEST, HIGHEST],
        "ref": list(solution.position.ref),
        "policy": None if fixed is None else list(fixed),
    }
    axes = {"f": solution.stops}
    return facts, Sweep(axes, {"ratio": (["f"], ratios), "share": (["f"], solution.policies)})


CURVES = View("curves", contents)


def _terms(ratios: NDArray) -> TermFacts:
    terms = kl_estimates(np.zeros_like(ratios), -ratios)
    return {"k1": terms.k1, "k2": terms.k2, "k3": terms.k3}
