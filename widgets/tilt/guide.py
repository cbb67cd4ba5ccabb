"""What to try in this explorer."""

from models.scenarios import SCENARIOS
from widgets.guide import Step, guide
from widgets.payloads import Value
from widgets.sweep import Sweep
from widgets.text import TextFacts
from widgets.tilt.solution import Solution
from widgets.tilt.steps import STEPS
from widgets.view import View


def steps_for(key: str) -> list[Step]:
    """The steps of a scenario, the last of which leads to the next one in the menu."""
    keys = list(SCENARIOS)
    following = SCENARIOS[keys[(keys.index(key) + 1) % len(keys)]]
    start: dict[str, Value] = {"scenario": following.key, "beta": 1.0, "show_temperature": False}
    onward = Step("Go on", following.summary, following.title, start)
    return [*STEPS[key](SCENARIOS[key]), onward]


def contents(solution: Solution) -> tuple[TextFacts, Sweep]:
    """The steps of the scenario; the browser marks the one where the controls stand."""
    return guide(steps_for(solution.scenario.key))


GUIDE = View("text", contents)
