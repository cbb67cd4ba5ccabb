"""Three histograms of real batch estimates over their exact sampling distributions."""

from typing import Any, ClassVar

from widgets.estimate.solution import Solution
from widgets.sweep import Sweep, SweepView


class Histograms(SweepView):
    """What it shows comes with the run that is played; it has no table of its own."""

    kind: ClassVar[str] = "histograms"
    scripts: ClassVar[tuple[str, ...]] = ("estimate/histograms",)

    @staticmethod
    def contents(solution: Solution) -> tuple[dict[str, Any], Sweep]:
        """Nothing but the terms' formulas: the frames are those of the run."""
        formulas = {"k1": "ℓ", "k2": "ℓ² / 2", "k3": "exp(−ℓ) − 1 + ℓ"}
        return {"formulas": formulas}, Sweep({}, {})
