"""Somebody's Panel app, with explorers among its own widgets: ``panel serve app.py``.

``page=pair`` in the query has both side by side, ``page=parts`` some views of two of a kind, and
what came of a name that is none. ``theme=dark`` is Panel's own.
"""

from typing import Any

import panel as pn

from widgets.estimate import Estimate
from widgets.tilt import Tilt

pn.extension()


def pair() -> list[Any]:
    """Both side by side, moved by widgets of the app, and followed by what it says."""
    tilt, estimate = Tilt(beta=0.5), Estimate()
    slider = pn.widgets.FloatSlider.from_param(tilt.param.beta, name="Leash in Panel", step=0.05)
    button = pn.widgets.Button(name="Flattery on a short leash")
    button.on_click(lambda _: tilt.param.update(scenario="flattery", beta=0.2))
    heard = pn.pane.Markdown("Nothing heard.")
    tilt.param.watch(lambda event: heard.param.update(object=f"Heard β {event.new}."), "beta")
    said = pn.bind("β is {} on {}, N is {}.".format, *told(tilt), estimate.param.tokens)
    own = pn.FlexBox(slider, button, pn.pane.Markdown(said), heard)
    return [own, pn.Row(tilt, estimate, styles={"flex-wrap": "wrap"})]


def parts() -> list[Any]:
    """Two of a kind, each with some of its views; and one of which there is no such view."""
    one = Tilt(views=["plane", "sentence"], beta=2)
    other = Tilt(views=["plane"], scenario="blind-spot")
    said = [pn.bind("{} {}".format, *told(tilt)) for tilt in (one, other)]
    return [one, pn.pane.Markdown(said[0]), none(), other, pn.pane.Markdown(said[1])]


def told(tilt: Tilt) -> list[Any]:
    """The parameters that the app speaks of."""
    return [tilt.param.beta, tilt.param.scenario]


def none() -> Any:
    """A view that is misspelt."""
    try:
        return Tilt(views=["tree", "plan"])
    except ValueError as error:
        return pn.pane.Alert(str(error))


PAGES = {b"pair": pair, b"parts": parts}
made = PAGES[pn.state.session_args.get("page", [b"pair"])[0]]()
pn.Column(*made, sizing_mode="stretch_width").servable()
