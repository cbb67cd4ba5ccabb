"""What the states of all explorers share: sliders with stops, typed values, complaints."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import param
from numpy.typing import NDArray

# What a reader would call a number: float() also takes "1_0", "nan" and "infinity".
LONGEST = 20
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

    def holds(self, value: Any) -> bool:
        """Whether this is a number that the slider, or a typed value, can stand at."""
        if not isinstance(value, int | float) or isinstance(value, bool):
            return False
        return self.low <= value <= self.high and (self.between or value in self.grid)

    def read(self, text: str, kept: float) -> tuple[float, str]:
        """The value that a typed text stands for, and what is to be said of it, if anything."""
        shown = text.strip()[:LONGEST]
        takes = f"{self.symbol} takes {_plain(self.low)} to {_plain(self.high)}"
        stays = f"{self.symbol} stays at {kept:g}."
        if not _is_numeral(text):
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
            cut = value != float(text.replace("−", "-"))
            return value, f"{shown} is rounded to {_plain(value)}." if cut else ""
        return nearest, f"{shown} is no stop of {self.symbol}: {nearest:g} is taken."


@dataclass(frozen=True)
class Whole:
    """A whole number from 0 to ``most``, typed into a field."""

    symbol: str
    most: int

    def read(self, text: str, kept: int) -> tuple[int, str]:
        """The number that a typed text stands for; the old one is kept where it is none."""
        shown = text.strip()
        if shown.isascii() and shown.isdigit() and len(shown) <= 12 and int(shown) <= self.most:
            return int(shown), ""
        allowed = f"a {self.symbol} is a whole number from 0 to {self.most}"
        return kept, f"“{shown[:LONGEST]}”: {allowed}. The {self.symbol} stays {kept}."


def _is_numeral(text: str) -> bool:
    # A pattern takes its time with a megabyte of digits.
    return len(text) < 1000 and NUMBER.fullmatch(text.strip()) is not None


def is_whole(*values: Any) -> bool:
    """Whether all of these are whole numbers, as JSON may write them: 16 or 16.0."""
    return all(isinstance(v, int | float) and abs(v) < 2**53 and v == int(v) for v in values)


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
    wholes: ClassVar[Mapping[str, Whole]] = {}
    choices: ClassVar[list[str]] = []
    # What a control can set, by parameter, and its short name in a link.
    keys: ClassVar[Mapping[str, str]] = {}
    # What a typed value that is taken switches on, so that what it changes is in view.
    reveals: ClassVar[Mapping[str, str]] = {}
    # What else the page is told when it changes.
    tells: ClassVar[Sequence[str]] = ("stops", "problems")

    def __init__(self, **params: Any) -> None:
        grids = {name: scale.grid for name, scale in self.scales.items()}
        super().__init__(**{"stops": grids, **params})
        for name in self.scales:
            self._admit(name, getattr(self, name))
        self._solve()
        self.param.watch(self._moved, list(self.scales))
        self.param.watch(lambda *_: self._solve(), ["stops", *self.choices])
        if self.choices:
            self.param.watch(lambda *_: self._forget(), self.choices)

    @property
    def values(self) -> dict[str, Any]:
        """What the controls say, by parameter."""
        return {name: getattr(self, name) for name in self.keys}

    @property
    def shown(self) -> dict[str, Any]:
        """What the solution is of, by the parameters that are chosen."""
        return {name: getattr(self, name) for name in self.choices}

    def told(self, names: Sequence[str]) -> dict[str, Any]:
        """Of ``tells`` these, as they are written for the page."""
        told = {name: getattr(self, name) for name in names}
        if "stops" in told:
            told["stops"] = {name: list(map(float, at)) for name, at in self.stops.items()}
        return told

    def legal(self, name: str, value: Any) -> bool:
        """Whether a control could have set this parameter to this value."""
        if name in self.scales:
            return self.scales[name].holds(value)
        if name in self.wholes:
            return type(value) is int and 0 <= value <= self.wholes[name].most
        if name in self.choices:
            return isinstance(value, str) and value in self.param[name].objects
        return name in self.keys and isinstance(value, bool)

    def take(self, message: Any) -> None:
        """Take a message of the page that is neither a value nor typed: by default, none."""

    def solve(self) -> Any:
        """The solution of the state as it is now."""
        raise NotImplementedError

    def _solve(self) -> None:
        self.solution = self.solve()

    def type_value(self, name: str, text: str) -> None:
        """Take a typed value; say in ``problems`` if another one, or none, was taken, and why."""
        readers: Mapping[str, Any] = {**self.scales, **self.wholes}
        reader = readers.get(name)
        if reader is None:
            return
        kept = getattr(self, name)
        value, problem = reader.read(text, kept)
        setattr(self, name, value)
        if name in self.reveals and (value != kept or not problem):
            setattr(self, self.reveals[name], True)
        self._say(name, problem)

    def _say(self, name: str, problem: str) -> None:
        others = {key: text for key, text in self.problems.items() if key != name}
        if problem or name in self.problems:
            self.problems = {**others, name: problem} if problem else others

    def _forget(self) -> None:
        if self.problems:
            self.problems = {}

    def _moved(self, *events: param.parameterized.Event) -> None:
        for event in events:
            self._admit(event.name, event.new)
            self._say(event.name, "")

    def _admit(self, name: str, value: float) -> None:
        """Make a value between the round stops a stop too; it replaces the one typed before."""
        if value not in self.stops[name]:
            grid = self.scales[name].grid
            self.stops = {**self.stops, name: np.union1d(grid, [value])}
