"""What to try in this explorer."""

from typing import Any

from models.scenarios import SCENARIOS
from widgets.guide import Step, guide
from widgets.sweep import Sweep
from widgets.text import TextView
from widgets.tilt.solution import Solution
from widgets.tilt.steps import STEPS


def steps_for(key: str) -> list[Step]:
    """The steps of a scenario, the last of which leads to the next one in the menu."""
    keys = list(SCENARIOS)
    following = SCENARIOS[keys[(keys.index(key) + 1) % len(keys)]]
    start = {"scenario": following.key, "beta": 1.0, "show_temperature": False}
    onward = Step("Go on", following.summary, following.title, start)
    return [*STEPS[key](SCENARIOS[key]), onward]


class Guide(TextView):
    """The steps of the scenario; the one where the controls stand is marked as current."""

    @staticmethod
    def contents(solution: Solution) -> tuple[dict[str, Any], Sweep]:
        """Facts: the markup and what each button sets."""
        return guide(steps_for(solution.scenario.key))
