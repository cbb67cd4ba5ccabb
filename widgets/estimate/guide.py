"""What to try in this explorer."""

from typing import Any

from widgets.estimate.solution import Solution
from widgets.estimate.steps import steps
from widgets.guide import guide
from widgets.sweep import Sweep
from widgets.text import TextView


class Guide(TextView):
    """The steps; the one where the controls stand is marked as current."""

    @staticmethod
    def contents(solution: Solution) -> tuple[dict[str, Any], Sweep]:
        """Facts: the markup and what each button sets; the same for all positions."""
        return guide(steps())
