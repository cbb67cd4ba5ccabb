"""The state of the explorer: what is set, and the solution that follows from it."""

import re
from typing import Any

import numpy as np
import param
from panel.io import hold

from models.grids import stops
from models.scenarios import SCENARIOS
from widgets.tilt.solution import BETAS, TEMPERATURES, Solution, solve

SYMBOLS = {"beta": "β", "temperature": "T"}
# What a reader would call a number: float() also takes "1_0", "nan" and "infinity".
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.IGNORECASE | re.ASCII)
RANGES = {"beta": BETAS, "temperature": TEMPERATURES}


class TiltState(param.Parameterized):
    """The one source of truth that all views share.

    ``solution`` changes when the scenario or a slider's stops change, never while one is dragged.
    """

    scenario: Any = param.Selector(
        default="worked", objects=list(SCENARIOS), doc="Key of the scenario."
    )
    beta = param.Number(default=1.0, bounds=BETAS, doc="KL coefficient, reward units per nat.")
    temperature = param.Number(default=0.5, bounds=TEMPERATURES, doc="Temperature of π_T.")
    show_temperature = param.Boolean(default=False, doc="Whether π_T is shown.")
    stops = param.Dict(doc="The stops of each slider, by parameter name.")
    problems = param.Dict(default={}, doc="Why a typed value was refused, by parameter name.")
    solution = param.ClassSelector(class_=Solution, doc="The solved scenario.")

    def __init__(self, **params: Any) -> None:
        grids = {name: stops(*RANGES[name]) for name in RANGES}
        super().__init__(**{"stops": grids, **params})
        for name in RANGES:
            self._admit(name, getattr(self, name))
        self._solve()
        self.param.watch(self._moved, list(RANGES))
        self.param.watch(lambda _: self._solve(), ["scenario", "stops"])

    def type_value(self, name: str, text: str) -> None:
        """Take a typed value of a slider, or keep the last good one and say why in ``problems``."""
        problem = _problem(name, text)
        if problem:
            kept = f" {SYMBOLS[name]} stays at {getattr(self, name):g}."
            self.problems = {**self.problems, name: problem + kept}
            return
        # One message to the browser: the new stop, the table that has it, and the value.
        with hold():
            setattr(self, name, float(text))
            self._forgive(name)

    def _moved(self, *events: param.parameterized.Event) -> None:
        for event in events:
            self._admit(event.name, event.new)
            self._forgive(event.name)

    def _forgive(self, name: str) -> None:
        """Drop the complaint about a value once another one stands."""
        if name in self.problems:
            self.problems = {key: text for key, text in self.problems.items() if key != name}

    def _admit(self, name: str, value: float) -> None:
        """Make a value between the round stops a stop too; it replaces the one typed before."""
        if value not in self.stops[name]:
            grid = stops(*RANGES[name])
            self.stops = {**self.stops, name: np.union1d(grid, [value])}

    def _solve(self) -> None:
        betas, temperatures = (tuple(self.stops[name]) for name in RANGES)
        with hold():
            self.solution = solve(self.scenario, betas, temperatures)


def _problem(name: str, text: str) -> str:
    """What is wrong with a typed value; empty when nothing is."""
    symbol, (low, high) = SYMBOLS[name], RANGES[name]
    shown = text.strip()[:20]
    if not NUMBER.fullmatch(text.strip()):
        return f"“{shown}” is not a number; {symbol} takes {low:g} to {high:g}."
    if not low <= float(text) <= high:
        return f"{shown} is out of range; {symbol} takes {low:g} to {high:g}."
    return ""
