"""The link between a page and its session: the one Panel component that an explorer needs.

What a page or a component opens with it has brought along. From then on the browser says what its
controls say, and is told what is news: tables of another scenario, a value that has become a stop,
frames of a run. All of it goes in messages; no property is mirrored, so that what came from the
browser is not sent back to it.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import new_class
from typing import Any, cast

import panel as pn
import param
from panel.custom import JSComponent
from panel.io.state import set_curdoc

from widgets.bundles import DIST, version
from widgets.explorer import Explorer
from widgets.payloads import News, Opening
from widgets.sent import Sent, lists
from widgets.state import SliderState
from widgets.turns import Turns, Work
from widgets.view import Tabulated
from widgets.written import dumps


class Link(JSComponent):
    """Passes messages between a state with its views and the browser that shows them.

    ``drawn`` says that a page brings along what this opens with, and draws it: then the component
    carries messages and nothing else.
    """

    opening = param.String(default="", doc="What it opens with, as JSON, where no page has it.")

    def __init__(
        self, explorer: Explorer, state: SliderState, places: Sequence[str] = (), theme: str = ""
    ) -> None:
        super().__init__()
        self.explorer, self.state, self.theme = explorer, state, theme
        self.places = [place for place in explorer.views if not places or place in places]
        self.drawn = self._gathers = False
        self._published: set[str] = set()
        self._sent, self._turns = Sent(state, self._tabulated()), Turns(self._work)
        watched = [*state.keys, *state.publishes, "stops"]
        state.param.watch(self._notify, watched, onlychanged=False)

    def __repr__(self, depth: int = 0) -> str:
        # Without what it opens with, which is a hundred kilobytes.
        return f"{type(self).__name__}({self.explorer.title})"

    def _tabulated(self) -> dict[str, Tabulated]:
        views, sliders = self.explorer.views, frozenset(self.state.scales)
        return {place: views[place].at(self.state.solution, sliders) for place in self.places}

    def snapshot(self) -> Opening:
        """What a page or a component opens with now; ``dumps`` writes it."""
        state, sent = self.state, self._sent
        opening = {
            **self.explorer.facts(),
            "layout": self.explorer.layout(self.places),
            "values": state.values,
            "shown": state.shown,
            "stops": lists(state),
            "views": {
                place: view.text(sent.on[place]) for place, view in self._tabulated().items()
            },
            "chunk": None,
            "theme": self.theme,
            **state.snapshot(),
        }
        return cast("Opening", opening)

    def receive(self, message: Any) -> None:
        """Take a message of the browser, when its turn has come."""
        self._turns.put(message, pn.state.curdoc)

    def _work(self, message: Any) -> Work:
        match message:
            case {"set": dict(values)}:
                awaited = any(self._is_awaited(*item) for item in values.items())
                work = Work(lambda _: self._set(values))
            case {"join": dict(values)}:
                awaited, work = False, Work(lambda _: self._join(values))
            case _:
                awaited, work = False, self.state.work(message)
        return replace(work, apply=lambda result: self._apply(work, result, awaited))

    def _apply(self, work: Work, result: Any, answered: bool) -> None:
        """What a message changes is published in one, at the end."""
        try:
            with self._gathering():
                work.apply(result)
        finally:
            self.publish(answered)

    def _join(self, values: dict[Any, Any]) -> None:
        # What was set between the page and its socket has reached nobody.
        if values != self.state.values:
            self._sent.forget(values)

    def _is_awaited(self, name: Any, value: Any) -> bool:
        """Whether the browser waits to hear what has come of it: also if that is nothing."""
        state = self.state
        if name not in state.keys or name in state.wholes:
            return False
        return not state.legal(name, value) or value not in state.stops.get(name, ())

    def _set(self, values: dict[Any, Any]) -> None:
        # What no control can say has come from elsewhere, and is not taken.
        legal = {name: value for name, value in values.items() if self.state.legal(name, value)}
        self._sent.values |= legal
        self.state.param.update(**legal)

    def _notify(self, *events: param.parameterized.Event) -> None:
        self._published |= {event.name for event in events} & {*self.state.publishes}
        if not self._gathers:
            self.publish()

    @contextmanager
    def _gathering(self) -> Iterator[None]:
        before, self._gathers = self._gathers, True
        try:
            yield
        finally:
            self._gathers = before

    def publish(self, answered: bool = False) -> None:
        """Tell the browser what it does not know yet, if anything, in one message."""
        with self._gathering():
            self.state.settle()
        news = self._news()
        if answered:
            news["answered"] = True
        if news:
            self.send(news)

    def _news(self) -> News:
        state, sent = self.state, self._sent
        news = sent.new_values(state)
        if state.solved is not sent.solved:
            news |= sent.new_views(state, self._tabulated())
        news |= sent.new_columns(state, self._tabulated)
        published, self._published = self._published, set()
        if published:
            parts = state.snapshot()
            news |= cast("News", {name: parts[name] for name in published})
        return news

    def send(self, news: News) -> None:
        """Send a message to the browser; arrays go as they are."""
        self._send_msg(news)

    def _handle_msg(self, data: Any) -> None:
        self.receive(data)

    def _get_properties(self, doc: Any) -> dict[str, Any]:
        # Each place where it is shown opens with the state as it is by then.
        if not self.drawn:
            with param.parameterized.discard_events(self):
                self.opening = dumps(self.snapshot())
        properties: dict[str, Any] = super()._get_properties(doc)
        return properties

    @property
    def _linked_properties(self) -> tuple[str, ...]:
        # The browser sends messages, and changes no property.
        return ()

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

    @classmethod
    def _component_resource_path(cls, esm_path: Any, compiled: Any) -> str:
        # Named by what it holds, so that a browser may keep it for ever.
        path: str = super()._component_resource_path(esm_path, compiled)
        return f"{path}?v={version(Path(esm_path))}"

    @classmethod
    def script_url(cls) -> str:
        """The address of the script that draws the explorer, the same that Panel's model has."""
        url: str = cls._render_esm(not pn.config.autoreload, server=True)
        return url


def link_type(key: str, bundle: Path | None = None, module: str = __name__) -> type[Link]:
    """The link of an explorer: a class of its own, for Panel serves the script of a class.

    It serves only what lies in the folder of the class's module, or below, and finds the class
    there by name: ``module`` is the one whose attribute it becomes, once.
    """
    bundle = bundle or DIST / f"{key}.js"
    name = _class_name(key)
    there: type[Link] | None = vars(sys.modules[module]).get(name)
    if there is None or there._bundle != bundle:
        there = _made(name, {"__module__": module, "_bundle": bundle})
        setattr(sys.modules[module], name, there)
    return there


def _class_name(key: str) -> str:
    return "".join(part.title() for part in key.split("-")) + "Link"


def _made(name: str, names: dict[str, Any]) -> type[Link]:
    made: type[Link] = new_class(name, (Link,), exec_body=lambda body: body.update(names))
    return made


def __getattr__(name: str) -> type[Link]:
    """The link class of any explorer whose script is here.

    Of several processes that serve one page, that which is asked for its script need not have
    opened the explorer itself.
    """
    for path in DIST.glob("*.js"):
        if name == _class_name(path.stem):
            return link_type(path.stem)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
