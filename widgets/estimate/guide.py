"""What to try in this explorer."""

from widgets.estimate.solution import Solution
from widgets.estimate.steps import steps
from widgets.guide import guide
from widgets.sweep import Sweep
from widgets.text import TextFacts
from widgets.view import View


def contents(solution: Solution) -> tuple[TextFacts, Sweep]:
    """The steps, the same for all positions; the browser marks the one where the controls stand."""
    return guide(steps())


GUIDE = View("text", contents)
