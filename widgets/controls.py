"""The controls of an explorer: one bar of native inputs, made from the parameters of its state.

Native inputs bring keyboard, touch and focus; each has a name and speaks its value ("β 0.5").
The state stays the source of truth: the bar's parameters are linked to it both ways.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar

import param
from panel.custom import JSComponent

from widgets.style import script, stylesheet


@dataclass(frozen=True)
class Picker:
    """A menu for the parameter ``name``; ``options`` are pairs (value, text)."""

    name: str
    label: str
    options: Sequence[tuple[str, str]]
    kind: str = field(default="picker", init=False)


@dataclass(frozen=True)
class LogSlider:
    """A slider through the stops of the parameter ``name``, with a field for a typed value.

    ``symbol`` is spoken before the value, ``role`` names its colour in the palette, and moving
    the slider switches on the parameter ``reveals``, so that what it changes is in view.
    """

    name: str
    label: str
    symbol: str
    role: str
    reveals: str = ""
    kind: str = field(default="slider", init=False)


@dataclass(frozen=True)
class Switch:
    """A switch for the boolean parameter ``name``."""

    name: str
    label: str
    kind: str = field(default="toggle", init=False)


Control = Picker | LogSlider | Switch


class ControlBar(JSComponent):
    """A bar of controls. A subclass declares one parameter per control, of the same name.

    The state that it is linked to offers those parameters, ``stops`` (a dict of arrays, one per
    slider), ``problems`` (a dict of messages, one per refused value) and ``type_value``.
    """

    items = param.List(default=[], doc="The controls in order, as plain dictionaries.")
    stops = param.Dict(default={}, doc="The stops of each slider, by parameter name.")
    problems = param.Dict(default={}, doc="Why a typed value was refused, by parameter name.")

    _esm: ClassVar[str] = script("store", "sweep", "svg", "controls")
    _stylesheets: ClassVar[list[str]] = [stylesheet("controls")]

    def __init__(self, state: Any, controls: Sequence[Control], **params: Any) -> None:
        names = [control.name for control in controls]
        shared = {name: getattr(state, name) for name in [*names, "stops", "problems"]}
        super().__init__(items=[asdict(control) for control in controls], **shared, **params)
        self._state = state
        for name in names:
            self.link(state, bidirectional=True, **{name: name})  # type: ignore[arg-type]
        state.param.watch(self._follow, ["stops", "problems"])
        self.on_msg(self._typed)

    def _follow(self, *events: param.parameterized.Event) -> None:
        self.param.update(**{event.name: event.new for event in events})

    def _typed(self, message: Any) -> None:
        self._state.type_value(message.data["typed"], str(message.data["text"]))
