"""The response bars: every response under π_ref, π* and π_T, with its reward."""

from typing import Any, ClassVar

import numpy as np

from widgets.sweep import Sweep, SweepView
from widgets.tilt.solution import Solution
from widgets.tilt.tree import response_facts


class ResponseBars(SweepView):
    """One group of bars per response, on an axis that is fixed for the scenario."""

    kind: ClassVar[str] = "bars"
    scripts: ClassVar[tuple[str, ...]] = ("tilt/pointing", "tilt/bars")

    @staticmethod
    def contents(solution: Solution) -> tuple[dict[str, Any], Sweep]:
        """Columns: π*(y) along β and π_T(y) along T, a row per response."""
        star, tempered = solution.summary.star.probs, solution.summary.tempered.probs
        # π_T is left out: at low T it can pile up on one of 64 responses, and a bar that is cut
        # off and says so is better than an axis on which nothing else can be seen.
        highest = max(star.max(), solution.summary.ref.probs.max())
        # The axis ends at a round number, so that its last line bears a label.
        facts = {**response_facts(solution), "top": float(np.ceil(highest * 10) / 10)}
        return facts, Sweep(
            solution.axes,
            {"star": (["beta"], star), "temp": (["temperature"], tempered)},
        )
