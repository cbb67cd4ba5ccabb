"""The controls of an explorer: one bar of native inputs, made from the parameters of its state.

Native inputs bring keyboard, touch and focus; each has a name and speaks its value ("β 0.5").
The state stays the source of truth. Here is what a bar consists of; ``js/controls`` makes it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Picker:
    """A menu for the parameter ``name``; ``options`` are pairs (value, text)."""

    name: str
    label: str
    options: Sequence[tuple[str, str]]
    kind: str = field(default="picker", init=False)


@dataclass(frozen=True)
class Slider:
    """A slider through the stops of the parameter ``name``, with a field for a typed value.

    ``symbol`` is spoken before the value, ``role`` names its colour in the palette, and moving
    the slider switches on the parameter ``reveals``, so that what it changes is in view. It can
    be moved only where ``applies``, a parameter and its value, is the case. Where nothing can be
    ``typed`` the value is only shown.
    """

    name: str
    label: str
    symbol: str
    role: str
    reveals: str = ""
    applies: tuple[str, str] | None = None
    typed: bool = True
    kind: str = field(default="slider", init=False)


@dataclass(frozen=True)
class Switch:
    """A switch for the boolean parameter ``name``."""

    name: str
    label: str
    kind: str = field(default="toggle", init=False)


@dataclass(frozen=True)
class Field:
    """A field for the parameter ``name``, whose typed value the state may refuse."""

    name: str
    label: str
    kind: str = field(default="field", init=False)


@dataclass(frozen=True)
class Player:
    """Play, one batch, reset and speed. ``limit`` is where a run ends; it sets no parameter.

    ``step`` is how many batches at a time there are; ``note`` is said of the runs.
    """

    limit: int
    speeds: Sequence[int]
    step: int = 1
    note: str = ""
    name: str = field(default="", init=False)
    kind: str = field(default="player", init=False)


Control = Picker | Slider | Switch | Field | Player
