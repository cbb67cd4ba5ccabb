"""The response bars: every response under π_ref, π* and π_T, with its reward.

One group of bars per response, on an axis that is fixed for the scenario.
"""

from typing import NotRequired, TypedDict

import numpy as np

from widgets.payloads import Numbers
from widgets.sweep import Column, Sweep
from widgets.tilt.responses import ResponseFacts, response_facts
from widgets.tilt.solution import Solution
from widgets.view import View

# So many bars beside another view would have no room for their names.
MANY = 16


class BarsFacts(ResponseFacts):
    """The end of the axis, and whether the bars want the whole width of the page."""

    top: float
    wide: bool


class BarsFrame(TypedDict):
    """π*(y), and π_T(y) while it is shown, a row per response."""

    star: Numbers
    temp: NotRequired[Numbers]


def contents(solution: Solution) -> tuple[BarsFacts, Sweep]:
    """Facts, and the frames of ``BarsFrame``: π* along β and π_T along T."""
    star, tempered = solution.summary.star.probs, solution.summary.tempered.probs
    # π_T is left out: at low T it can pile up on one of 64 responses, and a bar that is cut
    # off and says so is better than an axis on which nothing else can be seen.
    highest = max(star.max(), solution.summary.ref.probs.max())
    # The axis ends at a round number, so that its last line bears a label.
    top = float(np.ceil(highest * 10) / 10)
    wide = len(solution.scenario.lm.responses) > MANY
    return {**response_facts(solution), "top": top, "wide": wide}, Sweep(
        solution.axes,
        {
            "star": (["beta"], star),
            "temp": Column(["temperature"], tempered, when="show_temperature"),
        },
    )


BARS = View("bars", contents)
