"""The plain player: a periodic callback draws a batch, and sends what it changed, twenty times a
second.

It draws with the same core into the same bins as the app, so that a comparison with it weighs one
thing: how frames get to the browser. It is written with the usual care: the bars are updated in
place, only their heights are sent, and the three changes of a tick leave in a single message.
"""

import panel as pn
from bokeh.models import ColumnDataSource
from bokeh.plotting import figure

from models.estimators import ESTIMATORS
from models.runs import Run
from widgets.estimate.live import Settings, edges

SETTINGS = Settings(position="eight", f=0.3, tokens=16, seed=0)
TICK_MS = 50


def histogram(name: str, source: ColumnDataSource) -> figure:
    """The bars of one estimator."""
    view = figure(title=name, height=200, width=700, toolbar_location=None, tools="")
    view.quad(left="left", right="right", bottom=0, top="top", source=source)
    return view


def page() -> pn.Column:
    """A button that starts and stops, above the three histograms."""
    scale = edges(SETTINGS)
    run = Run(*SETTINGS.policies(), SETTINGS.tokens, scale, SETTINGS.seed)
    bars = {"left": scale[:-1], "right": scale[1:], "top": 0 * scale[1:]}
    sources = [ColumnDataSource(dict(bars)) for _ in ESTIMATORS]

    def tick() -> None:
        counts = run.draw(1, 1).counts[0, :, 1:-1]
        with pn.io.hold():
            for source, heights in zip(sources, counts, strict=True):
                source.data.update(top=heights.tolist())

    play = pn.widgets.Toggle(name="Play")
    play.link(pn.state.add_periodic_callback(tick, TICK_MS, start=False), value="running")
    names = zip(ESTIMATORS, sources, strict=True)
    return pn.Column(play, *(histogram(name, source) for name, source in names))


pn.extension()
page().servable()
