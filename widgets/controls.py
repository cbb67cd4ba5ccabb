"""The controls of an explorer: one bar of native inputs, made from the parameters of its state.

Native inputs bring keyboard, touch and focus; each has a name and speaks its value ("β 0.5").
The state stays the source of truth: the bar's parameters are linked to it both ways.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar

import param

from widgets.component import Link
from widgets.sweep import SweepView
from widgets.written import Written


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
    be moved only where ``applies``, a parameter and its value, is the case.
    """

    name: str
    label: str
    symbol: str
    role: str
    reveals: str = ""
    applies: tuple[str, str] | None = None
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
    """Play, one batch, reset and speed. ``limit`` is where a run ends; it sets no parameter."""

    limit: int
    speeds: Sequence[int]
    name: str = field(default="", init=False)
    kind: str = field(default="player", init=False)


Control = Picker | Slider | Switch | Field | Player


def _lists(stops: Mapping[str, Any]) -> dict[str, list[float]]:
    return {name: list(map(float, values)) for name, values in stops.items()}


class ControlBar(Link):
    """A bar of controls. A subclass declares one parameter per control, of the same name.

    The state that it is linked to offers those parameters, ``stops`` (a dict of arrays, one per
    slider), ``problems`` (a dict of messages, one per refused value) and ``type_value``.
    """

    stops = param.Dict(default={}, doc="The stops of each slider, as lists, by parameter name.")
    problems = param.Dict(default={}, doc="Why a typed value was refused, by parameter name.")

    told = param.Integer(default=0, doc="How often problems were told.")
    views = param.Dict(default={}, doc="What the views show now, by their places.")

    scripts: ClassVar[tuple[str, ...]] = ("controls",)

    def __init__(self, state: Any, controls: Sequence[Control], **params: Any) -> None:
        names = [control.name for control in controls if control.name]
        shared = {name: getattr(state, name) for name in [*names, "problems"]}
        super().__init__(stops=_lists(state.stops), **shared, **params)
        self.items = [asdict(control) for control in controls]
        self._state, self._names = state, names
        self._shown: Mapping[str, SweepView] = {}
        self._typed = {c.name for c in controls if isinstance(c, Slider | Field)}
        for name in names:
            self.link(state, bidirectional=True, **{name: name})  # type: ignore[arg-type]
        state.param.watch(self._complain, "problems", onlychanged=False)
        state.param.watch(lambda event: self.param.update(stops=_lists(event.new)), "stops")

    def follow(self, views: Mapping[str, SweepView]) -> None:
        """Tell the browser of these views, by their places, whenever the solution changes."""
        self._shown = views
        # Watched after the views themselves are, so that all of them go in one message.
        self._state.param.watch(lambda _: self.param.update(views=self._told()), "solution")

    def _told(self) -> dict[str, dict[str, str]]:
        return {
            place: {"told": view.told, "failure": view.failure}
            for place, view in self._shown.items()
        }

    def opening(self) -> dict[str, Any]:
        """What the page brings along, so that it can draw itself before the server is connected.

        ``told`` is JSON already; ``widgets.page`` puts it in as it is.
        """
        return {
            "values": {name: getattr(self, name) for name in self._names},
            "items": self.items,
            "stops": self.stops,
            "problems": self.problems,
            "kinds": {place: view.kind for place, view in self._shown.items()},
            "views": {
                place: {"told": Written(view.told or "null"), "failure": view.failure}
                for place, view in self._shown.items()
            },
        }

    def _complain(self, event: param.parameterized.Event) -> None:
        # Counted, for the same mistake made again changes nothing else that could be sent.
        self.param.update(problems=event.new, told=self.told + 1)

    def _handle_msg(self, data: Any) -> None:
        self.receive(data)

    def receive(self, message: Any) -> None:
        """Take a message of the browser: a typed value. One that makes no sense is not ours."""
        match message:
            case {"typed": str(name), "text": str(text)} if name in self._typed:
                self._state.type_value(name, text)
