"""The contribution curves: what one token adds to k1, k2 and k3, by its log-ratio."""

from typing import Any, ClassVar

import numpy as np

from models.divergence import kl_estimates
from widgets.estimate.solution import Solution
from widgets.sweep import Sweep, SweepView

HIGHEST, LOWEST = 4.0, -2.5


class ContributionCurves(SweepView):
    """k1, k2 and k3 as functions of ℓ; the tokens as dots on the axis, sized by π_θ."""

    kind: ClassVar[str] = "curves"
    scripts: ClassVar[tuple[str, ...]] = ("estimate/curves",)

    @staticmethod
    def contents(solution: Solution) -> tuple[dict[str, Any], Sweep]:
        """Facts: the curves. Columns along f: ℓ and π_θ of each token."""
        ratios = solution.log_ratios
        reach = float(np.abs(ratios).max()) * 1.08
        grid = np.linspace(-reach, reach, 241)
        terms = kl_estimates(np.zeros_like(grid), -grid)
        facts = {
            "grid": grid.tolist(),
            "curves": {name: k.tolist() for name, k in terms._asdict().items()},
            "range": [LOWEST, HIGHEST],
            "ref": list(solution.position.ref),
            "policy": solution.position.fixed,
        }
        axes = {"f": solution.stops}
        return facts, Sweep(axes, {"ratio": (["f"], ratios), "share": (["f"], solution.policies)})
