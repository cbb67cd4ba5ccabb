"""The link between a page and its session: a Panel component that draws nothing itself."""

from typing import Any, ClassVar

from panel.custom import JSComponent
from panel.io.state import set_curdoc


class Link(JSComponent):
    """A component whose parameters are linked to the explorer that the page has drawn.

    The page's own script draws all views; this is the one model that a session needs. It goes
    without the style sheets that Panel gives to every component: they would be fetched, and, when
    a lost connection is taken up again, from a CDN.
    """

    _esm: ClassVar[str] = "export const render = ({model}) => klLeash.connect(model);"

    def _process_param_change(self, params: dict[str, Any]) -> dict[str, Any]:
        properties: dict[str, Any] = super()._process_param_change(params)
        if "stylesheets" in properties:
            properties["stylesheets"] = []
        return properties

    def _process_bokeh_event(self, doc: Any, event: Any) -> None:
        # Panel also counts busy and idle, for an indicator that this page has not; that was a
        # quarter of what a message of a playing reader costs the server.
        with set_curdoc(doc):
            self._process_event(event)
