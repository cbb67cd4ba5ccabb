"""What the states of all explorers share: sliders with stops, and what a control can set.

Typed text is read in the browser; what arrives here are values, of which only those are taken that
a control can have.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
import param
from numpy.typing import NDArray

from widgets.payloads import ScaleFacts, Value, Values, WholeFacts
from widgets.turns import Work

# As many as the page shows; more would be cut in one place and not in another.
DIGITS = 4
# What a sum of steps may be off by: far less than any two values differ.
NOISE = 1e-12


@dataclass(frozen=True, eq=False)
class Scale:
    """A slider's symbol and its round stops.

    between: whether a value between two stops can become a stop. clamp: whether a typed value out
    of range becomes the nearest end, or is refused; the browser sees to it.
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
        if not _is_number(value) or not self.low <= value <= self.high:
            return False
        # In double precision, as it will be compared with the stops.
        value = float(value)
        return bool(value in self.grid) or (self.between and rounded(value) == value)

    def settled(self, value: Any) -> Any:
        """The value without what binary arithmetic adds, as to twelve times 0.05."""
        if not _is_number(value) or not self.low - NOISE < value < self.high + NOISE:
            return value
        nearest = float(self.grid[np.abs(self.grid - value).argmin()])
        return next((v for v in (nearest, rounded(value)) if 0 < abs(v - value) < NOISE), value)

    @property
    def allowed(self) -> str:
        """The values that ``holds`` takes, in words."""
        if not self.between:
            return f"one of {', '.join(f'{stop:g}' for stop in self.grid)}"
        return (
            f"a number from {self.low:g} to {self.high:g}, of at most {DIGITS} significant digits"
        )

    def facts(self) -> ScaleFacts:
        """What the browser needs to read a typed value."""
        return {
            "symbol": self.symbol,
            "low": self.low,
            "high": self.high,
            "between": self.between,
            "clamp": self.clamp,
        }


@dataclass(frozen=True)
class Whole:
    """A whole number from 0 to ``most``, typed into a field."""

    symbol: str
    most: int

    def holds(self, value: Any) -> bool:
        """Whether the field can have this value."""
        return type(value) is int and 0 <= value <= self.most

    def facts(self) -> WholeFacts:
        """What the browser needs to read a typed value."""
        return {"symbol": self.symbol, "most": self.most}


def rounded(value: float) -> float:
    """The value with as many significant digits as are shown."""
    return float(f"{value:.{DIGITS}g}")


def is_whole(*values: Any) -> bool:
    """Whether all of these are whole numbers, as JSON may write them: 16 or 16.0."""
    return all(isinstance(v, int | float) and abs(v) < 2**53 and v == int(v) for v in values)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | np.number) and not isinstance(value, bool)


class Setting(param.Number):
    """A number that the slider of its name in ``scales`` can have; any other is refused."""

    def __set__(self, obj: Any, val: Any) -> None:
        super().__set__(obj, self._scale.settled(val) if self._scale else val)

    @property
    def _scale(self) -> Scale | None:
        scales: Mapping[str, Scale] = getattr(self.owner, "scales", {})
        return scales.get(str(self.name))

    def _validate_value(self, val: Any, allow_None: bool) -> None:
        scale = self._scale
        if scale is not None and not scale.holds(val):
            raise ValueError(f"{self.name} must be {scale.allowed}; got {val!r}")
        super()._validate_value(val, allow_None)


class SliderState(param.Parameterized):
    """A state whose parameters in ``scales`` are moved by sliders.

    The solution follows from the stops and from what is chosen, never from where a slider stands:
    nothing is computed while one is dragged.
    """

    stops = param.Dict(default={}, precedence=-1, doc="The stops of each slider, by parameter.")

    scales: ClassVar[Mapping[str, Scale]] = {}
    wholes: ClassVar[Mapping[str, Whole]] = {}
    choices: ClassVar[list[str]] = []
    # What a control can set, by parameter, and its short name in a link.
    keys: ClassVar[Mapping[str, str]] = {}
    # What else is published each time that it is set.
    publishes: ClassVar[Sequence[str]] = ()

    def __init__(self, **params: Any) -> None:
        super().__init__(**params)
        # Another object whenever the solution is another.
        self.solved: tuple[Any, Any] | None = None
        self.settle()
        self.param.watch(lambda *_: self.settle(), list(self.keys))

    def settle(self) -> None:
        """Bring the stops up to date; a value that is a stop already changes none.

        Whoever needs them after a value was set may call this first: it is done once.
        """
        stops, shown = self._admitted(), self.shown
        if self.solved is not None and self.solved[0] is stops and self.solved[1] == shown:
            return
        self.solved = stops, shown
        self.stops = stops

    def _admitted(self) -> dict[str, NDArray]:
        """The stops with the values as they are now.

        One that stands between the round stops becomes a stop, and replaces the one before.
        """
        stops = self.stops if self.solved else {n: scale.grid for n, scale in self.scales.items()}
        for name, scale in self.scales.items():
            value = getattr(self, name)
            if value not in stops[name]:
                stops = {**stops, name: np.union1d(scale.grid, [value])}
        return stops

    @property
    def solution(self) -> Any:
        """What the exact core says of this state.

        Kept by the process while there is room, and not by the state: a thousand readers who typed
        a value of their own hold nothing large.
        """
        self.settle()
        return self.solve()

    def solve(self) -> Any:
        """The solution at the stops and choices as they are now, if it need be anew."""
        raise NotImplementedError

    @property
    def values(self) -> Values:
        """What the controls say, by parameter."""
        return {name: _plain(getattr(self, name)) for name in self.keys}

    @property
    def shown(self) -> Values:
        """What the solution is of, by the parameters that are chosen."""
        return {name: getattr(self, name) for name in self.choices}

    @property
    def on(self) -> frozenset[str]:
        """The settings that are switched on."""
        return frozenset(name for name, value in self.values.items() if value is True)

    def snapshot(self) -> dict[str, Any]:
        """What of ``publishes`` is there now, as it is sent."""
        return {name: getattr(self, name) for name in self.publishes}

    @classmethod
    def legal(cls, name: str, value: Any) -> bool:
        """Whether a control could have set this parameter to this value."""
        if name in cls.scales:
            return cls.scales[name].holds(value)
        if name in cls.wholes:
            return cls.wholes[name].holds(value)
        if name in cls.choices:
            return isinstance(value, str) and value in cls.param[name].objects
        return name in cls.keys and isinstance(value, bool)

    @classmethod
    def switches(cls) -> list[str]:
        """The settings that are on or off."""
        return [name for name in cls.keys if isinstance(cls.param[name].default, bool)]

    def work(self, message: Any) -> Work:
        """What a message of the browser asks for that sets no value: by default, nothing."""
        return Work(lambda _: None)

    @classmethod
    def defaults(cls: type[Self]) -> Values:
        """What goes without saying in a link."""
        return {name: cls.param[name].default for name in cls.keys}


def _plain(value: Any) -> Value:
    plain: Value = value.item() if isinstance(value, np.generic) else value
    return plain
