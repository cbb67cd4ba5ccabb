"""What to try: short steps, each with a button that puts the controls there."""

from html import escape
from typing import Any

from models.scenarios import SCENARIOS
from widgets.sweep import Sweep
from widgets.text import TextView, math
from widgets.tilt.solution import Solution
from widgets.tilt.steps import STEPS, Step


def steps_for(key: str) -> list[Step]:
    """The steps of a scenario, the last of which leads to the next one in the menu."""
    keys = list(SCENARIOS)
    following = SCENARIOS[keys[(keys.index(key) + 1) % len(keys)]]
    start = {"scenario": following.key, "beta": 1.0, "show_temperature": False}
    onward = Step("Go on", following.summary, following.title, start)
    return [*STEPS[key](SCENARIOS[key]), onward]


class Guide(TextView):
    """The steps as a list; the one where the controls stand is marked as current."""

    @staticmethod
    def contents(solution: Solution) -> tuple[dict[str, Any], Sweep]:
        """Facts: the markup and what each button sets. Nothing here moves with a slider."""
        steps = steps_for(solution.scenario.key)
        items = "".join(
            f"<li><h3>{escape(step.title)}</h3><p>{escape(step.text)}</p>"
            f'<button type="button" data-step="{i}">{escape(step.button)}</button></li>'
            for i, step in enumerate(steps)
        )
        html = f'<header><h2>What to try</h2></header><ol class="steps">{items}</ol>'
        return {"html": math(html), "steps": [step.settings for step in steps]}, Sweep({}, {})
