"""What the browser has been told, and from that, what is news to it."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any, cast
from weakref import ref
from zlib import compress

from widgets.payloads import ColumnPayload, News
from widgets.state import SliderState
from widgets.view import Tabulated, packed
from widgets.written import dumps


class Sent:
    """The state and the views as the browser has them.

    ``on`` is, by place, the settings whose columns it has: once sent, they stay there until the
    view is sent anew. Of views it is known which they were, but they are not kept for it.
    """

    def __init__(self, state: SliderState, views: dict[str, Tabulated]) -> None:
        self.values, self.shown = state.values, state.shown
        self.stops: Mapping[str, Any] = state.stops
        self.solved = state.solved
        self.views = _known(views)
        self.on = dict.fromkeys(views, state.on)

    def forget(self, values: dict[str, Any]) -> None:
        """Take it that the browser has these values, and tables of another solution."""
        self.values, self.shown, self.stops, self.solved = values, {}, {}, None
        self.views = {}

    def new_values(self, state: SliderState) -> News:
        """Values that it has not set itself, and the stops and choices that go with them."""
        news: News = {}
        values = {
            n: v for n, v in state.values.items() if n not in self.values or v != self.values[n]
        }
        if values:
            news["values"] = values
        if state.stops is not self.stops:
            news["stops"] = lists(state)
        if state.shown != self.shown:
            news["shown"] = state.shown
        self.values, self.stops, self.shown = state.values, state.stops, state.shown
        return news

    def new_views(self, state: SliderState, views: dict[str, Tabulated]) -> News:
        """The views that another solution has changed."""
        new = {place: view for place, view in views.items() if self.views.get(place) != ref(view)}
        self.solved = state.solved
        self.views, self.on = _known(views), self.on | dict.fromkeys(new, state.on)
        return cast("News", {"views": packed((*new.items(),), state.on)} if new else {})

    def new_columns(self, state: SliderState, views: Callable[[], Mapping[str, Tabulated]]) -> News:
        """The columns of settings that are on now and were off when the views were sent."""
        columns: dict[str, dict[str, ColumnPayload]] = defaultdict(dict)
        for place in [place for place, on in self.on.items() if state.on - on]:
            for setting in state.on - self.on[place]:
                columns[place] |= views()[place].joining(setting)
            self.on[place] |= state.on
        joining = {place: columns for place, columns in columns.items() if columns}
        return cast("News", {"columns": compress(dumps(joining).encode())} if joining else {})


def _known(views: Mapping[str, Tabulated]) -> dict[str, ref[Tabulated]]:
    return {place: ref(view) for place, view in views.items()}


def lists(state: SliderState) -> dict[str, list[float]]:
    """The stops as they are sent."""
    return {name: list(map(float, at)) for name, at in state.stops.items()}
