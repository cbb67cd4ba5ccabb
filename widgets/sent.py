"""What the browser has been told, and from that, what is news to it."""

from collections import defaultdict

from widgets.payloads import ColumnPayload, News
from widgets.state import SliderState
from widgets.view import Tabulated


class Sent:
    """The state and the views as the browser has them.

    ``on`` is, by place, the settings whose columns it has: once sent, they stay there until the
    view is sent anew.
    """

    def __init__(self, state: SliderState, views: dict[str, Tabulated]) -> None:
        self.values, self.shown = state.values, state.shown
        self.stops, self.solution = state.stops, state.solution
        self.views, self.on = views, dict.fromkeys(views, state.on)

    def new_values(self, state: SliderState) -> News:
        """Values that it has not set itself, and the stops and choices that go with them."""
        news: News = {}
        values = {n: v for n, v in state.values.items() if v != self.values[n]}
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
        new = {place: view for place, view in views.items() if view is not self.views[place]}
        self.solution = state.solution
        self.views, self.on = views, self.on | dict.fromkeys(new, state.on)
        payloads = {place: view.payload(state.on) for place, view in new.items()}
        return {"views": payloads} if payloads else {}

    def new_columns(self, state: SliderState) -> News:
        """The columns of settings that are on now and were off when the views were sent."""
        columns: dict[str, dict[str, ColumnPayload]] = defaultdict(dict)
        for place, view in self.views.items():
            for setting in state.on - self.on[place]:
                columns[place] |= view.joining(setting)
            self.on[place] |= state.on
        joining = {place: columns for place, columns in columns.items() if columns}
        return {"columns": joining} if joining else {}


def lists(state: SliderState) -> dict[str, list[float]]:
    """The stops as they are sent."""
    return {name: list(map(float, at)) for name, at in state.stops.items()}
