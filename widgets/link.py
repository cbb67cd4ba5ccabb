"""The link between a page and its session: the one Panel component that a session needs.

The page has drawn itself already, with what it brought along. From then on the browser says what
its controls say, and hears what the state has to tell: tables of another scenario, a typed value
that was taken, frames of a run. All of it goes in messages; no property is mirrored, so that what
came from the browser is not sent back to it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, ClassVar

import param
from panel.custom import JSComponent
from panel.io.state import set_curdoc

from widgets.controls import Control
from widgets.state import SliderState
from widgets.sweep import SweepView
from widgets.written import Written


class Link(JSComponent):
    """Passes messages between a state with its views and the page that shows them."""

    _esm: ClassVar[str] = "export const render = ({model}) => klLeash.connect(model);"

    def __init__(
        self, state: SliderState, views: Mapping[str, SweepView], controls: Sequence[Control]
    ) -> None:
        super().__init__()
        self.state, self.views, self.items = state, views, controls
        self._page = dict(state.values)
        self._news: dict[str, Any] = {}
        self._hearing = False
        # The views, which were made before, have heard of another solution before this has.
        watched = [*state.keys, *state.tells, "solution"]
        state.param.watch(self._note, watched, onlychanged=False)

    def opening(self) -> dict[str, Any]:
        """What the page brings along, to be written with ``widgets.written.dumps``."""
        return {
            "values": self.state.values,
            "items": [asdict(control) for control in self.items],
            "kinds": {place: view.kind for place, view in self.views.items()},
            **self._drawn(),
            **self.state.told(self.state.tells),
        }

    def _drawn(self) -> dict[str, Any]:
        """What the views show, and what of."""
        views = {
            place: {"told": Written(view.told), "failure": view.failure}
            for place, view in self.views.items()
        }
        return {"shown": self.state.shown, "views": views}

    def receive(self, message: Any) -> None:
        """Take a message of the browser; what it changes is told in one message at the end."""
        self._hearing = True
        try:
            self._take(message)
        finally:
            self._hearing = False
            self._tell()

    def _take(self, message: Any) -> None:
        match message:
            case {"set": dict(values)}:
                # What no control can say has come from elsewhere, and is not taken.
                legal = {name: v for name, v in values.items() if self.state.legal(name, v)}
                self._page |= legal
                self.state.param.update(**legal)
            case {"typed": str(name), "text": str(text)}:
                self.state.type_value(name, text)
                # Whatever came of it: who waits for an answer must not wait for ever.
                self._news["heard"] = name
            case _:
                self.state.take(message)

    def _note(self, *events: param.parameterized.Event) -> None:
        self._news |= {event.name: event.new for event in events}
        if not self._hearing:
            self._tell()

    def _tell(self) -> None:
        news, self._news = self._news, {}
        values = {n: v for n, v in news.items() if n in self._page and v != self._page[n]}
        self._page |= values
        message = self.state.told([name for name in news if name in self.state.tells])
        if "solution" in news:
            message |= self._drawn()
        if values:
            message["values"] = values
        if "heard" in news:
            message["heard"] = news["heard"]
        if message:
            self.tell(message)

    def tell(self, message: dict[str, Any]) -> None:
        """Send a message to the browser, which ``connect`` in ``host.js`` takes."""
        self._send_msg(message)

    def _handle_msg(self, data: Any) -> None:
        self.receive(data)

    def _process_param_change(self, params: dict[str, Any]) -> dict[str, Any]:
        # The style sheets that Panel gives to every component would be fetched for nothing, and,
        # when a lost connection is taken up again, from a CDN.
        properties: dict[str, Any] = super()._process_param_change(params)
        if "stylesheets" in properties:
            properties["stylesheets"] = []
        return properties

    def _process_bokeh_event(self, doc: Any, event: Any) -> None:
        # Panel also counts busy and idle, for an indicator that this page has not; that was a
        # quarter of what a message of a playing reader costs the server.
        with set_curdoc(doc):
            self._process_event(event)
