"""The state of the explorer: what is set, and the solution that follows from it."""

from collections.abc import Mapping
from typing import Any, ClassVar

import param

from models.grids import stops
from models.scenarios import SCENARIOS
from widgets.state import Scale, Setting, SliderState
from widgets.tilt.solution import BETAS, TEMPERATURES, Solution, beta_stops, solve


class TiltState(SliderState):
    """The one source of truth that all views share."""

    scenario: Any = param.Selector(
        default="worked", objects=list(SCENARIOS), doc="Key of the scenario."
    )
    beta = Setting(default=1.0, bounds=BETAS, doc="KL coefficient, reward units per nat.")
    temperature = Setting(default=0.5, bounds=TEMPERATURES, doc="Temperature of π_T.")
    show_temperature = param.Boolean(default=False, doc="Whether π_T is shown.")

    scales: ClassVar[Mapping[str, Scale]] = {
        "beta": Scale("β", beta_stops()),
        "temperature": Scale("T", stops(*TEMPERATURES)),
    }
    keys: ClassVar[Mapping[str, str]] = {
        "scenario": "scenario",
        "beta": "beta",
        "temperature": "T",
        "show_temperature": "piT",
    }
    choices: ClassVar[list[str]] = ["scenario"]

    def solve(self) -> Solution:
        """The solution of the scenario at the stops as they are now."""
        return solve(self.scenario, tuple(self.stops["beta"]), tuple(self.stops["temperature"]))
