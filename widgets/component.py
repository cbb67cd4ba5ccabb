"""Explorers as Panel components: in a notebook, in a layout, in anybody's app, on the page."""

from types import new_class
from typing import Any, ClassVar

import panel as pn
import param
from panel.viewable import Viewer

from widgets.explorer import Explorer
from widgets.link import Link, link_type
from widgets.state import SliderState


def places(explorer: Explorer) -> param.ListSelector:
    """The parameter that says which views are shown."""
    return param.ListSelector(
        default=[],
        objects=list(explorer.views),
        constant=True,
        doc="The views that are shown, by the names of their places; none means all.",
    )


class Component(Viewer, SliderState):
    """An explorer that is shown wherever Panel shows things, and moved from Python or by hand.

    Its parameters are those of the explorer's state. Setting one moves the picture; moving the
    picture sets it, and whoever watches it hears of that.
    """

    theme: Any = param.Selector(
        objects=["light", "dark"], constant=True, doc="By default that of Panel's configuration."
    )

    # Of each explorer its own: ``places`` makes it.
    views: Any
    explorer: ClassVar[Explorer]
    made: ClassVar[dict[Explorer, type["Component"]]] = {}

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.made[cls.explorer] = cls

    def __init__(self, **params: Any) -> None:
        super().__init__(**{"theme": _theme(), **params})
        explorer = self.explorer
        module = {"module": explorer.state.__module__} if explorer.script else {}
        make = link_type(explorer.key, explorer.bundle, **module)
        self.link: Link = make(explorer, self, self.views, self.theme)
        self.link.sizing_mode = "stretch_width"

    def __panel__(self) -> Link:
        return self.link

    def __repr__(self) -> str:
        # With all its stops and tables it would be a page of text.
        defaults = self.defaults()
        said = {name: value for name, value in self.values.items() if value != defaults[name]}
        return f"{type(self).__name__}({', '.join(f'{n}={v!r}' for n, v in said.items())})"


def component(explorer: Explorer, **settings: Any) -> Component:
    """The component of an explorer, of the class that it has or of one that is made for it."""
    if explorer not in Component.made:
        names = {
            "__module__": __name__,
            "__doc__": explorer.lead,
            "explorer": explorer,
            "views": places(explorer),
        }
        new_class(explorer.title, (Component, explorer.state), exec_body=lambda b: b.update(names))
    return Component.made[explorer](**settings)


def _theme() -> str:
    return "dark" if pn.config.theme == "dark" else "light"
