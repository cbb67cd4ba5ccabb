"""What the states of all explorers share: sliders with stops, typed values, complaints."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import param
from numpy.typing import NDArray
from panel.io import hold

# What a reader would call a number: float() also takes "1_0", "nan" and "infinity".
NUMBER = re.compile(r"[+−-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, eq=False)
class Scale:
    """A slider's symbol and its round stops.

    between: whether a typed value between two stops becomes a stop; if not, the nearest stop is
    taken. clamp: whether a value out of range becomes the nearest end, or is refused.
    """

    symbol: str
    grid: NDArray
    between: bool = True
    clamp: bool = False

    @property
    def low(self) -> float:
        """The first stop."""
        return float(self.grid[0])

    @property
    def high(self) -> float:
        """The last stop."""
        return float(self.grid[-1])

    def read(self, text: str, kept: float) -> tuple[float, str]:
        """The value that a typed text stands for, and what is to be said of it, if anything."""
        shown, takes = (
            text.strip()[:20],
            f"{self.symbol} takes {_plain(self.low)} to {_plain(self.high)}",
        )
        stays = f"{self.symbol} stays at {kept:g}."
        if not NUMBER.fullmatch(text.strip()):
            hint = " Decimals take a point." if "," in text else ""
            return kept, f"“{shown}” is not a number; {takes}.{hint} {stays}"
        # Four digits are as many as the page shows; more would be cut in one place and not another.
        value = float(f"{float(text.replace('−', '-')):.4g}")
        if not self.low <= value <= self.high:
            if not self.clamp:
                return kept, f"{shown} is out of range; {takes}. {stays}"
            nearest = float(np.clip(value, self.low, self.high))
            return nearest, f"{shown} is out of range; {takes}, so {_plain(nearest)} is taken."
        nearest = float(self.grid[np.abs(self.grid - value).argmin()])
        if self.between or nearest == value:
            return value, ""
        return nearest, f"{shown} is no stop of {self.symbol}: {nearest:g} is taken."


def _plain(value: float) -> str:
    return f"{value:g}".replace("-", "−")


class SliderState(param.Parameterized):
    """A state whose parameters in ``scales`` are moved by sliders.

    ``solution`` follows from the state; it changes with the sliders' stops, and with whatever a
    subclass adds, but never while a slider is dragged.
    """

    stops = param.Dict(doc="The stops of each slider, by parameter name.")
    problems = param.Dict(default={}, doc="What is to be said of a typed value, by parameter.")
    solution = param.Parameter(doc="What the exact core says of this state.")

    scales: ClassVar[Mapping[str, Scale]] = {}
    choices: ClassVar[list[str]] = []

    def __init__(self, **params: Any) -> None:
        grids = {name: scale.grid for name, scale in self.scales.items()}
        super().__init__(**{"stops": grids, **params})
        for name in self.scales:
            self._admit(name, getattr(self, name))
        self._solve()
        self.param.watch(self._moved, list(self.scales))
        self.param.watch(lambda *_: self._solve(), ["stops", *self.choices])
        if self.choices:
            self.param.watch(lambda *_: self.param.update(problems={}), self.choices)

    def solve(self) -> Any:
        """The solution of the state as it is now."""
        raise NotImplementedError

    def _solve(self) -> None:
        with hold():
            self.solution = self.solve()

    def type_value(self, name: str, text: str) -> None:
        """Take a typed value; say in ``problems`` if another one, or none, was taken, and why."""
        value, problem = self.scales[name].read(text, getattr(self, name))
        # One message to the browser: the new stop, the table that has it, and the value.
        with hold():
            setattr(self, name, value)
            self._say(name, problem)

    def _say(self, name: str, problem: str) -> None:
        others = {key: text for key, text in self.problems.items() if key != name}
        if problem or name in self.problems:
            self.problems = {**others, name: problem} if problem else others

    def _moved(self, *events: param.parameterized.Event) -> None:
        for event in events:
            self._admit(event.name, event.new)
            self._say(event.name, "")

    def _admit(self, name: str, value: float) -> None:
        """Make a value between the round stops a stop too; it replaces the one typed before."""
        if value not in self.stops[name]:
            grid = self.scales[name].grid
            self.stops = {**self.stops, name: np.union1d(grid, [value])}
