"""The base of all controls and views: a Panel component that brings its own look, no other."""

from typing import Any, ClassVar

import param
from panel.custom import JSComponent
from panel.io.state import set_curdoc

from widgets.style import script, stylesheet


class Component(JSComponent):
    """A JSComponent without the style sheets that Panel gives to every component.

    They are three requests and most of the styles of a page like this one, which uses none of
    them; and when a lost connection is taken up again, BokehJS fetches them from a CDN.
    """

    def _process_param_change(self, params: dict[str, Any]) -> dict[str, Any]:
        properties: dict[str, Any] = super()._process_param_change(params)
        if "stylesheets" in properties:
            properties["stylesheets"] = list(self._stylesheets)
        return properties

    def _process_bokeh_event(self, doc: Any, event: Any) -> None:
        # Panel also counts busy and idle, for an indicator that this page has not; that was a
        # quarter of what a message of a playing reader costs the server.
        with set_curdoc(doc):
            self._process_event(event)


class Failure(Component):
    """Stands in the place of a view that could not be built, and says why."""

    text = param.String(doc="What went wrong.")

    _esm: ClassVar[str] = script("failure")
    _stylesheets: ClassVar[list[str]] = [stylesheet("views")]
